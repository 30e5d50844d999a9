import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { createTestClock } from '#support/server.ts'
import { createTasks } from '../tasks/service.ts'
import { findJoined } from './joined.ts'
import { findNext, findNow, findWaiting, findWaitingFor } from './repository.ts'

/** The people, each with a project of 20 tasks. The first has 50 projects, and half of their tasks. */
const PEOPLE = 5_000
/** The finished and paid claims in the project of one more owner. */
const FINISHED = 20_000

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
let userID = ''
const now = new Date()

beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  const first = sql`(select user_id from place where i = 0)`
  const statements = [
    // The test data satisfies the foreign keys anyway; checking them would take most of the time.
    sql`set local session_replication_role = replica`,
    sql`create temporary table place on commit drop as
      select i, gen_random_uuid() as user_id, gen_random_uuid() as project_id from generate_series(0, ${sql.lit(PEOPLE)}) i`,
    sql`insert into users (id, email, username, password_hash) select user_id, 'u' || i || '@x.test', 'u' || i, 'x' from place`,
    sql`insert into projects (id, title, description, status, created_by)
      select project_id, 'A title', 'A text', 1, case when i < 50 then ${first} else user_id end from place`,
    sql`insert into memberships (project_id, user_id, role) select id, created_by, 'owner' from projects`,
    sql`insert into memberships (project_id, user_id, role)
      select a.project_id, b.user_id, 'admin' from place a join place b on b.i between a.i + 1 and a.i + 3 where a.i >= 50`,
    sql`insert into tasks (id, project_id, task_number, title, status, assigned_to_id, created_by_id, due_on, open_round)
      select gen_random_uuid(), project_id, k, 'Task', k % 6, who, who, case when k % 3 = 0 then current_date - 5 + k end,
        case when k % 6 = 3 then 1 end
      from place cross join generate_series(1, 20) k
        cross join lateral (select case when i < 50 and k > 10 then ${first} else user_id end as who) as whose`,
    sql`insert into offers (task_id, project_id, amount_cents, currency, mode, made_by, made_at, changed_at)
      select id, project_id, 10000, 'USD', 'claim', created_by_id, now(), now() from tasks where task_number % 2 = 0`,
    sql`insert into project_stages (project_id, id, status, name, place)
      select project_id, n, n, 'Stage ' || n, n from place, generate_series(1, 3) n`,
    sql`insert into notification_settings (user_id, groups, digest_hour, hide_previews) select user_id, '{}', 8, false from place`,
    sql`insert into project_people (project_id, user_id, mark, marked_by, marked_at)
      select a.project_id, b.user_id, 'vouched', a.user_id, now() from place a join place b on b.i = a.i + 10`,
    sql`insert into submissions (id, task_id, round, author_id, state, created_at, note, idempotency_key, request_hash, links, files, remarks)
      select gen_random_uuid(), id, 1, assigned_to_id, 'open', now(), '', 'k', 'h', '{}', '[]', '[]' from tasks where status = 3`,
    sql`insert into project_requests (id, project_id, user_id, kind, created_by, status, answered_at)
      select gen_random_uuid(), a.project_id, b.user_id, 'application', b.user_id, a.i % 3, now()
      from place a join place b on b.i = (a.i + 60) % ${sql.lit(PEOPLE)}`,
    sql`insert into payments (id, project_id, user_id, amount_cents, currency, created_at, recording_id, position)
      select gen_random_uuid(), project_id, user_id, 1000, 'USD', now() - interval '1 day', gen_random_uuid(), 1
      from place cross join generate_series(1, 3)`,
    sql`insert into claims (id, project_id, task_id, user_id, kind, state, terms, claimed_at, ended_at)
      select gen_random_uuid(), project_id, id, assigned_to_id, 'claimed', case status when 4 then 'finished' else 'active' end,
        '{"currency": "USD"}', now(), case status when 4 then now() end
      from tasks where status in (2, 4)`,
    sql`insert into proposals (id, claim_id, side, made_by, amount_cents, state, created_at, ends_at, text, idempotency_key)
      select gen_random_uuid(), id, (array['managers', 'holder'])[1 + row_number() over () % 2], user_id, 100, 'open', now(),
        now() + interval '3 days', 'A text', 'k' from claims where state = 'active'`,
    sql`insert into ledger_balances (project_id, account, currency, amount_cents)
      select project_id, 'due:' || id, 'USD', 100 from claims where state = 'finished'`,
    sql`insert into disputes (id, claim_id, side, opened_by, reason, ask_cents, most_cents, state, opened_at, state_by, ended_at)
      select gen_random_uuid(), id, 'holder', user_id, 'notPaid', 0, 100, 'withdrawn', now(), now(), now() from claims where state = 'finished'`,
    sql`insert into claims (id, project_id, task_id, user_id, kind, state, terms, claimed_at, ended_at)
      select gen_random_uuid(), a.project_id, (select id from tasks t where t.project_id = a.project_id limit 1), b.user_id, 'claimed',
        'finished', '{"currency": "USD"}', now(), now()
      from place a join place b on b.i = a.i + 1 cross join generate_series(1, ${sql.lit(FINISHED)}) where a.i = 100`,
    sql`insert into ledger_balances (project_id, account, currency, amount_cents)
      select project_id, 'due:' || id, 'USD', 0 from claims where project_id = (select project_id from place where i = 100)
      on conflict do nothing`,
  ]
  await scratch.db.transaction().execute(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })
  await sql`vacuum analyze`.execute(scratch.db)
  const { id } = await scratch.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'u0')
    .executeTakeFirstOrThrow()
  userID = id
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const calls: Array<[name: string, call: () => Promise<unknown>]> = [
  ['what to do now', () => findNow(watched.db, { userID, now })],
  ['what is next', () => findNext(watched.db, { userID, now })],
  ['what they wait for', () => findWaiting(watched.db, { userID, now })],
  ['what waits for them', () => findWaitingFor(watched.db, { userID, now })],
  ['what they have joined', () => findJoined(watched.db, { userID, now })],
  ...(['list', 'active'] as const).map((call): [name: string, call: () => Promise<unknown>] => [
    `their tasks (${call})`,
    () => {
      const deps = { db: watched.db, clock: createTestClock() }
      const viewer = {
        userID,
        sessionID: '',
        username: 'u0',
        email: '',
        isAdministrator: false,
        accountType: 'creator' as const,
      }
      return createTasks(deps)[call](deps, viewer, { query: { page: 1, limit: 10 } })
    },
  ]),
]
test.each(calls)('[BUILD-07] %s is read through indexes, however many others there are', async (_, call) => {
  expect(await watched.scannedBy(call)).toEqual([])
})

test('[BUILD-07] proposals are looked up for the claims alone that are active or owed, however many are finished', async () => {
  const owner = await scratch.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'u100')
    .executeTakeFirstOrThrow()
  const call = () => findWaitingFor(watched.db, { userID: owner.id, now })
  expect((await call())?.rows.filter(({ kind }) => kind === 'proposal').length).toBeGreaterThan(0)
  expect(await watched.scannedBy(call)).toEqual([])
  expect(await watched.looksInto(call, 'proposals')).toBeLessThan(200)
})
