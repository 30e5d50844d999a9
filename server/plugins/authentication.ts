import type { FastifyRequest } from 'fastify'
import { toAccountType } from '../../shared/rules/account.ts'
import type { AppDeps } from '../deps.ts'
import { notAuthenticated } from '../http/errors.ts'
import type { Viewer } from '../http/handlers.ts'
import { readAccessToken } from '../modules/auth/access-tokens.ts'

/**
 * Who a request's bearer token stands for; null without a token. Errors: 401 for a token that is not good any more, on
 * calls that need none too, so that the client refreshes it instead of seeing a stranger's answer.
 *
 * The session is looked up at every call: one read by primary key, which the viewer's present rights need anyway. A token
 * of an ended session is refused at once, in every process, and a new role or a revoked right holds from the next call.
 */
export const createViewerFinder =
  ({ db, clock, secret }: AppDeps) =>
  async (request: FastifyRequest): Promise<Viewer | null> => {
    const header = request.headers.authorization
    if (header === undefined) return null
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
    const claims = token ? await readAccessToken(secret, clock.now(), token) : null
    if (!claims) throw notAuthenticated()
    const row = await db
      .selectFrom('session_families as family')
      .innerJoin('users', 'users.id', 'family.user_id')
      .where('family.id', '=', claims.familyID)
      .where('family.user_id', '=', claims.userID)
      .where('family.revoked_at', 'is', null)
      .select(['users.id', 'users.username', 'users.email', 'users.is_administrator', 'users.account_type'])
      .executeTakeFirst()
    if (!row) throw notAuthenticated()
    return {
      userID: row.id,
      username: row.username,
      email: row.email,
      isAdministrator: row.is_administrator,
      accountType: toAccountType(row.account_type),
    }
  }
