import { sql, type Kysely } from 'kysely'

/**
 * What people say of themselves beside bio and skills, their picture, and whether a new account was led to its profile.
 * The headline is found by the directory's search, so the text that it reads is made anew.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw(profiles(extension.schema)).execute(db)
}

const profiles = (schema: string): string => `
alter table users
  add column headline text not null default '',
  add column links text[] not null default '{}',
  add column hours_per_week smallint check (hours_per_week between 0 and 168),
  -- When a new account was led to its profile; who was there before needs no such step.
  add column welcomed_at timestamptz;
update users set welcomed_at = now();

alter table users drop column search_text;
alter table users add column search_text text not null generated always as (
  fold_text(' ' || username || ' ' || name || ' ' || headline || ' ' || skills_text(skills) || ' ' || bio)) stored;
create index users_talents_search_idx on users using gin (search_text ${schema}.gin_trgm_ops)
  where show_in_talent_directory and is_email_verified;
create index users_talents_short_idx on users using gin (short_parts(search_text))
  where show_in_talent_directory and is_email_verified;

-- 256 pixels square, WebP. They stand apart from users, whose rows are read far more often than pictures.
create table profile_pictures (
  user_id uuid primary key references users on delete cascade,
  picture bytea not null,
  updated_at timestamptz not null
);
`
