import type { FastifyBaseLogger } from 'fastify'

/** Work that goes on after the answer was sent: an answer must not take longer because an account exists. */
export type Background = {
  /** Starts the work at once. Its failure is logged under `name`, never thrown. */
  run(name: string, work: () => Promise<unknown>): void
  /** Resolves when everything started so far has ended. */
  idle(): Promise<void>
}

export const createBackground = (logger: FastifyBaseLogger): Background => {
  const running = new Set<Promise<unknown>>()
  return {
    run: (name, work) => {
      const job = work()
        .catch((error: unknown) => logger.error({ err: error, job: name }, 'background work failed'))
        .finally(() => running.delete(job))
      running.add(job)
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
