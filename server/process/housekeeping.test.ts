import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createProject, createUser, TEST_PASSWORD } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createBackground } from './background.ts'
import { createDb } from '#server/db/pool.ts'
import { removeExpired, startHousekeeping } from './housekeeping.ts'

const server = testApp()

const countOf = async (table: 'rate_limits' | 'refresh_tokens' | 'reset_tokens' | 'session_families') =>
  (await server.db.selectFrom(table).selectAll().execute()).length

test('expired rows are removed, and no row that still counts', async () => {
  const { user, refreshToken } = await createUser(server)
  const login = (password: string) => server.client().auth.login({ body: { emailID: user.email, password } })
  for (let i = 0; i < 10; i++) await failureOf(login('wrong'))
  await server.client().auth.forgotPassword({ body: { email: user.email } })
  await server.mails(user.email)

  await removeExpired(server)
  expect((await failureOf(login(TEST_PASSWORD))).status).toBe(429)

  server.clock.advance(25 * 3600)
  await removeExpired(server)
  expect([await countOf('rate_limits'), await countOf('reset_tokens')]).toEqual([0, 0])
  const next = await server.client().auth.refreshToken({ body: { refreshToken } })
  server.clock.advance(29 * 24 * 3600)
  await removeExpired(server)
  const last = await server.client().auth.refreshToken({ body: { refreshToken: next.refreshToken } })
  await expect(server.client(last.accessToken).users.username({})).resolves.toBeDefined()

  // The first two refresh tokens have expired, but the session has not.
  server.clock.advance(29 * 24 * 3600)
  await removeExpired(server)
  expect([await countOf('refresh_tokens'), await countOf('session_families')]).toEqual([1, 1])

  server.clock.advance(3 * 24 * 3600)
  await removeExpired(server)
  expect([await countOf('refresh_tokens'), await countOf('session_families')]).toEqual([0, 0])
})

test('a notice goes ninety days after it was done, and no other', async () => {
  const { user } = await createUser(server)
  const day = 24 * 3600_000
  const now = server.clock.now().getTime()
  const add = async (doneDaysAgo: number | null) => {
    const at = new Date(now - 200 * day)
    const { id } = await server.db
      .insertInto('notifications')
      .values({
        user_id: user.id,
        thread: randomUUID(),
        notice_group: 'money',
        kind: 'payment.recorded',
        first_event: randomUUID(),
        events: '[]',
        created_at: at,
        updated_at: at,
        done_at: doneDaysAgo === null ? null : new Date(now - doneDaysAgo * day),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const [kept, , open] = [await add(89), await add(91), await add(null)]
  await removeExpired(server)
  const left = await server.db.selectFrom('notifications').select('id').where('user_id', '=', user.id).execute()
  expect(left.map(({ id }) => id).sort()).toEqual([kept, open].sort())
})

afterEach(() => {
  vi.useRealTimers()
})

test('housekeeping runs every ten minutes, also sweeps unfinished files, and goes on after a database outage', async () => {
  const { user } = await createUser(server)
  const { id: projectID } = await createProject(server, user.id, {})
  const long = new Date(server.clock.now().getTime() - 3 * 3600_000)
  const file = { id: '01890a5d-ac96-774b-bcce-b302099a8057', project_id: projectID, uploaded_by: user.id }
  const leaveSomething = async () => {
    await server.db
      .insertInto('files')
      .values({ ...file, name: 'cut-off.txt', state: 'pending', created_at: long, changed_at: long })
      .execute()
    await server.db
      .insertInto('rate_limits')
      .values({ key: 'long ago', window_start: long, count: 1, expires_at: long })
      .execute()
  }
  const left = async () => ({
    files: (await server.db.selectFrom('files').select('id').execute()).length,
    limits: (await server.db.selectFrom('rate_limits').select('key').where('key', '=', 'long ago').execute()).length,
  })
  await leaveSomething()
  const away = createDb('postgres://nobody@127.0.0.1:9/none')
  let db = away
  const background = createBackground(server.deps.logger)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startHousekeeping({
    ...server.deps,
    background,
    get db() {
      return db
    },
  })
  const turn = async (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000)
    await background.idle()
    return left()
  }
  expect(await turn(10)).toEqual({ files: 1, limits: 1 })
  db = server.db
  expect(await turn(9)).toEqual({ files: 1, limits: 1 })
  expect(await turn(1)).toEqual({ files: 0, limits: 0 })
  await leaveSomething()
  stop()
  expect(await turn(20)).toEqual({ files: 1, limits: 1 })
  await away.destroy()
})
