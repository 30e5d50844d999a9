import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createMembership, createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { type Answer, startTwoServers, type TwoServers } from './two-servers.ts'

const ROUNDS = 6
/** The database and the factories; the calls go to the two processes. */
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
let refreshes = 0
/** Each from an address of its own: how often is not what these tests are about. */
const refresh = (call: TwoServers['call'], refreshToken: unknown) =>
  call('POST', '/users/refresh-token', {
    body: { refreshToken },
    from: `10.5.${(refreshes += 1) >> 8}.${refreshes & 255}`,
  })
const newTeam = async () => {
  const [owner, admin] = [await createUser(app), await createUser(app)]
  const { id } = await createProject(app, owner.user.id)
  await createMembership(app, id, admin.user.id, 'admin')
  return { projectID: id, owner, admin }
}

test('[BUILD-06][SESS-42] a session lives in both processes: refreshed at either, ended in both at once', async () => {
  const { refreshToken, accessToken } = await createUser(app)
  expect((await servers.atFirst('GET', '/users/username', { token: accessToken })).status).toBe(200)
  expect((await servers.atSecond('GET', '/users/username', { token: accessToken })).status).toBe(200)

  let current: unknown = refreshToken
  for (let i = 0; i < 10; i++) {
    const { status, body } = await refresh(servers.call, current)
    expect(status).toBe(200)
    current = body['refreshToken']
  }
  // The immediate parent, asked for at both at once, as after a crash: accepted, and nobody is logged out.
  const next = await refresh(servers.atFirst, current)
  const both = await Promise.all([refresh(servers.atFirst, current), refresh(servers.atSecond, current)])
  expect(statuses([next, ...both])).toEqual([200, 200, 200])

  // An older one, at one process: the session ends in the other too.
  const latest = both[1]?.body ?? {}
  expect((await refresh(servers.atFirst, refreshToken)).status).toBe(401)
  expect((await servers.atSecond('GET', '/users/username', { token: String(latest['accessToken']) })).status).toBe(401)
  expect((await refresh(servers.atSecond, latest['refreshToken'])).status).toBe(401)
})

test('[AUTH-50] limits are counted over both processes, also under parallel tries', async () => {
  const { user } = await createUser(app)
  const wrong = (from: string) =>
    servers.call('POST', '/users/login', { body: { emailID: user.email, password: 'wrong' }, from })
  // Each from an address of its own: what is left is the account's limit.
  const answers = await Promise.all(Array.from({ length: 24 }, (_, i) => wrong(`10.4.0.${i + 1}`)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(14)
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
  for (const call of [servers.atFirst, servers.atSecond]) {
    const { status } = await call('POST', '/users/login', {
      body: { emailID: user.email, password: 'x' },
      from: '10.4.1.1',
    })
    expect(status).toBe(429)
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

// Last: one process is gone after it.
test('[BUILD-06] one process is killed under load: nothing acknowledged is lost, nothing is done twice, nobody is logged out', async () => {
  const { projectID, owner, admin } = await newTeam()
  const token = owner.accessToken
  let isOver = false
  let acknowledgedSinceKill = 0
  let broken = 0
  const tasks = new Map<string, string>()
  const payments = new Map<string, number>()

  const createTasks = async (worker: number) => {
    for (let i = 0; !isOver; i++) {
      const title = `Task ${worker}-${i}`
      const answer = await servers
        .call('POST', '/user-tasks', { token, body: { projectID, title, description: 'Work.' } })
        .catch(() => null)
      if (!answer) broken += 1
      else {
        expect(answer.status).toBe(201)
        tasks.set((answer.body['data'] as { id: string }).id, title)
        acknowledgedSinceKill += 1
      }
    }
  }
  // Whoever does not know whether it was done sends it again with the same key.
  const pay = async () => {
    for (let i = 1; !isOver; i++) {
      const body = { userID: admin.user.id, amountCents: i, currency: 'USD', idempotencyKey: `payment ${i}` }
      let answer: Answer | null = null
      while (!answer) {
        answer = await servers.call('POST', `/projects/${projectID}/payments`, { token, body }).catch(() => null)
        if (!answer) broken += 1
      }
      expect(answer.status).toBe(201)
      payments.set((answer.body['data'] as { id: string }).id, i)
    }
  }
  const stayLoggedIn = async () => {
    let current: unknown = owner.refreshToken
    while (!isOver) {
      const answer = await refresh(servers.call, current).catch(() => null)
      if (!answer) continue
      expect(answer.status).toBe(200)
      current = answer.body['refreshToken']
    }
    return current
  }
  const load = Promise.all([stayLoggedIn(), pay(), ...[1, 2, 3, 4].map(createTasks)])
  const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 15_000, interval: 20 })
  const before = servers.served()
  await until(() => servers.served().every((count, index) => count - (before[index] ?? 0) > 40))
  await servers.killFirst()
  acknowledgedSinceKill = 0
  await until(() => acknowledgedSinceKill > 40)
  isOver = true
  const [latest] = await load

  const stored = await app.db
    .selectFrom('tasks')
    .select(['id', 'title', 'task_number'])
    .where('project_id', '=', projectID)
    .execute()
  const titles = new Map(stored.map(({ id, title }) => [id, title]))
  expect([...tasks].filter(([id, title]) => titles.get(id) !== title)).toEqual([])
  // What broke off may have been done, each once; numbers have neither gap nor double.
  expect(stored.length - tasks.size).toBeLessThanOrEqual(broken)
  expect(new Set(stored.map(({ task_number }) => task_number)).size).toBe(stored.length)
  const paid = await app.db
    .selectFrom('payments')
    .select(['id', 'amount_cents'])
    .where('project_id', '=', projectID)
    .execute()
  expect(new Map(paid.map(({ id, amount_cents }) => [id, amount_cents]))).toEqual(payments)

  // What the killed process held is free: no lock and no open transaction is left behind.
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(app.db)
  expect(rows).toEqual([{ held: 0 }])
  expect((await refresh(servers.call, latest)).status).toBe(200)
})
