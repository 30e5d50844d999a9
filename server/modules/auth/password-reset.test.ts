import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { linkIn, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { withTx } from '#server/db/pool.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './repository.ts'
import { revokeAllOfUser } from './sessions-repository.ts'

const server = testApp()

const auth = () => server.client().auth
const NEW_PASSWORD = 'another battery'
const asked = async () => {
  const account = await createUser(server)
  const { email } = account.user
  await auth().forgotPassword({ body: { email } })
  const { token, path } = linkIn((await server.mails(email))[0])
  return { ...account, email, token, path }
}
const login = (email: string, password: string) => signedIn(auth().login({ body: { emailID: email, password } }))

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

test('[AUTH-45] a link is valid for 30 minutes', async () => {
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

test('[AUTH-59] a login with the old password that was under way does not open a session', async () => {
  const { user } = await createUser(server)
  const [newHash, now] = [await hashPassword(NEW_PASSWORD), server.clock.now()]
  const isWaiting = sql<{ is: boolean }>`select exists (
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as "is"`
  const attempt = await withTx(server.db, async (tx) => {
    await setPassword(tx, user.id, newHash, now)
    await revokeAllOfUser(tx, user.id, 'password_reset', now)
    // The login still reads the old password hash, which fits, and then meets the change that is not committed yet.
    const begun = Promise.allSettled([login(user.email, TEST_PASSWORD)])
    await expect.poll(async () => (await isWaiting.execute(server.db)).rows[0]?.is).toBe(true)
    return { begun }
  })
  const [outcome] = await attempt.begun
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'INVALID_CREDENTIALS' } })
})

test('a newer link replaces the one before, and a link works for its own address only', async () => {
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
  for (const password of ['hfj4k', 'x'.repeat(129)])
    expect(await failureOf(auth().resetPassword({ body: { token, email, password } }))).toMatchObject({
      status: 422,
      code: 'INVALID_INPUT',
    })
  await expect(auth().resetPassword({ body: { token, email, password: 'hfj4kq' } })).resolves.toBeDefined()
})

test('a trivial new password is refused with a message at its field, and the link stays valid', async () => {
  const { user, email, token } = await asked()
  for (const password of ['123456', 'Sunshine', email, user.username.toUpperCase()])
    expect(await failureOf(auth().resetPassword({ body: { token, email, password } }))).toMatchObject({
      status: 422,
      details: [{ path: 'password' }],
    })
  await expect(auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })).resolves.toBeDefined()
})

test('[AUTH-51] forgot-password answers alike for known and unknown addresses, also with 429, before it looks either up', async () => {
  const { email } = (await createUser(server)).user
  const unknown = `${unique('nobody')}@example.org`
  const ask = async (address: string) => {
    const payload = { email: address }
    const { statusCode, body } = await server.app.inject({ method: 'POST', url: '/api/users/forgot-password', payload })
    return `${statusCode}${body.replace(/"requestId":"[^"]+"/, '').replace(/\d+ seconds/, 'n seconds')}`
  }
  const known = [await ask(email), await ask(email)]
  expect(known).toEqual([expect.stringMatching(/^200/), expect.stringMatching(/^429/)])
  expect([await ask(unknown), await ask(unknown)]).toEqual(known)
  await server.deps.background.idle()
})

test('[AUTH-51] the account is looked up only after the answer has left', async () => {
  const { email } = (await createUser(server)).user
  await withTx(server.db, async (tx) => {
    // This lock blocks every read and write of accounts, so an answer that needed an account would wait for the
    // transaction's end.
    await sql`lock table users in access exclusive mode`.execute(tx)
    const asked = auth().forgotPassword({ body: { email } })
    await expect(asked).resolves.toMatchObject({ message: expect.stringContaining('reset link') as string })
  })
  expect((await server.mails(email))[0]).toMatchObject({ kind: 'password-reset' })
})

test('a network that has used up its mails does not take the next reset link or code from anybody', async () => {
  const email = (await createUser(server)).user.email
  const unverified = (await createUser(server, { isEmailVerified: false })).user.email
  const from = (ip: string, call: 'forgot-password' | 'resend-otp', address: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/users/${call}`,
      payload: { email: address },
      remoteAddress: ip,
    })
  await fillLimit(server, limitOf('mail', '203.0.113.7'), 100)
  expect((await from('203.0.113.7', 'forgot-password', email)).statusCode).toBe(429)
  expect((await from('203.0.113.7', 'resend-otp', unverified)).statusCode).toBe(429)
  expect((await from('203.0.113.8', 'forgot-password', email)).statusCode).toBe(200)
  expect((await from('203.0.113.8', 'resend-otp', unverified)).statusCode).toBe(200)
  expect((await server.mails(email))[0]).toMatchObject({ kind: 'password-reset' })
})

test('[AUTH-50] a completed reset ends the account’s lockout, for every network', async () => {
  const { email, token } = await asked()
  const other = (await createUser(server)).user.email
  const wrong = (address: string) => failureOf(login(address, 'wrong password'))
  for (let i = 0; i < 10; i++) await wrong(email)
  for (let i = 0; i < 10; i++) await wrong(other)
  await fillLimit(server, limitOf('login-account', email), 100)
  expect((await wrong(email)).status).toBe(429)
  await auth().resetPassword({ body: { token, email, password: NEW_PASSWORD } })
  await expect(login(email, NEW_PASSWORD)).resolves.toMatchObject({ isEmailVerified: true })
  expect((await wrong(other)).status).toBe(429)
})
