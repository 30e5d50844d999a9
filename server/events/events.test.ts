import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCreator, createPerson, createProject } from '#support/factories.ts'
import { ownFiles } from '#support/planted-checkout.ts'
import { markLog } from '#support/log-mark.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { withTx } from '../db/pool.ts'
import {
  type Cursor,
  endOfLog,
  type LoggedEvent,
  NO_ID,
  readCursor,
  readEvents,
  startOfLog,
  writeCursor,
} from './read.ts'
import { type NewEvent, record } from './record.ts'
import { readFileSync } from 'node:fs'

const statements = watchStatements()
const server = testApp()

afterAll(async () => {
  statements.restore()
})

const now = new Date('2026-11-22T12:00:00Z')
const someone = '01900000-0000-7000-8000-000000000001'
const bio = (field = 'bio'): NewEvent => ({
  kind: 'account.profileChanged',
  actorID: someone,
  subjectID: someone,
  data: { fields: [field] },
})

/** All events after the cursor, once every transaction that was under way has ended. */
const allAfter = async (cursor: Cursor, count: number): Promise<LoggedEvent[]> => {
  const found: LoggedEvent[] = []
  let at = cursor
  await expect
    .poll(
      async () => {
        const read = await readEvents(server.db, at, 100)
        found.push(...(read?.events ?? []))
        at = read?.cursor ?? at
        return found.length
      },
      // Transactions of other databases of the same cluster hold the log back, too.
      { timeout: 20_000 },
    )
    .toBe(count)
  return found
}

test('[EVT-03] [EVT-04] an event holds its transaction, kind, actor, what it is about, data and moment', async () => {
  const { at: from } = await markLog(server.db)
  const owner = await createPerson(server)
  const project = await createProject(server, owner.id)
  const { data: task } = await owner.api.tasks.create({
    body: { projectID: project.id, title: 'Draw', description: 'Work.' },
  })
  await owner.api.tasks.update({ params: { id: task.id }, body: { status: 2, version: task.version } })
  const [created, moved] = await allAfter(from, 2)
  const about = { actorID: owner.id, projectID: project.id, taskID: task.id, requestID: null, subjectID: null }
  expect(created).toMatchObject({ ...about, kind: 'task.created', data: { status: 1 } })
  expect(moved).toMatchObject({ ...about, kind: 'task.moved', data: { from: 1, to: 2 } })
  expect(created?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(Number(moved?.xid)).toBeGreaterThan(Number(created?.xid))
  expect(moved?.createdAt).toBeInstanceOf(Date)
})

test('[EVT-02] creating a task, and moving one, is one statement together with its event', async () => {
  const owner = await createPerson(server)
  const project = await createProject(server, owner.id)
  const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
  const { data: task } = await owner.api.tasks.create({ body })
  const writing = async (act: () => Promise<unknown>) =>
    (await statements.during(act)).filter(({ text }) => /insert into events|insert into tasks|update tasks/.test(text))
  const created = await writing(() => owner.api.tasks.create({ body }))
  const moved = await writing(() => owner.api.tasks.update({ params: { id: task.id }, body: { status: 2 } }))
  expect(created).toHaveLength(1)
  expect(created[0]?.text).toMatch(/insert into tasks[^]*insert into events/)
  expect(moved).toHaveLength(1)
  expect(moved[0]?.text).toMatch(/update tasks[^]*insert into events/)
})

test('[EVT-05] data larger than 2 kB is refused, and so is data that its kind does not have', async () => {
  const write = (event: NewEvent) => withTx(server.db, (tx) => record(tx, now, event))
  await expect(write({ ...bio(), data: { fields: ['x'.repeat(41)] } as never })).rejects.toThrow()
  await expect(write({ ...bio(), data: { fields: ['bio'], text: 'Keeps bees.' } as never })).rejects.toThrow()
  const large = sql`insert into events (id, kind, data, created_at)
    values (gen_random_uuid(), 'task.moved', jsonb_build_object('text', repeat('x', 2049)), now())`
  await expect(large.execute(server.db)).rejects.toThrow('events_data_check')
})

test('[EVT-08] whoever tries to change, delete or empty the log is refused', async () => {
  await withTx(server.db, (tx) => record(tx, now, bio()))
  for (const change of [sql`update events set kind = 'other'`, sql`delete from events`, sql`truncate events`])
    await expect(change.execute(server.db)).rejects.toThrow('An event is never changed or deleted.')
})

test('[EVT-07] one file writes to the log', () => {
  const writes = /insert into events\b|insertInto\('events'\)/
  const sources = ownFiles().filter(
    (path) => /^(server|cli|scripts)\/.*\.(ts|mjs)$/.test(path) && !/\.test\./.test(path),
  )
  expect(sources.filter((path) => writes.test(readFileSync(path, 'utf8')))).toEqual(['server/events/record.ts'])
})

test('[EVT-09] the log is read by its own index', async () => {
  const { text, values } = (
    await statements.during(async () => readEvents(server.db, await startOfLog(server.db), 10))
  ).find(({ text }) => text.includes('from events')) ?? { text: '', values: [] }
  const plan = await withTx(server.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const filled = text.replace(/\$(\d+)/g, (_, at: string) => `'${String(values[Number(at) - 1])}'`)
    return (await sql.raw<{ 'QUERY PLAN': string }>(`explain ${filled}`).execute(tx)).rows
  })
  expect(JSON.stringify(plan)).toMatch(/Index Scan using events_pkey/)
})

test('[EVT-10] parallel writers, long transactions and rollbacks: every reader gets each event once, in one order', async () => {
  /** How long each transaction stays open, how many events it has, and whether it is rolled back. */
  const writer = fc.record({
    ms: fc.integer({ max: 60, min: 0 }),
    count: fc.integer({ min: 1, max: 4 }),
    fails: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 2, maxLength: 8 }), async (writers) => {
      const { at: from } = await markLog(server.db)
      const reader = async (pause: number) => {
        const seen: string[] = []
        let at = from
        for (;;) {
          const read = await readEvents(server.db, at, 3)
          seen.push(...(read?.events ?? []).map(({ id }) => id))
          at = read?.cursor ?? at
          if (read?.events.some(({ data }) => JSON.stringify(data).includes('"last"'))) return seen
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }
      const readers = [reader(1), reader(7)]
      const kept = await Promise.all(
        writers.map(async ({ ms, count, fails }, index) => {
          const write = withTx(server.db, async (tx) => {
            for (let n = 0; n < count; n++) {
              await record(tx, now, bio(`w${index}n${n}`))
              await new Promise((resolve) => setTimeout(resolve, ms / count))
            }
            if (fails) throw new Error('rolled back')
          })
          return write.then(
            () => count,
            () => 0,
          )
        }),
      )
      // A last one, behind all others, ends the readers: whatever they have not seen before it, they have missed.
      await withTx(server.db, (tx) => record(tx, now, bio('last')))
      const total = kept.reduce((sum, count) => sum + count, 1)
      const expected = await allAfter(from, total)
      const [first = [], second = []] = await Promise.all(readers)
      expect(new Set(first).size).toBe(total)
      expect(first).toEqual(expected.map(({ id }) => id))
      expect(second).toEqual(first)
    }),
    { numRuns: 8 },
  )
}, 120_000)

test('[EVT-11] a cursor is opaque text; one that nobody was given is recognised as none', async () => {
  const cursor = await endOfLog(server.db)
  const text = writeCursor(cursor)
  expect(text).toMatch(/^[\w-]+$/)
  expect(readCursor(text)).toEqual(cursor)
  for (const odd of ['', 'x', text.slice(0, -4), `${text}AAAA`, '%00', Buffer.from('1.2.3').toString('base64url')])
    expect(readCursor(odd), odd).toBeNull()
  fc.assert(
    fc.property(fc.string(), (odd) => readCursor(odd) === null || writeCursor(readCursor(odd) as Cursor).length > 0),
  )
  expect(await readEvents(server.db, { ...cursor, epoch: someone }, 10)).toBeNull()
})

test('[EVT-22] [EVT-23] what changes nothing, and the second of two who change one thing, leave no event', async () => {
  const { user, accessToken } = await createCreator(server)
  const api = server.client(accessToken)
  const project = await createProject(server, user.id)
  const { data: task } = await api.tasks.create({
    body: { projectID: project.id, title: 'Draw', description: 'Work.' },
  })
  const { at: from } = await markLog(server.db)
  await api.tasks.update({ params: { id: task.id }, body: { status: task.status, title: task.title } })
  await api.projects.update({ params: { id: project.id }, body: { title: project.title, status: project.status } })
  const moves = await Promise.allSettled(
    [2, 3].map((status) => api.tasks.update({ params: { id: task.id }, body: { status, version: task.version } })),
  )
  expect(moves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await allAfter(from, 1)).map(({ kind }) => kind)).toEqual(['task.moved'])
})

test('a place holds though transactions that wrote no event give their numbers back: a crash, or a failover, takes these from the log', async () => {
  const { at } = await markLog(server.db)
  // Like a row of an unlogged table, it takes a number and writes nothing that a standby would have.
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(server.db)
  const xid = rows[0]?.xid ?? ''
  await expect
    .poll(async () => BigInt((await readEvents(server.db, at, 1))?.oldest ?? 0) > BigInt(xid), { timeout: 20_000 })
    .toBe(true)
  const places = [(await readEvents(server.db, at, 100))?.until, await endOfLog(server.db)]
  // After a failover another transaction has that number.
  const id = '01900000-0000-7000-8000-0000000000aa'
  await sql`insert into events (id, xid, kind, actor_id, data, created_at)
    values (${id}, ${xid}::text::xid8, 'account.signedOut', ${someone}, '{"network":null}', now())`.execute(server.db)
  for (const place of places) {
    const read = place && (await readEvents(server.db, place, 100))
    expect(read?.events.map((event) => event.id)).toContain(id)
  }
})

test('[LIVE-06] a place of a release before this one, at a transaction under way, does not move behind what that writes', async () => {
  const { epoch } = await endOfLog(server.db)
  const read = (place: Cursor) => readEvents(server.db, place, 100)
  const place = await withTx(server.db, async (tx) => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx)
    const before = { epoch, xid: rows[0]?.xid ?? '', id: NO_ID }
    const until = (await read(before))?.until
    await record(tx, now, bio('links'))
    return until
  })
  if (!place) throw new Error('The log has ended.')
  await expect
    .poll(async () => (await read(place))?.events.map(({ data }) => data), { timeout: 20_000 })
    .toContainEqual({
      fields: ['links'],
    })
})

test('[LIVE-06] a place is not known any more where its events are lost, as after a failover to a standby that lacked them', async () => {
  const start = await startOfLog(server.db)
  expect((await readEvents(server.db, start, 1))?.isKnown).toBe(true)
  await withTx(server.db, (tx) => record(tx, now, bio('skills')))
  const { at } = await markLog(server.db)
  const last = await endOfLog(server.db)
  expect([await readEvents(server.db, last, 1), await readEvents(server.db, at, 1)]).toMatchObject([
    { isKnown: true },
    { isKnown: true },
  ])
  await withTx(server.db, async (tx) => {
    // A trigger keeps events from being deleted.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from events where xid = ${last.xid}::text::xid8`.execute(tx)
  })
  expect((await readEvents(server.db, last, 1))?.isKnown).toBe(false)
})
