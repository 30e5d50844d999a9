import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, linkIn, startTestApp, testApp } from '#support/server.ts'
import { createLogger } from '#server/process/log.ts'

const server = testApp({ config: { registration: 'open' } })

const auth = () => server.client().auth
const registered = async () => {
  const email = `${unique('code')}@example.org`
  await auth().register({ body: { email, username: unique('code'), password: TEST_PASSWORD } })
  return email
}
const newestCode = async (email: string) => codeIn((await server.mails(email))[0])
const verify = (email: string, otp: string) => auth().verifyOtp({ body: { email, otp } })
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')
const triesOf = async (email: string) => {
  const rows = await server.db
    .selectFrom('one_time_codes')
    .innerJoin('users', 'users.id', 'one_time_codes.user_id')
    .where('users.email', '=', email)
    .select('one_time_codes.tries')
    .execute()
  return rows.map(({ tries }) => tries)
}

test('[WIRE-22] verify-otp answers a token pair without an envelope; a code works once', async () => {
  const email = await registered()
  const otp = await newestCode(email)
  const answer = await server.app.inject({ method: 'POST', url: '/api/users/verify-otp', payload: { email, otp } })
  const body: unknown = answer.json()
  expect(body).toEqual({
    accessToken: expect.any(String) as string,
    refreshToken: expect.any(String) as string,
    userID: expect.any(String) as string,
    isEmailVerified: true,
  })
  expect(await failureOf(verify(email, otp))).toMatchObject({
    status: 422,
    code: 'INVALID_OTP',
    message: 'Invalid OTP',
  })
})

test('of parallel uses of one code or link, only one verifies and signs in', async () => {
  const [byCode, byLink] = [await registered(), await registered()]
  const otp = await newestCode(byCode)
  const { token } = linkIn((await server.mails(byLink))[0])
  for (const use of [() => verify(byCode, otp), () => auth().verifyEmailToken({ body: { token, email: byLink } })]) {
    const outcomes = await Promise.allSettled([use(), use()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 422 })
  }
  const families = await server.db
    .selectFrom('session_families')
    .innerJoin('users', 'users.id', 'session_families.user_id')
    .where('users.email', 'in', [byCode, byLink])
    .select('users.email')
    .execute()
  expect(families).toHaveLength(2)
})

test('an error during verification uses up the try and leaves the code valid; nobody is reported as administrator', async () => {
  const email = `${unique('boss')}@example.org`
  const written: string[] = []
  const boss = await startTestApp({
    url: server.databaseUrl,
    config: { registration: 'open', adminEmail: email },
    deps: { logger: createLogger('warn', { write: (line) => void written.push(line) }) },
  })
  try {
    await boss.client().auth.register({ body: { email, username: unique('boss'), password: TEST_PASSWORD } })
    const otp = codeIn((await boss.mails(email))[0])
    const use = () => boss.client().auth.verifyOtp({ body: { email, otp } })
    const administratorsMade = () => written.filter((line) => line.includes('administrator made')).length
    // This table is the last one that a verification writes to.
    await sql`alter table refresh_tokens add constraint no_more check (false) not valid`.execute(server.db)
    expect((await failureOf(use())).status).toBe(500)
    await sql`alter table refresh_tokens drop constraint no_more`.execute(server.db)
    expect({ tries: await triesOf(email), made: administratorsMade() }).toEqual({ tries: [1], made: 0 })
    await expect(use()).resolves.toMatchObject({ isEmailVerified: true })
    expect({ tries: await triesOf(email), made: administratorsMade() }).toEqual({ tries: [2], made: 1 })
  } finally {
    await boss.close()
  }
})

test('[AUTH-46] a code is valid for ten minutes', async () => {
  const [early, late] = [await registered(), await registered()]
  const codes = [await newestCode(early), await newestCode(late)]
  server.clock.advance(9 * 60 + 50)
  await expect(verify(early, codes[0] ?? '')).resolves.toBeDefined()
  server.clock.advance(15)
  expect(await failureOf(verify(late, codes[1] ?? ''))).toMatchObject({ status: 422, message: 'Invalid OTP' })
})

test('[AUTH-47] after five wrong tries even the right code is refused', async () => {
  const email = await registered()
  const otp = await newestCode(email)
  for (let i = 0; i < 5; i++) expect((await failureOf(verify(email, otherThan(otp)))).status).toBe(422)
  expect(await failureOf(verify(email, otp))).toMatchObject({ status: 422, message: 'Invalid OTP' })
})

test('[AUTH-47] the fifth try may still be the right one', async () => {
  const email = await registered()
  const otp = await newestCode(email)
  for (let i = 0; i < 4; i++) await failureOf(verify(email, otherThan(otp)))
  await expect(verify(email, otp)).resolves.toMatchObject({ isEmailVerified: true })
})

test('[AUTH-48] codes are stored keyed and hashed', async () => {
  const email = await registered()
  const otp = await newestCode(email)
  const rows = await server.db.selectFrom('one_time_codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(otp)
  for (const { code_hash } of rows) expect(code_hash).toMatch(/^[0-9a-f]{64}$/)
})

test('[AUTH-49][WIRE-23] a new code is refused within 60 seconds of the last, and replaces it after', async () => {
  const email = await registered()
  const first = await newestCode(email)
  const refused = await failureOf(auth().resendOtp({ body: { email } }))
  expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  server.clock.advance(61)
  await auth().resendOtp({ body: { email } })
  const second = await newestCode(email)
  expect(await server.mails(email)).toHaveLength(2)
  if (first !== second) expect((await failureOf(verify(email, first))).status).toBe(422)
  await expect(verify(email, second)).resolves.toBeDefined()
})

test('[AUTH-49] parallel resends mail one code', async () => {
  const email = await registered()
  expect(await server.mails(email)).toHaveLength(1)
  server.clock.advance(61)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => auth().resendOtp({ body: { email } })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await server.mails(email)).toHaveLength(2)
})

test('[AUTH-51] resend answers alike for unknown, unverified and verified addresses, the 429 too', async () => {
  const unverified = await registered()
  server.clock.advance(61)
  const verified = (await createUser(server)).user.email
  const unknown = `${unique('nobody')}@example.org`
  const ask = async (email: string) => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/api/users/resend-otp',
      payload: { email },
    })
    return { statusCode, body: body.replace(/"requestId":"[^"]+"/, '').replace(/\d+ seconds/, 'n seconds') }
  }
  const first = [await ask(unverified), await ask(verified), await ask(unknown)]
  expect(first[0]?.statusCode).toBe(200)
  expect(new Set(first.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const second = [await ask(unverified), await ask(verified), await ask(unknown)]
  expect(second[0]?.statusCode).toBe(429)
  expect(new Set(second.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await server.mails(verified)).toHaveLength(0)
  expect(await server.mails(unknown)).toHaveLength(0)
})

test('[AUTH-58] of 100 parallel guesses at most five are compared', async () => {
  const email = await registered()
  const otp = await newestCode(email)
  const guesses = Array.from({ length: 99 }, () => otherThan(otp))
  const outcomes = await Promise.allSettled(guesses.map((guess) => verify(email, guess)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(0)
  expect(await triesOf(email)).toEqual([5])
  expect((await failureOf(verify(email, otp))).status).toBe(429)
})

test('[AUTH-58] an account may have 20 wrong tries in a day, however many codes it was sent', async () => {
  const email = await registered()
  for (let round = 0; round < 4; round++) {
    const wrong = otherThan(await newestCode(email))
    for (let i = 0; i < 5; i++) expect((await failureOf(verify(email, wrong))).status).toBe(422)
    server.clock.advance(61)
    await auth().resendOtp({ body: { email } })
  }
  const capped = await failureOf(verify(email, await newestCode(email)))
  expect(capped).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  expect(capped.retryAfter).toBeGreaterThan(23 * 3600)
  server.clock.advance(24 * 3600)
  await auth().resendOtp({ body: { email } })
  await expect(verify(email, await newestCode(email))).resolves.toBeDefined()
})

test('[WIRE-65] the link in the mail verifies and signs in, once, for its own address', async () => {
  const email = await registered()
  const { token, path } = linkIn((await server.mails(email))[0])
  expect(path).toBe('/verify-email')
  const other = await registered()
  expect((await failureOf(auth().verifyEmailToken({ body: { token, email: other } }))).code).toBe('INVALID_TOKEN')
  await expect(auth().verifyEmailToken({ body: { token, email } })).resolves.toMatchObject({ isEmailVerified: true })
  expect((await failureOf(auth().verifyEmailToken({ body: { token, email } }))).status).toBe(422)
})
