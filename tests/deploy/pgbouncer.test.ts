import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pendingMigrations } from '#server/db/migrate.ts'
import { createDb, type Db } from '#server/db/pool.ts'
import { openDatabase } from '#server/process/database.ts'
import { loadConfig } from '#server/settings/config.ts'
import { openDoorbell } from '#server/live/doorbell.ts'
import { createLogger } from '#server/process/log.ts'
import { doorbellWarning, poolerWarning } from '#server/process/setup-warnings.ts'
import { freePort } from '../support/free-port.ts'
import { adminQuery, postgresUrl } from '../support/postgres.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
)
const name = `pooled_${randomBytes(6).toString('hex')}`
const CONFIG = { statementTimeout: 30 }

let scratch: string
let bouncer: ChildProcess
let url: string
const openDbs: Db[] = []
const connect = () => {
  const db = createDb(url, { max: 6 })
  openDbs.push(db)
  return db
}

const startBouncer = async (mode: string, ...settings: string[]) => {
  const own = new URL(postgresUrl())
  const port = await freePort()
  writeFileSync(join(scratch, 'users.txt'), `"${name}" "secret"\n`)
  writeFileSync(
    join(scratch, 'pgbouncer.ini'),
    [
      `[databases]\n${name} = host=${own.hostname} port=${own.port} dbname=${name}`,
      `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = trust\nauth_file = ${join(scratch, 'users.txt')}\npool_mode = ${mode}\ndefault_pool_size = 12\n`,
      ...settings,
    ].join('\n'),
  )
  const isRoot = process.getuid?.() === 0
  bouncer = spawn(PGBOUNCER ?? '', [...(isRoot ? ['-u', 'nobody'] : []), join(scratch, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  url = `postgres://${name}:secret@127.0.0.1:${port}/${name}`
  await vi.waitFor(() => adminQuery(url, 'select 1'), { timeout: 10_000, interval: 50 })
}
const stopBouncer = async () => {
  for (const db of openDbs.splice(0)) await db.destroy()
  const gone = new Promise((resolve) => bouncer.once('exit', resolve))
  bouncer.kill('SIGKILL')
  await gone
}

// Without the program these tests are skipped; Debian has it in the package pgbouncer.
describe.skipIf(!PGBOUNCER)(
  PGBOUNCER ? 'behind PgBouncer' : 'behind PgBouncer, which is not installed here',
  { shuffle: false, timeout: 60_000 },
  () => {
    beforeAll(async () => {
      scratch = mkdtempSync(join(tmpdir(), 'guildhall-pgbouncer-'))
      chmodSync(scratch, 0o755)
      await adminQuery(postgresUrl(), `create role ${name} login password 'secret'`)
      await adminQuery(postgresUrl(), `create database ${name} owner ${name}`)
      await startBouncer('transaction')
    })
    afterAll(async () => {
      await stopBouncer()
      await adminQuery(postgresUrl(), `drop database if exists ${name} with (force)`)
      await adminQuery(postgresUrl(), `drop role if exists ${name}`)
      rmSync(scratch, { recursive: true, force: true })
    })

    /** Uses several connections at once, so that the pooler opens as many. */
    const useMany = (db: Db) =>
      Promise.all(
        Array.from({ length: 6 }, () => db.executeQuery({ sql: 'select pg_sleep(0.2)', parameters: [] } as never)),
      )
    /** What each connection of the pooler to PostgreSQL has, asked by clients that set nothing. */
    const everywhere = async <Row extends Record<string, string>>(asked: string) => {
      const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: url }))
      await Promise.all(clients.map((client) => client.connect()))
      const answers = await Promise.all(
        clients.map(async (client) => {
          await client.query('begin')
          await client.query('select pg_sleep(0.3)')
          const { rows } = await client.query<Row>(asked)
          await client.query('commit')
          return rows[0]
        }),
      )
      await Promise.all(clients.map((client) => client.end()))
      return answers
    }
    const settingsOfAll = () =>
      everywhere(`select current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
        current_setting('max_parallel_workers_per_gather') as workers`)

    test('[BUILD-06] in transaction mode the start names the settings that the role lacks, and those of a role that has them hold everywhere', async () => {
      const db = connect()
      await useMany(db)
      const warning = (await poolerWarning(db, CONFIG)) ?? ''
      expect(warning).toContain(`alter role ${name} set statement_timeout = '30000';`)
      expect(warning).toContain(`alter role ${name} set jit = 'off';`)
      // An operator types what the warning names, and lets the pooler reconnect.
      for (const statement of warning.matchAll(/alter role [^;]+;/g)) await adminQuery(postgresUrl(), statement[0])
      await stopBouncer()
      await startBouncer('transaction')
      for (const answer of await settingsOfAll()) expect(answer).toEqual({ timeout: '30s', jit: 'off', workers: '0' })
      const again = connect()
      await useMany(again)
      expect(await poolerWarning(again, CONFIG)).toBeNull()
      // The value that GUILDHALL_STATEMENT_TIMEOUT asks for counts.
      expect(await poolerWarning(again, { statementTimeout: 10 })).toContain("set statement_timeout = '10000';")
    })

    test.each([
      ['transaction', false],
      ['session', true],
    ])('in %s mode a ring of the doorbell is heard: %s', async (mode, isHeard) => {
      await stopBouncer()
      await startBouncer(mode)
      const db = connect()
      await useMany(db)
      const doorbell = openDoorbell(url, createLogger('silent'))
      expect((await doorbellWarning(db, doorbell)) === null).toBe(isHeard)
      await doorbell.stop()
    })

    const open = async (schema: string) => {
      const { config } = loadConfig([], { DATABASE_URL: url, GUILDHALL_SCHEMA: schema })
      const { db, close } = await openDatabase(config, createLogger('silent'), () => {})
      try {
        await useMany(db)
        return await pendingMigrations(db)
      } finally {
        await close()
      }
    }
    const schemasOfAll = async () =>
      (await everywhere<{ schema: string }>('select current_schema() as schema')).map((row) => row?.schema)

    test('[BUILD-06] in transaction mode the role has the schema: a start without it names the statement, and sets nothing that others would find', async () => {
      for (const settings of [[], ['ignore_startup_parameters = options']]) {
        await stopBouncer()
        await startBouncer('transaction', ...settings)
        const refused = `so the role must have it: alter role ${name} set search_path = behind;`
        await expect(open('behind')).rejects.toThrow(refused)
        expect(new Set(await schemasOfAll())).toEqual(new Set(['public']))
        await adminQuery(postgresUrl(), `alter role ${name} set search_path = behind`)
        await stopBouncer()
        await startBouncer('transaction', ...settings)
        expect(await open('behind')).toEqual([])
        await expect(open('another')).rejects.toThrow(`alter role ${name} set search_path = another;`)
        expect(new Set(await schemasOfAll())).toEqual(new Set(['behind']))
        await adminQuery(postgresUrl(), `alter role ${name} reset search_path`)
      }
    })

    test('[BUILD-06] a fault of the pooler is told as it is, and nothing is written before the serving role is looked at', async () => {
      await stopBouncer()
      await startBouncer('transaction')
      const away = new URL(url)
      away.pathname = '/nowhere'
      const at = (databaseUrl: string, migrationsUrl?: string) => {
        const env = { DATABASE_URL: databaseUrl, GUILDHALL_SCHEMA: 'unwritten', GUILDHALL_WAIT: '0' }
        const { config } = loadConfig([], { ...env, ...(migrationsUrl && { GUILDHALL_MIGRATIONS_URL: migrationsUrl }) })
        return openDatabase(config, createLogger('silent'), () => {})
      }
      await expect(at(away.href)).rejects.not.toThrow('the role must have it')
      const direct = new URL(postgresUrl())
      direct.pathname = new URL(url).pathname
      await expect(at(url, direct.href)).rejects.toThrow(`alter role ${name} set search_path = unwritten;`)
      const db = createDb(direct.href, { max: 1 })
      openDbs.push(db)
      const made = await sql`select from pg_namespace where nspname = 'unwritten'`.execute(db)
      expect(made.rows).toEqual([])
    })

    test('without a pooler nothing is said', async () => {
      const db = createDb(postgresUrl())
      await useMany(db)
      expect(await poolerWarning(db, CONFIG)).toBeNull()
      await db.destroy()
    })
  },
)
