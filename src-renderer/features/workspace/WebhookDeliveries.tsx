import { Alert, Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Delivery, DELIVERY_DAYS } from '#shared/contract/webhooks.ts'
import { formatMoment } from '#lib/format.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { size } from '#ui/look/tokens.ts'
import { deliveriesQuery, useResend } from './webhook-calls.ts'

type Of = { projectID: string; target: string }

const answerOf = ({ answer, isDelivered, tries }: Delivery): string =>
  `${/^\d+$/.test(answer) ? `Answered ${answer}` : answer.replace(/\.$/, '')}${isDelivered ? '' : ' · not delivered'}${tries > 1 ? ` · sent ${tries} times` : ''}`

type RowProps = Of & {
  delivery: Delivery
  /** Its place in the list, since several of a kind may be of one minute. */
  number: number
}
const Row = ({ projectID, target, delivery, number }: RowProps) => {
  const resend = useResend(projectID, target)
  const when = formatMoment(delivery.sentAt)
  const send = () =>
    resend.mutate(delivery.id, {
      onSuccess: ({ data }) =>
        toast(
          data.isDelivered ? 'It was sent again.' : 'It was sent again, and not taken.',
          data.isDelivered ? 'success' : 'error',
        ),
    })
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 1, alignItems: 'center', gridTemplateColumns: 'minmax(0, 1fr) auto', py: 1 }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{delivery.kind}</Typography>
        <Typography sx={{ color: delivery.isDelivered ? 'text.secondary' : 'error.main', fontSize: size.small }}>
          {answerOf(delivery)} · <time dateTime={delivery.sentAt}>{when}</time>
        </Typography>
      </Box>
      <Button
        size="small"
        aria-label={`Resend ${number}, ${delivery.kind} of ${when}`}
        loading={resend.isPending}
        onClick={send}
        sx={{ minHeight: { xs: 44, md: 32 } }}
      >
        Resend
      </Button>
      {resend.error && (
        <Alert severity="error" sx={{ gridColumn: '1 / -1' }}>
          {errorText(resend.error, 'Failed to send it again')}
        </Alert>
      )}
    </Box>
  )
}

/** What was sent to a target in the last days, a page at a time, the newest first. */
export const WebhookDeliveries = ({ projectID, target }: Of) => {
  const [pages, setPages] = useState<readonly string[]>([])
  const cursor = pages.at(-1) ?? null
  const { data, isError, isFetching, refetch } = useQuery(deliveriesQuery(projectID, target, cursor))
  if (isError && !data)
    return <ErrorState title="Failed to load the deliveries" isRetrying={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <DelayedSkeleton>
        <Skeleton variant="rounded" height={72} role="img" aria-label="Loading the deliveries" />
      </DelayedSkeleton>
    )
  const { nextCursor } = data
  return (
    <>
      {data.data.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>Nothing was sent in the last {DELIVERY_DAYS} days.</Typography>
      ) : (
        <Box component="ul" aria-label={`Deliveries to ${target}`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.data.map((delivery, at) => (
            <Row key={delivery.id} projectID={projectID} target={target} delivery={delivery} number={at + 1} />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        {pages.length > 0 && <Button onClick={() => setPages(pages.slice(0, -1))}>Newer</Button>}
        {nextCursor !== null && <Button onClick={() => setPages([...pages, nextCursor])}>Older</Button>}
      </Box>
    </>
  )
}
