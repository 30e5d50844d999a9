import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createCreator, createProject } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { FILE_MAX_BYTES } from '#shared/contract/index.ts'
import { systemClock } from '../deps.ts'
import { createDiskStore } from '../files/disk-store.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeToFile } from './sink.ts'
import { openBackupFile } from './source.ts'
import { listTables } from './tables.ts'
import { verifyBackup } from './verify-backup.ts'
import { backupLines } from './write-backup.ts'

// In these tests a stranger has made up the contents of the backup.

const ATTACK = Buffer.from('ssh-ed25519 AAAA attacker\n')
const ATTACK_HASH = createHash('sha256').update(ATTACK).digest('hex')
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

let scratch: string
let server: TestApp
let good: string[]
let projectID: string
let target: ScratchDatabase
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-untrusted-'))
  const data = join(scratch, 'data')
  server = await startTestApp({ config: { dataDir: data } })
  const { user, accessToken } = await createCreator(server)
  projectID = (await createProject(server, user.id)).id
  for (const name of ['one.txt', 'two.txt']) {
    const body = new FormData()
    body.append('file', new Blob([`The bytes of ${name}.`]), name)
    const headers = { authorization: `Bearer ${accessToken}` }
    const answer = await fetch(`${server.origin}/api/projects/${projectID}/files`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
  }
  const { lines } = backupLines({ db: server.db, store: createDiskStore(join(data, 'files')), clock: systemClock })
  const path = join(scratch, 'good.backup')
  await writeToFile(path, lines)
  good = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n')
  target = await createScratchDatabase()
})
afterEach(async () => {
  await rm(join(scratch, 'to'), { recursive: true, force: true })
  await target.db.deleteFrom('session_families').execute()
})
afterAll(async () => {
  await server.close()
  await target.drop()
  await rm(scratch, { recursive: true, force: true })
})

const restore = async (content: Buffer) => {
  const path = join(scratch, 'given.backup')
  await writeFile(path, content)
  const store = createDiskStore(join(scratch, 'to', 'files'))
  const deps = { db: target.db, store, arrivals: join(scratch, 'to', 'uploads'), clock: systemClock }
  return restoreBackup(deps, await openBackupFile(path, () => Promise.reject(new Error('It is not encrypted.'))))
}
const packed = (lines: readonly string[]) => gzipSync(`${lines.join('\n')}\n`)
/** Names of all files below a directory. */
const filesBelow = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

type Lines = string[]
type FileMark = { is: 'file'; id: string; projectID: string; size: number; sha256: string }
const isFile = (line: string) => line.startsWith('[{"is":"file"')
const isTable = (name: string) => (line: string) => line.startsWith(`[{"is":"table","name":"${name}"`)
/** Changes the fields of a mark in place; when several lines match, the last one. */
const changed = (matches: (line: string) => boolean, change: (mark: FileMark) => object) => (lines: Lines) => {
  const at = lines.findLastIndex(matches)
  const [mark] = JSON.parse(lines[at] ?? '') as [FileMark]
  return lines.with(at, JSON.stringify([{ ...mark, ...change(mark) }]))
}
/** Adds a file, and counts it in the end mark. */
const withFile = (mark: Partial<FileMark>) => (lines: Lines) => [
  ...lines.slice(0, -1),
  JSON.stringify([{ is: 'file', id: NOBODY, projectID, size: ATTACK.length, sha256: ATTACK_HASH, ...mark }]),
  JSON.stringify(ATTACK.toString('base64')),
  (lines.at(-1) ?? '').replace(/"files":(\d+)/, (_, files) => `"files":${Number(files) + 1}`),
]
/** Adds a row after the line that opens a table, and counts it in the end mark. */
const withRow = (table: string, row: object) => (lines: Lines) => {
  const at = lines.findIndex(isTable(table))
  const end = (lines.at(-1) ?? '').replace(/"rows":(\d+)/, (_, rows) => `"rows":${Number(rows) + 1}`)
  return [...lines.slice(0, at + 1), JSON.stringify(row), ...lines.slice(at + 1, -1), end]
}
const inRow = (table: string, change: (row: Record<string, unknown>) => object) => (lines: Lines) => {
  const at = lines.findIndex(isTable(table)) + 1
  return lines.with(at, JSON.stringify(change(JSON.parse(lines[at] ?? '') as Record<string, unknown>)))
}
/** Changes one byte of the last file and keeps its length. */
const spoilt = (lines: Lines) => {
  const at = lines.findLastIndex((line) => line.startsWith('"'))
  const bytes = Buffer.from(String(JSON.parse(lines[at] ?? '')), 'base64')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  return lines.with(at, JSON.stringify(bytes.toString('base64')))
}

const hostile: Array<[what: string, change: (lines: Lines) => Lines, sentence: RegExp]> = [
  ['whose file is named into another directory', withFile({ projectID: '../../victim', id: 'keys' }), /is damaged/],
  ['whose file is named by a path', withFile({ id: '/etc/cron.d/attack' }), /is damaged/],
  ['whose file is named with a dot', withFile({ id: '..' }), /is damaged/],
  ['whose file is named with an empty text', withFile({ id: '' }), /is damaged/],
  ['whose file is named with a NUL', withFile({ id: `${NOBODY}\0` }), /is damaged/],
  ['with a file that no row knows', withFile({}), /belongs to no row/],
  ['with a file of another project than its row', changed(isFile, () => ({ projectID: NOBODY })), /belongs to no row/],
  ['with a file larger than any may be', changed(isFile, () => ({ size: FILE_MAX_BYTES + 1 })), /is damaged/],
  [
    'with a file of another size than its row',
    changed(isFile, ({ size }) => ({ size: size + 1 })),
    /is not what was stored/,
  ],
  [
    'with a file that has more bytes than it says',
    (lines) => lines.toSpliced(-1, 0, '"AAAA"'),
    /is not what was stored/,
  ],
  ['with a spoilt byte, of the same size', spoilt, /is damaged: the file \S+ in it is not what was stored/],
  [
    'with a file twice',
    (lines) => lines.toSpliced(-1, 0, ...lines.slice(lines.findLastIndex(isFile), -1)),
    /is in it twice/,
  ],
  ['with bytes of no file', (lines) => lines.toSpliced(1, 0, '"AAAA"'), /bytes without a file/],
  ['with a row of no table', (lines) => lines.toSpliced(1, 0, '{"id":1}'), /row without a table/],
  ['with a row after the files', (lines) => lines.toSpliced(-1, 0, '{"id":1}'), /is damaged/],
  [
    'with an unknown table',
    (lines) => lines.map((line) => line.replace('"name":"users"', '"name":"pg_authid"')),
    /a table "pg_authid"/,
  ],
  [
    'with the list of migrations',
    (lines) => lines.map((line) => line.replace('"name":"users"', '"name":"schema_migrations"')),
    /a table "schema_migrations"/,
  ],
  [
    'with a table twice',
    (lines) =>
      lines.toSpliced(lines.findIndex(isTable('users')), 0, '[{"is":"table","name":"users","columns":["id"]}]'),
    /in the wrong place/,
  ],
  [
    'with an unknown column',
    (lines) => lines.map((line) => (isTable('users')(line) ? line.replace('"email"', '"oid"') : line)),
    /a table "users"/,
  ],
  ['with a row that has a column more', inRow('users', (row) => ({ ...row, is_owner: true })), /other columns/],
  [
    'with a row that is nothing the table takes',
    inRow('users', (row) => ({ ...row, reputation: -1 })),
    /rows of "users" are nothing that the database takes \(23514\)/,
  ],
  ['with an ID that is none', inRow('users', (row) => ({ ...row, id: '../x' })), /\(22P02\)/],
  [
    'with rows in one line',
    (lines) => lines.toSpliced(lines.findIndex(isTable('users')) + 1, 1, '{"id":1},{"id":2}'),
    /is damaged/,
  ],
  [
    'with a row more than it says',
    (lines) =>
      withRow('waitlist_entries', { id: NOBODY, email: 'x@example.org', is_invited: false, created_at: '2026-01-01' })(
        lines,
      ).with(-1, lines.at(-1) ?? ''),
    /is not whole/,
  ],
  ['with a row less', (lines) => lines.toSpliced(lines.findIndex(isTable('users')) + 1, 1), /is damaged|is not whole/],
  ['whose last lines are missing', (lines) => lines.slice(0, -3), /is not whole/],
  ['without its end', (lines) => lines.slice(0, -1), /is not whole/],
  ['that goes on after its end', (lines) => [...lines, lines.at(-1) ?? ''], /goes on after its end/],
  ['that begins twice', (lines) => lines.toSpliced(1, 0, lines[0] ?? ''), /begins twice/],
  ['with a line of something else', (lines) => lines.toSpliced(2, 0, 'drop table users'), /says nothing known/],
  ['with a line that has no end', (lines) => lines.with(-1, `{"x":"${'x'.repeat(20_000_000)}"}`), /has no end/],
  [
    'that names people who are not there',
    withRow('memberships', { project_id: NOBODY, user_id: NOBODY, role: 'owner' }),
    /./,
  ],
]

test.each(hostile)(
  'a backup %s is refused in one sentence, and none of its rows and files stays',
  async (_, change, sentence) => {
    const victim = join(scratch, 'victim')
    await mkdir(victim, { recursive: true })
    await writeFile(join(victim, 'keys'), 'original')
    const failure = await restore(packed(change(good))).then(
      () => 'nothing was refused',
      (error: Error) => error.message,
    )
    expect(failure).toMatch(sentence)
    expect(failure.split('\n')).toHaveLength(1)
    for (const { name } of await listTables(target.db))
      expect({
        name,
        rows: await target.db
          .selectFrom(name as 'users')
          .select((eb) => eb.lit(1).as('x'))
          .execute(),
      }).toEqual({ name, rows: [] })
    expect(await filesBelow(join(scratch, 'to'))).toEqual([])
    expect(await readFile(join(victim, 'keys'), 'utf8')).toBe('original')
  },
)

/** Only a database knows these: its tables, what its columns take, and which rows belong together. */
const knownToDatabases = [
  'with an unknown table',
  'with the list of migrations',
  'with an unknown column',
  'with a row that is nothing the table takes',
  'with an ID that is none',
  'that names people who are not there',
]
const verify = async (content: Buffer) => {
  const path = join(scratch, 'verified.backup')
  await writeFile(path, content)
  return verifyBackup(await openBackupFile(path, () => Promise.reject(new Error('It is not encrypted.'))))
}

test.each(hostile.filter(([what]) => !knownToDatabases.includes(what)))(
  'a backup %s is found without a database, too',
  async (_, change, sentence) => {
    await expect(verify(packed(change(good)))).rejects.toThrow(sentence)
  },
)

test('a whole backup is counted, and what it lacks is told', async () => {
  const { rows, tables, files, missing } = await verify(packed(good))
  expect([files, missing]).toEqual([2, 0])
  expect(rows).toBeGreaterThan(tables)
  const [, ...ofLast] = good.slice(good.findLastIndex(isFile), -1)
  const without = good.toSpliced(good.findLastIndex(isFile), ofLast.length + 1)
  const end = (without.at(-1) ?? '').replace('"files":2', '"files":1')
  expect(await verify(packed(without.with(-1, end)))).toEqual({ rows, tables, files: 1, missing: 1 })
})

test.each([
  ['that is cut off', (whole: Buffer) => whole.subarray(0, whole.length - 100)],
  ['that is something else', () => Buffer.from('not a backup')],
  ['of something else', () => gzipSync('{}\n')],
  ['of nothing', () => Buffer.alloc(0)],
])('a file %s is refused as no backup or an incomplete one', async (_, change) => {
  await expect(restore(change(packed(good)))).rejects.toThrow('is no backup, or is not whole')
  await expect(verify(change(packed(good)))).rejects.toThrow('is no backup, or is not whole')
})

test('after a refused restore, and after a killed one, the next restore into the same directory works', async () => {
  await expect(restore(packed(spoilt(good)))).rejects.toThrow('is damaged')
  // A restore killed between a file and the last row leaves that file, and one that has only half arrived.
  const [mark] = JSON.parse(good.find(isFile) ?? '') as [FileMark]
  await mkdir(join(scratch, 'to', 'files', projectID), { recursive: true })
  await writeFile(
    join(scratch, 'to', 'files', projectID, mark.id),
    Buffer.from(JSON.parse(good[good.findIndex(isFile) + 1] ?? '') as string, 'base64'),
  )
  await mkdir(join(scratch, 'to', 'uploads'), { recursive: true })
  await writeFile(join(scratch, 'to', 'uploads', mark.id), 'half')
  const database = target
  target = await createScratchDatabase()
  try {
    expect(await restore(packed(good))).toMatchObject({ files: 2, missing: 0 })
    expect(await filesBelow(join(scratch, 'to', 'files'))).toHaveLength(2)
  } finally {
    await target.drop()
    target = database
  }
})

test('a restore never replaces a stored file that has other bytes, and removes no file that was there before', async () => {
  const [mark] = JSON.parse(good.findLast(isFile) ?? '') as [FileMark]
  const kept = join(scratch, 'to', 'files', projectID, mark.id)
  await mkdir(join(scratch, 'to', 'files', projectID), { recursive: true })
  await writeFile(kept, 'of another database that shares the store')
  await expect(restore(packed(good))).rejects.toThrow(
    `There is another file ${projectID}/${mark.id} in the store already`,
  )
  expect(await filesBelow(join(scratch, 'to'))).toEqual([kept])
  expect(await readFile(kept, 'utf8')).toBe('of another database that shares the store')
})
