import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { nameOf } from '#shared/rules/person.ts'
import { dataOf, query } from '../data/query.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { useSession } from '../lib/session.ts'

type Username = {
  /** The name kept in this tab at once, then the server's. Null while unknown. */
  username: string | null
  /** What the person is called: their name, or the username while no name is known. */
  name: string | null
  hasFailed: boolean
  retry: () => void
}

/** The viewer's username and name. */
export const useUsername = (): Username => {
  const userID = useSession((session) => session.userID)
  const { data, isError, refetch } = useQuery(query('users.username', {}, { select: dataOf, enabled: userID !== null }))
  useEffect(() => {
    if (data) sessionData.set('username', data.username)
  }, [data])
  const username = userID ? (data?.username ?? sessionData.get('username')) : null
  return {
    username,
    name: data ? nameOf(data) : username,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
