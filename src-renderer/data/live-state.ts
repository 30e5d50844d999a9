import { create } from 'zustand'
import type { Task } from '../../shared/contract/index.ts'

/** Milliseconds for which a card that somebody else has changed is marked. */
export const MARK_MS = 4_000

/** A change: who made it, null for the server itself, and the task's version since then. */
type Change = { actorID: string | null; version: number | undefined }

type LiveState = {
  /** Whether the app follows changes as they happen. */
  isFollowing: boolean
  /** The stream has been down for a while; the screens poll meanwhile. */
  isReconnecting: boolean
  /** The tasks that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  /** By task, what the stream last told of a change by somebody else. */
  changedBy: ReadonlyMap<string, Change>
}
const nothing: LiveState = { isFollowing: false, isReconnecting: false, marked: new Set(), changedBy: new Map() }

/** What the stream of changes means for the screens, beside the data itself. */
export const useLiveState = create<LiveState>(() => nothing)

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Answers the ID of the person who made a task what it is in this version; null for the server itself. It is undefined where the
 * stream has not told: after a change of one's own in another window, say, or while the stream was down.
 */
export const actorOf = (
  { changedBy }: LiveState,
  { id, version }: Pick<Task, 'id' | 'version'>,
): string | null | undefined => {
  const change = changedBy.get(id)
  return change && change.version === version ? change.actorID : undefined
}

/** Marks a task that somebody else has changed, for MARK_MS. */
export const markChanged = ({ id: taskID, version }: Pick<Task, 'id' | 'version'>, actorID: string | null): void => {
  clearTimeout(timers.get(taskID))
  useLiveState.setState(({ marked, changedBy }) => ({
    marked: new Set(marked).add(taskID),
    changedBy: new Map(changedBy).set(taskID, { actorID, version }),
  }))
  timers.set(
    taskID,
    setTimeout(() => {
      timers.delete(taskID)
      useLiveState.setState(({ marked }) => ({ marked: new Set([...marked].filter((id) => id !== taskID)) }))
    }, MARK_MS),
  )
}

/** Forgets everything, when the app follows no changes any more. */
export const forgetLive = (): void => {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  useLiveState.setState(nothing)
}
