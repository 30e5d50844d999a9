import { sql, type Kysely } from 'kysely'

/** The audit of a kind or of a person read the whole log backwards until it had enough. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index events_kind_idx on events (kind, xid, id)`.execute(db)
  await sql`create index events_actor_idx on events (actor_id, xid, id) where actor_id is not null`.execute(db)
  await sql`create index events_subject_idx on events (subject_id, xid, id) where subject_id is not null`.execute(db)
}
