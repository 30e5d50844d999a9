import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from '#server/util/make-directory.ts'
import { provideBinaries } from './binaries.ts'
import { type Cluster, clusterVersion, type Postmaster, startPostmaster, stopPostmaster, SUPERUSER } from './cluster.ts'
import { findClusterHome } from './home.ts'
import { clearOrphan } from './orphan.ts'
import { makeCluster } from './make-cluster.ts'
import { lockDataDir } from './owner-lock.ts'
import { builtTemplate, type TemplateFile } from './template.ts'
import { watchOver } from './watchdog.ts'

/** The logger for messages about the database; a pino logger fits. */
export type EmbeddedLogger = Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void>

export type Embedded = {
  /** postgres://…, which stays the same while this process runs, even when the database had to be restarted. */
  url: string
  /** The process id of the postmaster that runs now. */
  pid(): number
  /** Stops PostgreSQL with everything written, and releases the directory. */
  stop(): Promise<void>
}

const RESTARTS_PER_MINUTE = 3

/** PostgreSQL's log says what failed, but leaves out statements and values, because both hold people's data. */
const DISCREET = ['log_min_error_statement=panic', 'log_error_verbosity=terse']

/**
 * Nobody replicates this database, and one I/O worker is enough without parallel queries: when it is busy, queries read
 * themselves. Three processes fewer save 2 MB.
 */
const SMALL = ['max_logical_replication_workers=0', 'io_workers=1']

/**
 * Starts the PostgreSQL of a data directory, making the cluster if needed, and restarts it on the same port when it
 * dies. It stops with this process, even after kill -9. Durability (fsync, full_page_writes, synchronous_commit) keeps
 * the defaults.
 *
 * Throws DataDirInUseError when another server owns the directory, else an Error of one sentence. `onFatal`: PostgreSQL
 * cannot be restarted, and the process should end.
 */
export const startEmbedded = async (options: {
  dataDir: string
  logger: EmbeddedLogger
  onFatal?: (error: Error) => void
  /** Called when PostgreSQL's process has been started, which takes a while from then until it is ready. */
  onSpawn?: () => void
  /** The template of a new cluster; by default the one that was built with this program, null for none. */
  template?: TemplateFile | null
}): Promise<Embedded> => {
  const { dataDir, logger, onFatal, onSpawn } = options
  await makeDataDir(dataDir)
  const unlock = await lockDataDir(dataDir)
  try {
    const cluster = await openCluster(options)
    const dies = onFatal ?? ((error: Error) => logger.error(error.message))
    return await supervise(cluster, { logger, unlock, onFatal: dies, onSpawn: onSpawn ?? (() => {}) })
  } catch (error) {
    await unlock()
    throw error
  }
}

const makeDataDir = async (dataDir: string): Promise<void> => {
  try {
    await makeDirectory(dataDir)
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(
      `The data directory ${dataDir} cannot be made or written (${code}): choose another with --data-dir.`,
      { cause },
    )
  }
}

const openCluster = async ({ dataDir, logger, template }: Parameters<typeof startEmbedded>[0]): Promise<Cluster> => {
  const home = await findClusterHome(dataDir)
  const binaries = await provideBinaries(home.runtimeDir, home.user)
  const cluster: Cluster = { ...home, binaries }
  const version = await clusterVersion(home.directory)
  if (version === null) {
    logger.debug('making the database')
    await makeCluster(cluster, template === undefined ? builtTemplate(binaries.version) : template, logger.warn)
  } else if (version !== binaries.major) {
    throw new Error(
      `The database in ${dataDir} was made by PostgreSQL ${version} and this program brings ${binaries.major}: start the release that made it, or another data directory.`,
    )
  }
  const found = await clearOrphan(home.directory)
  if (found === 'stopped') logger.warn('stopped the database that a dead server had left running')
  return cluster
}

type Supervision = {
  logger: EmbeddedLogger
  unlock: () => Promise<void>
  onFatal: (error: Error) => void
  onSpawn: () => void
}

const supervise = async (cluster: Cluster, { logger, unlock, onFatal, onSpawn }: Supervision): Promise<Embedded> => {
  const onLog = (line: string) => logger.debug(line)
  let callOff = () => {}
  const start = async (port?: number): Promise<Postmaster> => {
    const started = await startPatiently(cluster, { onLog, onSpawn }, port)
    callOff = watchOver(started.pid, cluster.directory, cluster.user)
    void started.exited.then(() => callOff())
    return started
  }

  let isStopping = false
  let restarts: number[] = []
  let current = await start()
  let settled: Promise<void> = Promise.resolve()
  const keepRunning = (postmaster: Postmaster): void => {
    void postmaster.exited.then(({ code, signal }) => {
      if (isStopping) return
      logger.error(`the database ended (${signal ?? `code ${code}`}) and is started again`)
      settled = restart(postmaster.port)
    })
  }
  const restart = async (port: number): Promise<void> => {
    const now = Date.now()
    restarts = [...restarts.filter((time) => now - time < 60_000), now]
    try {
      if (restarts.length > RESTARTS_PER_MINUTE) throw new Error('The database ended again and again; see the log.')
      current = await start(port)
      keepRunning(current)
      logger.warn('the database runs again')
    } catch (error) {
      onFatal(error instanceof Error ? error : new Error(String(error)))
    }
  }
  keepRunning(current)

  return {
    url: `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${current.port}/postgres`,
    pid: () => current.pid,
    stop: async () => {
      if (isStopping) return
      isStopping = true
      await settled
      callOff()
      await stopPostmaster(current, cluster)
      await unlock()
    },
  }
}

/**
 * Starts PostgreSQL. Waits for the last processes of a killed postmaster, which hold shared memory for a moment, and
 * takes another port when another program has taken the chosen one.
 */
const startPatiently = async (
  cluster: Cluster,
  hears: { onLog: (line: string) => void; onSpawn: () => void },
  port?: number,
): Promise<Postmaster> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startPostmaster(cluster, {
        ...hears,
        settings: [...DISCREET, ...SMALL],
        ...(port === undefined ? {} : { port }),
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      const isPassing = /shared memory block|still in use|could not (bind|create any TCP)|Is another postmaster/i.test(
        reason,
      )
      if (!isPassing || attempt >= 100) throw error
      await sleep(100)
    }
  }
}
