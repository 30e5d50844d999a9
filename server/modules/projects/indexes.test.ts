import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { liftStatementTimeout } from '#server/db/answers.ts'
import { createTestClock } from '#support/server.ts'
import { getAccess } from '../memberships/service.ts'
import { getOwnProfile, hasActiveProjects, listOwnProjects } from '../users/service.ts'
import { SEARCH_HITS_MAX } from '#shared/contract/projects.ts'
import { openTasks } from '../open-tasks/service.ts'
import { listMarket } from './market.ts'
import { getProject, getUserDetails, listSimilar } from './service.ts'

const PROJECTS = 100_000
const PEOPLE = 2_000

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
const viewer = {
  userID: '',
  sessionID: '',
  username: 'u1',
  email: 'u1@x.test',
  isAdministrator: false,
  accountType: 'creator' as const,
}
let projectID: string

beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await fill()
  const mine = await scratch.db
    .selectFrom('projects')
    .select(['id', 'created_by'])
    .where('status', '=', 1)
    .where('skills', 'like', 'React%')
    .executeTakeFirstOrThrow()
  projectID = mine.id
  viewer.userID = mine.created_by
}, 240_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

/** Adds owners, members, applications and tasks spread evenly, as a market some years old would have them. */
const fill = async () => {
  const statements = [
    // The test data satisfies the foreign keys anyway; checking them, and recording words row by row, would take most
    // of the time.
    sql`set local session_replication_role = replica`,
    sql`insert into users (id, email, username, password_hash, is_email_verified)
      select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'x', true from generate_series(1, ${sql.lit(PEOPLE)}) i`,
    sql`insert into projects (id, title, description, skills, tier, status, created_by, created_at, budget, estimated_deadline, weekly_hours)
      select gen_random_uuid(), 'Project about ' || (array['bread', 'boats', 'maps', 'music', 'gardens'])[1 + i % 5],
        'Number ' || i, (array['React, TypeScript', 'Node.js', 'Python, SQL', 'Rust', 'Kotlin', 'Figma'])[1 + i % 6],
        (array['basic', 'bronze', 'silver', 'gold'])[1 + i % 4],
        case when i / 7 % 5 = 0 then 1 + i % 2 else 3 + i % 2 end, u.id, now() - i * interval '1 minute',
        case when i % 3 = 0 then (i % 97 * 100)::text end, case when i % 4 = 0 then (current_date + i % 60 - 20)::text end, i % 41
      from generate_series(1, ${sql.lit(PROJECTS)}) i
      join (select id, row_number() over () as n from users) u on u.n = 1 + i % ${sql.lit(PEOPLE)}`,
    sql`insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects`,
    sql`insert into answer_records (user_id, closed, answered, median_hours) select id, 24, 22, random() * 300 from users`,
    sql`insert into saved_projects (user_id, project_id) select created_by, id from projects where created_at > now() - interval '20 days'`,
    sql`insert into project_requests (id, project_id, user_id, kind, created_by)
      select gen_random_uuid(), p.id, u.id, 'application', u.id
      from (select id, row_number() over () as n from projects) p
      join (select id, row_number() over () as n from users) u on u.n = 1 + (p.n * 7) % ${sql.lit(PEOPLE)}`,
    sql`insert into tasks (id, project_id, task_number, title, assigned_to_id)
      select gen_random_uuid(), id, 1, 'Task', created_by from projects`,
    // Every third task was paid for; a hundredth of them not yet.
    sql`insert into claims (id, project_id, task_id, user_id, kind, state, terms, claimed_at, ended_at, pay_by)
      select gen_random_uuid(), t.project_id, t.id, t.assigned_to_id, 'claimed', 'finished', '{"currency": "USD"}', now(), now(), now()
      from (select *, row_number() over () as n from tasks) as t where n % 3 = 0`,
    sql`insert into payer_dues (claim_id, payer_id, due_at, paid_at, owed_cents, currency, is_counted)
      select id, user_id, claimed_at, case when n % 100 > 0 then now() end, case when n % 100 > 0 then 0 else 100 end, 'USD', true
      from (select *, row_number() over () as n from claims) as c`,
    sql`insert into open_tasks (task_id, project_id, currency, amount_cents, mode, takers, due_key, hours_key, place, skills, search_text)
      select id, project_id, 'USD', 10000, 'claim', case when n % 3 = 0 then 'members' else 'anyone' end, 'infinity', 'infinity', n, '{}', 'task'
      from (select id, project_id, row_number() over () as n from tasks) as t where n % 4 = 0`,
    sql`insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
      select t.id, t.project_id, 10000, 'USD', 'claim', t.assigned_to_id, now(), now()
      from (select *, row_number() over () as n from tasks) as t where n % 4 = 0`,
    sql`insert into ledger_balances (project_id, account, currency, amount_cents)
      select project_id, 'due:' || id, 'USD', 0 from claims`,
    sql`insert into disputes (id, claim_id, side, opened_by, reason, ask_cents, most_cents, state, opened_at, state_by, ended_at)
      select gen_random_uuid(), c.id, 'holder', c.user_id, 'notPaid', 0, 100, 'withdrawn', now(), now(), now()
      from (select *, row_number() over () as n from claims) as c where n <= 20000`,
    sql`insert into project_people (project_id, user_id, mark, marked_by, marked_at)
      select p.id, p.created_by, 'vouched', p.created_by, now() from (select *, row_number() over () as n from projects) as p where n <= 20000`,
    sql`insert into waitlist_entries (id, email, from_task_id)
      select gen_random_uuid(), 'u' || n || '@x.test', id from (select id, row_number() over () as n from tasks) as t where n <= 20000`,
    sql`insert into address_invitations (id, project_id, email, role, invited_by, created_at)
      select gen_random_uuid(), p.id, 'u' || p.n || '@x.test', 'member', p.created_by, now()
      from (select *, row_number() over () as n from projects) as p where n <= 20000`,
    sql`insert into task_counters (project_id, last_task_number) select id, 1 from projects`,
    sql`insert into search_words select 'word' || i from generate_series(1, 40000) i union select i::text from generate_series(1, 10000) i`,
    sql`insert into search_words select distinct word from (select search_text from projects limit 1000) as sample,
      unnest(text_words(search_text)) as word on conflict do nothing`,
    sql`select recount_market()`,
  ]
  await scratch.db.transaction().execute(async (tx) => {
    await liftStatementTimeout(tx)
    // Making an index at the end, from all rows at once, takes a fraction of the time that row by row takes.
    const { rows } = await sql<{ name: string; definition: string }>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('projects'::regclass, 'search_words'::regclass) and not indisunique`.execute(tx)
    for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
    for (const { definition } of rows) await sql.raw(definition).execute(tx)
    await sql`analyze`.execute(tx)
  })
}

const deps = () => ({ db: watched.db, clock: createTestClock(), config: { searchLimit: 1_000 } })
const market = (query: Partial<Parameters<typeof listMarket>[2]['query']>) => () =>
  listMarket(deps(), viewer, { query: { page: 1, limit: 10, ...query } })
const calls: Array<[name: string, call: () => Promise<unknown>]> = [
  ['the market', market({})],
  ['a late page of the market', market({ page: 2_000 })],
  ['a page of 100', market({ limit: 100 })],
  ['the market by one tier', market({ skillLevel: 'advanced' })],
  ['the market by two tiers', market({ skillLevel: 'intermediate' })],
  ['a search for a common word', market({ q: 'react' })],
  ['a search for a rare word', market({ q: 'number 7771' })],
  ['a search by the beginning of a word', market({ q: 'gard' })],
  ['a search for a misspelt word', market({ q: 'Raect' })],
  ['a search that finds nothing', market({ q: 'unheard-of' })],
  ['a search in another script', market({ q: '菜园' })],
  ['a search for two letters', market({ q: 'ty' })],
  ['a search for two letters that begin no word', market({ q: 'qz' })],
  ['a search for one letter', market({ q: 'r' })],
  ['a search for a wildcard', market({ q: '%' })],
  ['a search for a letter and signs', market({ q: 'c++' })],
  ['a search for one short word among others', market({ q: 'react ty' })],
  ['a search by tier', market({ q: 'maps', skillLevel: 'beginner' })],
  ['the market by deadline', market({ sort: 'deadline' })],
  ['the market by budget', market({ sort: 'budget' })],
  ['the market by who answers fastest', market({ sort: 'answers' })],
  ['the market by a common skill', market({ skills: 'React' })],
  ['the market by a skill that nobody names', market({ skills: 'Weaving' })],
  ['the market by budget and hours', market({ minBudget: 5_000, maxHours: 10 })],
  ['the market of saved projects', market({ saved: true })],
  ['a search that is sorted and narrowed', market({ q: 'maps', sort: 'budget', skills: 'Rust', maxHours: 20 })],
  ['one project', () => getProject(deps(), viewer, { params: { id: projectID } })],
  ['similar projects', () => listSimilar(deps(), viewer, { params: { id: projectID } })],
  ['the role in a project', () => getUserDetails(deps(), viewer, { params: { id: projectID } })],
  ['the access to a project', () => getAccess(deps(), viewer, { params: { id: projectID } })],
  ['My Projects', () => listOwnProjects(deps(), viewer)],
  ['the own profile', () => getOwnProfile(deps(), viewer)],
  ['whether there is work', () => hasActiveProjects(deps(), viewer)],
]

const filters: ReadonlyArray<[name: string, filter: Partial<Parameters<typeof openTasks.list>[2]['query']>]> = [
  ['all', {}],
  ['those that pay enough', { minCents: 5_000 }],
  ['short ones', { maxHours: 10 }],
  ['those to be taken', { mode: 'claim' }],
  ['those of a skill', { skill: 'Weaving' }],
  ['those with a word', { q: 'task' }],
  ['those for oneself', { forMe: 'true' }],
]
const openTaskLists = (['newest', 'reward', 'due', 'shortest'] as const).flatMap((sort) =>
  filters.map(([name, filter]): [name: string, call: () => Promise<unknown>] => [
    `${name} by ${sort}`,
    () => openTasks.list(deps(), viewer, { query: { sort, limit: 20, currency: 'USD', ...filter } }),
  ]),
)
test.each(openTaskLists)('[OPEN-26] open tasks, %s, are found without reading the whole table', async (_, call) => {
  const scanned = await watched.scannedBy(call)
  expect(scanned.filter((table) => !SMALL.includes(table))).toEqual([])
})

/** This table has a row for each day and month, so it stays small however many projects there are. */
const SMALL = ['market_counts']
test.each(calls)('[BUILD-07] %s does not read the whole table of 100,000 projects', async (_, call) => {
  const scanned = await watched.scannedBy(call)
  expect(scanned.filter((table) => !SMALL.includes(table))).toEqual([])
})

test('[BUILD-07] the check itself notices a table that is read whole', async () => {
  const everything = () => watched.db.selectFrom('projects').select('id').where('budget', '=', '5').execute()
  expect(await watched.scannedBy(everything)).toEqual(['projects'])
})

test('[BUILD-07] the total is exact without counting, a search stops at a bound, and a page holds no more than was asked for', async () => {
  const page = await market({ limit: 25 })()
  expect(page.data).toHaveLength(25)
  const open = watched.db
    .selectFrom('projects')
    .where('status', 'in', [1, 2])
    .select(({ fn }) => fn.countAll<string>().as('n'))
  expect(String(page.pagination.total)).toBe((await open.executeTakeFirstOrThrow()).n)
  expect(page.pagination.total).toBeGreaterThan(10_000)
  const found = await market({ q: 'react' })()
  expect(found.data).toHaveLength(10)
  expect(found.pagination.total).toBe(SEARCH_HITS_MAX)
})
