import type pg from 'pg'
import * as words from './seed-words.ts'

/** How many of a thousand projects have each status. The market lists published and assigned ones. */
export const STATUSES = [
  { status: 0, of1000: 70 },
  { status: 1, of1000: 560 },
  { status: 2, of1000: 240 },
  { status: 3, of1000: 30 },
  { status: 4, of1000: 100 },
] as const
export const PEOPLE = 20_000

/** The only account of the seed with a session. */
export const VIEWER = {
  userID: '019b76da-a800-7000-8000-000000000001',
  familyID: '019b76da-a800-7000-8000-000000000002',
}

const run = (client: pg.ClientBase, text: string, values: unknown[] = []) => client.query(text, values)

/** SQL functions that draw pseudo-random numbers: the market is the same on every machine. */
const helpers = `
create function pg_temp.chance(n bigint, salt int) returns double precision language sql immutable
return (hashint8extended(n, salt) & 2147483647) / 2147483648.0;
create function pg_temp.pick(list text[], n bigint, salt int, skew double precision default 1) returns text language sql immutable
return list[1 + floor(array_length(list, 1) * power(pg_temp.chance(n, salt), skew))::int];
create function pg_temp.name_of(syllables text[], n bigint) returns text language sql immutable
return initcap(pg_temp.pick(syllables, n, 21) || pg_temp.pick(syllables, n, 22) || pg_temp.pick(syllables, n, 23));
`

const statusCase = () => {
  let below = 0
  const branches = STATUSES.map(({ status, of1000 }) => `when ${(below += of1000)} > place then ${status}`)
  return `case ${branches.join(' ')} end`
}

/** Inserts projects of five years, each year with more than the one before, in the order in which they were made. */
const insertProjects = `
insert into projects (id, title, description, skills, tier, status, budget, weekly_hours, created_by, created_at, updated_at,
  published_at, archived_at, deleted_at)
select uuidv7(made - now()),
  initcap(left(thing, 1)) || substr(thing, 2) || ' for ' || pg_temp.pick($4, n, 2),
  replace(pg_temp.pick($5, n, 3), '%s', name) || ' ' || pg_temp.pick($6, n, 4) || ' ' || pg_temp.pick($6, n, 5) || ' ' || pg_temp.pick($7, n, 6),
  (select string_agg(skill, ', ') from (
    select distinct pg_temp.pick($8, n, 30 + k, 3) as skill from generate_series(1, 2 + (n % 3)::int) k) as chosen),
  (array['basic', 'bronze', 'silver', 'gold'])[1 + floor(4 * power(pg_temp.chance(n, 7), 1.6))::int],
  ${statusCase()}, (500 + 250 * floor(38 * pg_temp.chance(n, 8)))::int::text, 1 + floor(30 * pg_temp.chance(n, 9)),
  people[1 + floor(${PEOPLE} * power(pg_temp.chance(n, 10), 2))::int], made, made, made,
  case when pg_temp.chance(n, 11) < 0.03 then made + interval '90 days' end,
  case when pg_temp.chance(n, 12) < 0.01 then made + interval '30 days' end
from (select array_agg(id order by username) as people from users) as everybody, generate_series($1::bigint, $2::bigint) n,
  lateral (select timestamptz '2021-01-01Z' + power(n::float8 / $3, 0.6) * interval '1826 days' as made,
    pg_temp.pick($9, n, 1) as thing, pg_temp.name_of($10, n) as name, floor(1000 * pg_temp.chance(n, 13)) as place) as row`

/** Inserts twenty thousand people, and a session for one of them. */
const insertPeople = `
insert into users (id, email, username, password_hash, name, is_email_verified, skills)
select case n when 1 then '${VIEWER.userID}'::uuid else uuidv7() end, 'person' || n || '@bench.test', 'person' || n, '-', 'Person ' || n, true, '{}'
from generate_series(1, ${PEOPLE}) n;
insert into session_families (id, user_id) values ('${VIEWER.familyID}', '${VIEWER.userID}');
`

/**
 * Inserts every word of the projects. The words come from the parts that the texts are made of: cutting a million texts into words
 * would take longer than all the rest.
 */
const insertWords = `
insert into search_words
select word from unnest($1::text[]) as part, words_of(fold_text(part)) as word
union select word from unnest($1::text[]) as part, unnest(text_words(fold_text(part))) as word
union select lower(a || b || c) from unnest($2::text[]) a, unnest($2::text[]) b, unnest($2::text[]) c
on conflict do nothing`

/** Settings that write fast and not durably: data that a crash loses is made again. */
const quickly = `
set synchronous_commit = off; set session_replication_role = replica; set maintenance_work_mem = '512MB';
set max_parallel_maintenance_workers = 2; set statement_timeout = 0;
`

const ownMemberships = `
insert into memberships (project_id, user_id, role, joined_at) select id, created_by, 'owner', created_at from projects`

/** The index for words of one and two letters, which no benchmark uses; making it would take as long as all others together. */
const LEFT_OUT = 'projects_market_short_idx'

/** Runs the statements on two connections at once, one for each core. */
const bothOf = async (connect: () => Promise<pg.Client>, statements: readonly string[]) => {
  const left = [...statements]
  const worker = async () => {
    const client = await connect()
    try {
      await run(client, quickly)
      for (let text = left.shift(); text; text = left.shift()) await run(client, text)
    } finally {
      await client.end()
    }
  }
  await Promise.all([worker(), worker()])
}

/**
 * Fills a migrated, empty database with a market of `projects` projects. It drops the indexes and makes them again afterwards, as the
 * migrations defined them; triggers are off, and the rows that they would have counted are counted at the end.
 * A name is made of three `syllables`; fewer syllables make fewer names.
 */
export const seedMarket = async (
  connect: () => Promise<pg.Client>,
  projects: number,
  syllables: readonly string[] = words.syllables,
): Promise<void> => {
  const client = await connect()
  try {
    await run(client, quickly)
    await run(client, insertPeople)
    const { rows } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('projects'::regclass, 'search_words'::regclass) and not indisunique`)
    for (const { name } of rows) await run(client, `drop index ${name}`)
    await insertInHalves(connect, projects, syllables)
    await run(client, ownMemberships)
    const parts = [words.skills, words.things, words.audiences, words.openings, words.middles, words.endings].flat()
    await run(client, insertWords, [parts, syllables])
    const wanted = rows.filter(({ name }) => name !== LEFT_OUT)
    await bothOf(
      connect,
      wanted.map(({ definition }) => definition),
    )
    await run(client, 'select recount_market()')
    await run(client, 'vacuum analyze')
    await run(client, 'checkpoint')
  } finally {
    await client.end()
  }
}

const insertInHalves = async (
  connect: () => Promise<pg.Client>,
  projects: number,
  syllables: readonly string[],
): Promise<void> => {
  const middle = Math.ceil(projects / 2)
  const half = async (from: number, to: number) => {
    const client = await connect()
    try {
      await run(client, quickly)
      await run(client, helpers)
      const { audiences, openings, middles, endings, skills, things } = words
      await run(client, insertProjects, [
        from,
        to,
        projects,
        audiences,
        openings,
        middles,
        endings,
        skills,
        things,
        syllables,
      ])
    } finally {
      await client.end()
    }
  }
  await Promise.all([half(1, middle), half(middle + 1, projects)])
}
