import { mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createCreator, createProject, createUser, TEST_PASSWORD } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { markLog } from '#support/log-mark.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'
import { type Config, loadConfig } from '../settings/config.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Db } from '../db/pool.ts'
import { systemClock } from '../deps.ts'
import { seedDemo } from '../demo/index.ts'
import { readEvents, startOfLog } from '../events/read.ts'
import { createDiskStore } from '../files/disk-store.ts'
import type { FileStore } from '../files/file-store.ts'
import { openSecret } from '../settings/secret.ts'
import { proofTables } from '../modules/auth/proofs-repository.ts'
import { backup, restore } from './commands.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeToFile } from './sink.ts'
import { openBackupFile } from './source.ts'
import { listTables } from './tables.ts'
import { type BackupCounts, backupLines } from './write-backup.ts'

// These tests write and read thousands of rows, while other tests run on the same two cores.
vi.setConfig({ testTimeout: 60_000 })

const SIGNING_SECRET = 'the one that signs all access tokens of this server'

let scratch: string
let database: ScratchDatabase
let server: TestApp
/** The world before any test: a backup of it, and all its rows, both taken while no server ran that could write between them. */
let atRest: { path: string; counts: BackupCounts; content: Record<string, string[]> }
let projectID: string
let owner: Awaited<ReturnType<typeof createCreator>>
const opened: ScratchDatabase[] = []
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-backup-'))
  database = await createScratchDatabase()
  const start = () =>
    startTestApp({ url: database.url, config: { dataDir: join(scratch, 'data'), taskLimit: 1_000_000 } })
  server = await start()
  await seedDemo(server.db, systemClock)
  await server.db.insertInto('server_secrets').values({ name: 'signing', value: SIGNING_SECRET }).execute()
  owner = await createCreator(server)
  projectID = (await createProject(server, owner.user.id)).id
  const members = await createUser(server)
  const body = { userID: owner.user.id, amountCents: 500, currency: 'USD', idempotencyKey: 'once and for all' }
  await server.client(owner.accessToken).payments.create({ params: { id: projectID }, body })
  await server.client(members.accessToken).projects.apply({ params: { id: projectID }, body: {} })
  for (const [name, text] of [
    ['small.txt', 'What sings where.'],
    ['larger.txt', 'x'.repeat(200_000)],
  ] as const)
    await upload(name, text)
  await server.close()
  const path = newPath()
  atRest = { path, counts: await write(database.db, path), content: await contentOf(database.db) }
  server = await start()
})
afterEach(async () => {
  for (const other of opened.splice(0)) await other.drop()
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await rm(scratch, { recursive: true, force: true })
})

const upload = async (name: string, text: string) => {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const answer = await fetch(`${server.origin}/api/projects/${projectID}/files`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(answer.status).toBe(201)
}
const storeOf = (name: string) => createDiskStore(join(scratch, name, 'files'))
/** A store in which the larger file is deleted at the moment it is read. */
const deletingStore = (): FileStore => ({
  ...storeOf('data'),
  get: async (key) => {
    const gone = server.db.updateTable('files').set({ state: 'deleting' }).where('name', '=', 'larger.txt')
    const [row] = await gone.returning('id').execute()
    return key.endsWith(row?.id ?? '?') ? undefined : storeOf('data').get(key)
  },
})
const logIn = async ({ client }: TestApp) =>
  signedIn(client().auth.login({ body: { emailID: owner.user.email, password: TEST_PASSWORD } }))
let count = 0
const newPath = () => join(scratch, `${(count += 1)}.backup`)
const write = async (db: Db, path: string, store = storeOf('data')) => {
  const { lines, counts } = backupLines({ db, store, clock: systemClock })
  await writeToFile(path, lines)
  return counts
}
const written = async () => {
  const path = newPath()
  const counts = await write(server.db, path)
  return { path, counts }
}
const configOf = (name: string, url?: string) =>
  loadConfig(['--data-dir', join(scratch, name)], url === undefined ? {} : { DATABASE_URL: url }).config
const run = (command: typeof backup, config: Config, argument: string, ...options: 'allow-missing-files'[]) =>
  command({ config, argument, options: new Set(options) })
const emptyDatabase = async (options: { empty?: boolean } = {}) => {
  const empty = await createScratchDatabase(options)
  opened.push(empty)
  return empty
}
const load = async (db: Db, name: string, path: string) => {
  const arrivals = join(scratch, name, 'uploads')
  return restoreBackup(
    { db, store: storeOf(name), arrivals, clock: systemClock },
    await openBackupFile(path, () => Promise.reject(new Error('It is not encrypted.'))),
  )
}
const restored = async (path: string, name = `to-${(count += 1)}`) => {
  const { db, url } = await emptyDatabase()
  const counts = await load(db, name, path)
  return { db, url, name, counts }
}
/** All rows of all tables, with computed columns, in a form that can be compared. */
const contentOf = async (db: Db) => {
  const content: Record<string, string[]> = {}
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('every row of every table and every file comes back as it was', async () => {
  const { path, counts, content } = atRest
  const { db, url, name, counts: back } = await restored(path)
  const { server_secrets, session_families: sessions, ...before } = content
  const { server_secrets: none, session_families: ended, ...after } = await contentOf(db)
  // Events and notices are renumbered: the numbers of this database's transactions say nothing in another one.
  const events = before.events?.map((row) => row.replace(/,\d+,/, ',1,'))
  const notifications = before.notifications?.map((row) =>
    row.replace(/,([ft],(?:"(?:[^"]|"")*"|[^,]*)),\d+,/, ',$1,1,'),
  )
  expect(after).toEqual({ ...before, events, notifications })
  // Another test looks at what a restore does to sessions; here only their number counts.
  expect(ended).toHaveLength(sessions?.length ?? -1)
  expect({ kept: server_secrets?.length, none }).toEqual({ kept: 1, none: [] })
  expect(back).toEqual({ rows: Object.values({ ...before, sessions }).flat().length, files: 2, missing: 0 })
  expect(counts).toEqual(back)
  const twin = await startTestApp({ url, config: { dataDir: join(scratch, name) } })
  try {
    const { accessToken } = await logIn(twin)
    const { data } = await twin.client(accessToken).files.list({ params: { id: projectID }, query: {} })
    for (const file of data) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await fetch(`${twin.origin}/api/projects/${projectID}/files/${file.id}`, { headers })
      expect((await answer.text()).length).toBe(file.size)
    }
    expect(data).toHaveLength(2)
  } finally {
    await twin.close()
  }
})

test('[EVT-12] every event of a backup can be read at once in a database whose transactions have lower numbers', async () => {
  const source = await emptyDatabase()
  const actorID = '01890a5d-ac96-774b-bcce-b302099a8057'
  // The source has counted so many transactions that the database of the restore will not reach them for years.
  const far = 2n ** 40n
  for (const [at, kind] of (['account.signedIn', 'account.profileChanged', 'account.signedOut'] as const).entries())
    await sql`insert into events (id, xid, kind, actor_id, data, created_at) values
      (${`01890a5d-ac96-774b-bcce-00000000000${at}`}, ${String(far + BigInt(at))}::xid8, ${kind}, ${actorID}, '{}', now())`.execute(
      source.db,
    )
  const path = newPath()
  await write(source.db, path, storeOf('none'))
  const { db } = await restored(path)
  const start = await startOfLog(db)
  const kinds = async () => (await readEvents(db, start, 10))?.events.map(({ kind }) => kind)
  const before = ['account.signedIn', 'account.profileChanged', 'account.signedOut']
  expect(await kinds()).toEqual(before)
  // A cursor of the source's log says nothing here, and a new event comes behind those of the backup.
  expect(await readEvents(db, await startOfLog(source.db), 10)).toBeNull()
  const { events } = await markLog(db, start)
  expect(events.map(({ kind }) => kind)).toEqual(before)
  expect(await kinds()).toEqual([...before, 'account.signedOut'])
})

test('a backup holds no signing secret, and a restore ends every session', async () => {
  const { user: asking } = await createUser(server)
  await server.client().auth.forgotPassword({ body: { email: asking.email } })
  await server.mails(asking.email)
  expect(
    await server.db.selectFrom('reset_tokens').select('id').where('consumed_at', 'is', null).execute(),
  ).not.toEqual([])
  const { path } = await written()
  const text = gunzipSync(await readFile(path)).toString()
  expect(text).not.toContain('server_secrets')
  expect(text).not.toContain(SIGNING_SECRET)
  const { refreshToken, accessToken } = await logIn(server)
  const { url, db } = await restored((await written()).path)
  const left = await Promise.all(
    proofTables.map(
      async (table) => (await db.selectFrom(table).select('user_id').where('consumed_at', 'is', null).execute()).length,
    ),
  )
  expect(left).toEqual(proofTables.map(() => 0))
  const twin = await startTestApp({ url })
  try {
    expect((await failureOf(twin.client(accessToken).users.username({}))).status).toBe(401)
    expect((await failureOf(twin.client().auth.refreshToken({ body: { refreshToken } }))).status).toBe(401)
    // The session on the original server still works.
    await expect(server.client(accessToken).users.username({})).resolves.toBeDefined()
    const { secret, stop } = await openSecret(db, undefined)
    stop()
    expect(secret()).not.toBe(SIGNING_SECRET)
  } finally {
    await twin.close()
  }
})

test('a restore ignores a signing secret in a backup, because its maker would know the secret', async () => {
  const { path } = await written()
  const crafted = newPath()
  const secret = [
    '[{"is":"table","name":"server_secrets","columns":["name","value","created_at"]}]',
    JSON.stringify({ name: 'signing', value: 'known to a stranger '.repeat(3), created_at: '2026-01-01T00:00:00Z' }),
  ]
  const planted = withLines(await readFile(path), ([first = '', ...rest]) => {
    const end = JSON.parse(rest.pop() ?? '') as [{ rows: number }]
    end[0].rows += 1
    return [first, ...secret, ...rest, JSON.stringify(end)]
  })
  await writeFile(crafted, planted)
  const { db } = await restored(crafted)
  expect(await db.selectFrom('server_secrets').selectAll().execute()).toEqual([])
})

test('a restore puts foreign keys and triggers back in place', async () => {
  const { db } = await restored((await written()).path)
  const stranger = { project_id: projectID, user_id: '01890a5d-ac96-774b-bcce-b302099a8057', role: 'member' as const }
  await expect(db.insertInto('memberships').values(stranger).execute()).rejects.toMatchObject({ code: '23503' })
  await expect(db.deleteFrom('payments').execute()).rejects.toThrow()
  const guards = (of: Db) =>
    sql`select conname as name, pg_get_constraintdef(oid) as says from pg_constraint where contype = 'f'
      union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`.execute(of)
  expect((await guards(db)).rows).toEqual((await guards(server.db)).rows)
})

test('a backup shows one moment, whatever is written meanwhile', async () => {
  let isOver = false
  const api = server.client(owner.accessToken)
  const write = async () => {
    for (let i = 0; !isOver; i++)
      await api.tasks.create({ body: { projectID, title: `Task ${i}`, description: 'Meanwhile.' } })
  }
  const writing = Promise.all([write(), write()])
  const { path } = await written()
  isOver = true
  await writing
  const { db } = await restored(path)
  // One transaction writes the task and its number, so a backup must hold both or neither.
  const { rows } = await sql`
    select c.project_id from task_counters c
    where c.last_task_number <> (select coalesce(max(task_number), 0) from tasks t where t.project_id = c.project_id)`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('only its owner can read a backup; it never replaces another file, and leaves nothing behind when it fails', async () => {
  const { path } = await written()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const before = await readFile(path)
  const again = write(server.db, path)
  await expect(again).rejects.toThrow(`${path} exists already: name another file.`)
  expect(await readFile(path)).toEqual(before)
  const nowhere = join(scratch, 'nowhere', 'x.backup')
  const failing = write(server.db, nowhere)
  await expect(failing).rejects.toThrow(`${nowhere} cannot be written (ENOENT).`)
  expect((await readdir(scratch)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a restore leaves a database alone that has people in it', async () => {
  const { path } = await written()
  const { db } = await emptyDatabase()
  const someone = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    email: 'a@example.org',
    username: 'a',
    password_hash: 'x',
  }
  await db.insertInto('users').values(someone).execute()
  const call = load(db, 'kept', path)
  await expect(call).rejects.toThrow('There are people in this database already')
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'a' }])
})

const withLines = (whole: Buffer, change: (lines: string[]) => string[]) =>
  gzipSync(`${change(gunzipSync(whole).toString().trimEnd().split('\n')).join('\n')}\n`)

test('a backup of an older release is brought up to date, one of a newer release is refused', async () => {
  const old = await emptyDatabase({ empty: true })
  await migrateToLatest(old.db, migrations.slice(0, 2))
  await sql`insert into users (id, email, username, password_hash)
    values ('01890a5d-ac96-774b-bcce-b302099a8057', 'old@example.org', 'old', 'x')`.execute(old.db)
  const path = newPath()
  // The release of that backup had no files yet.
  await sql`create table files (id uuid, project_id uuid, state text)`.execute(old.db)
  await write(old.db, path, storeOf('none'))
  const lines = (whole: Buffer) => withLines(whole, (all) => all.filter((line) => !line.includes('"name":"files"')))
  const older = newPath()
  await writeFile(older, lines(await readFile(path)))

  const fresh = await emptyDatabase({ empty: true })
  const config = configOf('older', fresh.url)
  expect((await run(restore, config, older)).says).toContain('Restored 1 row and 0 files from ')
  const { rows } = await sql`select username, email_on_invitation, search_name from users`.execute(fresh.db)
  expect(rows).toMatchObject([{ username: 'old', email_on_invitation: true }])
  expect(await migrateToLatest(fresh.db)).toEqual([])

  // A server has already started on this database, so its schema is newer than the backup; the restore changes nothing
  // in it.
  const started = await emptyDatabase()
  await expect(run(restore, configOf('started', started.url), older)).rejects.toThrow(
    `${older} is of an older release, and this database has been brought up to date already: restore it into a data directory or database that no server has been started with.`,
  )
  expect(await migrateToLatest(started.db)).toEqual([])
  expect(await started.db.selectFrom('users').select('id').execute()).toEqual([])
  // A database with an older schema than the backup is brought to the backup's schema.
  const behind = await emptyDatabase({ empty: true })
  await migrateToLatest(behind.db, migrations.slice(0, 2))
  const newest = (await written()).path
  expect((await run(restore, configOf('behind', behind.url), newest)).says).toContain('and 2 files from ')
  expect(await migrateToLatest(behind.db)).toEqual([])

  const newer = newPath()
  const later = (whole: Buffer) =>
    withLines(whole, ([first = '', ...rest]) => [first.replace('0001_', '9001_'), ...rest])
  await writeFile(newer, later(await readFile(path)))
  await expect(run(restore, config, newer)).rejects.toThrow('was made by a newer Guildhall')
})

test('a backup file that does not exist gives one sentence', async () => {
  const path = join(scratch, 'none.backup')
  await expect(run(restore, configOf('none'), path)).rejects.toThrow(`${path} cannot be read (ENOENT).`)
  // No data directory was made for it either.
  expect(await readdir(scratch)).not.toContain('none')
})

test('the command reports its work, and fails when files are missing from the store, unless told to allow that', async () => {
  const config = configOf('data', server.databaseUrl)
  const whole = await run(backup, config, newPath())
  expect(whole.says).toMatch(/^Backed up \d+ rows and 2 files to \S+\.$/)
  expect(whole.code ?? 0).toBe(0)

  const [file] = await server.db
    .selectFrom('files')
    .select(['id', 'project_id'])
    .where('name', '=', 'small.txt')
    .execute()
  const bytes = join(scratch, 'data', 'files', file?.project_id ?? '', file?.id ?? '')
  const content = await readFile(bytes)
  await unlink(bytes)
  try {
    const path = newPath()
    const missing = await run(backup, config, path)
    expect(missing).toMatchObject({
      code: 1,
      says: expect.stringContaining(' 1 file was not in the store: ') as string,
    })
    const allowed = await run(backup, config, newPath(), 'allow-missing-files')
    expect(allowed).toMatchObject({ code: 0, says: expect.stringMatching(/ 1 file was not in the store\.$/) as string })
    // The rest can be restored, and the restore says how many files are missing.
    const { url } = await emptyDatabase()
    const back = await run(restore, configOf('partial', url), path)
    expect(back.says).toMatch(
      /^Restored \d+ rows and 1 file from \S+ Everybody has to sign in again, and to make new access tokens\. The backup lacks 1 file\.\nThe ledger is sound: /,
    )
  } finally {
    await writeFile(bytes, content)
  }
})

test('a file that is deleted while the backup is made does not count as missing', async () => {
  const { lines, counts } = backupLines({ db: server.db, store: deletingStore(), clock: systemClock })
  await writeToFile(newPath(), lines)
  await server.db.updateTable('files').set({ state: 'stored' }).where('name', '=', 'larger.txt').execute()
  expect(counts).toMatchObject({ files: 1, missing: 0 })
})
