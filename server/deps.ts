import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import type { Probe } from './db/probe.ts'
import type { DiskSpace } from './files/disk-space.ts'
import type { Metrics } from './metrics.ts'
import type { Presence } from './presence.ts'
import type { Background } from './background.ts'
import type { LocalMailbox } from './mail/local-mailbox.ts'
import type { Mailer } from './mail/mailer.ts'
import type { TimeLimits } from './plugins/client-errors.ts'
import type { Secret } from './secret.ts'

/** Time as the server sees it: every expiry and limit asks here, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** All that the modules need from outside. Nothing of it is kept in module state, so that many apps fit in one process. */
export type AppDeps = {
  config: Config
  db: Db
  /** Asks the database for those who want to know whether it answers. */
  probe: Probe
  clock: Clock
  mailer: Mailer
  logger: FastifyBaseLogger
  /** Whether the database is our own child: local mailbox and demo accounts exist only then. */
  isEmbedded: boolean
  /** Signs access tokens and keys the hashes of short codes; the same for every process on one database. */
  secret: Secret
  /** The address people reach us by, without a trailing slash: configured, or where we listen. */
  publicOrigin: () => string
  /** Work that goes on after the answer. */
  background: Background
  /** How long a client may take to send its request; as the server has it, when left out. */
  timeLimits?: TimeLimits
  /** Knows the other processes on the database; absent where there can be none. */
  presence?: Presence
  /** Whether the process is about to stop, and balancers should send calls elsewhere. */
  isDraining?: () => boolean
  /** The process's own, when somebody counts for it; else made for this server alone. */
  metrics?: Metrics
  disk?: DiskSpace
  /** Where the local mailer keeps what it was given; absent when mail really leaves. */
  mailbox?: LocalMailbox
}
