import { sql, type Kysely } from 'kysely'

/** The cluster that a log was written in: its transaction numbers mean nothing in another one. Null until the next start. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table event_log add column cluster text`).execute(db)
}
