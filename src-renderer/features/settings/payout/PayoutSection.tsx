import { Alert, Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { isApiError } from '#lib/api.ts'
import { formatDate } from '#lib/format.ts'
import { CardSkeleton } from '#ui/feedback/CardSkeleton.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { NetworkButton } from '#parts/network/NetworkButton.tsx'
import { payoutQuery } from './calls.ts'
import { PayoutForm } from './PayoutForm.tsx'
import { RemoveForm } from './RemoveForm.tsx'
import { useState } from 'react'

/** Who has read the details. */
const Readings = ({ readings }: { readings: ReadonlyArray<{ name: string; project: string; at: string }> }) => (
  <TitledCard title="Who has read them" level={2}>
    {readings.length === 0 ? (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Nobody yet. Owners and admins of a project read them while it owes you something.
      </Typography>
    ) : (
      <Box
        component="ul"
        aria-label="Who has read them"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {readings.map(({ name, project, at }) => (
          <Typography key={`${name} ${at}`} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            Seen by {name} on {formatDate(at)}, for {project}.
          </Typography>
        ))}
      </Box>
    )}
  </TitledCard>
)

/** How the viewer is paid: kept sealed, and read only by those who owe them something. */
export const PayoutSection = () => {
  const { data, error, isFetching, refetch } = useQuery(payoutQuery())
  const [isRemoving, setIsRemoving] = useState(false)
  if (data)
    return (
      <>
        <TitledCard title="How you are paid" level={2}>
          <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
            No money moves here: who owes you reads this, and pays you elsewhere. It is kept sealed, and each reading is
            noted below.
          </Typography>
          {data.isUnreadable && (
            <Alert severity="warning" sx={{ mb: 2.5 }}>
              This server can no longer open your payout details. Please give them again.
            </Alert>
          )}
          <PayoutForm key={data.details?.changedAt ?? 'none'} details={data.details} />
          {(data.details ?? data.isUnreadable) && !isRemoving && (
            <NetworkButton color="error" sx={{ mt: 2 }} onClick={() => setIsRemoving(true)}>
              Remove payout details
            </NetworkButton>
          )}
          {isRemoving && <RemoveForm onDone={() => setIsRemoving(false)} />}
        </TitledCard>
        <Readings readings={data.readings} />
      </>
    )
  if (isApiError(error) && error.status === 503)
    return (
      <TitledCard title="How you are paid" level={2}>
        <Alert severity="info">{error.serverMessage}</Alert>
      </TitledCard>
    )
  if (error)
    return (
      <ErrorState title="Failed to load your payout details" onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  return (
    <DelayedSkeleton>
      <CardSkeleton lines={12} />
    </DelayedSkeleton>
  )
}
