import type { AppDeps } from '#server/deps.ts'
import { withTx } from '#server/db/pool.ts'
import { tell } from '../notifications/service.ts'
import { findDeadlines, findZones, noteTold, type ZoneDates } from './deadlines-repository.ts'

const AT_ONCE = 200
const DAY_MS = 24 * 60 * 60_000

/** YYYY-MM-DD, as Swedes write dates, in a time zone; undefined for a zone that this version of the program does not know. */
const dateIn = (zone: string, moment: number): string | undefined => {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    return format.format(moment)
  } catch {
    return undefined
  }
}

/** A task is overdue when its date is over, and due when that is no more than 24 hours ahead. */
const datesIn = (zone: string, now: number): ZoneDates | undefined => {
  const [today, tomorrow] = [dateIn(zone, now), dateIn(zone, now + DAY_MS)]
  if (today === undefined || tomorrow === undefined) return undefined
  return { zone, today, dueUntil: new Date(Date.parse(tomorrow) - DAY_MS).toISOString().slice(0, 10) }
}

/** The dates of each zone; a zone that this program does not know has those of UTC, which come first. */
const datesOf = (zones: readonly string[], now: number): ZoneDates[] => {
  const today = new Date(now).toISOString().slice(0, 10)
  const utc = { zone: 'UTC', today, dueUntil: today }
  return [utc, ...zones.filter((zone) => zone !== 'UTC').map((zone) => datesIn(zone, now) ?? { ...utc, zone })]
}

/**
 * Records and notifies that tasks are due or overdue, once for each task and due date. Processes may run this in
 * parallel; what one leaves undone, the next does. Errors: the first one, after every task was tried.
 */
export const notifyOfDeadlines = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  const failures: unknown[] = []
  for (;;) {
    const now = clock.now()
    const zones = datesOf(await findZones(db, now), now.getTime())
    const found = await findDeadlines(db, { now, zones, limit: AT_ONCE })
    for (const deadline of found)
      try {
        await withTx(db, async (tx) => {
          const told = await noteTold(tx, deadline, now)
          if (!told) return
          const { kind, taskID, dueOn } = deadline
          const about = { actorID: null, projectID: told.projectID, taskID, subjectID: told.assigneeID }
          await tell(tx, now, { kind, ...about, data: { dueOn } })
        })
      } catch (error) {
        // What is wrong with one task keeps nobody from hearing of another.
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
    if (found.length < AT_ONCE) return
  }
}
