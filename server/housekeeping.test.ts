import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser, TEST_PASSWORD } from '../tests/support/factories.ts'
import { startTestApp, type TestApp } from '../tests/support/server.ts'
import { failureOf } from '../tests/support/expect-failure.ts'
import { removeExpired } from './housekeeping.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const countOf = async (table: 'rate_limits' | 'refresh_tokens' | 'reset_tokens' | 'session_families') =>
  (await server.db.selectFrom(table).selectAll().execute()).length

test('what has expired is removed, and nothing that still counts', async () => {
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

  // The first two have expired, the session has not.
  server.clock.advance(29 * 24 * 3600)
  await removeExpired(server)
  expect([await countOf('refresh_tokens'), await countOf('session_families')]).toEqual([1, 1])

  server.clock.advance(3 * 24 * 3600)
  await removeExpired(server)
  expect([await countOf('refresh_tokens'), await countOf('session_families')]).toEqual([0, 0])
})
