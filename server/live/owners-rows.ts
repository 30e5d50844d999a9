import type { LiveFrame } from '#shared/contract/index.ts'
import type { DbOrTx } from '../db/pool.ts'
import { type Cursor, type LoggedEvent, readEventsOf, RESTORED_XID, startOfLog } from '../events/read.ts'
import { gatherActs } from './acts.ts'
import { mayReceive } from './audience.ts'
import { isAfter } from './follower.ts'
import { changeFrame } from './frames.ts'
import { findBoardTasks, isProjectDeleted, type Rights } from './live-repository.ts'

/** Stands for the owners of the project, and for none of them: what is for one person alone is not for it. */
const OWNER = 'an owner'
const rightsOfOwners = (isDeleted: boolean): Rights => ({
  membersOf: () => [],
  administrators: [],
  isAdministrator: () => false,
  memberOf: () => ({ role: 'owner', isDeleted }),
  guestsOf: () => new Map<string, Date>(),
})

/** A row of GET /events, with the place of its event. */
export type OwnersRow = { frame: LiveFrame; at: Cursor }
/** What was read: the rows, and the place behind all that was looked at. */
export type OwnersRows = { rows: OwnersRow[]; behind: Cursor }

/** What was restored is of one transaction, and no act. */
const gathered = (events: readonly LoggedEvent[]): LoggedEvent[] => [
  ...events.filter(({ xid }) => xid === RESTORED_XID),
  ...gatherActs(events.filter(({ xid }) => xid !== RESTORED_XID)).map(({ event }) => event),
]

/**
 * The events of a project behind a place, as GET /events answers them to its owners: whole transactions, so that an act on many
 * tasks is one row wherever the place is. Undefined where there is nothing.
 */
export const readOwnersRows = async (db: DbOrTx, projectID: string, after: Cursor): Promise<OwnersRows | undefined> => {
  const { at, events } = await readEventsOf(db, projectID, after)
  const last = events.at(-1)
  // The place in another log is moved to this one, so that there is an end to looking.
  if (!last) return at.epoch === after.epoch ? undefined : { rows: [], behind: at }
  const isDeleted = await isProjectDeleted(db, projectID)
  const items = gathered(events).filter(
    (event) => isAfter(event, at) && mayReceive(event, OWNER, rightsOfOwners(isDeleted)),
  )
  const tasks = await findBoardTasks(db, [...new Set(items.flatMap(({ taskID }) => taskID ?? []))])
  return {
    rows: items.map((event) => {
      const place = { epoch: at.epoch, xid: event.xid, id: event.id }
      return {
        at: place,
        frame: changeFrame(at.epoch, event, (event.taskID !== null && tasks.get(event.taskID)) || null),
      }
    }),
    behind: { epoch: at.epoch, xid: last.xid, id: last.id },
  }
}

/** The row of one event, by the transaction that wrote it; undefined where there is none, or owners no longer see it. */
export const readOwnersRow = async (
  db: DbOrTx,
  projectID: string,
  event: { xid: string; id: string },
): Promise<LiveFrame | undefined> => {
  const { epoch } = await startOfLog(db)
  for (const xid of [event.xid, RESTORED_XID]) {
    const found = await readOwnersRows(db, projectID, { epoch, xid, id: idBefore(event.id) })
    const row = found?.rows.find(({ at }) => at.id === event.id)
    if (row) return row.frame
  }
  return undefined
}

/** The ID just before another, so that the event itself comes first of what is behind it. */
const idBefore = (id: string): string => {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
