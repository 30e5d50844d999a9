import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProjectDetails, ProjectRole } from '../../../shared/contract/index.ts'
import { viewerInProjectQuery } from '../../data/memberships.ts'
import { prefetchWorkspaceTab, projectQuery } from '../../data/projects.ts'
import { isApiError } from '../../lib/api.ts'

type Workspace = {
  /** Undefined while it loads, and when it could not be loaded. */
  project: ProjectDetails | undefined
  /** Null until it is known, and when it cannot be found out: nobody is shown a lesser role than theirs. */
  role: ProjectRole | null
  /** Nothing can be shown yet, or the viewer is being led elsewhere. */
  isLoading: boolean
  hasFailed: boolean
  /** The viewer's role could not be found out; what only a manager may do is left out until it is. */
  hasRoleFailed: boolean
  /** There is no such project for this viewer: an unknown id (404) or one that no project can have (422). */
  isUnknown: boolean
  retry: () => void
  isRetrying: boolean
}

const hasStatus = (error: unknown, ...statuses: number[]) => isApiError(error) && statuses.includes(error.status)

/** The project and the viewer's role in it; what the tab will read is asked for at the same time. */
export const useWorkspace = (projectID: string, tab: string): Workspace => {
  const client = useQueryClient()
  useEffect(() => prefetchWorkspaceTab(client, projectID, tab), [client, projectID, tab])
  // The route has asked already (lib/ask-ahead.ts): what failed before this screen's code came is not asked a second time.
  const project = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const viewer = useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false })
  // A refusal moves the viewer to the project's dialog (lib/api-client.ts); nothing of the workspace flashes up before.
  const isRefused = hasStatus(viewer.error, 403) || hasStatus(project.error, 403)
  return {
    project: project.data,
    role: viewer.data?.roleInProject ?? null,
    hasRoleFailed: viewer.isError && !viewer.data && !isRefused,
    // Asking again after a failure is no loading: the tab and the error stay while Retry is at work.
    isLoading: !project.isFetched || !viewer.isFetched || isRefused,
    hasFailed: project.isError || (project.isFetched && !project.data),
    isUnknown: hasStatus(project.error, 404, 422),
    retry: () => {
      for (const query of [project, viewer]) if (query.isError) void query.refetch()
    },
    isRetrying: project.isFetching || viewer.isFetching,
  }
}
