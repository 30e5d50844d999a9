import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { periodsOf } from '#shared/rules/periods.ts'
import { findStatuses } from './repository.ts'
import { getAnalytics } from './service.ts'

/** A project of 5,000 tasks with 100,000 events, and as much again in ten others. */
const [TASKS, EVENTS] = [5_000, 100_000]
const clock = { now: () => new Date() }
const viewer = {
  userID: '',
  sessionID: '',
  username: 'u1',
  email: 'u1@x.test',
  isAdministrator: false,
  accountType: 'creator' as const,
}
let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
let projectID: string
let small: string

beforeAll(async () => {
  scratch = await createScratchDatabase()
  const { db } = scratch
  const statements = [
    sql`set local session_replication_role = replica`,
    sql`insert into users (id, email, username, password_hash, is_email_verified)
      select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'x', true from generate_series(1, 50) i`,
    sql`create temporary table place on commit drop as
      select row_number() over (order by username) as i, id as user_id, gen_random_uuid() as project_id from users`,
    sql`insert into projects (id, title, description, status, created_by, created_at)
      select project_id, 'A title', 'A text', 1, user_id, now() - interval '400 days' from place where i <= 11`,
    sql`insert into memberships (project_id, user_id, role)
      select p.project_id, u.user_id, case when u.i = p.i then 'owner' else 'admin' end from place p, place u where p.i <= 11`,
    // Each has been moved to and fro, every second one to Completed in the end.
    sql`insert into tasks (id, project_id, task_number, title, status, assigned_to_id, estimate_hours, created_at, started_at, completed_at)
      select gen_random_uuid(), p.project_id, n, 'Task', case when n % 2 = 0 then 4 else 2 end, u.user_id, 3,
        now() - (n % 390) * interval '1 day' - interval '8 days', now() - (n % 390) * interval '1 day' - interval '7 days',
        case when n % 2 = 0 then now() - (n % 390) * interval '1 day' end
      from place p cross join generate_series(1, ${sql.lit(TASKS)}) n join place u on u.i = n % 50 + 1
      where p.i = 1 or (p.i <= 11 and n <= ${sql.lit(TASKS)} / 10)`,
    sql`insert into events (id, kind, actor_id, project_id, task_id, data, created_at)
      select gen_random_uuid(), case k when 0 then 'task.created' else 'task.moved' end, t.assigned_to_id, t.project_id, t.id,
        case when k = 0 then '{"status": 1}'::jsonb
          when k = 19 then jsonb_build_object('from', 2, 'to', t.status)
          when k % 2 = 1 then '{"from": 1, "to": 2}'::jsonb else '{"from": 2, "to": 1}'::jsonb end,
        t.created_at + k * interval '10 hours'
      from tasks t, generate_series(0, 19) k order by k, t.id`,
    sql`insert into events (id, kind, project_id, task_id, data, created_at)
      select gen_random_uuid(), 'task.deleted', t.project_id, t.id, '{}', now() from tasks t where task_number % 10 = 0`,
    sql`update tasks set deleted_at = now() where task_number % 10 = 0`,
  ]
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })
  const owner = await db
    .selectFrom('memberships')
    .where('role', '=', 'owner')
    .select(['project_id', 'user_id'])
    .execute()
  const counts = await db
    .selectFrom('tasks')
    .groupBy('project_id')
    .select(['project_id', sql<number>`count(*)::int`.as('n')])
    .execute()
  projectID = counts.find(({ n }) => n === TASKS)?.project_id ?? ''
  small = counts.find(({ n }) => n < TASKS)?.project_id ?? ''
  viewer.userID = owner.find((row) => row.project_id === projectID)?.user_id ?? ''
  await sql`analyze`.execute(db)
  watched = watchQueries(scratch.url)
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const ask = (of = projectID) =>
  getAnalytics({ db: watched.db, clock }, viewer, { params: { id: of }, query: { timeZone: 'Europe/Vienna' } })

test('a project among others is read through indexes, its events as well', async () => {
  expect((await ask(small)).periods.length).toBeGreaterThan(12)
  const whole = await watched.scannedBy(() => ask(small))
  expect(whole.filter((table) => ['events', 'tasks'].includes(table))).toEqual([])
})

test(`${EVENTS.toLocaleString('en-US')} events of one project reach the server as some dozens of rows, and end at what is there now`, async () => {
  const { periods } = await ask()
  expect(periods.at(-1)?.statuses?.reduce((sum, count) => sum + count, 0)).toBe(TASKS * 0.9)
  // What it takes in time is in decision 43: a limit here would fail on a busy machine.
  const rows = await findStatuses(watched.db, projectID, periodsOf('2026-01-05', '2026-03-29', 'week', 'UTC'))
  expect(rows.length).toBeLessThan(100)
})
