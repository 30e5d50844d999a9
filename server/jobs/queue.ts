import { cut } from '#shared/rules/cut.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit, type Db, type DbOrTx, send, type Tx } from '../db/pool.ts'
import type { JobDefinition, JobRegistry } from './job.ts'

/** A job that this worker may do until its lease ends; `attempts` counts this try. */
export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number }

/** A worker that has not reported for this long counts as dead. No job takes as long. */
const LEASE_SECONDS = 300
const ATTEMPTS_MAX = 12
const FIRST_WAIT_SECONDS = 15
const LONGEST_WAIT_SECONDS = 3600
const ERROR_LENGTH = 500
const KEPT_DAYS = 30

export type QueueOptions = {
  /** The ID of the job, where somebody asks for it afterwards. */
  id?: string
  /** When the job is due; at once by default. */
  runAt?: Date
  /** At most one waiting job of a kind has a given key. A job whose first try has begun no longer holds its key. */
  key?: string
  /**
   * For a job with a key: an already waiting job stays as it is ('keep'), or gets this job's payload and time
   * ('replace').
   */
  ifWaiting?: 'keep' | 'replace'
}

/** Adds a job in the transaction of the change that it follows from, so that both are stored, or neither. */
export const enqueue = async <Payload>(
  tx: Tx,
  { kind }: JobDefinition<Payload>,
  payload: NoInfer<Payload>,
  now: Date,
  { id = uuidv7(), runAt = now, key, ifWaiting = 'keep' }: QueueOptions = {},
): Promise<void> => {
  const news = { payload: JSON.stringify(payload), run_at: runAt }
  const adding = tx
    .insertInto('jobs')
    .values({ id, kind, key: key ?? null, created_at: now, ...news })
    .onConflict((conflict) => {
      const waiting = conflict.columns(['kind', 'key']).where('key', 'is not', null)
      return ifWaiting === 'keep' ? waiting.doNothing() : waiting.doUpdateSet(news)
    })
  await send(tx, adding)
  if (runAt <= now) afterCommit(tx, wakeWorkers)
}

/**
 * Deletes the jobs of a kind whose payload has these values. A job that a worker has already begun may still be done,
 * but changes nothing after.
 */
export const cancelJobs = async <Payload>(
  tx: Tx,
  { kind }: JobDefinition<Payload>,
  values: NoInfer<Partial<Payload>>,
): Promise<void> => {
  await send(tx, sql`delete from jobs where kind = ${kind} and payload @> ${JSON.stringify(values)}::jsonb`)
}

/** The functions that wake this process's workers, by the database whose jobs those do. */
const workers = new WeakMap<Db, Set<() => void>>()
const wakeWorkers = (db: Db): void => workers.get(db)?.forEach((wake) => wake())

/**
 * Calls `wake` when this process has committed a job that is due at once, to save waiting for the worker's next look.
 * Returns the function that ends this.
 */
export const onEnqueued = (db: Db, wake: () => void): (() => void) => {
  const listening = workers.get(db) ?? new Set()
  workers.set(db, listening.add(wake))
  return () => void listening.delete(wake)
}

/** Which kinds of jobs a worker takes: these alone, or all others; all where it does not say. */
export type Lane = { only?: readonly string[]; except?: readonly string[] }

/** Takes at most `limit` jobs that are due. Several workers get different jobs, and none waits for another. */
export const claimJobs = async (
  db: Db,
  now: Date,
  limit: number,
  { only, except = [] }: Lane = {},
): Promise<ClaimedJob[]> => {
  const isTaken = only ? sql`kind = any(${only})` : sql`kind <> all(${except})`
  const { rows } = await sql<ClaimedJob>`
    update jobs set attempts = attempts + 1, key = null, run_at = ${seconds(now, LEASE_SECONDS)}
    where id in (
      select id from jobs where gave_up_at is null and run_at <= ${now} and ${isTaken}
      order by run_at, id limit ${limit} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  return rows
}

/** Deletes a finished job. When the worker's lease had ended and another worker has the job, this changes nothing. */
export const finishJob = async (db: DbOrTx, { id, attempts }: ClaimedJob): Promise<void> => {
  await send(db, db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts))
}

/** How long a job waits after each failed try: twice as long as before, and an hour at most. */
const WAITS = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, tries) =>
  Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** tries),
)

/**
 * Records a failed try: the job is due again after the next of `waits`, or given up if none is left or `isFinal`.
 * Returns whether it was given up.
 */
export const failJob = async (
  db: Db,
  { id, attempts }: ClaimedJob,
  reason: string,
  now: Date,
  { isFinal = false, waits = WAITS }: { isFinal?: boolean | undefined; waits?: readonly number[] | undefined } = {},
): Promise<boolean> => {
  const wait = waits[attempts - 1] ?? 0
  const isLast = isFinal || attempts > waits.length
  await send(
    db,
    db
      .updateTable('jobs')
      .set({
        last_error: cut(reason, ERROR_LENGTH),
        run_at: seconds(now, wait),
        gave_up_at: isLast ? now : null,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts),
  )
  return isLast
}

/** The state of a job: it has not been tried, a try has failed, or it was given up; undefined when it is done. */
export const findJob = (db: DbOrTx, id: string) =>
  db.selectFrom('jobs').select(['attempts', 'last_error', 'gave_up_at']).where('id', '=', id).executeTakeFirst()

/** The jobs of a kind that wait (some of them after failures) and those that were given up, with the newest error of each. */
export type JobsOfKind = {
  kind: string
  waiting: number
  givenUp: number
  oldest: Date
  lastError: string | null
}

export const summarizeJobs = async (db: Db): Promise<JobsOfKind[]> => {
  const { rows } = await sql<JobsOfKind>`
    select kind, count(*) filter (where gave_up_at is null)::int as waiting,
      count(*) filter (where gave_up_at is not null)::int as "givenUp", min(created_at) as oldest,
      (array_agg(last_error order by run_at desc) filter (where last_error is not null))[1] as "lastError"
    from jobs group by kind order by kind`.execute(db)
  return rows
}

/** Makes the jobs that were given up due again, with all their tries; a server does them within seconds. Returns how many. */
export const retryGivenUp = async (db: Db, now: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ gave_up_at: null, attempts: 0, run_at: now })
    .where('gave_up_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Deletes jobs that were due long ago: failed ones, which an administrator has had time to see, and those that could
 * not be done (without a mail server, say) and whose news is stale.
 */
export const removeOldJobs = async (db: Db, registry: JobRegistry, now: Date): Promise<void> => {
  const before = seconds(now, -KEPT_DAYS * 24 * 3600)
  await send(db, db.deleteFrom('jobs').where('created_at', '<', before).where('run_at', '<', before))
  for (const job of registry.values()) await job.onForgotten?.(db, before)
}

const seconds = (now: Date, count: number): Date => new Date(now.getTime() + count * 1000)
