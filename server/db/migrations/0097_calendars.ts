import { sql, type Kysely } from 'kysely'

/** The address of a person's calendar, of which only the hash is kept. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `
create table calendars (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null unique,
  hides_titles boolean not null,
  created_at timestamptz not null
);
`,
    )
    .execute(db)
}
