import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { proofTables } from '../modules/auth/proofs-repository.ts'

test('a restore knows every table of links and codes that are used up', async () => {
  const { db, drop } = await createScratchDatabase()
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('consumed_at', 'used_at') order by 1`.execute(db)
  await drop()
  expect(rows.map(({ name }) => name)).toEqual([...proofTables, 'recovery_codes'].sort())
})
