import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { migrateToLatest } from './db/migrate.ts'
import type { Migration } from './db/migrations/index.ts'
import { createDb, type Db } from './db/pool.ts'

export type Database = { db: Db; isEmbedded: boolean; close(): Promise<void> }

/**
 * The database the settings name, connected and migrated (to the newest, or as far as `migrations` go): an address, or else
 * the embedded one, which is started. Errors: one sentence for a person. `onFatal` hears when an embedded database cannot be
 * brought back.
 */
export const openDatabase = async (
  config: Config,
  logger: Logger,
  onFatal: (error: Error) => void,
  migrations?: readonly Migration[],
): Promise<Database> => {
  let isClosing = false
  const onIdleError = (error: Error) => {
    // Connections that the stopping database ends itself are no news.
    if (!isClosing) logger.warn({ err: error }, 'a connection to the database broke')
  }
  const migrated = async (url: string, isEmbedded: boolean, stop: () => Promise<void>): Promise<Database> => {
    const db = createDb(url, { onIdleError })
    const close = async () => {
      isClosing = true
      await db.destroy()
      await stop()
    }
    try {
      await migrateToLatest(db, migrations)
    } catch (error) {
      await close()
      throw connectionError(error)
    }
    return { db, isEmbedded, close }
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
    return { db, isEmbedded: true, close: () => db.destroy() }
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

/** A refused connection says in which way; the address itself holds a password and is not repeated. */
const connectionError = (error: unknown): unknown => {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT')
    return new Error(`The database of DATABASE_URL cannot be reached (${code}).`, { cause: error })
  if (code === '28P01' || code === '28000')
    return new Error('The database of DATABASE_URL refuses that user or password.', { cause: error })
  if (code === '3D000') return new Error('There is no such database as DATABASE_URL names.', { cause: error })
  return error
}
