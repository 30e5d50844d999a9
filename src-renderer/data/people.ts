import type { QueryClient } from '@tanstack/react-query'
import { dataOf, query } from './query.ts'

/** A public profile as the viewer sees it. Usernames are equal whatever their capitals. */
export const profileQuery = (username: string) =>
  query('people.profileByUsername', { params: { username: username.toLowerCase() } }, { select: dataOf })

/** What the viewer reads of themselves. */
export const ownProfileQuery = () => query('users.profile', {}, { select: dataOf })

/** Fetches the profile before the click that opens it, unless a fresh answer is in the cache. */
export const prefetchProfile = (client: QueryClient, username: string): void =>
  void client.prefetchQuery(profileQuery(username))
