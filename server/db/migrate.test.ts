import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { markLog } from '#support/log-mark.ts'
import { readEvents, startOfLog } from '../events/read.ts'
import { findDifferences } from '../modules/reputation/service.ts'
import { migrateToLatest, MigrationError } from './migrate.ts'
import { type Migration, migrations } from './migrations/index.ts'

let scratch: ScratchDatabase
beforeEach(async () => {
  scratch = await createScratchDatabase({ empty: true })
})
afterEach(() => scratch.drop())

const tableCount = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where schemaname = 'public'`.execute(scratch.db)
  return rows[0]?.count
}
const names = migrations.map(({ name }) => name)

test('migrations run once, and a second run has nothing to do', async () => {
  expect(await migrateToLatest(scratch.db)).toEqual(names)
  expect(await migrateToLatest(scratch.db)).toEqual([])
})

test('a failing migration undoes itself and those before it in the same run', async () => {
  const failing: Migration = {
    name: '9999_fails',
    up: async (db) => {
      await sql`create table half (id int)`.execute(db)
      throw new Error('out of luck')
    },
  }
  const run = migrateToLatest(scratch.db, [...migrations, failing])
  await expect(run).rejects.toThrow('The database could not be brought up to date (9999_fails): out of luck')
  expect(await tableCount()).toBe(0)
})

test('a database made by a newer release is refused with a clear sentence and not changed', async () => {
  await migrateToLatest(scratch.db, [...migrations, { name: '9999_from_the_future', up: async () => {} }])
  const run = migrateToLatest(scratch.db)
  await expect(run).rejects.toBeInstanceOf(MigrationError)
  await expect(run).rejects.toThrow(/^This database was made by a newer Guildhall \(it has "9999_from_the_future"/)
})

/** Resolves once somebody waits for a lock on this table. */
const untilAwaited = async (table: string) => {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where relation = ${table}::regclass and not granted`.execute(
      scratch.db,
    )
    return rows[0]?.count ?? 0
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 20_000, interval: 20 })
}

test('a migration gives way to a process of the release before, which ends what it was doing, and tries again', async () => {
  const before = migrations.filter(({ name }) => name < '0054')
  const later = migrations.filter(({ name }) => name >= '0054').map(({ name }) => name)
  await migrateToLatest(scratch.db, before)
  let migrating: Promise<string[]> | undefined
  // Writing a task locks first the tasks and then the log of events; the migrations do it the other way round.
  await scratch.db.transaction().execute(async (tx) => {
    await sql`lock table tasks in row exclusive mode`.execute(tx)
    migrating = migrateToLatest(scratch.db)
    migrating.catch(() => undefined)
    await untilAwaited('tasks')
    await sql`lock table events in row exclusive mode`.execute(tx)
  })
  expect(await migrating).toEqual(later)
})

test('a migration waits for who has a table for long', async () => {
  const slow: Migration = { name: '9999_slow', up: async (db) => void (await sql`lock table tasks`.execute(db)) }
  await migrateToLatest(scratch.db)
  let migrating: Promise<string[]> | undefined
  await scratch.db.transaction().execute(async (tx) => {
    await sql`select from tasks`.execute(tx)
    migrating = migrateToLatest(scratch.db, [...migrations, slow])
    migrating.catch(() => undefined)
    // Longer than all of the short tries together.
    await pause(9_000)
  })
  expect(await migrating).toEqual(['9999_slow'])
}, 60_000)

test('[BUILD-06] servers that start side by side migrate one database once, and none fails', async () => {
  const ends = Array.from({ length: 3 }, async () => {
    const child = spawn(process.execPath, [MIGRATING_PROCESS, scratch.url], { stdio: 'ignore' })
    return new Promise((resolve) => child.once('exit', resolve))
  })
  expect(await Promise.all(ends)).toEqual([0, 0, 0])
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(scratch.db)
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test(
  'after a kill at any point, the next start finds the schema before or after the migrations, never between',
  { timeout: 60_000 },
  async () => {
    let killedBefore = 0
    for (let round = 0; round < 6; round++) {
      await scratch.drop()
      scratch = await createScratchDatabase({ empty: true })
      const child = spawn(process.execPath, [MIGRATING_PROCESS, scratch.url], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      await new Promise((resolve) => child.stdout.once('data', resolve))
      // The kills range from the very beginning to after the end of the migrations, which take some 60 ms.
      await new Promise((resolve) => setTimeout(resolve, round * 15))
      child.kill('SIGKILL')
      await ended
      // The connection of the killed process may still be finishing its statement; the test looks at what the next
      // start finds.
      const applied = await migrateToLatest(scratch.db)
      if (applied.length > 0) killedBefore++
      expect([[], names]).toContainEqual(applied)
      expect(await migrateToLatest(scratch.db)).toEqual([])
      await sql`select id, search_text from projects limit 1`.execute(scratch.db)
    }
    expect(killedBefore).toBeGreaterThan(0)
  },
)

test('[EVT-25] a database of release 1 keeps every row as it was, and its log begins with the first change after', async () => {
  const { db } = scratch
  const ofRelease1 = migrations.filter(({ name }) => name < '0016')
  await migrateToLatest(db, ofRelease1)
  const [owner, member, project] = [uuidv7(), uuidv7(), uuidv7()]
  const values = sql`(${owner}, 'o@example.org', 'olga', 'x'), (${member}, 'm@example.org', 'mira', 'x')`
  await sql`insert into users (id, email, username, password_hash) values ${values}`.execute(db)
  await sql`insert into projects (id, title, description, created_by) values (${project}, 'A bird atlas', 'What sings where.', ${owner})`.execute(
    db,
  )
  await sql`insert into memberships (project_id, user_id, role) values (${project}, ${owner}, 'owner'), (${project}, ${member}, 'member')`.execute(
    db,
  )
  await sql`insert into tasks (id, project_id, task_number, title, description, assigned_to_id, created_by_id)
    values (${uuidv7()}, ${project}, 1, 'Count the owls', 'At night.', ${member}, ${owner})`.execute(db)
  // Columns that PostgreSQL makes of others, such as the text that a search reads, may be made in another way.
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations' and is_generated = 'NEVER'
    group by table_name order by table_name`.execute(db)
  const content = async () => {
    const all: Record<string, unknown[]> = {}
    for (const { name, columns } of tables) {
      const selected = sql.join(columns.map((column) => sql.ref(column)))
      const { rows } = await sql`select r::text from (select ${selected} from ${sql.table(name)}) r order by 1`.execute(
        db,
      )
      all[name] = rows
    }
    return all
  }
  const before = await content()
  expect(before['tasks']).toHaveLength(1)
  expect(await migrateToLatest(db)).toEqual(names.filter((name) => name >= '0016'))
  expect(await content()).toEqual(before)
  expect(await sql`select id from events union all select id from notifications`.execute(db)).toMatchObject({
    rows: [],
  })
  const start = await startOfLog(db)
  await markLog(db, start)
  expect((await readEvents(db, start, 10))?.events.map(({ kind }) => kind)).toEqual(['account.signedOut'])
})

test('[REP-11] [RECORD-15] each number above 0 becomes one line ‘before evidence’, and numbers stay as they are', async () => {
  const { db } = scratch
  await migrateToLatest(
    db,
    migrations.filter(({ name }) => name < '0030'),
  )
  const [rich, poor, project, task] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await sql`insert into users (id, email, username, password_hash, reputation)
    values (${rich}, 'r@example.org', 'rita', 'x', 1250), (${poor}, 'p@example.org', 'pia', 'x', 0)`.execute(db)
  await sql`insert into projects (id, title, description, created_by) values (${project}, 'A', 'B', ${poor})`.execute(
    db,
  )
  await sql`insert into tasks (id, project_id, task_number, title, description, created_by_id, status)
    values (${task}, ${project}, 1, 'Made as done', 'x', ${poor}, 4)`.execute(db)
  await sql`insert into events (id, kind, task_id, data, created_at)
    values (${uuidv7()}, 'task.created', ${task}, '{"status": 4}', now())`.execute(db)
  await migrateToLatest(db)
  const lines = await sql`select user_id, delta, rule, task_id from reputation_events`.execute(db)
  expect(lines.rows).toEqual([{ user_id: rich, delta: 1250, rule: 'before', task_id: null }])
  const numbers = await sql`select username, reputation from users order by username`.execute(db)
  expect(numbers.rows).toEqual([
    { username: 'pia', reputation: 0 },
    { username: 'rita', reputation: 1250 },
  ])
  expect(await findDifferences(db)).toEqual([])
  // Silver by the number alone becomes bronze, of which the clock tells.
  const falls = await sql`select user_id, from_level, to_level from tier_falls`.execute(db)
  expect(falls.rows).toEqual([{ user_id: rich, from_level: 2, to_level: 1 }])
  expect((await sql`select created_completed as known from tasks`.execute(db)).rows).toEqual([{ known: true }])
})

const MIGRATING_PROCESS = fileURLToPath(new URL('../../tests/support/migrating-process.ts', import.meta.url))
