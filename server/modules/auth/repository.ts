import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, send, type Tx } from '#server/db/pool.ts'

const accountColumns = ['id', 'email', 'username', 'password_hash', 'is_email_verified'] as const
export type Account = {
  id: string
  email: string
  username: string
  password_hash: string
  is_email_verified: boolean
}

/** The account of a canonical address. */
export const findAccount = (db: DbOrTx, email: string): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .select(accountColumns)
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()

/** A person as mails about their account need them. */
export const findPerson = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('users')
    .select(['email', 'username', 'name', 'suspension_reason'])
    .where('id', '=', userID)
    .executeTakeFirst()

/** Whether an account other than `exceptID` has that username, in any letter case. */
export const isUsernameTaken = async (db: DbOrTx, username: string, exceptID?: string): Promise<boolean> => {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(username collate "C")`, '=', username.toLowerCase())
    .executeTakeFirst()
  return row !== undefined && row.id !== exceptID
}

/** Adds an account. Errors: a unique violation (23505) that names the index of the taken address or username. */
export const insertAccount = async (
  db: DbOrTx,
  account: { email: string; username: string; passwordHash: string; now: Date },
): Promise<string> => {
  const id = uuidv7()
  const { email, username, passwordHash, now } = account
  const values = { id, email, username, password_hash: passwordHash, created_at: now, updated_at: now }
  await send(db, db.insertInto('users').values(values))
  return id
}

/**
 * Gives an account that nobody has verified to a person who has proved the address. Returns false when it was verified
 * just now.
 */
export const replaceUnverified = async (
  db: DbOrTx,
  id: string,
  { username, passwordHash, now }: { username: string; passwordHash: string; now: Date },
): Promise<boolean> => {
  const result = await db
    .updateTable('users')
    .set({ username, password_hash: passwordHash, name: '', updated_at: now })
    .where('id', '=', id)
    .where('is_email_verified', '=', false)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const markVerified = (db: DbOrTx, userID: string, isAdministrator: boolean, now: Date) =>
  send(
    db,
    db
      .updateTable('users')
      .set({ is_email_verified: true, updated_at: now, ...(isAdministrator && { is_administrator: true }) })
      .where('id', '=', userID),
  )

/** Whether this is still the account's password hash. If so, it cannot change until the transaction ends. */
export const holdPassword = async (tx: Tx, userID: string, passwordHash: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userID)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Stores another hash of the password that the account has. Returns false when the password has changed since. */
export const replaceHash = async (db: DbOrTx, { id, password_hash }: Account, newHash: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const setPassword = (db: DbOrTx, userID: string, passwordHash: string, now: Date) =>
  send(db, db.updateTable('users').set({ password_hash: passwordHash, updated_at: now }).where('id', '=', userID))

/** Stores a new code and link, which replace the earlier ones. */
export const replaceVerification = async (
  db: DbOrTx,
  row: {
    codeID: string
    userID: string
    codeHash: string
    tokenHash: string
    now: Date
    codeEnds: Date
    linkEnds: Date
  },
): Promise<void> => {
  const { codeID, userID, codeHash, tokenHash, now, codeEnds, linkEnds } = row
  await endVerifications(db, userID, now)
  const code = { id: codeID, user_id: userID, code_hash: codeHash, created_at: now, expires_at: codeEnds }
  const link = { id: uuidv7(), user_id: userID, token_hash: tokenHash, created_at: now, expires_at: linkEnds }
  await send(db, db.insertInto('one_time_codes').values(code))
  await send(db, db.insertInto('email_verification_tokens').values(link))
}

/** The code of an account that waits to be entered. */
export const findOpenCode = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('one_time_codes')
    .select('id')
    .where('user_id', '=', userID)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()

export const endVerifications = async (db: DbOrTx, userID: string, now: Date): Promise<void> => {
  for (const table of ['one_time_codes', 'email_verification_tokens'] as const)
    await send(
      db,
      db.updateTable(table).set({ consumed_at: now }).where('user_id', '=', userID).where('consumed_at', 'is', null),
    )
}

/**
 * Takes one of a code's tries and returns the values to compare with; undefined when there is no open code or no try
 * left. One conditional UPDATE: parallel guesses wait for the row lock, and never get more tries than there are.
 */
export const takeCodeTry = (db: DbOrTx, userID: string, tries: number, now: Date) =>
  db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userID)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()

/** Marks a code as used, and returns whether this caller was the first to use it. */
export const consumeCode = async (db: DbOrTx, codeID: string, now: Date): Promise<boolean> => {
  const result = await db
    .updateTable('one_time_codes')
    .set({ consumed_at: now })
    .where('id', '=', codeID)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Uses a mailed link of that kind, once. Returns its account when the link was valid and belongs to this address. */
export const consumeLink = async (
  db: DbOrTx,
  table: 'email_verification_tokens' | 'reset_tokens',
  link: { tokenHash: string; email: string; now: Date },
): Promise<{ userID: string } | undefined> => {
  const row = await db
    .updateTable(table)
    .set({ consumed_at: link.now })
    .where('token_hash', '=', link.tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', link.now)
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('users')
        .select('users.id')
        .where(sql`lower(users.email)`, '=', link.email),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row && { userID: row.user_id }
}

/** Stores a new reset link, which replaces the earlier ones. */
export const replaceResetToken = async (
  db: DbOrTx,
  row: { id: string; userID: string; tokenHash: string; now: Date; ends: Date },
): Promise<void> => {
  await endResetTokens(db, row.userID, row.now)
  const token = {
    id: row.id,
    user_id: row.userID,
    token_hash: row.tokenHash,
    created_at: row.now,
    expires_at: row.ends,
  }
  await send(db, db.insertInto('reset_tokens').values(token))
}

export const endResetTokens = (db: DbOrTx, userID: string, now: Date) =>
  send(
    db,
    db
      .updateTable('reset_tokens')
      .set({ consumed_at: now })
      .where('user_id', '=', userID)
      .where('consumed_at', 'is', null),
  )

/** Whether a reset link is valid for that address; this does not use the link up. */
export const isResetTokenGood = async (db: DbOrTx, tokenHash: string, email: string, now: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('reset_tokens')
    .innerJoin('users', 'users.id', 'reset_tokens.user_id')
    .select('reset_tokens.id')
    .where('token_hash', '=', tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The owner of a registration that a verification link, valid for that address, would finish; does not use the link up.
 */
export const findRegistration = (
  db: DbOrTx,
  tokenHash: string,
  email: string,
  now: Date,
): Promise<{ username: string; email: string } | undefined> =>
  db
    .selectFrom('email_verification_tokens as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .select(['users.username', 'users.email'])
    .where('link.token_hash', '=', tokenHash)
    .where('link.consumed_at', 'is', null)
    .where('link.expires_at', '>', now)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst()

const EXPIRING = ['one_time_codes', 'email_verification_tokens', 'reset_tokens'] as const

/** Deletes the codes and links that expired before `before`. */
export const removeExpiredProofs = async (db: DbOrTx, before: Date): Promise<void> => {
  for (const table of EXPIRING) await send(db, db.deleteFrom(table).where('expires_at', '<', before))
}
