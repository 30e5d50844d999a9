import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { UserProject, UserRequest } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { rowsOf } from '../../lib/listed.ts'

export const userProjectsQuery = () =>
  queryOptions({
    queryKey: ['my-projects', 'projects'] as const,
    queryFn: ({ signal }) => api.users.projects({}, { signal }),
    select: rowsOf<UserProject>,
  })

export type RequestMode = 'received' | 'sent'

/** Requests in one direction. Always fetched anew when its list is opened. */
export const requestsQuery = (type: RequestMode) =>
  queryOptions({
    queryKey: ['my-projects', 'requests', type] as const,
    queryFn: ({ signal }) => api.people.requests({ query: { type } }, { signal }),
    select: rowsOf<UserRequest>,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
