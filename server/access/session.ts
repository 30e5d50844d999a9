import { type RawBuilder, sql } from 'kysely'

/** A session, and whose it must be. */
export type SessionOf = { userID: string; sessionID: string }

/** The same as values of the statement's own rows. */
type SelectedSession = { [K in keyof SessionOf]: RawBuilder<unknown> }

/** The condition that a session goes on, for the statements of calls that ask for it themselves (server/http/policies.ts). */
export const goesOn = ({ userID, sessionID }: SessionOf | SelectedSession): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session_families s where s.id = ${sessionID}::uuid and s.user_id = ${userID}::uuid and s.revoked_at is null)`
