import type { QueryClient } from '@tanstack/react-query'
import { patternOf } from '#shared/rules/addresses.ts'
import { ownClaimsQuery } from '#data/claims.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { localData } from '#lib/browser-storage.ts'

/** A thing that the person has opened. No title is kept: the palette reads each thing again, as far as it may be opened. */
export type RecentThing = { kind: 'task' | 'project'; id: string } | { kind: 'person'; username: string }

export const RECENT_MAX = 6

const isSame = (one: RecentThing, other: RecentThing): boolean => JSON.stringify(one) === JSON.stringify(other)
const isThing = (value: unknown): value is RecentThing => {
  const { kind, id, username } = (value ?? {}) as Record<string, unknown>
  return kind === 'person'
    ? typeof username === 'string'
    : ['task', 'project'].includes(String(kind)) && typeof id === 'string'
}

/** The things opened last, the newest first. */
export const recentThings = (): RecentThing[] => {
  try {
    const kept: unknown = JSON.parse(localData.get('recent') ?? '[]')
    return Array.isArray(kept) ? kept.filter(isThing).slice(0, RECENT_MAX) : []
  } catch {
    return []
  }
}

export const noteRecent = (thing: RecentThing): void => {
  const others = recentThings().filter((one) => !isSame(one, thing))
  localData.set('recent', JSON.stringify([thing, ...others].slice(0, RECENT_MAX)))
}

/** The task with this number that the viewer reads as its guest, who has no board. */
const guestTaskAt = (client: QueryClient, projectID: string, number: number): string | undefined =>
  client.getQueryData(ownClaimsQuery(projectID, number).queryKey)?.data.find(({ task }) => task !== null)?.taskID

/** The things that an address shows: a task with its project, a project, or a person. */
export const thingsAt = (
  client: QueryClient,
  { pathname, search }: { pathname: string; search: string },
): RecentThing[] => {
  const part = (name: 'profile' | 'project' | 'projectDialog') =>
    patternOf(name, { mayGoOn: name === 'project' }).exec(pathname)?.[1]
  const username = part('profile')
  if (username) return [{ kind: 'person', username: decodeURIComponent(username) }]
  const projectID = part('project')
  if (!projectID || projectID === 'dialog') return []
  const board = client.getQueryData(projectTasksQuery(projectID).queryKey)?.data ?? []
  const number = patternOf('taskByNumber').exec(pathname)?.[2]
  const wanted = number ?? new URLSearchParams(search).get('task')
  const id =
    board.find((one) => (number ? one.taskId : one.id) === wanted)?.id ?? guestTaskAt(client, projectID, Number(number))
  return [{ kind: 'project', id: projectID }, ...(id ? [{ kind: 'task' as const, id }] : [])]
}
