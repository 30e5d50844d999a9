import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences, findStateDifferences } from '#server/modules/ledger/service.ts'
import { createProject, createUser, unique } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { type Answer, startTwoServers, type TwoServers } from './two-servers.ts'

/** Gives the tests a database and factories; the calls of the tests go to the two processes. */
let app: TestApp
let servers: TwoServers
beforeAll(async () => {
  app = await startTestApp()
  servers = await startTwoServers(app.databaseUrl)
})
afterAll(async () => {
  await servers.close()
  await app.close()
})

const CALLS = 16
/** The answers after which the process is killed: others are being worked on then, or have not begun. */
const ANSWERS = 3

type Person = { id: string; token: string }
let owner: Person
let projectID: string
const newPerson = async (): Promise<Person> => {
  const { user, accessToken: token } = await createUser(app)
  return { id: user.id, token }
}
beforeEach(async () => {
  owner = await newPerson()
  projectID = (await createProject(app, owner.id)).id
  await app.db.updateTable('projects').set({ budget: '$50,000' }).where('id', '=', projectID).execute()
})
const idOf = ({ body }: Answer) => (body['data'] as { id: string }).id
const addTask = async (more: object = {}) =>
  idOf(
    await servers.atSecond('POST', '/user-tasks', {
      token: owner.token,
      body: { projectID, title: 'Draw', description: 'Work.', ...more },
    }),
  )
const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: CALLS }, make))
const offerOf = (taskID: string, mode: string, call = servers.atSecond) =>
  call('PUT', `/user-tasks/${taskID}/offer`, { token: owner.token, body: { amountCents: 10_000, mode } })
const offered = async (mode: string) => {
  const taskID = await addTask()
  expect((await offerOf(taskID, mode)).status).toBe(200)
  return taskID
}

/** Makes all calls at the first process and kills it in the middle. Returns which were answered; some were not. */
const killWithin = async (calls: readonly (() => Promise<Answer>)[]): Promise<boolean[]> => {
  let answered = 0
  let killed: Promise<void> | undefined
  const sent = await Promise.allSettled(
    calls.map(async (call) => {
      const { status } = await call()
      expect([200, 201]).toContain(status)
      if ((answered += 1) === ANSWERS) killed = servers.kill(0)
    }),
  )
  await killed
  const failures = sent.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
  for (const { reason } of failures) expect(String(reason)).toContain('fetch failed')
  expect(failures.length).toBeGreaterThan(0)
  // PostgreSQL takes the transactions of a process that is gone back as soon as it finds their connections closed.
  await expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(app.db)
      return rows[0]?.n
    })
    .toBe(0)
  await servers.restart(0)
  return sent.map(({ status }) => status === 'fulfilled')
}

/** All that a call about a reward changes, in the shape of a sentence for each part. */
const stateOf = async (taskID: string) => {
  const { rows } = await sql<{ state: string[] }>`
    select array[
      'task ' || t.status || case when t.assigned_to_id is null then ' free' else ' held' end,
      (select 'offer of ' || trim_scale(amount_cents) from offers where task_id = t.id),
      (select string_agg('claim ' || state, ', ' order by claimed_at, id) from claims where task_id = t.id),
      (select string_agg('request ' || status, ', ' order by created_at) from project_requests where task_id = t.id),
      (select string_agg(kind || ' ' || trim_scale(amount_cents), ', ' order by id)
        from ledger_entries where task_id = t.id),
      (select string_agg(kind, ', ' order by created_at, id) from events
        where (task_id = t.id and (kind like 'claim.%' or kind like 'offer.%'))
          or request_id in (select id from project_requests where task_id = t.id))
    ] as state from tasks t where t.id = ${taskID}`.execute(app.db)
  return (rows[0]?.state ?? []).filter((part) => part !== null)
}

/** After the kill each task is as before or changed as a whole, changed wherever an answer came, and the ledger is sound. */
const expectAllOrNone = async (
  tasks: readonly string[],
  calls: readonly (() => Promise<Answer>)[],
  whole: string[],
) => {
  const before = await stateOf(tasks[0] ?? '')
  const answered = await killWithin(calls)
  for (const [at, taskID] of tasks.entries())
    if (answered[at]) expect(await stateOf(taskID)).toEqual(whole)
    else expect([before, whole]).toContainEqual(await stateOf(taskID))
  expect([await findLedgerDifferences(app.db), await findStateDifferences(app.db, new Date())]).toEqual([[], []])
}

test('[OFFER-11] after kill -9 offer, event and reserve are all there or none', async () => {
  const tasks = await many(addTask)
  const calls = tasks.map((taskID) => () => offerOf(taskID, 'claim', servers.atFirst))
  await expectAllOrNone(tasks, calls, ['task 1 free', 'offer of 10000', 'reserve 10000', 'offer.made'])
}, 60_000)

test('[CLAIM-67] after kill -9 a claim is made as a whole or not, and sending it again makes one', async () => {
  const tasks = await many(() => offered('claim'))
  const takers = await many(newPerson)
  const take = (at: number, call: TwoServers['call']) =>
    call('POST', `/user-tasks/${tasks[at]}/claim`, {
      token: takers[at]?.token ?? '',
      body: { idempotencyKey: `claim of ${tasks[at]}` },
    })
  const whole = ['task 2 held', 'offer of 10000', 'claim active', 'reserve 10000', 'offer.made, claim.made']
  await expectAllOrNone(
    tasks,
    tasks.map((_, at) => () => take(at, servers.atFirst)),
    whole,
  )
  const again = await Promise.all(tasks.map((_, at) => take(at, servers.atSecond)))
  expect(again.map(({ status }) => status)).toEqual(tasks.map(() => 201))
  for (const taskID of tasks) expect(await stateOf(taskID)).toEqual(whole)
}, 60_000)

test('[CLAIM-67] after kill -9 a task is given back as a whole or not', async () => {
  const tasks = await many(() => offered('claim'))
  const takers = await many(newPerson)
  const claims = await Promise.all(
    tasks.map(async (taskID, at) =>
      idOf(
        await servers.atSecond('POST', `/user-tasks/${taskID}/claim`, {
          token: takers[at]?.token ?? '',
          body: { idempotencyKey: unique('claim-key-') },
        }),
      ),
    ),
  )
  const calls = claims.map(
    (id, at) => () => servers.atFirst('POST', `/claims/${id}/return`, { token: takers[at]?.token ?? '', body: {} }),
  )
  const events = 'offer.made, claim.made, claim.returned'
  await expectAllOrNone(tasks, calls, ['task 1 free', 'offer of 10000', 'claim returned', 'reserve 10000', events])
}, 60_000)

test('[CLAIM-67] after kill -9 an application is approved as a whole or not', async () => {
  const tasks = await many(() => offered('apply'))
  const applicants = await many(newPerson)
  const requests = await Promise.all(
    tasks.map(async (taskID, at) =>
      idOf(
        await servers.atSecond('POST', `/user-tasks/${taskID}/apply`, {
          token: applicants[at]?.token ?? '',
          body: { idempotencyKey: unique('apply-key-') },
        }),
      ),
    ),
  )
  const calls = requests.map(
    (requestId) => () =>
      servers.atFirst('PUT', `/user-projects/${projectID}/user/accept-request`, {
        token: owner.token,
        body: { requestId, accept: true },
      }),
  )
  const events = 'offer.made, request.applied, claim.made, request.approved'
  await expectAllOrNone(tasks, calls, [
    'task 2 held',
    'offer of 10000',
    'claim active',
    'request 1',
    'reserve 10000',
    events,
  ])
}, 60_000)

test('[CLAIM-67] after kill -9 in the clock a claim has expired as a whole or not, and then all have', async () => {
  const tasks = await many(() => offered('claim'))
  const takers = await many(newPerson)
  await Promise.all(
    tasks.map((taskID, at) =>
      servers.atSecond('POST', `/user-tasks/${taskID}/claim`, {
        token: takers[at]?.token ?? '',
        body: { idempotencyKey: unique('claim-key-') },
      }),
    ),
  )
  await servers.kill(0)
  await servers.kill(1)
  const past = new Date(Date.now() - 60_000)
  await app.db.updateTable('claims').set({ lease_until: past }).where('project_id', '=', projectID).execute()
  const held = await stateOf(tasks[0] ?? '')
  const events = 'offer.made, claim.made, claim.expired'
  const expired = ['task 1 free', 'offer of 10000', 'claim expired', 'reserve 10000', events]
  const states = () => Promise.all(tasks.map(stateOf))
  const isOver = async () => (await states()).filter((state) => state.includes('claim expired')).length
  // A process looks for what is due as soon as it is up.
  await servers.restart(0)
  await expect.poll(isOver, { timeout: 30_000, interval: 2 }).toBeGreaterThan(0)
  await servers.kill(0)
  for (const state of await states()) expect([held, expired]).toContainEqual(state)
  await Promise.all([servers.restart(0), servers.restart(1)])
  await expect.poll(isOver, { timeout: 30_000, interval: 50 }).toBe(CALLS)
  expect(new Set((await states()).map(String))).toEqual(new Set([String(expired)]))
  expect(await findLedgerDifferences(app.db)).toEqual([])
}, 90_000)
