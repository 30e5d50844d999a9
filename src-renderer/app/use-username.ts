import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'

type Username = {
  /** The one kept in this tab at once, then the server's. Null while unknown. */
  username: string | null
  hasFailed: boolean
  retry: () => void
}

/** The own username. */
export const useUsername = (): Username => {
  const userID = useSession((session) => session.userID)
  const { data, isError, refetch } = useQuery({
    queryKey: ['users.username', userID],
    enabled: userID !== null,
    queryFn: async ({ signal }) => {
      const { username } = (await api.users.username({}, { signal })).data
      sessionData.set('username', username)
      return username
    },
  })
  return {
    username: userID ? (data ?? sessionData.get('username')) : null,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
