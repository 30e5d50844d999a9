import { keepPreviousData } from '@tanstack/react-query'
import type { Payment } from '#shared/contract/index.ts'
import { DUES_PAGE_MAX } from '#shared/contract/dues.ts'
import { ENTRIES_PAGE_MAX, type LedgerEntry } from '#shared/contract/ledger.ts'
import { OPEN_TASKS_PAGE_MAX } from '#shared/contract/open-tasks.ts'
import { PAGE_SIZE_MAX } from '#shared/contract/common.ts'
import { dataOf, query } from '#data/query.ts'
import { api } from '#lib/api.ts'
import type { RequestDirection } from './use-collaborators-view.ts'

/** Entries of the ledger on a page. */
const LEDGER_PAGE = 10

/** A page of the project's ledger with the sums; a member gets only their own entries and sums. */
export const ledgerQuery = (id: string, page: number, time: { from?: string; to?: string } = {}) =>
  query(
    'payments.list',
    { params: { id }, query: { page, limit: LEDGER_PAGE, ...time } },
    { placeholderData: keepPreviousData },
  )

/** What the project owes, the earliest pay date first. */
export const duesQuery = (id: string) => query('dues.list', { params: { id }, query: { limit: DUES_PAGE_MAX } })

/** Every entry of that time, newest first, read page by page. */
export const readLedger = async (id: string, time: { from?: string; to?: string }): Promise<readonly Payment[]> => {
  const all: Payment[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.payments.list({ params: { id }, query: { page, limit: PAGE_SIZE_MAX, ...time } })
    // An entry that was recorded in the meantime moves the last one of a page on to the next.
    all.push(...answer.data.filter((one) => !all.some((known) => known.id === one.id)))
    pages = answer.pagination.totalPages
  }
  return all
}

/** Every entry of what was promised, owed, paid and given back, newest first, read page by page. */
export const readEntries = async (id: string): Promise<readonly LedgerEntry[]> => {
  const all: LedgerEntry[] = []
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: ENTRIES_PAGE_MAX, ...(cursor !== null && { cursor }) }
    const answer = await api.ledger.list({ params: { id }, query })
    all.push(...answer.data.entries)
    cursor = answer.nextCursor
  } while (cursor !== null)
  return all
}

/** How the work of the project goes in a time; while another time is read, the one before stays. */
export const analyticsQuery = (id: string, time: { from?: string; to?: string; timeZone: string }) =>
  query('projects.analytics', { params: { id }, query: time }, { select: dataOf, placeholderData: keepPreviousData })

/** People from outside who have a task of the project, or have finished one. Asked only where the server has claims. */
export const guestsQuery = (id: string) => query('guests.list', { params: { id } }, { select: dataOf })

/** The project's requests of one direction: invitations that it sent, or applications that it received. */
export const projectRequestsQuery = (id: string, type: RequestDirection) =>
  query('memberships.requests', { params: { id }, query: { type } }, { select: dataOf, staleTime: 0 })

/** The people whose name or address fits the text, members included; the dialog says who cannot be invited. */
export const userSearchQuery = (id: string, text: string) =>
  query('memberships.search', { params: { id, query: text }, query: { global: 'true' } }, { select: dataOf })

/** The tasks of the project that are given out now. */
export const openTasksOf = (projectID: string) =>
  query('openTasks.list', { query: { projectID, limit: OPEN_TASKS_PAGE_MAX } }, { select: dataOf })

/** The project's open invitations for addresses without an account, and when their mails leave. */
export const addressInvitationsQuery = (id: string) => query('addressInvitations.list', { params: { id } })
