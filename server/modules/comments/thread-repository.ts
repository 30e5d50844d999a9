import { sql } from 'kysely'
import { isOpen, mayRead } from '#server/access/letters.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { columns, isShown, type CommentRow, type Key, type NewComment, type Place } from './repository.ts'

type About = { requestID: string }

/** The comment on an application that a person has written under that key, in its present state. */
export const findByKey = async (
  db: DbOrTx,
  { requestID, authorID, idempotencyKey }: Key & About,
): Promise<CommentRow | undefined> => {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c left join users a on a.id = c.author_id
    where c.request_id = ${requestID} and c.author_id = ${authorID} and c.idempotency_key = ${idempotencyKey}`.execute(
    db,
  )
  return rows[0]
}

const holdRequest = (tx: Tx, requestID: string) =>
  sql`select 1 from project_requests where id = ${requestID} for share`.execute(tx)

/**
 * Adds a comment to an open application, whose row stays locked until the transaction ends, so that none is written
 * after an answer. Undefined when the person has used the key before, or may no longer write here.
 */
export const insertComment = async (tx: Tx, comment: NewComment & About): Promise<CommentRow | undefined> => {
  const { id, requestID, authorID, idempotencyKey, body, mentionedIDs, now } = comment
  const held = holdRequest(tx, requestID)
  const added = sql<CommentRow>`
    with c as (
      insert into comments (id, request_id, author_id, body, mentioned_ids, idempotency_key, created_at)
      select ${id}::uuid, r.id, ${authorID}::uuid, ${body}, ${mentionedIDs}::uuid[], ${idempotencyKey}, ${now}::timestamptz
      from project_requests r join projects p on p.id = r.project_id
      where r.id = ${requestID} and ${isOpen} and ${mayRead(authorID)}
      on conflict do nothing returning *
    ) select ${columns} from c left join users a on a.id = c.author_id`
  const [, { rows }] = await Promise.all([held, added.execute(tx)])
  return rows[0]
}

/** The application that a comment is about, if it is about one; undefined for any other and for one that is deleted. */
export const findRequestOf = async (db: DbOrTx, commentID: string): Promise<string | undefined> => {
  const { rows } = await sql<{ requestID: string }>`
    select request_id as "requestID" from comments
    where id = ${commentID} and request_id is not null and deleted_at is null`.execute(db)
  return rows[0]?.requestID
}

/** A comment on an application, which nobody else changes until the transaction ends. */
export const holdComment = async (tx: Tx, id: string): Promise<CommentRow | undefined> => {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c left join users a on a.id = c.author_id
    where c.id = ${id} and c.request_id is not null and c.deleted_at is null for no key update of c`.execute(tx)
  return rows[0]
}

/** Of these usernames (in small letters) those of the applicant, the owners and the admins, in the names' order. */
export const findSidesByName = async (
  db: DbOrTx,
  requestID: string,
  names: readonly string[],
  limit: number,
): Promise<string[]> => {
  if (names.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from project_requests r join users u on u.id = r.user_id or exists (
      select 1 from memberships m where m.project_id = r.project_id and m.user_id = u.id and m.role in ('owner', 'admin'))
    where r.id = ${requestID} and lower(u.username collate "C") = any(${names}::text[])
    order by array_position(${names}::text[], lower(u.username collate "C")) limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** At most `limit` comments on an application, newest first: those before a place, or the newest of all. */
export const findThread = async (
  db: DbOrTx,
  { requestID, viewerID, before, limit }: About & { viewerID: string; before: Place | null; limit: number },
): Promise<CommentRow[]> => {
  const time = before?.time ?? null
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c left join users a on a.id = c.author_id
    where c.request_id = ${requestID} and ${isShown(viewerID)}
      and (${time}::timestamptz is null
        or (c.created_at, c.id) < (${time}::timestamptz, ${before?.id ?? null}::uuid))
      and (c.deleted_at is null or exists (
        select 1 from comments later where later.request_id = c.request_id and later.deleted_at is null
          and (later.created_at, later.id) > (c.created_at, c.id)))
    order by c.created_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}
