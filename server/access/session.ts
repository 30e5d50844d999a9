import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { notAuthenticated } from '../http/errors.ts'

/** A session, and whose it must be. */
export type SessionOf = { userID: string; sessionID: string }

/** The same as values of the statement's own rows. */
type SelectedSession = { [K in keyof SessionOf]: RawBuilder<unknown> }

/**
 * The condition that a session is valid, for statements of calls that check it themselves (server/http/policies.ts).
 */
export const sessionIsValid = ({
  userID,
  sessionID,
}: SessionOf | SelectedSession): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session_families s where s.id = ${sessionID}::uuid and s.user_id = ${userID}::uuid and s.revoked_at is null)`

/** Keeps a session from ending until the transaction does. Errors: 401 where it has ended. */
export const holdSession = async (tx: Tx, { userID, sessionID }: SessionOf): Promise<void> => {
  const { rows } = await sql`
    select 1 from session_families
    where id = ${sessionID} and user_id = ${userID} and revoked_at is null for share`.execute(tx)
  if (rows.length === 0) throw notAuthenticated()
}
