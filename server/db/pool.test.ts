import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb, type Db, readerOf } from './pool.ts'

let database: ScratchDatabase
let db: Db
beforeAll(async () => {
  database = await createScratchDatabase({ empty: true })
  db = createDb(database.url, { max: 1 })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const plan = async (): Promise<string> => {
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain select count(*) from many`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('no statement of the server is shared among processes of PostgreSQL, or compiled, however large it seems', async () => {
  await sql`create table many as select n from generate_series(1, 10000) n`.execute(db)
  for (const cost of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
    await sql`select set_config(${cost}, '0', false)`.execute(db)
  expect(await plan()).not.toContain('Gather')
  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)
  expect(rows).toEqual([{ jit: 'off' }])
  // The same statement is shared where PostgreSQL may do so.
  await sql`select set_config('max_parallel_workers_per_gather', '2', false)`.execute(db)
  expect(await plan()).toContain('Gather')
})

test('[BUILD-06] a call reads from its replica while that is fresh, and after the primary from nothing else', async () => {
  const replica = createDb(database.url, { max: 1, primary: db })
  await sql`set application_name to 'the primary'`.execute(db)
  await sql`set application_name to 'the replica'`.execute(replica)
  const place = async (reader: Db) => {
    const { rows } = await sql<{ place: string }>`select current_setting('application_name') as place`.execute(reader)
    return rows[0]?.place
  }
  let isFresh = true
  const repeated: boolean[] = []
  const begin = () => readerOf(replica, { isFresh: () => isFresh, onRepeat: (isFull) => void repeated.push(isFull) })
  const long = begin()
  expect(await place(long)).toBe('the replica')
  isFresh = false
  expect(await place(long)).toBe('the primary')
  isFresh = true
  expect(await place(long)).toBe('the primary')

  const failing = begin()
  await expect(sql`select 1 / 0`.execute(failing)).rejects.toThrow('division by zero')
  expect(await place(failing)).toBe('the primary')

  const busy = sql`select pg_sleep(1.5)`.execute(replica)
  expect(await place(begin())).toBe('the primary')
  await busy
  expect(repeated).toEqual([false, true])
  expect(await place(begin())).toBe('the replica')
  await replica.destroy()
})
