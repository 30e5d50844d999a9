import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { demoAccounts, demoPassword } from '#shared/rules/demo-accounts.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson } from '#support/factories.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { systemClock } from '../deps.ts'
import { seedDemo } from './index.ts'
import { settleDemo } from './start.ts'

/** Servers on which the demo world is in the database, but must stay closed. */
const setups = [
  ['with demo mode off', { config: { demo: false } }, 'demo mode is off'],
  ['with a public URL', { config: { publicUrl: 'https://guildhall.example.org' } }, 'the server has a public URL'],
  ['on all addresses', { config: { host: '0.0.0.0' } }, 'the server listens on 0.0.0.0'],
  ['on a database of its own', { deps: { isEmbedded: false } }, 'the database is not the embedded one'],
] as const

const app = testApp()
beforeAll(async () => {
  await seedDemo(app.db, systemClock)
})

const login = (at: TestApp, emailID: string) =>
  signedIn(at.client().auth.login({ body: { emailID, password: demoPassword } }))

describe.each(setups)('a demo world %s', (_name, setup, reason) => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp({ url: app.databaseUrl, ...setup })
  })
  afterAll(() => server.close())

  test('[DEMO-06] its published password opens nothing: 403 with a sentence, and no account is offered', async () => {
    const people = await app.db.selectFrom('users').select('email').limit(10).execute()
    for (const { email } of [...demoAccounts, ...people, { email: ' ADMIN@Guildhall.test' }])
      expect(await failureOf(login(server, email)), email).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
        message: expect.stringMatching(/^The password of demo accounts is published, .+\.$/) as string,
      })
    expect((await server.app.inject('/health')).json<Health>().demo).toBe(false)
  })

  test('the start says that the demo world is there, and ends the demo sessions that it finds', async () => {
    const { email, password } = await createPerson(app).then((person) => ({ ...person, password: 'correct horse' }))
    const guest = await login(app, 'admin@guildhall.test')
    const person = await signedIn(app.client().auth.login({ body: { emailID: email, password } }))
    const { config, isEmbedded } = server.deps
    const sentence = await settleDemo(config, { db: app.db, isEmbedded })
    expect(sentence).toContain(`because ${reason}`)
    expect(sentence).toMatch(/: \d+ accounts .*"guildhall-server demo remove"/)
    const refresh = (refreshToken: string) => server.client().auth.refreshToken({ body: { refreshToken } })
    expect((await failureOf(refresh(guest.refreshToken))).status).toBe(401)
    expect((await failureOf(server.client(guest.accessToken).waitlist.list({ query: {} }))).status).toBe(401)
    await expect(refresh(person.refreshToken)).resolves.toBeDefined()
  })
})

test('in demo mode on loopback the accounts are open, and the start says nothing and ends nothing', async () => {
  const { accessToken } = await login(app, 'admin@guildhall.test')
  expect(await settleDemo(app.deps.config, { db: app.db, isEmbedded: true })).toBeNull()
  await expect(app.client(accessToken).waitlist.list({ query: {} })).resolves.toBeDefined()
  expect((await app.app.inject('/health')).json<Health>().demo).toBe(true)
})
