import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createClient,
  failedReply,
  LOGOUT_DELAY_MS,
  memoryTokenStore,
  type Reply,
  type SessionEvent,
  type Tokens,
  type Transport,
  withSession,
} from './index.ts'

const userID = '01890000-0000-7000-8000-000000000001'
const first: Tokens = { accessToken: 'access-1', refreshToken: 'refresh-1', userID }
const ok = (data: unknown): Reply => ({ ok: true, status: 200, data })
const pair = (count: number, isEmailVerified = true) => ({
  accessToken: `access-${count}`,
  refreshToken: `refresh-${count}`,
  userID,
  isEmailVerified,
})
const username = ok({ data: { username: 'ada' } })

/** A host that answers by operation and by the access token it gets, and a client with a session in front of it. */
const stage = (
  answer: (operation: string, bearer: string | undefined, body: unknown) => Reply | Promise<Reply>,
  tokens: Tokens | null = first,
) => {
  const calls: Array<{ operation: string; bearer: string | undefined; body: unknown }> = []
  const store = memoryTokenStore(tokens)
  const events: SessionEvent[] = []
  const host: Transport = async ({ operation, input }, _endpoint, send) => {
    calls.push({ operation, bearer: send?.bearer, body: input.body })
    return answer(operation, send?.bearer, input.body)
  }
  const api = createClient(withSession(host, { store, onEvent: (event) => events.push(event) }))
  return { api, calls, store, events, named: (name: string) => calls.filter(({ operation }) => operation === name) }
}
/** A host that accepts only the second token, and hands that token out at a refresh. */
const rotatingHost = () => {
  const newest = 2
  return (operation: string, bearer: string | undefined): Reply => {
    if (operation === 'auth.refreshToken') return ok(pair(newest))
    return bearer === `access-${newest}` ? username : failedReply(401, 'NOT_AUTHENTICATED')
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[WIRE-02] a call carries the stored access token in its header; a sign-in call carries none', async () => {
  const { api, calls } = stage((operation) => (operation === 'auth.resendOtp' ? ok({ message: 'sent' }) : username))
  await api.users.username({})
  await api.auth.resendOtp({ body: { email: 'ada@example.org' } })
  expect(calls.map(({ bearer }) => bearer)).toEqual(['access-1', undefined])
})

test("[CAPP-12] applying with no access token gives 'No access token found' and sends nothing", async () => {
  const { api, calls } = stage(() => username, null)
  await expect(api.creatorApplications.apply({ body: {} })).rejects.toMatchObject({
    status: 401,
    message: 'No access token found',
  })
  expect(calls).toEqual([])
  await expect(api.users.username({})).resolves.toMatchObject({ data: { username: 'ada' } })
})

test('[SESS-25] a 401 refreshes once and repeats the call with the new token, which is stored', async () => {
  const { api, calls, store, events } = stage(rotatingHost())
  await expect(api.users.username({})).resolves.toEqual({ data: { username: 'ada', name: '' } })
  expect(calls.map(({ operation, bearer }) => [operation, bearer])).toEqual([
    ['users.username', 'access-1'],
    ['auth.refreshToken', undefined],
    ['users.username', 'access-2'],
  ])
  expect(calls[1]?.body).toEqual({ refreshToken: 'refresh-1' })
  expect(await store.read()).toEqual({ accessToken: 'access-2', refreshToken: 'refresh-2', userID })
  expect(events).toEqual([])
})

test('[SESS-26] parallel 401s share one refresh, and each call is repeated', async () => {
  const { api, named } = stage(rotatingHost())
  await Promise.all(Array.from({ length: 8 }, () => api.users.username({})))
  expect(named('auth.refreshToken')).toHaveLength(1)
  expect(named('users.username')).toHaveLength(16)
})

test('[SESS-26] a call that was under way while another one refreshed uses the new token without a second refresh', async () => {
  let release = () => undefined as void
  const slow = new Promise<void>((resolve) => (release = resolve))
  const host = rotatingHost()
  let isFirst = true
  const { api, named } = stage(async (operation, bearer) => {
    if (operation === 'users.username' && isFirst) {
      isFirst = false
      await slow
    }
    return host(operation, bearer)
  })
  const late = api.users.username({})
  await api.users.username({})
  release()
  await expect(late).resolves.toEqual({ data: { username: 'ada', name: '' } })
  expect(named('auth.refreshToken')).toHaveLength(1)
})

test.each([
  ['refuses', 401],
  ['has no such call', 404],
])('[SESS-27] when the host %s, the data goes after 3000 ms and the session ends', async (_, status) => {
  const { api, store, events } = stage((operation) =>
    operation === 'auth.refreshToken' ? failedReply(status, 'NO') : failedReply(401, 'NOT_AUTHENTICATED'),
  )
  await expect(api.users.username({})).rejects.toMatchObject({ status: 401 })
  expect(LOGOUT_DELAY_MS).toBe(3000)
  await vi.advanceTimersByTimeAsync(2999)
  expect(await store.read()).toEqual(first)
  expect(events).toEqual([{ type: 'ending', inMs: 3000 }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await store.read()).toBeNull()
  expect(events.at(-1)).toEqual({ type: 'signedOut', reason: 'expired' })
})

test('[SESS-27] a call that is refused again after the refresh ends the session too, once', async () => {
  const { api, events, store } = stage((operation) =>
    operation === 'auth.refreshToken' ? ok(pair(2)) : failedReply(401, 'NOT_AUTHENTICATED'),
  )
  await Promise.allSettled([api.users.username({}), api.users.details({})])
  await vi.advanceTimersByTimeAsync(3000)
  expect(await store.read()).toBeNull()
  expect(events.map(({ type }) => type)).toEqual(['ending', 'signedOut'])
})

const noUse = (status: number): Reply => failedReply(status, `HTTP_${status}`)
test('[SESS-27] a repeated call that fails for another reason does not end the session', async () => {
  const { api, store, events } = stage((operation, bearer) => {
    if (operation === 'auth.refreshToken') return ok(pair(2))
    return bearer === 'access-2' ? failedReply(500, 'INTERNAL') : failedReply(401, 'NOT_AUTHENTICATED')
  })
  await expect(api.users.username({})).rejects.toMatchObject({ status: 500 })
  await vi.advanceTimersByTimeAsync(LOGOUT_DELAY_MS)
  expect(await store.read()).toMatchObject({ accessToken: 'access-2' })
  expect(events.map(({ type }) => type)).not.toContain('ending')
})

test.each<[string, Reply]>([
  ['not answered', failedReply(0, 'NETWORK')],
  ['redirected', noUse(302)],
  ['answered 408', noUse(408)],
  ['answered by another host', noUse(421)],
  ['limited', { ...noUse(429), retryAfter: 30 } as Reply],
  ['answered 500', noUse(500)],
  ['answered 502', noUse(502)],
  ['answered 503', noUse(503)],
  ['answered with a page of the network’s', ok('<html>Welcome to our café</html>')],
])('[SESS-27] a refresh that is %s fails the call and leaves the session as it is', async (_, answer) => {
  let isWell = false
  const host = rotatingHost()
  const { api, store, events } = stage((operation, bearer) =>
    operation === 'auth.refreshToken' && !isWell ? answer : host(operation, bearer),
  )
  const told = answer.ok ? { status: 0, code: 'BAD_ANSWER' } : { status: answer.status, code: answer.error.code }
  await expect(api.users.username({})).rejects.toMatchObject(told)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await store.read()).toEqual(first)
  expect(events).toEqual([])
  // The session can still make the next call.
  isWell = true
  await expect(api.users.username({})).resolves.toEqual({ data: { username: 'ada', name: '' } })
})

test('a refused refresh ends the session that asked for it, not one that began meanwhile', async () => {
  let refuse: (reply: Reply) => void = () => undefined
  const { api, store, events, named } = stage((operation) =>
    operation === 'auth.refreshToken'
      ? new Promise((resolve) => (refuse = resolve))
      : failedReply(401, 'NOT_AUTHENTICATED'),
  )
  const early = api.users.username({}).catch((error: unknown) => error)
  await vi.waitFor(() => expect(named('auth.refreshToken')).toHaveLength(1))
  const other = { accessToken: 'other-1', refreshToken: 'other-r', userID: '01890000-0000-7000-8000-000000000002' }
  await store.write(other)
  const late = api.users.username({}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  refuse(failedReply(401, 'NOT_AUTHENTICATED'))
  await Promise.all([early, late])
  await vi.advanceTimersByTimeAsync(LOGOUT_DELAY_MS)
  expect(await store.read()).toEqual(other)
  expect(events).not.toContainEqual({ type: 'signedOut', reason: 'expired' })
})

test('[SESS-27] a person who signs in again within the 3000 ms keeps the new session', async () => {
  const { api, store, events } = stage((operation) => {
    if (operation === 'auth.login') return ok(pair(9))
    return failedReply(401, 'NOT_AUTHENTICATED')
  })
  await expect(api.users.username({})).rejects.toMatchObject({ status: 401 })
  await api.auth.login({ body: { emailID: 'ada@example.org', password: 'a-good-password' } })
  await vi.advanceTimersByTimeAsync(3000)
  expect(await store.read()).toEqual({ accessToken: 'access-9', refreshToken: 'refresh-9', userID })
  expect(events.map(({ type }) => type)).toEqual(['ending', 'signedIn'])
})

test('[SESS-27] a person who signs out within the 3000 ms is not told afterwards that the session ended', async () => {
  const { api, events } = stage((operation) =>
    operation === 'auth.logout' ? ok({ message: 'Logged out' }) : failedReply(401, 'NOT_AUTHENTICATED'),
  )
  await expect(api.users.username({})).rejects.toMatchObject({ status: 401 })
  await api.auth.logout({ body: { refreshToken: '' } })
  await vi.advanceTimersByTimeAsync(3000)
  expect(events).toEqual([
    { type: 'ending', inMs: 3000 },
    { type: 'signedOut', reason: 'logout' },
  ])
})

test.each([401, 403, 404])(
  '[SESS-28] a %s on a sign-in call neither refreshes nor ends the session',
  async (status) => {
    const { api, calls, store, events } = stage(() => failedReply(status, 'NO'))
    await expect(api.auth.login({ body: { emailID: 'a@b.c', password: 'x' } })).rejects.toMatchObject({ status })
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls).toHaveLength(1)
    expect(await store.read()).toEqual(first)
    expect(events).toEqual([])
  },
)

test('[AUTH-15] an answer for an unverified address stores no tokens', async () => {
  const { api, store, events } = stage(() => ok(pair(5, false)), null)
  const answer = await api.auth.login({ body: { emailID: 'a@b.c', password: 'x' } })
  expect(answer).toMatchObject({ isEmailVerified: false })
  expect(await store.read()).toBeNull()
  expect(events).toEqual([])
})

test('[ACCT-45] a challenge opens no session; the second step stores the tokens, and its answer holds none', async () => {
  const challenge = { challenge: 'proves the password', challengeEndsAt: '2026-11-23T10:00:00.000Z', userID }
  const { api, store, events, named } = stage((operation) => ok(operation === 'auth.login' ? challenge : pair(5)), null)
  await expect(api.auth.login({ body: { emailID: 'a@b.c', password: 'x' } })).resolves.toEqual(challenge)
  expect([await store.read(), events]).toEqual([null, []])
  const body = { challenge: challenge.challenge, code: '123456' }
  const answer = await api.auth.secondStep({ body })
  expect(answer).toEqual({ accessToken: '', refreshToken: '', userID, isEmailVerified: true })
  expect(named('auth.secondStep')).toMatchObject([{ body }])
  expect(await store.read()).toEqual({ accessToken: 'access-5', refreshToken: 'refresh-5', userID })
  expect(events).toEqual([{ type: 'signedIn', userID }])
})

test('[AUTH-17] a verified login stores the tokens and the userID, and its answer holds no token', async () => {
  const { api, store, events } = stage(() => ok(pair(5)), null)
  const answer = await api.auth.login({ body: { emailID: 'a@b.c', password: 'x' } })
  expect(answer).toEqual({ accessToken: '', refreshToken: '', userID, isEmailVerified: true })
  expect(await store.read()).toEqual({ accessToken: 'access-5', refreshToken: 'refresh-5', userID })
  expect(events).toEqual([{ type: 'signedIn', userID }])
})

test('[DESK-07] a person who logs out while a refresh is under way stays logged out', async () => {
  let release = () => undefined as void
  const slow = new Promise<void>((resolve) => (release = resolve))
  const { api, store, events } = stage(async (operation) => {
    if (operation === 'auth.logout') return ok({ message: 'Logged out' })
    if (operation !== 'auth.refreshToken') return failedReply(401, 'NOT_AUTHENTICATED')
    await slow
    return ok(pair(2))
  })
  const late = api.users.username({})
  const failed = expect(late).rejects.toMatchObject({ status: 0 })
  await vi.advanceTimersByTimeAsync(0)
  await api.auth.logout({ body: { refreshToken: '' } })
  release()
  await failed
  await vi.advanceTimersByTimeAsync(5000)
  expect(await store.read()).toBeNull()
  expect(events).toEqual([{ type: 'signedOut', reason: 'logout' }])
})

test('a call of somebody who signed out is not repeated as the next person, and does not end their session', async () => {
  let refuse: (reply: Reply) => void = () => undefined
  const { api, store, events, named } = stage((operation) =>
    operation === 'users.username' ? new Promise((resolve) => (refuse = resolve)) : ok(pair(2)),
  )
  const call = api.users.username({}).catch((error: unknown) => error)
  await vi.waitFor(() => expect(named('users.username')).toHaveLength(1))
  const other = { accessToken: 'other-1', refreshToken: 'other-r', userID: '01890000-0000-7000-8000-000000000002' }
  await store.write(other)
  refuse(failedReply(401, 'NOT_AUTHENTICATED'))
  expect(await call).toMatchObject({ code: 'CANCELLED' })
  await vi.advanceTimersByTimeAsync(LOGOUT_DELAY_MS)
  expect(named('users.username')).toHaveLength(1)
  expect(await store.read()).toEqual(other)
  expect(events).toEqual([])
})

test('a call that is refused after its person has logged out does not tell them of an ended session', async () => {
  let refuse: (reply: Reply) => void = () => undefined
  const { api, events, named } = stage((operation) =>
    operation === 'users.username' ? new Promise((resolve) => (refuse = resolve)) : ok({ message: 'Logged out' }),
  )
  const call = api.users.username({}).catch((error: unknown) => error)
  await vi.waitFor(() => expect(named('users.username')).toHaveLength(1))
  await api.auth.logout({ body: { refreshToken: '' } })
  refuse(failedReply(401, 'NOT_AUTHENTICATED'))
  await call
  expect(events).toEqual([{ type: 'signedOut', reason: 'logout' }])
})

test('logging out deletes the stored session before it tells the host which session ended', async () => {
  const { api, store, calls, events } = stage(() => failedReply(0, 'NETWORK'))
  await expect(api.auth.logout({ body: { refreshToken: '' } })).rejects.toMatchObject({ status: 0 })
  expect(await store.read()).toBeNull()
  expect(calls[0]?.body).toEqual({ refreshToken: 'refresh-1' })
  expect(events).toEqual([{ type: 'signedOut', reason: 'logout' }])
})
