import { sql, type Kysely } from 'kysely'

/** Finds the few administrators among all people: streams of changes ask who they are. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create index users_administrators_idx on users (id) where is_administrator').execute(db)
}
