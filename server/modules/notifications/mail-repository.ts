import { sql } from 'kysely'
import type { NoticeKind } from '#shared/contract/events.ts'
import type { NoticeGroup } from '#shared/contract/notifications.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { anyOf, prepared } from '#server/db/prepared.ts'
import { isThere, mayOpen, type NoticeRow, selectNotices } from './repository.ts'

/** One of the events that a notice stands for. */
export type NoticeEvent = {
  id: string
  kind: NoticeKind
  actor: string | null
  group: NoticeGroup
  /** When it happened, as ISO text. */
  at: string
  /** Whether a mail is to tell of it. */
  toMail: boolean
}

/** People with notices to look at: at most `limit`, those who wait longest first. */
export const findPeopleToMail = async (db: DbOrTx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where mail_at <= ${now}
    group by user_id order by min(mail_at), user_id limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Takes the right to gather a person's mails until the transaction ends, and returns the moment that their last digest was
 * for. Undefined when another process has the right.
 */
export const holdMails = async (tx: Tx, userID: string): Promise<{ lastDigestAt: Date | null } | undefined> => {
  await send(tx, sql`insert into notice_mails (user_id) values (${userID}) on conflict do nothing`)
  const { rows } = await sql<{ lastDigestAt: Date | null }>`
    select last_digest_at as "lastDigestAt" from notice_mails where user_id = ${userID} for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

export type DueNotice = { id: string; events: NoticeEvent[] }

/** The person's notices whose mail may be due, newest first, each with the events that a mail is to tell of, oldest first. */
export const findDueNotices = async (tx: Tx, userID: string, now: Date): Promise<DueNotice[]> => {
  const { rows } = await sql<{ id: string; mail_since: Date; events: NoticeEvent[] }>`
    select id, mail_since, events from notifications where user_id = ${userID} and mail_at <= ${now}
    order by updated_at desc, id desc for update skip locked`.execute(tx)
  return rows.map(({ id, mail_since, events }) => ({
    id,
    events: events.filter(({ toMail, at }) => toMail && at >= mail_since.toISOString()),
  }))
}

/** Notes what was gathered: the events that are done with, and when to look at the others, if there are any. */
export const noteGathered = async (
  tx: Tx,
  { id, done, next }: { id: string; done: readonly string[]; next: { since: Date; at: Date } | null },
): Promise<void> => {
  await send(
    tx,
    sql`
    update notifications set mail_since = ${next?.since ?? null}, mail_at = ${next?.at ?? null}, events = (
      select jsonb_agg(case when e.item ->> 'id' = any(${done}::text[]) then e.item || '{"toMail": false}' else e.item end order by e.place)
      from jsonb_array_elements(events) with ordinality as e (item, place))
    where id = ${id}`,
  )
}

export const noteDigest = async (tx: Tx, userID: string, at: Date): Promise<void> => {
  await send(tx, tx.updateTable('notice_mails').set({ last_digest_at: at }).where('user_id', '=', userID))
}

/** Looks at the person's notices again at once, since what they want may be another thing now. */
export const lookAgain = async (db: DbOrTx, userID: string, now: Date): Promise<void> => {
  await send(db, sql`update notifications set mail_at = ${now} where user_id = ${userID} and mail_since is not null`)
}

type Reader = { email: string; username: string; name: string }
/** The person who gets a mail about notices; undefined when they are gone, or their address is not verified. */
export const findReader = async (db: DbOrTx, userID: string): Promise<Reader | undefined> =>
  db
    .selectFrom('users')
    .select(['email', 'username', 'name'])
    .where('id', '=', userID)
    .where('is_email_verified', '=', true)
    .executeTakeFirst()

/** Those of the notices that the person has still not seen, and may open now. */
export const findUnseen = async (
  db: DbOrTx,
  userID: string,
  ids: readonly string[],
  now: Date,
): Promise<(NoticeRow & { events: NoticeEvent[] })[]> => {
  const { rows } = await sql<NoticeRow & { events: NoticeEvent[] }>`${prepared}
    select unseen.*, m.events from (${selectNotices(sql`select n.* from notifications n
      where n.user_id = ${userID} and n.id = ${anyOf(ids)} and n.read_at is null and n.done_at is null
        and (n.snoozed_until is null or n.snoozed_until <= ${now}::timestamptz) and ${mayOpen} and ${isThere}`)}
    ) as unseen join notifications m on m.id = unseen.id
    order by unseen.updated_at desc, unseen.id desc`.execute(db)
  return rows
}

/** The comments that events of these tasks tell of, by the event's ID; deleted ones have no text any more. */
export const findCommentTexts = async (
  db: DbOrTx,
  events: ReadonlyArray<{ id: string; taskID: string }>,
): Promise<Map<string, string>> => {
  if (events.length === 0) return new Map()
  const { rows } = await sql<{ id: string; body: string }>`
    select e.id, c.body from events e join comments c on c.id = (e.data ->> 'commentID')::uuid and c.deleted_at is null and c.hidden_at is null
    where e.task_id = any(${events.map(({ taskID }) => taskID)}::uuid[]) and e.id = any(${events.map(({ id }) => id)}::uuid[])
      and e.kind in ('comment.added', 'comment.edited')`.execute(db)
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The names of people, by ID; a person who is gone has none. */
export const findNames = async (
  db: DbOrTx,
  ids: readonly string[],
): Promise<Map<string, { username: string; name: string }>> => {
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'username', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username, name }) => [id, { username, name }]))
}
