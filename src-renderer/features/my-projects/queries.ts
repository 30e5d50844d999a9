import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const userProjectsQuery = () =>
  queryOptions({
    queryKey: ['my-projects', 'projects'] as const,
    queryFn: async ({ signal }) => (await api.users.projects({}, { signal })).data,
  })

export type RequestMode = 'received' | 'sent'

/** Requests in one direction. Always fetched anew when its list is opened. */
export const requestsQuery = (type: RequestMode) =>
  queryOptions({
    queryKey: ['my-projects', 'requests', type] as const,
    queryFn: async ({ signal }) => (await api.people.requests({ query: { type } }, { signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
