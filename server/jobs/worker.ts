import { withTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'
import type { AnyJob, JobDeps, JobRegistry } from './job.ts'
import { claimJobs, type ClaimedJob, failJob, finishJob, type Lane, onEnqueued, removeOldJobs } from './queue.ts'

type Deps = JobDeps & Pick<AppDeps, 'logger' | 'clockWatch'>

const EVERY_MS = 2_000
/** A worker takes few jobs at a time, so that a slow mail server brings no lease near its end. */
const BATCH = 10

/** Runs all due jobs, and returns how many it tried. Processes may call this in parallel. */
export const runDueJobs = async (deps: Deps, registry: JobRegistry, lane?: Lane): Promise<number> => {
  let tried = 0
  for (;;) {
    const jobs = await claimJobs(deps.db, deps.clock.now(), BATCH, lane)
    await Promise.all(jobs.map((job) => attempt(deps, registry, job)))
    tried += jobs.length
    if (jobs.length < BATCH) return tried
  }
}

const attempt = async (deps: Deps, registry: JobRegistry, claimed: ClaimedJob): Promise<void> => {
  const { db, clock, logger } = deps
  let found: { job: AnyJob; payload: unknown } | undefined
  try {
    const job = registry.get(claimed.kind)
    // The job is tried again like after any other failure: during an update, another process of the newer release may
    // know it.
    if (!job) throw new Error(`This server knows no job "${claimed.kind}". A newer one may have queued it.`)
    const payload = job.schema.parse(claimed.payload)
    found = { job, payload }
    const isDone = await job.perform(deps, payload, claimed.id)
    await withTx(db, async (tx) => {
      await job.noteOutcome?.(tx, payload, { state: isDone ? 'done' : 'nothing' })
      await finishJob(tx, claimed)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const how = { isFinal: found?.job.isFinal?.(error), waits: found?.job.waits }
    const isGivenUp = await failJob(db, claimed, reason, clock.now(), how)
    await found?.job.noteOutcome?.(db, found.payload, { state: isGivenUp ? 'failed' : 'waiting', reason })
    logger[isGivenUp ? 'error' : 'warn']({ err: error, job: claimed.kind, attempts: claimed.attempts }, 'a job failed')
  }
}

type WorkerOptions = { everyMs?: number; before?: () => Promise<void> }

/**
 * Runs due jobs: this process's own once they are committed, others within two seconds. `before` runs ahead of each
 * look, and may queue jobs that time alone makes due. Urgent kinds have their own lane: a code does not queue behind a
 * thousand notices. A wrong clock neither deletes nor queues any. Does not keep the process alive. Returns a function that stops it and waits for running jobs.
 */
export const startWorker = (deps: Deps, registry: JobRegistry, options: WorkerOptions = {}): (() => Promise<void>) => {
  const urgent = [...registry.values()].filter(({ waits }) => waits).map(({ kind }) => kind)
  const lanes = [startLane(deps, registry, { except: urgent }, options)]
  if (urgent.length > 0) lanes.push(startLane(deps, registry, { only: urgent }, { ...options, before: undefined }))
  return async () => void (await Promise.all(lanes.map((stop) => stop())))
}

const startLane = (
  deps: Deps,
  registry: JobRegistry,
  lane: Lane,
  { everyMs = EVERY_MS, before }: { [Name in keyof WorkerOptions]: WorkerOptions[Name] | undefined },
): (() => Promise<void>) => {
  let isStopped = false
  let isTurning = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let isCleaned = false
  const turn = async (): Promise<void> => {
    isTurning = true
    isWoken = false
    try {
      // After a long standstill the first turn deletes outdated jobs, so that nobody gets old news; later housekeeping
      // does.
      if (!deps.clockWatch?.isOff()) {
        if (!isCleaned) await removeOldJobs(deps.db, registry, deps.clock.now())
        isCleaned = true
        await before?.().catch((error: unknown) =>
          deps.logger.error({ err: error }, 'jobs that are due cannot be queued'),
        )
      }
      // Jobs are done by a wrong clock, too: by the clocks of the others, those of this process may be due in a year.
      await runDueJobs(deps, registry, lane)
    } catch (error) {
      // The database may be unreachable for a while; the next turn tries again.
      deps.logger.error({ err: error }, 'jobs cannot be read')
    }
    isTurning = false
    if (isStopped) return
    timer = setTimeout(begin, isWoken ? 0 : everyMs)
    timer.unref()
  }
  let running = Promise.resolve()
  const begin = () => {
    running = turn()
  }
  const stopListening = onEnqueued(deps.db, () => {
    isWoken = true
    if (isTurning) return
    clearTimeout(timer)
    begin()
  })
  begin()
  return async () => {
    isStopped = true
    stopListening()
    clearTimeout(timer)
    await running
  }
}
