import { create } from 'zustand'

/** Milliseconds for which a card that somebody else has changed is marked. */
export const MARK_MS = 4_000

type LiveState = {
  /** Whether the app follows changes as they happen. */
  isFollowing: boolean
  /** The stream has been down for a while; the screens poll meanwhile. */
  isReconnecting: boolean
  /** The tasks that somebody else has changed a moment ago. */
  marked: ReadonlySet<string>
  /** By task, the person who has changed it last: null for the server itself. */
  changedBy: ReadonlyMap<string, string | null>
}
const nothing: LiveState = { isFollowing: false, isReconnecting: false, marked: new Set(), changedBy: new Map() }

/** What the stream of changes means for the screens, beside the data itself. */
export const useLiveState = create<LiveState>(() => nothing)

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Marks a task that somebody else has changed, for MARK_MS. */
export const markChanged = (taskID: string, actorID: string | null): void => {
  clearTimeout(timers.get(taskID))
  useLiveState.setState(({ marked, changedBy }) => ({
    marked: new Set(marked).add(taskID),
    changedBy: new Map(changedBy).set(taskID, actorID),
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
