import { toAccountType } from '#shared/rules/account.ts'
import { inBatches } from '../db/batch.ts'
import type { AppDeps } from '../deps.ts'
import { HttpError, notAuthenticated } from '../http/errors.ts'
import type { Callers } from '../http/handlers.ts'
import { createTokenReader } from '../modules/auth/access-tokens.ts'
import { requireConfirmed } from '../modules/auth/confirmation.ts'
import { findSessions } from '../modules/auth/sessions-repository.ts'
import { looksLikeAccessToken } from '../modules/auth/token-text.ts'
import { claimsOfToken } from '../modules/auth/tokens.ts'
import { isTwoStepOn } from '../modules/auth/two-step-repository.ts'

/**
 * Finds out who calls, in two steps. `claimed` reads the request's bearer token: whom it names, or null without a token; an
 * access token is looked up, because it names nobody itself.
 * Errors: 401 for a token that is not ours or too old, even on calls that need none, so that the client refreshes it instead
 * of getting a stranger's answer. `verify` looks the session up, by one read of a primary key that also brings the user's
 * current rights. So a token of an ended session is refused at once in every process, and a new role or a revoked right
 * applies from the next call. Errors: 401 when the session has ended. `requireTwoStep` passes for who may make administrators'
 * calls under the setting `adminTwoStep`. Errors: 403. `mayAdminister` says whether an administrator acts as one: a token without
 * the scope for it does not, and under that setting nobody without a second step. `requireConfirmed` passes for a session whose
 * person has proved lately who they are. Errors: 403.
 */
export const createCallers = (deps: AppDeps): Callers => {
  const { db, clock, secret, config } = deps
  const readToken = createTokenReader(secret)
  const lacksTwoStep = async (userID: string) => config.adminTwoStep === 'required' && !(await isTwoStepOn(db, userID))
  const findSession = inBatches((familyIDs: readonly string[]) => findSessions(db, familyIDs))
  return {
    claimed: async ({ headers }) => {
      const header = headers.authorization
      if (header === undefined) return null
      const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
      if (token !== undefined && looksLikeAccessToken(token)) {
        const claimed = await claimsOfToken(deps, token)
        if (!claimed) throw notAuthenticated()
        return claimed
      }
      const claims = token ? await readToken(clock.now(), token) : null
      if (!claims) throw notAuthenticated()
      return { userID: claims.userID, sessionID: claims.familyID }
    },
    verify: async ({ userID, sessionID }) => {
      const row = await findSession(sessionID)
      if (row?.user_id !== userID) throw notAuthenticated()
      return {
        userID,
        sessionID,
        username: row.username,
        email: row.email,
        isAdministrator: row.is_administrator,
        accountType: toAccountType(row.account_type),
      }
    },
    requireTwoStep: async ({ userID }) => {
      if (await lacksTwoStep(userID))
        throw new HttpError(
          403,
          'TWO_STEP_REQUIRED',
          'Administrators of this server need two-step sign-in. Please switch it on in Settings → Account first.',
        )
    },
    requireConfirmed: (viewer, by) => requireConfirmed(deps, viewer, by),
    mayAdminister: async ({ userID }, scopes) =>
      (scopes === undefined || scopes.includes('admin')) && !(await lacksTwoStep(userID)),
  }
}
