import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createProject, createUser } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { expectOnce, importInParts, sendPart } from './import-parts.ts'
import { startProcess } from './two-servers.ts'

/** Gives the tests a database and factories; the parts go to a process that can be killed. */
let app: TestApp
let process: Awaited<ReturnType<typeof startProcess>>
beforeAll(async () => {
  app = await startTestApp()
  process = await startProcess(app.databaseUrl)
})
afterAll(async () => {
  await process.kill()
  await app.close()
})

/** Holds what an import writes last, while `work` runs: its tasks are written by then, and nothing is committed. */
const withHeldComments = (work: () => Promise<void>) =>
  app.db.transaction().execute(async (tx) => {
    await sql`lock table comments in exclusive mode`.execute(tx)
    await work()
  })
const someoneWaits = () =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql`select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'comments' and not l.granted`.execute(app.db) // prettier-ignore
      return rows.length > 0
    },
    { timeout: 30_000 },
  )

test('[MOVE-30] a server that is killed in the middle of a part leaves nothing half, and the import goes on', async () => {
  const owner = await createUser(app)
  const { id } = await createProject(app, owner.user.id)
  const [first, second, third] = importInParts('Boat', 3, 40)
  if (!first || !second || !third) throw new Error('there are three parts')
  const send = (part: typeof first, continues?: string) =>
    sendPart(process.origin, owner.accessToken, id, { ...part, ...(continues !== undefined && { continues }) })

  const importID = await send(first)
  await withHeldComments(async () => {
    const cut = send(second, importID).catch(() => 'cut')
    await someoneWaits()
    await process.kill()
    expect(await cut).toBe('cut')
  })
  process = await startProcess(app.databaseUrl)
  await expectOnce(app, id, 'Boat', 40)

  // A second try begins at the first part, whose answer may have been lost; impatient people try twice at once.
  expect(await send(first)).toBe(importID)
  await Promise.all([send(second, importID), send(second, importID)])
  await send(third, importID)
  await send(third, importID)
  await expectOnce(app, id, 'Boat', 120)

  // Another import at the same time is another one.
  const other = importInParts('Pier', 1, 30)[0] ?? first
  await Promise.all([send(other), send(third, importID), send(other)])
  await expectOnce(app, id, 'Pier', 30)
  await expectOnce(app, id, 'Boat', 120)
}, 90_000)
