import { setTimeout as wait } from 'node:timers/promises'
import { isApiError } from '../shared/api-client/index.ts'
import { failureText } from './failure.ts'
import { interrupted } from './interruption.ts'
import type { Progress } from './output/progress.ts'
import { isShortOutage } from './unanswered.ts'

/** A limit of the server is waited for, but not for ever. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60
/** A server that is restarted is back within seconds; longer than these together it is away. */
const OUTAGE_WAITS_SECONDS = [0.5, 1, 2, 4]
/** How long a call may still take that was under way when the person interrupted. */
const GRACE_MS = 3000

/** How long to wait before the call is made again; undefined when it has failed for good. */
const waitAfter = (error: unknown, waits: number): number | undefined => {
  if (!isApiError(error)) return undefined
  if (isShortOutage(error)) return OUTAGE_WAITS_SECONDS[waits]
  const seconds = error.retryAfter ?? 1
  return error.status === 429 && waits < MAX_WAITS && seconds <= MAX_WAIT_SECONDS ? seconds : undefined
}

/**
 * Makes a call again while the server limits us, waiting as long as it asks for, and while it is away for a moment. `onWait`
 * hears why it waits. Errors: the call's own.
 */
export const patiently = async <T>(
  call: () => Promise<T>,
  { signal, onWait }: { signal?: AbortSignal; onWait?: (reason: string) => void } = {},
): Promise<T> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call()
    } catch (error) {
      const seconds = waitAfter(error, waits)
      if (seconds === undefined || signal?.aborted) throw error
      onWait?.(
        isApiError(error) && error.status === 429
          ? `limited, going on in ${seconds} s`
          : 'the server is away, trying again',
      )
      // An interrupted wait ends with the failure that it was for.
      await wait(seconds * 1000, undefined, { ...(signal && { signal }) }).catch(() => Promise.reject(error as Error))
    }
  }
}

/** `skipped`: there was nothing left to do, so that a list can be given again after a failure; `untried`: it did not come to it. */
export type Outcome<Done extends string> = { status: Done | 'skipped' | 'failed' | 'untried'; message: string }

/** Why the end was not reached: the error to end with. */
export type Ending = { type: 'reached' } | { type: 'interrupted' } | { type: 'failed'; error: unknown }

type Work<Done extends string, Result extends Outcome<Done>> = {
  /** Errors: ApiError when it failed. */
  work: (item: string, waiting: { signal: AbortSignal; onWait: (reason: string) => void }) => Promise<Result>
  /** Hears of each item as it ends. */
  report: (item: string, outcome: Result | Outcome<never>) => void
  progress: Progress
  signal: AbortSignal
}

/**
 * Does the same to each item, one after the other, showing how far it is. It ends early when the session or the permission does,
 * when the server stays away, and when the person interrupts it: what is left then is reported as untried. Errors: ApiError when
 * there was no session or no permission from the beginning.
 */
export const forEachOf = async <Done extends string, Result extends Outcome<Done>>(
  items: readonly string[],
  { work, report, progress, signal }: Work<Done, Result>,
): Promise<Ending> => {
  let ending: Ending = { type: 'reached' }
  let whyUntried = ''
  for (const [index, item] of items.entries()) {
    if (whyUntried === '' && signal.aborted) {
      ending = { type: 'interrupted' }
      whyUntried = 'not tried, since it was interrupted'
    }
    if (whyUntried !== '') {
      report(item, { status: 'untried', message: whyUntried })
      continue
    }
    progress.show(index, item)
    const onWait = (reason: string) => progress.show(index, `${item} (${reason})`)
    try {
      const outcome = await Promise.race([work(item, { signal, onWait }), interrupted(signal, GRACE_MS)])
      progress.clear()
      report(item, outcome ?? { status: 'failed', message: 'interrupted; whether it was done is not known' })
    } catch (error) {
      progress.clear()
      const isFinal = isApiError(error) && (error.status === 401 || error.status === 403)
      if (isFinal && index === 0) throw error
      if (isFinal) {
        ending = { type: 'failed', error }
        whyUntried =
          error.status === 401 ? 'not tried, since the session ended' : 'not tried, since the account may not'
        report(item, { status: 'untried', message: whyUntried })
        continue
      }
      report(item, { status: 'failed', message: failureText(error) })
      if (isApiError(error) && (isShortOutage(error) || error.status === 0) && !signal.aborted)
        whyUntried = 'not tried, since the server does not answer'
    }
  }
  return ending
}
