import { findDifferences } from '#server/modules/reputation/service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { refresh, startLoad } from './load.ts'
import { type Answer, startTwoServers, type TwoServers } from './two-servers.ts'

const ROUNDS = 6
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

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const newTeam = async () => {
  const [owner, admin] = [await createUser(app), await createUser(app)]
  const { id } = await createProject(app, owner.user.id)
  await createMembership(app, id, admin.user.id, 'admin')
  return { projectID: id, owner, admin }
}

test('[BUILD-06][SESS-42] two processes share sessions: either can refresh one, and a session that ends, ends in both', async () => {
  const { refreshToken, accessToken } = await createUser(app)
  expect((await servers.atFirst('GET', '/users/username', { token: accessToken })).status).toBe(200)
  expect((await servers.atSecond('GET', '/users/username', { token: accessToken })).status).toBe(200)

  let current: unknown = refreshToken
  for (let i = 0; i < 10; i++) {
    const { status, body } = await refresh(servers.call, current)
    expect(status).toBe(200)
    current = body['refreshToken']
  }
  // The token that was just replaced is used at both processes at once, as after a crash: it is accepted, and nobody is logged out.
  const next = await refresh(servers.atFirst, current)
  const both = await Promise.all([refresh(servers.atFirst, current), refresh(servers.atSecond, current)])
  expect(statuses([next, ...both])).toEqual([200, 200, 200])

  // An older token at one process ends the session in the other one, too.
  const latest = both[1]?.body ?? {}
  expect((await refresh(servers.atFirst, refreshToken)).status).toBe(401)
  expect((await servers.atSecond('GET', '/users/username', { token: String(latest['accessToken']) })).status).toBe(401)
  expect((await refresh(servers.atSecond, latest['refreshToken'])).status).toBe(401)
})

test('[AUTH-50] limits are counted over both processes, also under parallel tries', async () => {
  const { user } = await createUser(app)
  const wrong = (call: TwoServers['call'], from: string) =>
    call('POST', '/users/login', { body: { emailID: user.email, password: 'wrong' }, from })
  const answers = await Promise.all(Array.from({ length: 24 }, () => wrong(servers.call, '10.4.0.1')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(14)
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
  for (const call of [servers.atFirst, servers.atSecond]) {
    expect((await wrong(call, '10.4.0.1')).status).toBe(429)
    // Another network is not locked out by this one.
    expect((await wrong(call, '10.4.1.1')).status).toBe(401)
  }
})

test('[PERM-14][PERM-15][PERM-32] an application is answered once, whichever process is asked', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { projectID, owner, admin } = await newTeam()
    const { user, accessToken } = await createUser(app)
    const applied = await Promise.all(
      [servers.atFirst, servers.atSecond].map((call) =>
        call('POST', `/projects/${projectID}/apply`, { token: accessToken, body: {} }),
      ),
    )
    expect(statuses(applied)).toEqual([201, 409])
    const answer = (call: TwoServers['call'], token: string, accept: boolean) =>
      call('PUT', `/projects/${projectID}/user/${user.id}/accept-request`, { token, body: { accept } })
    const [approved, rejected, withdrawn] = await Promise.all([
      answer(servers.atFirst, owner.accessToken, true),
      answer(servers.atSecond, admin.accessToken, false),
      answer(round % 2 ? servers.atFirst : servers.atSecond, accessToken, false),
    ])
    const all = [approved, rejected, withdrawn]
    expect(statuses(all)).toEqual([200, 409, 409])
    const winner = all.findIndex(({ status }) => status === 200)
    const { body } = await servers.call('GET', `/user-projects/${projectID}/is-user-project`, { token: accessToken })
    expect((body['data'] as { status: unknown }).status).toBe([1, 5, null][winner])
  }
})

test('[COL-12][COL-13] two owners who demote or remove each other at two processes leave one owner', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { projectID, owner, admin } = await newTeam()
    await app.db
      .updateTable('memberships')
      .set({ role: 'owner' })
      .where('project_id', '=', projectID)
      .where('user_id', '=', admin.user.id)
      .execute()
    const path = (userID: string) => `/user-projects/${projectID}/user/${userID}`
    const body = { role: 'member' }
    await Promise.all([
      servers.atFirst('POST', path(admin.user.id), { token: owner.accessToken, body }),
      round % 2
        ? servers.atSecond('POST', path(owner.user.id), { token: admin.accessToken, body })
        : servers.atSecond('DELETE', path(owner.user.id), { token: admin.accessToken }),
    ])
    const owners = await app.db
      .selectFrom('memberships')
      .select('user_id')
      .where('project_id', '=', projectID)
      .where('role', '=', 'owner')
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('a task completed at both processes gives its reputation once', async () => {
  const { projectID, owner, admin } = await newTeam()
  const { user } = await createUser(app)
  await createMembership(app, projectID, user.id)
  for (let round = 1; round <= ROUNDS; round++) {
    const body = { projectID, title: 'A', description: 'B', assignedToID: user.id }
    const created = await servers.call('POST', '/user-tasks', { token: owner.accessToken, body })
    const path = `/user-tasks/${(created.body['data'] as { id: string }).id}`
    const done = await Promise.all([
      servers.atFirst('PUT', path, { token: owner.accessToken, body: { status: 4 } }),
      servers.atSecond('PUT', path, { token: admin.accessToken, body: { status: 4 } }),
    ])
    expect(statuses(done)).toEqual([200, 200])
    const person = app.db.selectFrom('users').select('reputation').where('id', '=', user.id)
    expect((await person.executeTakeFirstOrThrow()).reputation).toBe(10 * round)
  }
})

test('[REP-07] a process that is killed while tasks are completed leaves one credit and one line for each', async () => {
  const { projectID, owner, admin } = await newTeam()
  const { user } = await createUser(app)
  await createMembership(app, projectID, user.id)
  const paths = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const body = { projectID, title: 'A', description: 'B', assignedToID: user.id }
      const created = await servers.call('POST', '/user-tasks', { token: owner.accessToken, body })
      return `/user-tasks/${(created.body['data'] as { id: string }).id}`
    }),
  )
  const body = { status: 4 }
  const first = paths.map((path) => servers.atFirst('PUT', path, { token: owner.accessToken, body }).catch(() => null))
  await Promise.race(first)
  await servers.kill(0)
  await Promise.all(first)
  // Nobody knows which were completed, so all are completed once more.
  for (const path of paths)
    expect((await servers.atSecond('PUT', path, { token: admin.accessToken, body })).status).toBe(200)
  const lines = await app.db.selectFrom('reputation_events').select('task_id').where('user_id', '=', user.id).execute()
  expect([lines.length, new Set(lines.map(({ task_id }) => task_id)).size]).toEqual([16, 16])
  expect(await findDifferences(app.db)).toEqual([])
  const row = app.db.selectFrom('users').select('reputation').where('id', '=', user.id)
  expect((await row.executeTakeFirstOrThrow()).reputation).toBe(160)
  await servers.restart(0)
})

test('[BUILD-06] one process is killed under load: nothing acknowledged is lost, nothing is done twice, nobody is logged out', async () => {
  const { projectID, owner, admin } = await newTeam()
  const load = startLoad(app, servers, { projectID, owner, payee: admin.user.id })
  const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 15_000, interval: 20 })
  const before = servers.served()
  await until(() => servers.served().every((count, index) => count - (before[index] ?? 0) > 40))
  await servers.kill(0)
  const since = load.acknowledged()
  await until(() => load.acknowledged() - since > 40)
  await load.endAndExpectAll()
  // The next test needs both processes.
  await servers.restart(0)
})
