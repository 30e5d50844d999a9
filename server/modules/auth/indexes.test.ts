import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { findPeople } from './administration-repository.ts'

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await sql`insert into users (id, email, username, password_hash, name, created_at)
    select gen_random_uuid(), 'person' || i || '@example.org', 'person' || i, '-', 'Person ' || i, now() - i / 3 * interval '1 minute'
    from generate_series(1, 30000) i`.execute(scratch.db)
  await sql`vacuum analyze users`.execute(scratch.db)
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

test('[ACCT-36] administrators read a page of people through an index, and no page repeats or leaves out one', async () => {
  const page = (after: { time: string; id: string } | null) =>
    findPeople(watched.db, { q: '', folded: '', state: undefined, ids: undefined, after, limit: 50 })
  const seen: string[] = []
  let after: { time: string; id: string } | null = null
  for (let n = 0; n < 4; n++) {
    const at = after
    expect(await watched.scannedBy(() => page(at))).toEqual([])
    expect(await watched.sortedBy(() => page(at))).toEqual([])
    const rows = await page(at)
    seen.push(...rows.map(({ username }) => username))
    const last = rows.at(-1)
    after = last ? { time: last.joined_at, id: last.id } : null
  }
  const { rows } = await sql<{ username: string }>`
    select username from users order by created_at desc, id desc limit 200`.execute(scratch.db)
  expect(seen).toEqual(rows.map(({ username }) => username))
})
