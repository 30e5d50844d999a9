import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { wholeLog } from '#support/whole-log.ts'
import { createScratchDatabase } from '#support/database.ts'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { listTables, reload } from '../backup/tables.ts'
import { createDb, type DbOrTx, withTx } from '../db/pool.ts'
import { grantServing } from '../db/roles.ts'
import { openDatabase } from '../process/database.ts'
import { beginHistory } from '../process/history.ts'
import { createLogger } from '../process/log.ts'
import { loadConfig } from '../settings/config.ts'
import { isByMonth, keptParts, makeMonths, putAway, splitByMonth, tablesOfLog } from './months.ts'
import { beginNewLog, readEvents, startOfLog } from './read.ts'
import { record } from './record.ts'

const server = testApp()
const NOW = new Date()
/** A day of the month this many months after the present one: day(0, 3), and its month in the name of a table. */
const day = (by: number, date = 1) =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + by, date)).toISOString().slice(0, 10)
const month = (by: number) => day(by).slice(0, 7).replace('-', '_')
const at = (text: string) => new Date(`${text}T12:00:00Z`)
const firstOf = (by: number) => new Date(`${day(by)}T00:00:00Z`)

/** Events of one kind on these days, in this order. */
const happen = async (projectID: string, actorID: string, ...days: string[]) => {
  for (const day of days)
    await withTx(server.db, (tx) => record(tx, at(day), { kind: 'project.paused', actorID, projectID, data: {} }))
}
const whole = async () => {
  await wholeLog(server)
  const read = await readEvents(server.db, await startOfLog(server.db), 10_000)
  return read?.events.map(({ id }) => id) ?? []
}
const rowsIn = async (table: string, db: DbOrTx = server.db) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]?.count
}
const NEVER = /never changed or deleted/
let world: { projectID: string; ownerID: string }

// Each test goes on with what the one before has made.
describe('a log by month', { shuffle: false, timeout: 120_000 }, () => {
  test('[EVT-10] a log of one table is split by month while people write, and readers get the same events in the same order', async () => {
    const owner = await createPerson(server)
    const { id } = await createProject(server, owner.id)
    world = { projectID: id, ownerID: owner.id }
    await happen(id, owner.id, day(-3, 3), day(-2, 3), day(0, 3))
    expect(await isByMonth(server.db)).toBe(false)
    await expect(putAway(server.db, firstOf(-10), NOW)).rejects.toThrow('The log is one table')
    expect(await makeMonths(server.db, NOW)).toEqual([])
    const before = await whole()

    // Somebody goes on writing.
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        await owner.api.projects.update({ params: { id }, body: { title: `Title ${(written += 1)}` } })
      }
    })()
    writing.catch(() => undefined)
    const made = await splitByMonth(server.db, NOW).finally(() => (isOver = true))
    await writing
    expect(made).toEqual([
      `events_before_${month(2)}`,
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((by) => `events_${month(by)}`),
    ])
    expect(await splitByMonth(server.db, NOW)).toBeNull()
    const after = await whole()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThanOrEqual(before.length + written)

    // Each month is in a table of its own, and a date that no table is made for is in the last.
    await happen(id, owner.id, day(1, 28), day(2), day(4, 4), day(54, 5))
    expect(await rowsIn(`events_${month(2)}`)).toBe(1)
    expect(await rowsIn(`events_${month(4)}`)).toBe(1)
    expect(await rowsIn('events_rest')).toBe(1)
    expect((await whole()).slice(0, after.length)).toEqual(after)
    expect((await whole()).length).toBe(after.length + 4)

    // An event is never changed, deleted or lost with its table, whichever that is.
    for (const table of await tablesOfLog(server.db))
      await expect(sql`truncate ${sql.table(table)}`.execute(server.db)).rejects.toThrow(NEVER)
    for (const table of ['events', `events_before_${month(2)}`, `events_${month(2)}`, 'events_rest'])
      await expect(sql`delete from ${sql.table(table)}`.execute(server.db)).rejects.toThrow(NEVER)
  })

  test('[ACCT-39] [EVT-08] months are put away: the audit reads them as before, nothing else does, and they never change', async () => {
    const root = await createPerson(server, { isAdministrator: true })
    const query = { projectID: world.projectID, kind: 'project.paused', limit: 3 }
    const audit = async () => {
      await wholeLog(server)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await root.api.audit.list({ query: { ...query, ...(cursor !== undefined && { cursor }) } })
        seen.push(...page.data.map(({ createdAt }) => createdAt.slice(0, 10)))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return seen
    }
    const before = await audit()
    expect(before.toSorted()).toEqual([day(-3, 3), day(-2, 3), day(0, 3), day(1, 28), day(2), day(4, 4), day(54, 5)])
    const later = at(day(6, 20))
    // Readers may be as far behind as this.
    await expect(putAway(server.db, firstOf(4), later)).rejects.toThrow(`Months from ${day(3).slice(0, 7)} on stay`)
    expect(await putAway(server.db, firstOf(3), later)).toEqual([
      `events_kept_before_${month(2)}`,
      `events_kept_${month(2)}`,
    ])
    expect(await putAway(server.db, firstOf(3), later)).toEqual([])
    expect(await audit()).toEqual(before)
    expect(await rowsIn('events')).toBe(2)
    expect(await keptParts(server.db)).toEqual([`events_kept_${month(2)}`, `events_kept_before_${month(2)}`])
    await expect(sql`delete from ${sql.table(`events_kept_${month(2)}`)}`.execute(server.db)).rejects.toThrow(NEVER)
    await expect(sql`truncate ${sql.table(`events_kept_${month(2)}`)}`.execute(server.db)).rejects.toThrow(NEVER)
    // A new log has them, too.
    await beginHistory(server.db)
    expect((await audit()).toSorted()).toEqual(before.toSorted())
    await sql`drop table ${sql.table(`events_kept_${month(2)}`)}`.execute(server.db)
    expect((await audit()).toSorted()).toEqual(before.filter((one) => one !== day(2)).toSorted())
  })

  test('months are made ahead at each start, also by several processes at once, and a month that is in the last table is left there', async () => {
    const later = at(day(6, 20))
    const made = await Promise.all([1, 2, 3].map(() => makeMonths(server.db, later)))
    expect(made.flat().toSorted()).toEqual([12, 13, 14, 15, 16, 17].map((by) => `events_${month(by)}`).toSorted())
    const names = await makeMonths(server.db, firstOf(53))
    expect(names).toEqual(expect.arrayContaining([53, 55, 64].map((by) => `events_${month(by)}`)))
    expect(names).not.toContain(`events_${month(54)}`)
    await happen(world.projectID, world.ownerID, day(54, 6), day(55))
    expect(await rowsIn('events_rest')).toBe(2)
    expect(await rowsIn(`events_${month(55)}`)).toBe(1)
  })

  test('[EVT-12] a backup has the events of all months once, and they come back into a log by month', async () => {
    const tables = await listTables(server.db)
    expect(tables.map(({ name }) => name).filter((name) => name.startsWith('events'))).toEqual(['events'])
    const rows = () => sql`select to_jsonb(e) - 'xid' as event from events e order by id`.execute(server.db)
    const { rows: before } = await rows()
    expect(before.length).toBeGreaterThan(3)
    await withTx(server.db, async (tx) => {
      await sql`create temporary table copied on commit drop as select * from events`.execute(tx)
      await reload(
        tx,
        tables.filter(({ name }) => name === 'events'),
        async () => {
          expect(await rowsIn('events', tx)).toBe(0)
          await sql`insert into events select * from copied`.execute(tx)
          await beginNewLog(tx, () => Promise.resolve())
        },
      )
    })
    const { rows: after } = await rows()
    expect(after).toEqual(before)
    await expect(sql`delete from events`.execute(server.db)).rejects.toThrow(NEVER)
    await expect(sql`truncate events_rest`.execute(server.db)).rejects.toThrow(NEVER)
  })

  test('[EVT-09] with many months readers go to their place in each by its index', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select * from events where (xid, id) > ('5'::xid8, ${world.ownerID}::uuid) order by xid, id limit 100`.execute(
      server.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan.match(/Index Scan using events_\w+_pkey/g)?.length).toBeGreaterThan(24)
    expect(plan).toContain('Merge Append')
  })

  test('the role that serves writes and reads a log by month, and changes no event', async () => {
    const role = `serving_months_${process.pid}`
    await adminQuery(postgresUrl(), `create role ${role} login password 'secret'`)
    try {
      await grantServing(server.db, role)
      const url = new URL(postgresUrl())
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)
      Object.assign(url, { username: role, password: 'secret', pathname: `/${rows[0]?.name}` })
      const db = createDb(url.href, { max: 1 })
      await withTx(db, (tx) =>
        record(tx, NOW, { kind: 'project.paused', actorID: null, projectID: world.projectID, data: {} }),
      )
      expect(await rowsIn('events', db)).toBeGreaterThan(4)
      expect(await keptParts(db)).toEqual([`events_kept_before_${month(2)}`])
      expect(await rowsIn(`events_kept_before_${month(2)}`, db)).toBeGreaterThan(3)
      await expect(sql`delete from events`.execute(db)).rejects.toThrow(NEVER)
      await db.destroy()
    } finally {
      await sql`drop owned by ${sql.id(role)}`.execute(server.db)
      await adminQuery(postgresUrl(), `drop role ${role}`)
    }
  })

  test('a start makes the months that have come near since the last', async () => {
    const database = await createScratchDatabase()
    const start = async () => {
      const { config } = loadConfig(['--data-dir', '/nonexistent'], { DATABASE_URL: database.url })
      await (await openDatabase(config, createLogger('silent'), () => {})).close()
      return tablesOfLog(database.db)
    }
    try {
      expect(await start()).toEqual(['events'])
      await splitByMonth(database.db, new Date(Date.now() - 200 * 24 * 60 * 60_000))
      const before = await tablesOfLog(database.db)
      const after = await start()
      expect(after.length - before.length).toBeGreaterThanOrEqual(6)
      expect(await start()).toEqual(after)
    } finally {
      await database.drop()
    }
  })

  test('a split that fails or is killed leaves the log as it was, and one that meets a long reader waits for it', async () => {
    const database = await createScratchDatabase()
    const checks = async () => {
      const { rows } = await sql`select from pg_constraint where conname = 'events_before_months'`.execute(database.db)
      return rows.length
    }
    try {
      await sql`create table events_rest (x int)`.execute(database.db)
      await expect(splitByMonth(database.db, NOW)).rejects.toThrow('already exists')
      expect([await isByMonth(database.db), await checks()]).toEqual([false, 0])
      await sql`drop table events_rest`.execute(database.db)
      for (const left of ['', 'not valid']) {
        await sql`alter table events add constraint events_before_months check (created_at < now()) ${sql.raw(left)}`.execute(
          database.db,
        )
        await makeMonths(database.db, NOW)
        expect(await checks()).toBe(0)
      }

      let isRead = false
      const reading = withTx(database.db, async (tx) => {
        await sql`select count(*) from events, pg_sleep(3)`.execute(tx)
        isRead = true
      })
      await expect
        .poll(async () => {
          const { rows } = await sql`select from pg_locks where relation = 'events'::regclass and granted`.execute(
            database.db,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
      expect((await splitByMonth(database.db, NOW, 50))?.length).toBe(11)
      expect(isRead).toBe(true)
      await reading
    } finally {
      await database.drop()
    }
  })
})
