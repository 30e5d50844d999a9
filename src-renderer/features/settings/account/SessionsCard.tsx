import { Alert, Box, Button, Chip, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import type { OwnSession } from '#shared/contract/index.ts'
import { confirm } from '#lib/confirm.ts'
import { formatMoment, shortAge } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { CutNote } from '#ui/list/CutNote.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'
import { useEndOtherSessions, useEndSession } from './mutations.ts'
import { sessionsQuery } from './queries.ts'

const nameOf = ({ device }: OwnSession) => device || 'Unknown device'

const seenText = ({ isCurrent, lastSeenAt }: OwnSession): string => {
  if (isCurrent) return 'this session'
  const age = shortAge(lastSeenAt)
  if (age === 'now') return 'seen just now'
  return /^\d/.test(age) ? `seen ${age} ago` : `seen ${age}`
}

const Session = ({ session }: { session: OwnSession }) => {
  const end = useEndSession()
  const { id, network, createdAt, isCurrent } = session
  const name = nameOf(session)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ color: 'text.secondary', display: 'flex' }}>
        <MonitorSmartphone size={20} aria-hidden />
      </Box>
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
          {name}{' '}
          {isCurrent && <Chip component="span" size="small" color="primary" label="This device" sx={{ ml: 0.5 }} />}
        </Typography>
        <Typography sx={{ fontSize: size.note, color: 'text.secondary' }}>
          {network === null ? 'Unknown network' : `Network ${network}`} · signed in {formatMoment(createdAt)} ·{' '}
          {seenText(session)}
        </Typography>
      </Box>
      {!isCurrent && (
        <Button
          variant="outlined"
          size="small"
          loading={end.isPending}
          aria-label={`End the session on ${name}`}
          onClick={() => end.mutate(id, { onSuccess: () => void toast(`${name} is signed out`, 'success') })}
        >
          End
        </Button>
      )}
      {end.isError && (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {errorText(end.error, 'Failed to end the session')}
        </Alert>
      )}
    </Box>
  )
}

const EndOthers = () => {
  const end = useEndOtherSessions()
  const ask = async () => {
    const isSure = await confirm({
      title: 'End all other sessions?',
      text: 'Every other device will be signed out. You stay signed in here.',
      confirmLabel: 'End them',
      isDangerous: true,
    })
    if (isSure) end.mutate(undefined, { onSuccess: () => void toast('All other sessions have ended', 'success') })
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start', pt: 2, borderTop: 1, borderColor: 'divider' }}>
      {end.isError && <Alert severity="error">{errorText(end.error, 'Failed to end your sessions')}</Alert>}
      <Button variant="outlined" color="error" loading={end.isPending} onClick={() => void ask()}>
        End all other sessions
      </Button>
    </Box>
  )
}

const Sessions = () => {
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery())
  if (isError && !data)
    return <ErrorState title="Failed to load your sessions" onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data)
    return (
      <DelayedSkeleton>
        {[1, 2].map((row) => (
          <Skeleton key={row} height={64} />
        ))}
      </DelayedSkeleton>
    )
  return (
    <>
      {isError && (
        <Box sx={{ mb: 2 }}>
          <ErrorState title="This list may be out of date" onRetry={() => void refetch()} isRetrying={isFetching} />
        </Box>
      )}
      <Box component="ul" aria-label="Sessions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </Box>
      <CutNote of={sessionsQuery()} />
      {data.some(({ isCurrent }) => !isCurrent) && <EndOthers />}
    </>
  )
}

/** Where the viewer is signed in, and the way to end it. */
export const SessionsCard = () => (
  <TitledCard title="Sessions" level={2}>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
      Where you are signed in. A session ends by itself after 90 days.
    </Typography>
    <Sessions />
  </TitledCard>
)
