import { Box, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isApiError } from '#lib/api.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { projectRequestsQuery } from '../data/queries.ts'
import { RequestCard } from './RequestCard.tsx'

type RequestPaneProps = {
  projectID: string
  requestID: string
  /** Stands in for a request that is no longer there, or not for the viewer any more. */
  gone: ReactNode
}

const isGone = (error: unknown) => isApiError(error) && [403, 404, 422].includes(error.status)

/** A request to the viewer's project, or of it, beside a list: with its answer buttons while it waits. */
export const RequestPane = ({ projectID, requestID, gone }: RequestPaneProps) => {
  const lists = [
    useQuery(projectRequestsQuery(projectID, 'received')),
    useQuery(projectRequestsQuery(projectID, 'sent')),
  ]
  const request = lists.flatMap(({ data = [] }) => data).find(({ id }) => id === requestID)
  const failed = lists.find(({ error }) => error)
  const isRead = lists.every(({ data, isFetching }) => data && !isFetching)
  if (lists.some(({ error }) => isGone(error)) || (isRead && !request)) return gone
  return (
    <Box sx={{ px: { xs: 2, md: 3 }, py: 2 }}>
      {request && <RequestCard projectID={projectID} request={request} />}
      {!request && failed && (
        <ErrorState
          title="Failed to load the request"
          text={isApiError(failed.error) ? failed.error.serverMessage : ''}
          onRetry={() => lists.forEach((list) => void list.refetch())}
          isRetrying={lists.some(({ isFetching }) => isFetching)}
        />
      )}
      {!request && !failed && (
        <DelayedSkeleton>
          <Skeleton variant="rounded" height={112} />
        </DelayedSkeleton>
      )}
    </Box>
  )
}
