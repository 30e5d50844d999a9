import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '#shared/api-client/api-error.ts'
import { apiBase, axiosTransport, createClient } from '#shared/api-client/index.ts'
import { type Act, acts, createPlayed, play } from '../support/reward-histories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

/** How often all pairs are played: here once, in `npm run test:long -- rewards` as often as its option says. */
const ROUNDS = Number(process.env['GUILDHALL_PAIR_ROUNDS'] ?? 1)
/** The pairs of one project; after them most of what can happen in it has happened. */
const OF_ONE_PROJECT = 12

let app: TestApp
let servers: TwoServers
beforeAll(async () => {
  app = await startTestApp()
  servers = await startTwoServers(app.databaseUrl)
})
afterAll(() => app.close())

/** The deadlocks that the database has ended. Those of a connection are counted when it is idle or closed. */
const countDeadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(app.db)
  return rows[0]?.n ?? 0
}

/** The server with people whose calls go to the first process and the second in turn. */
const inTurns = (): TestApp => {
  let turn = 0
  const baseURL = () => apiBase(servers.origins()[(turn += 1) % 2] ?? '')
  return {
    ...app,
    client: (token?: string) =>
      createClient(
        axiosTransport({ baseURL, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
      ),
  }
}

/** All pairs of acts, each with itself too, in an order made by chance. */
const allPairs = (): Array<readonly [Act, Act]> => {
  const all = [...new Set(acts)]
  return all
    .flatMap((first, at) => all.slice(at).map((second) => [first, second] as const))
    .map((pair) => ({ pair, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ pair }) => pair)
}

const chance = (below: number) => Math.floor(Math.random() * below)

test('a deadlock is counted', async () => {
  const before = await countDeadlocks()
  const lock = (first: number, second: number) =>
    app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${first})`.execute(tx)
      await sql`select pg_sleep(0.2)`.execute(tx)
      await sql`select pg_advisory_xact_lock(${second})`.execute(tx)
    })
  const ends = await Promise.allSettled([lock(991, 992), lock(992, 991)])
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await expect.poll(countDeadlocks, { timeout: 15_000 }).toBe(before + 1)
}, 30_000)

test(
  '[LEDGER-16] all pairs of writing calls about rewards at once at two processes leave no deadlock',
  async () => {
    const before = await countDeadlocks()
    const server = inTurns()
    let done = 0
    for (let round = 0; round < ROUNDS; round++) {
      const pairs = allPairs()
      while (pairs.length > 0) {
        const world = await createPlayed(server)
        for (const pair of pairs.splice(0, OF_ONE_PROJECT)) {
          const task = chance(world.tasks.length)
          const steps = pair.map((act) => ({
            act,
            who: 'ana' as const,
            task,
            cents: 10_000,
            n: 1 + chance(3) + 4 * chance(5),
          }))
          for (const end of await Promise.allSettled(steps.map((step) => play(world, step)))) {
            if (end.status === 'fulfilled') done += 1
            else if (!(end.reason instanceof ApiError) || (end.reason.status ?? 500) >= 500)
              throw new Error(`${pair.join(' and ')} at once`, { cause: end.reason })
          }
        }
      }
    }
    await servers.close()
    // Otherwise all was refused before it locked anything.
    expect(done).toBeGreaterThan(100 * ROUNDS)
    expect(await countDeadlocks()).toBe(before)
  },
  120_000 * ROUNDS,
)
