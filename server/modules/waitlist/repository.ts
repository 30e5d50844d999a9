import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Direction, MailState, WaitlistColumn, Wish } from '#shared/contract/index.ts'
import { isListed } from '#server/access/known-projects.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { patternOf } from '#server/db/text-search.ts'

const columns = [
  ...(['id', 'email', 'is_invited', 'last_invited_at', 'created_at', 'mail_state', 'mail_error'] as const),
  ...(['want', 'from_task_id', 'from_project_id'] as const),
]
export type WaitlistRow = {
  id: string
  email: string
  is_invited: boolean
  last_invited_at: Date | null
  created_at: Date
  mail_state: string | null
  mail_error: string | null
  want: string | null
  from_task_id: string | null
  from_project_id: string | null
}

/** The waitlist entry of a canonical address. */
export const findEntry = (db: DbOrTx, email: string) =>
  db
    .selectFrom('waitlist_entries')
    .select([...columns, 'registered_user_id'])
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()

/** Whether a canonical address belongs to an account. */
export const hasAccount = async (db: DbOrTx, email: string): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/** Puts an address on the waitlist; an address that is there already stays as it is. */
export const addEntry = (db: DbOrTx, email: string, now: Date, id: string = uuidv7()) =>
  send(
    db,
    db
      .insertInto('waitlist_entries')
      .values({ id, email, created_at: now })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing()),
  )

export type NewWish = {
  want?: Wish | undefined
  from?: { taskID?: string | undefined; projectID?: string | undefined } | undefined
}

/**
 * Notes what an address on the waitlist wants and where it asked, as far as the wish says so; the rest stays. A task or project
 * that not everybody may know is not kept.
 */
export const noteWish = async (db: DbOrTx, email: string, { want, from }: NewWish): Promise<void> => {
  if (want === undefined && from === undefined) return
  const { taskID = null, projectID = null } = from ?? {}
  const task = sql<
    string | null
  >`(select o.task_id from open_tasks o where o.task_id = ${taskID} and o.takers <> 'members')`
  const project = sql<string | null>`(select p.id from projects p
    where p.id = ${projectID} and p.deleted_at is null and ${isListed})`
  await send(
    db,
    db
      .updateTable('waitlist_entries')
      .set({ ...(want && { want }), ...(from && { from_task_id: task, from_project_id: project }) })
      .where(sql`lower(email)`, '=', email),
  )
}

export type Origin = { task_id: string | null; project_id: string; title: string }
/** The tasks and projects where entries asked, by the ID of the entry. */
export const findOrigins = async (db: DbOrTx, ids: readonly string[]): Promise<ReadonlyMap<string, Origin>> => {
  const { rows } = await sql<Origin & { id: string }>`
    select w.id, t.id as task_id, p.id as project_id, coalesce(t.title, p.title) as title
    from waitlist_entries w left join tasks t on t.id = w.from_task_id
    join projects p on p.id = coalesce(t.project_id, w.from_project_id)
    where w.id = any(${ids}::uuid[]) and p.deleted_at is null and t.deleted_at is null`.execute(db)
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}

/**
 * Holds the entries that have waited longest, at most as many as asked for, and returns their canonical addresses. Those that
 * another transaction holds, and addresses with an account, are passed over.
 */
export const holdNext = async (
  tx: Tx,
  { count, want }: { count: number; want?: Wish | undefined },
): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select lower(w.email) as email from waitlist_entries w
    where not w.is_invited and (${want ?? null}::text is null or w.want = ${want ?? null})
      and not exists (select from users u where lower(u.email) = lower(w.email))
    order by w.created_at, w.id limit ${count} for update of w skip locked`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Without an `invitationID` no job mails the invitation. */
type NewInvitation = { email: string; invitationID: string | null; tokenHash: string; ends: Date; now: Date }

/**
 * Invites an address, on the waitlist or not, with a link that replaces the former. With `unlessInvited`, an address
 * that was invited, and whose mail has not failed, stays as it is: null.
 */
export const inviteEntry = async (
  db: DbOrTx,
  { email, invitationID, tokenHash, ends, now }: NewInvitation,
  unlessInvited: boolean,
): Promise<WaitlistRow | null> => {
  const invitation = {
    is_invited: true,
    invited_token_hash: tokenHash,
    invitation_expires_at: ends,
    last_invited_at: now,
    invitation_id: invitationID,
    mail_state: invitationID === null ? null : 'queued',
    mail_error: null,
  } as const
  const row = await db
    .insertInto('waitlist_entries')
    .values({ id: uuidv7(), email, created_at: now, ...invitation })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).doUpdateSet(invitation)
        .where(sql<boolean>`not (${unlessInvited} and waitlist_entries.is_invited
          and waitlist_entries.mail_state is distinct from 'failed')`),
    )
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Whether an invitation link is valid for the address: the newest one, not expired, not used. It stays valid while a
 * stranger has registered the address without the link and not verified it.
 */
export const isInvitationGood = async (db: DbOrTx, tokenHash: string, email: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('invited_token_hash', '=', tokenHash)
    .where(sql`lower(email)`, '=', email)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that the address was registered without its link. */
export const markRegistered = (db: DbOrTx, email: string, userID: string) =>
  send(
    db,
    db
      .updateTable('waitlist_entries')
      .set({ registered_user_id: userID })
      .where(sql`lower(email)`, '=', email),
  )

/** Records that the address was registered with its link. Returns whether this caller was the first to use the link. */
export const useInvitation = async (
  db: DbOrTx,
  { tokenHash, email, userID, now }: { tokenHash: string; email: string; userID: string; now: Date },
): Promise<boolean> => {
  const result = await db
    .updateTable('waitlist_entries')
    .set({ registered_user_id: userID, invited_token_hash: null })
    .where('invited_token_hash', '=', tokenHash)
    .where(sql`lower(email)`, '=', email)
    .where('invitation_expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends the invitation of an address that now belongs to a verified account. */
export const endInvitation = (db: DbOrTx, email: string) =>
  send(
    db,
    db
      .updateTable('waitlist_entries')
      .set({ invited_token_hash: null })
      .where(sql`lower(email)`, '=', email)
      .where('invited_token_hash', 'is not', null),
  )

export type WaitlistFilter = {
  q?: string | undefined
  isInvited?: boolean | undefined
  mailState?: MailState | undefined
  want?: Wish | undefined
  ids?: string[] | undefined
}

export type WaitlistOrder = { sort: WaitlistColumn; direction: Direction }
const newestFirst: WaitlistOrder = { sort: 'createdAt', direction: 'desc' }

/**
 * The sort columns as the indexes have them. Addresses that were never invited come before invited ones, and entries
 * without a mail after those with one.
 */
const orderKeys = {
  createdAt: sql`created_at`,
  email: sql`lower(email)`,
  isInvited: sql`is_invited`,
  lastInvitedAt: sql`coalesce(last_invited_at, '-infinity')`,
  mailState: sql`mail_state`,
} as const satisfies Record<WaitlistColumn, unknown>

/** One page in that order, and the number of all entries. The other direction is exactly the reversed list. */
export const listEntries = async (
  db: DbOrTx,
  filter: WaitlistFilter,
  { page, limit }: { page: number; limit: number },
  { sort, direction }: WaitlistOrder = newestFirst,
): Promise<{ rows: WaitlistRow[]; total: number }> => {
  const matching = db
    .selectFrom('waitlist_entries')
    .$if(filter.isInvited !== undefined, (query) => query.where('is_invited', '=', filter.isInvited ?? false))
    .$if(filter.mailState !== undefined, (query) => query.where('mail_state', '=', filter.mailState ?? null))
    .$if(filter.want !== undefined, (query) => query.where('want', '=', filter.want ?? null))
    .$if(filter.ids !== undefined, (query) => query.where('id', 'in', filter.ids ?? []))
    .$if(Boolean(filter.q), (query) =>
      query.where(sql`lower(email)`, 'like', patternOf((filter.q ?? '').toLowerCase())),
    )
  const rows = await matching
    .select(columns)
    .orderBy(orderKeys[sort], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    // The order matches an index, so that the count reads that index and not the table.
    .selectFrom(matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Deletes an entry, and with it its invitation. Returns its canonical address; undefined when it was not there. */
export const removeEntry = async (db: DbOrTx, id: string): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('waitlist_entries')
    .where('id', '=', id)
    .returning(sql<string>`lower(email)`.as('email'))
    .executeTakeFirst()
  return row?.email
}

export type FunnelRow = {
  /** The Monday of a week, as a day; null for all times. */
  week: string | null
  joined: number
  waiting: number
  invited: number
  registered: number
  acted: number
}

/** How far the entries of each week, by when they joined, have come, newest first; the first row is that of all times. */
export const findFunnel = async (db: DbOrTx, weeks: number): Promise<FunnelRow[]> => {
  const { rows } = await sql<FunnelRow>`
    with steps as (
      select date_trunc('week', w.created_at at time zone 'UTC')::date as week, w.is_invited,
        u.id is not null as is_registered,
        exists (select from project_requests r where r.user_id = u.id and r.kind in ('application', 'taskApplication') offset 0)
          or exists (select from claims c where c.user_id = u.id offset 0)
          or exists (select from tasks t where t.created_by_id = u.id offset 0) as has_acted
      from waitlist_entries w left join lateral (
        select id from users where id = w.registered_user_id or lower(email) = lower(w.email) limit 1) u on true)
    select week::text, count(*)::int as joined, (count(*) filter (where not is_invited and not is_registered))::int as waiting,
      (count(*) filter (where is_invited))::int as invited, (count(*) filter (where is_registered))::int as registered,
      (count(*) filter (where has_acted))::int as acted
    from steps group by grouping sets ((), (week)) order by grouping(week) desc, week desc limit ${weeks + 1}`.execute(
    db,
  )
  return rows
}

/** An invitation from the waitlist, not to a project. */
type Invitation = { entryID: string; invitationID: string }

/**
 * Gives an invitation the token that is about to be mailed, and returns the address; null when the invitation was used,
 * has expired, or was replaced.
 */
export const renewToken = async (
  db: DbOrTx,
  { entryID, invitationID }: Invitation,
  tokenHash: string,
  now: Date,
): Promise<string | null> => {
  const row = await db
    .updateTable('waitlist_entries')
    .set({ invited_token_hash: tokenHash })
    .where('id', '=', entryID)
    .where('invitation_id', '=', invitationID)
    .where('invited_token_hash', 'is not', null)
    .where('invitation_expires_at', '>', now)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? null
}

/**
 * Records the result of a try to send the invitation's mail, for administrators; `state` is null when there was nothing
 * left to send.
 */
export const noteMail = async (
  db: DbOrTx,
  { entryID, invitationID }: Invitation,
  state: MailState | null,
  reason: string | null,
): Promise<void> => {
  // A worker that was too slow must not overwrite the result of the worker that sent the mail.
  await send(
    db,
    sql`update waitlist_entries set mail_state = ${state}, mail_error = ${reason}
    where id = ${entryID} and invitation_id = ${invitationID} and (mail_state = 'queued' or ${state} = 'sent')`,
  )
}

/**
 * Marks the mails of jobs that are deleted for their age as failed, so that administrators see that these mails never
 * left.
 */
export const failForgottenMails = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(
    db,
    sql`update waitlist_entries set mail_state = 'failed', mail_error = coalesce(mail_error, 'No mail server was there for it.')
    where mail_state = 'queued' and last_invited_at < ${before}`,
  )
}
