import { exitCode } from './exit-codes.ts'

/**
 * Watches for Ctrl-C (or SIGTERM) during a long command. The first aborts `signal`, so that the command can report what
 * it has done; the second ends the program. `stop()` ends the watch.
 */
export const watchForInterruption = (): { signal: AbortSignal; stop: () => void } => {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(exitCode.interrupted)
    controller.abort()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return {
    signal: controller.signal,
    stop: () => void process.off('SIGINT', interrupt).off('SIGTERM', interrupt),
  }
}

/** Resolves with undefined `graceMs` after the interruption, so that pending work can end by itself. */
export const interrupted = (signal: AbortSignal, graceMs: number): Promise<undefined> =>
  new Promise((resolve) => {
    const later = () => void setTimeout(() => resolve(undefined), graceMs).unref()
    if (signal.aborted) later()
    else signal.addEventListener('abort', later, { once: true })
  })
