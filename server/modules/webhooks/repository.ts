import { sql } from 'kysely'
import type { EventKind } from '#shared/contract/events.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { type Cursor, isSince, LAST_ID, NO_ID, RESTORED_XID } from '#server/events/read.ts'

export type WebhookRow = {
  id: string
  target: string
  kinds: string[]
  state: 'active' | 'paused'
  made_at: Date
  secrets: number
}

const live = (now: Date) => sql`(s.ends_at is null or s.ends_at > ${now}::timestamptz)`

export const findWebhooks = async (db: DbOrTx, projectID: string, now: Date): Promise<WebhookRow[]> => {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.target, w.kinds, w.state, w.made_at,
      (select count(*)::int from webhook_secrets s where s.webhook_id = w.id and ${live(now)}) as secrets
    from webhooks w where w.project_id = ${projectID} order by w.target`.execute(db)
  return rows
}

export const findWebhookID = async (db: DbOrTx, projectID: string, target: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('webhooks')
      .select('id')
      .where('project_id', '=', projectID)
      .where('target', '=', target)
      .executeTakeFirst()
  )?.id

/** Locks the webhook until the transaction ends, so that its secrets change one at a time; undefined where there is none. */
export const holdWebhook = async (tx: Tx, projectID: string, target: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where project_id = ${projectID} and target = ${target} for update`.execute(tx)
  return rows[0]?.id
}

type NewWebhook = {
  id: string
  project_id: string
  target: string
  kinds: EventKind[]
  made_by: string
  made_at: Date
  after: Cursor
}
/** Answers false where the project has one for this target. It sends what comes after the place. */
export const insertWebhook = async (tx: Tx, { after, ...webhook }: NewWebhook): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('webhooks')
    .values({ ...webhook, cursor_epoch: after.epoch, cursor_xid: after.xid, cursor_id: after.id })
    .onConflict((conflict) => conflict.columns(['project_id', 'target']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteWebhook = async (tx: Tx, id: string): Promise<void> => {
  await send(tx, tx.deleteFrom('webhooks').where('id', '=', id))
}

/** Answers false where there is none that is paused. */
export const resumeWebhook = async (db: DbOrTx, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ state: 'active', tries: 0, next_at: null })
    .where('id', '=', id)
    .where('state', '=', 'paused')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** It is tried again at once: what it was sent has arrived. */
export const endPause = async (db: DbOrTx, id: string): Promise<void> => {
  await send(
    db,
    db.updateTable('webhooks').set({ tries: 0, next_at: null }).where('id', '=', id).where('state', '=', 'active'),
  )
}

/** As server/settings/sealing.ts has sealed it. */
type Secret = { id: string; sealed: Buffer; keyID: string }
/** The secrets that sign, the first one, which ends, first. */
export const findSecrets = async (db: DbOrTx, webhookID: string, now: Date): Promise<Secret[]> => {
  const { rows } = await sql<Secret>`select s.id, s.sealed, s.key_id as "keyID" from webhook_secrets s
    where s.webhook_id = ${webhookID} and ${live(now)} order by s.ends_at nulls last, s.made_at, s.id`.execute(db)
  return rows
}

type NewSecret = Secret & { webhookID: string; now: Date }
export const insertSecret = async (tx: Tx, { id, webhookID, sealed, keyID, now }: NewSecret): Promise<void> => {
  await send(
    tx,
    tx.insertInto('webhook_secrets').values({ id, webhook_id: webhookID, sealed, key_id: keyID, made_at: now }),
  )
}

/** All secrets, each with the webhook that it is of. */
export const findAllSecrets = async (db: DbOrTx): Promise<Array<Secret & { projectID: string; target: string }>> => {
  const { rows } = await sql<Secret & { projectID: string; target: string }>`
    select s.id, s.sealed, s.key_id as "keyID", w.project_id as "projectID", w.target
    from webhook_secrets s join webhooks w on w.id = s.webhook_id order by w.project_id, w.target, s.id`.execute(db)
  return rows
}

export const resealSecret = async (db: DbOrTx, { id, sealed, keyID }: Secret): Promise<void> => {
  await send(db, db.updateTable('webhook_secrets').set({ sealed, key_id: keyID }).where('id', '=', id))
}

export const endSecret = async (tx: Tx, id: string, ends: Date): Promise<void> => {
  await send(tx, tx.updateTable('webhook_secrets').set({ ends_at: ends }).where('id', '=', id))
}

/** Removes a secret, and those whose time is over. */
export const deleteSecrets = async (tx: Tx, webhookID: string, now: Date, id?: string): Promise<void> => {
  await send(
    tx,
    sql`delete from webhook_secrets s where s.webhook_id = ${webhookID}
    and (not ${live(now)} or s.id = ${id ?? null}::uuid)`,
  )
}

/**
 * Moves all webhooks to a log that a restore begins. What was restored is ordered by ID alone, and what a webhook was sent was not
 * always what has the smallest ones: it goes on with the first that it was not sent, and may get some of those behind it again.
 */
export const placeInNewLog = async (tx: Tx, epoch: string): Promise<void> => {
  const unsent = sql`
    select u.id from events u
    where u.project_id = w.project_id and (
      (u.xid, u.id) > (w.cursor_xid, w.cursor_id) or ${isSince(sql`u.id`, { xid: sql`w.cursor_xid`, id: sql`w.cursor_id` })})
    order by u.id limit 1`
  await send(
    tx,
    sql`
    update webhooks w set cursor_epoch = ${epoch}, cursor_xid = ${RESTORED_XID}::text::xid8, cursor_id = coalesce((
      select e.id from events e where e.project_id = w.project_id and e.id < coalesce((${unsent}), ${LAST_ID}::uuid)
      order by e.id desc limit 1), ${NO_ID}::uuid)`,
  )
}
