import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '../../tests/support/database.ts'
import { createCreator, createProject, createUser } from '../../tests/support/factories.ts'
import { startTestApp, type TestApp } from '../../tests/support/server.ts'
import { loadConfig } from '../config.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Db } from '../db/pool.ts'
import { systemClock } from '../deps.ts'
import { seedDemo } from '../demo/index.ts'
import { createDiskStore } from '../files/disk-store.ts'
import { createLogger } from '../log.ts'
import { backup, restore } from './commands.ts'
import { restoreBackup } from './restore-backup.ts'
import { listTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

// Thousands of rows there and back, beside other tests on two cores.
vi.setConfig({ testTimeout: 60_000 })

let scratch: string
let server: TestApp
let projectID: string
let owner: Awaited<ReturnType<typeof createCreator>>
const opened: ScratchDatabase[] = []
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-backup-'))
  server = await startTestApp({ config: { dataDir: join(scratch, 'data') } })
  await seedDemo(server.db, systemClock)
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
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})
afterAll(async () => {
  await server.close()
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
let count = 0
const newPath = () => join(scratch, `${(count += 1)}.backup`)
const written = async () => {
  const path = newPath()
  const counts = await writeBackup({ db: server.db, store: storeOf('data'), clock: systemClock }, path)
  return { path, counts }
}
const emptyDatabase = async (options: { empty?: boolean } = {}) => {
  const database = await createScratchDatabase(options)
  opened.push(database)
  return database
}
const restored = async (path: string, name = `to-${(count += 1)}`) => {
  const { db, url } = await emptyDatabase()
  const counts = await restoreBackup({ db, store: storeOf(name), arrivals: join(scratch, name, 'uploads') }, path)
  return { db, url, name, counts }
}
/** All rows of all tables, computed columns too, in a form that compares. */
const contentOf = async (db: Db) => {
  const content: Record<string, string[]> = {}
  for (const { name } of await listTables(db)) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.id(name)} t order by 1`.execute(db)
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('every row of every table and every file comes back as it was, and nobody is signed out', async () => {
  const { path, counts } = await written()
  const { db, url, name, counts: back } = await restored(path)
  const before = await contentOf(server.db)
  expect(await contentOf(db)).toEqual(before)
  expect(back).toEqual({ rows: Object.values(before).flat().length, files: 2 })
  expect(counts).toEqual({ ...back, lost: 0 })
  const twin = await startTestApp({ url, config: { dataDir: join(scratch, name) } })
  try {
    const { data } = await twin.client(owner.accessToken).files.list({ params: { id: projectID }, query: {} })
    for (const file of data) {
      const headers = { authorization: `Bearer ${owner.accessToken}` }
      const answer = await fetch(`${twin.origin}/api/projects/${projectID}/files/${file.id}`, { headers })
      expect((await answer.text()).length).toBe(file.size)
    }
    expect(data).toHaveLength(2)
  } finally {
    await twin.close()
  }
})

test('what guards the rows is on again: keys and triggers', async () => {
  const { db } = await restored((await written()).path)
  const stranger = { project_id: projectID, user_id: '01890a5d-ac96-774b-bcce-b302099a8057', role: 'member' as const }
  await expect(db.insertInto('memberships').values(stranger).execute()).rejects.toMatchObject({ code: '23503' })
  await expect(db.deleteFrom('payments').execute()).rejects.toThrow()
  const guards = (of: Db) =>
    sql`select conname as name, pg_get_constraintdef(oid) as says from pg_constraint where contype = 'f'
      union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`.execute(of)
  expect((await guards(db)).rows).toEqual((await guards(server.db)).rows)
})

test('a backup is of one moment, whatever is written meanwhile', async () => {
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
  // Number and task are written by one transaction: both are there, or neither.
  const { rows } = await sql`
    select c.project_id from task_counters c
    where c.last_task_number <> (select coalesce(max(task_number), 0) from tasks t where t.project_id = c.project_id)`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('it is its owner’s alone, is never written over another file, and leaves nothing when it fails', async () => {
  const { path } = await written()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const before = await readFile(path)
  const again = writeBackup({ db: server.db, store: storeOf('data'), clock: systemClock }, path)
  await expect(again).rejects.toThrow(`${path} exists already: name another file.`)
  expect(await readFile(path)).toEqual(before)
  const nowhere = join(scratch, 'nowhere', 'x.backup')
  const failing = writeBackup({ db: server.db, store: storeOf('data'), clock: systemClock }, nowhere)
  await expect(failing).rejects.toThrow(`${nowhere} cannot be written (ENOENT).`)
  expect((await readdir(scratch)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a database with people in it is left alone', async () => {
  const { path } = await written()
  const { db } = await emptyDatabase()
  const someone = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    email: 'a@example.org',
    username: 'a',
    password_hash: 'x',
  }
  await db.insertInto('users').values(someone).execute()
  const call = restoreBackup({ db, store: storeOf('kept'), arrivals: join(scratch, 'kept', 'uploads') }, path)
  await expect(call).rejects.toThrow('There are people in this database already')
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'a' }])
})

const damaged: Array<[what: string, damage: (whole: Buffer) => Buffer, sentence: string]> = [
  ['that is cut off', (whole) => whole.subarray(0, whole.length - 100), 'is no backup, or is not whole'],
  ['whose last lines are missing', (whole) => withLines(whole, (lines) => lines.slice(0, -2)), 'is not whole'],
  ['with a row less', (whole) => withLines(whole, (lines) => lines.filter((_, at) => at !== 3)), 'is not whole'],
  ['with other bytes in a file', (whole) => withLines(whole, spoilFile), 'is damaged'],
  ['of another table', (whole) => withLines(whole, (lines) => lines.map(renameTable)), 'a table "others"'],
  ['that is something else', () => Buffer.from('not a backup'), 'is no backup, or is not whole'],
  ['of something else', () => gzipSync('{}\n'), 'is not whole'],
]
const withLines = (whole: Buffer, change: (lines: string[]) => string[]) =>
  gzipSync(`${change(gunzipSync(whole).toString().trimEnd().split('\n')).join('\n')}\n`)
const spoilFile = (lines: string[]) =>
  lines.map((line) => (line.startsWith('"') ? JSON.stringify(Buffer.from('other').toString('base64')) : line))
const renameTable = (line: string) => line.replace('"is":"table","name":"users"', '"is":"table","name":"others"')

test.each(damaged)('a backup %s is refused in one sentence, and nothing of it stays', async (_, damage, sentence) => {
  const { path } = await written()
  const spoilt = newPath()
  await writeFile(spoilt, damage(await readFile(path)))
  const { db } = await emptyDatabase()
  const call = restoreBackup({ db, store: storeOf('spoilt'), arrivals: join(scratch, 'spoilt', 'uploads') }, spoilt)
  await expect(call).rejects.toThrow(sentence)
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await db.selectFrom('tasks').select('id').execute()).toEqual([])
})

test('one of an older release is brought up to date, one of a newer is refused', async () => {
  const old = await emptyDatabase({ empty: true })
  await migrateToLatest(old.db, migrations.slice(0, 2))
  await sql`insert into users (id, email, username, password_hash)
    values ('01890a5d-ac96-774b-bcce-b302099a8057', 'old@example.org', 'old', 'x')`.execute(old.db)
  const path = newPath()
  // Before there were files.
  await sql`create table files (id uuid, project_id uuid, state text)`.execute(old.db)
  await writeBackup({ db: old.db, store: storeOf('none'), clock: systemClock }, path)
  const lines = (whole: Buffer) => withLines(whole, (all) => all.filter((line) => !line.includes('"name":"files"')))
  const older = newPath()
  await writeFile(older, lines(await readFile(path)))

  const fresh = await emptyDatabase({ empty: true })
  const { config } = loadConfig(['--data-dir', join(scratch, 'older')], { DATABASE_URL: fresh.url })
  expect(await restore(config, createLogger('silent'), older)).toContain(' rows and 0 files from ')
  const { rows } = await sql`select username, email_on_invitation, search_name from users`.execute(fresh.db)
  expect(rows).toMatchObject([{ username: 'old', email_on_invitation: true }])
  expect(await migrateToLatest(fresh.db)).toEqual([])

  const newer = newPath()
  const later = (whole: Buffer) =>
    withLines(whole, ([first = '', ...rest]) => [first.replace('0001_', '9001_'), ...rest])
  await writeFile(newer, later(await readFile(path)))
  await expect(restore(config, createLogger('silent'), newer)).rejects.toThrow('was made by a newer Guildhall')
})

test('a file that is not there is one sentence', async () => {
  const { config } = loadConfig(['--data-dir', join(scratch, 'none')], {})
  const path = join(scratch, 'none.backup')
  await expect(restore(config, createLogger('silent'), path)).rejects.toThrow(`${path} cannot be read (ENOENT).`)
  // Nothing was made for it either.
  expect(await readdir(scratch)).not.toContain('none')
})

test('the command says what it did', async () => {
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: server.databaseUrl })
  const path = newPath()
  expect(await backup(config, createLogger('silent'), path)).toMatch(/^Backed up \d+ rows and 2 files to \S+\.$/)
})
