import { keepPreviousData } from '@tanstack/react-query'
import { dataOf, query } from '../../data/query.ts'
import type { RequestDirection } from './use-collaborators-view.ts'

/** So many entries of the ledger on a page. */
const LEDGER_PAGE = 10

/** A page of the project's ledger and what it adds up to; a member gets their own entries and sums. */
export const ledgerQuery = (id: string, page: number) =>
  query('payments.list', { params: { id }, query: { page, limit: LEDGER_PAGE } }, { placeholderData: keepPreviousData })

/** Invitations that the project sent, or applications it received. */
export const projectRequestsQuery = (id: string, type: RequestDirection) =>
  query('memberships.requests', { params: { id }, query: { type } }, { select: dataOf, staleTime: 0 })

/** People to invite: members and others whose name or address fits. */
export const userSearchQuery = (id: string, text: string) =>
  query('memberships.search', { params: { id, query: text }, query: { global: 'true' } }, { select: dataOf })
