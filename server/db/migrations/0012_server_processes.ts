import { sql, type Kysely } from 'kysely'

/**
 * The living server processes, and where each of them stores files: uploads are accepted only while all store them in
 * one place.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table server_processes (
    id uuid primary key,
    -- The name of the place: a bucket, or the ID in a file of the directory.
    store text not null,
    started_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`.execute(db)
}
