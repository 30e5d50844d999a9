import type { Scope } from '#shared/contract/index.ts'
import { type DbOrTx, type Tx, send } from '#server/db/pool.ts'

/**
 * Locks the account until the transaction ends: of two tokens made at once the second counts the first, and a
 * suspension or password reset comes before or after. Undefined when the account is suspended or the session has ended;
 * `sessionID` is null on the server's command line.
 */
export const holdAccount = async (tx: Tx, { userID, sessionID }: { userID: string; sessionID: string | null }) => {
  const account = tx.selectFrom('users').select('suspended_at').where('id', '=', userID).forNoKeyUpdate()
  // A statement of its own, which sees what was committed while the lock was waited for.
  const session = tx
    .selectFrom('session_families')
    .select('id')
    .where('id', '=', sessionID)
    .where('revoked_at', 'is', null)
  const [held, found] = await Promise.all([
    account.executeTakeFirst(),
    sessionID === null || session.executeTakeFirst(),
  ])
  return held?.suspended_at === null && found ? held : undefined
}

/** The tokens of a person that are not revoked. Those that ended before `endedAfter` are left out. */
export const findTokensOf = (
  db: DbOrTx,
  { userID, endedAfter, limit }: { userID: string; endedAfter: Date; limit: number },
) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('session_families as session', 'session.id', 'token.id')
    .select(['token.id', 'token.name', 'token.scopes', 'token.created_at', 'token.ends_at', 'token.last_used_at'])
    .where('token.user_id', '=', userID)
    .where('session.revoked_at', 'is', null)
    .where('token.ends_at', '>', endedAfter)
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id', 'desc')
    .limit(limit)
    .execute()
export type TokenRow = Awaited<ReturnType<typeof findTokensOf>>[number]

export const insertToken = (
  tx: Tx,
  row: { id: string; userID: string; name: string; scopes: Scope[]; hash: string; now: Date; endsAt: Date },
) =>
  send(
    tx,
    tx.insertInto('access_tokens').values({
      id: row.id,
      user_id: row.userID,
      name: row.name,
      scopes: row.scopes,
      token_hash: row.hash,
      created_at: row.now,
      ends_at: row.endsAt,
    }),
  )

/** The token with this hash, if it is not revoked and has not ended. */
export const findToken = (db: DbOrTx, hash: string, now: Date) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('session_families as session', 'session.id', 'token.id')
    .select(['token.id', 'token.user_id', 'token.scopes', 'token.last_used_at'])
    .where('token.token_hash', '=', hash)
    .where('token.ends_at', '>', now)
    .where('session.revoked_at', 'is', null)
    .executeTakeFirst()

export const noteUse = (db: DbOrTx, id: string, now: Date) =>
  send(db, db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', id))

/** What the mail about a new token says; undefined when it is gone. */
export const findMadeToken = (db: DbOrTx, id: string) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .select([
      'users.email',
      'users.username',
      'users.name',
      'token.name as token_name',
      'token.scopes',
      'token.ends_at',
    ])
    .where('token.id', '=', id)
    .executeTakeFirst()
