import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, linkIn, startTestApp, type TestApp, testApp } from '#support/server.ts'

const server = testApp()
let open: TestApp
let admin: string

beforeAll(async () => {
  open = await startTestApp({ url: server.databaseUrl, config: { registration: 'open' } })
  admin = (await createUser(server, { isAdministrator: true })).accessToken
})
afterAll(async () => {
  await open.close()
})

const address = () => `${unique('new')}@example.org`
const register = (
  at: TestApp,
  body: { email?: string; username?: string; password?: string; invitationToken?: string },
) =>
  at.client().auth.register({ body: { email: address(), username: unique('new'), password: TEST_PASSWORD, ...body } })

const invite = async (email: string) => {
  await server.client(admin).waitlist.createInvitation({ body: { email } })
  return linkIn((await server.mails(email))[0])
}
const row = (email: string) =>
  server.db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirstOrThrow()

test('[AUTH-28][WIRE-20] a valid invitation token lets its address register, once', async () => {
  const email = address()
  const { token, path, email: invited } = await invite(email)
  expect({ path, invited }).toEqual({ path: '/register', invited: email })
  await server.client().waitlist.validateInvitation({ body: { token, email } })
  const answer = await register(server, { email, invitationToken: token })
  expect(answer).toMatchObject({ isEmailVerified: false, message: expect.any(String) as string })
  const again = await failureOf(server.client().waitlist.validateInvitation({ body: { token, email } }))
  expect(again.status).toBe(422)
})

test('[AUTH-28] a token invites no other address, and an expired token invites nobody', async () => {
  const email = address()
  const { token } = await invite(email)
  expect((await failureOf(register(server, { invitationToken: token }))).code).toBe('INVITATION_REQUIRED')
  await server.db
    .updateTable('waitlist_entries')
    .set({ is_invited: false, invitation_expires_at: new Date(0) })
    .where('email', '=', email)
    .execute()
  expect((await failureOf(register(server, { email, invitationToken: token }))).code).toBe('INVITATION_REQUIRED')
})

test('[AUTH-29] an invited address registers without a token', async () => {
  const email = address()
  await invite(email)
  await expect(register(server, { email: email.toUpperCase() })).resolves.toMatchObject({ isEmailVerified: false })
})

test('[AUTH-30] without an invitation registration is refused with a 403 that names the waitlist', async () => {
  const email = address()
  await server.client().waitlist.subscribe({ body: { email } })
  const refused = await failureOf(register(server, { email }))
  expect(refused).toMatchObject({ status: 403, code: 'INVITATION_REQUIRED' })
  expect(refused.message).toContain('waitlist')
  expect((await failureOf(register(server, { invitationToken: 'made-up' }))).status).toBe(403)
})

test('[AUTH-31] open registration needs no invitation', async () => {
  await expect(register(open, {})).resolves.toMatchObject({ isEmailVerified: false })
})

test('[AUTH-01] a new account is a contributor without rights', async () => {
  const email = address()
  await register(open, { email })
  expect(await row(email)).toMatchObject({
    account_type: 'contributor',
    is_administrator: false,
    is_email_verified: false,
  })
})

test('[AUTH-02] the new address is mailed a six-digit code, which verifies it and signs in', async () => {
  const email = address()
  await register(open, { email })
  const [mail] = await open.mails(email)
  expect(mail).toMatchObject({ to: email, kind: 'verification' })
  expect(codeIn(mail)).toMatch(/^\d{6}$/)
  const session = await open.client().auth.verifyOtp({ body: { email, otp: codeIn(mail) } })
  expect(session.isEmailVerified).toBe(true)
  await expect(server.client(session.accessToken).users.details({})).resolves.toEqual({ data: { type: 'contributor' } })
})

test('[AUTH-32] usernames are 3 to 30 letters, digits, _ and -', async () => {
  for (const username of ['ab', 'a'.repeat(31), 'with space', 'dot.ted', 'ünïcode', 'a/b', ''])
    expect(await failureOf(register(open, { username }))).toMatchObject({ status: 422, code: 'INVALID_INPUT' })
  for (const username of ['a-_', unique('A_b-9'), 'x'.repeat(24) + unique('y').slice(0, 6)])
    await expect(register(open, { username })).resolves.toBeDefined()
})

test('[AUTH-33] e-mail addresses and usernames are unique regardless of case, even when registered at the same moment', async () => {
  const email = address()
  const username = unique('Name')
  await register(open, { email, username })
  const taken = { status: 409, code: 'ACCOUNT_TAKEN' }
  expect(await failureOf(register(open, { email: email.toUpperCase() }))).toMatchObject(taken)
  expect(await failureOf(register(open, { username: username.toUpperCase() }))).toMatchObject(taken)
  const wanted = { email: address(), username: unique('Race') }
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => register(open, wanted)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject(taken)
})

test('without an invitation’s link a taken address and a taken name are answered alike; with the link the taken name is told', async () => {
  const taken = (await createUser(server)).user
  const invited = address()
  const { token } = await invite(invited)
  const answerTo = async (body: { email?: string; username?: string; invitationToken?: string }) => {
    const { status, code, message, details } = await failureOf(register(server, body))
    return { status, code, message, details }
  }
  // This address is invited and has an account by now; the taken username makes sure that the call creates nothing.
  await server.db
    .insertInto('waitlist_entries')
    .values({ id: uuidv7(), email: taken.email, is_invited: true })
    .execute()
  const withAccount = await answerTo({ email: taken.email, username: taken.username })
  const withoutAccount = await answerTo({ email: invited, username: taken.username })
  expect(withAccount).toMatchObject({ status: 409, code: 'ACCOUNT_TAKEN' })
  expect(withoutAccount).toEqual(withAccount)
  expect(await answerTo({ email: taken.email, username: unique('free') })).toEqual(withAccount)
  expect(await answerTo({ email: invited, username: taken.username, invitationToken: token })).toMatchObject({
    code: 'USERNAME_TAKEN',
  })
})

test('[AUTH-34] passwords have 6 to 128 characters', async () => {
  for (const password of ['hfj4k', 'x'.repeat(129)])
    expect(await failureOf(register(open, { password }))).toMatchObject({ status: 422, code: 'INVALID_INPUT' })
  for (const password of ['hfj4kq', 'x'.repeat(128)]) await expect(register(open, { password })).resolves.toBeDefined()
})

const OWN_NAME = 'Don’t use your name, your address or “Guildhall” as the password.'
test.each([
  ['123456', 'one of the first'],
  ['PassWord', 'one of the first'],
  ['iloveyou', 'one of the first'],
  ['guildhall', OWN_NAME],
  ['Guildhall2026', OWN_NAME],
  ['Ada.Lovelace@Example.org', OWN_NAME],
  ['ada.lovelace', OWN_NAME],
  ['AdaLovelace1815', OWN_NAME],
  ['Countess-of-L', OWN_NAME],
  ['countess_of_l!', OWN_NAME],
])('the trivial password %s is refused, with a sentence for its field', async (password, why) => {
  const body = { email: 'ada.lovelace@example.org', username: 'Countess_of_L', password }
  const refused = await failureOf(register(open, body))
  expect(refused).toMatchObject({ status: 422, code: 'INVALID_INPUT' })
  expect(refused.details).toEqual([{ path: 'password', message: expect.stringContaining(why) as string }])
})

test('[AUTH-35] passwords are stored as argon2id with 19 MiB and 2 passes', async () => {
  const email = address()
  await register(open, { email })
  expect((await row(email)).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the configured administrator may register, and becomes an administrator only when the address is verified', async () => {
  const email = address()
  const configured = await startTestApp({ url: server.databaseUrl, config: { adminEmail: email } })
  try {
    await register(configured, { email })
    expect((await row(email)).is_administrator).toBe(false)
    const otp = codeIn((await configured.mails(email))[0])
    const { accessToken } = await configured.client().auth.verifyOtp({ body: { email, otp } })
    await expect(server.client(accessToken).waitlist.list({ query: {} })).resolves.toBeDefined()
  } finally {
    await configured.close()
  }
})
