import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { CreatorApplicationColumn, Direction } from '../../../shared/contract/index.ts'
import { creatorApplicationStatus } from '../../../shared/rules/statuses.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { patternOf } from '../../db/text-search.ts'

export type CreatorApplicationRow = {
  id: string
  user_id: string
  status: number
  reason: string | null
  created_at: Date
  updated_at: Date
  username: string
  name: string
  email: string
  reputation: number
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
      'a.created_at',
      'a.updated_at',
      'u.username',
      'u.name',
      'u.email',
      'u.reputation',
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
  /** A part of the applicant's folded name, or of the address in lower case; null for everybody. */
  person?: { folded: string; email: string } | null
}

export type CreatorApplicationOrder = { sort: CreatorApplicationColumn; direction: Direction }
const newestFirst: CreatorApplicationOrder = { sort: 'createdAt', direction: 'desc' }

/** As the indexes have them, with what tells equal ones apart: of a person's column the person first, whom its index ends with. */
const orderKeys = {
  createdAt: [sql`a.created_at`],
  status: [sql`a.status`],
  name: [sql`lower(coalesce(nullif(u.name, ''), u.username))`, sql`u.id`],
  username: [sql`lower(u.username)`],
  email: [sql`lower(u.email)`],
  tier: [sql`u.reputation`, sql`u.id`],
} as const satisfies Record<CreatorApplicationColumn, readonly unknown[]>

/**
 * One page of all applications in that order, and how many fit. The other direction is the same list from its end, ties
 * included. `page` counts from 1.
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
    // Found apart, each by its own index; a condition on both columns at once would have neither.
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
    // In an order that has an index, so that the count walks that one and not the table.
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

/** Makes a pending application and answers its ID; undefined while one is pending or approved. */
export const insertCreatorApplication = async (db: DbOrTx, userID: string, now: Date): Promise<string | undefined> => {
  const row = await db
    .insertInto('creator_applications')
    .values({
      id: uuidv7(),
      user_id: userID,
      status: creatorApplicationStatus.pending,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        // As the partial index says it, or PostgreSQL would not know which one is meant.
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
  decidedBy: string
  now: Date
}

/** Decides an application if it is still pending, and answers whether it was: of several who decide at once, one. */
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
  await tx
    .updateTable('creator_applications')
    .set({ reason: reason || null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** The applicant is a creator from now on. */
export const makeCreator = async (tx: Tx, userID: string, now: Date): Promise<void> => {
  await tx.updateTable('users').set({ account_type: 'creator', updated_at: now }).where('id', '=', userID).execute()
}

type DecisionRow = { email: string; username: string; name: string; status: number; reason: string | null }

/** A decided application and its applicant, for the mail that tells them. Null while it is pending. */
export const findDecisionToMail = async (db: DbOrTx, id: string): Promise<DecisionRow | null> => {
  const { rows } = await sql<DecisionRow>`
    select u.email, u.username, u.name, a.status, a.reason
    from creator_applications a join users u on u.id = a.user_id
    where a.id = ${id} and a.status <> ${creatorApplicationStatus.pending} and u.is_email_verified`.execute(db)
  return rows[0] ?? null
}
