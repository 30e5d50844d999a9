import type { FastifyRequest } from 'fastify'
import { toAccountType } from '../../shared/rules/account.ts'
import { inBatches } from '../db/batch.ts'
import type { AppDeps } from '../deps.ts'
import { notAuthenticated } from '../http/errors.ts'
import type { Viewer } from '../http/handlers.ts'
import { createTokenReader } from '../modules/auth/access-tokens.ts'
import { findSessions } from '../modules/auth/sessions-repository.ts'

/**
 * Who a request's bearer token stands for; null without a token. Errors: 401 for a token that is not good any more, on
 * calls that need none too, so that the client refreshes it instead of seeing a stranger's answer.
 *
 * The session is looked up at every call: one read by primary key, which the viewer's present rights need anyway. A token
 * of an ended session is refused at once, in every process, and a new role or a revoked right holds from the next call.
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
      username: row.username,
      email: row.email,
      isAdministrator: row.is_administrator,
      accountType: toAccountType(row.account_type),
    }
  }
}
