import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createScratchDatabase } from '#support/database.ts'
import { endProofs, proofTables } from '../modules/auth/proofs-repository.ts'

test('a restore knows every table of links and codes that are used up', async () => {
  const { db, drop } = await createScratchDatabase()
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name in ('consumed_at', 'used_at') order by 1`.execute(db)
  await drop()
  expect(rows.map(({ name }) => name)).toEqual([...proofTables, 'recovery_codes'].sort())
})

test('[FEED-16] no address of a calendar outlives a restore, which may be older than its end', async () => {
  const { db, drop } = await createScratchDatabase()
  await sql`insert into users (id, email, username, password_hash) values (${'01890a5d-ac96-774b-bcce-b302099a8057'}, 'a@x.test', 'ana', 'x')`.execute(
    db,
  )
  await sql`insert into calendars (user_id, token_hash, hides_titles, created_at) select id, 'x', false, now() from users`.execute(
    db,
  )
  await db.transaction().execute((tx) => endProofs(tx, new Date(), new Set(['calendars'])))
  expect(await db.selectFrom('calendars').selectAll().execute()).toEqual([])
  await drop()
})
