import { describe, expect, test } from 'vitest'
import { ApiError } from '#shared/api-client/index.ts'
import { operations } from '#shared/contract/index.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { type TestApp, testApp } from '#support/server.ts'
import { switchOnTwoStep, wrongCode } from '#support/two-step.ts'
import { openSession } from './sessions.ts'

const server = testApp({ keepsFiles: true })

const MINUTE = 60
type Api = ReturnType<TestApp['client']>

/** Somebody with two sessions. The second is the one that a thief has. */
const person = async () => {
  const { user, accessToken } = await createUser(server)
  const another = async () => server.client((await openSession(server.deps, server.db, user.id)).accessToken)
  return { ...user, api: server.client(accessToken), stolen: await another(), another }
}

const endsAt = () => new Date(server.clock.now().getTime() + 86_400_000).toISOString()
const address = () => `${unique('new')}@example.org`
const anyID = '01890a5d-ac96-774b-bcce-b302099a8057'
/** Every call that asks for a confirmation, with the password where the call itself takes one. */
const asking: Record<string, (api: Api) => Promise<unknown>> = {
  'tokens.create': (api) => api.tokens.create({ body: { name: 'Mine', scopes: ['read'], endsAt: endsAt() } }),
  'ownData.askExport': (api) => api.ownData.askExport({ body: {} }),
  'ownData.downloadExport': (api) => api.ownData.downloadExport({ params: { id: anyID } }, { saveAs: 'mine.zip' }),
  'account.changeEmail': (api) => api.account.changeEmail({ body: { email: address(), password: TEST_PASSWORD } }),
  'account.changePassword': (api) =>
    api.account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword: TEST_PASSWORD } }),
  'ownData.askDeletion': (api) => api.ownData.askDeletion({ body: { password: TEST_PASSWORD } }),
}
const withPassword = ['account.changeEmail', 'account.changePassword', 'ownData.askDeletion']
const names = Object.keys(asking)
const act = (api: Api, name: string) => asking[name]?.(api) ?? Promise.reject<unknown>(new Error(name))
const failureIn = (call: Promise<unknown>): Promise<ApiError | null> =>
  call.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    },
  )
/** Whether the call asked for a confirmation, and if so for what. */
const askedBy = async (call: Promise<unknown>): Promise<string[] | null> => {
  const failure = await failureIn(call)
  if (failure?.code !== 'CONFIRMATION_REQUIRED') return null
  expect(failure.status).toBe(403)
  return failure.details.map(({ path }) => path)
}

test('every call that the contract lets ask is tried here', () => {
  const asked = operations.filter(({ endpoint }) => endpoint.confirms !== undefined)
  expect(asked.map(({ operation }) => operation).sort()).toEqual([...names].sort())
  const bySecondStep = asked.filter(({ endpoint }) => endpoint.confirms === 'secondStep')
  expect(bySecondStep.map(({ operation }) => operation).sort()).toEqual([...withPassword].sort())
})

describe('a session that has not proved lately whose it is', () => {
  test.each(names.filter((name) => !withPassword.includes(name)))('is asked for the password by %s', async (name) => {
    const { api } = await person()
    expect(await askedBy(act(api, name))).toBeNull()
    server.clock.advance(10 * MINUTE + 1)
    expect(await askedBy(act(api, name))).toEqual(['password'])
    expect((await failureOf(api.account.confirm({ body: { password: 'not this one' } }))).status).toBe(422)
    expect(await askedBy(act(api, name))).toEqual(['password'])
    await api.account.confirm({ body: { password: TEST_PASSWORD } })
    expect(await askedBy(act(api, name))).toBeNull()
  })

  test.each(names)('is asked for the second factor, too, by %s where that is on', async (name) => {
    const { api } = await person()
    const { next, key, recoveryCodes } = await switchOnTwoStep(server, api)
    server.clock.advance(10 * MINUTE + 1)
    expect(await askedBy(act(api, name))).toEqual(['password', 'code'])
    for (const code of [undefined, wrongCode(server, key)]) {
      const failure = await failureOf(api.account.confirm({ body: { password: TEST_PASSWORD, ...(code && { code }) } }))
      expect([failure.status, failure.details[0]?.path]).toEqual([422, 'code'])
    }
    expect(await askedBy(act(api, name))).toEqual(['password', 'code'])
    const code = name === 'tokens.create' ? (recoveryCodes[0] ?? '') : next()
    await api.account.confirm({ body: { password: TEST_PASSWORD, code } })
    expect(await askedBy(act(api, name))).toBeNull()
    // A code is used up by it.
    const again = await failureOf(api.account.confirm({ body: { password: TEST_PASSWORD, code } }))
    expect(again.code).toBe('INVALID_OTP')
  })

  test('is asked once in ten minutes, over all calls', async () => {
    const { api } = await person()
    server.clock.advance(11 * MINUTE)
    const { data } = await api.account.confirm({ body: { password: TEST_PASSWORD } })
    expect(Date.parse(data.until) - server.clock.now().getTime()).toBeGreaterThan(9 * MINUTE * 1000)
    server.clock.advance(9 * MINUTE)
    for (const name of names) expect(await askedBy(act(api, name)), name).toBeNull()
  })
})

test('what a thief’s session was confirmed by does not count once two-step sign-in is on', async () => {
  const { api, stolen } = await person()
  await switchOnTwoStep(server, api)
  for (const name of names) expect(await askedBy(act(stolen, name)), name).toEqual(['password', 'code'])
  // The one that switched it on has just proved both.
  for (const name of names) expect(await askedBy(act(api, name)), name).toBeNull()
})

test('a confirmation is of its session alone, and renewing that one confirms nothing', async () => {
  const { api, id, another } = await person()
  const { accessToken, refreshToken } = await openSession(server.deps, server.db, id)
  server.clock.advance(11 * MINUTE)
  const mine = server.client(accessToken)
  await mine.account.confirm({ body: { password: TEST_PASSWORD } })
  expect(await askedBy(act(api, 'tokens.create'))).toEqual(['password'])
  server.clock.advance(11 * MINUTE)
  const renewed = await server.client().auth.refreshToken({ body: { refreshToken } })
  expect(await askedBy(act(server.client(renewed.accessToken), 'tokens.create'))).toEqual(['password'])
  expect(await askedBy(act(await another(), 'tokens.create'))).toBeNull()
})

test('wrong passwords count as failed sign-ins, and wrong codes as those of the second step', async () => {
  const { api, email } = await person()
  for (let n = 0; n < 10; n += 1) await failureOf(api.account.confirm({ body: { password: 'not this one' } }))
  expect((await failureOf(api.account.confirm({ body: { password: TEST_PASSWORD } }))).status).toBe(429)
  const login = server.client().auth.login({ body: { emailID: email, password: TEST_PASSWORD } })
  expect((await failureOf(login)).status).toBe(429)

  const other = await createUser(server)
  const { key } = await switchOnTwoStep(server, server.client(other.accessToken))
  const mine = server.client(other.accessToken)
  for (let n = 0; n < 10; n += 1)
    await failureOf(mine.account.confirm({ body: { password: TEST_PASSWORD, code: wrongCode(server, key) } }))
  const last = mine.account.confirm({ body: { password: TEST_PASSWORD, code: wrongCode(server, key) } })
  expect((await failureOf(last)).status).toBe(429)
})
