import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createUser, TEST_PASSWORD } from '#support/factories.ts'
import { type TestApp, testApp } from '#support/server.ts'
import { createPasswordTurns, type PasswordTurns } from './password-turns.ts'

const turns = createPasswordTurns()
/** The most that were under way at once since the last `begin`, of each account. */
const most = new Map<string, number>()
const running = new Map<string, number>()
/** The real turns, in which it is counted what is done at a time; each takes a moment, so that they meet. */
const counting: PasswordTurns = (owner, work) =>
  turns(owner, async () => {
    const now = (running.get(owner.email) ?? 0) + 1
    running.set(owner.email, now)
    most.set(owner.email, Math.max(most.get(owner.email) ?? 0, now))
    await sleep(10)
    try {
      return await work()
    } finally {
      running.set(owner.email, (running.get(owner.email) ?? 1) - 1)
    }
  })

const server = testApp({ deps: { passwordTurns: counting } })

describe('of 20 attempts at once with one account two are compared at a time', () => {
  const atOnce = (make: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, make))
  const logIn = (emailID: string, password = TEST_PASSWORD) =>
    server.client().auth.login({ body: { emailID, password } })

  test.each(['known', 'unknown'])('at the sign-in, of an address that is %s', async (which) => {
    const { user } = await createUser(server)
    const email = which === 'known' ? user.email : `nobody-${user.email}`
    const outcomes = await atOnce(() => logIn(email, 'a wrong one'))
    expect(most.get(email)).toBe(2)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(20)
  })

  test.each([
    [
      'account.confirm',
      (api: ReturnType<TestApp['client']>) => api.account.confirm({ body: { password: TEST_PASSWORD } }),
    ],
    ['twoStep.setUp', (api: ReturnType<TestApp['client']>) => api.twoStep.setUp({ body: { password: TEST_PASSWORD } })],
    [
      'account.changePassword',
      (api: ReturnType<TestApp['client']>) =>
        api.account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword: 'another battery' } }),
    ],
  ])('by %s', async (_, call) => {
    const { user, accessToken } = await createUser(server)
    await atOnce(() => call(server.client(accessToken)))
    expect(most.get(user.email)).toBe(2)
  })

  test('and somebody of the same network, who comes last, waits for two of them at the most', async () => {
    const [{ user }, { user: other }] = [await createUser(server), await createUser(server)]
    let done = 0
    const all = Array.from({ length: 20 }, () => logIn(user.email).then(() => (done += 1)))
    await vi.waitUntil(() => (running.get(user.email) ?? 0) === 2)
    await logIn(other.email)
    expect(done).toBeLessThan(20)
    await Promise.all(all)
  })
})

test('one network has two of the three places of a process, whatever accounts it names', async () => {
  const take = createPasswordTurns()
  const began: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const enter = (email: string, ip: string) => take({ email, ip }, () => (began.push(email), finished))
  const all = ['a', 'b', 'c', 'd'].map((email) => enter(email, '192.0.2.1'))
  all.push(enter('e', '192.0.2.2'))
  await sleep(10)
  expect(began).toEqual(['a', 'b', 'e'])
  finish()
  await Promise.all(all)
})

test('too many at once are refused with 429, and a turn that does not come with 503, both with the time when to try again', async () => {
  const take = createPasswordTurns(50)
  const never = new Promise<void>(() => {})
  const enter = () => take({ email: 'a', ip: '192.0.2.1' }, () => never)
  const [, , third, ...rest] = Array.from({ length: 41 }, () => enter())
  const headers = { 'retry-after': '5' }
  await expect(rest.pop()).rejects.toMatchObject({ status: 429, headers })
  const late = await Promise.allSettled([third, ...rest])
  expect(late.map((outcome) => outcome.status === 'rejected' && (outcome.reason as unknown))).toEqual(
    late.map(() => expect.objectContaining({ status: 503, headers }) as unknown),
  )
})
