import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** A public profile as the viewer (null: a visitor) sees it; here because the directory prefetches what it links to. */
export const profileQuery = (username: string, viewerID: string | null) =>
  queryOptions({
    queryKey: ['profile', username.toLowerCase(), viewerID] as const,
    queryFn: async ({ signal }) => (await api.people.profileByUsername({ params: { username } }, { signal })).data,
  })

export const prefetchProfile = (client: QueryClient, username: string, viewerID: string | null): void =>
  void client.prefetchQuery(profileQuery(username, viewerID))
