import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'

export type RevocationReason = 'logout' | 'reuse' | 'password_reset' | 'administrator'

export const insertFamily = async (db: DbOrTx, userID: string, now: Date): Promise<string> => {
  const id = uuidv7()
  await db.insertInto('session_families').values({ id, user_id: userID, created_at: now }).execute()
  return id
}

export const insertRefreshToken = (
  db: DbOrTx,
  row: { familyID: string; parentID: string | null; tokenHash: string; now: Date; ends: Date },
) =>
  db
    .insertInto('refresh_tokens')
    .values({
      id: uuidv7(),
      family_id: row.familyID,
      parent_id: row.parentID,
      token_hash: row.tokenHash,
      created_at: row.now,
      expires_at: row.ends,
    })
    .execute()

/**
 * Reads a refresh token with its session and locks both until the transaction ends, so that parallel uses of one
 * session's tokens come one after the other. `is_parent_of_current` says that a token issued for this one has not been
 * used yet.
 */
export const lockRefreshToken = async (tx: Tx, tokenHash: string) => {
  const family = await tx
    .selectFrom('session_families')
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('refresh_tokens.family_id').where('token_hash', '=', tokenHash),
    )
    .select(['id', 'user_id', 'revoked_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!family) return undefined
  // The token is read after the lock is taken, so that the changes of the transaction before are seen.
  const token = await tx
    .selectFrom('refresh_tokens as token')
    .where('token_hash', '=', tokenHash)
    .select((eb) => [
      'token.id',
      'token.expires_at',
      'token.rotated_at',
      eb
        .exists(
          eb
            .selectFrom('refresh_tokens as child')
            .select('child.id')
            .whereRef('child.parent_id', '=', 'token.id')
            .where('child.rotated_at', 'is', null),
        )
        .as('is_parent_of_current'),
    ])
    .executeTakeFirst()
  return token && { ...token, familyID: family.id, userID: family.user_id, isRevoked: family.revoked_at !== null }
}

/** Retires the used token, and all siblings that were issued beside it. */
export const retireRefreshTokens = (tx: Tx, familyID: string, now: Date) =>
  tx
    .updateTable('refresh_tokens')
    .set({ rotated_at: now })
    .where('family_id', '=', familyID)
    .where('rotated_at', 'is', null)
    .execute()

export const revokeFamily = (db: DbOrTx, familyID: string, reason: RevocationReason, now: Date) =>
  db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', familyID)
    .where('revoked_at', 'is', null)
    .execute()

/** Answers whose session it ended; undefined when there was none to end. */
export const revokeFamilyOfToken = async (db: DbOrTx, tokenHash: string, now: Date): Promise<string | undefined> => {
  const ended = await db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: 'logout' })
    .where('id', '=', (eb) =>
      eb.selectFrom('refresh_tokens').select('refresh_tokens.family_id').where('token_hash', '=', tokenHash),
    )
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

export const revokeAllOfUser = (db: DbOrTx, userID: string, reason: RevocationReason, now: Date) =>
  db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', userID)
    .where('revoked_at', 'is', null)
    .execute()

/** Ends all sessions of all accounts. */
export const revokeAll = (db: DbOrTx, reason: RevocationReason, now: Date) =>
  db
    .updateTable('session_families')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('revoked_at', 'is', null)
    .execute()

export const touchUser = (db: DbOrTx, userID: string, now: Date) =>
  db
    .updateTable('users')
    .set({ last_active_at: sql`greatest(last_active_at, ${now})` })
    .where('id', '=', userID)
    .execute()

type SessionRow = {
  family_id: string
  user_id: string
  username: string
  email: string
  is_administrator: boolean
  account_type: string
}

/** The account of each of these sessions that has not ended, ordered by ID. */
export const findSessions = async (
  db: DbOrTx,
  familyIDs: readonly string[],
): Promise<Array<SessionRow | undefined>> => {
  const { rows } = await sql<SessionRow>`${prepared}
    select family.id as family_id, users.id as user_id, users.username, users.email, users.is_administrator, users.account_type
    from session_families as family join users on users.id = family.user_id
    where family.id = any(${familyIDs}::uuid[]) and family.revoked_at is null`.execute(db)
  const found = new Map(rows.map((row) => [row.family_id, row]))
  return familyIDs.map((id) => found.get(id))
}

/**
 * Deletes the refresh tokens that expired before `before`, and each session with its last token, since nobody can use
 * it again.
 */
export const removeExpiredSessions = async (db: DbOrTx, before: Date): Promise<void> => {
  await sql`with gone as (delete from refresh_tokens where expires_at < ${before} returning family_id)
    delete from session_families as family where id in (select family_id from gone) and not exists (
      select from refresh_tokens as token where token.family_id = family.id and token.expires_at >= ${before}
    )`.execute(db)
}
