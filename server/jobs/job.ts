import type { z } from 'zod'
import type { DbOrTx } from '../db/pool.ts'
import type { AppDeps } from '../deps.ts'

/** The dependencies that a job's work may use. */
export type JobDeps = Pick<AppDeps, 'db' | 'clock' | 'secret' | 'publicOrigin' | 'mailer'>

/** The result of a try. `nothing`: there was nothing left to do. `waiting`: the try failed, and another follows. */
export type JobOutcome = { state: 'done' | 'nothing' } | { state: 'waiting' | 'failed'; reason: string }

/** One kind of work that follows from a change. Its definition belongs to the noun whose rule queues it. */
export type JobDefinition<Payload> = {
  /**
   * The name of the kind in the table. No other kind may have it, and it never changes, because jobs of an earlier
   * release may still wait.
   */
  readonly kind: string
  /** The payload's schema. It holds only IDs, so that the work reads the current state when it runs. */
  readonly schema: z.ZodType<Payload>
  /**
   * Does the work. `id` is the same for every try of one job. Returns whether there was anything to do. Any thrown
   * error counts as a failed try.
   */
  perform(deps: JobDeps, payload: Payload, id: string): Promise<boolean>
  /**
   * How many seconds pass before each further try, where somebody sits before a screen and waits; the job is given up after the last.
   * Such jobs do not wait for others.
   */
  readonly waits?: readonly number[]
  /** Whether another try would fail in the same way; such a job is given up. */
  isFinal?(error: unknown): boolean
  /** Records the result of a try where people look for it, in one transaction with the end of a job that is done. */
  noteOutcome?(db: DbOrTx, payload: Payload, outcome: JobOutcome): Promise<void>
  /** Called when jobs that were due before `before` are deleted, to update the rows that still wait for their work. */
  onForgotten?(db: DbOrTx, before: Date): Promise<void>
}
/** A job of any kind. The value that its schema parses from a row is the payload of its other functions. */
export type AnyJob = JobDefinition<unknown>

/** All jobs that a worker knows, by their kind. */
export type JobRegistry = ReadonlyMap<string, AnyJob>

/** Throws when two jobs have the same kind. */
export const createRegistry = (jobs: readonly AnyJob[]): JobRegistry => {
  const registry = new Map<string, AnyJob>()
  for (const job of jobs) {
    if (registry.has(job.kind)) throw new Error(`Two jobs have the kind "${job.kind}".`)
    registry.set(job.kind, job)
  }
  return registry
}
