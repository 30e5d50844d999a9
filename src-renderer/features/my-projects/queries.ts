import { keepPreviousData } from '@tanstack/react-query'
import { dataOf, query } from '#data/query.ts'

export type RequestMode = 'received' | 'sent'

/** Requests in one direction. They are read again whenever their list is opened. */
export const requestsQuery = (type: RequestMode) =>
  query('users.requests', { query: { type } }, { select: dataOf, staleTime: 0, placeholderData: keepPreviousData })
