import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { copyWithStages, seedBoards } from './seed-boards.ts'
import { syllables } from './seed-words.ts'
import { PEOPLE, seedMarket, STATUSES, VIEWER } from './seed-market.ts'

const PROJECTS = 2_000
let market: ScratchDatabase
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}
beforeAll(async () => {
  market = await createScratchDatabase()
  await seedMarket(() => connect(market.url), PROJECTS, syllables.slice(0, 10))
}, 120_000)
afterAll(() => market.drop())

const ask = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(market.db)).rows
const one = async (query: ReturnType<typeof sql<{ n: number }>>) => (await ask(query))[0]?.n

test('a market has as many projects and people as it should, and each project an owner who is its member', async () => {
  expect(await one(sql`select count(*)::int as n from projects`)).toBe(PROJECTS)
  expect(await one(sql`select count(*)::int as n from users`)).toBe(PEOPLE)
  expect(
    await one(sql`select count(*)::int as n from memberships m join projects p on p.id = m.project_id and p.created_by = m.user_id
      join users u on u.id = m.user_id where m.role = 'owner'`),
  ).toBe(PROJECTS)
  expect(await one(sql`select count(*)::int as n from session_families where user_id = ${VIEWER.userID}`)).toBe(1)
})

test('statuses, tiers, titles and dates are spread as in a market that has grown for years', async () => {
  for (const { status, of1000 } of STATUSES) {
    const n = (await one(sql`select count(*)::int as n from projects where status = ${status}`)) ?? 0
    expect(Math.abs(n / PROJECTS - of1000 / 1000)).toBeLessThan(0.04)
  }
  expect(await one(sql`select count(distinct title)::int as n from projects`)).toBeGreaterThan(500)
  expect(await one(sql`select count(distinct tier)::int as n from projects`)).toBe(4)
  expect(
    await one(
      sql`select count(*)::int as n from projects where title = '' or description like '%\\%s%' or skills = ''`,
    ),
  ).toBe(0)
  const years = await ask(
    sql<{
      n: number
    }>`select count(*)::int as n from projects where created_at < '2026-01-01Z' group by extract(year from created_at) order by extract(year from created_at)`,
  )
  expect(years).toHaveLength(5)
  expect(years.at(-1)?.n).toBeGreaterThan((years[0]?.n ?? 0) * 2)
})

test('the tables that triggers keep are filled: every word is listed, every open project counted', async () => {
  expect(
    await one(sql`select count(*)::int as n from (
      select word from projects, words_of(search_text) as word union select word from projects, unnest(text_words(search_text)) as word
    ) used where not exists (select 1 from search_words s where s.word = used.word)`),
  ).toBe(0)
  const open = await one(
    sql`select count(*)::int as n from projects where status in (1, 2) and archived_at is null and deleted_at is null`,
  )
  expect(
    await one(sql`select sum(basic + bronze + silver + gold)::int as n from market_counts where span = 'day'`),
  ).toBe(open)
})

test('the indexes are made again after the seeding', async () => {
  const names = await ask(
    sql<{ name: string }>`select indexname as name from pg_indexes where tablename in ('projects', 'search_words')`,
  )
  expect(names.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'projects_market_idx',
      'projects_market_words_idx',
      'projects_market_search_idx',
      'search_words_parts_idx',
    ]),
  )
})

test('boards have 1,000 and 5,000 tasks and sixty members, and the floor has the same cards', async () => {
  const scratch = await createScratchDatabase()
  const client = await connect(scratch.url)
  try {
    const boards = await seedBoards(client)
    expect([boards.sessions.length, boards.small.length]).toEqual([60, 50])
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from tasks where project_id = any($1) group by project_id order by n',
      [[boards.large[1000], boards.large[5000]]],
    )
    expect(rows.map(({ n }) => n)).toEqual([1000, 5000])
    const same = await client.query<{ n: number }>(
      'select count(*)::int as n from tasks join floor_tasks using (id, title, status)',
    )
    expect(same.rows[0]?.n).toBe(6000)
    const staged = await client.query<{ stage: number | null; n: number }>(
      'select stage_id as stage, count(*)::int as n from tasks where project_id = $1 and status between 1 and 4 group by stage_id order by n',
      [await copyWithStages(client, boards.large[5000])],
    )
    // Of the 20 stages the first of each status is named by none of its tasks.
    const [first, ...others] = staged.rows.toReversed()
    expect([first?.stage, others.length]).toEqual([null, 16])
    for (const { n } of others) expect(n).toBeGreaterThan(150)
  } finally {
    await client.end()
    await scratch.drop()
  }
}, 60_000)
