import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** Stores a change that waits for its code; it replaces the one before. */
export const replaceChange = async (
  tx: Tx,
  row: { id: string; userID: string; newEmail: string; codeHash: string; now: Date; ends: Date },
): Promise<void> => {
  const { id, userID, newEmail, codeHash, now, ends } = row
  await endChanges(tx, userID, now)
  await send(
    tx,
    tx
      .insertInto('email_changes')
      .values({ id, user_id: userID, new_email: newEmail, code_hash: codeHash, created_at: now, expires_at: ends }),
  )
}

export const endChanges = (db: DbOrTx, userID: string, now: Date) =>
  send(
    db,
    db
      .updateTable('email_changes')
      .set({ consumed_at: now })
      .where('user_id', '=', userID)
      .where('consumed_at', 'is', null),
  )

/**
 * Takes one of the tries of a person's open change and returns the values to compare with; undefined when there is
 * none, or no try left. One conditional UPDATE, so that parallel guesses never get more tries than there are.
 */
export const takeChangeTry = (db: DbOrTx, userID: string, tries: number, now: Date) =>
  db
    .updateTable('email_changes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userID)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()

/** Marks a change as made. Returns its new address to the first caller, undefined to all others. */
export const consumeChange = async (tx: Tx, id: string, now: Date): Promise<string | undefined> => {
  const row = await tx
    .updateTable('email_changes')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .returning('new_email')
    .executeTakeFirst()
  return row?.new_email
}

/**
 * Replaces a person's address and returns the former one. Errors: a unique violation (23505) when another account has
 * it.
 */
export const replaceEmail = async (tx: Tx, userID: string, email: string, now: Date): Promise<string> => {
  const { email: before } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userID)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await send(tx, tx.updateTable('users').set({ email, updated_at: now }).where('id', '=', userID))
  return before
}

export const insertRecovery = async (
  tx: Tx,
  { userID, oldEmail, now, ends }: { userID: string; oldEmail: string; now: Date; ends: Date },
): Promise<string> => {
  const id = uuidv7()
  await send(
    tx,
    tx
      .insertInto('email_recoveries')
      .values({ id, user_id: userID, old_email: oldEmail, created_at: now, expires_at: ends }),
  )
  return id
}

/** A change to mail about: whose it was, and the address before. */
export const findRecovery = (db: DbOrTx, id: string) =>
  db
    .selectFrom('email_recoveries as recovery')
    .innerJoin('users', 'users.id', 'recovery.user_id')
    .select(['users.username', 'users.name', 'recovery.old_email'])
    .where('recovery.id', '=', id)
    .executeTakeFirst()

/** Notes the address that an account left by this way back. */
export const noteLeft = (tx: Tx, id: string, email: string) =>
  send(tx, tx.updateTable('email_recoveries').set({ left_email: email }).where('id', '=', id))

/** An address that was taken back to mail about: whose it was, and the one that was left. */
export const findLeft = (db: DbOrTx, id: string) =>
  db
    .selectFrom('email_recoveries as recovery')
    .innerJoin('users', 'users.id', 'recovery.user_id')
    .select(['users.username', 'users.name', 'recovery.left_email'])
    .where('recovery.id', '=', id)
    .executeTakeFirst()

/** Uses a way back, once. Returns whose it is and where it leads; undefined when it was used or has ended. */
export const consumeRecovery = async (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ userID: string; oldEmail: string; changedAt: Date } | undefined> => {
  const row = await tx
    .updateTable('email_recoveries')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'old_email', 'created_at'])
    .executeTakeFirst()
  if (!row) return undefined
  // What was changed later is undone with it: a thief changes an address twice.
  await send(
    tx,
    tx
      .updateTable('email_recoveries')
      .set({ consumed_at: now })
      .where('user_id', '=', row.user_id)
      .where('consumed_at', 'is', null)
      .where('created_at', '>=', row.created_at),
  )
  return { userID: row.user_id, oldEmail: row.old_email, changedAt: row.created_at }
}

/** Deletes an account that somebody has made of the address since and that nobody could verify. */
export const removeUnverified = (tx: Tx, email: string) =>
  send(
    tx,
    tx
      .deleteFrom('users')
      .where(sql`lower(email)`, '=', email)
      .where('is_email_verified', '=', false),
  )

/** Deletes the changes and ways back that expired before `before`. */
export const removeExpiredChanges = async (db: DbOrTx, before: Date): Promise<void> => {
  for (const table of ['email_changes', 'email_recoveries'] as const)
    await send(db, db.deleteFrom(table).where('expires_at', '<', before))
}
