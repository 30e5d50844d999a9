import { sql, type Kysely } from 'kysely'

/** Keys for jobs of which only one may wait at a time, such as a digest of many changes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `-- Taken away when its first try begins: what changes after that is news for another job.
      alter table jobs add column key text;
      create unique index jobs_key_idx on jobs (kind, key) where key is not null;`,
    )
    .execute(db)
}
