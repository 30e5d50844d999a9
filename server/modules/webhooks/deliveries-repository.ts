import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import type { Cursor } from '#server/events/read.ts'

/** A webhook that this process alone sends for a while. */
export type HeldWebhook = {
  id: string
  projectID: string
  target: string
  kinds: string[]
  tries: number
  at: Cursor
  /** Is this holding's own, so that who held the webhook before changes nothing. */
  hold: string
}

type Held = Pick<HeldWebhook, 'id' | 'hold'>

/** A process that was killed gives up what it held after this time: longer than a delivery takes. */
const HELD = sql`now() + interval '10 seconds'`

/**
 * Takes those that have something to send and wait for nothing, at most as many for each target as are free for it. The place in
 * another log (before a restore) always has.
 */
export const takeWebhooks = async (
  db: DbOrTx,
  { free, now }: { free: ReadonlyMap<string, number>; now: Date },
): Promise<HeldWebhook[]> => {
  const { rows } = await sql<Omit<HeldWebhook, 'at'> & Cursor & { eventID: string }>`
    with due as (
      select found.id from unnest(${[...free.keys()]}::text[], ${[...free.values()]}::int[]) as t(name, free)
      cross join lateral (
        select w.id from webhooks w
        where w.target = t.name and w.state = 'active' and (w.next_at is null or w.next_at <= ${now}::timestamptz)
          and (w.held_until is null or w.held_until <= now())
          and (w.cursor_epoch <> (select epoch from event_log) or exists (
            select from events e where e.project_id = w.project_id and (e.xid, e.id) > (w.cursor_xid, w.cursor_id)
              and e.xid < pg_snapshot_xmin(pg_current_snapshot())))
        order by w.held_until nulls first, w.id limit t.free for update skip locked
      ) found
    )
    update webhooks w set held_by = gen_random_uuid(), held_until = ${HELD} from due where w.id = due.id
    returning w.id, w.project_id as "projectID", w.target, w.kinds, w.tries, w.cursor_epoch as epoch,
      w.cursor_xid::text as xid, w.cursor_id as "eventID", w.held_by as hold`.execute(db)
  return rows.map(({ epoch, xid, eventID, ...row }) => ({ ...row, at: { epoch, xid, id: eventID } }))
}

/** Notes up to where the webhook was sent, and goes on holding it. Answers false where another process has taken it. */
export const moveOn = async (db: DbOrTx, { id, hold }: Held, at: Cursor): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update webhooks set cursor_epoch = ${at.epoch}, cursor_xid = ${at.xid}::text::xid8,
      cursor_id = ${at.id}, tries = 0, next_at = null, held_until = ${HELD}
    where id = ${id} and held_by = ${hold}`.execute(db)
  return numAffectedRows === 1n
}

export const letGo = async (db: DbOrTx, { id, hold }: Held): Promise<void> => {
  await send(db, sql`update webhooks set held_by = null, held_until = now() where id = ${id} and held_by = ${hold}`)
}

/** Notes that a try has failed; without a time for the next one the webhook is paused. Answers false where somebody else sends it. */
export const noteFailure = async (tx: Tx, { id, hold }: Held, nextAt: Date | null): Promise<boolean> => {
  const { numAffectedRows } = await sql`update webhooks set tries = tries + 1, next_at = ${nextAt}, held_by = null,
      held_until = now(), state = ${nextAt === null ? 'paused' : 'active'}
    where id = ${id} and held_by = ${hold} and state = 'active'`.execute(tx)
  return numAffectedRows === 1n
}

export type DeliveryRow = {
  id: string
  kind: string
  is_delivered: boolean
  answer: string
  tries: number
  sent_at: Date
  event_id: string
  event_xid: string
}
const columns = sql`id, kind, is_delivered, answer, tries, sent_at, event_id, event_xid::text as event_xid`

type Tried = {
  webhookID: string
  event: { id: string; xid: string; kind: string }
  isDelivered: boolean
  answer: string
}
/** One row for each event, with its last try. Undefined where the webhook is gone. */
export const noteDelivery = async (
  db: DbOrTx,
  { webhookID, event, isDelivered, answer }: Tried,
  now: Date,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (id, webhook_id, event_id, event_xid, kind, is_delivered, answer, sent_at)
    select ${uuidv7()}::uuid, w.id, ${event.id}::uuid, ${event.xid}::text::xid8, ${event.kind}, ${isDelivered}::boolean,
      ${answer}, ${now}::timestamptz
    from (select id from webhooks where id = ${webhookID} for key share) as w
    on conflict (webhook_id, event_id) do update set is_delivered = excluded.is_delivered, answer = excluded.answer,
      sent_at = excluded.sent_at, tries = webhook_deliveries.tries + 1
    returning ${columns}`.execute(db)
  return rows[0]
}

/** The newest first, from the place on. */
export const findDeliveries = async (
  db: DbOrTx,
  webhookID: string,
  { since, before, limit }: { since: Date; before: { time: string; id: string } | null; limit: number },
): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`select ${columns} from webhook_deliveries
    where webhook_id = ${webhookID} and sent_at >= ${since}::timestamptz
      and (${before?.id ?? null}::uuid is null or (sent_at, id) < (${before?.time ?? null}::timestamptz, ${before?.id ?? null}::uuid))
    order by sent_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

export const findDelivery = async (
  db: DbOrTx,
  webhookID: string,
  id: string,
  since: Date,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await sql<DeliveryRow>`select ${columns} from webhook_deliveries
    where webhook_id = ${webhookID} and id = ${id} and sent_at >= ${since}::timestamptz`.execute(db)
  return rows[0]
}

export const removeDeliveries = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(db, db.deleteFrom('webhook_deliveries').where('sent_at', '<', before))
}
