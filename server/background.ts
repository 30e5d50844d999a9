import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that goes on after the answer was sent: an answer must not take longer because an account exists. */
export type Background = {
  /** Starts the work at once. Its failure is logged under `name`, never thrown. */
  run(name: string, work: () => Promise<unknown>): void
  /**
   * Starts the work once the answer has left: for work that only some callers cause. Beside the answer it would take turns
   * with it, and who measures many answers would see that there is an account.
   */
  runLater(name: string, work: () => Promise<unknown>): void
  /** Resolves when everything started so far has ended. */
  idle(): Promise<void>
}

/** Long for an answer, and nothing for a mail. */
const LATER_MS = 100

export const createBackground = (logger: FastifyBaseLogger): Background => {
  const running = new Set<Promise<unknown>>()
  const run: Background['run'] = (name, work) => {
    const job = work()
      .catch((error: unknown) => logger.error({ err: error, job: name }, 'background work failed'))
      .finally(() => running.delete(job))
    running.add(job)
  }
  return {
    run,
    runLater: (name, work) =>
      run(name, async () => {
        await sleep(LATER_MS)
        return work()
      }),
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
