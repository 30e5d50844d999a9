import { sql, type Kysely } from 'kysely'

/**
 * When the person of a session last proved who they are: by signing in, or by password and second step since. Null, as it is for
 * sessions from before and for access tokens, is as good as long ago.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table session_families add column confirmed_at timestamptz').execute(db)
}
