import { setTimeout as wait } from 'node:timers/promises'
import { isApiError } from '../shared/api-client/api-error.ts'
import { failureText } from './failure.ts'
import { interrupted } from './interruption.ts'
import type { Progress } from './output/progress.ts'
import { isShortOutage } from './unanswered.ts'

/** How often one call waits for a limit of the server before it has failed. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60
/**
 * Pauses between the attempts to reach the server. A restart takes seconds; a server that is away for longer than these
 * together is taken as gone.
 */
const OUTAGE_WAITS_SECONDS = [0.5, 1, 2, 4]
/** Milliseconds that a call under way may still take after the person has interrupted the command. */
const GRACE_MS = 3000

/** Seconds to wait before the call is made again; undefined when the call has failed for good. */
const waitAfter = (error: unknown, waits: number): number | undefined => {
  if (!isApiError(error)) return undefined
  if (isShortOutage(error)) return OUTAGE_WAITS_SECONDS[waits]
  const seconds = error.retryAfter ?? 1
  return error.status === 429 && waits < MAX_WAITS && seconds <= MAX_WAIT_SECONDS ? seconds : undefined
}

/**
 * Repeats a call while the server limits us or is away for a moment, after the wait that the server asks for. `onWait`
 * gets the reason. Errors: the call's own.
 */
export const withRetry = async <T>(
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
      // When a wait is interrupted, the call fails with the error that it waited for.
      await wait(seconds * 1000, undefined, { ...(signal && { signal }) }).catch(() => Promise.reject(error as Error))
    }
  }
}

/**
 * The result for one item. `skipped`: there was nothing left to do, so that a list can be given again after a failure;
 * `untried`: the command ended before this item.
 */
export type Outcome<Done extends string> = { status: Done | 'skipped' | 'failed' | 'untried'; message: string }

/** How a run ended, and the error that ended it. */
export type Ending = { type: 'reached' } | { type: 'interrupted' } | { type: 'failed'; error: unknown }

type Work<Done extends string, Result extends Outcome<Done>> = {
  /** Does the work for one item. Errors: ApiError when it failed. */
  work: (item: string, waiting: { signal: AbortSignal; onWait: (reason: string) => void }) => Promise<Result>
  /** Called with the result of each item as soon as it is known. */
  report: (item: string, outcome: Result | Outcome<never>) => void
  progress: Progress
  signal: AbortSignal
}

/**
 * Does the work for each item in order, and shows the progress. Stops early when the session or permission ends, the
 * server stays away or the person interrupts; the remaining items are reported as untried. Errors: ApiError when the
 * first call already has no session or no permission.
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
