import { sql, type Kysely } from 'kysely'

/** A large file comes in parts, which are one import: each but the first names the first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(parts).execute(db)
}

const parts = `
alter table imports add column continues uuid references imports on delete cascade;
-- Tasks of earlier parts that wait for tasks of this one: that changed them, and nobody has touched them by it.
alter table imports add column waiting_ids uuid[] not null default '{}';
create index imports_continues on imports (continues) where continues is not null;
`
