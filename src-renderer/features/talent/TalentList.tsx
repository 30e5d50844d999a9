import { Box, Card, Skeleton } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Talent } from '#shared/contract/index.ts'
import { prefetchProfile } from '#data/people.ts'
import { TalentCard } from './TalentCard.tsx'
import { staleMotion } from '#ui/look/tokens.ts'

const grid = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' },
} as const

export const TalentList = ({ talents, isStale }: { talents: readonly Talent[]; isStale: boolean }) => {
  const client = useQueryClient()
  // The memo keeps the cards from being drawn again when the list only fades for another page.
  const cards = useMemo(
    () =>
      talents.map((talent) => (
        <li key={talent.userID}>
          <TalentCard talent={talent} onIntent={() => prefetchProfile(client, talent.username)} />
        </li>
      )),
    [talents, client],
  )
  return (
    <Box
      component="ul"
      aria-label="Talents"
      aria-busy={isStale}
      sx={{ ...grid, opacity: isStale ? 0.6 : 1, transition: staleMotion }}
    >
      {cards}
    </Box>
  )
}

/** The list's shape while it loads. */
export const TalentListSkeleton = () => (
  <Box component="ul" aria-label="Loading talents" sx={grid}>
    {[0, 1, 2, 3, 4, 5].map((key) => (
      <li key={key}>
        <Card sx={{ p: 2.5 }}>
          <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
            <Skeleton variant="circular" width={48} height={48} />
            <Box sx={{ flex: 1 }}>
              <Skeleton width="55%" height={26} />
              <Skeleton width="35%" />
            </Box>
          </Box>
          <Skeleton width="45%" height={28} />
          <Skeleton />
          <Skeleton width="70%" />
          <Skeleton variant="rounded" width={110} height={30} sx={{ mt: 2 }} />
        </Card>
      </li>
    ))}
  </Box>
)
