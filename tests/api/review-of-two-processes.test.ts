import { afterAll, beforeAll, expect, test } from 'vitest'
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

const newTeam = async () => {
  const [owner, admin, author] = [await createUser(app), await createUser(app), await createUser(app)]
  const { id } = await createProject(app, owner.user.id)
  await createMembership(app, id, admin.user.id, 'admin')
  await createMembership(app, id, author.user.id)
  return { projectID: id, owner, admin, author }
}
type Team = Awaited<ReturnType<typeof newTeam>>
const begin = async ({ projectID, owner, author }: Team): Promise<string> => {
  const body = { projectID, title: 'Draw', description: 'Work.', assignedToID: author.user.id, status: 2 }
  const { body: made } = await servers.atSecond('POST', '/user-tasks', { token: owner.accessToken, body })
  return (made['data'] as { id: string }).id
}
const path = (id: string, rest = '') => `/user-tasks/${id}/submissions${rest}`

test('[REVIEW-16] owner, admin and author act at two processes at once: one takes effect, two get 409', async () => {
  const team = await newTeam()
  const { owner, admin, author } = team
  for (let turn = 0; turn < 6; turn++) {
    const id = await begin(team)
    const handIn = { token: author.accessToken, body: { idempotencyKey: unique('hand-in-') } }
    expect((await servers.call('POST', path(id), handIn)).status).toBe(201)
    const answer = (call: TwoServers['call'], token: string, act: string, body: object = {}) =>
      call('POST', path(id, `/1/${act}`), { token, body })
    const [first, second] = turn % 2 ? [servers.atFirst, servers.atSecond] : [servers.atSecond, servers.atFirst]
    const all = await Promise.all([
      answer(first, owner.accessToken, 'accept'),
      answer(second, admin.accessToken, 'changes', { text: 'No legend.' }),
      answer(first, author.accessToken, 'withdraw'),
    ])
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const won = all.findIndex(({ status }) => status === 200)
    const rows = await app.db.selectFrom('submissions').where('task_id', '=', id).select('state').execute()
    expect(rows).toEqual([{ state: ['accepted', 'changes', 'withdrawn'][won] }])
    const told = await app.db
      .selectFrom('events')
      .where('task_id', '=', id)
      .where('kind', 'like', 'submission.%')
      .select('kind')
      .orderBy('id')
      .execute()
    expect(told.map(({ kind }) => kind)).toEqual(['submission.submitted', `submission.${rows[0]?.state}`])
  }
})

test('[REVIEW-20] after kill -9 status, submission and event are all there or none, and sending again makes one round', async () => {
  const team = await newTeam()
  const ids = await Promise.all(Array.from({ length: 24 }, () => begin(team)))
  const submit = (call: TwoServers['call'], id: string) =>
    call('POST', path(id), { token: team.author.accessToken, body: { note: 'Ready.', idempotencyKey: `of ${id}` } })
  let answered = 0
  let killed: Promise<void> | undefined
  const count = (answer: Answer) => {
    answered += 1
    // In the middle: some calls have their answer, others are being worked on, others have not begun.
    if (answered === 4) killed = servers.kill(0)
    return answer
  }
  const sent = await Promise.allSettled(ids.map((id) => submit(servers.atFirst, id).then(count)))
  await killed
  const broken = sent.filter(({ status }) => status === 'rejected')
  expect(broken.length).toBeGreaterThan(0)

  const stateOf = async (id: string) => {
    const task = await app.db
      .selectFrom('tasks')
      .where('id', '=', id)
      .select(['status', 'open_round'])
      .executeTakeFirstOrThrow()
    const rounds = await app.db.selectFrom('submissions').where('task_id', '=', id).select('round').execute()
    const events = await app.db
      .selectFrom('events')
      .where('task_id', '=', id)
      .where('kind', 'in', ['task.moved', 'submission.submitted'])
      .select('kind')
      .orderBy('id')
      .execute()
    return { ...task, rounds: rounds.map(({ round }) => round), events: events.map(({ kind }) => kind) }
  }
  const whole = { status: 3, open_round: 1, rounds: [1], events: ['task.moved', 'submission.submitted'] }
  const none = { status: 2, open_round: null, rounds: [], events: [] }
  for (const [at, id] of ids.entries())
    if (sent[at]?.status === 'fulfilled') expect(await stateOf(id)).toEqual(whole)
    else expect([whole, none]).toContainEqual(await stateOf(id))

  const again = await Promise.all(ids.map((id) => submit(servers.atSecond, id)))
  expect(again.map(({ status }) => status)).toEqual(ids.map(() => 201))
  for (const id of ids) expect(await stateOf(id)).toEqual(whole)
  await servers.restart(0)
})
