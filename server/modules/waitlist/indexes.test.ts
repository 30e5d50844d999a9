import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { waitlistColumns } from '#shared/contract/index.ts'
import { listEntries, type WaitlistFilter } from './repository.ts'

const ENTRIES = 100_000

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await sql`insert into waitlist_entries (id, email, is_invited, mail_state, last_invited_at, created_at)
    select gen_random_uuid(), 'someone' || i || '@' || chr(97 + i % 26) || '.example.org', i % 500 = 0,
      case when i % 2500 = 0 then 'failed' when i % 500 = 0 then 'sent' end,
      case when i % 500 = 0 then now() end, now() - i * interval '1 minute'
    from generate_series(1, ${sql.lit(ENTRIES)}) i`.execute(scratch.db)
  await sql`vacuum analyze waitlist_entries`.execute(scratch.db)
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const first = { page: 1, limit: 10 }
const list =
  (filter: WaitlistFilter, page = first) =>
  () =>
    listEntries(watched.db, filter, page)
test.each<[string, () => Promise<{ total: number }>, number]>([
  ['everybody', list({}), ENTRIES],
  ['a late page', list({}, { page: 9_000, limit: 10 }), ENTRIES],
  ['the invited', list({ isInvited: true }), 200],
  ['those not invited', list({ isInvited: false }), ENTRIES - 200],
  ['one address', list({ q: 'someone4711@' }), 1],
  ['an address that nobody has', list({ q: 'nobodyhasthis' }), 0],
  ['those whose mail has failed', list({ mailState: 'failed' }), 40],
  ['the invited of that name', list({ q: 'someone99', isInvited: true }), 2],
])('[BUILD-07] listing %s reads no large table whole, and counts all entries', async (_, call, total) => {
  expect(await watched.scannedBy(call)).toEqual([])
  expect((await call()).total).toBe(total)
})

const directions = ['asc', 'desc'] as const
test.each(waitlistColumns.flatMap((sort) => directions.map((direction) => ({ sort, direction }))))(
  '[BUILD-07] the waitlist sorted by $sort, $direction, is read through an index',
  async (order) => {
    expect(await watched.scannedBy(() => listEntries(watched.db, {}, first, order))).toEqual([])
    expect(await watched.sortedBy(() => listEntries(watched.db, {}, first, order))).toEqual([])
  },
)
