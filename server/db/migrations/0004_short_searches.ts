import { sql, type Kysely } from 'kysely'

/**
 * An index for searches that trigrams cannot find: words of one or two characters ('ui', 'C', '菜园') and signs ('c++',
 * '%').
 *
 * It holds the first one and two characters of each word of plain letters and digits, and each one and two neighbours
 * among all other characters, which covers scripts that do not divide words. So 'ui' finds words that begin with it,
 * and '菜园' is found anywhere.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(shortParts).execute(db)
}

const shortParts = String.raw`
create function short_parts(folded text) returns text[]
language sql immutable strict parallel safe
return array(
  select left(word, size) from regexp_split_to_table(folded, '[^a-z0-9]+') as word, generate_series(1, 2) as size
  where char_length(word) >= size
  union
  select substr(run[1], place, size) from regexp_matches(folded, '[^a-z0-9\s]+', 'g') as run,
    generate_series(1, char_length(run[1])) as place, generate_series(1, 2) as size
  where place + size - 1 <= char_length(run[1])
);
create index projects_market_short_idx on projects using gin (short_parts(search_text))
  where status in (1, 2) and archived_at is null and deleted_at is null;
`
