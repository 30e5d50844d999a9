import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb } from '../db/pool.ts'
import { toHttpError } from './errors.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await createScratchDatabase()
})
afterAll(() => scratch.drop())

const BUSY = { status: 503, code: 'UNAVAILABLE' }
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => error,
  )

test('[WIRE-05] a statement that PostgreSQL cancels at its time limit gives a 503 that says so', async () => {
  const db = createDb(scratch.url, { max: 1, statementTimeout: 50 })
  const error = await thrownBy(sql`select pg_sleep(5)`.execute(db))
  await db.destroy()
  expect(toHttpError(error)).toMatchObject({ status: 503, code: 'TIMEOUT' })
})

test('[WIRE-05] waiting in vain for a connection gives a 503, not a 500', async () => {
  const pool = new pg.Pool({ connectionString: scratch.url, max: 1, connectionTimeoutMillis: 1_000 })
  const held = await pool.connect()
  expect(toHttpError(await thrownBy(pool.connect()))).toMatchObject(BUSY)
  held.release()
  await pool.end()
})

test('[WIRE-05] a connection that breaks during a call gives a 503, at once and afterwards', async () => {
  const db = createDb(scratch.url, { max: 1 })
  const errors = await db.connection().execute(async (held) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held)
    const cut = thrownBy(sql`select pg_sleep(5)`.execute(held))
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(scratch.db)
    const first = await cut
    // The connection is closed by now.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return [first, await thrownBy(sql`select 1`.execute(held))]
  })
  await db.destroy()
  for (const error of errors) expect(toHttpError(error)).toMatchObject(BUSY)
})

test.each([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ETIMEDOUT',
])(
  '[WIRE-05] a machine or network of the database that is away (%s) gives a 503 that says when to ask again',
  (code) => {
    const error = toHttpError(Object.assign(new Error('connect'), { code }))
    expect(error).toMatchObject({ ...BUSY, headers: { 'retry-after': '2' } })
  },
)

test('[WIRE-05] a database that takes no writes, as a standby, gives a 503', async () => {
  const db = createDb(scratch.url, { max: 1 })
  const write = db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => sql`create table nothing ()`.execute(tx))
  expect(toHttpError(await thrownBy(write))).toMatchObject(BUSY)
  await db.destroy()
})

test('[WIRE-05] any other error gives a 500 that says nothing of its cause', () => {
  expect(toHttpError(new Error('relation "users" does not exist'))).toMatchObject({
    status: 500,
    code: 'INTERNAL',
    message: 'Something went wrong on our side. Please try again.',
  })
})

test.each(['ENOSPC', 'EDQUOT', '53100'])('[WIRE-05] a full disk (%s) gives a 507 with a sentence', (code) => {
  expect(toHttpError(Object.assign(new Error('no space'), { code }))).toMatchObject({
    status: 507,
    code: 'STORAGE_FULL',
    message: 'The server has no room left to store that. Please tell the administrator.',
  })
})
