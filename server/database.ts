import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { migrateToLatest } from './db/migrate.ts'
import type { Migration } from './db/migrations/index.ts'
import { isDatabaseAway } from './db/away.ts'
import { createDb, type Db } from './db/pool.ts'

export type Database = { db: Db; url: string; isEmbedded: boolean; close(): Promise<void> }

/**
 * The database the settings name, connected and migrated (to the newest, or as far as `migrations` go): an address, or else
 * the embedded one, which is started. One that does not answer yet is waited for as long as the settings say, or until the
 * signal. Errors: one sentence for a person. `onFatal` hears when an embedded database cannot be
 * brought back.
 */
export const openDatabase = async (
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
  { migrations, signal }: { migrations?: readonly Migration[]; signal?: AbortSignal } = {},
): Promise<Database> => {
  let isClosing = false
  const onIdleError = (error: Error) => {
    // Connections that the stopping database ends itself are no news.
    if (!isClosing) logger.warn({ err: error }, 'a connection to the database broke')
  }
  const migrated = async (url: string, isEmbedded: boolean, stop: () => Promise<void>): Promise<Database> => {
    const { poolSize: max, statementTimeout } = config
    const db = createDb(url, { max, statementTimeout: statementTimeout * 1000, onIdleError })
    const close = async () => {
      isClosing = true
      await db.destroy()
      await stop()
    }
    try {
      const applied = await patiently(() => migrateToLatest(db, migrations), { seconds: config.wait, logger, signal })
      if (applied.length > 0) logger.info({ migrations: applied }, 'the database was brought up to date')
    } catch (error) {
      await close()
      throw connectionError(error)
    }
    return { db, url, isEmbedded, close }
  }
  if (config.databaseUrl) return migrated(config.databaseUrl, false, async () => {})
  const { startEmbedded } = await import('./db/embedded/index.ts')
  const { dataDir } = config
  const embedded = await startEmbedded({
    dataDir,
    onFatal,
    logger: {
      debug: (message) => logger.debug(message),
      info: (message) => logger.info(message),
      warn: (message) => logger.warn(message),
      error: (message) => logger.error(message),
    },
  })
  return migrated(embedded.url, true, () => embedded.stop())
}

/**
 * Like `openDatabase`, for a command that may run beside a server which has the embedded database open. Errors: one sentence
 * when there is no database yet: a command about people would make an empty one, and then say that nobody is in it.
 */
export const openDatabaseBeside = async (config: Config, logger: Logger): Promise<Database> => {
  if (!config.databaseUrl && !(await hasCluster(config.dataDir)))
    throw new Error(
      `There is no database in ${config.dataDir}: name one with DATABASE_URL, or the data directory of a server that was started before with --data-dir.`,
    )
  try {
    return await openDatabase(config, logger, (error) => logger.fatal(error))
  } catch (error) {
    const { DataDirInUseError } = await import('./db/embedded/index.ts')
    if (!(error instanceof DataDirInUseError)) throw error
    const { findRunning } = await import('./db/embedded/running.ts')
    const url = await findRunning(config.dataDir)
    if (!url) throw error
    const db = createDb(url, { max: 1 })
    return { db, url, isEmbedded: true, close: () => db.destroy() }
  }
}

/** Whether a server was ever started on that data directory. */
export const hasCluster = async (dataDir: string): Promise<boolean> => {
  const [{ clusterRoot }, { clusterVersion }] = await Promise.all([
    import('./db/embedded/home.ts'),
    import('./db/embedded/cluster.ts'),
  ])
  return (await clusterVersion(join(await clusterRoot(dataDir), 'data'))) !== null
}

const RETRY_MS = 500

/** Tries again while the database is away: not there yet, starting, or without a name yet. Errors: the last try's. */
const patiently = async <T>(
  work: () => Promise<T>,
  { seconds, logger, signal }: { seconds: number; logger: Logger; signal: AbortSignal | undefined },
): Promise<T> => {
  const until = performance.now() + seconds * 1000
  let isSaid = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isNotThereYet(error) || performance.now() >= until) throw error
      if (!isSaid) logger.warn({ err: error, seconds }, 'waiting for the database')
      isSaid = true
      await sleep(RETRY_MS, undefined, signal && { signal }).catch(() => {
        throw new Error('Stopped while waiting for the database.')
      })
    }
  }
}

const isNotThereYet = (error: unknown): boolean =>
  isDatabaseAway(error) ||
  ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(String((error as { code?: unknown } | null)?.code))

/** A refused connection says in which way; the address itself holds a password and is not repeated. */
const connectionError = (error: unknown): unknown => {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return new Error(`The database of DATABASE_URL cannot be reached (${code}).`, { cause: error })
  if (code === '28P01' || code === '28000')
    return new Error('The database of DATABASE_URL refuses that user or password.', { cause: error })
  if (code === '42501')
    return new Error(
      `The user of DATABASE_URL may not do what is needed (${(error as Error).message}): make it the database's owner.`,
      { cause: error },
    )
  if (code === '3D000') return new Error('There is no such database as DATABASE_URL names.', { cause: error })
  return error
}
