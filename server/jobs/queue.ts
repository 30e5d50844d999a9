import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterCommit, type Db, type DbOrTx, type Tx } from '../db/pool.ts'
import type { JobDefinition, JobRegistry } from './job.ts'

/** A job that this worker may do until its lease ends; `attempts` counts this one. */
export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number }

/** After this a worker that has not said anything counts as dead. Longer than any job takes. */
const LEASE_SECONDS = 300
const ATTEMPTS_MAX = 12
const FIRST_WAIT_SECONDS = 15
const LONGEST_WAIT_SECONDS = 3600
const ERROR_LENGTH = 500
const KEPT_DAYS = 30

export type Queueing = {
  /** When it is due; at once, if left out. */
  runAt?: Date
  /** Of all jobs of a kind with the same key one waits at most. A job whose first try has begun holds its key no longer. */
  key?: string
  /** With a key: the job that waits already stays as it is, or is due and knows what this one says. */
  ifWaiting?: 'keep' | 'replace'
}

/** Puts a job into the queue with the change that it follows from: both are there, or neither. */
export const enqueue = async <Payload>(
  tx: Tx,
  { kind }: JobDefinition<Payload>,
  payload: NoInfer<Payload>,
  now: Date,
  { runAt = now, key, ifWaiting = 'keep' }: Queueing = {},
): Promise<void> => {
  const news = { payload: JSON.stringify(payload), run_at: runAt }
  await tx
    .insertInto('jobs')
    .values({ id: uuidv7(), kind, key: key ?? null, created_at: now, ...news })
    .onConflict((conflict) => {
      const waiting = conflict.columns(['kind', 'key']).where('key', 'is not', null)
      return ifWaiting === 'keep' ? waiting.doNothing() : waiting.doUpdateSet(news)
    })
    .execute()
  if (runAt <= now) afterCommit(tx, wakeWorkers)
}

/** The workers of this process, by the database whose jobs they do. */
const workers = new WeakMap<Db, Set<() => void>>()
const wakeWorkers = (db: Db): void => workers.get(db)?.forEach((wake) => wake())

/**
 * Calls `wake` whenever this process has committed a job that is due at once, so that it need not wait for a worker's next look.
 * Answers the end of it.
 */
export const onEnqueued = (db: Db, wake: () => void): (() => void) => {
  const listening = workers.get(db) ?? new Set()
  workers.set(db, listening.add(wake))
  return () => void listening.delete(wake)
}

/** Takes at most `limit` jobs that are due. Of several workers each gets others, and nobody waits. */
export const claimJobs = async (db: Db, now: Date, limit: number): Promise<ClaimedJob[]> => {
  const { rows } = await sql<ClaimedJob>`
    update jobs set attempts = attempts + 1, key = null, run_at = ${seconds(now, LEASE_SECONDS)}
    where id in (
      select id from jobs where gave_up_at is null and run_at <= ${now}
      order by run_at, id limit ${limit} for update skip locked
    )
    returning id, kind, payload, attempts`.execute(db)
  return rows
}

/** The job is done. A worker whose lease had ended, and whose job another one has, takes nothing away. */
export const finishJob = async (db: DbOrTx, { id, attempts }: ClaimedJob): Promise<void> => {
  await db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts).execute()
}

/**
 * It failed: due again later, each time twice as late, and given up after the last attempt or when that `isFinal`. Answers
 * whether it was.
 */
export const failJob = async (
  db: Db,
  { id, attempts }: ClaimedJob,
  reason: string,
  now: Date,
  isFinal = false,
): Promise<boolean> => {
  const isLast = isFinal || attempts >= ATTEMPTS_MAX
  const wait = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempts - 1))
  await db
    .updateTable('jobs')
    .set({
      last_error: reason.slice(0, ERROR_LENGTH),
      run_at: seconds(now, wait),
      gave_up_at: isLast ? now : null,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
  return isLast
}

/**
 * Forgets jobs that were due long ago: those given up, which an administrator has had time to see, and those that nothing came
 * for (a mail server, say). Their news is none any more.
 */
export const removeOldJobs = async (db: Db, registry: JobRegistry, now: Date): Promise<void> => {
  const before = seconds(now, -KEPT_DAYS * 24 * 3600)
  await db.deleteFrom('jobs').where('created_at', '<', before).where('run_at', '<', before).execute()
  for (const job of registry.values()) await job.onForgotten?.(db, before)
}

const seconds = (now: Date, count: number): Date => new Date(now.getTime() + count * 1000)
