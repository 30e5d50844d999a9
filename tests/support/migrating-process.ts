import { sql } from 'kysely'
import { migrateToLatest } from '#server/db/migrate.ts'
import { createDb } from '#server/db/pool.ts'

/** A program that migrates the database at the given address. It prints `connected` just before, so that a test can kill it midway. */
const db = createDb(process.argv[2] ?? '', { max: 1 })
await sql`select 1`.execute(db)
process.stdout.write('connected\n')
await migrateToLatest(db)
await db.destroy()
