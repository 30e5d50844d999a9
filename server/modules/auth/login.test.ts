import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureOf } from '../../../tests/support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '../../../tests/support/factories.ts'
import { codeIn, startTestApp, type TestApp } from '../../../tests/support/server.ts'
import { warmPasswords } from './passwords.ts'

let server: TestApp
let twin: TestApp
beforeAll(async () => {
  // Behind a trusted proxy, so that tests can come from many network addresses.
  const config = { trustedProxies: ['127.0.0.1'] }
  server = await startTestApp({ config })
  twin = await startTestApp({ config, url: server.databaseUrl, clock: server.clock })
  await warmPasswords()
})
afterAll(async () => {
  await twin.close()
  await server.close()
})

let addresses = 0
const newAddress = () => `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
type Attempt = { email: string; password?: string; ip?: string; at?: TestApp }
const tryLogin = ({ email, password = 'wrong password', ip = newAddress(), at = server }: Attempt) =>
  at.app.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: { emailID: email, password },
    headers: { 'x-forwarded-for': ip },
  })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

test('[WIRE-21] login takes emailID and password and answers a flat token pair', async () => {
  const { user } = await createUser(server)
  const answer = await tryLogin({ email: user.email.toUpperCase(), password: TEST_PASSWORD })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    accessToken: expect.stringMatching(/^eyJ/) as string,
    refreshToken: expect.any(String) as string,
    userID: user.id,
    isEmailVerified: true,
  })
})

test('an unverified account gets no tokens but a code by mail, at most one in 60 seconds', async () => {
  const { user } = await createUser(server, { isEmailVerified: false })
  const login = () => server.client().auth.login({ body: { emailID: user.email, password: TEST_PASSWORD } })
  const expected = { accessToken: '', refreshToken: '', userID: user.id, isEmailVerified: false }
  await expect(login()).resolves.toEqual(expected)
  await expect(login()).resolves.toEqual(expected)
  const mails = await server.mails(user.email)
  expect(mails).toHaveLength(1)
  await server.client().auth.verifyOtp({ body: { email: user.email, otp: codeIn(mails[0]) } })
  await expect(login()).resolves.toMatchObject({ isEmailVerified: true })
})

test('[AUTH-50] after 10 failures in 15 minutes an account answers 429 with Retry-After, the right password included', async () => {
  const { user } = await createUser(server)
  for (let i = 0; i < 10; i++) expect((await tryLogin({ email: user.email })).statusCode).toBe(401)
  const refused = await tryLogin({ email: user.email, password: TEST_PASSWORD })
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
  server.clock.advance(15 * 60 + 1)
  expect((await tryLogin({ email: user.email, password: TEST_PASSWORD })).statusCode).toBe(200)
})

test('[AUTH-50] the same holds for a network address, whatever accounts it tries', async () => {
  const ip = newAddress()
  for (let i = 0; i < 10; i++)
    expect((await tryLogin({ email: `${unique('a')}@example.org`, ip })).statusCode).toBe(401)
  const { user } = await createUser(server)
  expect((await tryLogin({ email: user.email, password: TEST_PASSWORD, ip })).statusCode).toBe(429)
  expect((await tryLogin({ email: user.email, password: TEST_PASSWORD })).statusCode).toBe(200)
})

test('[AUTH-50] the window slides: failures late in one quarter of an hour count in the next', async () => {
  const { user } = await createUser(server)
  await tryLogin({ email: user.email })
  server.clock.advance(14 * 60)
  for (let i = 0; i < 9; i++) await tryLogin({ email: user.email })
  server.clock.advance(2 * 60)
  expect((await tryLogin({ email: user.email })).statusCode).toBe(401)
  expect((await tryLogin({ email: user.email })).statusCode).toBe(429)
})

test('[AUTH-50] 100 parallel failures compare 10, in two processes together', async () => {
  const email = `${unique('parallel')}@example.org`
  const answers = await times(100, (i) => tryLogin({ email, at: i % 2 ? server : twin }))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(90)
})

test('[AUTH-50] the counters outlive the process', async () => {
  const { user } = await createUser(server)
  for (let i = 0; i < 10; i++) await tryLogin({ email: user.email })
  const restarted = await startTestApp({
    url: server.databaseUrl,
    clock: server.clock,
    config: { trustedProxies: ['127.0.0.1'] },
  })
  try {
    expect((await tryLogin({ email: user.email, at: restarted })).statusCode).toBe(429)
  } finally {
    await restarted.close()
  }
})

test('[AUTH-50] successes do not count: 40 parallel sign-ins from one address', async () => {
  const { user } = await createUser(server)
  const ip = newAddress()
  const answers = await times(40, () => tryLogin({ email: user.email, password: TEST_PASSWORD, ip }))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
}, 30_000)

test('[AUTH-50] whoever has one IPv6 address has its /64, and so is counted by that', async () => {
  const from = (network: string, host: number) =>
    tryLogin({ email: `${unique('v')}@example.org`, ip: `2001:db8:0:${network}::${host.toString(16)}` })
  for (let i = 1; i <= 10; i++) expect((await from('a', i)).statusCode).toBe(401)
  expect((await from('a', 99)).statusCode).toBe(429)
  expect((await from('b', 99)).statusCode).toBe(401)
})

test('a forwarded address counts only from a trusted proxy', async () => {
  const direct = await startTestApp({ url: server.databaseUrl, clock: server.clock })
  try {
    for (let i = 0; i < 10; i++) await tryLogin({ email: `${unique('f')}@example.org`, at: direct, ip: newAddress() })
    expect((await tryLogin({ email: `${unique('f')}@example.org`, at: direct, ip: newAddress() })).statusCode).toBe(429)
  } finally {
    await direct.close()
  }
})

test('unknown addresses and wrong passwords answer alike, and as fast', async () => {
  const durations = { known: [] as number[], unknown: [] as number[] }
  const bodies = new Set<string>()
  for (let i = 0; i < 60; i++) {
    const { user } = await createUser(server)
    for (const [kind, email] of [
      ['known', user.email],
      ['unknown', `${unique('u')}@example.org`],
    ] as const) {
      const started = performance.now()
      const { statusCode, body } = await tryLogin({ email })
      durations[kind].push(performance.now() - started)
      bodies.add(`${statusCode}${body.replace(/"requestId":"[^"]+"/, '')}`)
    }
  }
  expect(bodies.size).toBe(1)
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const ratio = median(durations.known) / median(durations.unknown)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.25)
}, 60_000)

test('a wrong password reads Invalid credentials', async () => {
  const { user } = await createUser(server)
  server.clock.advance(15 * 60 + 1)
  const call = server.client().auth.login({ body: { emailID: user.email, password: 'wrong' } })
  expect(await failureOf(call)).toMatchObject({
    status: 401,
    code: 'INVALID_CREDENTIALS',
    message: 'Invalid credentials',
  })
})
