import type { LoggedEvent } from '../events/read.ts'

/** An act on more tasks than this is sent as one change of the project, so that a client reads its board once. */
export const TASKS_TOLD = 30

/** An event to send. `act` names what one person has done to tasks of one project in one transaction; null for other events. */
type EventWithAct = { event: LoggedEvent; act: string | null }

const actOf = ({ xid, projectID, kind, actorID, taskID, requestID }: LoggedEvent): string | null =>
  projectID !== null && taskID !== null && requestID === null ? [xid, projectID, kind, actorID].join(' ') : null

/**
 * The events of the log as they are sent: the many events of an import, of a bulk change or of what takes one back are one event without
 * a task, in the place of the last of them.
 */
export const gatherActs = (events: readonly LoggedEvent[]): EventWithAct[] => {
  const told = events.map((event) => ({ event, act: actOf(event) }))
  const byAct = new Map<string, LoggedEvent[]>()
  for (const { event, act } of told) if (act !== null) byAct.set(act, [...(byAct.get(act) ?? []), event])
  return told.flatMap(({ event, act }) => {
    const all = act === null ? [] : (byAct.get(act) ?? [])
    if (all.length <= TASKS_TOLD) return { event, act }
    return all.at(-1) === event ? { event: { ...event, taskID: null, subjectID: null }, act } : []
  })
}
