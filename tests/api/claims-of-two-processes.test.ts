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
