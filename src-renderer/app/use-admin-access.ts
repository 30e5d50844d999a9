import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'

/** Whether the viewer is an administrator; asked for once it matters. False while unknown: the page itself decides. */
export const useAdminAccess = (isWanted: boolean): boolean => {
  const userID = useSession((session) => session.userID)
  const { data } = useQuery({
    queryKey: ['users.adminAccess', userID],
    enabled: isWanted && userID !== null,
    queryFn: async ({ signal }) => (await api.users.adminAccess({}, { signal })).data,
    staleTime: 5 * 60_000,
  })
  return data ?? false
}
