import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectRequest } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { rowsOf } from '../../lib/listed.ts'
import type { RequestDirection } from './use-collaborators-view.ts'

/** So many entries of the ledger on a page. */
const LEDGER_PAGE = 10

/** A page of the project's ledger and what it adds up to; a member gets their own entries and sums. */
export const ledgerQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['project', id, 'payments', page] as const,
    queryFn: ({ signal }) => api.payments.list({ params: { id }, query: { page, limit: LEDGER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Invitations that the project sent, or applications it received. */
export const projectRequestsQuery = (id: string, type: RequestDirection) =>
  queryOptions({
    queryKey: ['project', id, 'requests', type] as const,
    queryFn: ({ signal }) => api.memberships.requests({ params: { id }, query: { type } }, { signal }),
    select: rowsOf<ProjectRequest>,
    staleTime: 0,
  })

/** People to invite: members and others whose name or address fits. */
export const userSearchQuery = (id: string, query: string) =>
  queryOptions({
    queryKey: ['project', id, 'user-search', query] as const,
    queryFn: async ({ signal }) =>
      (await api.memberships.search({ params: { id, query }, query: { global: 'true' } }, { signal })).data,
  })
