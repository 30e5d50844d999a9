import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'

/** The own username; the one kept in this tab at once, then the server's. Null while unknown. */
export const useUsername = (): string | null => {
  const userID = useSession((session) => session.userID)
  const { data } = useQuery({
    queryKey: ['users.username', userID],
    enabled: userID !== null,
    queryFn: async ({ signal }) => {
      const { username } = (await api.users.username({}, { signal })).data
      sessionData.set('username', username)
      return username
    },
  })
  return userID ? (data ?? sessionData.get('username')) : null
}
