import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { toAccountType } from '../../shared/rules/account.ts'
import { inBatches } from '../db/batch.ts'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared.ts'
import type { AppDeps } from '../deps.ts'
import { notAuthenticated } from '../http/errors.ts'
import type { Viewer } from '../http/handlers.ts'
import { createTokenReader } from '../modules/auth/access-tokens.ts'

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

type SessionRow = {
  family_id: string
  user_id: string
  username: string
  email: string
  is_administrator: boolean
  account_type: string
}

/** Of each session that has not ended, whose it is; in the order of the IDs. */
const findSessions = async (db: Db, familyIDs: readonly string[]): Promise<Array<SessionRow | undefined>> => {
  const { rows } = await sql<SessionRow>`${prepared}
    select family.id as family_id, users.id as user_id, users.username, users.email, users.is_administrator, users.account_type
    from session_families as family join users on users.id = family.user_id
    where family.id = any(${familyIDs}::uuid[]) and family.revoked_at is null`.execute(db)
  const found = new Map(rows.map((row) => [row.family_id, row]))
  return familyIDs.map((id) => found.get(id))
}
