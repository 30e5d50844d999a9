import { createPlaces, GivenUp } from '#server/process/heavy-work.ts'
import { HttpError } from '#server/http/errors.ts'

/** Who waits longer for their turn is asked to come again. */
const WAIT_MS = 10_000
const AGAIN_SECONDS = 5

/**
 * Hashing takes one of the process's four threads, which other work needs too. At most two are for one account, two for
 * one network, and three for all. An account that does not exist waits like any other.
 */
const reason = 'Other attempts with this password are still running.'
const ofAccount = { running: Infinity, runningOfOne: 2, placesOfOne: 40, places: Infinity, reason }
const ofNetwork = {
  running: 3,
  runningOfOne: 2,
  placesOfOne: 200,
  places: 600,
  reason: 'Too many people on your network are signing in right now.',
}

/** Whose password it is, and the network that sends it. */
export type PasswordOwner = { email: string; ip: string }

/** Does work that hashes a password, in turn. Errors: 429 for the account or network that has too much waiting, 503 after 10 seconds. */
export type PasswordTurns = <T>(owner: PasswordOwner, work: () => Promise<T>) => Promise<T>

export const createPasswordTurns = (waitMs = WAIT_MS): PasswordTurns => {
  const takeOfAccount = createPlaces(ofAccount)
  const takeOfNetwork = createPlaces(ofNetwork)
  return async ({ email, ip }, work) => {
    const late = AbortSignal.timeout(waitMs)
    // The account comes first, so that of one network nobody waits behind twenty attempts at one account.
    const leaveAccount = await takeOfAccount(email, late).catch(isBusy)
    try {
      const leaveNetwork = await takeOfNetwork(ip, late).catch(isBusy)
      try {
        return await work()
      } finally {
        leaveNetwork()
      }
    } finally {
      leaveAccount()
    }
  }
}

const isBusy = (error: unknown): never => {
  if (!(error instanceof GivenUp)) throw error
  throw new HttpError(503, 'UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    headers: { 'retry-after': String(AGAIN_SECONDS) },
  })
}
