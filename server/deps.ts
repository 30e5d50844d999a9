import type { FastifyBaseLogger } from 'fastify'
import type { Writer } from './ai/writer.ts'
import type { Config } from './settings/config.ts'
import type { Db } from './db/pool.ts'
import type { Probe } from './db/probe.ts'
import type { Replicas } from './db/replicas.ts'
import type { DiskSpace } from './files/disk-space.ts'
import type { WatchedStore } from './files/watched-store.ts'
import type { Metrics } from './process/metrics.ts'
import type { ClockWatch } from './process/clock-watch.ts'
import type { Presence } from './process/presence.ts'
import type { Background } from './process/background.ts'
import type { Doorbell } from './live/doorbell.ts'
import type { Live, LiveTimes } from './live/hub.ts'
import type { LocalMailbox } from './mail/local-mailbox.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PasswordTurns } from './modules/auth/service.ts'
import type { PostLimits } from './modules/webhooks/service.ts'
import type { DrawingDeps } from './pictures/drawer.ts'
import type { TimeLimits } from './plugins/client-errors.ts'
import type { Secret } from './settings/secret.ts'

/** The time for every expiry and limit, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/**
 * Everything that the modules need from outside. None of it is kept in module state, so that many apps fit in one
 * process.
 */
export type AppDeps = {
  config: Config
  db: Db
  /** Queries the database for callers that want to know whether it answers. */
  probe: Probe
  clock: Clock
  mailer: Mailer
  /** Keeps uploaded files. */
  store: WatchedStore
  logger: FastifyBaseLogger
  /** Whether the database is our own child process; the local mailbox and demo accounts exist only then. */
  isEmbedded: boolean
  /** Signs access tokens and keys the hashes of short codes; it is equal in all processes on one database. */
  secret: Secret
  /**
   * The address at which people reach the server, without a trailing slash: the configured one, or where the server
   * listens.
   */
  publicOrigin: () => string
  /** Lets everybody's passwords be hashed in turn. */
  passwordTurns: PasswordTurns
  /** Runs work that continues after the answer. */
  background: Background
  /** How long a client may take to send its request; the server's usual limits by default. */
  timeLimits?: TimeLimits
  /** How often streams of changes look by themselves, and how long they may be silent; the usual times by default. */
  liveTimes?: LiveTimes
  /** How long a delivery of a webhook may take, what resolves its host and whom it trusts; the usual ones by default. */
  webhookLimits?: PostLimits
  /**
   * Notifies the processes on the database of each other's changes; without it each finds them by itself, a second
   * later.
   */
  doorbell?: Doorbell
  /** Knows the other processes on the database; absent when there can be none. */
  presence?: Presence
  /** Knows whether the clock is right; absent where it is the database's own, and in tests that move the time. */
  clockWatch?: ClockWatch
  /** Answer calls that may lag; absent where the database has none. */
  replicas?: Replicas
  /** Whether the process is about to stop, so that load balancers should send calls elsewhere. */
  isDraining?: () => boolean
  /** The metrics of the process; by default this server makes its own. */
  metrics?: Metrics
  disk?: DiskSpace
  /** The mails that the local mailer has kept; absent when mail is really sent. */
  mailbox?: LocalMailbox
}

/** What the services get: `buildApp` makes the rest. */
export type ServiceDeps = AppDeps &
  DrawingDeps & {
    disk: DiskSpace
    live: Live
    writer: Writer
    /** Refuses the log-in to a demo account where the server does not keep those. Errors: 403. */
    refuseDemoAccount: (address: string) => Promise<void>
  }
