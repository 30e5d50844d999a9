import { dataOf, query } from '../../data/query.ts'

/** Whether the viewer may see the owner dashboard: asked at every opening, and not again while it is open. */
export const accessQuery = () =>
  query(
    'users.isPageAllowed',
    { params: { page: 'owner-dashboard' } },
    { select: dataOf, staleTime: 'static', gcTime: 0, refetchOnReconnect: false, retry: false },
  )
