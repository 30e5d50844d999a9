import { useQuery } from '@tanstack/react-query'
import { dataOf, query } from '../data/query.ts'
import { useSession } from '../lib/session.ts'

/**
 * Whether the viewer is an administrator; the call is made once `isWanted`. False while unknown: the page checks by
 * itself.
 */
export const useAdminAccess = (isWanted: boolean): boolean => {
  const isSignedIn = useSession((session) => session.userID !== null)
  const { data } = useQuery(
    query('users.adminAccess', {}, { select: dataOf, enabled: isWanted && isSignedIn, staleTime: 5 * 60_000 }),
  )
  return data ?? false
}
