import type { EventEmitter } from 'node:events'
import { errorKind, log } from './log.ts'

/**
 * The places in the code that an error came from: its stack without its message, which may hold an address or what was
 * sent.
 */
const placesOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .map((line) => `\n${line}`)
        .join('')
    : ''

/**
 * Ends the app after an error that nothing caught, because its state is unknown then. The error is logged by its kind
 * and place, and `end` is called once.
 */
export const endOnFaults = (faults: Pick<EventEmitter, 'on'>, end: (why: string) => void): void => {
  let isEnding = false
  const onFault = (error: unknown) => {
    log(`The app ends, because nothing caught this: ${errorKind(error)}${placesOf(error)}`)
    if (isEnding) return
    isEnding = true
    end('Something failed inside the app. You are still signed in, and what was saved is safe. Please open it again.')
  }
  faults.on('uncaughtException', onFault)
  faults.on('unhandledRejection', onFault)
}
