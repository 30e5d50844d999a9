import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
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

/** One page of the waitlist, newest first. The page before stays until the next one has come. */
export const waitlistQuery = ({ q, page }: Pick<AdminView, 'q' | 'page'>) =>
  queryOptions({
    queryKey: ['admin', 'waitlist', { q: q.trim(), page }] as const,
    queryFn: ({ signal }) =>
      api.waitlist.list({ query: { page, limit: TABLE_PAGE, ...(q.trim() && { q: q.trim() }) } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** One page of all creator applications, newest first. */
export const applicationsQuery = ({ q, status, page }: Pick<AdminView, 'q' | 'status' | 'page'>) =>
  queryOptions({
    queryKey: ['admin', 'applications', { q: q.trim(), status, page }] as const,
    queryFn: ({ signal }) =>
      api.creatorApplications.list(
        { query: { page, limit: TABLE_PAGE, ...(q.trim() && { q: q.trim() }), ...(status !== null && { status }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
