import { sql, type Kysely } from 'kysely'

/**
 * The words that projects are written with, so that a misspelt search finds the right ones.
 *
 * Trigram similarity is too coarse for that: 'raect' is nearer to 'the project of a creator' (0.33) than to 'react'
 * (0.2). Instead each word is stored under itself and under every spelling with one letter left out. Two words that
 * share such a spelling differ by one letter added, missing, wrong or swapped, or by some pairs of these, whose
 * distance the caller then measures.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(searchWords).execute(db)
}

const searchWords = String.raw`
create table search_words (word text primary key);

create function one_letter_less(word text) returns text[]
language sql immutable strict parallel safe
return array(
  select word
  union
  select overlay(word placing '' from at for 1) from generate_series(1, char_length(word)) as at
);
create index search_words_spellings_idx on search_words using gin (one_letter_less(word));

-- Spaces and punctuation, listed one by one, divide words, because the letters of other scripts depend on the database's
-- locale. A part between two spaces counts as a word, too, so that 'nodejs' is one mistake away from 'node.js'.
create function words_of(folded text) returns setof text
language sql immutable strict parallel safe
begin atomic
  select word from (
    select regexp_split_to_table(folded, '[\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；]+')
    union
    select btrim(part, '!"''(),.:;?[]«»“”„‘’…') from regexp_split_to_table(folded, '[\s,;]+') as part
  ) as words(word)
  where char_length(word) between 3 and 24 and word ~ '[^0-9]';
end;

-- This runs once for each statement and adds words in one order, so that two statements with the same words never wait for each other in a circle.
create function note_search_words() returns trigger language plpgsql as $body$
begin
  insert into search_words
  select distinct word from changed, words_of(changed.search_text) as word order by word
  on conflict do nothing;
  return null;
end
$body$;
create trigger projects_words_inserted after insert on projects
  referencing new table as changed for each statement execute function note_search_words();
create trigger projects_words_updated after update on projects
  referencing new table as changed for each statement execute function note_search_words();
insert into search_words select distinct word from projects, words_of(search_text) as word;
`
