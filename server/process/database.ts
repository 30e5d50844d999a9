import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { beginDatabase, type BegunDatabase } from './begin-database.ts'
import type { Config } from '../settings/config.ts'
import { migrateToLatest, pendingMigrations } from '../db/migrate.ts'
import type { Migration } from '../db/migrations/index.ts'
import { isDatabaseAway, isUnreachable } from '../db/away.ts'
import { beginOwnLog } from '../db/own-log.ts'
import { addressIn, provideSchema } from '../db/own-schema.ts'
import { createDb, type Db, type DbOrTx, withTx } from '../db/pool.ts'
import { makeMonths } from '../events/months.ts'
import { continueHistory } from './history.ts'
import { currentRole, grantServing, provideServingRole, requireTables } from '../db/roles.ts'

/** An open database. `url` is the address with the user and password with which `db` connects. */
export type Database = { db: Db; url: string; isEmbedded: boolean; close: () => Promise<void> }

export type OpenOptions = {
  /** The migrations to run; all of them by default. */
  migrations?: readonly Migration[]
  /** True runs none of them and leaves the schema as it is; for a command that asks what would be run. */
  leavesSchema?: boolean
  /**
   * True connects as the schema's owner, for commands that rebuild it. Otherwise the connection is the serving role's,
   * which may change only rows, when there is such a role.
   */
  isOwner?: boolean
  /** True refuses where the schema of the settings does not exist, which is otherwise made; for a command about what is there. */
  needsSchema?: boolean
  /** The embedded database, if its start has begun already. */
  begun?: BegunDatabase | undefined
  /** Aborts the wait for a database that does not answer yet. */
  signal?: AbortSignal
}

/**
 * Opens the configured database, or starts the embedded one, and migrates it as the schema's owner (decision 20); the
 * returned connection is the serving role's. Waits for a database that does not answer yet, for the configured time or
 * until `signal`. Errors: one sentence for a person. `onFatal`: an embedded database cannot be restarted.
 */
export const openDatabase = async (
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
  { migrations, leavesSchema = false, isOwner = false, needsSchema = false, begun, signal }: OpenOptions = {},
): Promise<Database> => {
  let isClosing = false
  const onIdleError = (error: Error) => {
    // While the database stops, it ends connections itself, which needs no warning.
    if (!isClosing) logger.warn({ err: error }, 'a connection to the database broke')
  }
  const opened = new Set<Db>()
  const connect = (url: string) => {
    const { poolSize: max, statementTimeout } = config
    const db = createDb(url, { max, statementTimeout: statementTimeout * 1000, onIdleError })
    opened.add(db)
    return { db, url }
  }
  const { schema } = config
  const addressOf = (url: string, setting: string) =>
    schema === undefined ? Promise.resolve(url) : addressIn(url, schema, setting)
  // A template has all migrations, so it does not serve a caller who wants an older schema, such as the restore of an older backup does.
  const start = begun ?? (await beginDatabase(config, onFatal, migrations && { template: null }))
  start?.logTo(logger)
  const embedded = await start?.embedded
  const close = async () => {
    isClosing = true
    for (const db of opened) await db.destroy()
    await embedded?.stop()
  }
  const ownerUrl = embedded?.url ?? config.migrationsUrl ?? config.databaseUrl ?? ''
  try {
    const ownerSetting = config.migrationsUrl ? 'GUILDHALL_MIGRATIONS_URL' : 'DATABASE_URL'
    const waiting = { seconds: config.wait, logger, signal }
    const ready = <T>(work: () => Promise<T>, setting = ownerSetting) =>
      withRetry(work, waiting).catch((error: unknown) => {
        throw connectionError(error, setting, schema)
      })
    const owner = connect(await ready(() => addressOf(ownerUrl, ownerSetting)))
    const isServing = isOwner || ownerUrl === config.databaseUrl
    // Before anything is written: who serves may lack what the owner has.
    const servingUrl =
      isServing || config.databaseUrl === undefined || embedded !== undefined
        ? null
        : await ready(() => addressOf(config.databaseUrl ?? '', 'DATABASE_URL'), 'DATABASE_URL')
    const prepare = async () => {
      const asked = { setting: ownerSetting, isMade: !needsSchema }
      if (schema !== undefined && (await provideSchema(owner.db, schema, asked)))
        logger.info({ schema }, 'the schema of this installation was made')
      if (leavesSchema) return pendingMigrations(owner.db).then(() => [])
      const applied = await migrateToLatest(owner.db, migrations)
      if (migrations === undefined && (await continueHistory(owner.db)))
        logger.warn('the database was moved from another PostgreSQL: a new log of events was begun')
      if (migrations === undefined)
        await makeMonths(owner.db, new Date()).catch((error: unknown) =>
          logger.warn(
            { err: error },
            'no tables were made for the coming months of the log; the next start tries again',
          ),
        )
      return applied
    }
    const applied = await ready(prepare)
    if (applied.length > 0) logger.info({ migrations: applied }, 'the database was brought up to date')
    const used = isServing ? owner : await serving(owner.db, connect, { servingUrl, embeddedUrl: embedded?.url })
    if (!isServing) {
      await owner.db.destroy()
      opened.delete(owner.db)
    }
    return { ...used, isEmbedded: embedded !== undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Connection = Pick<Database, 'db' | 'url'>
type Addresses = { servingUrl: string | null; embeddedUrl: string | undefined }

/** Connects with the role that serves, which may only change rows of our tables. */
const serving = async (
  owner: Db,
  connect: (url: string) => Connection,
  { servingUrl, embeddedUrl = '' }: Addresses,
): Promise<Connection> => {
  if (servingUrl !== null) {
    try {
      const connection = connect(servingUrl)
      await grantServing(owner, await currentRole(connection.db))
      await requireTables(connection.db)
      return connection
    } catch (error) {
      throw connectionError(error, 'DATABASE_URL')
    }
  }
  // One transaction waits for the disk once.
  const { name, password } = await withTx(owner, prepareServing)
  const url = new URL(embeddedUrl)
  Object.assign(url, { username: name, password })
  return connect(url.href)
}

/** What an embedded database needs, once it is migrated, before a server serves it: the role that serves, with a new password, and a log of its own. */
export const prepareServing = async (db: DbOrTx): Promise<{ name: string; password: string }> => {
  const role = await provideServingRole(db)
  await grantServing(db, role.name)
  await beginOwnLog(db)
  return role
}

/**
 * `openDatabase` for a command that may run beside a server with the embedded database. Errors: one sentence when there
 * is no database yet; otherwise a command about people would make an empty one and report that nobody is in it.
 */
export const openDatabaseBeside = async (
  config: Config,
  logger: Logger,
  options: Pick<OpenOptions, 'isOwner' | 'leavesSchema'> = {},
): Promise<Database> => {
  if (!config.databaseUrl && !(await hasCluster(config.dataDir)))
    throw new Error(
      `There is no database in ${config.dataDir}: name one with DATABASE_URL, or the data directory of a server that was started before with --data-dir.`,
    )
  try {
    return await openDatabase(config, logger, (error) => logger.fatal(error), { ...options, needsSchema: true })
  } catch (error) {
    const { DataDirInUseError } = await import('../db/embedded/owner-lock.ts')
    if (!(error instanceof DataDirInUseError)) throw error
    const { findRunning } = await import('../db/embedded/cluster.ts')
    const url = await findRunning(config.dataDir)
    if (!url) throw error
    const db = createDb(url, { max: 4 })
    return { db, url, isEmbedded: true, close: () => db.destroy() }
  }
}

/** Whether a server was ever started on that data directory. */
const hasCluster = async (dataDir: string): Promise<boolean> => {
  const [{ clusterRoot }, { clusterVersion }] = await Promise.all([
    import('../db/embedded/home.ts'),
    import('../db/embedded/cluster.ts'),
  ])
  return (await clusterVersion(join(await clusterRoot(dataDir), 'data'))) !== null
}

const RETRY_MS = 500

/**
 * Repeats `work` while the database cannot be reached: not started yet, starting, or its host name not known yet.
 * Errors: that of the last try.
 */
const withRetry = async <T>(
  work: () => Promise<T>,
  { seconds, logger, signal }: { seconds: number; logger: Logger; signal: AbortSignal | undefined },
): Promise<T> => {
  const until = performance.now() + seconds * 1000
  let isSaid = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() >= until) throw error
      if (!isSaid) logger.warn({ err: error, seconds }, 'waiting for the database')
      isSaid = true
      await sleep(RETRY_MS, undefined, signal && { signal }).catch(() => {
        throw new Error('Stopped while waiting for the database.', { cause: error })
      })
    }
  }
}

/**
 * Turns the error of a failed connection into a sentence. The sentence does not repeat the address, which holds a
 * password.
 */
export const connectionError = (error: unknown, setting: string, schema?: string): unknown => {
  const { code } = (error ?? {}) as { code?: unknown }
  const sentence = (text: string) => new Error(text, { cause: error })
  if (isUnreachable(error)) return sentence(`The database of ${setting} cannot be reached (${String(code)}).`)
  if (code === '25006')
    return sentence(
      `The database of ${setting} takes no writes: it is a standby, or set to read only. Name the primary.`,
    )
  if (code === '28P01' || code === '28000') return sentence(`The database of ${setting} refuses that user or password.`)
  if (code === '3D000') return sentence(`There is no such database as ${setting} names.`)
  // The role lacks a privilege, or finds no schema in which it may create tables.
  if (code === '42501' || code === '3F000')
    return sentence(
      `The role of ${setting} may not make tables in ${schema === undefined ? "its database: make it the database's owner" : `the schema "${schema}": make it the schema's owner`}, or name an owner's address in GUILDHALL_MIGRATIONS_URL.`,
    )
  return error
}
