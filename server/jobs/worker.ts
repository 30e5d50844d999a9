import type { AppDeps } from '../deps.ts'
import { withTx } from '../db/pool.ts'
import { noteOutcome, notificationFor, type NotificationDeps } from './notifications.ts'
import { claimJobs, type ClaimedJob, failJob, finishJob, type Job, jobSchema, removeOldJobs } from './queue.ts'

type Deps = NotificationDeps & Pick<AppDeps, 'mailer' | 'logger'>

const EVERY_MS = 2_000
/** Few at a time, so that a slow mail server keeps no lease near its end. */
const BATCH = 10

/** Does all jobs that are due, and answers how many it tried. Any number of processes may do it at the same time. */
export const runDueJobs = async (deps: Deps): Promise<number> => {
  let tried = 0
  for (;;) {
    const jobs = await claimJobs(deps.db, deps.clock.now(), BATCH)
    await Promise.all(jobs.map((job) => attempt(deps, job)))
    tried += jobs.length
    if (jobs.length < BATCH) return tried
  }
}

const attempt = async (deps: Deps, claimed: ClaimedJob): Promise<void> => {
  const { db, clock, mailer, logger } = deps
  let job: Job | undefined
  try {
    const { kind } = claimed
    job = jobSchema.parse({ ...(claimed.payload as object), kind })
    const done = job
    const mail = await notificationFor(deps, done)
    // The job's ID goes with the mail, so that one sent twice is known to be the same one.
    if (mail) await mailer.send({ ...mail, id: claimed.id })
    await withTx(db, async (tx) => {
      await noteOutcome(tx, done, mail ? 'sent' : null)
      await finishJob(tx, claimed)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isGivenUp = await failJob(db, claimed, reason, clock.now(), isRefused(error))
    if (job) await noteOutcome(db, job, isGivenUp ? 'failed' : 'queued', reason)
    logger[isGivenUp ? 'error' : 'warn']({ err: error, job: claimed.kind, attempts: claimed.attempts }, 'a job failed')
  }
}

/** The mail server knows the address and will not take it: the next try would hear the same. */
const isRefused = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode >= 500
}

/** Looks for due jobs all the time; never keeps the process alive. Answers the stop, which lets running ones end. */
export const startWorker = (deps: Deps, everyMs = EVERY_MS): (() => Promise<void>) => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let isCleaned = false
  const turn = async (): Promise<void> => {
    try {
      // After a long standstill nobody is told what is long over; later on housekeeping sees to it.
      if (!isCleaned) await removeOldJobs(deps.db, deps.clock.now())
      isCleaned = true
      await runDueJobs(deps)
    } catch (error) {
      // The database may be away for a while; the next turn finds out.
      deps.logger.error({ err: error }, 'jobs cannot be read')
    }
    if (isStopped) return
    timer = setTimeout(() => {
      running = turn()
    }, everyMs)
    timer.unref()
  }
  let running = turn()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
