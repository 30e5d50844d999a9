import { Alert, Box, Link as TextLink, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Claim } from '#shared/contract/claims.ts'
import { claimQuery } from '#data/claims.ts'
import { openTaskQuery } from '#data/open-tasks.ts'
import { formatDate, formatMoment } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { radius } from '#ui/look/tokens.ts'
import { RichText } from '#ui/text/RichText.tsx'
import { DisputeOfLost } from '../review/DisputeSection.tsx'
import { ReviewRound } from '../review/ReviewRound.tsx'
import { GuestFrame } from './GuestFrame.tsx'
import { GuestHead } from './GuestHead.tsx'

const endings: Readonly<Record<Claim['state'], string>> = {
  active: 'You cannot read this task at the moment.',
  returned: 'You gave this task back',
  takenBack: 'This task was taken back from you',
  expired: 'Your time for this task ended',
  finished: 'You finished this task',
  ended: 'This task is no longer yours',
}

/** What became of a claim, with its day and the reason that was given. */
const endingOf = ({ state, endedAt, because }: Claim): string => {
  if (state === 'active') return endings.active
  const day = endedAt === null ? '' : ` on ${formatDate(endedAt) ?? ''}`
  return because && state !== 'finished' ? `${endings[state]}${day}: ${because}` : `${endings[state]}${day}.`
}

const mayBeOpenAgain: ReadonlyArray<Claim['state']> = ['returned', 'takenBack', 'expired']

/** Where the task is open again: the way to its page, which says when one may take it. */
const OpenAgain = ({ claim: { state, taskID } }: { claim: Claim }) => {
  const { data } = useQuery({
    ...openTaskQuery(taskID),
    ...{ enabled: mayBeOpenAgain.includes(state), refetchInterval: false, refetchOnWindowFocus: false },
  })
  return (
    data?.state === 'open' && (
      <Typography variant="body2">
        The task is open again:{' '}
        <TextLink component={Link} to={paths.openTask(taskID)}>
          read its offer
        </TextLink>
      </Typography>
    )
  )
}

/** After the end of a claim: the terms, and a copy of what its holder wrote and handed in. */
export const EndedClaim = ({ claim, number }: { claim: Claim; number: string }) => {
  const { data, error, isFetching, refetch } = useQuery(claimQuery(claim.id))
  const { terms } = claim
  const copy = data?.copy
  const isEmpty = copy && copy.comments.length === 0 && copy.rounds.length === 0
  return (
    <GuestFrame title={`${terms.title} · Task #${number}`}>
      <GuestHead project={claim.project} number={number} title={terms.title} />
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 760, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Alert severity="info" variant="outlined" role="status" sx={{ overflowWrap: 'anywhere' }}>
          {endingOf(claim)}
        </Alert>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          What you read here is your own copy. The task itself is closed to you.
        </Typography>
        <OpenAgain claim={claim} />
        {claim.state === 'finished' && <DisputeOfLost claim={claim} />}
        {terms.description.trim() !== '' && (
          <Box component="section" aria-label="What was to be done" sx={{ display: 'grid', gap: 1 }}>
            <Typography variant="h3" component="h2">
              What was to be done
            </Typography>
            <RichText projectID={claim.project.id} id={claim.id} text={terms.description} />
          </Box>
        )}
        {!data && !error && (
          <DelayedSkeleton>
            <Box role="img" aria-label="Loading your copy">
              <Skeleton variant="rounded" height={120} />
            </Box>
          </DelayedSkeleton>
        )}
        {error && (
          <ErrorState
            title={errorText(error, 'Failed to load what you wrote')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {isEmpty && <Typography sx={{ color: 'text.secondary' }}>You wrote nothing about this task.</Typography>}
        {copy && copy.comments.length > 0 && (
          <Box component="section" aria-label="What you wrote" sx={{ display: 'grid', gap: 1.5 }}>
            <Typography variant="h3" component="h2">
              What you wrote
            </Typography>
            {copy.comments.map(({ id, body, createdAt }) => (
              <Box
                key={id}
                component="article"
                aria-label={`Comment of ${formatMoment(createdAt)}`}
                sx={{ border: 1, borderColor: 'divider', borderRadius: radius.medium, px: 2, py: 1.5, minWidth: 0 }}
              >
                <Typography variant="note" component="div" sx={{ color: 'text.secondary', mb: 0.5 }}>
                  {formatMoment(createdAt)}
                </Typography>
                <RichText projectID={claim.project.id} id={id} text={body} />
              </Box>
            ))}
          </Box>
        )}
        {copy && copy.rounds.length > 0 && (
          <Box component="section" aria-label="What you handed in" sx={{ display: 'grid', gap: 1.5 }}>
            <Typography variant="h3" component="h2">
              What you handed in
            </Typography>
            {copy.rounds.map((round, at) => (
              <ReviewRound key={round.id} projectID={claim.project.id} taskID={null} round={round} isOpen={at === 0} />
            ))}
          </Box>
        )}
      </Box>
    </GuestFrame>
  )
}
