import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { RatingDue } from '#shared/contract/ratings.ts'
import { nameOf } from '#shared/rules/person.ts'
import { useCapability } from '#data/capabilities.ts'
import { ownRatingsQuery } from '#data/ratings.ts'
import { formatDate } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'

const RatingSheet = lazyPart(async () => (await import('#parts/ratings/RatingSheet.tsx')).RatingSheet)

const textOf = ({ worker, project, isGiven, given, until }: RatingDue): string => {
  const who = worker ? `${nameOf(worker)} in ${project.title}` : project.title
  if (!isGiven) return `${who}: until ${formatDate(until)}`
  return `${who}: ${given?.isOwn === false ? 'your side has given it' : 'you have given it'}; both are read on ${formatDate(until)} at the latest`
}

/** The reviews that the viewer can give or change now; nothing where there is none. */
export const ReviewsToGive = () => {
  const isWanted = useCapability('ratings', true)
  const { data: dues = [], error, isFetching, refetch } = useQuery(ownRatingsQuery(isWanted))
  const [asked, setAsked] = useState<RatingDue | null>(null)
  if (error && isWanted)
    return (
      <TitledCard title="Reviews" level={2}>
        <ErrorState title="Failed to load the reviews" onRetry={() => void refetch()} isRetrying={isFetching} />
      </TitledCard>
    )
  if (dues.length === 0) return null
  return (
    <TitledCard title="Reviews" level={2}>
      <Box component="ul" aria-label="Reviews" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {dues.map((due) => {
          const mayPress = !due.isGiven || due.given?.isOwn === true
          return (
            <Box
              component="li"
              key={due.id}
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
            >
              <Typography sx={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>{textOf(due)}</Typography>
              {mayPress && (
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={`${due.isGiven ? 'Change the' : 'Give a'} review of ${due.worker ? nameOf(due.worker) : due.project.title}`}
                  onClick={() => setAsked(due)}
                >
                  {due.isGiven ? 'Change' : 'Give a review'}
                </Button>
              )}
            </Box>
          )
        })}
      </Box>
      {asked && (
        <Suspense>
          <RatingSheet due={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </TitledCard>
  )
}
