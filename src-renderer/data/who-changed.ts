import type { QueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { api } from '../lib/api.ts'
import { useSession } from '../lib/session.ts'
import { actorOf, useLiveState } from './live-state.ts'
import { membersQuery } from './memberships.ts'

/** Who has made a task what it is in this version, for a sentence: a name, 'You', or 'Somebody else' where that cannot be found out. */
export const whoChanged = async (client: QueryClient, task: Task): Promise<string> => {
  const viewerID = useSession.getState().userID
  const { id, projectID } = task
  const actorID = actorOf(useLiveState.getState(), task)
  const members = client.getQueryData(membersQuery(projectID).queryKey)?.data ?? []
  const member = actorID ? members.find(({ userID }) => userID === actorID) : undefined
  if (member) return member.name || member.username
  // Without the stream, or after a change in another window, the task's history knows.
  const history = await api.comments.feed({ params: { id }, query: { show: 'history' } }).catch(() => null)
  const actor = history?.data.findLast(({ event }) => event !== null)?.event?.actor
  if (actor?.id === viewerID && actor) return 'You'
  return actor ? actor.name || actor.username : 'Somebody else'
}
