import { sql, type Kysely } from 'kysely'

/** Which server processes live, and where each stores files: they must share a place, or none of them may take any. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table server_processes (
    id uuid primary key,
    -- Names the place: a bucket, or the ID that a directory holds.
    store text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`.execute(db)
}
