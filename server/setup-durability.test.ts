import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../tests/support/database.ts'
import { createDb } from './db/pool.ts'
import { durabilityWarning } from './setup-warnings.ts'

let database: ScratchDatabase
beforeAll(async () => {
  database = await createScratchDatabase()
})
afterAll(() => database.drop())

test.each([
  ['off', true],
  ['on', false],
])(
  'who starts a server on a database with synchronous_commit %s is told that writes may be lost: %s',
  async (value, isTold) => {
    const name = new URL(database.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set synchronous_commit = ${sql.lit(value)}`.execute(database.db)
    // The setting counts for connections that are made after it.
    const db = createDb(database.url)
    try {
      const { rows } = await sql<{ name: string }>`select name from pg_settings
      where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`.execute(db)
      const off = [...rows.map((row) => row.name), ...(isTold ? ['synchronous_commit'] : [])]
      const text = await durabilityWarning(db)
      if (off.length === 0) expect(text).toBeNull()
      else expect(text).toContain(`PostgreSQL runs with ${off.map((each) => `${each} = off`).join(', ')}. Switch`)
    } finally {
      await db.destroy()
    }
  },
)
