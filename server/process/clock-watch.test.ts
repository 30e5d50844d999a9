import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Health } from '#shared/contract/system.ts'
import { createScratchDatabase } from '#support/database.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { startTestApp, testApp } from '#support/server.ts'
import { asEvent, healthOf, stop as end, useServerPrograms } from '#support/started-server.ts'
import { allJobs } from './all-jobs.ts'
import { startWorker } from '../jobs/worker.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'
import { startHousekeeping } from './housekeeping.ts'
import { runDueWork } from './what-is-due.ts'

const server = testApp()
const watches: ClockWatch[] = []
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop()
})

/** A watch of a clock that is `ahead` seconds ahead of the machine’s, which the database has. */
const watch = async (ahead: number, everyMs?: number) => {
  const state = { ahead }
  const clock = { now: () => new Date(Date.now() + state.ahead * 1000) }
  const error = vi.fn()
  const found = await watchClock({ clock, probe: server.deps.probe, logger: { error } }, everyMs)
  watches.push(found)
  return { ...found, state, clock, logged: () => error.mock.calls as [{ offset: number }, string][] }
}

test.each([
  [0, false],
  [3, false],
  [-3, false],
  [8, true],
  [-8, true],
  [86_400, true],
])('a clock that is %i s ahead of the database’s is off: %s', async (ahead, isOff) => {
  const found = await watch(ahead)
  expect(found.isOff()).toBe(isOff)
  expect(found.offset()).toBeCloseTo(ahead, -0.5)
  expect(found.logged()).toHaveLength(isOff ? 1 : 0)
})

test('a clock is looked at again and again; the log has one line when it begins to be off, and one when it ends', async () => {
  const found = await watch(0, 20)
  found.state.ahead = 60
  await vi.waitUntil(found.isOff)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(found.logged()).toHaveLength(1)
  found.state.ahead = 0
  await vi.waitUntil(() => !found.isOff())
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(found.logged().map(([, text]) => text)).toEqual([
    "the clock is off from the database's: nothing is done by the clock until it is right",
    "the clock agrees with the database's again",
  ])
})

test('neither an answer that takes long nor one that never comes makes a clock wrong', async () => {
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const logger = { error: vi.fn() }
  const slow = async <Row>() => {
    const rows = [{ ms: now }] as Row[]
    now += 14_000
    return rows
  }
  const late = await watchClock({ clock, probe: { ask: slow }, logger })
  const away = await watchClock({ clock, probe: { ask: () => Promise.reject(new Error('away')) }, logger })
  watches.push(late, away)
  expect([late.isOff(), away.isOff(), away.offset()]).toEqual([false, false, undefined])
  expect(logger.error).not.toHaveBeenCalled()
})

test('a process whose clock is off does nothing that time makes due, and does it once the clock is right', async () => {
  const owner = await createPerson(server)
  const { id: projectID } = await createProject(server, owner.id)
  await createMembership(server, projectID, (await createPerson(server)).id)
  const body = { projectID, title: 'Draw', description: 'Work.', dueOn: '2026-01-01' }
  const { id } = (await owner.api.tasks.create({ body })).data
  const overdue = () =>
    server.db.selectFrom('events').select('id').where('task_id', '=', id).where('kind', '=', 'task.overdue').execute()
  const found = await watch(86_400, 20)
  const deps = { ...server.deps, clock: found.clock, clockWatch: found }
  await runDueWork(deps)
  expect(await overdue()).toEqual([])

  vi.useFakeTimers({ toFake: ['setInterval'] })
  const background = { ...server.deps.background, run: vi.fn() }
  const stop = startHousekeeping({ ...deps, background })
  vi.advanceTimersByTime(11 * 60_000)
  expect(background.run).not.toHaveBeenCalled()
  stop()
  vi.useRealTimers()

  found.state.ahead = 0
  await vi.waitUntil(() => !found.isOff())
  await runDueWork(deps)
  expect(await overdue()).toHaveLength(1)
})

test('a worker whose clock is off does its jobs, but deletes no old ones and queues none that time makes due', async () => {
  const old = new Date(Date.now() - 20 * 86_400_000)
  const id = '01890a5d-ac96-774b-bcce-b302099a8001'
  const job = { id, kind: 'answer-mail', payload: '{}', created_at: old, run_at: old, gave_up_at: old }
  await server.db.insertInto('jobs').values(job).execute()
  const found = await watch(365 * 86_400)
  const before = vi.fn(async () => undefined)
  const stop = startWorker({ ...server.deps, clock: found.clock, clockWatch: found }, allJobs, { everyMs: 5, before })
  await new Promise((resolve) => setTimeout(resolve, 300))
  await stop()
  expect(before).not.toHaveBeenCalled()
  expect(await server.db.selectFrom('jobs').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('/health and /metrics have the clock where somebody watches it', async () => {
  const found = await watch(60)
  const app = await startTestApp({ url: server.databaseUrl, deps: { clockWatch: found } })
  const read = async (path: string) => fetch(`${app.origin}${path}`)
  expect((await (await read('/health')).json()) as Health).toMatchObject({ status: 'ok', clock: 'off' })
  const figure = /^guildhall_clock_offset_seconds (\S+)$/m.exec(await (await read('/metrics')).text())
  expect(Number(figure?.[1])).toBeCloseTo(60, -0.5)
  await app.close()
  const unwatched = await fetch(`${server.origin}/metrics`)
  expect(await unwatched.text()).not.toMatch(/^guildhall_clock_offset_seconds /m)
})

const { start, embedded } = useServerPrograms()
test('[BUILD-06] a server on a database whose clock is another says so at its start', { timeout: 60_000 }, async () => {
  const database = await createScratchDatabase()
  // Unqualified names of the server's statements find this function first.
  await sql`create function public.clock_timestamp() returns timestamptz language sql
    as 'select pg_catalog.clock_timestamp() - interval ''1 day'''`.execute(database.db)
  const name = sql.id(new URL(database.url).pathname.slice(1))
  await sql`alter database ${name} set search_path = public, pg_catalog`.execute(database.db)
  const program = start(embedded('clock'), { env: { DATABASE_URL: database.url } })
  expect(await healthOf(await program.ready)).toMatchObject({ status: 'ok', clock: 'off' })
  const { stderr } = await end(program)
  const lines = stderr.trim().split('\n').map(asEvent)
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { msg: "the clock is off from the database's: nothing is done by the clock until it is right" },
  ])
  await database.drop()
})
