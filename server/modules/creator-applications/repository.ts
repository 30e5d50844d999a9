import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CreatorApplicationColumn, Direction } from '#shared/contract/index.ts'
import { creatorApplicationStatus } from '#shared/rules/statuses.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'
import { patternOf } from '#server/db/text-search.ts'

export type CreatorApplicationRow = {
  id: string
  user_id: string
  status: number
  reason: string | null
  text: string | null
  answer_by: Date | null
  created_at: Date
  updated_at: Date
  earlier: number
  username: string
  name: string
  email: string
  reputation: number
  creators: number
}

const applications = (db: DbOrTx) =>
  db
    .selectFrom('creator_applications as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.id',
      'a.user_id',
      'a.status',
      'a.reason',
      'a.text',
      'a.answer_by',
      'a.created_at',
      'a.updated_at',
      sql<number>`(select count(*)::int from creator_applications e
        where e.user_id = a.user_id and (e.created_at, e.id) < (a.created_at, a.id))`.as('earlier'),
      'u.username',
      'u.name',
      'u.email',
      'u.reputation',
      'u.reputation_creators as creators',
    ])

export const findCreatorApplication = (db: DbOrTx, id: string): Promise<CreatorApplicationRow | undefined> =>
  applications(db).where('a.id', '=', id).executeTakeFirst()

/** A person's applications, newest first. */
export const findCreatorApplicationsOf = (
  db: DbOrTx,
  userID: string,
  limit: number,
): Promise<CreatorApplicationRow[]> =>
  applications(db)
    .where('a.user_id', '=', userID)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()

export type CreatorApplicationFilter = {
  status?: number | undefined
  /** A part of the applicant's folded name, or of the address in lower case; null for all applicants. */
  person?: { folded: string; email: string } | null
}

export type CreatorApplicationOrder = { sort: CreatorApplicationColumn; direction: Direction }
const newestFirst: CreatorApplicationOrder = { sort: 'createdAt', direction: 'desc' }

/**
 * The sort columns as the indexes have them, followed by the columns that order equal rows. For a person's column that
 * is the person's ID first, which ends those indexes.
 */
const orderKeys = {
  createdAt: [sql`a.created_at`],
  status: [sql`a.status`],
  name: [sql`lower(coalesce(nullif(u.name, ''), u.username))`, sql`u.id`],
  username: [sql`lower(u.username collate "C")`],
  email: [sql`lower(u.email)`],
  tier: [sql`tier_level(u.reputation, u.reputation_creators)`, sql`u.reputation`, sql`u.id`],
} as const satisfies Record<CreatorApplicationColumn, readonly unknown[]>

/**
 * One page of all applications in that order, and how many match. The other direction is exactly the reversed list.
 * `page` counts from 1.
 */
export const findCreatorApplicationPage = async (
  db: DbOrTx,
  { status, person = null }: CreatorApplicationFilter,
  { page, limit }: { page: number; limit: number },
  { sort, direction }: CreatorApplicationOrder = newestFirst,
): Promise<{ rows: CreatorApplicationRow[]; total: number }> => {
  const matching = db
    .selectFrom('creator_applications as a')
    .$if(status !== undefined, (query) => query.where('a.status', '=', status ?? 0))
    // Names and addresses are searched apart, each by its own index; one condition on both columns could use neither.
    .$if(person !== null, (query) =>
      query.where('a.user_id', 'in', peopleMatching(person ?? { folded: '', email: '' })),
    )
  const order = sql.join(
    [...orderKeys[sort], sql`a.id`].map((key) => sql`${key} ${direction === 'asc' ? sql`asc` : sql`desc`}`),
  )
  const listed = matching
    .$if(sort !== 'createdAt' && sort !== 'status', (query) => query.innerJoin('users as u', 'u.id', 'a.user_id'))
    .select('a.id')
    .orderBy(order)
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await applications(db).innerJoin(listed.as('listed'), 'listed.id', 'a.id').orderBy(order).execute()
  const { total } = await db
    // The order matches an index, so that the count reads that index and not the table.
    .selectFrom(matching.select('a.id').orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

const peopleMatching = ({ folded, email }: { folded: string; email: string }) => sql<string>`(
  select id from users where search_name like ${patternOf(folded)} and is_email_verified
  union
  select id from users where lower(email) like ${patternOf(email)})`

/** Whether an administrator approved the person as a creator. */
export const isApproved = async (db: DbOrTx, userID: string): Promise<boolean> =>
  (await db
    .selectFrom('creator_applications')
    .select('id')
    .where('user_id', '=', userID)
    .where('status', '=', creatorApplicationStatus.approved)
    .executeTakeFirst()) !== undefined

type Fresh = { userID: string; text: string | null; answerBy: Date; now: Date }

/** Adds a pending application and returns its ID; undefined while another one is pending or approved. */
export const insertCreatorApplication = async (
  db: DbOrTx,
  { userID, text, answerBy, now }: Fresh,
): Promise<string | undefined> => {
  const row = await db
    .insertInto('creator_applications')
    .values({
      id: uuidv7(),
      user_id: userID,
      status: creatorApplicationStatus.pending,
      text,
      answer_by: answerBy,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        // This repeats the condition of the partial index, without which PostgreSQL cannot tell which index is meant.
        .where(sql<boolean>`status in (0, 1)`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export type Decision = {
  id: string
  status: typeof creatorApplicationStatus.approved | typeof creatorApplicationStatus.rejected
  reason?: string | undefined
  /** Null where the server approves everyone. */
  decidedBy: string | null
  now: Date
}

/**
 * Decides an application that is still pending. Returns whether it was, so that only one of several parallel decisions
 * counts.
 */
export const decideCreatorApplication = async (
  tx: Tx,
  { id, status, reason, decidedBy, now }: Decision,
): Promise<boolean> => {
  const result = await tx
    .updateTable('creator_applications')
    .set({ status, decided_at: now, decided_by: decidedBy, updated_at: now, ...(reason && { reason }) })
    .where('id', '=', id)
    .where('status', '=', creatorApplicationStatus.pending)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const setReason = async (tx: Tx, id: string, reason: string, now: Date): Promise<void> => {
  await send(
    tx,
    tx
      .updateTable('creator_applications')
      .set({ reason: reason || null, updated_at: now })
      .where('id', '=', id),
  )
}

/** Makes the applicant a creator. */
export const makeCreator = async (tx: Tx, userID: string, now: Date): Promise<void> => {
  await send(tx, tx.updateTable('users').set({ account_type: 'creator', updated_at: now }).where('id', '=', userID))
}

type DecisionRow = { email: string; username: string; name: string; status: number; reason: string | null }

/** A decided application and its applicant, for the mail about the decision. Null while the application is pending. */
export const findDecisionToMail = async (db: DbOrTx, id: string): Promise<DecisionRow | null> => {
  const { rows } = await sql<DecisionRow>`
    select u.email, u.username, u.name, a.status, a.reason
    from creator_applications a join users u on u.id = a.user_id
    where a.id = ${id} and a.status <> ${creatorApplicationStatus.pending} and u.is_email_verified`.execute(db)
  return rows[0] ?? null
}

const reminders = ['half', 'lastDay', 'over'] as const
export type Reminded = { id: string; userID: string; reminder: (typeof reminders)[number] }

/**
 * Notes the reminders that are due now, at most as many as asked for, and returns them: at half of an application's time, one day before
 * its answer date, and at its end. Of several that a standstill has made due, the last one counts. A row that another
 * process holds is left to it.
 */
export const noteReminders = async (tx: Tx, now: Date, atMost: number): Promise<Reminded[]> => {
  const due = sql`case
    when ${now}::timestamptz >= answer_by then 3
    when ${now}::timestamptz < created_at + (answer_by - created_at) / 2 then 0
    when ${now}::timestamptz >= answer_by - interval '1 day' then 2
    else 1 end`
  const { rows } = await sql<{ id: string; user_id: string; reminders: number }>`
    with waiting as (
      select id, ${due} as due from creator_applications
      where status = ${creatorApplicationStatus.pending} and answer_by is not null and reminders < 3 and reminders < ${due}
      order by answer_by limit ${atMost} for update skip locked)
    update creator_applications a set reminders = w.due from waiting w where a.id = w.id
    returning a.id, a.user_id, a.reminders`.execute(tx)
  return rows.flatMap(({ id, user_id: userID, reminders: count }) => {
    const reminder = reminders[count - 1]
    return reminder ? [{ id, userID, reminder }] : []
  })
}
