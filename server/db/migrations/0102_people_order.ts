import { sql, type Kysely } from 'kysely'

/** Administrators read people newest first, which sorted everybody for each page. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index users_newest_idx on users (created_at desc, id desc) where deleted_at is null`.execute(db)
}
