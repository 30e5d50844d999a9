import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMatch } from 'react-router-dom'
import type { ProjectDetails, ProjectRole } from '#shared/contract/index.ts'
import { useHadNoRole } from '#data/had-no-role.ts'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { prefetchWorkspaceTab, projectQuery } from '#data/projects.ts'
import { isApiError } from '#lib/api.ts'
import { pages } from '#lib/paths.ts'

type Workspace = {
  /** The project; undefined while it loads and when it could not be loaded. */
  project: ProjectDetails | undefined
  /**
   * The viewer's role; null until it is known and when it cannot be read, so that nobody is shown a lesser role than
   * theirs.
   */
  role: ProjectRole | null
  /** Nothing can be shown yet, or the viewer is being led elsewhere. */
  isLoading: boolean
  hasFailed: boolean
  /** The viewer's role could not be read; what only a manager may do is hidden until it is. */
  hasRoleFailed: boolean
  /** There is no such project for this viewer: the ID is unknown (404) or invalid (422). */
  isUnknown: boolean
  /** The viewer is no member, so that the project's workspace is closed to them. */
  isOutside: boolean
  /** As `useHadNoRole` says. */
  hadNoRole: boolean
  /** What the server says to somebody who is no member; null where it has nothing to say. */
  refusal: string | null
  retry: () => void
  isRetrying: boolean
}

const hasStatus = (error: unknown, ...statuses: number[]) => isApiError(error) && statuses.includes(error.status)

/** The project and the viewer's role in it. The answers that the tab needs are read at the same time. */
export const useWorkspace = (projectID: string, tab: string): Workspace => {
  const client = useQueryClient()
  // The route has made these calls already (lib/ask-ahead.ts); one that failed before this screen's code came is not
  // repeated.
  const project = useQuery({ ...projectQuery(projectID), retryOnMount: false })
  const viewer = useQuery({ ...viewerInProjectQuery(projectID), retryOnMount: false })
  const hadNoRole = useHadNoRole(viewer)
  // At the address of a task there may be its guest, who is refused what the tabs read.
  const mayRead = useMatch(pages.taskByNumber.at) === null || viewer.data !== undefined
  useEffect(() => {
    if (mayRead) prefetchWorkspaceTab(client, projectID, tab)
  }, [client, projectID, tab, mayRead])
  // A 403 moves the viewer to the project's dialog (lib/api-client.ts); until then nothing of the workspace may show.
  const isRefused = hasStatus(viewer.error, 403) || hasStatus(project.error, 403)
  return {
    project: project.data,
    role: viewer.data?.roleInProject ?? null,
    hasRoleFailed: viewer.isError && !viewer.data && !isRefused,
    // Reading again after a failure does not count as loading: the tab and the error stay while Retry is at work.
    isLoading: !project.isFetched || !viewer.isFetched || isRefused,
    hasFailed: project.isError || (project.isFetched && !project.data),
    isUnknown: hasStatus(project.error, 404, 422),
    isOutside: hasStatus(viewer.error, 403, 404) || isRefused || hasStatus(project.error, 404),
    hadNoRole,
    refusal: hasStatus(viewer.error, 403) ? (viewer.error?.message ?? null) : null,
    retry: () => {
      for (const query of [project, viewer]) if (query.isError) void query.refetch()
    },
    isRetrying: project.isFetching || viewer.isFetching,
  }
}
