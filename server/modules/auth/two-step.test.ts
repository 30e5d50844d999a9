import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { allRows } from '#support/all-rows.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { codeIn, linkIn, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { appCode, switchOnTwoStep, wrongCode } from '#support/two-step.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import { revokeAllOfUser } from './sessions-repository.ts'
import { stepOf } from './two-step-codes.ts'
import { isTwoStepOn } from './two-step-repository.ts'
import { twoStep } from './two-step.ts'

const server = testApp({ config: { registration: 'open' } })

const auth = () => server.client().auth
const logIn = (emailID: string, password = TEST_PASSWORD) => auth().login({ body: { emailID, password } })
const challengeOf = async (email: string, password = TEST_PASSWORD): Promise<string> => {
  const answer = await logIn(email, password)
  if (!('challenge' in answer)) throw new Error('The sign-in needed no second step.')
  return answer.challenge
}
const answer = (challenge: string, code: string) => auth().secondStep({ body: { challenge, code } })
const person = async () => {
  const one = await createPerson(server)
  return { ...one, ...(await switchOnTwoStep(server, one.api)) }
}
const stateOf = async ({ api }: Pick<Awaited<ReturnType<typeof createPerson>>, 'api'>) =>
  (await api.twoStep.state({})).data
const proof = (code: string, password = TEST_PASSWORD) => ({ body: { password, code } })
const resetPassword = async (email: string, password: string) => {
  await auth().forgotPassword({ body: { email } })
  const { token } = linkIn((await server.mails(email)).find(({ kind }) => kind === 'password-reset'))
  await auth().resetPassword({ body: { token, email, password } })
}
const isSignedIn = (token: string) => expect(server.client(token).users.username({})).resolves.toBeTruthy()

describe('two-step sign-in is switched on', () => {
  test('[ACCT-10] with the password and a first right code; before that code nothing changes for the next sign-in', async () => {
    const { api, email, username } = await createPerson(server)
    expect(await stateOf({ api })).toMatchObject({ isOn: false, since: null, recoveryCodesLeft: 0, unavailable: null })
    expect(await failureOf(api.twoStep.setUp({ body: { password: 'not this one' } }))).toMatchObject({
      status: 422,
      details: [{ path: 'password', message: 'This is not your password.' }],
    })
    const { key, uri } = (await api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' })
    expect(new URL(uri).searchParams.get('secret')).toBe(key)
    expect(decodeURIComponent(uri)).toContain(username)
    expect(await failureOf(api.twoStep.confirm({ body: { code: wrongCode(server, key) } }))).toMatchObject({
      code: 'INVALID_OTP',
      message: 'Invalid OTP',
    })
    expect(await stateOf({ api })).toMatchObject({ isOn: false })
    await isSignedIn((await signedIn(logIn(email))).accessToken)
    await api.twoStep.confirm({ body: { code: appCode(server, key) } })
    expect(await stateOf({ api })).toMatchObject({
      isOn: true,
      since: expect.any(String) as string,
      recoveryCodesLeft: 10,
    })
    expect(await challengeOf(email)).toEqual(expect.any(String))
  })

  test('[ACCT-10] by the last key that was made, within half an hour, and not twice', async () => {
    const { api } = await createPerson(server)
    const setUp = async () => (await api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data.key
    const confirm = (code: string) => api.twoStep.confirm({ body: { code } })
    expect(await failureOf(confirm('123456'))).toMatchObject({ status: 409 })
    const first = await setUp()
    const second = await setUp()
    expect((await failureOf(confirm(appCode(server, first)))).code).toBe('INVALID_OTP')
    server.clock.advance(14 * 60)
    await confirm(appCode(server, second))
    expect((await failureOf(confirm(appCode(server, second, 1)))).status).toBe(409)
    expect((await failureOf(setUp())).status).toBe(409)
    const late = await createPerson(server)
    const { key } = (await late.api.twoStep.setUp({ body: { password: TEST_PASSWORD } })).data
    await server.db
      .updateTable('two_step')
      .set({ created_at: new Date(server.clock.now().getTime() - 31 * 60_000) })
      .where('user_id', '=', late.id)
      .execute()
    const refused = await failureOf(late.api.twoStep.confirm({ body: { code: appCode(server, key) } }))
    expect(refused.message).toBe('This took too long. Please start again.')
  })

  test('[ACCT-15] no later answer, event or mail has the key or a recovery code, and the database has neither', async () => {
    const { api, email, key, recoveryCodes } = await person()
    const said = [
      JSON.stringify(await api.twoStep.state({})),
      JSON.stringify(await api.users.profile({})),
      JSON.stringify(await server.mails(email)),
      await allRows(server, []),
    ].join()
    expect(said).toContain('two-step')
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(said).not.toContain(secret)
  })
})

describe('codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('[ACCT-11] follow RFC 6238: at %d seconds %s, with one step of tolerance', (seconds, code) => {
    const at = (offset: number) => stepOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code, new Date((seconds + offset) * 1000))
    const step = Math.floor(seconds / 30)
    expect([at(0), at(-30), at(30), at(60), at(-60)]).toEqual([step, step, step, null, null])
  })

  test('[ACCT-11] a code works once, and none from before it afterwards', async () => {
    const { email, next, key } = await person()
    const code = next()
    await isSignedIn((await answer(await challengeOf(email), code)).accessToken)
    const challenge = await challengeOf(email)
    expect(await failureOf(answer(challenge, code))).toMatchObject({ status: 422, code: 'INVALID_OTP' })
    expect(await failureOf(answer(challenge, appCode(server, key, -1)))).toMatchObject({ code: 'INVALID_OTP' })
    await isSignedIn((await answer(challenge, `${appCode(server, key, 1).slice(0, 3)} ${appCode(server, key, 1).slice(3)}`)).accessToken) // prettier-ignore
  })

  test('[ACCT-11] of parallel sign-ins with one code one succeeds', async () => {
    const { email, next } = await person()
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challengeOf(email)))
    const code = next()
    const outcomes = await Promise.allSettled(challenges.map((challenge) => answer(challenge, code)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[ACCT-11] five wrong ones end the attempt, also when many are sent at once', async () => {
    const { email, key, next } = await person()
    const challenge = await challengeOf(email)
    const wrong = wrongCode(server, key)
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        failureOf(answer(challenge, wrong)).then(({ code, status }) => (status === 429 ? '429' : code)),
      ),
    )
    expect(outcomes.filter((code) => code === 'INVALID_OTP')).toHaveLength(5)
    expect(await failureOf(answer(challenge, next()))).toMatchObject({
      status: 422,
      code: 'INVALID_TOKEN',
      message: 'This sign-in has ended. Please enter your password again.',
    })
    // The guesses that came too late hold up nobody.
    const places = server.db.selectFrom('rate_limits').select('key').where('count', '=', 0)
    expect(await places.where('key', 'like', 'two-step%').execute()).toEqual([])
    await isSignedIn((await answer(await challengeOf(email), next())).accessToken)
  })

  test('[ACCT-45] a wrong code costs a try: ten in 15 minutes, over all attempts and calls', async () => {
    const { api, email, key, next } = await person()
    for (let attempt = 0; attempt < 2; attempt++) {
      const challenge = await challengeOf(email)
      for (let n = 0; n < 4; n++) expect((await failureOf(answer(challenge, wrongCode(server, key)))).status).toBe(422)
    }
    for (let n = 0; n < 2; n++)
      expect((await failureOf(api.twoStep.switchOff(proof(wrongCode(server, key))))).code).toBe('INVALID_OTP')
    const refused = await failureOf(answer(await challengeOf(email), next()))
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    expect(refused.retryAfter).toBeGreaterThan(10 * 60)
    server.clock.advance(15 * 60 + 1)
    await isSignedIn((await answer(await challengeOf(email), next())).accessToken)
  })
})

describe('signing in', () => {
  test('[ACCT-12] the right password is answered with a challenge and no token; the second step answers them flat', async () => {
    const { id, email, next } = await person()
    const sent = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { emailID: email, password: TEST_PASSWORD },
    })
    expect(sent.json()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      challengeEndsAt: expect.any(String) as string,
      userID: id,
    })
    const { challenge } = sent.json<{ challenge: string }>()
    const payload = { challenge, code: next() }
    const done = await server.app.inject({ method: 'POST', url: '/api/users/two-step', payload })
    expect(done.json()).toEqual({
      accessToken: expect.stringMatching(/^eyJ/) as string,
      refreshToken: expect.any(String) as string,
      userID: id,
      isEmailVerified: true,
    })
    expect((await failureOf(answer(challenge, next()))).code).toBe('INVALID_TOKEN')
  })

  test('[ACCT-12] a challenge is good for ten minutes, is no token, and a made-up one opens nothing', async () => {
    const { email, next } = await person()
    const late = await challengeOf(email)
    expect((await failureOf(server.client(late).users.profile({}))).status).toBe(401)
    server.clock.advance(10 * 60 + 1)
    expect((await failureOf(answer(late, next()))).code).toBe('INVALID_TOKEN')
    expect((await failureOf(answer('made up', next()))).code).toBe('INVALID_TOKEN')
  })

  test('[ACCT-12] the password alone leaves no session and no notice of a sign-in', async () => {
    const { id, email, api } = await person()
    const before = (await api.account.sessions({})).data.length
    await challengeOf(email)
    expect((await api.account.sessions({})).data).toHaveLength(before)
    const events = await server.db.selectFrom('events').select('kind').where('subject_id', '=', id).execute()
    expect(events.map(({ kind }) => kind)).not.toContain('account.signedIn')
  })

  test('[ACCT-12] a password that is changed, or reset, meanwhile ends the sign-ins that it began', async () => {
    const { api, email, next } = await person()
    const first = await challengeOf(email)
    const newPassword = 'another battery of horses'
    await api.account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword } })
    expect((await failureOf(answer(first, next()))).code).toBe('INVALID_TOKEN')
    const second = await challengeOf(email, newPassword)
    await resetPassword(email, TEST_PASSWORD)
    expect((await failureOf(answer(second, next()))).code).toBe('INVALID_TOKEN')
  })

  test('[ACCT-12] who is suspended is refused at both steps, and only after a right proof', async () => {
    const { id, email, key, next } = await person()
    const challenge = await challengeOf(email)
    await server.db
      .updateTable('users')
      .set({ suspended_at: new Date(), suspension_reason: 'Spam.' })
      .where('id', '=', id)
      .execute()
    expect((await failureOf(answer(challenge, wrongCode(server, key)))).status).toBe(422)
    expect(await failureOf(answer(challenge, next()))).toMatchObject({ status: 403 })
    expect((await failureOf(logIn(email))).status).toBe(403)
    expect((await failureOf(logIn(email, 'not this one'))).status).toBe(401)
  })

  test('[ACCT-18] a password reset does not switch it off', async () => {
    const { email, next } = await person()
    const password = 'another battery of horses'
    await resetPassword(email, password)
    await isSignedIn((await answer(await challengeOf(email, password), next())).accessToken)
  })

  test('[ACCT-19] the code by mail works as before: for a new address with it, and for a new account without', async () => {
    const { api, next } = await person()
    const email = `${unique('new')}@example.org`
    await api.account.changeEmail({ body: { email, password: TEST_PASSWORD } })
    await api.account.confirmEmail({ body: { code: codeIn((await server.mails(email))[0]) } })
    await isSignedIn((await answer(await challengeOf(email), next())).accessToken)
    const { user } = await createUser(server, { isEmailVerified: false })
    expect(await logIn(user.email)).toMatchObject({ accessToken: '', refreshToken: '', isEmailVerified: false }) // prettier-ignore
    const otp = codeIn((await server.mails(user.email))[0])
    await isSignedIn((await auth().verifyOtp({ body: { email: user.email, otp } })).accessToken)
  })
})

describe('recovery codes', () => {
  test('[ACCT-14] are ten, stored hashed, and each works once in place of the app, however it is typed', async () => {
    const { id, email, api, recoveryCodes } = await person()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const rows = await server.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', id).execute()
    expect(rows.every(({ code_hash }) => /^[0-9a-f]{64}$/.test(code_hash))).toBe(true)
    const [first = '', second = ''] = recoveryCodes
    await isSignedIn((await answer(await challengeOf(email), first)).accessToken)
    expect((await failureOf(answer(await challengeOf(email), first))).code).toBe('INVALID_OTP')
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    await isSignedIn((await answer(await challengeOf(email), typed)).accessToken)
    expect(await stateOf({ api })).toMatchObject({ recoveryCodesLeft: 8 })
  })

  test('[ACCT-14] have at least 112 random bits, and those of before, of 80, still work once', async () => {
    const { id, email, recoveryCodes } = await person()
    for (const code of recoveryCodes)
      expect(code.replaceAll('-', '').length * Math.log2(32)).toBeGreaterThanOrEqual(112)
    // Each letter is one of 32, in each place: none of them is there to be filled.
    const letters = new Set(recoveryCodes.join('').replaceAll('-', ''))
    expect(letters.size).toBeGreaterThan(28)
    const old = 'K3QF-7M2P-XR4T-9WBZ'
    const code_hash = createHash('sha256')
      .update(`recovery:${id}:${old.replaceAll('-', '')}`)
      .digest('hex')
    await server.db.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
    await server.db
      .insertInto('recovery_codes')
      .values({ user_id: id, code_hash, created_at: server.clock.now() })
      .execute()
    await isSignedIn((await answer(await challengeOf(email), old.toLowerCase())).accessToken)
    expect((await failureOf(answer(await challengeOf(email), old))).code).toBe('INVALID_OTP')
  })

  test('[ACCT-14] of parallel uses of one code one succeeds', async () => {
    const { email, recoveryCodes } = await person()
    const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(email)))
    const outcomes = await Promise.allSettled(challenges.map((one) => answer(one, recoveryCodes[0] ?? '')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[ACCT-14] a new set takes password and code, and ends the old one', async () => {
    const { email, api, recoveryCodes, next, key } = await person()
    expect((await failureOf(api.twoStep.renewCodes(proof(next(), 'not this one')))).details).toMatchObject([
      { path: 'password' },
    ])
    expect((await failureOf(api.twoStep.renewCodes(proof(wrongCode(server, key))))).details).toMatchObject([
      { path: 'code' },
    ])
    const renewed = (await api.twoStep.renewCodes(proof(next()))).data.recoveryCodes
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([])
    expect((await failureOf(answer(await challengeOf(email), recoveryCodes[3] ?? ''))).code).toBe('INVALID_OTP')
    await isSignedIn((await answer(await challengeOf(email), renewed[3] ?? '')).accessToken)
  })
})

describe('two-step sign-in is switched off', () => {
  test('[ACCT-18] with the password and a code, by the app or a recovery code; then the password alone signs in', async () => {
    const { email, api, next, key, recoveryCodes } = await person()
    expect((await failureOf(api.twoStep.switchOff(proof(next(), 'not this one')))).details).toMatchObject([
      { path: 'password' },
    ])
    expect((await failureOf(api.twoStep.switchOff(proof(wrongCode(server, key))))).details).toMatchObject([
      { path: 'code' },
    ])
    expect(await stateOf({ api })).toMatchObject({ isOn: true })
    const open = await challengeOf(email)
    await api.twoStep.switchOff(proof(recoveryCodes[0] ?? ''))
    expect(await stateOf({ api })).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect((await failureOf(answer(open, next()))).code).toBe('INVALID_TOKEN')
    await isSignedIn((await signedIn(logIn(email))).accessToken)
    expect((await failureOf(api.twoStep.switchOff(proof(next())))).status).toBe(409)
  })

  test('[ACCT-18] a session that ends while the call is under way switches nothing off', async () => {
    const { id, email, username, api, next } = await person()
    const sessionID = (await api.account.sessions({})).data[0]?.id ?? ''
    await revokeAllOfUser(server.db, id, 'administrator', server.clock.now())
    const viewer = {
      userID: id,
      sessionID,
      email,
      username,
      isAdministrator: false,
      accountType: 'contributor',
    } as const
    const context = { ip: '203.0.113.9' } as RequestContext
    await expect(twoStep.switchOff(server.deps, viewer, proof(next()), context)).rejects.toMatchObject({ status: 401 })
    expect(await isTwoStepOn(server.db, id)).toBe(true)
  })

  test('an access token neither asks for it nor changes it', async () => {
    const other = await createPerson(server)
    const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
    const body = { name: 'For a script', scopes: ['read', 'work', 'manage'] as const, endsAt }
    const { token } = (await other.api.tokens.create({ body: { ...body, scopes: [...body.scopes] } })).data
    const byToken = server.client(token).twoStep
    const refusals = await Promise.all(
      [byToken.state({}), byToken.setUp({ body: { password: TEST_PASSWORD } }), byToken.switchOff(proof('123456'))].map(
        async (call) => (await failureOf(call)).message,
      ),
    )
    expect(new Set(refusals)).toEqual(new Set(['This takes no access token. Please sign in.']))
  })
})
