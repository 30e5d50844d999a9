import { canonicalEmail } from '#shared/rules/account.ts'
import type { AppDeps } from '#server/deps.ts'
import { HttpError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import { findAccount } from './repository.ts'

/**
 * Writes into the log line the ID of the account that somebody signed in to, or failed to. Addresses are never logged.
 */
export const noted = async <T extends { userID: string }>(
  { db }: AppDeps,
  email: string,
  { note }: RequestContext,
  call: Promise<T>,
): Promise<T> => {
  try {
    const answer = await call
    note({ account: answer.userID })
    return answer
  } catch (error) {
    // The account is looked up for known and unknown addresses alike, so that neither answer is slower.
    const account = error instanceof HttpError && (await findAccount(db, canonicalEmail(email)).catch(() => undefined))
    if (account) note({ account: account.id })
    throw error
  }
}
