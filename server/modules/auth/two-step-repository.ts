import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/** A secret as server/settings/sealing.ts has sealed it. */
type SealedKey = { sealed: Buffer; keyID: string }

/** Whether signing in to the account takes a second step. */
export const isTwoStepOn = async (db: DbOrTx, userID: string): Promise<boolean> =>
  ((await findTwoStep(db, userID))?.confirmed_at ?? null) !== null

/** A person's two-step sign-in, also one that waits for its first code. */
export const findTwoStep = (db: DbOrTx, userID: string) =>
  db
    .selectFrom('two_step')
    .select(['sealed', 'key_id', 'created_at', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userID)
    .executeTakeFirst()

/** Stores a new secret, which waits for its first code. Returns false where two-step sign-in is on already. */
export const putSetUp = async (tx: Tx, userID: string, { sealed, keyID }: SealedKey, now: Date): Promise<boolean> => {
  const put = await tx
    .insertInto('two_step')
    .values({ user_id: userID, sealed, key_id: keyID, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, key_id: keyID, created_at: now, last_step: 0 })
        .where('two_step.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (put.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Switches on what was set up with this seal. Returns false where another call was quicker. */
export const confirmSetUp = async (
  tx: Tx,
  userID: string,
  { sealed, step, now }: { sealed: Buffer; step: number; now: Date },
): Promise<boolean> => {
  const confirmed = await tx
    .updateTable('two_step')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userID)
    .where('confirmed_at', 'is', null)
    .where('sealed', '=', sealed)
    .executeTakeFirst()
  return confirmed.numUpdatedRows > 0n
}

/** Uses up the code of a step, and those before it. Returns false where that step, or a later one, was used before. */
export const spendStep = async (
  tx: Tx,
  userID: string,
  { sealed, step }: { sealed: Buffer; step: number },
): Promise<boolean> => {
  const spent = await tx
    .updateTable('two_step')
    .set({ last_step: step })
    .where('user_id', '=', userID)
    .where('confirmed_at', 'is not', null)
    .where('sealed', '=', sealed)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Puts the same secret under another key. */
export const reseal = (tx: Tx, userID: string, before: Buffer, { sealed, keyID }: SealedKey) =>
  send(
    tx,
    tx
      .updateTable('two_step')
      .set({ sealed, key_id: keyID })
      .where('user_id', '=', userID)
      .where('sealed', '=', before),
  )

/** Switches off. Returns false where it was not on. */
export const removeTwoStep = async (tx: Tx, userID: string): Promise<boolean> => {
  await send(tx, tx.deleteFrom('recovery_codes').where('user_id', '=', userID))
  const removed = await tx
    .deleteFrom('two_step')
    .where('user_id', '=', userID)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (removed?.confirmed_at ?? null) !== null
}

/** Replaces all recovery codes of a person. */
export const replaceRecoveryCodes = async (tx: Tx, userID: string, hashes: readonly string[], now: Date) => {
  await send(tx, tx.deleteFrom('recovery_codes').where('user_id', '=', userID))
  const rows = hashes.map((hash) => ({ user_id: userID, code_hash: hash, created_at: now }))
  await send(tx, tx.insertInto('recovery_codes').values(rows))
}

const unused = (db: DbOrTx, userID: string) =>
  db.selectFrom('recovery_codes').where('user_id', '=', userID).where('used_at', 'is', null)

export const countRecoveryCodes = async (db: DbOrTx, userID: string): Promise<number> => {
  const { left } = await unused(db, userID)
    .select(sql<number>`count(*)::int`.as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export const isRecoveryCodeGood = async (db: DbOrTx, userID: string, hash: string): Promise<boolean> =>
  (await unused(db, userID).select('code_hash').where('code_hash', '=', hash).executeTakeFirst()) !== undefined

/** Uses a recovery code up. Returns false where it was used before. */
export const spendRecoveryCode = async (tx: Tx, userID: string, hash: string, now: Date): Promise<boolean> => {
  const spent = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userID)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Holds an account until the transaction ends. Returns false where it is gone. */
export const holdForSignIn = async (tx: Tx, userID: string): Promise<boolean> =>
  (await tx.selectFrom('users').select('id').where('id', '=', userID).forNoKeyUpdate().executeTakeFirst()) !== undefined

export const insertChallenge = (tx: Tx, row: { userID: string; tokenHash: string; now: Date; ends: Date }) =>
  send(
    tx,
    tx.insertInto('sign_in_challenges').values({
      id: uuidv7(),
      user_id: row.userID,
      token_hash: row.tokenHash,
      created_at: row.now,
      expires_at: row.ends,
    }),
  )

/** A sign-in that still waits for its code: whose it is. */
export const findChallenge = (db: DbOrTx, tokenHash: string, { tries, now }: { tries: number; now: Date }) =>
  db
    .selectFrom('sign_in_challenges')
    .select(['id', 'user_id'])
    .where('token_hash', '=', tokenHash)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .executeTakeFirst()

/**
 * Takes one try of a sign-in; false when none is left. One conditional UPDATE, so that parallel guesses never get more
 * tries than there are.
 */
export const takeChallengeTry = async (
  db: DbOrTx,
  id: string,
  { tries, now }: { tries: number; now: Date },
): Promise<boolean> => {
  const taken = await db
    .updateTable('sign_in_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', tries)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Ends a sign-in. Returns false where it had ended. */
export const consumeChallenge = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const used = await tx
    .updateTable('sign_in_challenges')
    .set({ consumed_at: now })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Ends the sign-ins of a person that wait for their code: the password that they proved is another one now. */
export const endChallenges = (tx: Tx, userID: string, now: Date) =>
  send(
    tx,
    tx
      .updateTable('sign_in_challenges')
      .set({ consumed_at: now })
      .where('user_id', '=', userID)
      .where('consumed_at', 'is', null),
  )

/** How many people have two-step sign-in under none of these keys. */
export const countUnderOtherKeys = async (db: DbOrTx, keyIDs: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from two_step
    where confirmed_at is not null and key_id <> all(${keyIDs}::text[])`.execute(db)
  return rows[0]?.found ?? 0
}

/** Deletes the sign-ins that ended before `before`, and what was set up before it and never confirmed. */
export const removeExpiredTwoStep = async (db: DbOrTx, before: Date): Promise<void> => {
  await send(db, db.deleteFrom('sign_in_challenges').where('expires_at', '<', before))
  await send(db, db.deleteFrom('two_step').where('confirmed_at', 'is', null).where('created_at', '<', before))
}
