import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { createCreator, createProject, createUser } from '#support/factories.ts'
import { adminQuery, postgresUrl } from '#support/postgres.ts'
import { startTestApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { openDatabase } from '../process/database.ts'
import { createLogger } from '../process/log.ts'
import { startHousekeeping } from '../process/housekeeping.ts'
import { startEmbedded } from './embedded/index.ts'
import { migrateToLatest } from './migrate.ts'
import { createDb, type Db } from './pool.ts'

const logger = createLogger('silent')
const role = `serving_${process.pid}_${Date.now()}`
let database: ScratchDatabase
let servingUrl: string
beforeAll(async () => {
  database = await createScratchDatabase({ empty: true })
  await adminQuery(postgresUrl(), `create role ${role} login password 'secret'`)
  const url = new URL(database.url)
  Object.assign(url, { username: role, password: 'secret' })
  servingUrl = url.href
})
afterAll(async () => {
  await database.drop()
  await adminQuery(postgresUrl(), `drop role if exists ${role}`)
})

const open = (env: Record<string, string>, dataDir = '/nonexistent') =>
  openDatabase(loadConfig(['--data-dir', dataDir], env).config, logger, () => {})

/** Statements that somebody would try who could run SQL of their own. */
const beyondTheRows = [
  'create table mine (x int)',
  'create temporary table mine (x int)',
  'drop table users',
  'truncate users',
  'alter table users disable trigger all',
  `insert into schema_migrations (name) values ('9999_mine')`,
  `copy (select 1) to program 'true'`,
  `copy users to '/tmp/users'`,
  `select pg_read_file('/etc/passwd')`,
  'create role mine superuser',
  'create extension dblink',
  `alter system set log_statement = 'all'`,
  'select rolpassword from pg_authid',
]
const requireRowsOnly = async (db: Db) => {
  const { rows } = await sql<{ super: boolean }>`
    select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as super from pg_roles where rolname = current_user`.execute(
    db,
  )
  expect(rows).toEqual([{ super: false }])
  for (const statement of beyondTheRows) {
    const refusal = sql.raw(statement).execute(db)
    await expect(refusal, statement).rejects.toMatchObject({ code: '42501' })
  }
}

test(
  'with GUILDHALL_MIGRATIONS_URL the owner migrates, and the server may change only rows',
  { timeout: 60_000 },
  async () => {
    await expect(open({ DATABASE_URL: servingUrl })).rejects.toThrow(
      'The role of DATABASE_URL may not make tables in its database',
    )
    const { db, close } = await open({ DATABASE_URL: servingUrl, GUILDHALL_MIGRATIONS_URL: database.url })
    try {
      await sql`revoke temporary on database ${sql.id(new URL(database.url).pathname.slice(1))} from public`.execute(
        database.db,
      )
      await requireRowsOnly(db)
    } finally {
      await close()
    }
    // Later starts, and processes that lack the owner's address, do not need that address.
    const again = await open({ DATABASE_URL: servingUrl })
    await again.close()
    // The whole server works with this role: requests of people, and the server's own work.
    const server = await startTestApp({ url: servingUrl })
    try {
      const owner = await createCreator(server)
      const { id } = await createProject(server, owner.user.id)
      const api = server.client(owner.accessToken)
      await api.tasks.create({ body: { projectID: id, title: 'A task', description: 'Some words.' } })
      const { user } = await createUser(server)
      const body = { userID: user.id, amountCents: 500, currency: 'USD' as const, idempotencyKey: 'once and for all' }
      await api.payments.create({ params: { id }, body: { ...body, userID: owner.user.id } })
      await expect(api.projects.openProjects({ query: {} })).resolves.toBeDefined()
      startHousekeeping(server.deps)()
      await api.projects.remove({ params: { id } })
    } finally {
      await server.close()
    }
  },
)

test('a database that cannot store every letter is refused in one sentence', async () => {
  const name = `ascii_${process.pid}_${Date.now()}`
  await adminQuery(
    postgresUrl(),
    `create database ${name} encoding 'sql_ascii' locale_provider libc locale 'C' template template0`,
  )
  try {
    const url = new URL(database.url)
    url.pathname = `/${name}`
    await expect(open({ DATABASE_URL: url.href })).rejects.toThrow(
      "The database is in SQL_ASCII and cannot hold every language's letters",
    )
  } finally {
    await adminQuery(postgresUrl(), `drop database ${name}`)
  }
})

test(
  'an embedded database of an earlier release is served without its superuser from the next start on',
  { timeout: 120_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-roles-'))
    await chmod(dataDir, 0o711)
    try {
      // In an earlier release the superuser made and used everything.
      const before = await startEmbedded({
        dataDir,
        logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      })
      const old = createDb(before.url)
      await migrateToLatest(old)
      const ann = {
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        email: 'ann@example.org',
        username: 'ann',
        password_hash: 'x',
      }
      await old.insertInto('users').values(ann).execute()
      await old.destroy()
      await before.stop()
      // The first round makes the role, the second one finds it.
      for (const name of ['one', 'two']) {
        const { db, isEmbedded, close } = await open({}, dataDir)
        try {
          expect(isEmbedded).toBe(true)
          await requireRowsOnly(db)
          await db.updateTable('users').set({ name }).execute()
          expect(await db.selectFrom('users').select(['username', 'name']).execute()).toEqual([
            { username: 'ann', name },
          ])
        } finally {
          await close()
        }
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
