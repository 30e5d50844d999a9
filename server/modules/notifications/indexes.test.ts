import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { keptPlans } from '#support/kept-plans.ts'
import { watchQueries } from '#support/query-plans.ts'
import { createDb } from '#server/db/pool.ts'
import { findPeopleToMail } from './mail-repository.ts'
import { countUnread, deleteDoneBefore, findNotices } from './repository.ts'

let scratch: ScratchDatabase
let watched: ReturnType<typeof watchQueries>
let userID = ''
const now = new Date()
beforeAll(async () => {
  scratch = await createScratchDatabase()
  watched = watchQueries(scratch.url)
  await scratch.db.transaction().execute(async (tx) => {
    for (const statement of [
      sql`set local session_replication_role = replica`,
      sql`insert into users (id, email, username, password_hash, name, is_email_verified)
        select gen_random_uuid(), 'u' || n || '@x.test', 'u' || n, '-', 'U', true from generate_series(1, 200) n`,
      sql`insert into projects (id, title, description, status, created_by)
        select gen_random_uuid(), 'P', 'D', 1, id from users`,
      sql`insert into memberships (project_id, user_id, role) select p.id, u.id, 'member' from projects p cross join users u`,
      // 10,000 of one person, of which 2,000 are unread and 5,000 done, and 200 of everybody else.
      sql`insert into notifications (user_id, thread, notice_group, kind, actor_id, project_id, first_event, events,
          created_at, updated_at, read_at, done_at)
        select u.id, gen_random_uuid(), (array['direct', 'requests', 'following'])[1 + n % 3], 'payment.recorded', u.id, p.id,
          gen_random_uuid(), '[]', now() - n * interval '1 minute', now() - n * interval '1 minute',
          case when n % 5 > 0 then now() end, case when n % 2 = 1 then now() - n * interval '1 hour' end
        from (select id, row_number() over (order by username) as number from users) u
          cross join generate_series(1, 10000) n
          join (select id, row_number() over () as number from projects) p on p.number = 1 + n % 200
        where u.number = 1 or n <= 200`,
    ])
      await statement.execute(tx)
  })
  await sql`vacuum analyze`.execute(scratch.db)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications group by user_id having count(*) = 10000`.execute(scratch.db)
  userID = rows[0]?.user_id ?? ''
}, 120_000)
afterAll(async () => {
  await watched.close()
  await scratch.drop()
})

const page = (view: 'forYou' | 'following' | 'snoozed' | 'done') =>
  findNotices(watched.db, { userID, isAdministrator: false, view, now, limit: 31, after: null })
const large = ['notifications', 'memberships']
const calls: Array<[name: string, call: () => Promise<unknown>]> = [
  ['what is for the person', () => page('forYou')],
  ['what they follow', () => page('following')],
  ['what they put off', () => page('snoozed')],
  ['what they are done with', () => page('done')],
  ['the count', () => countUnread(watched.db, { userID, isAdministrator: false }, now)],
  ['whom to mail', () => findPeopleToMail(watched.db, now, 100)],
]
test.each(calls)('[BUILD-07] of ten thousand notices of a person, %s is read through an index', async (_, call) => {
  expect((await watched.scannedBy(call)).filter((table) => large.includes(table))).toEqual([])
})

test('[BUILD-07] the first page and the count of ten thousand notices take a few milliseconds', async () => {
  const took = async (call: () => Promise<unknown>) => {
    const times: number[] = []
    for (let n = 0; n < 9; n++) {
      const begun = performance.now()
      await call()
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  }
  const [list, count] = [
    await took(() => page('forYou')),
    await took(() => countUnread(watched.db, { userID, isAdministrator: false }, now)),
  ]
  expect((await page('forYou')).length).toBe(31)
  expect((await countUnread(watched.db, { userID, isAdministrator: false }, now)).forYou).toBeGreaterThan(500)
  // The bound is wide, because the machine of a test may be busy.
  expect({ list, count }).toEqual({
    list: expect.toSatisfy(isQuick) as number,
    count: expect.toSatisfy(isQuick) as number,
  })
})
const isQuick = (milliseconds: number) => milliseconds < 40

test('[BUILD-07] PostgreSQL keeps the plans of list and count, which take longer to make than to run', async () => {
  const db = createDb(scratch.url, { max: 1 })
  const { rows: people } = await sql<{
    id: string
  }>`select id from users order by id <> ${userID}, id limit 12`.execute(db)
  try {
    for (const { id } of people) {
      const asked = { userID: id, isAdministrator: false, now, view: 'forYou', limit: 31, after: null } as const
      const list = await findNotices(db, asked)
      const count = await countUnread(db, asked, now)
      expect([id === userID, list.length > 30, count.forYou > 500]).toEqual([id === userID, true, id === userID])
    }
    const kept = (await keptPlans(db)).filter(({ statement }) => statement.includes('notifications n'))
    expect(new Set(kept.map(({ statement }) => statement)).size).toBe(2)
    expect(kept.filter(({ plans }) => plans === 0)).toEqual([])
  } finally {
    await db.destroy()
  }
})

test('what was done long ago is found through an index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain
    select id from notifications where done_at < ${new Date(0)} order by done_at limit 10000`.execute(scratch.db)
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('notifications_done_at_idx')
  await deleteDoneBefore(scratch.db, new Date(0))
})
