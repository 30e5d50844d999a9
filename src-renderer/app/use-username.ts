import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '../data/query.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'

type Username = {
  /** The name kept in this tab at once, then the server's. Null while unknown. */
  username: string | null
  hasFailed: boolean
  retry: () => void
}

/** The viewer's username. */
export const useUsername = (): Username => {
  const userID = useSession((session) => session.userID)
  const { data, isError, refetch } = useQuery(
    query('users.username', {}, { select: ({ data: { username: known } }) => known, enabled: userID !== null }),
  )
  useEffect(() => {
    if (data) sessionData.set('username', data)
  }, [data])
  return {
    username: userID ? (data ?? sessionData.get('username')) : null,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
