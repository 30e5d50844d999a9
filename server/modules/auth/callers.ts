import { toAccountType } from '#shared/rules/account.ts'
import { inBatches } from '#server/db/batch.ts'
import { together } from '#server/db/together.ts'
import type { AppDeps } from '#server/deps.ts'
import { HttpError, notAuthenticated } from '#server/http/errors.ts'
import type { Callers } from '#server/http/handlers.ts'
import { readingCounts } from '#server/limits/limits.ts'
import { createTokenReader } from './access-tokens.ts'
import { requireConfirmed } from './confirmation.ts'
import { readingSessions } from './sessions-repository.ts'
import { looksLikeAccessToken } from './token-text.ts'
import { claimsOfToken } from './tokens.ts'
import { isTwoStepOn } from './two-step-repository.ts'

/** A session, and the key of a count that is read beside it. */
type SessionQuery = { sessionID: string; countKey: string | undefined }

/**
 * Identifies callers in two steps, and checks what the session may do.
 *
 * - `claimed` reads the bearer token: its claims, or null without a token. An access token is looked up. Errors: 401
 *   for an unknown or expired token, even on calls that need none, so that the client refreshes it instead of getting
 *   an anonymous answer.
 * - `verify` reads the session and the user's current rights by primary key, so an ended session, a new role or a
 *   revoked right takes effect with the next call in every process. Reads a limit's count with it. Errors: 401 when the
 *   session has ended.
 * - `requireTwoStep` lets pass who may make administrators' calls under the setting `adminTwoStep`. Errors: 403.
 * - `mayAdminister` says whether an administrator acts as one: not by a token without that scope and, under
 *   `adminTwoStep`, not without a second step.
 * - `requireConfirmed` wants a session whose user has confirmed their identity lately. Errors: 403.
 */
export const createCallers = (deps: AppDeps): Callers => {
  const { db, clock, secret, config } = deps
  const readToken = createTokenReader(secret)
  const lacksTwoStep = async (userID: string) => config.adminTwoStep === 'required' && !(await isTwoStepOn(db, userID))
  const findSession = inBatches(async (asked: readonly SessionQuery[]) => {
    const keys = asked.flatMap(({ countKey }) => countKey ?? [])
    const ids = asked.map(({ sessionID }) => sessionID)
    const [sessions, counts = []] = await together(
      db,
      readingSessions(ids),
      ...(keys.length > 0 ? [readingCounts(keys)] : []),
    )
    return asked.map(({ sessionID, countKey }) => {
      const session = sessions.find(({ family_id }) => family_id === sessionID)
      const count = countKey === undefined ? undefined : (counts.find(({ key }) => key === countKey) ?? null)
      return session && { ...session, count }
    })
  })
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
    verify: async ({ userID, sessionID }, countKey) => {
      const row = await findSession({ sessionID, countKey })
      if (row?.user_id !== userID) throw notAuthenticated()
      const { username, email, is_administrator: isAdministrator, account_type, count } = row
      const viewer = { userID, sessionID, username, email, isAdministrator, accountType: toAccountType(account_type) }
      return { viewer, count }
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
