import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb, type Db } from './pool.ts'

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
