import { keepPreviousData } from '@tanstack/react-query'
import { creatorApplicationColumns, waitlistColumns } from '#shared/contract/index.ts'
import { PAGE_SIZE_MAX } from '#shared/contract/common.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { dataOf, query } from '#data/query.ts'
import type { TableSort } from '#ui/list/table-sort.ts'
import type { AdminView } from './admin-view.ts'

export const TABLE_PAGE = 25

/** Nothing tells that somebody has asked for access or registered, so the waitlist is read again while it is open. */
const readAgain = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const

/** Whether the viewer may open the page: only an administrator gets an answer from the waitlist. Asked once a visit. */
export const waitlistAccessQuery = () =>
  query('waitlist.list', { query: { limit: 1 } }, { select: () => true, staleTime: 'static', gcTime: 0, retry: false })

const pageOf = ({ q, page }: Pick<AdminView, 'q' | 'page'>) => ({
  page,
  limit: TABLE_PAGE,
  ...(q.trim() && { q: q.trim() }),
})

/** One page of the waitlist, newest first unless sorted. The old page stays until the new one has arrived. */
export const waitlistQuery = ({ sort, ...view }: Pick<AdminView, 'q' | 'sort' | 'page'>) =>
  query(
    'waitlist.list',
    { query: { ...pageOf(view), ...orderOf(sort, waitlistColumns) } },
    { placeholderData: keepPreviousData, ...readAgain },
  )

/** How far the people of the waitlist have come. */
export const waitlistFunnelQuery = () => query('waitlist.funnel', {}, { select: dataOf, ...readAgain })

/** One page of all creator applications, newest first unless sorted. */
export const creatorApplicationsQuery = ({
  status,
  sort,
  ...view
}: Pick<AdminView, 'q' | 'status' | 'sort' | 'page'>) =>
  query(
    'creatorApplications.list',
    { query: { ...pageOf(view), ...(status !== null && { status }), ...orderOf(sort, creatorApplicationColumns) } },
    { placeholderData: keepPreviousData },
  )

/** All creator applications of a person, newest first. */
export const applicationsOfQuery = (userID: string) =>
  query('creatorApplications.ofUser', { params: { id: userID } }, { select: dataOf })

/** A part of all people, newest first. The old one stays until the new one has arrived. */
export const peopleQuery = ({ q, state, cursor }: Pick<AdminView, 'q' | 'state' | 'cursor'>) =>
  query(
    'administration.people',
    {
      query: {
        limit: TABLE_PAGE,
        ...(q.trim() && { q: q.trim() }),
        ...(state && { state }),
        ...(cursor && { cursor }),
      },
    },
    { placeholderData: keepPreviousData },
  )

/** The names of people by their IDs, which are comma-separated. A page of a list has as many as the audit asks for. */
export const namesQuery = (ids: string) =>
  query(
    'administration.people',
    { query: { ids, limit: PAGE_SIZE_MAX } },
    {
      enabled: ids !== '',
      placeholderData: keepPreviousData,
      select: ({ data }) => new Map(data.map(({ id, name }) => [id, name])),
    },
  )

/** The addresses of entries of the waitlist by their IDs, which are comma-separated. */
export const addressesQuery = (ids: string) =>
  query(
    'waitlist.list',
    { query: { ids, limit: PAGE_SIZE_MAX } },
    {
      enabled: ids !== '',
      placeholderData: keepPreviousData,
      select: ({ data }) => new Map(data.map(({ id, email }) => [id, email])),
    },
  )

/** The addresses invited last, and what became of their mails. */
export const invitedQuery = () =>
  query(
    'waitlist.list',
    { query: { page: 1, limit: TABLE_PAGE, sort: 'lastInvitedAt', direction: 'desc' } },
    { select: dataOf },
  )

/** How many creator applications were approved. */
export const decidedQuery = () =>
  query(
    'creatorApplications.list',
    { query: { status: creatorApplicationStatus.approved, limit: 1 } },
    { select: ({ pagination }) => pagination.total },
  )

/** A table's order as the call takes it; empty for the server's own order. */
const orderOf = <Column extends string>(sort: TableSort | null, columns: readonly Column[]) => {
  const column = columns.find((one) => one === sort?.field)
  return sort && column ? { sort: column, direction: sort.direction } : {}
}
