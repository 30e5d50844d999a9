import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findLedgerDifferences } from '#server/modules/ledger/service.ts'
import { runReviewClock } from '#server/modules/tasks/service.ts'
import { createMembership, createProject, createUser, unique } from '../support/factories.ts'
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

type Person = { id: string; token: string }
let owner: Person
let ana: Person
let projectID: string
beforeEach(async () => {
  const create = async (name: string): Promise<Person> => {
    const { user, accessToken: token } = await createUser(app, { name })
    return { id: user.id, token }
  }
  ;[owner, ana] = await Promise.all([create('Marta'), create('Ana')])
  projectID = (await createProject(app, owner.id)).id
  await createMembership(app, projectID, ana.id)
  await app.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', projectID).execute()
})

/** Makes the call at the first process for even places and at the second for odd ones. */
const at = (place: number) => (place % 2 ? servers.atSecond : servers.atFirst)
const idOf = ({ body }: Answer) => (body['data'] as { id: string }).id
const addTask = async () =>
  idOf(
    await servers.atFirst('POST', '/user-tasks', {
      token: owner.token,
      body: { projectID, title: 'Draw', description: 'Work.', assignedToID: ana.id, status: 2 },
    }),
  )
const offer = (taskID: string, amountCents: number, place = 0) =>
  at(place)('PUT', `/user-tasks/${taskID}/offer`, { token: owner.token, body: { amountCents, mode: 'assigned' } })
const entriesOf = async (taskID: string) => {
  const { rows } = await sql<{ entry: string }>`
    select kind || ' ' || trim_scale(amount_cents) as entry from ledger_entries where task_id = ${taskID} order by id`.execute(
    app.db,
  )
  return rows.map(({ entry }) => entry)
}

test('[LEDGER-39] of twenty who reserve the last $100 at two processes at once, one succeeds', async () => {
  const tasks = await Promise.all(Array.from({ length: 20 }, addTask))
  expect((await offer(await addTask(), 40_000)).status).toBe(200)
  const answers = await Promise.all(tasks.map((taskID, place) => offer(taskID, 10_000, place)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  for (const { status, body } of answers) if (status === 409) expect(JSON.stringify(body)).toContain('BUDGET_SHORT')
  const { rows } = await sql`select from ledger_balances where account <> 'budget' and amount_cents < 0`.execute(app.db)
  expect([rows, await findLedgerDifferences(app.db)]).toEqual([[], []])
}, 60_000)

test('[LEDGER-40] two payments for one due at once, with keys of their own, settle it once', async () => {
  for (let round = 0; round < 4; round++) {
    const taskID = await addTask()
    await offer(taskID, 10_000)
    await servers.atFirst('PUT', `/user-tasks/${taskID}`, { token: owner.token, body: { status: 4 } })
    const payment = { userID: ana.id, amountCents: 10_000, currency: 'USD', taskID }
    const answers = await Promise.all(
      [0, 1].map((place) =>
        at(place)('POST', `/projects/${projectID}/payments`, {
          token: owner.token,
          body: { ...payment, idempotencyKey: unique('payment-') },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(JSON.stringify(answers)).toContain('Ana was paid for this. Say what more it is for.')
    expect(await entriesOf(taskID)).toEqual(['reserve 10000', 'due 10000', 'settle 10000'])
  }
}, 60_000)

test('[SETTLE-17] of acceptance, a move to Completed and the clock at once, one due is written', async () => {
  for (let round = 0; round < 4; round++) {
    const taskID = await addTask()
    await offer(taskID, 10_000)
    const handIn = { token: ana.token, body: { aiUse: 'none', idempotencyKey: unique('hand-in-') } }
    expect((await servers.atSecond('POST', `/user-tasks/${taskID}/submissions`, handIn)).status).toBe(201)
    await app.db.updateTable('submissions').set({ review_by: new Date() }).where('task_id', '=', taskID).execute()
    const { token } = owner
    const [accepted, moved] = await Promise.all([
      servers.atFirst('POST', `/user-tasks/${taskID}/submissions/1/accept`, { token, body: {} }),
      servers.atSecond('PUT', `/user-tasks/${taskID}`, { token, body: { status: 4 } }),
      runReviewClock(app.deps),
    ])
    for (const { status } of [accepted, moved]) expect([200, 409]).toContain(status)
    expect(await entriesOf(taskID)).toEqual(['reserve 10000', 'due 10000'])
  }
}, 60_000)
