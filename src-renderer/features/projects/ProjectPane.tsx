import { Box, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { projectQuery } from '#data/projects.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ProjectSheet } from './ProjectSheet.tsx'

type ProjectPaneProps = {
  projectID: string
  /** Stands in for a project that is no longer there, or not for the viewer any more. */
  gone: ReactNode
}

const isGone = (error: unknown) => isApiError(error) && [403, 404, 422].includes(error.status)

/** A project beside a list: its brief, and what the viewer can do about it, such as answering their invitation. */
export const ProjectPane = ({ projectID, gone }: ProjectPaneProps) => {
  const titleId = useId()
  const { data: project, error, isFetching, refetch } = useQuery(projectQuery(projectID))
  if (isGone(error)) return gone
  if (project)
    return (
      <Box component="section" aria-labelledby={titleId}>
        <ProjectSheet project={project} titleId={titleId} headingLevel={3} />
      </Box>
    )
  return (
    <Box sx={{ px: { xs: 2, md: 5 }, py: 3 }}>
      {error ? (
        <ErrorState
          title={errorText(error, 'Failed to fetch project details')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DelayedSkeleton>
          <Skeleton width="56%" height={44} />
          <Skeleton width="34%" height={22} sx={{ mb: 3 }} />
          <Skeleton variant="rounded" height={220} />
        </DelayedSkeleton>
      )}
    </Box>
  )
}
