import { Alert, Box, Button, CircularProgress, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { OwnExport } from '#shared/contract/index.ts'
import { formatSize } from '#lib/format-size.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { exportQuery, useAskExport, useDownloadExport } from './own-data-calls.ts'

/** How often a waiting export is asked for, in case that no stream tells of it. */
const ASK_EVERY_MS = 3_000
const parts = { display: 'grid', gap: 2, justifyItems: 'start' } as const

const stateText = ({ state, askedAt, endsAt }: OwnExport): string => {
  const asked = formatMoment(askedAt)
  const end = endsAt === null ? '' : formatMoment(endsAt)
  switch (state) {
    case 'waiting':
      return `We’re preparing the data you requested on ${asked}. We’ll email you when it’s ready.`
    case 'ready':
      return `Your data from ${asked} is ready. You can download it until ${end}.`
    case 'expired':
      return `Your data from ${asked} expired on ${end}.`
    case 'failed':
      return 'We couldn’t prepare your data. Please request it again.'
  }
}

const Ready = ({ ready }: { ready: OwnExport }) => {
  const download = useDownloadExport()
  return (
    <Button
      variant="contained"
      startIcon={<Download size={18} aria-hidden />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate(ready)}
    >
      Download{ready.size === null ? '' : ` (${formatSize(ready.size)})`}
    </Button>
  )
}

const Ask = ({ againAt }: { againAt: string | null }) => {
  const ask = useAskExport()
  if (againAt !== null)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You can ask again from {formatMoment(againAt)} on.
      </Typography>
    )
  return (
    <>
      {ask.isError && <Alert severity="error">{errorText(ask.error, 'Failed to ask for your data')}</Alert>}
      <Button variant="outlined" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
        Request my data
      </Button>
    </>
  )
}

const State = () => {
  const { data, isError, isFetching, refetch } = useQuery({
    ...exportQuery(),
    refetchInterval: (query) => (query.state.data?.data?.state === 'waiting' ? ASK_EVERY_MS : false),
  })
  if (isError && data === undefined)
    return <ErrorState title="Failed to load your export" onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data === undefined)
    return (
      <DelayedSkeleton>
        <Skeleton height={40} width={280} />
      </DelayedSkeleton>
    )
  return (
    <Box sx={parts}>
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        {data?.state === 'waiting' && <CircularProgress size={18} aria-hidden />}
        {data && <Typography>{stateText(data)}</Typography>}
      </Box>
      {data?.state === 'ready' && <Ready ready={data} />}
      {data?.state !== 'waiting' && <Ask againAt={data?.againAt ?? null} />}
    </Box>
  )
}

/** A copy of everything that the viewer has here. */
export const ExportCard = () => (
  <TitledCard title="Your data" level={2}>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
      A zip with everything that you have written here or that is about you, and your files. You can ask for it once a
      day.
    </Typography>
    <State />
  </TitledCard>
)
