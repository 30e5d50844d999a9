import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Db, DbOrTx, Tx } from '../db/pool.ts'
import { failForgottenMails } from './waitlist-mail.ts'

/** What is to be done: IDs only, so that the work sees things as they are when it is done. */
export const jobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invitation-mail'), requestID: z.uuid() }),
  z.object({ kind: z.literal('answer-mail'), requestID: z.uuid() }),
  /** Of an address on the waitlist; the other invitation is one to a project. */
  z.object({ kind: z.literal('waitlist-mail'), entryID: z.uuid(), invitationID: z.uuid() }),
  z.object({ kind: z.literal('assignment-mail'), taskID: z.uuid(), userID: z.uuid(), byID: z.uuid() }),
  z.object({ kind: z.literal('decision-mail'), applicationID: z.uuid() }),
])
export type Job = z.output<typeof jobSchema>

/** A job that this worker may do until its lease ends; `attempts` counts this one. */
export type ClaimedJob = { id: string; kind: string; payload: unknown; attempts: number }

/** After this a worker that has not said anything counts as dead. Longer than any job takes. */
const LEASE_SECONDS = 300
const ATTEMPTS_MAX = 12
const FIRST_WAIT_SECONDS = 15
const LONGEST_WAIT_SECONDS = 3600
const ERROR_LENGTH = 500
const KEPT_DAYS = 30

/** Puts a job into the queue with the change that it follows from: both are there, or neither. */
export const enqueue = async (tx: Tx, job: Job, now: Date): Promise<void> => {
  const { kind, ...payload } = job
  await tx
    .insertInto('jobs')
    .values({ id: uuidv7(), kind, payload: JSON.stringify(payload), run_at: now, created_at: now })
    .execute()
}

/** Takes at most `limit` jobs that are due. Of several workers each gets others, and nobody waits. */
export const claimJobs = async (db: Db, now: Date, limit: number): Promise<ClaimedJob[]> => {
  const { rows } = await sql<ClaimedJob>`
    update jobs set attempts = attempts + 1, run_at = ${seconds(now, LEASE_SECONDS)}
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
 * Forgets jobs of long ago: those given up, which an administrator has had time to see, and those that wait for a mail server
 * that never came. Their news is none any more.
 */
export const removeOldJobs = async (db: Db, now: Date): Promise<void> => {
  const before = seconds(now, -KEPT_DAYS * 24 * 3600)
  await db.deleteFrom('jobs').where('created_at', '<', before).execute()
  await failForgottenMails(db, before)
}

const seconds = (now: Date, count: number): Date => new Date(now.getTime() + count * 1000)
