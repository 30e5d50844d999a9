import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { watchQueries } from '#support/query-plans.ts'
import { type AuditFilter, findEntries } from './repository.ts'

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
const ids: string[] = []
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await scratch.db.transaction().execute(async (tx) => {
    for (const statement of [
      sql`set local session_replication_role = replica`,
      sql`insert into users (id, email, username, password_hash)
        select gen_random_uuid(), 'u' || i || '@x.test', 'u' || i, 'x' from generate_series(1, 2000) i`,
      // Everybody moves tasks of a project of their own; a few people do something to themselves, or join the waitlist.
      sql`insert into events (id, kind, actor_id, subject_id, project_id, data, created_at)
        select gen_random_uuid(), case when k = 50 and n % 100 = 0 then (array['waitlist.removed', 'waitlist.invited'])[1 + n / 100 % 2]
            when k = 49 then 'member.role' else 'task.moved' end,
          id, case when k = 49 then id end, id, '{}', now()
        from (select id, (row_number() over ())::int as n from users) as u cross join generate_series(1, 50) k`,
    ])
      await statement.execute(tx)
  })
  await sql`vacuum analyze`.execute(scratch.db)
  const { rows } = await sql<{ id: string }>`select id from users limit 1`.execute(scratch.db)
  ids.push(...rows.map(({ id }) => id))
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const until = '9223372036854775807'
const page = (filter: AuditFilter, more = {}) =>
  findEntries(watched.db, { before: null, after: null, until, limit: 51, ...filter, ...more })

test.each<[name: string, filter: () => AuditFilter, indexes: string[]]>([
  ['of a kind', () => ({ kind: 'waitlist.removed' }), ['events_kind_idx']],
  ['of a noun', () => ({ kind: 'waitlist' }), ['events_kind_idx']],
  ['of a kind that never was', () => ({ kind: 'rating.hidden' }), ['events_kind_idx']],
  ['of a person', () => ({ userID: ids[0] }), ['events_actor_idx', 'events_subject_idx']],
  [
    'of a person and a kind',
    () => ({ userID: ids[0], kind: 'task.moved' }),
    ['events_actor_idx', 'events_subject_idx'],
  ],
  ['of a project', () => ({ projectID: ids[0] }), ['events_project_idx']],
])('[ACCT-39] the audit %s is read through its index, however long the log is', async (_, filter, indexes) => {
  for (const more of [{}, { after: { xid: '1', id: '00000000-0000-4000-8000-000000000000' } }]) {
    const call = () => page(filter(), more)
    expect(await watched.scannedBy(call)).toEqual([])
    const used = (await watched.indexesOf(call)).filter((name) => name.startsWith('events_'))
    expect(used).toEqual(indexes)
  }
})

test('[ACCT-39] filters let through the same events by every way, each once', async () => {
  const kindsOf = async (filter: AuditFilter) => (await page(filter)).map(({ kind }) => kind)
  const mine = await kindsOf({ userID: ids[0] })
  expect(mine).toHaveLength(50)
  expect(mine.filter((kind) => kind === 'member.role')).toHaveLength(1)
  expect(await kindsOf({ userID: ids[0], kind: 'member' })).toEqual(['member.role'])
  expect(await kindsOf({ projectID: ids[0], userID: ids[0], kind: 'member.role' })).toEqual(['member.role'])
  expect(await kindsOf({ projectID: ids[0], kind: 'waitlist' })).toEqual(
    (await kindsOf({ projectID: ids[0] })).filter((kind) => kind.startsWith('waitlist')),
  )
  expect(new Set(await kindsOf({ kind: 'waitlist' }))).toEqual(new Set(['waitlist.removed', 'waitlist.invited']))
  expect(await kindsOf({ kind: 'nothing' })).toEqual([])
  const whole = await page({})
  expect(whole).toHaveLength(51)
  expect(whole.every(({ actor_name }) => actor_name?.startsWith('u'))).toBe(true)
})
