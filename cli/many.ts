import { setTimeout as wait } from 'node:timers/promises'
import { isApiError, isUnreachable } from '../shared/api-client/index.ts'
import { failureText } from './failure.ts'
import { startProgress } from './output/progress.ts'

/** A limit of the server is waited for, but not for ever. */
const MAX_WAITS = 5
const MAX_WAIT_SECONDS = 60

/** Makes a call again while the server limits us, waiting as long as it asks for. Errors: the call's own. */
export const patiently = async <T>(call: () => Promise<T>): Promise<T> => {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call()
    } catch (error) {
      if (!isApiError(error)) throw error
      const seconds = error.retryAfter ?? 1
      if (error.status !== 429 || waits >= MAX_WAITS || seconds > MAX_WAIT_SECONDS) throw error
      await wait(seconds * 1000)
    }
  }
}

/** `skipped`: there was nothing left to do, so that a list can be given again after a failure. */
export type Outcome<Done extends string> = { status: Done | 'skipped' | 'failed'; message: string }

/**
 * Does the same to each item, one after the other, showing how far it is; `report` hears of each as it ends. Errors: ApiError
 * when there is no session or no permission, because then no other item can succeed either.
 */
export const forEachOf = async <Done extends string>(
  items: readonly string[],
  work: (item: string) => Promise<Outcome<Done>>,
  report: (item: string, outcome: Outcome<Done>) => void,
): Promise<void> => {
  const progress = startProgress(items.length)
  let isServerGone = false
  for (const [index, item] of items.entries()) {
    progress.show(index, item)
    let outcome: Outcome<Done>
    try {
      outcome = isServerGone
        ? { status: 'failed', message: 'not tried, since the server does not answer' }
        : await work(item)
    } catch (error) {
      if (isApiError(error) && (error.status === 401 || error.status === 403)) throw error
      // A server that says why, such as a mail server that failed it, is there for the next one.
      isServerGone = isUnreachable(error) && isApiError(error) && error.serverMessage === ''
      outcome = { status: 'failed', message: failureText(error) }
    } finally {
      progress.clear()
    }
    report(item, outcome)
  }
}
