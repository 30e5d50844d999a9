import { create } from 'zustand'
import type { Task } from '#shared/contract/index.ts'

/** Milliseconds for which a card that somebody else has changed is marked. */
export const MARK_MS = 4_000

/** A change: who made it, null for the server itself, and the task's version since then. */
type Change = { actorID: string | null; version: number | undefined }

type LiveState = {
  /** Whether the app follows changes as they happen. */
  isFollowing: boolean
  /** The stream has been down for a while; the screens poll in the meantime. */
  isReconnecting: boolean
  /** The tasks that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  /** By task, what the stream last told of a change by somebody else. */
  changedBy: ReadonlyMap<string, Change>
}
const nothing: LiveState = { isFollowing: false, isReconnecting: false, marked: new Set(), changedBy: new Map() }

/** What the stream of changes means for the screens, beside the data itself. */
export const useLiveState = create<LiveState>(() => nothing)

/** By task, until when it is marked. */
const until = new Map<string, number>()
const timers = new Set<ReturnType<typeof setTimeout>>()

/**
 * Returns the ID of the person who made this version of a task; null for the server itself. Undefined when the stream
 * has not said, such as after the person's own change in another window or while the stream was down.
 */
export const actorOf = (
  { changedBy }: LiveState,
  { id, version }: Pick<Task, 'id' | 'version'>,
): string | null | undefined => {
  const change = changedBy.get(id)
  return change && change.version === version ? change.actorID : undefined
}

/** A task that somebody else has changed. */
export type ForeignChange = Pick<Task, 'id' | 'version'> & { actorID: string | null }

/** Marks tasks that somebody else has changed, for MARK_MS. */
export const markChanged = (changes: readonly ForeignChange[]): void => {
  if (changes.length === 0) return
  const end = Date.now() + MARK_MS
  for (const { id } of changes) until.set(id, end)
  useLiveState.setState(({ marked, changedBy }) => ({
    marked: new Set([...marked, ...changes.map(({ id }) => id)]),
    changedBy: new Map([
      ...changedBy,
      ...changes.map(({ id, version, actorID }) => [id, { actorID, version }] as const),
    ]),
  }))
  const timer = setTimeout(() => {
    timers.delete(timer)
    for (const [id, at] of until) if (at <= Date.now()) until.delete(id)
    useLiveState.setState(({ marked }) => ({ marked: new Set([...marked].filter((id) => until.has(id))) }))
  }, MARK_MS)
  timers.add(timer)
}

/** Forgets everything, when the app follows no changes any more. */
export const forgetLive = (): void => {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
  until.clear()
  useLiveState.setState(nothing)
}
