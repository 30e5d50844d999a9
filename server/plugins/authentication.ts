import type { FastifyRequest } from 'fastify'
import { toAccountType } from '../../shared/rules/account.ts'
import { inBatches } from '../db/batch.ts'
import type { AppDeps } from '../deps.ts'
import { notAuthenticated } from '../http/errors.ts'
import type { Viewer } from '../http/handlers.ts'
import { createTokenReader } from '../modules/auth/access-tokens.ts'
import { findSessions } from '../modules/auth/sessions-repository.ts'

/**
 * Finds the user of a request's bearer token; null without a token. Errors: 401 for a token that is no longer valid,
 * even on calls that need none, so that the client refreshes the token instead of getting a stranger's answer.
 *
 * The session is looked up at every call, with one read by primary key that also brings the user's current rights. So a
 * token of an ended session is refused at once in every process, and a new role or a revoked right applies from the
 * next call.
 */
export const createViewerFinder = ({ db, clock, secret }: AppDeps) => {
  const readToken = createTokenReader(secret)
  const findSession = inBatches((familyIDs: readonly string[]) => findSessions(db, familyIDs))
  return async (request: FastifyRequest): Promise<Viewer | null> => {
    const header = request.headers.authorization
    if (header === undefined) return null
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
    const claims = token ? await readToken(clock.now(), token) : null
    if (!claims) throw notAuthenticated()
    const row = await findSession(claims.familyID)
    if (row?.user_id !== claims.userID) throw notAuthenticated()
    return {
      userID: row.user_id,
      sessionID: claims.familyID,
      username: row.username,
      email: row.email,
      isAdministrator: row.is_administrator,
      accountType: toAccountType(row.account_type),
    }
  }
}
