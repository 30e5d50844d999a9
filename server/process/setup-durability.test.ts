import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createDb } from '../db/pool.ts'
import { durabilityWarning } from './setup-warnings.ts'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase()
})
afterAll(() => database.drop())

// That a database with everything on is not warned of, server/db/embedded/durability.test.ts shows: the tests' PostgreSQL has it off.
test.each([
  ['off', true],
  ['on', false],
])('the warning of lost writes names synchronous_commit when it is %s: %s', async (value, isNamed) => {
  const name = new URL(database.url).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set synchronous_commit = ${sql.lit(value)}`.execute(database.db)
  // The setting counts for connections that are made after it.
  const db = createDb(database.url)
  try {
    expect((await durabilityWarning(db))?.includes('synchronous_commit = off') ?? false).toBe(isNamed)
  } finally {
    await db.destroy()
  }
})
