import { sql, type Kysely } from 'kysely'

/**
 * The parts that searches of one or two characters find, as in 0004, but read in one pass. `substr` counts characters from the start of
 * a run, so a text of 5,000 signs, or of a script that does not divide words, took the database half a second for each change, and more for emoji.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(shortParts).execute(db)
}

const shortParts = String.raw`
create or replace function short_parts(folded text) returns text[]
language sql immutable strict parallel safe
return array(
  select left(word, size) from regexp_split_to_table(folded, '[^a-z0-9]+') as word, generate_series(1, 2) as size
  where char_length(word) >= size
  union
  select part from regexp_matches(folded, '[^a-z0-9\s]+', 'g') as run,
    lateral (
      select letter, lead(letter) over (order by place) as following
      from unnest(string_to_array(run[1], null)) with ordinality as letters(letter, place)
    ) as pairs,
    lateral (values (letter), (letter || following)) as parts(part)
  where part is not null
);
`
