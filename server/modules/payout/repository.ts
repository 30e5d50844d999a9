import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** What server/settings/sealing.ts has sealed. */
type SealedBytes = { sealed: Buffer; keyID: string }

export type DetailsRow = SealedBytes & { changedAt: Date }

const detailsOf = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('payout_details')
    .select(['sealed', 'key_id as keyID', 'changed_at as changedAt'])
    .where('user_id', '=', userID)

export const findDetails = (db: DbOrTx, userID: string): Promise<DetailsRow | undefined> =>
  detailsOf(db, userID).executeTakeFirst()

/** Keeps details in place of those before. */
export const putDetails = (tx: Tx, userID: string, { sealed, keyID }: SealedBytes, now: Date) =>
  send(
    tx,
    tx
      .insertInto('payout_details')
      .values({ user_id: userID, sealed, key_id: keyID, given_at: now, changed_at: now })
      .onConflict((on) => on.column('user_id').doUpdateSet({ sealed, key_id: keyID, changed_at: now })),
  )

export type SealRow = SealedBytes & { userID: string; username: string; email: string }
/** A page of all seals, by person. */
export const findSeals = (db: DbOrTx, after: string | null, limit: number): Promise<SealRow[]> =>
  db
    .selectFrom('payout_details as details')
    .innerJoin('users', 'users.id', 'details.user_id')
    .select(['details.user_id as userID', 'details.sealed', 'details.key_id as keyID', 'users.username', 'users.email'])
    .$if(after !== null, (query) => query.where('details.user_id', '>', after ?? ''))
    .orderBy('details.user_id')
    .limit(limit)
    .execute()

/** Puts a seal in the place of this one; false where it has been replaced since. */
export const replaceSeal = async (db: DbOrTx, before: SealRow, { sealed, keyID }: SealedBytes): Promise<boolean> => {
  const replaced = await db
    .updateTable('payout_details')
    .set({ sealed, key_id: keyID })
    .where('user_id', '=', before.userID)
    .where('sealed', '=', before.sealed)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Returns false where there were none. */
export const removeDetails = async (tx: Tx, userID: string): Promise<boolean> =>
  (await tx.deleteFrom('payout_details').where('user_id', '=', userID).executeTakeFirst()).numDeletedRows > 0n

/** Notes a change, for the link of its mail. */
export const insertChange = async (tx: Tx, userID: string, { now, ends }: Record<'now' | 'ends', Date>) => {
  const id = uuidv7()
  await send(tx, tx.insertInto('payout_changes').values({ id, user_id: userID, created_at: now, expires_at: ends }))
  return id
}

/** A change to mail about, whose link was not used: whose it was. */
export const findChange = (db: DbOrTx, id: string) =>
  db
    .selectFrom('payout_changes as change')
    .innerJoin('users', 'users.id', 'change.user_id')
    .select(['users.email', 'users.username', 'users.name'])
    .where('change.id', '=', id)
    .where('change.consumed_at', 'is', null)
    .executeTakeFirst()

/** A person to mail to. */
export const findPerson = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('users')
    .select(['email', 'username', 'name'])
    .where('id', '=', userID)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Uses a link, once, and with it those of the person's other changes. Undefined where it was used, or has ended. */
export const consumeChange = async (tx: Tx, id: string, now: Date): Promise<string | undefined> => {
  const used = await tx
    .updateTable('payout_changes')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!used) return undefined
  await send(
    tx,
    tx
      .updateTable('payout_changes')
      .set({ consumed_at: now })
      .where('user_id', '=', used.user_id)
      .where('consumed_at', 'is', null),
  )
  return used.user_id
}

export const removeExpiredChanges = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(db, db.deleteFrom('payout_changes').where('expires_at', '<', before))
}

/** Notes whether people can say here how to be paid, for the dates of what is owed to them. */
export const noteKey = async (db: DbOrTx, isThere: boolean): Promise<void> => {
  const what = 'payout key'
  if (isThere) await send(db, db.deleteFrom('server_lacks').where('what', '=', what))
  else
    await send(
      db,
      db
        .insertInto('server_lacks')
        .values({ what })
        .onConflict((on) => on.doNothing()),
    )
}

type OwedRow = { claimID: string; userID: string; username: string; name: string }
/** What a project owes for a task, for an owner or admin of it; undefined for anybody else, and where nothing is owed. */
export const findOwed = async (
  db: DbOrTx,
  { projectID, taskID, managerID }: Record<'projectID' | 'taskID' | 'managerID', string>,
): Promise<OwedRow | undefined> => {
  const { rows } = await sql<OwedRow>`
    select c.id as "claimID", u.id as "userID", u.username, u.name
    from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id and b.amount_cents > 0
      join memberships m on m.project_id = c.project_id and m.user_id = ${managerID} and m.role in ('owner', 'admin')
      join users u on u.id = c.user_id
    where c.project_id = ${projectID} and c.task_id = ${taskID} and c.pay_by is not null
    order by c.ended_at desc limit 1`.execute(db)
  return rows[0]
}

export const insertReading = (tx: Tx, { claimID, userID }: OwedRow, readBy: string, now: Date) =>
  send(
    tx,
    tx
      .insertInto('payout_readings')
      .values({ id: uuidv7(), user_id: userID, read_by: readBy, claim_id: claimID, read_at: now }),
  )

export type ReadingRow = { username: string; name: string; project: string; at: Date }
/** Who has read a person's details, the last time first. */
export const findReadings = async (db: DbOrTx, userID: string, limit: number): Promise<ReadingRow[]> => {
  const { rows } = await sql<ReadingRow>`
    select u.username, u.name, p.title as project, r.read_at as at
    from payout_readings r join users u on u.id = r.read_by join claims c on c.id = r.claim_id
      join projects p on p.id = c.project_id
    where r.user_id = ${userID} order by r.read_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** Whether something is owed to a person who has not closed the question how to be paid since then. */
export const isAsked = async (db: DbOrTx, userID: string, since: Date): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from claims c join ledger_balances b on b.project_id = c.project_id and b.account = 'due:' || c.id
        and b.amount_cents > 0
      where c.user_id = ${userID} and c.pay_by is not null)
    and not exists (select from payout_questions q where q.user_id = ${userID} and q.closed_at > ${since}) as "is"`.execute(
    db,
  )
  return rows[0]?.is ?? false
}

export const closeQuestion = (db: DbOrTx, userID: string, now: Date) =>
  send(
    db,
    db
      .insertInto('payout_questions')
      .values({ user_id: userID, closed_at: now })
      .onConflict((on) => on.column('user_id').doUpdateSet({ closed_at: now })),
  )
