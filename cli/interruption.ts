import { exitCode } from './exit-codes.ts'

/**
 * Ctrl-C (or SIGTERM) while many things are done one after the other: the first one asks to stop, so that what was done can be
 * told, a second one ends the program. `stop()` gives the keys back to the system.
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

/** Resolves with undefined some time after the interruption, so that work under way may end by itself. */
export const interrupted = (signal: AbortSignal, graceMs: number): Promise<undefined> =>
  new Promise((resolve) => {
    const later = () => void setTimeout(() => resolve(undefined), graceMs).unref()
    if (signal.aborted) later()
    else signal.addEventListener('abort', later, { once: true })
  })
