import { sql, type Kysely } from 'kysely'

/** Finds the notices that somebody was done with long ago, which are deleted, without reading all of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index notifications_done_at_idx on notifications (done_at) where done_at is not null`.execute(db)
}
