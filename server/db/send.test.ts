import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb, type Db, send, type Tx, withTx } from './pool.ts'

let database: ScratchDatabase
let db: Db
beforeAll(async () => {
  database = await createScratchDatabase({ empty: true })
  db = createDb(database.url, { max: 2 })
  await sql`create table sent (n integer primary key)`.execute(db)
})
beforeEach(() => sql`truncate sent`.execute(db))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const insert = (n: unknown) => sql`insert into sent values (${n}::integer)`
const deep = async (turns: number, work: () => Promise<unknown>): Promise<unknown> =>
  turns === 0 ? work() : await deep(turns - 1, work)
const numbers = async () => (await sql<{ n: number }>`select n from sent order by n`.execute(db)).rows.map(({ n }) => n)
/** A value that the driver cannot write: PostgreSQL hears nothing of its statement. */
const unsendable = {
  toPostgres: () => {
    throw new Error('no such value')
  },
}

test('what is sent is there after the commit, and before the next statement', async () => {
  const seen = await withTx(db, async (tx) => {
    await send(tx, insert(1), insert(2))
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from sent`.execute(tx)
    await send(tx, insert(3))
    return rows
  })
  expect([seen, await numbers()]).toEqual([[{ n: 2 }], [1, 2, 3]])
})

test.each<[string, unknown[], RegExp]>([
  ['PostgreSQL refuses the last statement', [1, 2, 1], /sent_pkey/],
  ['PostgreSQL refuses one in the middle', [1, 1, 2], /sent_pkey/],
  ['the last one cannot be sent', [1, 2, unsendable], /no such value/],
  ['one in the middle cannot be sent', [1, unsendable, 2], /no such value/],
])('nothing is committed when %s, and the error is that of the statement', async (_, values, error) => {
  const work = withTx(db, async (tx) => {
    for (const value of values) await send(tx, insert(value))
  })
  await expect(work).rejects.toThrow(error)
  expect(await numbers()).toEqual([])
  const andRead = withTx(db, async (tx) => {
    for (const value of values) await send(tx, insert(value))
    return sql`select n from sent`.execute(tx)
  })
  await expect(andRead).rejects.toThrow(error)
  expect(await numbers()).toEqual([])
})

test('outside of a transaction it waits, and throws', async () => {
  await send(db, insert(1))
  await expect(send(db, insert(1))).rejects.toThrow(/sent_pkey/)
  expect(await numbers()).toEqual([1])
})

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  [
    'stands before others that are sent',
    (tx) => Promise.all([insert(1).execute(tx), insert(1).execute(tx), send(tx, insert(2))]),
  ],
  [
    'is deeper in promises than another',
    (tx) => Promise.all([deep(8, () => insert(1).execute(tx)), insert(2).execute(tx)]),
  ],
  [
    'is sent before one that is waited for',
    (tx) => Promise.all([send(tx, insert(1), insert(1)), insert(3).execute(tx)]),
  ],
])('the error of a transaction is that of the statement that failed first, where it %s', async (_, work) => {
  for (let n = 0; n < 20; n++) {
    await sql`insert into sent values (1) on conflict do nothing`.execute(db)
    await expect(withTx(db, work)).rejects.toMatchObject({ code: '23505' })
  }
})

test('a refusal of our own is not replaced by what fails beside it', async () => {
  await insert(1).execute(db)
  const refusal = new Error('refused')
  const refused = withTx(db, async (tx) => {
    await send(tx, insert(1))
    throw refusal
  })
  await expect(refused).rejects.toBe(refusal)
})
