import type { z } from 'zod'
import type { DbOrTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'

/** What a job's work is given. */
export type JobDeps = Pick<AppDeps, 'db' | 'clock' | 'secret' | 'publicOrigin' | 'mailer'>

/** What became of a try. `nothing`: there was nothing to do any more. `waiting`: it failed, and is tried again. */
export type JobOutcome = { state: 'done' | 'nothing' } | { state: 'waiting' | 'failed'; reason: string }

/** One kind of work that follows from a change. It stands with the noun whose rule queues it. */
export type JobDefinition<Payload> = {
  /** As the table has it: no other job's, and never changed, for jobs of the release before may still wait. */
  readonly kind: string
  /** IDs only, so that the work sees things as they are when it is done. */
  readonly schema: z.ZodType<Payload>
  /**
   * Does the work. `id` is the same for every try of one job. Answers whether there was anything to do. Whatever it throws
   * counts as a failed try.
   */
  perform(deps: JobDeps, payload: Payload, id: string): Promise<boolean>
  /** Whether the next try would fail in the same way: the job is given up then. */
  isFinal?(error: unknown): boolean
  /** Notes what became of a try where somebody looks for it; together with the job's end when it is done. */
  noteOutcome?(db: DbOrTx, payload: Payload, outcome: JobOutcome): Promise<void>
  /** Jobs that were due before then are forgotten: tells those who still wait for the work. */
  onForgotten?(db: DbOrTx, before: Date): Promise<void>
}
/** A job of any kind: what its schema makes of a row is what its other functions take. */
export type AnyJob = JobDefinition<unknown>

/** All jobs that a worker knows, by their kind. */
export type JobRegistry = ReadonlyMap<string, AnyJob>

/** Errors: throws for a kind that two of them have. */
export const createRegistry = (jobs: readonly AnyJob[]): JobRegistry => {
  const registry = new Map<string, AnyJob>()
  for (const job of jobs) {
    if (registry.has(job.kind)) throw new Error(`Two jobs have the kind "${job.kind}".`)
    registry.set(job.kind, job)
  }
  return registry
}
