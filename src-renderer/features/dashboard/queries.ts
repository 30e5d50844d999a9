import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Whether the viewer may see the owner dashboard: asked at every opening, and not again while it is open. */
export const accessQuery = (viewerID: string | null) =>
  queryOptions({
    queryKey: ['users.isPageAllowed', 'owner-dashboard', viewerID] as const,
    queryFn: async ({ signal }) =>
      (await api.users.isPageAllowed({ params: { page: 'owner-dashboard' } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  })
