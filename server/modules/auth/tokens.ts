import { type AccessToken, TOKEN_DAYS_MAX, TOKENS_MAX } from '#shared/contract/index.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, type BoundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { conflict, invalid, notAuthenticated, notFound } from '#server/http/errors.ts'
import type { TokenClaims, RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { hashToken } from '#server/util/tokens.ts'
import { tell } from '../notifications/service.ts'
import { tokenMadeMail } from './account-mails.ts'
import { insertFamily, revokeToken } from './sessions-repository.ts'
import { isAccessTokenText, newAccessTokenText } from './token-text.ts'
import * as repository from './tokens-repository.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A token that has ended stays in the list for this many days, so that its owner sees why a program fails. */
const SHOWN_AFTER_END_DAYS = 30
/** In milliseconds: the last use of a token is noted once in this time, because each note is a write. */
const USE_NOTED_EVERY = 60_000
const LISTED_MAX = 200

type Deps = Pick<AppDeps, 'db' | 'clock'>
/** Where a token is made: `ip` is null on the server's own command line. */
type From = { ip: string | null }
type Owner = Pick<Viewer, 'userID' | 'isAdministrator'> & { sessionID: string | null }

const toAccessToken = (row: repository.TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The person's tokens that are not revoked, the newest first; also those that ended within the last 30 days. */
const listTokens = async ({ db, clock }: Deps, { userID }: Viewer): Promise<BoundedList<AccessToken>> => {
  const endedAfter = new Date(clock.now().getTime() - SHOWN_AFTER_END_DAYS * DAY_MS)
  const rows = await repository.findTokensOf(db, { userID, endedAfter, limit: oneMoreThan(LISTED_MAX) })
  return boundedList(rows.map(toAccessToken), LISTED_MAX, 'access tokens')
}

const networkOf = (ip: string | null) => ({ network: ip === null ? null : prefixOf(ip) })

/**
 * Makes an access token, which only this answer shows, and notifies its owner, by mail too. Errors: 409 for a
 * twenty-first; 422 for an end in the past or more than a year ahead, and for the scope `admin` of a person who is no
 * administrator; 429; 401 when the session has ended or the account was suspended since.
 */
export const createToken = async (
  { db, clock }: Deps,
  { userID, sessionID, isAdministrator }: Owner,
  { body: { name, scopes, endsAt } }: Input<'tokens.create'>,
  { ip }: From,
): Promise<AccessToken & { token: string }> => {
  const now = clock.now()
  const ends = new Date(endsAt)
  if (ends <= now) throw invalid('endsAt', 'Please choose a day in the future.')
  if (ends.getTime() > now.getTime() + TOKEN_DAYS_MAX * DAY_MS)
    throw invalid('endsAt', 'An access token can last a year at most.')
  if (scopes.includes('admin') && !isAdministrator)
    throw invalid('scopes', 'Only administrators can make a token for the administrators’ calls.')
  const token = newAccessTokenText()
  const id = await withTx(db, async (tx) => {
    await requireWithin(tx, now, limitOf('token', userID))
    if (!(await repository.holdAccount(tx, { userID, sessionID }))) throw notAuthenticated()
    const live = await repository.findTokensOf(tx, { userID, endedAfter: now, limit: TOKENS_MAX })
    if (live.length >= TOKENS_MAX)
      throw conflict(
        'CONFLICT',
        `You have ${TOKENS_MAX} access tokens, and cannot have more. Revoke one that you do not need.`,
      )
    const made = await insertFamily(tx, userID, { device: null, network: null }, { now, confirmedAt: null })
    await repository.insertToken(tx, { id: made, userID, name, scopes, hash: hashToken(token), now, endsAt: ends })
    const data = { ...networkOf(ip), tokenID: made }
    await tell(tx, now, { kind: 'account.tokenMade', actorID: userID, subjectID: userID, data })
    await enqueue(tx, tokenMadeMail, { tokenID: made }, now)
    return made
  })
  return { id, name, scopes, createdAt: now.toISOString(), endsAt: ends.toISOString(), lastUsedAt: null, token }
}

/** Revokes one of the person's tokens. Errors: 404 for one that is revoked already, or is somebody else's. */
const revokeOwnToken = (
  { db, clock }: Deps,
  { userID }: Viewer,
  { params: { id } }: Input<'tokens.revoke'>,
  { ip }: RequestContext,
): Promise<{ message: string }> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    if (!(await revokeToken(tx, userID, id, now))) throw notFound('This access token is revoked already.')
    const data = { ...networkOf(ip), tokenID: id }
    await tell(tx, now, { kind: 'account.tokenRevoked', actorID: userID, subjectID: userID, data })
    return { message: 'The access token is revoked.' }
  })

export const tokens = { list: listTokens, create: createToken, revoke: revokeOwnToken }

/** Whom an access token names and what it may do, or null for one that is made up, revoked or too old. */
export const claimsOfToken = async ({ db, clock }: Deps, token: string): Promise<TokenClaims | null> => {
  if (!isAccessTokenText(token)) return null
  const now = clock.now()
  const row = await repository.findToken(db, hashToken(token), now)
  if (!row) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= USE_NOTED_EVERY)
    await repository.noteUse(db, row.id, now)
  return { userID: row.user_id, sessionID: row.id, scopes: row.scopes }
}
