import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { toHttpError } from '../plugins/errors.ts'
import { liftTimeouts } from './answers.ts'
import { createDb, type Db, isStuck, withTx } from './pool.ts'

const MAX = 3
let scratch: ScratchDatabase
let way: Awaited<ReturnType<typeof startDatabaseProxy>>
let db: Db
beforeAll(async () => {
  scratch = await createScratchDatabase({ empty: true })
  way = await startDatabaseProxy(scratch.url)
  db = createDb(way.url, { max: MAX, statementTimeout: 1_000 })
})
afterAll(async () => {
  way.bringBack()
  await db.destroy()
  await way.close()
  await scratch.drop()
})

const ask = () => sql<{ n: number }>`select 1 as n`.execute(db)
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error: unknown) => toHttpError(error).status,
  )

test('connections whose state somebody has dropped are given up soon, and others take their place', async () => {
  await Promise.all(Array.from({ length: MAX }, ask))
  way.dropState()
  const lost = [
    ...Array.from({ length: MAX - 1 }, () => statusOf(ask())),
    statusOf(withTx(db, (tx) => sql`select 1`.execute(tx))),
  ]
  const waited = [statusOf(ask()), statusOf(ask())]
  expect(isStuck(db)).toBe(false)
  await expect.poll(() => isStuck(db), { timeout: 8_000 }).toBe(true)
  expect(await Promise.all(lost)).toEqual(lost.map(() => 503))
  expect(await Promise.all(waited)).toEqual([200, 200])
  expect(isStuck(db)).toBe(false)
  expect((await ask()).rows).toEqual([{ n: 1 }])
}, 20_000)

test('a statement that may take long is waited for', async () => {
  const slept = await withTx(db, async (tx) => {
    await liftTimeouts(tx)
    return sql`select pg_sleep(7)`.execute(tx)
  })
  expect(slept.rows).toHaveLength(1)
  // The next transaction on the same connection has its limits again.
  expect(await statusOf(withTx(db, (tx) => sql`select pg_sleep(5)`.execute(tx)))).toBe(503)
}, 20_000)
