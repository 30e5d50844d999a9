import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** What several tabs of a project's workspace read. All under `['project', id]`, as the details are (project-queries.ts). */
export const viewerInProjectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'viewer'] as const,
    queryFn: async ({ signal }) => (await api.projects.userDetails({ params: { id } }, { signal })).data,
  })

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'members'] as const,
    queryFn: async ({ signal }) => (await api.memberships.members({ params: { id } }, { signal })).data,
  })

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'tasks'] as const,
    queryFn: async ({ signal }) => (await api.tasks.byProject({ params: { projectId }, query: {} }, { signal })).data,
  })
