import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AppDeps } from '../deps.ts'
import type { DiskSpace } from '../files/disk-space.ts'
import { isStuck, poolUse } from '../db/pool.ts'
import type { Replicas } from '../db/replicas.ts'
import { MAIL_KINDS, type Mailer } from '../mail/mailer.ts'
import { singleFlight } from '../util/single-flight.ts'
import type { ClockWatch } from './clock-watch.ts'
import { readVersion } from './version.ts'

export type Metrics = {
  /** All figures, in the text format that Prometheus reads. */
  text: () => Promise<string>
  contentType: string
  answered: (operation: string, status: number, seconds: number) => void
  /** How many streams of changes are open. */
  streams: (count: number) => void
  /** A change has been sent: to how many streams, and how many seconds after it was made. */
  framesSent: (count: number, seconds: number) => void
  /** An event was set aside whose notices cannot be written. */
  eventSetAside: () => void
  /** Wraps the mailer so that its mails are counted. */
  counting: (mailer: Mailer) => Mailer
}

/** Seconds, for calls from a cached board to an upload. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * The numbers of jobs that are due, that wait for their time or another try, and that were given up; and how long the
 * longest has been due.
 */
const JOBS = `select count(*) filter (where gave_up_at is null and run_at <= $1)::int as due,
  count(*) filter (where gave_up_at is null and run_at > $1)::int as waiting,
  count(*) filter (where gave_up_at is not null)::int as given_up,
  coalesce(extract(epoch from $1 - min(run_at) filter (where gave_up_at is null and run_at <= $1)), 0)::float as age
  from jobs`
type JobCounts = { due: number; waiting: number; given_up: number; age: number }

type Parts = Pick<AppDeps, 'db' | 'clock' | 'probe' | 'store'> & {
  clockWatch?: ClockWatch | undefined
  replicas?: Replicas | undefined
}

/** Adds the metrics that need a query, or a look at the disk, and are read on request. */
const addReadOnRequest = (
  registers: Registry[],
  { db, clock, clockWatch, probe, store }: Parts,
  disk: Pick<DiskSpace, 'free'>,
): void => {
  new Gauge({
    registers,
    name: 'guildhall_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    collect() {
      const { total, idle, waiting } = poolUse(db)
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    registers,
    name: 'guildhall_disk_free_bytes',
    help: 'Room on the disk that uploads arrive on.',
    async collect() {
      const free = await disk.free()
      if (free !== undefined) this.set(free)
    },
  })
  new Counter({
    registers,
    name: 'guildhall_store_failures_total',
    help: 'Calls to the store of uploaded files that failed, by call.',
    labelNames: ['call'],
    collect() {
      this.reset()
      for (const [call, count] of Object.entries(store.failures())) this.inc({ call }, count)
    },
  })
  new Gauge({
    registers,
    name: 'guildhall_clock_offset_seconds',
    help: "Seconds by which this process's clock is ahead of the database's.",
    collect() {
      const offset = clockWatch?.offset()
      this.remove()
      if (offset !== undefined) this.set(offset)
    },
  })
  // Three figures share one query.
  const findJobs = singleFlight(async () => {
    const [counts] = await probe.ask<JobCounts>(JOBS, [clock.now()]).catch(() => [])
    return counts
  })
  new Gauge({
    registers,
    name: 'guildhall_database_up',
    help: '1 while the database answers this process, else 0.',
    async collect() {
      this.set((await findJobs()) && !isStuck(db) ? 1 : 0)
    },
  })
  new Gauge({
    registers,
    name: 'guildhall_jobs',
    help: 'Jobs in the queue, by state.',
    labelNames: ['state'],
    async collect() {
      const counts = await findJobs()
      // Without a database the numbers are unknown, which is not zero, so no figure is reported.
      this.reset()
      if (!counts) return
      for (const state of ['due', 'waiting', 'given_up'] as const) this.set({ state }, counts[state])
    },
  })
  new Gauge({
    registers,
    name: 'guildhall_job_oldest_due_seconds',
    help: 'How long the job that waits longest has been due.',
    async collect() {
      const counts = await findJobs()
      this.remove()
      if (counts) this.set(counts.age)
    },
  })
}

const addReplicas = (registers: Registry[], replicas: Replicas | undefined): void => {
  new Gauge({
    registers,
    name: 'guildhall_replica_lag_seconds',
    help: 'By how much each replica is behind, at most, or how long it has not answered.',
    labelNames: ['replica'],
    collect() {
      this.reset()
      for (const { replica, seconds } of replicas?.lags() ?? []) this.set({ replica }, seconds)
    },
  })
  new Counter({
    registers,
    name: 'guildhall_replica_reads_total',
    help: 'Calls that may read from a replica, by the place (replica, primary), and statements that failed at a replica (repeated).',
    labelNames: ['place'],
    collect() {
      this.reset()
      for (const [place, count] of Object.entries(replicas?.reads() ?? {})) this.inc({ place }, count)
    },
  })
}

/**
 * The metrics of one server process. `isProcess` adds Node's own (memory, CPU, event loop), which all servers in a
 * process share. Metrics that need a query are read on request.
 */
export const createMetrics = (parts: Parts, disk: Pick<DiskSpace, 'free'>, { isProcess = false } = {}): Metrics => {
  const register = new Registry()
  const registers = [register]
  if (isProcess) collectDefaultMetrics({ register })

  new Gauge({
    registers,
    name: 'guildhall_build_info',
    help: 'Always 1; the version is the label.',
    labelNames: ['version'],
  }).set({ version: readVersion() }, 1)
  const requests = new Counter({
    registers,
    name: 'guildhall_requests_total',
    help: 'Answered requests, by call of the contract and status.',
    labelNames: ['operation', 'status'],
  })
  const durations = new Histogram({
    registers,
    name: 'guildhall_request_duration_seconds',
    help: 'From a request to the end of its answer, by call of the contract.',
    labelNames: ['operation'],
    buckets: BUCKETS,
  })
  const mails = new Counter({
    registers,
    name: 'guildhall_mails_total',
    help: 'Mails handed to the mail server (sent) or not taken by it (failed; some are tried again), by kind.',
    labelNames: ['kind', 'outcome'],
  })
  // A series that began at 1 would hide its first failure from an alarm, which looks for a rise.
  for (const kind of MAIL_KINDS) for (const outcome of ['sent', 'failed']) mails.inc({ kind, outcome }, 0)
  const streams = new Gauge({
    registers,
    name: 'guildhall_streams',
    help: 'Open streams of changes.',
  })
  const frames = new Counter({
    registers,
    name: 'guildhall_stream_frames_total',
    help: 'Changes sent to streams, each counted once a stream.',
  })
  const setAside = new Counter({
    registers,
    name: 'guildhall_events_set_aside_total',
    help: 'Events of which nobody who follows was notified, since handling them failed.',
  })
  const lag = new Histogram({
    registers,
    name: 'guildhall_stream_lag_seconds',
    help: 'From a change to the moment at which streams are told of it.',
    buckets: BUCKETS,
  })
  addReadOnRequest(registers, parts, disk)
  addReplicas(registers, parts.replicas)

  return {
    text: () => register.metrics(),
    contentType: register.contentType,
    answered: (operation, status, seconds) => {
      requests.inc({ operation, status })
      durations.observe({ operation }, seconds)
    },
    streams: (count) => streams.set(count),
    eventSetAside: () => setAside.inc(),
    framesSent: (count, seconds) => {
      frames.inc(count)
      lag.observe(seconds)
    },
    counting: (mailer) => {
      const send: Mailer['send'] = async (mail) => {
        try {
          await mailer.send(mail)
          mails.inc({ kind: mail.kind, outcome: 'sent' })
        } catch (error) {
          mails.inc({ kind: mail.kind, outcome: 'failed' })
          throw error
        }
      }
      return { ...mailer, send }
    },
  }
}
