import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { applicationColumns, waitlistColumns } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import type { TableSort } from '../../ui/table-sort.ts'
import type { AdminView } from './admin-view.ts'

export const TABLE_PAGE = 25

/** Whether the viewer may be here: whom the waitlist answers is an administrator. Asked for once a visit. */
export const waitlistAccessQuery = () =>
  queryOptions({
    queryKey: ['admin', 'access'] as const,
    queryFn: async ({ signal }) => {
      await api.waitlist.list({ query: { limit: 1 } }, { signal })
      return true
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** One page of the waitlist, newest first unless sorted. The page before stays until the next one has come. */
export const waitlistQuery = ({ q, sort, page }: Pick<AdminView, 'q' | 'sort' | 'page'>) =>
  queryOptions({
    queryKey: ['admin', 'waitlist', { q: q.trim(), sort, page }] as const,
    queryFn: ({ signal }) =>
      api.waitlist.list(
        { query: { page, limit: TABLE_PAGE, ...(q.trim() && { q: q.trim() }), ...orderOf(sort, waitlistColumns) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** One page of all creator applications, newest first unless sorted. */
export const applicationsQuery = ({ q, status, sort, page }: Pick<AdminView, 'q' | 'status' | 'sort' | 'page'>) =>
  queryOptions({
    queryKey: ['admin', 'applications', { q: q.trim(), status, sort, page }] as const,
    queryFn: ({ signal }) =>
      api.creatorApplications.list(
        {
          query: {
            page,
            limit: TABLE_PAGE,
            ...(q.trim() && { q: q.trim() }),
            ...(status !== null && { status }),
            ...orderOf(sort, applicationColumns),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** A table's order as the call takes it; nothing for the server's own. */
const orderOf = <Column extends string>(sort: TableSort | null, columns: readonly Column[]) => {
  const column = columns.find((one) => one === sort?.field)
  return sort && column ? { sort: column, direction: sort.direction } : {}
}
