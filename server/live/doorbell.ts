import pg from 'pg'
import type { Logger } from 'pino'
import { KEPT_ALIVE, watchAnswers } from '../db/answers.ts'

/** Tells all processes of one installation that the log of events has grown. The log is the truth: a lost ring only delays. */
export type Doorbell = {
  /** Rings soon, for all processes, this one included. */
  ring: () => void
  /** Calls `hear` at each ring; returns the function that ends this. */
  onRing: (hear: () => void) => () => void
  /** Whether a ring of another connection reaches this process within that time. Errors: those of the database. */
  isHeard: (withinMs: number) => Promise<boolean>
  stop: () => Promise<void>
}

/** Channels are the database's, so an installation in a schema of its own has one of its own. */
const channelOf = (schema: string) => (schema === 'public' ? 'guildhall_events' : `guildhall_events_${schema}`)
const EVERY_MS = 50
const AGAIN_MS = 1_000
/** PostgreSQL answers `notify` and `listen` at once. */
const RING_MS = 0

/**
 * Opens the doorbell, on one connection of its own. NOTIFY takes a lock at commit that all transactions with a NOTIFY wait
 * for, so no transaction that writes has one: this connection rings after the commits, at most every 50 ms. A broken
 * connection is opened again; until then readers find what is new by themselves, a second later.
 */
export const openDoorbell = (url: string, logger: Pick<Logger, 'warn'>, schema = 'public'): Doorbell => {
  const channel = channelOf(schema)
  const listeners = new Set<() => void>()
  let client: pg.Client | undefined
  let isStopped = false
  let isFailing = false
  let rungAt = -Infinity
  let ringing: NodeJS.Timeout | undefined
  let again: NodeJS.Timeout | undefined

  const hearAll = () => listeners.forEach((hear) => hear())
  const connect = async () => {
    const made = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...KEPT_ALIVE })
    watchAnswers(RING_MS).watch(made)
    let isBroken = false
    const broken = (error?: Error) => {
      if (isBroken || isStopped) return
      isBroken = true
      // This is logged once in each outage.
      if (!isFailing) logger.warn({ err: error }, 'nobody hears the doorbell of the event log')
      isFailing = true
      client = undefined
      void made.end().catch(() => {})
      again = setTimeout(() => void connect(), AGAIN_MS)
      again.unref()
    }
    made.on('error', broken)
    made.on('end', () => broken())
    made.on('notification', hearAll)
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
      if (isStopped) return await made.end()
      client = made
      isFailing = false
      // Whatever was rung while nobody listened.
      hearAll()
    } catch (error) {
      broken(error as Error)
    }
  }
  const connecting = connect()

  const ringNow = () => {
    ringing = undefined
    rungAt = performance.now()
    client?.query(`notify ${channel}`).catch(() => {})
  }
  const onRing = (hear: () => void) => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }
  return {
    ring: () => {
      if (ringing || isStopped) return
      ringing = setTimeout(ringNow, Math.max(0, rungAt + EVERY_MS - performance.now()))
      ringing.unref()
    },
    onRing,
    isHeard: async (withinMs) => {
      await connecting
      const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
      await other.connect()
      const heard = new Promise<boolean>((resolve) => {
        const settle = (isHeard: boolean) => {
          clearTimeout(late)
          stopHearing()
          resolve(isHeard)
        }
        const late = setTimeout(() => settle(false), withinMs)
        const stopHearing = onRing(() => settle(true))
      })
      await other.query(`notify ${channel}`)
      await other.end()
      return heard
    },
    stop: async () => {
      isStopped = true
      clearTimeout(ringing)
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
