import { canonicalEmail } from '../../../shared/rules/account.ts'
import type { AppDeps } from '../../deps.ts'
import { HttpError } from '../../http/errors.ts'
import type { RequestContext } from '../../http/handlers.ts'
import { findAccount } from './repository.ts'

/** Whose account somebody signed in to, or failed to, is in the log as its ID: addresses are not. */
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
    // Known addresses and unknown ones are both looked for, so neither answer is slower than the other.
    const account = error instanceof HttpError && (await findAccount(db, canonicalEmail(email)).catch(() => undefined))
    if (account) note({ account: account.id })
    throw error
  }
}
