import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { claimJobs } from '#server/jobs/queue.ts'
import * as files from '../files/repository.ts'
import { listPayments } from './service.ts'

/** A hundred thousand payments, files and jobs in a thousand projects. */
const ROWS = 100_000
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

beforeAll(async () => {
  scratch = await createScratchDatabase()
  const { db } = scratch
  const rows = sql.lit(ROWS)
  const statements = [
    sql`set local session_replication_role = replica`,
    sql`insert into users (id, email, username, password_hash, is_email_verified)
      select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'x', true from generate_series(1, 1000) i`,
    sql`create temporary table place on commit drop as
      select row_number() over () as i, id as user_id, gen_random_uuid() as project_id from users`,
    sql`insert into projects (id, title, description, status, created_by)
      select project_id, 'A title', 'A text', 1, user_id from place`,
    sql`insert into memberships (project_id, user_id, role) select project_id, user_id, 'owner' from place`,
    sql`insert into payment_recordings (id, project_id, recorded_by, idempotency_key, request_hash)
      select gen_random_uuid(), project_id, user_id, 'key', 'x' from place`,
    sql`insert into payments (id, recording_id, position, project_id, user_id, amount_cents, currency, created_at)
      select gen_random_uuid(), r.id, i, r.project_id, r.recorded_by, 100, 'USD', now() - i * interval '1 minute'
      from generate_series(1, ${rows} / 1000) i, payment_recordings r`,
    sql`insert into files (id, project_id, uploaded_by, name, state, created_at)
      select gen_random_uuid(), project_id, user_id, 'f', 'stored', now() - n * interval '1 minute'
      from generate_series(1, ${rows} / 1000) n, place`,
    sql`insert into jobs (id, kind, payload, run_at)
      select gen_random_uuid(), 'answer-mail', '{}', now() + i * interval '1 minute' from generate_series(1, ${rows}) i`,
  ]
  await db.transaction().execute(async (tx) => {
    for (const statement of statements) await statement.execute(tx)
  })
  const one = await db.selectFrom('payments').select(['project_id', 'user_id']).limit(1).executeTakeFirstOrThrow()
  projectID = one.project_id
  viewer.userID = one.user_id
  await sql`analyze`.execute(db)
  watched = watchQueries(scratch.url)
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const deps = () => ({ db: watched.db, clock })
/**
 * The large tables that a call reads whole. The planner may read the others whole: there are only a thousand people and
 * no requests.
 */
const large = async (call: () => Promise<unknown>) =>
  (await watched.scannedBy(call)).filter((table) => ['payments', 'payment_recordings', 'files'].includes(table))

test('a project’s ledger and its sums are read through indexes, both everybody’s and one person’s', async () => {
  const page = { params: { id: projectID }, query: { page: 1, limit: 10 } }
  expect((await listPayments(deps(), viewer, page)).data).toHaveLength(10)
  expect(await large(() => listPayments(deps(), viewer, page))).toEqual([])
  expect(
    await large(() => listPayments(deps(), viewer, { ...page, query: { ...page.query, userID: viewer.userID } })),
  ).toEqual([])
})

test('a project’s files are read through an index', async () => {
  expect(await large(() => files.findFiles(watched.db, { projectID, page: 1, limit: 10 }))).toEqual([])
  expect(await large(() => files.countFiles(watched.db, projectID))).toEqual([])
})

test('due jobs are found through an index, however many jobs wait', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
    select id from jobs where gave_up_at is null and run_at <= ${clock.now()}
    order by run_at, id limit 10 for update skip locked`.execute(scratch.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('jobs_due_idx')
  expect(await claimJobs(scratch.db, clock.now(), 10)).toEqual([])
})
