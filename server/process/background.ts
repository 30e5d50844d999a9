import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Work that continues after the answer, so that the answer's time does not show whether an account exists. */
export type Background = {
  /** Starts the work at once. Its failure is logged under `name`, never thrown. */
  run(name: string, work: () => Promise<unknown>): void
  /**
   * Starts work that only some callers cause after the answer has left. Beside the answer it would slow it down, and
   * somebody who measures many answers could tell that an account exists.
   */
  runLater(name: string, work: () => Promise<unknown>): void
  /** Resolves when everything started so far has ended. */
  idle(): Promise<void>
}

/** Long enough for any answer to leave, and short enough for a mail. */
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
