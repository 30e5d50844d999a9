import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { allJobs } from './all-jobs.ts'
import { createBackground } from './background.ts'
import { type ClockWatch, watchClock } from './clock-watch.ts'
import type { Config } from '../settings/config.ts'
import { type Database, openDatabase, type OpenOptions } from './database.ts'
import { createProbe } from '../db/probe.ts'
import { type Replicas, startReplicas } from '../db/replicas.ts'
import { settleDemo } from '../demo/start.ts'
import { systemClock, type AppDeps } from '../deps.ts'
import { createPasswordTurns } from '../modules/auth/service.ts'
import { createDiskSpace } from '../files/disk-space.ts'
import { createFileStore } from '../files/file-store.ts'
import { storeIdentity } from '../files/store-identity.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startWorker } from '../jobs/worker.ts'
import { type Doorbell, openDoorbell } from '../live/doorbell.ts'
import { createLogger, logSecurityEvent } from './log.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { createMetrics } from './metrics.ts'
import { watchOpenFiles } from './open-files.ts'
import { gatherNoticeMails, startNotifyingFollowers } from '../modules/notifications/service.ts'
import { noteKeyOfPayouts } from '../modules/payout/service.ts'
import { startSendingWebhooks } from '../modules/webhooks/service.ts'
import { readOwnersRows } from '../live/owners-rows.ts'
import { type Presence, startPresence } from './presence.ts'
import { databaseWarnings, setupWarnings } from './setup-warnings.ts'
import { openSecret } from '../settings/secret.ts'
import { startDueWork } from './what-is-due.ts'

export type RunningServer = {
  origin: string
  /** Sentences for the person who started the server, about things it cannot do with these settings. */
  warnings: readonly string[]
  stop(): Promise<void>
}

/** Starts what goes on beside calls: notices of followers, what is due by the clock, and webhooks. Returns the function that ends it. */
const startWork = (deps: AppDeps): (() => Promise<void>) => {
  const stops = [startNotifyingFollowers(deps), startDueWork(deps), startSendingWebhooks({ ...deps, readOwnersRows })]
  return async () => {
    for (const stop of stops) await stop()
  }
}

/**
 * Starts the whole server: database, demo world at the first start, first administrator, HTTP. Errors: one sentence for
 * a person, after stopping all that was started. `onFatal` is called when the server cannot continue later.
 */
export const serve = async (
  given: Config,
  onFatal: (error: Error) => void,
  { signal, begun }: Pick<OpenOptions, 'signal' | 'begun'> = {},
): Promise<RunningServer> => {
  const config: Config = { ...given, webDir: given.webDir ?? findWebBuild() }
  const logger = createLogger(config.logLevel)
  // The program's code loads while the database starts, so that loading takes no extra time.
  const [database, { buildApp }] = await Promise.all([
    openDatabase(config, logger, onFatal, { ...(signal && { signal }), begun }),
    import('../app.ts'),
  ])
  const { db, url, isEmbedded } = database
  const probe = createProbe(url)
  const stopWatching = watchOpenFiles(logger)
  let app: FastifyInstance | undefined
  let stopHousekeeping = () => {}
  let stopWorker = async () => {}
  let stopWork = async () => {}
  let closeMailer = () => {}
  let presence: Presence | undefined
  let clockWatch: ClockWatch | undefined
  let replicas: Replicas | undefined
  let isDraining = false
  let stopSecret = () => {}
  let doorbell: Doorbell | undefined
  const stop = async () => {
    isDraining = true
    if (app?.server.listening) await sleep(config.drainSeconds * 1000)
    stopHousekeeping()
    stopWatching()
    clockWatch?.stop()
    const impatience = setTimeout(() => app?.server.closeAllConnections(), config.stopSeconds * 1000)
    await app?.close()
    clearTimeout(impatience)
    await doorbell?.stop()
    await stopWorker()
    await stopWork()
    closeMailer()
    await presence?.stop()
    await replicas?.stop()
    await probe.close()
    stopSecret()
    await database.close()
  }
  try {
    let origin = ''
    const { mailer, mailbox } = createMailer(config, isEmbedded, systemClock)
    closeMailer = () => mailer.close?.()
    if (!isEmbedded) presence = await startPresence({ db, probe, logger }, await storeIdentity(config))
    if (!isEmbedded) clockWatch = await watchClock({ clock: systemClock, probe, logger })
    if (config.replicaUrls.length > 0) replicas = startReplicas({ db, probe, logger }, config)
    if (config.live === 'listen') doorbell = openDoorbell(url, logger, config.schema)
    const [disk, store] = [createDiskSpace(config), createFileStore(config)]
    const metrics = createMetrics({ db, clock: systemClock, clockWatch, replicas, probe, store }, disk, {
      isProcess: true,
    })
    const signing = await openSecret(db, config.secret)
    stopSecret = signing.stop
    const deps: AppDeps = {
      config,
      db,
      probe,
      clock: systemClock,
      mailer: metrics.counting(mailer),
      store,
      ...(presence && { presence }),
      ...(clockWatch && { clockWatch }),
      ...(replicas && { replicas }),
      ...(doorbell && { doorbell }),
      isDraining: () => isDraining,
      metrics,
      disk,
      ...(mailbox && { mailbox }),
      logger,
      isEmbedded,
      secret: signing.secret,
      publicOrigin: () => config.publicUrl ?? origin,
      passwordTurns: createPasswordTurns(),
      background: createBackground(logger),
    }
    const demoFound = await settleDemo(config, database)
    await grantFirstAdministrator(config, database, logger)
    await noteKeyOfPayouts(deps)
    app = await buildApp(deps)
    origin = await listen(app, config)
    // Before the work that goes on beside: they find a connection that is there.
    const found = await databaseWarnings(db, config, doorbell)
    stopHousekeeping = startHousekeeping(deps)
    stopWork = startWork(deps)
    // Without a mail server jobs wait and are not tried in vain until they are given up: another process, or the next
    // start, may send their mails.
    if (!mailer.isAbsent) stopWorker = startWorker(deps, allJobs, { before: () => gatherNoticeMails(deps) })
    const warnings = [...setupWarnings(config, mailer), ...found, demoFound].filter((warning) => warning !== null)
    return { origin, warnings, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Grants the rights to a person who registered before the setting was made. A person who registers later gets them when
 * the address is verified.
 */
const grantFirstAdministrator = async ({ adminEmail }: Config, { db }: Database, logger: Logger): Promise<void> => {
  if (adminEmail === undefined) return
  const { makeAdministrator } = await import('../modules/auth/service.ts')
  const granted = await makeAdministrator({ db, clock: systemClock }, adminEmail)
  // Only the first start changes anything; every later one finds the administrator already there.
  if (granted?.isChanged)
    logSecurityEvent(logger, 'administrator made', { account: granted.account, by: 'setting', at: 'start' })
}

const listen = async (app: FastifyInstance, { host, port }: Config): Promise<string> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} of ${host} is taken by another program: choose another with --port.`, {
        cause: error,
      })
    if (code === 'EACCES')
      throw new Error(
        `Port ${port} of ${host} needs rights that this user does not have: choose another with --port.`,
        {
          cause: error,
        },
      )
    throw new Error(`The server cannot listen on ${host} (${code}): choose another address with --host.`, {
      cause: error,
    })
  }
  // The address that means "all addresses" is not one that a person can open.
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${(app.server.address() as AddressInfo).port}`
}

/** The web build in `out`, found from a build of the server as well as from its sources. */
const findWebBuild = (): string | undefined => {
  const here = dirname(fileURLToPath(import.meta.url))
  return ['../web', '../../out/web']
    .map((path) => join(here, path))
    .find((path) => existsSync(join(path, 'index.html')))
}
