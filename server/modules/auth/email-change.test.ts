import { describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { askForCode, linkIn, type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { switchOnTwoStep } from '#support/two-step.ts'
import { TWO_STEP_OWN_DAYS } from './email-change.ts'

const server = testApp({ config: { registration: 'open' } })
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))

type Api = ReturnType<TestApp['client']>
const address = () => `${unique('address')}@example.org`
const ask = (api: Api, email: string, password = TEST_PASSWORD) =>
  api.account.changeEmail({ body: { email, password } })
const confirm = (api: Api, code: string) => api.account.confirmEmail({ body: { code } })
const emailOf = async (api: Api) => (await api.users.profile({})).data.email
const logIn = (emailID: string) => signedIn(server.client().auth.login({ body: { emailID, password: TEST_PASSWORD } }))
const takeBack = (token: string, at: TestApp = server) => at.client().account.takeBackEmail({ body: { token } })
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

describe('an address is changed', () => {
  test('[ACCT-02] only with the code that was mailed to the new one; then one signs in with it', async () => {
    const { api, email, id } = await createPerson(server)
    const next = address()
    const code = await askForCode(server, api, next)
    expect(await emailOf(api)).toBe(email)
    expect(await failureOf(confirm(api, wrongOf(code)))).toMatchObject({ status: 422, code: 'INVALID_OTP' })
    expect(await emailOf(api)).toBe(email)
    expect(await confirm(api, code)).toEqual({ data: { email: next } })
    expect(await emailOf(api)).toBe(next)
    await expect(logIn(next)).resolves.toMatchObject({ userID: id })
    expect((await failureOf(logIn(email))).status).toBe(401)
    // It was used.
    expect((await failureOf(confirm(api, code))).status).toBe(422)
  })

  test('[ACCT-02] a wrong password is refused at its field and counts as a failed login, and mails nothing', async () => {
    const { api, email } = await createPerson(server)
    const next = address()
    for (let n = 0; n < 10; n++)
      expect(await failureOf(ask(api, next, 'not this one'))).toMatchObject({
        status: 422,
        details: [{ path: 'password' }],
      })
    expect((await failureOf(ask(api, next))).status).toBe(429)
    expect((await failureOf(logIn(email))).status).toBe(429)
    expect(await server.mails(next)).toEqual([])
  })

  test('[ACCT-02] under the limits of the sign-in codes: a mail a minute, 10 minutes, five tries, also in parallel', async () => {
    const { api, email } = await createPerson(server)
    const next = address()
    const code = await askForCode(server, api, next)
    expect((await failureOf(ask(api, next))).status).toBe(429)
    await Promise.allSettled(Array.from({ length: 20 }, () => confirm(api, wrongOf(code))))
    expect((await failureOf(confirm(api, code))).status).toBeGreaterThanOrEqual(422)
    expect(await emailOf(api)).toBe(email)
    const other = await createPerson(server)
    const late = await askForCode(server, other.api, address())
    server.clock.advance(10 * 60 + 5)
    expect((await failureOf(confirm(other.api, late))).status).toBe(422)
  })

  test('[ACCT-02] a later code replaces the one before, and the own address is no new one', async () => {
    const { api, email } = await createPerson(server)
    const [first, second] = [await askForCode(server, api, address()), await askForCode(server, api, address())]
    if (first !== second) expect((await failureOf(confirm(api, first))).status).toBe(422)
    await expect(confirm(api, second)).resolves.toBeDefined()
    expect(email).not.toBe(await emailOf(api))
    const own = await emailOf(api)
    expect(await failureOf(ask(api, own.toUpperCase()))).toMatchObject({ status: 422, details: [{ path: 'email' }] })
  })

  test('[ACCT-03] to one that another account has is answered alike, mails nobody and changes nothing', async () => {
    const { api, email } = await createPerson(server)
    const holder = await createPerson(server)
    const free = address()
    expect(await ask(api, holder.email)).toEqual(await ask(api, free))
    expect(await server.mails(holder.email)).toEqual([])
    // Anyone who registers the address while the code is under way keeps it, and the code is a wrong one.
    const raced = address()
    const code = await askForCode(server, api, raced)
    await createPerson(server, { email: raced })
    expect(await failureOf(confirm(api, code))).toMatchObject({ status: 422, code: 'INVALID_OTP' })
    expect(await emailOf(api)).toBe(email)
    expect(await emailOf(holder.api)).toBe(holder.email)
  })
})

describe('the old address', () => {
  const DAY = 24 * 3600
  const passwordAlone = (emailID: string) => server.client().auth.login({ body: { emailID, password: TEST_PASSWORD } })
  const bySecondStep = async (email: string, next: () => string): Promise<Api> => {
    const answer = await passwordAlone(email)
    if (!('challenge' in answer)) throw new Error('The password alone was enough.')
    const body = { challenge: answer.challenge, code: next() }
    return server.client((await server.client().auth.secondStep({ body })).accessToken)
  }
  const changeAndTakeBack = async (api: Api, email: string) => {
    await confirm(api, await askForCode(server, api, address()))
    await takeBack(linkIn((await server.mails(email)).find(({ kind }) => kind === 'email-changed')).token)
  }
  const mailOf = async (email: string, wanted: string) =>
    (await server.mails(email)).find(({ kind }) => kind === wanted)?.text
  const changed = async () => {
    const person = await createPerson(server)
    const next = address()
    await confirm(person.api, await askForCode(server, person.api, next))
    const [mail] = await server.mails(person.email)
    return { ...person, next, mail, token: linkIn(mail).token }
  }

  test('[ACCT-04] is told, and its link gives it back once and ends all sessions', async () => {
    const { api, email, next, mail, token, id } = await changed()
    expect(mail).toMatchObject({ kind: 'email-changed' })
    expect(mail?.text).toContain('This was not me')
    expect(linkIn(mail).path).toBe('/not-me')
    const { accessToken } = await logIn(next)
    await takeBack(token)
    for (const one of [api, server.client(accessToken)]) expect((await failureOf(emailOf(one))).status).toBe(401)
    await expect(logIn(email)).resolves.toMatchObject({ userID: id })
    expect((await failureOf(logIn(next))).status).toBe(401)
    expect((await server.mails(email))[0]).toMatchObject({ kind: 'email-given-back' })
    expect(await failureOf(takeBack(token))).toMatchObject({ status: 422, code: 'INVALID_TOKEN' })
  })

  test('[ACCT-04] of parallel uses at two processes one gives it back', async () => {
    const { token } = await changed()
    const uses = await Promise.allSettled([server, twin, server, twin].map((at) => takeBack(token, at)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[ACCT-04] has seven days, and a token that we have not signed is none', async () => {
    const { token, next, id } = await changed()
    for (const forged of [`${token.slice(0, -3)}AAA`, token.split('.')[0] ?? '', `${id}.${token.split('.')[1]}`, '.'])
      expect((await failureOf(takeBack(forged))).status).toBe(422)
    server.clock.advance(7 * 24 * 3600 + 5)
    expect((await failureOf(takeBack(token))).status).toBe(422)
    await expect(logIn(next)).resolves.toBeDefined()
  })

  test('[ACCT-04] is given back from two changes at once, and the later link is void with it', async () => {
    const { api, email, next, token } = await changed()
    await confirm(api, await askForCode(server, api, address()))
    const later = linkIn((await server.mails(next))[0]).token
    await takeBack(token)
    await expect(logIn(email)).resolves.toBeDefined()
    expect((await failureOf(takeBack(later))).status).toBe(422)
    await expect(logIn(email)).resolves.toBeDefined()
  })

  test('[ACCT-04] is given back with the account: a second step that came after the change is off, an own one stays', async () => {
    const robbed = await changed()
    server.clock.advance(1)
    await switchOnTwoStep(server, robbed.api)
    await takeBack(robbed.token)
    await expect(logIn(robbed.email)).resolves.toMatchObject({ userID: robbed.id })

    const person = await createPerson(server)
    const { next } = await switchOnTwoStep(server, person.api)
    server.clock.advance(TWO_STEP_OWN_DAYS * DAY)
    await changeAndTakeBack(await bySecondStep(person.email, next), person.email)
    expect(await passwordAlone(person.email)).toHaveProperty('challenge')
    expect(await mailOf(person.email, 'email-given-back')).not.toContain('Two-step')
  })

  test('[ACCT-04] is given back without a second step that a thief switched on before the change, and its mail says so', async () => {
    const { api, email, id } = await createPerson(server)
    const { next, recoveryCodes } = await switchOnTwoStep(server, api)
    server.clock.advance((TWO_STEP_OWN_DAYS - 1) * DAY)
    // The thief has signed in by it since, so that the session is younger than the second step.
    await changeAndTakeBack(await bySecondStep(email, next), email)
    await expect(logIn(email)).resolves.toMatchObject({ userID: id })
    expect(recoveryCodes).toHaveLength(10)
    const codes = server.db.selectFrom('recovery_codes').where('user_id', '=', id)
    expect(await codes.select('code_hash').execute()).toEqual([])
    expect(await mailOf(email, 'email-given-back')).toContain('Two-step sign-in was switched on not long before')
    expect(await mailOf(email, 'two-step-off')).toBeDefined()
  })

  test('[ACCT-04] is given back, and the address that is left is told by a mail without a link', async () => {
    const { email, next, token } = await changed()
    await takeBack(token)
    const [mail] = await server.mails(next)
    expect(mail).toMatchObject({ kind: 'email-left' })
    expect(mail?.text).toContain('has the email address again that it had before this one')
    expect(mail?.text).not.toContain(email)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/not-me|forgot-password|token=/)
  })

  test('[ACCT-04] is given back, although a stranger who cannot read its mail has registered it since', async () => {
    const { email, token } = await changed()
    const body = { email, username: unique('thief'), password: 'another battery' }
    await server.client().auth.register({ body })
    await takeBack(token)
    await expect(logIn(email)).resolves.toBeDefined()
  })

  test('stays with an account that has verified it since, and the link says so', async () => {
    const { email, token, next } = await changed()
    await createPerson(server, { email })
    expect(await failureOf(takeBack(token))).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
    await expect(logIn(next)).resolves.toBeDefined()
  })
})
