import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** What the detail dialog reads, here because lists of several features prefetch it. All under `['project', id]`. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'details'] as const,
    queryFn: async ({ signal }) => (await api.projects.get({ params: { id } }, { signal })).data,
  })

/** The viewer's relation to the project. */
export const membershipQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'membership'] as const,
    queryFn: async ({ signal }) => (await api.memberships.isUserProject({ params: { id } }, { signal })).data,
  })

export const similarProjectsQuery = (id: string) =>
  queryOptions({
    queryKey: ['project', id, 'similar'] as const,
    queryFn: async ({ signal }) => (await api.projects.similar({ params: { id } }, { signal })).data,
  })

/** Fetches what a click on the project would open, unless it is already there and fresh. */
export const prefetchProject = (client: QueryClient, id: string): void => {
  void client.prefetchQuery(projectQuery(id))
  void client.prefetchQuery(membershipQuery(id))
  void client.prefetchQuery(similarProjectsQuery(id))
}
