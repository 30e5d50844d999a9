import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

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

const PEOPLE = 50

test('[CLAIM-54] 50 people claim one task at two processes at once: it is one person’s, and 49 read whose', async () => {
  const owner = await createUser(app)
  const { id: projectID } = await createProject(app, owner.user.id)
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const { user, accessToken } = await createUser(app, { name: `Person ${n + 1}.` })
      await createMembership(app, projectID, user.id)
      return { id: user.id, name: `Person ${n + 1}.`, accessToken }
    }),
  )
  const { body: made } = await servers.atFirst('POST', '/user-tasks', {
    token: owner.accessToken,
    body: { projectID, title: 'Draw', description: 'Work.' },
  })
  const { id: taskID } = made['data'] as { id: string }
  const now = new Date()
  await app.db
    .insertInto('offers')
    .values({
      ...{ task_id: taskID, project_id: projectID, made_by: owner.user.id, made_at: now, changed_at: now },
      ...{ amount_cents: 0, currency: 'USD', mode: 'claim', lease_days: 7 },
    })
    .execute()

  const answers = await Promise.all(
    people.map(({ accessToken: token }, at) =>
      (at % 2 ? servers.atFirst : servers.atSecond)('POST', `/user-tasks/${taskID}/claim`, {
        token,
        body: { idempotencyKey: unique('claim-key-') },
      }),
    ),
  )
  const won = people.filter((_, at) => answers[at]?.status === 201)
  expect(won).toHaveLength(1)
  const [winner] = won
  const lost = answers.filter(({ status }) => status !== 201)
  expect(lost.map(({ status }) => status)).toEqual(Array.from({ length: PEOPLE - 1 }, () => 409))
  for (const { body } of lost) expect(JSON.stringify(body)).toContain(winner?.name)

  const claims = await app.db.selectFrom('claims').where('task_id', '=', taskID).select(['user_id', 'state']).execute()
  expect(claims).toEqual([{ user_id: winner?.id, state: 'active' }])
  const task = await app.db
    .selectFrom('tasks')
    .where('id', '=', taskID)
    .select(['status', 'assigned_to_id'])
    .executeTakeFirstOrThrow()
  expect(task).toEqual({ status: 2, assigned_to_id: winner?.id })
  const told = await app.db
    .selectFrom('events')
    .where('task_id', '=', taskID)
    .where('kind', 'like', 'claim.%')
    .select(['kind', 'subject_id'])
    .execute()
  expect(told).toEqual([{ kind: 'claim.made', subject_id: winner?.id }])
  const notices = await app.db
    .selectFrom('notifications')
    .where('task_id', '=', taskID)
    .where('user_id', '=', owner.user.id)
    .select('kind')
    .execute()
  expect(notices).toEqual([{ kind: 'claim.made' }])
}, 60_000)

type Caller = { id: string; token: string }
const newCaller = async (): Promise<Caller> => {
  const { user, accessToken } = await createUser(app)
  return { id: user.id, token: accessToken }
}
const at = (place: number) => (place % 2 ? servers.atSecond : servers.atFirst)
/** A project with members, and tasks with an offer of 0. */
const newProject = async (members: readonly Caller[]) => {
  const owner = await newCaller()
  const { id: projectID } = await createProject(app, owner.id)
  for (const { id } of members) await createMembership(app, projectID, id)
  const offered = async (mode: 'claim' | 'assigned', more: object = {}) => {
    const body = { projectID, title: 'Draw', description: 'Work.', ...more }
    const { body: made } = await servers.atFirst('POST', '/user-tasks', { token: owner.token, body })
    const { id } = made['data'] as { id: string }
    const offer = { amountCents: 0, mode }
    const { status } = await servers.atFirst('PUT', `/user-tasks/${id}/offer`, { token: owner.token, body: offer })
    expect(status).toBe(200)
    return id
  }
  return { owner, projectID, offered }
}
const take = (taskID: string, { token }: Caller, place: number) =>
  at(place)('POST', `/user-tasks/${taskID}/claim`, { token, body: { idempotencyKey: unique('claim-key-') } })
const handIn = (taskID: string, { token }: Caller, place: number) =>
  at(place)('POST', `/user-tasks/${taskID}/submissions`, {
    token,
    body: { aiUse: 'none', idempotencyKey: unique('hand-in-') },
  })

test('[CLAIM-55] of 50 tasks that one person takes at once at two processes, they get as many as their cap', async () => {
  const ana = await newCaller()
  const { owner, offered } = await newProject([ana])
  // After a first task was accepted, somebody without reputation holds two.
  const first = await offered('claim')
  expect((await take(first, ana, 0)).status).toBe(201)
  expect((await handIn(first, ana, 0)).status).toBe(201)
  const accept = { token: owner.token, body: {} }
  expect((await servers.atFirst('POST', `/user-tasks/${first}/submissions/1/accept`, accept)).status).toBe(200)

  const tasks: string[] = []
  for (let count = 0; count < 50; count++) tasks.push(await offered('claim'))
  const answers = await Promise.all(tasks.map((taskID, place) => take(taskID, ana, place)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  for (const { status, body } of answers)
    if (status === 409) expect(JSON.stringify(body)).toContain('CAP_REACHED')
    else expect([201, 429]).toContain(status)
  const held = await app.db
    .selectFrom('claims')
    .where('user_id', '=', ana.id)
    .where('state', '=', 'active')
    .select('id')
    .execute()
  expect(held).toHaveLength(2)
}, 90_000)

test('[CLAIM-56] with 9 rounds waiting, all of 20 hand-ins at once succeed, and no claim once ten wait', async () => {
  const [ana, ...takers] = await Promise.all(Array.from({ length: 21 }, newCaller))
  if (!ana) throw new Error('Somebody works.')
  const { projectID, offered } = await newProject([ana, ...takers])
  const assigned: string[] = []
  for (let count = 0; count < 29; count++) assigned.push(await offered('assigned', { assignedToID: ana.id, status: 2 }))
  const open: string[] = []
  for (let count = 0; count < 20; count++) open.push(await offered('claim'))
  for (const taskID of assigned.slice(0, 9)) expect((await handIn(taskID, ana, 0)).status).toBe(201)

  const [handIns, claims] = await Promise.all([
    Promise.all(assigned.slice(9).map((taskID, place) => handIn(taskID, ana, place))),
    Promise.all(takers.map((taker, place) => take(open[place] ?? '', taker, place))),
  ])
  expect(handIns.map(({ status }) => status)).toEqual(handIns.map(() => 201))
  for (const { status, body } of claims)
    if (status !== 201) expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('QUEUE_FULL')])
  // Now that it is full, nobody takes what is left.
  const left = await Promise.all(Array.from({ length: 20 }, () => offered('claim')))
  const later = await Promise.all(takers.map((taker, place) => take(left[place] ?? '', taker, place)))
  for (const { status, body } of later)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('QUEUE_FULL')])
  const { rows } = await sql<{ rounds: number; claims: number }>`
    select (select count(*)::int from submissions s join tasks t on t.id = s.task_id where t.project_id = ${projectID}) as rounds,
      (select count(*)::int from claims where project_id = ${projectID} and kind = 'claimed') as claims`.execute(app.db)
  expect(rows).toEqual([{ rounds: 29, claims: claims.filter(({ status }) => status === 201).length }])
}, 90_000)
