import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ProjectMember } from '../../shared/contract/index.ts'
import { api } from './api.ts'
import { rowsOf } from './listed.ts'
import { projectQuery } from './project-queries.ts'

/** What several tabs of a project's workspace read. All under `['project', id]`, as the details are (project-queries.ts). */
export const viewerInProjectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'viewer'] as const,
    queryFn: async ({ signal }) => (await api.projects.userDetails({ params: { id } }, { signal })).data,
  })

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'members'] as const,
    queryFn: ({ signal }) => api.memberships.members({ params: { id } }, { signal }),
    select: rowsOf<ProjectMember>,
  })

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'tasks'] as const,
    queryFn: async ({ signal }) => (await api.tasks.byProject({ params: { projectId }, query: {} }, { signal })).data,
  })

/** Fetches what a tab of the workspace reads, unless it is there and fresh, so that it need not wait for the project itself. */
export const prefetchWorkspaceTab = (client: QueryClient, projectId: string, tab: string): void => {
  if (tab !== 'files') void client.prefetchQuery(membersQuery(projectId))
  if (tab !== 'files' && tab !== 'settings') void client.prefetchQuery(projectTasksQuery(projectId))
}

/** Fetches what a project's workspace shows first: the overview, or the tab that is named. */
export const prefetchWorkspace = (client: QueryClient, projectId: string, tab = 'overview'): void => {
  void client.prefetchQuery(projectQuery(projectId))
  void client.prefetchQuery(viewerInProjectQuery(projectId))
  prefetchWorkspaceTab(client, projectId, tab)
}
