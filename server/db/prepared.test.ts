import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb, type Db } from './pool.ts'
import { prepared } from './prepared.ts'

let scratch: ScratchDatabase
let db: Db
beforeEach(async () => {
  scratch = await createScratchDatabase({ empty: true })
  // The pool has a single connection, so that the test can look at its prepared statements.
  db = createDb(scratch.url, { max: 1 })
})
afterEach(async () => {
  await db.destroy()
  await scratch.drop()
})

const add = async (a: number, b: number) =>
  (await sql<{ sum: number }>`${prepared} select ${a}::integer + ${b}::integer as sum`.execute(db)).rows[0]?.sum
const statements = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from pg_prepared_statements`.execute(db)).rows[0]?.n

test('a marked statement is prepared once, and uses the values of each call', async () => {
  expect([await add(1, 2), await add(3, 4)]).toEqual([3, 7])
  expect(await statements()).toBe(1)
})

test('a statement without the mark is not prepared', async () => {
  await sql`select ${1}::integer`.execute(db)
  expect(await statements()).toBe(0)
})

test('behind a pooler that loses prepared statements, the answer is the same and no more statements are prepared', async () => {
  expect(await add(1, 2)).toBe(3)
  await sql`deallocate all`.execute(db)
  expect(await add(3, 4)).toBe(7)
  expect(await add(5, 6)).toBe(11)
  expect(await statements()).toBe(0)
})

test('an error of the statement itself is passed on unchanged', async () => {
  const divide = (by: number) => sql`${prepared} select 1 / ${by}::integer as part`.execute(db)
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  await divide(1)
  expect(await statements()).toBe(1)
})
