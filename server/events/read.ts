import { type RawBuilder, sql } from 'kysely'
import type { EventKind } from '#shared/contract/events.ts'
import { type DbOrTx, send } from '../db/pool.ts'
import { prepared } from '../db/prepared.ts'
import { keptParts } from './months.ts'

/** An event as the log has it. */
export type LoggedEvent = {
  id: string
  /** The transaction that wrote it, as digits: 64 bits are more than a number holds. */
  xid: string
  kind: EventKind
  actorID: string | null
  projectID: string | null
  taskID: string | null
  requestID: string | null
  subjectID: string | null
  data: Record<string, unknown>
  createdAt: Date
}

/** A place in a log: the events after it have not been read. */
export type Cursor = { epoch: string; xid: string; id: string }

/** Comes before every ID. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'
/** Comes behind every ID. */
export const LAST_ID = NO_ID.replaceAll('0', 'f')
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const written = new RegExp(`^(${UUID})\\.(\\d{1,19})\\.(${UUID})$`)

/** The cursor as clients keep it: text that says nothing to them. */
export const writeCursor = ({ epoch, xid, id }: Cursor): string =>
  Buffer.from(`${epoch}.${xid}.${id}`).toString('base64url')

/** The cursor that a client sends back; null for anything that no `writeCursor` has written. */
export const readCursor = (text: string): Cursor | null => {
  const [, epoch, xid, id] = written.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  return epoch !== undefined && xid !== undefined && id !== undefined ? { epoch, xid, id } : null
}

/** Where the log begins: everything that it holds comes after it. */
export const startOfLog = async (db: DbOrTx): Promise<Cursor> => ({ epoch: await epochOf(db), xid: '0', id: NO_ID })

/**
 * The transactions that have ended, with all before them. Their numbers are no place in the log: one that wrote no event may not have
 * been written to disk, or to a standby, and after a crash or a failover another transaction gets its number.
 */
const ENDED = sql`xid < pg_snapshot_xmin(pg_current_snapshot())`

/** Where the log ends now: what is committed from here on comes after it, and so does what is under way. */
export const endOfLog = async (db: DbOrTx): Promise<Cursor> => {
  const { rows } = await sql<{ epoch: string; xid: string }>`
    select epoch, coalesce((select xid from events where ${ENDED} order by xid desc limit 1), '0')::text as xid
    from event_log`.execute(db)
  const [row] = rows
  if (!row) throw noLog()
  return { epoch: row.epoch, xid: row.xid, id: LAST_ID }
}

const epochOf = async (db: DbOrTx): Promise<string> => {
  const row = await db.selectFrom('event_log').select('epoch').executeTakeFirst()
  if (!row) throw noLog()
  return row.epoch
}
const noLog = () => new Error('The database has no event log: a migration is missing.')

const columnsOfFound = sql`found.id, found.xid::text as xid, found.kind, found.actor_id as "actorID",
  found.project_id as "projectID", found.task_id as "taskID", found.request_id as "requestID",
  found.subject_id as "subjectID", found.data, found.created_at as "createdAt"`

/**
 * At most `limit` events after the cursor, in the order in which every reader gets them, and the cursor behind the last of
 * them. Whatever was written by a transaction that is older than the oldest one under way; the rest comes when that has
 * ended, so that no event is ever put in before one that was read. `until` is behind all that its transaction wrote, unless `limit`
 * cut that off; `oldest` is the oldest transaction under way. `isKnown` is false where the log has no event of the cursor's transaction any
 * more, as after a failover to a standby that lacked it. Null for a cursor of another log (before a restore).
 */
export const readEvents = async (
  db: DbOrTx,
  cursor: Cursor,
  limit: number,
): Promise<{ events: LoggedEvent[]; cursor: Cursor; until: Cursor; oldest: string; isKnown: boolean } | null> => {
  // One row at least, so that one query tells the log, its end and what is in it.
  const { rows } = await sql<Log & (LoggedEvent | { id: null })>`${prepared}
    select log.epoch, pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
      exists (select from events known where known.xid = ${cursor.xid}::text::xid8) as "isKnown", ${columnsOfFound}
    from event_log log left join lateral (
      select * from events
      where (xid, id) > (${cursor.xid}::text::xid8, ${cursor.id}::uuid) and ${ENDED}
      order by events.xid, events.id limit ${sql.lit(limit)}
    ) found on true
    order by found.xid, found.id`.execute(db)
  const [log] = rows
  if (!log) throw noLog()
  if (log.epoch !== cursor.epoch) return null
  const events = rows.flatMap(({ epoch: _, oldest: __, isKnown: ___, ...event }) => (event.id === null ? [] : [event]))
  const last = events.at(-1)
  const behind = last ? { ...cursor, xid: last.xid, id: last.id } : cursor
  return {
    events,
    cursor: behind,
    // A place before all that a transaction writes is no place behind it: releases before this one have made such places.
    until: behind.id === NO_ID ? behind : { ...behind, id: LAST_ID },
    oldest: log.oldest,
    isKnown: log.isKnown || cursor.id === NO_ID || cursor.xid === '0',
  }
}
type Log = { epoch: string; oldest: string; isKnown: boolean }

/**
 * Whether an event comes after a place of a cluster that has had more transactions than this one: its number says nothing, but its
 * ID does, unless the place names no event.
 */
export const isSince = (id: RawBuilder<unknown>, place: { xid: RawBuilder<unknown>; id: RawBuilder<unknown> }) =>
  sql<boolean>`(${place.xid} >= pg_snapshot_xmax(pg_current_snapshot()) and ${place.id} <> ${NO_ID}::uuid and ${id} > ${place.id})`

/** All events that a restore has loaded are of this transaction. */
export const RESTORED_XID = '1'
const OF_PROJECT = 100

/**
 * The next events of one project after a place, with all that their transactions have written for it: some of a transaction in which
 * the place lies come before it. `at` is the place in this log: one of another log (before a restore) is among what was restored.
 */
export const readEventsOf = async (
  db: DbOrTx,
  projectID: string,
  after: Cursor,
): Promise<{ at: Cursor; events: LoggedEvent[] }> => {
  const epoch = await epochOf(db)
  const at = after.epoch === epoch ? after : { epoch, xid: RESTORED_XID, id: after.id }
  const { rows } = await sql<LoggedEvent>`
    with next as materialized (
      select xid, id from events
      where project_id = ${projectID} and (xid, id) > (${at.xid}::text::xid8, ${at.id}::uuid) and ${ENDED}
      order by xid, id limit ${OF_PROJECT}
    )
    select ${columnsOfFound} from (select distinct xid from next) of_next
    join events found on found.project_id = ${projectID} and found.xid = of_next.xid
      and (found.xid <> ${RESTORED_XID}::text::xid8 or found.id in (select id from next))
    order by found.xid, found.id`.execute(db)
  return { at, events: rows }
}

/**
 * After rows of another database were loaded: none of them is hidden, and cursors of the log before are of no use any more.
 * `placeReaders` moves those that are kept in rows to the new log, while events still have the order of the old one. Nothing to do
 * where a release before the log is restored.
 */
export const beginNewLog = async (db: DbOrTx, placeReaders: (epoch: string) => Promise<void>): Promise<void> => {
  if (!(await hasTable(db, 'events'))) return
  await send(db, sql`delete from event_log`)
  await send(db, sql`insert into event_log (epoch) values (gen_random_uuid())`)
  await placeReaders(await epochOf(db))
  // Below every transaction that writes from now on. The IDs, which grow with time, keep their order.
  for (const table of ['events', ...(await keptParts(db))])
    await send(db, sql`update ${sql.id(table)} set xid = ${RESTORED_XID}::text::xid8`)
  // Notices name their last transaction, so that marking a whole view leaves out what came since.
  if (await hasTable(db, 'notifications')) await send(db, sql`update notifications set xid = '1'`)
}

const hasTable = async (db: DbOrTx, name: string): Promise<boolean> =>
  (await sql`select where to_regclass(${name}) is not null`.execute(db)).rows.length > 0
