import type { Tx } from '#server/db/pool.ts'
import { notAuthenticated } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { endChanges } from './email-changes-repository.ts'
import { endResetTokens, holdPassword } from './repository.ts'
import { revokeAllOfUser } from './sessions-repository.ts'
import { holdAccount } from './tokens-repository.ts'
import { endChallenges } from './two-step-repository.ts'

/** Locks the account of a valid session whose password is still that of `hash`. Errors: 401 when it is not. */
export const holdOwner = async (tx: Tx, viewer: Viewer, hash: string): Promise<void> => {
  const held = await Promise.all([holdAccount(tx, viewer), holdPassword(tx, viewer.userID, hash)])
  if (!held.every(Boolean)) throw notAuthenticated()
}

/** Locks the account itself, for who acts by a link and has no session. */
export const holdPerson = async (tx: Tx, userID: string): Promise<void> => {
  await holdAccount(tx, { userID, sessionID: null })
}

/** Ends all sessions and access tokens of a person, the address of their calendar, and what is under way to sign in or to change the account. */
export const endEverything = async (
  tx: Tx,
  userID: string,
  reason: Parameters<typeof revokeAllOfUser>[2],
  now: Date,
): Promise<void> => {
  await revokeAllOfUser(tx, userID, reason, now)
  await endChallenges(tx, userID, now)
  await endResetTokens(tx, userID, now)
  await endChanges(tx, userID, now)
}
