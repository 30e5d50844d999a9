import type { AppDeps } from '../deps.ts'
import { notificationFor } from './notifications.ts'
import { claimJobs, type ClaimedJob, failJob, finishJob, jobSchema, removeOldJobs } from './queue.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'mailer' | 'logger' | 'publicOrigin'>

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
  const { db, clock, mailer, logger, publicOrigin } = deps
  try {
    const { kind } = claimed
    const job = jobSchema.parse({ ...(claimed.payload as object), kind })
    const mail = await notificationFor(db, publicOrigin(), job)
    // The job's ID goes with the mail, so that one sent twice is known to be the same one.
    if (mail) await mailer.send({ ...mail, id: claimed.id })
    await finishJob(db, claimed)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isGivenUp = await failJob(db, claimed, reason, clock.now())
    logger[isGivenUp ? 'error' : 'warn']({ err: error, job: claimed.kind, attempts: claimed.attempts }, 'a job failed')
  }
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
