import { sql, type Kysely } from 'kysely'

/**
 * Counts and indexes that make the market's last page and its searches as quick among a million projects as among a
 * hundred.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // The operator class is named with its schema, as in the first migration, because the search path may lack that
  // schema.
  const found = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db)
  const [extension] = found.rows
  if (!extension) throw new Error('The extension pg_trgm is missing.')
  await sql.raw([counts, triggers, words(extension.schema)].join('\n')).execute(db)
}

const counts = `
-- How many projects of each UTC month and day the market lists, by tier. Adding these up gives the total and finds a page,
-- without reading all projects before that page.
create table market_counts (
  span text not null check (span in ('month', 'day')),
  starts date not null,
  basic integer not null default 0,
  bronze integer not null default 0,
  silver integer not null default 0,
  gold integer not null default 0,
  primary key (span, starts)
);

-- Makes these counts anew from the projects.
create function recount_market() returns void language sql as $body$
delete from market_counts;
insert into market_counts (span, starts, basic, bronze, silver, gold)
select span, date_trunc(span, created_at at time zone 'UTC')::date,
  count(*) filter (where tier = 'basic'), count(*) filter (where tier = 'bronze'),
  count(*) filter (where tier = 'silver'), count(*) filter (where tier = 'gold')
from projects cross join unnest(array['month', 'day']) as span
where status in (1, 2) and archived_at is null and deleted_at is null
group by 1, 2;
$body$;
select recount_market();
`

const isOpen = 'status in (1, 2) and archived_at is null and deleted_at is null'
const arrived = `select created_at, tier, 1 as change from arrived where ${isOpen}`
const left = `select created_at, tier, -1 as change from gone where ${isOpen}`

/**
 * A trigger that counts once for each statement, always in the same order of rows. A change that moves no project on,
 * off or within the market writes nothing.
 */
const counting = (operation: string, tables: string, changes: string): string => `
create function count_market_${operation}() returns trigger language plpgsql as $body$
begin
  insert into market_counts as counted (span, starts, basic, bronze, silver, gold)
  select span, starts, basic, bronze, silver, gold from (
    select span, date_trunc(span, created_at at time zone 'UTC')::date as starts,
      coalesce(sum(change) filter (where tier = 'basic'), 0) as basic,
      coalesce(sum(change) filter (where tier = 'bronze'), 0) as bronze,
      coalesce(sum(change) filter (where tier = 'silver'), 0) as silver,
      coalesce(sum(change) filter (where tier = 'gold'), 0) as gold
    from (${changes}) as changes cross join unnest(array['month', 'day']) as span
    group by 1, 2
  ) as summed
  where (basic, bronze, silver, gold) <> (0, 0, 0, 0)
  order by span, starts
  on conflict (span, starts) do update set basic = counted.basic + excluded.basic, bronze = counted.bronze + excluded.bronze,
    silver = counted.silver + excluded.silver, gold = counted.gold + excluded.gold;
  return null;
end
$body$;
create trigger projects_market_${operation} after ${operation} on projects
  referencing ${tables} for each statement execute function count_market_${operation}();
`
const triggers = [
  counting('insert', 'new table as arrived', arrived),
  counting('update', 'old table as gone new table as arrived', `${arrived} union all ${left}`),
  counting('delete', 'old table as gone', left),
].join('\n')

/**
 * Spaces and punctuation, listed one by one, as words_of() lists them (and server/modules/projects/search-terms.ts).
 */
const SEPARATORS = String.raw`\s!-/:-@\[-\x60{-~«»“”„‘’–—…、。，：；`

const words = (schema: string): string => String.raw`
-- The index holds the tier, so that skipping within a day reads no project, even when a search names two tiers.
drop index projects_market_idx;
create index projects_market_idx on projects (created_at desc, id desc) include (tier) where ${isOpen};

-- All words of a text, with short ones and numbers. A part without separators always lies within one word, so the
-- list of words leads from any part of a word to the projects. Very long words (of scripts that do not divide words, say) are
-- stored in pieces that overlap by 32 characters; few texts have one, so most texts are split without a query.
create function text_words(folded text) returns text[]
language sql immutable strict parallel safe
return case when folded ~ '[^${SEPARATORS}]{65}' then array(
  select distinct substr(word, place, 64) from regexp_split_to_table(folded, '[${SEPARATORS}]+') as word,
    generate_series(1, greatest(char_length(word) - 32, 1), 32) as place
  where word <> ''
) else array_remove(regexp_split_to_array(folded, '[${SEPARATORS}]+'), '') end;

-- A project's month as a list of one element, so that the index of words can be limited to the newest months.
create function market_months(created_at timestamptz) returns integer[]
language sql immutable strict parallel safe
return array[(extract(year from created_at at time zone 'UTC') * 12 + extract(month from created_at at time zone 'UTC'))::integer];

create index projects_market_words_idx on projects using gin (market_months(created_at), text_words(search_text)) where ${isOpen};

-- The list of words holds all words from now on; the index of spellings holds only those that may be misspelt.
drop index search_words_spellings_idx;
create index search_words_spellings_idx on search_words using gin (one_letter_less(word))
  where char_length(word) between 3 and 24 and word ~ '[^0-9]';
create index search_words_parts_idx on search_words using gin (word ${schema}.gin_trgm_ops);

create or replace function note_search_words() returns trigger language plpgsql as $body$
begin
  insert into search_words
  select word from changed, words_of(changed.search_text) as word
  union select word from changed, unnest(text_words(changed.search_text)) as word
  order by word
  on conflict do nothing;
  return null;
end
$body$;
insert into search_words select distinct word from projects, unnest(text_words(search_text)) as word on conflict do nothing;
`
