import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { prepareServing } from '../server/process/database.ts'
import { provideBinaries } from '../server/db/embedded/binaries.ts'
import { startPostmaster, stopPostmaster } from '../server/db/embedded/cluster.ts'
import { findClusterHome } from '../server/db/embedded/home.ts'
import { type Embedded, startEmbedded } from '../server/db/embedded/index.ts'
import { type TemplateFile, keyHere, unpackTemplate } from '../server/db/embedded/template.ts'
import { migrateToLatest } from '../server/db/migrate.ts'
import { createDb } from '../server/db/pool.ts'
import { makeClusterTemplate } from './make-cluster.ts'

// Each test starts one to three clusters, on a machine that runs other tests as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MIGRATIONS = '0123456789abcdef'
let scratch: string
let template: TemplateFile
const running: Embedded[] = []
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-template-'))
  await chmod(scratch, 0o711)
  const folder = join(scratch, 'built')
  await makeClusterTemplate(folder, MIGRATIONS)
  const name = (await readdir(folder)).find((file) => file.endsWith('.template')) ?? ''
  const version = name.slice('postgresql-'.length, name.indexOf(`-${process.platform}-`))
  template = { path: join(folder, name), key: keyHere(version, MIGRATIONS) }
})
afterEach(async () => {
  for (const embedded of running.splice(0)) await embedded.stop()
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Starts a database in a new data directory, from a template or (null) by initdb; `said` has its warnings. */
const startNew = async (from: TemplateFile | null) => {
  const dataDir = await mkdtemp(join(scratch, 'data-'))
  const said: string[] = []
  const logger = { debug: () => {}, info: () => {}, warn: (text: string) => void said.push(text), error: () => {} }
  const embedded = await startEmbedded({ dataDir, logger, template: from })
  running.push(embedded)
  return { dataDir, said, url: embedded.url }
}

const ask = async (url: string, query: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.end()
  }
}

/** What a server does to its database before it serves. */
const settle = async (url: string): Promise<string[]> => {
  const db = createDb(url, { max: 1 })
  try {
    const applied = await migrateToLatest(db)
    await prepareServing(db)
    return applied
  } finally {
    await db.destroy()
  }
}

const DATABASES = `select datname, encoding, datlocprovider, datcollate, datctype, datlocale, datcollversion, datacl::text
  from pg_database order by 1`
const ROLES = `select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
  rolpassword is null as has_no_password from pg_roles where rolname !~ '^pg_' order by 1`
const RIGHTS = `select c.relname, c.relkind, c.relacl::text, pg_get_userbyid(c.relowner) as owner from pg_class c
  where relnamespace = 'public'::regnamespace order by 1`
const WAYS_IN = `select type, database, user_name, address, netmask, auth_method from pg_hba_file_rules order by rule_number`
const SETTINGS = `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums',
  'wal_level', 'wal_segment_size', 'max_connections', 'shared_buffers', 'password_encryption', 'listen_addresses') order by 1`
const EPOCHS = `select log.epoch as log, cursor.epoch as followers from event_log as log, notification_cursor as cursor`
const PASSWORDS = `select rolname, rolpassword from pg_authid where rolcanlogin order by 1`

test('a database from the template is as initdb and the migrations make it: roles, rights, ways in, collations, settings', async () => {
  const copied = await startNew(template)
  const made = await startNew(null)
  expect(copied.said).toEqual([])
  // The template has all migrations, so the first start runs none.
  expect(await settle(copied.url)).toEqual([])
  expect(await settle(made.url)).not.toEqual([])
  for (const query of [DATABASES, ROLES, RIGHTS, WAYS_IN, SETTINGS])
    expect(await ask(copied.url, query), query).toEqual(await ask(made.url, query))
  const SORTED = `select string_agg(word, ' ' order by word) as words, bool_and(show_trgm('é') <> '{}') as has_letters
    from unnest(array['b', 'a', 'Z', 'é', 'ß', 'ä', 'z']) as word`
  expect(await ask(copied.url, SORTED)).toEqual(await ask(made.url, SORTED))
})

test('two installations from one template share no password and no log of events, and have no signing secret yet', async () => {
  const one = await startNew(template)
  const two = await startNew(template)
  for (const { url } of [one, two]) await settle(url)
  const [first, second] = (await Promise.all([one, two].map(({ url }) => ask(url, PASSWORDS)))) as {
    rolname: string
    rolpassword: string
  }[][]
  expect(first?.map(({ rolname }) => rolname)).toEqual(['guildhall', 'guildhall_server'])
  for (const [index, { rolpassword }] of (first ?? []).entries()) {
    expect(rolpassword).toMatch(/^SCRAM-SHA-256\$/)
    expect(rolpassword).not.toBe(second?.[index]?.rolpassword)
  }
  // A cursor of one log must not be taken for one of the other.
  const epochs = await Promise.all([one, two].map(({ url }) => ask(url, EPOCHS)))
  expect(epochs[0]).not.toEqual(epochs[1])
  for (const [log] of epochs as { log: string; followers: string }[][]) {
    expect(log?.followers).toBe(log?.log)
    expect(log?.log).not.toMatch(/^0{8}/)
  }
  await settle(one.url)
  expect(await ask(one.url, EPOCHS), 'after another start').toEqual(epochs[0])
  const crossed = new URL(two.url)
  crossed.password = new URL(one.url).password
  await expect(ask(crossed.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(await ask(one.url, 'select * from server_secrets')).toEqual([])
})

test('in the template itself nobody can log in, and it names no folder of the machine that made it', async () => {
  const { runtimeDir, user } = await findClusterHome(await mkdtemp(join(scratch, 'home-')))
  const directory = join(await mkdtemp(join(scratch, 'bare-')), 'data')
  await chmod(join(directory, '..'), 0o711)
  await mkdir(directory, { mode: 0o700 })
  await unpackTemplate(await readFile(template.path), template.key, directory, user)
  if (user) await chown(directory, user.uid, user.gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toContain('guildhall-cluster-')
  const cluster = { binaries: await provideBinaries(runtimeDir, user), directory, user }
  const postmaster = await startPostmaster(cluster)
  try {
    for (const name of ['guildhall', 'guildhall_server'])
      for (const password of ['', 'guildhall', 'null'])
        await expect(
          ask(`postgres://${name}:${password}@127.0.0.1:${postmaster.port}/postgres`, 'select 1'),
        ).rejects.toThrow(/password/)
  } finally {
    await stopPostmaster(postmaster, cluster)
  }
})

test.each([
  ['damaged', (packed: Buffer) => packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 8)],
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (packed: Buffer) => packed.subarray(0, packed.length - 100)],
  ['made for other migrations', (packed: Buffer) => packed],
])('a template that is %s is refused with a line in the log, and initdb makes the database', async (what, spoil) => {
  const path = join(scratch, `${what.replaceAll(' ', '-')}.template`)
  await writeFile(path, spoil(await readFile(template.path)))
  const key = what === 'made for other migrations' ? keyHere(template.key.postgres, 'other') : template.key
  const started = await startNew({ path, key })
  expect(started.said).toHaveLength(1)
  expect(started.said[0]).toContain(`The database's template ${path} cannot be used, so initdb makes the database: `)
  expect(await settle(started.url)).not.toEqual([])
  expect(await readdir(join(started.dataDir, 'postgres'))).toEqual(['data', 'password'])
})

test('below a temporary folder that PostgreSQL cannot reach the template is made as well, and the cluster it is made of goes', async () => {
  const hidden = await mkdtemp(join(scratch, 'private-'))
  vi.stubEnv('TMPDIR', hidden)
  // The data directory says where its cluster is, as long as there is one.
  const places = new Set<string>()
  const look = async () => {
    for (const made of await readdir(hidden)) {
      const place = await readFile(join(hidden, made, 'data', 'postgres.location'), 'utf8').catch(() => '')
      if (place) places.add(place.trim())
    }
  }
  const looking = setInterval(() => void look(), 50)
  try {
    const folder = join(scratch, 'built-in-private')
    await makeClusterTemplate(folder, MIGRATIONS)
    expect((await readdir(folder)).filter((file) => file.endsWith('.template'))).toHaveLength(1)
  } finally {
    clearInterval(looking)
    vi.unstubAllEnvs()
  }
  // Only root runs PostgreSQL as somebody else.
  expect(places.size).toBe(process.getuid?.() === 0 ? 1 : 0)
  for (const place of places) expect(await readdir(place).catch(() => 'gone')).toBe('gone')
  expect(await readdir(hidden)).toEqual([])
})
