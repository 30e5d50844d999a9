import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type EventData, type EventKind, events as kinds } from '#shared/contract/events.ts'
import { afterCommit, type Db, type DbOrTx, send, type Tx } from '../db/pool.ts'
import { prepared } from '../db/prepared.ts'

/** What an event is about, beside its kind and data. */
type About = {
  /** Who acted; null when the clock or the server did. */
  actorID: string | null
  projectID?: string | null
  taskID?: string | null
  requestID?: string | null
  /** The person whom the event is about. */
  subjectID?: string | null
}
/** An event of one kind, with the data of that kind. */
export type NewEvent = { [K in EventKind]: About & { kind: K; data: EventData<K> } }[EventKind]

const columns = sql.raw('id, kind, actor_id, project_id, task_id, request_id, subject_id, data, created_at')

/** An event whose fields are values, or expressions of the row that it is recorded for. */
type SelectedEvent = {
  id: string | RawBuilder<unknown>
  kind: EventKind
  actorID: string | RawBuilder<unknown>
  projectID: RawBuilder<unknown>
  taskID: RawBuilder<unknown>
  subjectID: RawBuilder<unknown>
  /** An object of jsonb, as the kind's schema in shared/contract/events wants it. */
  data: RawBuilder<unknown>
  now: Date | RawBuilder<unknown>
}

/**
 * The statement that records one event of a task for each row of `source`, for use beside the statement that makes the change:
 * both are one statement then, and cost one journey to the database. `source` names what the statement before returns: at
 * most one row, unless the event's ID is an expression.
 */
export const recording = (event: SelectedEvent, source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into events (${columns})
  select ${event.id}::uuid, ${event.kind}::text, ${event.actorID}::uuid, ${event.projectID}, ${event.taskID}, null, ${event.subjectID},
    ${event.data}, ${event.now}::timestamptz
  from ${source}`

const rowOf = (id: string, { kind, actorID, projectID, taskID, requestID, subjectID, data }: NewEvent, now: Date) => ({
  ...{
    id,
    kind,
    actor_id: actorID,
    project_id: projectID,
    task_id: taskID,
    request_id: requestID,
    subject_id: subjectID,
  },
  ...{ data: kinds[kind].data.parse(data), created_at: now.toISOString() },
})

/** The statement that records events in their order, and their IDs. Its caller says that it was made (`recorded`). */
export const recordingOf = (
  now: Date,
  events: readonly NewEvent[],
): { ids: string[]; statement: RawBuilder<unknown> } => {
  const ids = events.map(() => uuidv7())
  const rows = events.map((event, at) => rowOf(ids[at] ?? uuidv7(), event, now))
  const statement = sql`${prepared}
    insert into events (${columns})
    select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, kind text, actor_id uuid,
      project_id uuid, task_id uuid, request_id uuid, subject_id uuid, data jsonb, created_at timestamptz)`
  return { ids, statement }
}

/**
 * Records what has changed, in the transaction of the change: both are there, or neither. Several events of one change keep
 * the order in which they are given. Returns their IDs, in this order. Where people are notified of a change in its
 * own transaction (`notices` in shared/contract/events), services call `tell` of that module, which records too.
 * The triggers `events_append_only` and `events_kept` refuse to change, delete or truncate events.
 */
export const record = async (tx: Tx, now: Date, ...events: readonly NewEvent[]): Promise<string[]> => {
  if (events.length === 0) return []
  const { ids, statement } = recordingOf(now, events)
  await send(tx, statement)
  recorded(tx)
  return ids
}

/** The functions to call when this process has recorded something, by database. */
const listeners = new WeakMap<Db, Set<() => void>>()
const tell = (db: Db): void => listeners.get(db)?.forEach((hear) => hear())

/**
 * To be called after a statement with `recording`, or one that changes notices, so that streams tell of it as soon as it is
 * committed.
 */
export const recorded = (db: DbOrTx): void => (db.isTransaction ? afterCommit(db as Tx, tell) : tell(db))

/** Calls `hear` whenever this process has committed events. Returns the function that ends this. */
export const onRecorded = (db: Db, hear: () => void): (() => void) => {
  const listening = listeners.get(db) ?? new Set()
  listeners.set(db, listening.add(hear))
  return () => void listening.delete(hear)
}
