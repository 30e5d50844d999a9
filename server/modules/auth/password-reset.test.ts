import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '../../../tests/support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '../../../tests/support/factories.ts'
import { linkIn, startTestApp, type TestApp } from '../../../tests/support/server.ts'
import { withTx } from '../../db/pool.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './repository.ts'
import { revokeAllOfUser } from './sessions-repository.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const auth = () => server.client().auth
const NEW_PASSWORD = 'another battery'
const asked = async () => {
  const account = await createUser(server)
  const { email } = account.user
  await auth().forgotPassword({ body: { email } })
  const { token, path } = linkIn((await server.mails(email))[0])
  return { ...account, email, token, path }
}
const login = (email: string, password: string) => auth().login({ body: { emailID: email, password } })

test('[WIRE-24][WIRE-25][WIRE-26] the mailed link sets a new password', async () => {
  const { email, token, path } = await asked()
  expect(path).toBe('/reset-password')
  await expect(auth().verifyResetToken({ body: { token, email } })).resolves.toEqual({ data: { isValid: true } })
  await auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })
  expect((await failureOf(login(email, TEST_PASSWORD))).status).toBe(401)
  await expect(login(email, NEW_PASSWORD)).resolves.toMatchObject({ isEmailVerified: true })
  expect((await server.mails(email))[0]).toMatchObject({ kind: 'password-changed' })
})

test('[AUTH-45] a link works once, also when used twice at the same moment', async () => {
  const { email, token } = await asked()
  const uses = ['first password', 'second password', 'third password'].map((password) =>
    auth().resetPassword({ body: { token, email, password } }),
  )
  const outcomes = await Promise.allSettled(uses)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await failureOf(auth().verifyResetToken({ body: { token, email } }))).status).toBe(422)
})

test('[AUTH-45] a link is good for 30 minutes', async () => {
  const { email, token } = await asked()
  server.clock.advance(29 * 60)
  await expect(auth().verifyResetToken({ body: { token, email } })).resolves.toBeDefined()
  server.clock.advance(90)
  expect((await failureOf(auth().verifyResetToken({ body: { token, email } }))).code).toBe('INVALID_TOKEN')
  const late = auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })
  expect((await failureOf(late)).status).toBe(422)
  await expect(login(email, TEST_PASSWORD)).resolves.toBeDefined()
})

test('[AUTH-59] a link has 256 random bits, is stored hashed, and using it ends all sessions', async () => {
  const { email, token, accessToken, refreshToken } = await asked()
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await server.db.selectFrom('reset_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const other = await login(email, TEST_PASSWORD)
  await auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })
  for (const used of [accessToken, other.accessToken])
    expect((await failureOf(server.client(used).users.username({}))).status).toBe(401)
  for (const used of [refreshToken, other.refreshToken])
    expect((await failureOf(auth().refreshToken({ body: { refreshToken: used } }))).status).toBe(401)
})

test('[AUTH-59] a login with the old password that was under way opens no session', async () => {
  const { user } = await createUser(server)
  const [newHash, now] = [await hashPassword(NEW_PASSWORD), server.clock.now()]
  const isWaiting = sql<{ is: boolean }>`select exists (
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as "is"`
  const attempt = await withTx(server.db, async (tx) => {
    await setPassword(tx, user.id, newHash, now)
    await revokeAllOfUser(tx, user.id, 'password_reset', now)
    // It still reads the old password, finds that it fits, and then meets the change that is not committed yet.
    const begun = Promise.allSettled([login(user.email, TEST_PASSWORD)])
    await expect.poll(async () => (await isWaiting.execute(server.db)).rows[0]?.is).toBe(true)
    return { begun }
  })
  const [outcome] = await attempt.begun
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'INVALID_CREDENTIALS' } })
})

test('a newer link replaces the one before, and a link is for its own address only', async () => {
  const { email, token } = await asked()
  const other = (await createUser(server)).user.email
  expect((await failureOf(auth().verifyResetToken({ body: { token, email: other } }))).status).toBe(422)
  server.clock.advance(61)
  await auth().forgotPassword({ body: { email } })
  const newer = linkIn((await server.mails(email))[0]).token
  expect((await failureOf(auth().verifyResetToken({ body: { token, email } }))).status).toBe(422)
  await expect(auth().verifyResetToken({ body: { token: newer, email } })).resolves.toBeDefined()
})

test('[AUTH-34] the new password has 6 to 128 characters', async () => {
  const { email, token } = await asked()
  for (const password of ['12345', 'x'.repeat(129)])
    expect(await failureOf(auth().resetPassword({ body: { token, email, password } }))).toMatchObject({
      status: 422,
      code: 'INVALID_INPUT',
    })
  await expect(auth().resetPassword({ body: { token, email, password: '123456' } })).resolves.toBeDefined()
})

test('[AUTH-51] forgot-password answers alike, and as fast, for known and unknown addresses', async () => {
  const durations = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  const ask = async (email: string) => {
    const started = performance.now()
    const payload = { email }
    const { statusCode, body } = await server.app.inject({ method: 'POST', url: '/api/users/forgot-password', payload })
    const ms = performance.now() - started
    await server.deps.background.idle()
    return { ms, answer: `${statusCode}${body.replace(/"requestId":"[^"]+"/, '').replace(/\d+ seconds/, 'n seconds')}` }
  }
  for (let i = 0; i < 60; i++) {
    // Few mails an hour leave for one network address.
    if (i % 20 === 0) server.clock.advance(3601)
    const { user } = await createUser(server)
    const unknown = `${unique('nobody')}@example.org`
    for (const [kind, email] of [
      ['known', user.email],
      ['unknown', unknown],
    ] as const) {
      const { ms, answer } = await ask(email)
      durations[kind].push(ms)
      bodies.add(answer)
    }
    if (i === 0) expect(new Set([(await ask(user.email)).answer, (await ask(unknown)).answer]).size).toBe(1)
  }
  expect([...bodies]).toEqual([expect.stringMatching(/^200/)])
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const ratio = median(durations.known) / median(durations.unknown)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
}, 60_000)
