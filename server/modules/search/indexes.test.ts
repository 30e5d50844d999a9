import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { liftStatementTimeout } from '#server/db/answers.ts'
import { watchQueries } from '#support/query-plans.ts'
import { createTestClock } from '#support/server.ts'
import { find } from './service.ts'

const PROJECTS = 2_000
const TASKS = 100_000
const PEOPLE = 2_000

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
const viewers = { few: '', all: '' }
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  const words = "(array['fix', 'draw', 'write', 'mend', 'paint', 'count', 'plant'])"
  const things =
    "(array['the harbour wall', 'a map of gardens', 'the tide tables', 'bread for everybody', 'an atlas of birds'])"
  const statements = [
    `insert into users (id, email, username, name, password_hash, is_email_verified)
      select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'Ann Number' || i, 'x', true from generate_series(1, ${PEOPLE}) i`,
    `insert into projects (id, title, description, status, created_by, created_at)
      select gen_random_uuid(), 'Project about ' || ${things}[1 + i % 5], 'Number ' || i, i % 4, u.id, now() - i * interval '1 hour'
      from generate_series(1, ${PROJECTS}) i join (select id, row_number() over () as n from users) u on u.n = 1 + i % ${PEOPLE}`,
    `insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects`,
    `insert into memberships (project_id, user_id, role)
      select p.id, u.id, 'member' from projects p, (select id from users where username = 'u1') u on conflict do nothing`,
    `insert into tasks (id, project_id, task_number, title)
      select gen_random_uuid(), p.id, i / ${PROJECTS} + 1, ${words}[1 + i % 7] || ' ' || ${things}[1 + i / 7 % 5] || case when i % 5000 = 3 then ' observatory' else '' end
      from generate_series(0, ${TASKS - 1}) i join (select id, row_number() over () as n from projects) p on p.n = 1 + i % ${PROJECTS}`,
  ]
  await scratch.db.transaction().execute(async (tx) => {
    await liftStatementTimeout(tx)
    for (const text of statements) await sql.raw(text).execute(tx)
  })
  await sql`vacuum analyze`.execute(scratch.db)
  const idOf = async (username: string) =>
    (await scratch.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  viewers.all = await idOf('u1')
  viewers.few = await idOf('u2')
}, 240_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const search = (who: keyof typeof viewers, q: string) =>
  find(
    { db: watched.db, clock: createTestClock(), config: { searchLimit: 100_000 } },
    {
      userID: viewers[who],
      sessionID: '',
      username: who,
      email: 'u@x.test',
      isAdministrator: false,
      accountType: 'creator',
    },
    { query: { q, limit: 8 } },
  )

test.each(['observatory', 'harbour', 'fix the', '#7', 'an', 'Ann'])(
  '[KEYS-03] among 100,000 tasks of 2,000 projects the tasks are not read from end to end for %j',
  async (q) => {
    const big = ['tasks', 'task_titles']
    const scannedFor = async (who: keyof typeof viewers) =>
      (await watched.scannedBy(() => search(who, q))).filter((table) => big.includes(table))
    expect(await scannedFor('few')).toEqual([])
    // Who is in all projects has all titles to look through for a common word. Whole tasks are not read for that.
    expect(await scannedFor('all')).not.toContain('tasks')
  },
)
