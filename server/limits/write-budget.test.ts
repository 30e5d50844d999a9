import { expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, unique } from '#support/factories.ts'
import { type TestApp, testApp } from '#support/server.ts'
import { isWrite } from '../http/policies.ts'
import { createCallers } from '../modules/auth/callers.ts'
import { limitKey } from './limit-table.ts'

const LIMIT = 10
const server = testApp({ config: { writeLimit: LIMIT } })
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock, config: { writeLimit: LIMIT } }))

const writer = async () => {
  const { user, accessToken } = await createUser(server)
  const at = (app: TestApp) => {
    const api = app.client(accessToken)
    return { api, write: () => api.users.updateBio({ body: { bio: unique('bio ') } }) }
  }
  const counted = async () => {
    const row = await server.db
      .selectFrom('rate_limits')
      .select('count')
      .where('key', '=', limitKey('write', user.id))
      .executeTakeFirst()
    return row?.count ?? 0
  }
  return { here: at(server), there: at(twin), counted }
}

test('one person’s changes in all processes have one budget, and its end names the time when to go on', async () => {
  const { here, there, counted } = await writer()
  for (let n = 0; n < 6; n++) await here.write()
  // Each process tells the others within a second or so.
  await expect.poll(counted).toBe(6)
  for (let n = 0; n < 4; n++) await there.write()
  const refusal = await failureOf(there.write())
  expect(refusal).toMatchObject({ status: 429 })
  expect(refusal.serverMessage).toBe(
    'You have changed as much as one person may in an hour. Please try again in 60 minutes.',
  )
  // The other process hears of it with what it counts itself, a second later.
  const outcome = () =>
    here.write().then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  await expect.poll(outcome, { interval: 300 }).toBe(429)
  expect(await counted()).toBeLessThan(LIMIT + 10)
  // Reading is free, and so is to end what a thief may use.
  expect((await here.api.users.profile({})).data.username).toBeTruthy()
  await here.api.account.endOtherSessions({})
  const { there: other } = await writer()
  await other.write()
})

test('a session that is read without a count says so: a budget that ends after that is asked for', async () => {
  const { user, accessToken } = await createUser(server)
  const callers = createCallers(server.deps)
  const claimed = await callers.claimed({ headers: { authorization: `Bearer ${accessToken}` } })
  if (!claimed) throw new Error('A caller.')
  const key = limitKey('write', user.id)
  const counts = await Promise.all([callers.verify(claimed), callers.verify(claimed, key)])
  expect(counts.map(({ count }) => count)).toEqual([undefined, null])
})

test('many changes at the same moment are counted one by one', async () => {
  const { here } = await writer()
  const outcomes = await Promise.all(
    Array.from({ length: 25 }, () =>
      here.write().then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    ),
  )
  expect(outcomes.filter((status) => status === 200)).toHaveLength(LIMIT)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(25 - LIMIT)
})

test('every call that changes something is counted, but for those without an account, of administrators, and which end a session or a token', () => {
  const free = operations.filter(
    ({ operation, endpoint }) => endpoint.method !== 'GET' && !isWrite(operation, endpoint),
  )
  const ofAccounts = free.filter(({ endpoint: { policy } }) => policy !== 'public' && policy !== 'administrator')
  expect(ofAccounts.map(({ operation }) => operation).toSorted()).toEqual([
    'account.endOtherSessions',
    'account.endSession',
    'tokens.revoke',
  ])
})
