import { sql, type Kysely } from 'kysely'

/** Columns and indexes for searching people, listing creator applications and giving reputation for tasks. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw([people(extension.schema), applications, reputation].join('\n')).execute(db)
}

const people = (schema: string): string => String.raw`
-- array_to_string() is only STABLE because of element types that have settings; text has none.
create function skills_text(skills text[]) returns text
language sql immutable strict parallel safe
return array_to_string(skills, ' ');

-- The words of skills, by which industries find people (shared/rules/industries.ts splits skills in the same way).
create function skill_words(skills text[]) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct word from regexp_split_to_table(lower(array_to_string(skills, ' ')), '[^a-z0-9+#]+') as word
  where word <> ''
);

-- Each word has a space before it, so that '% an%' finds the words that begin with 'an', by the same index.
alter table users
  add column search_name text not null generated always as (fold_text(' ' || username || ' ' || name)) stored,
  add column search_text text not null
    generated always as (fold_text(' ' || username || ' ' || name || ' ' || skills_text(skills) || ' ' || bio)) stored;
create index users_search_name_idx on users using gin (search_name ${schema}.gin_trgm_ops) where is_email_verified;
create index users_search_email_idx on users using gin (lower(email) ${schema}.gin_trgm_ops);
create index users_talents_search_idx on users using gin (search_text ${schema}.gin_trgm_ops)
  where show_in_talent_directory and is_email_verified;
create index users_talents_skills_idx on users using gin (skill_words(skills))
  where show_in_talent_directory and is_email_verified;
`

const applications = `
create index creator_applications_all_idx on creator_applications (created_at desc, id desc);
`

const reputation = `
-- The reputation that the task gave its assignee, so that reopening takes exactly this back, whatever the project's tier is then.
alter table tasks add column credited_reputation integer not null default 0 check (credited_reputation >= 0);
update tasks set credited_reputation = 10 * case p.tier when 'gold' then 8 when 'silver' then 4 when 'bronze' then 2 else 1 end
from projects p where p.id = tasks.project_id and tasks.status = 4 and tasks.assigned_to_id is not null;
`
