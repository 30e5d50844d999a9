import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { loadConfig } from '../settings/config.ts'
import { migrations } from '../db/migrations/index.ts'
import { migrate } from './migrate.ts'

let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await createScratchDatabase()
})
afterEach(() => scratch.drop())

const run = (...options: ['dry-run'] | []) => {
  const { config } = loadConfig(['--data-dir', join(tmpdir(), 'nothing-is-kept-here')], { DATABASE_URL: scratch.url })
  return migrate({ config, options: new Set(options) })
}
const applied = async () => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(scratch.db)
  return rows.map(({ name }) => name)
}

test('a database that is up to date is said to be, and stays as it is', async () => {
  const before = await applied()
  expect(await run('dry-run')).toEqual({ says: 'The database is up to date.' })
  expect(await run()).toEqual({ says: 'The database is up to date.' })
  expect(await applied()).toEqual(before)
})

test('an empty database is told what it lacks, changes only without --dry-run, and is up to date then', async () => {
  await sql`drop schema public cascade`.execute(scratch.db)
  await sql`create schema public`.execute(scratch.db)
  const names = migrations.map(({ name }) => name)
  const list = `${names.length} migrations`
  expect(await run('dry-run')).toEqual({
    says: `The database lacks ${list}, which a start of this release runs: ${names.join(', ')}.`,
  })
  const { rows } = await sql`select from information_schema.tables where table_schema = 'public'`.execute(scratch.db)
  expect(rows).toEqual([])
  expect(await run()).toEqual({ says: `Ran ${list}: ${names.join(', ')}.` })
  expect(await applied()).toEqual(names)
  expect(await run('dry-run')).toEqual({ says: 'The database is up to date.' })
})

test('a database of a newer release is refused in one sentence', async () => {
  await sql`insert into schema_migrations (name) values ('9999_of_tomorrow')`.execute(scratch.db)
  for (const options of [['dry-run'], []] as const)
    await expect(run(...options)).rejects.toThrow('This database was made by a newer')
})
