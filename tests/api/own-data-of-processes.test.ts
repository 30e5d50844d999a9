import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDueWork } from '#server/process/what-is-due.ts'
import { createMembership, createPerson, createProject, createUser, TEST_PASSWORD } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { unzip } from '../support/unzip.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

/** Each process looks for what is due every ten seconds. */
const A_LOOK_MS = 11_000
const PEOPLE = 12

let app: TestApp
let files: string
let servers: TwoServers
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'guildhall-own-data-'))
  app = await startTestApp({ config: { filesDir: files } })
})
beforeEach(async () => {
  const shared = { GUILDHALL_FILES_DIR: files }
  servers = await startTwoServers(app.databaseUrl, [shared, shared])
})
afterEach(() => servers.close())
afterAll(async () => {
  await app.close()
  await rm(files, { recursive: true, force: true })
})

const until = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 60_000, interval: 50 })

test('[ACCT-24] an export whose process is killed in the middle is made by another, and is one', async () => {
  const { user, accessToken: token } = await createUser(app)
  const row = () =>
    app.db.selectFrom('account_exports').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow()
  // The export cannot read this table as long as the transaction goes on.
  const lock = await app.db.startTransaction().execute()
  await sql`lock table imports in access exclusive mode`.execute(lock)
  // The other process starts once the first has begun, because either of them takes what waits.
  await servers.kill(1)
  const { status } = await servers.atFirst('POST', '/users/export', { token, body: {} })
  expect(status).toBe(202)
  await until(async () => (await row()).attempts === 1)
  await servers.restart(1)
  await servers.kill(0)
  await lock.rollback().execute()
  expect((await row()).state).toBe('waiting')
  // The minute after which a process that says nothing counts as dead is over.
  await app.db
    .updateTable('account_exports')
    .set({ claimed_until: new Date() })
    .where('user_id', '=', user.id)
    .execute()
  await until(async () => (await row()).state === 'ready')
  await sleep(A_LOOK_MS)
  const { id, attempts, file_id } = await row()
  expect(attempts).toBe(2)
  expect(await readdir(join(files, 'files', 'exports'))).toEqual([file_id])
  const mails = await app.db.selectFrom('jobs').select('id').where('kind', '=', 'export-mail').execute()
  expect(mails).toHaveLength(1)
  const answer = await fetch(`${servers.origins()[1]}/api/users/export/${id}/file`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([...unzip(Buffer.from(await answer.arrayBuffer())).keys()]).toEqual(['data.json'])
}, 120_000)

test('[ACCT-29] three processes, of which one is killed in the middle, delete each account whose time has come once', async () => {
  const owner = await createPerson(app)
  const { id: projectID } = await createProject(app, owner.id)
  const people = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await createPerson(app)
    await createMembership(app, projectID, person.id)
    await owner.api.tasks.create({ body: { projectID, title: 'Draw', description: 'Work.', assignedToID: person.id } })
    await person.api.ownData.askDeletion({ body: { password: TEST_PASSWORD } })
    people.push(person)
  }
  const told = async (kind: string) =>
    (await app.db.selectFrom('events').select('subject_id').where('kind', '=', kind).execute()).map(
      (one) => one.subject_id,
    )
  await app.db
    .updateTable('users')
    .set({ deletion_due_at: new Date() })
    .where('deletion_due_at', 'is not', null)
    .execute()
  const stop = startDueWork(app.deps)
  await until(async () => (await told('member.left')).length > 0)
  await servers.kill(0)
  await until(async () => (await told('account.deleted')).length >= PEOPLE)
  await sleep(A_LOOK_MS)
  await stop()
  const ids = people.map(({ id }) => id).toSorted()
  expect((await told('account.deleted')).toSorted()).toEqual(ids)
  expect((await told('member.left')).toSorted()).toEqual(ids)
  const rows = await app.db.selectFrom('users').select(['username', 'email']).where('id', 'in', ids).execute()
  expect(new Set(rows.map(({ username, email }) => `${username}${email}`))).toEqual(new Set(['former member']))
  const tasks = await app.db.selectFrom('tasks').select('assigned_to_id').where('project_id', '=', projectID).execute()
  expect(tasks.map(({ assigned_to_id }) => assigned_to_id)).toEqual(ids.map(() => null))
}, 120_000)
