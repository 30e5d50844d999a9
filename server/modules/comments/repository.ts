import { sql } from 'kysely'
import type { ProjectRole } from '#shared/contract/index.ts'
import { type Guest, guestOf, partyOf, type PartyRow } from '#server/access/party.ts'
import { guestKinds, ownGuestKinds } from '#shared/rules/guest-events.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { prepared } from '#server/db/prepared.ts'

export type CommentRow = {
  id: string
  /** Of a comment on a task; one on an application has the other. */
  task_id: string | null
  request_id: string | null
  author_id: string | null
  author_username: string | null
  author_name: string | null
  body: string
  mentioned_ids: string[]
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
  /** Whether it came with an import, as another program wrote it. */
  is_imported: boolean
}
/** Somebody's part in a task that they may read and talk about, as a member or as its guest. */
export type TaskAccess = {
  projectID: string
  assigneeID: string | null
  role: ProjectRole
  lastActiveAt: Date | null
  guest: Guest | null
}
type AccessRow = Omit<TaskAccess, 'guest'> & PartyRow
const toAccess = <Row extends AccessRow>(row: Row): Row & TaskAccess => ({ ...row, guest: guestOf(row) })

/** `c` is the comment, `a` its author. */
export const columns = sql`c.id, c.task_id, c.request_id, c.author_id, a.username as author_username, a.name as author_name, c.body,
  c.mentioned_ids, c.created_at, c.edited_at, c.deleted_at,
  c.edited_at is null and c.idempotency_key like 'import %' as is_imported`

/** Condition: administrators have not hidden the comment `c`, or the person wrote it. */
export const isShown = (userID: string) => sql<boolean>`(c.hidden_at is null or c.author_id = ${userID}::uuid)`

/** `t` is the task, `m` the person's part in it, `p` the project: only members and its guest may know of its comments. */
const open = (userID: string) => sql`
  join projects p on p.id = t.project_id and p.deleted_at is null cross join lateral ${partyOf(userID)} as m`
const access = sql`t.project_id as "projectID", t.assigned_to_id as "assigneeID", m.last_active_at as "lastActiveAt", m.*`

/** The person's part in the task; undefined for anybody but members and its guest, and for a task that is gone. */
export const findTaskAccess = async (db: DbOrTx, taskID: string, userID: string): Promise<TaskAccess | undefined> => {
  const { rows } = await sql<AccessRow>`${prepared}
    select ${access} from tasks t ${open(userID)} where t.id = ${taskID} and t.deleted_at is null`.execute(db)
  return rows[0] && toAccess(rows[0])
}

/** A comment and the person's part in its task. A caller about to change it keeps others from changing it. */
export const holdComment = async (
  tx: Tx,
  id: string,
  userID: string,
): Promise<(CommentRow & TaskAccess & { task_id: string }) | undefined> => {
  const { rows } = await sql<CommentRow & AccessRow & { task_id: string }>`
    select ${columns}, ${access} from comments c join tasks t on t.id = c.task_id ${open(userID)}
      left join users a on a.id = c.author_id
    where c.id = ${id} and c.deleted_at is null and t.deleted_at is null and ${isShown(userID)}
      and (m.guest_since is null or c.created_at >= m.guest_since) for no key update of c`.execute(tx)
  return rows[0] && toAccess(rows[0])
}

/** The sender's own name for a comment. */
export type Key = { authorID: string; idempotencyKey: string }
type OnTask = { taskID: string }

/** The comment that a person has written under that key, in its present state. */
export const findByKey = async (
  db: DbOrTx,
  { taskID, authorID, idempotencyKey }: Key & OnTask,
): Promise<CommentRow | undefined> => {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c left join users a on a.id = c.author_id
    where c.task_id = ${taskID} and c.author_id = ${authorID} and c.idempotency_key = ${idempotencyKey}`.execute(db)
  return rows[0]
}

export type NewComment = Key & { id: string; body: string; mentionedIDs: readonly string[]; now: Date }

/**
 * Adds the comment of a member or guest. Undefined when they have used the key before (waits for a parallel write of it), or may no
 * longer write here.
 */
export const insertComment = async (tx: Tx, comment: NewComment & OnTask): Promise<CommentRow | undefined> => {
  const { id, taskID, authorID, idempotencyKey, body, mentionedIDs, now } = comment
  const { rows } = await sql<CommentRow>`
    with c as (
      insert into comments (id, task_id, author_id, body, mentioned_ids, idempotency_key, created_at)
      select ${id}::uuid, t.id, ${authorID}::uuid, ${body}, ${mentionedIDs}::uuid[], ${idempotencyKey}, ${now}::timestamptz
      from tasks t ${open(authorID)} where t.id = ${taskID} and t.deleted_at is null and not m.is_read_only
      on conflict do nothing returning *
    ) select ${columns} from c left join users a on a.id = c.author_id`.execute(tx)
  return rows[0]
}

export const changeBody = async (
  tx: Tx,
  { id, body, mentionedIDs, now }: Pick<NewComment, 'id' | 'body' | 'mentionedIDs' | 'now'>,
): Promise<void> => {
  await send(
    tx,
    sql`update comments set body = ${body}, mentioned_ids = ${mentionedIDs}::uuid[], edited_at = ${now} where id = ${id}`,
  )
}

/** Takes the text away; the row stays, since later comments may refer to it. */
export const emptyComment = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await send(tx, sql`update comments set body = '', mentioned_ids = '{}', deleted_at = ${now} where id = ${id}`)
}

/** Hides a comment from all but its author, or shows it again. Returns false for one that is gone. */
export const showComment = async (tx: Tx, id: string, hiddenAt: Date | null): Promise<boolean> => {
  const done = await tx
    .updateTable('comments')
    .set({ hidden_at: hiddenAt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export type NamedPerson = { username: string; name: string }
/** What these people are called, by ID; who is gone is left out. */
export const findPeople = async (db: DbOrTx, ids: readonly string[]): Promise<Map<string, NamedPerson>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'username', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username, name }) => [id, { username, name }]))
}

export type NamedTask = { id: string; number: number; title: string }
/** The tasks of the project of a task that have these numbers. */
export const findTasksByNumber = async (
  db: DbOrTx,
  taskID: string,
  numbers: readonly number[],
): Promise<NamedTask[]> => {
  if (numbers.length === 0) return []
  const { rows } = await sql<NamedTask>`
    select t.id, t.task_number as number, t.title from tasks t
    where t.project_id = (select project_id from tasks where id = ${taskID})
      and t.task_number = any(${numbers}::integer[]) and t.deleted_at is null`.execute(db)
  return rows
}

/** The place of an entry in the feed: when it was made (ISO 8601) and its ID. */
export type Place = { time: string; id: string }
/** A row of the feed: a comment, or an event of the task with its data. */
export type FeedRow = CommentRow & { kind: string | null; data: Record<string, unknown> | null }
export type FeedQuery = {
  taskID: string
  viewerID: string
  before: Place | null
  limit: number
  hasComments: boolean
  hasHistory: boolean
  /** Set for a guest, whose feed begins with the offer and tells of the task and its claim alone. */
  guest: { since: Date; userID: string } | null
}

/** The history that a guest reads. What is due and paid, they read of themselves alone. */
const forGuests = (userID: string) => sql<boolean>`(e.kind = any(${guestKinds}::text[])
  or e.kind = any(${ownGuestKinds}::text[]) and e.subject_id = ${userID}::uuid)`

/**
 * Events of claims that happen with a change of the task, of which the task's own events tell, and what two sides alone
 * propose to each other.
 */
const isNoHistory = sql`(e.kind in ('claim.ended', 'claim.finished', 'reward.forgiven') or e.kind like 'proposal.%' or e.kind like 'dispute.%'
  or e.kind = 'claim.made' and e.data ->> 'kind' <> 'claimed')`

/**
 * At most `limit` entries of a task's feed, newest first, before a place or from the newest. A deleted comment is
 * listed while a later one exists, which may refer to it.
 */
export const findFeed = async (
  db: DbOrTx,
  { taskID, viewerID, before, limit, hasComments, hasHistory, guest }: FeedQuery,
): Promise<FeedRow[]> => {
  const time = before?.time ?? null
  const isFor = (alias: 'c' | 'e') =>
    guest ? sql<boolean>`${sql.ref(`${alias}.created_at`)} >= ${guest.since}::timestamptz` : sql<boolean>`true`
  const earlier = (alias: 'c' | 'e') => sql`(${time}::timestamptz is null
    or (${sql.ref(`${alias}.created_at`)}, ${sql.ref(`${alias}.id`)}) < (${time}::timestamptz, ${before?.id ?? null}::uuid))`
  const { rows } = await sql<FeedRow>`
    select f.*, a.username as author_username, a.name as author_name from (
      (select c.id, c.task_id, c.request_id, c.author_id, c.body, c.mentioned_ids, c.created_at, c.edited_at, c.deleted_at,
          null as kind, null::jsonb as data
        from comments c
        where ${hasComments}::boolean and c.task_id = ${taskID}::uuid and ${earlier('c')} and ${isFor('c')}
          and ${isShown(viewerID)}
          and (c.deleted_at is null or exists (
            select 1 from comments later where later.task_id = c.task_id and later.deleted_at is null
              and (later.created_at, later.id) > (c.created_at, c.id)))
        order by c.created_at desc, c.id desc limit ${limit})
      union all
      (select e.id, e.task_id, null, e.actor_id, '', '{}'::uuid[], e.created_at, null, null, e.kind, e.data
        from events e
        where ${hasHistory}::boolean and e.task_id = ${taskID}::uuid and ${earlier('e')} and e.kind not like 'comment.%'
          and not ${isNoHistory} and ${isFor('e')} and ${guest ? forGuests(guest.userID) : sql`true`}
        order by e.created_at desc, e.id desc limit ${limit})
      order by created_at desc, id desc limit ${limit}
    ) as f left join users a on a.id = f.author_id
    order by f.created_at desc, f.id desc`.execute(db)
  return rows
}

/** Adds comments of one person on several tasks, in their order. `keyed` begins their idempotency keys. */
export const insertComments = async (
  tx: Tx,
  { authorID, keyed, now }: { authorID: string; keyed: string; now: Date },
  comments: ReadonlyArray<{ id: string; taskID: string; body: string }>,
): Promise<void> => {
  const rows = comments.map(({ id, taskID, body }, at) => ({ id, task_id: taskID, body, key: `${keyed} ${at}` }))
  await send(
    tx,
    sql`
    insert into comments (id, task_id, author_id, body, idempotency_key, created_at)
    select r.id, r.task_id, ${authorID}::uuid, r.body, r.key, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, task_id uuid, body text, key text)`,
  )
}

export type Said = { id: string; task_id: string; author_username: string | null; body: string; created_at: Date }

/** The comments on these tasks that are still there, oldest first: all of it, or a part after a comment. */
export const findComments = async (
  db: DbOrTx,
  taskIDs: readonly string[],
  { limit = null, after }: { limit?: number | null; after?: Said | undefined } = {},
): Promise<Said[]> => {
  const { rows } = await sql<Said>`
    select c.id, c.task_id, a.username as author_username, c.body, c.created_at
    from comments c left join users a on a.id = c.author_id
    where c.task_id = any(${taskIDs}::uuid[]) and c.deleted_at is null and c.hidden_at is null
      and ${after ? sql<boolean>`(c.created_at, c.id) > (${after.created_at}, ${after.id}::uuid)` : sql<boolean>`true`}
    order by c.created_at, c.id limit ${limit}::integer`.execute(db)
  return rows
}
