import { sql, type Kysely } from 'kysely'

/**
 * Indexes that find an address or the invited in a long waitlist, and short words in a large directory, without reading
 * everything.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw(indexes(extension.schema)).execute(db)
}

const indexes = (schema: string): string => `
create index waitlist_entries_search_idx on waitlist_entries using gin (lower(email) ${schema}.gin_trgm_ops);
create index waitlist_entries_invited_idx on waitlist_entries (is_invited, created_at desc, id desc);

-- This index finds words of one or two characters and signs, as the one of the market does.
create index users_talents_short_idx on users using gin (short_parts(search_text)) where show_in_talent_directory and is_email_verified;
`
