import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { startDatabaseProxy } from '#support/database-proxy.ts'
import { toHttpError } from '../plugins/errors.ts'
import { liftTimeouts } from './answers.ts'
import { createDb, type Db, isStuck, send, withTx } from './pool.ts'

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
  expect(await Promise.all(lost)).toEqual(lost.map(() => 503))
  expect(await Promise.all(waited)).toEqual([200, 200])
  expect(isStuck(db)).toBe(false)
  expect((await ask()).rows).toEqual([{ n: 1 }])
}, 20_000)

test('a process whose callers wait, and of whose connections none is answered for long, is stuck', async () => {
  const patient = createDb(way.url, { max: 1, statementTimeout: 20_000 })
  const one = () => sql`select 1`.execute(patient)
  await one()
  way.dropState()
  const lost = statusOf(one())
  const others: Promise<number>[] = []
  expect(isStuck(patient)).toBe(false)
  const isStuckForNext = () => {
    others.push(statusOf(one()))
    return isStuck(patient)
  }
  await expect.poll(isStuckForNext, { timeout: 20_000, interval: 1_000 }).toBe(true)
  expect(await lost).toBe(503)
  await Promise.all(others)
  expect(isStuck(patient)).toBe(false)
  await patient.destroy()
}, 60_000)

test('a transaction that may take long is waited for to its end, and the next one has its limits again', async () => {
  const single = createDb(way.url, { max: 1, statementTimeout: 1_000 })
  const slept = await withTx(single, async (tx) => {
    await liftTimeouts(tx)
    // The commit goes with them.
    await send(tx, sql`select pg_sleep(1)`, sql`select pg_sleep(7)`)
    return 'slept'
  })
  expect(slept).toBe('slept')
  await sql`select 1`.execute(single)
  way.dropState()
  expect(await statusOf(withTx(single, (tx) => sql`select 1`.execute(tx)))).toBe(503)
  await single.destroy()
}, 60_000)
