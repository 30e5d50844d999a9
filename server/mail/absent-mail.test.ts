import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { systemClock } from '../deps.ts'
import { createMailer } from './create-mailer.ts'

const { config } = loadConfig(['--data-dir', '/nonexistent/mail'], {})
const { mailer } = createMailer(config, false, systemClock)

let server: TestApp
let mailing: TestApp
beforeAll(async () => {
  const config = { registration: 'open' } as const
  server = await startTestApp({ config, deps: { mailer, isEmbedded: false }, hasMailbox: false })
  mailing = await startTestApp({ url: server.databaseUrl })
})
afterAll(async () => {
  await mailing.close()
  await server.close()
})

const absent = { status: 503, code: 'UNAVAILABLE' }
const healthOf = async ({ app }: TestApp) => (await app.inject('/health')).json<{ status: string; mail: string }>()

test('a server without a mail server says so in /health, and is healthy all the same', async () => {
  expect(await healthOf(server)).toMatchObject({ status: 'ok', mail: 'none' })
  expect(await healthOf(mailing)).toMatchObject({ status: 'ok', mail: 'local' })
  const smtp = await startTestApp({ url: server.databaseUrl, hasMailbox: false })
  try {
    expect(await healthOf(smtp)).toMatchObject({ mail: 'smtp' })
  } finally {
    await smtp.close()
  }
})

test('a server without a mail server refuses to register, resend and reset, since the mail could not come, and changes nothing', async () => {
  const { auth } = server.client()
  const email = `${unique('nobody')}@example.org`
  const call = auth.register({ body: { email, username: unique('nobody'), password: TEST_PASSWORD } })
  const message = expect.stringContaining('cannot send mail') as string
  expect(await failureOf(call)).toMatchObject({ ...absent, message })
  expect(await server.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
})

test('it answers alike for known and unknown addresses', async () => {
  const { user } = await createUser(server)
  for (const email of [user.email, `${unique('nobody')}@example.org`]) {
    expect(await failureOf(server.client().auth.forgotPassword({ body: { email } }))).toMatchObject(absent)
    expect(await failureOf(server.client().auth.resendOtp({ body: { email } }))).toMatchObject(absent)
  }
  // The refusals were not counted: a server that can send mail accepts the same call at once.
  await expect(mailing.client().auth.forgotPassword({ body: { email: user.email } })).resolves.toBeDefined()
})

test('a person who has an account can sign in without a mail server', async () => {
  const { user } = await createUser(server)
  const body = { emailID: user.email, password: TEST_PASSWORD }
  await expect(server.client().auth.login({ body })).resolves.toMatchObject({ isEmailVerified: true })
})
