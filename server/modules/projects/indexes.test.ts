import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../../../tests/support/database.ts'
import { createTestClock } from '../../../tests/support/server.ts'
import type { DB } from '../../db/schema.generated.ts'
import { checkUserProject } from '../memberships/service.ts'
import { getOwnProfile, hasActiveProjects, listOwnProjects } from '../users/service.ts'
import { getProject, getUserDetails, listMarket, listSimilar } from './service.ts'

const PROJECTS = 100_000
const PEOPLE = 2_000

let scratch: ScratchDatabase
let db: Kysely<DB>
const ran: Array<{ sql: string; parameters: readonly unknown[] }> = []
const viewer = {
  userID: '',
  username: 'u1',
  email: 'u1@x.test',
  isAdministrator: false,
  accountType: 'creator' as const,
}
let projectID: string

beforeAll(async () => {
  scratch = await createScratchDatabase()
  const log = (event: LogEvent) => {
    if (event.level === 'query') ran.push({ sql: event.query.sql, parameters: event.query.parameters })
  }
  const pool = new pg.Pool({ connectionString: scratch.url })
  // Dropping the database may end connections that the pool was about to close.
  pool.on('error', () => undefined)
  db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log })
  await fill()
  const mine = await scratch.db
    .selectFrom('projects')
    .select(['id', 'created_by'])
    .where('status', '=', 1)
    .where('skills', 'like', 'React%')
    .executeTakeFirstOrThrow()
  projectID = mine.id
  viewer.userID = mine.created_by
}, 120_000)
afterAll(async () => {
  await db.destroy()
  await scratch.drop()
})

/** Owners, members, applications and tasks spread evenly, as a market some years old would be. */
const fill = async () => {
  const statements = [
    // Foreign keys hold by construction; checking them, and noting words row by row, would take most of the time.
    sql`set local session_replication_role = replica`,
    sql`insert into users (id, email, username, password_hash, is_email_verified)
      select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'x', true from generate_series(1, ${sql.lit(PEOPLE)}) i`,
    sql`insert into projects (id, title, description, skills, tier, status, created_by, created_at)
      select gen_random_uuid(), 'Project about ' || (array['bread', 'boats', 'maps', 'music', 'gardens'])[1 + i % 5],
        'Number ' || i, (array['React, TypeScript', 'Node.js', 'Python, SQL', 'Rust', 'Kotlin', 'Figma'])[1 + i % 6],
        (array['basic', 'bronze', 'silver', 'gold'])[1 + i % 4], i % 5, u.id, now() - i * interval '1 minute'
      from generate_series(1, ${sql.lit(PROJECTS)}) i
      join (select id, row_number() over () as n from users) u on u.n = 1 + i % ${sql.lit(PEOPLE)}`,
    sql`insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects`,
    sql`insert into project_requests (id, project_id, user_id, kind, created_by)
      select gen_random_uuid(), p.id, u.id, 'application', u.id
      from (select id, row_number() over () as n from projects) p
      join (select id, row_number() over () as n from users) u on u.n = 1 + (p.n * 7) % ${sql.lit(PEOPLE)}`,
    sql`insert into tasks (id, project_id, task_number, title, assigned_to_id)
      select gen_random_uuid(), id, 1, 'Task', created_by from projects`,
    sql`insert into task_counters (project_id, last_task_number) select id, 1 from projects`,
    sql`insert into search_words select 'word' || i from generate_series(1, 20000) i on conflict do nothing`,
    sql`insert into search_words values ('react'), ('typescript'), ('maps'), ('gardens'), ('music'), ('bread'), ('boats')`,
    sql`analyze`,
  ]
  await scratch.db.transaction().execute(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Tables read from end to end by what `call` asked the database, as the planner says for the very same values. */
const scannedBy = async (call: () => Promise<unknown>): Promise<string[]> => {
  ran.length = 0
  await call()
  const asked = [...ran]
  expect(asked.length).toBeGreaterThan(0)
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    const scanned: string[] = []
    for (const query of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': Array<{ Plan: Plan }> }>(
        `explain (format json) ${query.sql}`,
        [...query.parameters],
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (!plan) throw new Error(`no plan for ${query.sql}`)
      for (const node of nodesOf(plan)) if (node['Node Type'] === 'Seq Scan') scanned.push(node['Relation Name'] ?? '?')
    }
    return scanned
  } finally {
    await client.end()
  }
}

const deps = () => ({ db, clock: createTestClock(), config: { searchLimit: 1_000 } })
const market = (query: Partial<Parameters<typeof listMarket>[2]>) => () =>
  listMarket(deps(), viewer, { page: 1, limit: 10, ...query })
const calls: Array<[name: string, call: () => Promise<unknown>]> = [
  ['the market', market({})],
  ['a late page of the market', market({ page: 2_000 })],
  ['a page of 100', market({ limit: 100 })],
  ['the market by one tier', market({ skillLevel: 'advanced' })],
  ['the market by two tiers', market({ skillLevel: 'intermediate' })],
  ['a search for a common word', market({ q: 'react' })],
  ['a search for a rare word', market({ q: 'number 77771' })],
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
  ['one project', () => getProject(deps(), viewer, projectID)],
  ['similar projects', () => listSimilar(deps(), viewer, projectID)],
  ['the role in a project', () => getUserDetails(deps(), viewer, projectID)],
  ['the relation to a project', () => checkUserProject(deps(), viewer, projectID)],
  ['My Projects', () => listOwnProjects(deps(), viewer)],
  ['the own profile', () => getOwnProfile(deps(), viewer)],
  ['whether there is work', () => hasActiveProjects(deps(), viewer)],
]

test.each(calls)('[BUILD-07] %s reads no whole table of 100,000 projects', async (_, call) => {
  expect(await scannedBy(call)).toEqual([])
})

test('[BUILD-07] the check itself sees a table that is read whole', async () => {
  const everything = () => db.selectFrom('projects').select('id').where('budget', '=', '5').execute()
  expect(await scannedBy(everything)).toEqual(['projects'])
})

test('[BUILD-07] a count stops at a bound, and a page holds no more than was asked for', async () => {
  const page = await listMarket(deps(), viewer, { page: 1, limit: 25 })
  expect(page.data).toHaveLength(25)
  expect(page.pagination.total).toBe(10_000)
})
