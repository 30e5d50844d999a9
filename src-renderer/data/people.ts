import type { QueryClient } from '@tanstack/react-query'
import { dataOf, query } from './query.ts'

/** A public profile as the viewer sees it. A username is the same whatever its capitals. */
export const profileQuery = (username: string) =>
  query('people.profileByUsername', { params: { username: username.toLowerCase() } }, { select: dataOf })

/** Fetches what a click on the person would open, unless it is already there and fresh. */
export const prefetchProfile = (client: QueryClient, username: string): void =>
  void client.prefetchQuery(profileQuery(username))
