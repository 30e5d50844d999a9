import type { TokenPair } from '#shared/contract/index.ts'
import type { DbOrTx, Tx } from '#server/db/pool.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { forbidden, HttpError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import type { Input } from '#server/http/services.ts'
import { tell } from '../notifications/service.ts'
import { signAccessToken } from './access-tokens.ts'
import { signInMail } from './account-mails.ts'
import { deviceOf } from './devices.ts'
import { hashToken, newToken } from '#server/util/tokens.ts'
import * as repository from './sessions-repository.ts'

export const REFRESH_TOKEN_DAYS = 30
/** A session ends so long after its sign-in, however often it is renewed. */
export const SESSION_DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000
const endOf = (startedAt: Date): Date => new Date(startedAt.getTime() + SESSION_DAYS * DAY_MS)

/** What a request tells of where it comes from: `ip` as the limits count it, `agent` as its header says. */
export type From = Pick<RequestContext, 'ip' | 'agent'>
const whereaboutsOf = ({ ip, agent }: From): repository.Whereabouts => ({
  device: deviceOf(agent),
  network: prefixOf(ip),
})
const nowhere: repository.Whereabouts = { device: null, network: null }
/**
 * A client that crashed between an answer and storing it still has the parent token, and may use that again for this
 * long.
 */
export const GRACE_MS = 10_000

/** Opens a session (a family of refresh tokens) for a verified account. */
export const openSession = async (deps: AppDeps, db: DbOrTx, userID: string): Promise<TokenPair> => {
  await repository.touchUser(db, userID, deps.clock.now())
  await requireActive(db, userID)
  return (await beginSession(deps, db, userID, nowhere)).pair
}

const beginSession = async (deps: AppDeps, db: DbOrTx, userID: string, where: repository.Whereabouts) => {
  const now = deps.clock.now()
  const familyID = await repository.insertFamily(db, userID, where, { now })
  return { familyID, pair: await issuePair(deps, db, { userID, familyID, parentID: null, startedAt: now }) }
}

/** Passes for an account that may sign in. Errors: 403 for a suspended one, which only a person who has proved who they are learns. */
export const requireActive = async (db: DbOrTx, userID: string): Promise<void> => {
  if (await repository.findSuspension(db, userID)) throw isSuspended()
}

const isSuspended = () =>
  forbidden('Your account is suspended. We emailed you the reason, and what you can do if you think this is a mistake.')

/**
 * Opens a session for somebody who has just proved who they are. When the device is new to the account, they get
 * a notice and a mail. Errors: 403 for a suspended account.
 */
export const signIn = async (deps: AppDeps, tx: Tx, userID: string, from: From): Promise<TokenPair> => {
  const now = deps.clock.now()
  const where = whereaboutsOf(from)
  await repository.touchUser(tx, userID, now)
  const [isNew] = await Promise.all([repository.noteDevice(tx, userID, where, now), requireActive(tx, userID)])
  const { familyID, pair } = await beginSession(deps, tx, userID, where)
  const data = { network: where.network, ...(isNew && { newDevice: true as const }) }
  await tell(tx, now, { kind: 'account.signedIn', actorID: userID, subjectID: userID, data })
  if (isNew) await enqueue(tx, signInMail, { sessionID: familyID }, now)
  return pair
}

/**
 * Exchanges a refresh token for a new pair. Errors: 401 INVALID_TOKEN when the token is unknown, expired or of an ended
 * session. A reused token ends the session, because one of its two users may be a thief, unless it is the current
 * token's immediate parent and was exchanged at most 10 s ago.
 */
export const refreshSession = async (
  deps: AppDeps,
  refreshToken: string,
  { note, ...from }: From & Pick<RequestContext, 'note'>,
): Promise<TokenPair> => {
  const now = deps.clock.now()
  // The refusal is thrown after the transaction, because an error inside would roll the revocation back.
  const pair = await withTx(deps.db, async (tx): Promise<TokenPair | null> => {
    const token = await repository.lockRefreshToken(tx, hashToken(refreshToken))
    if (token) note({ account: token.userID, session: token.familyID })
    if (!token || token.isRevoked || token.expires_at <= now || endOf(token.startedAt) <= now) {
      note({ reason: !token ? 'unknown token' : token.isRevoked ? 'ended session' : 'expired token' })
      return null
    }
    if (token.rotated_at === null) await repository.retireRefreshTokens(tx, token.familyID, now)
    else if (!token.is_parent_of_current || now.getTime() - token.rotated_at.getTime() > GRACE_MS) {
      note({ reason: 'token used twice: the session was ended' })
      await repository.revokeFamily(tx, token.familyID, 'reuse', now)
      return null
    }
    const { userID, familyID, startedAt } = token
    await repository.touchUser(tx, userID, now)
    await repository.touchFamily(tx, { id: familyID, userID }, whereaboutsOf(from), now)
    return issuePair(deps, tx, { userID, familyID, parentID: token.id, startedAt })
  })
  if (!pair) throw new HttpError(401, 'INVALID_TOKEN', 'Your session has ended. Please log in again.')
  return pair
}

/** Ends the session of a refresh token; does nothing for an unknown token or an ended session. */
export const endSession = (
  { db, clock }: AppDeps,
  _: null,
  { body: { refreshToken } }: Input<'auth.logout'>,
  { ip }: RequestContext,
): Promise<{ message: string }> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const userID = await repository.revokeFamilyOfToken(tx, hashToken(refreshToken), now)
    const data = { network: prefixOf(ip) }
    if (userID !== undefined)
      await record(tx, now, { kind: 'account.signedOut', actorID: userID, subjectID: userID, data })
    return { message: 'Logged out' }
  })

const issuePair = async (
  { clock, secret }: AppDeps,
  db: DbOrTx,
  {
    userID,
    familyID,
    parentID,
    startedAt,
  }: { userID: string; familyID: string; parentID: string | null; startedAt: Date },
): Promise<TokenPair> => {
  const now = clock.now()
  const refreshToken = newToken()
  const sessionEnds = endOf(startedAt)
  const ends = new Date(Math.min(now.getTime() + REFRESH_TOKEN_DAYS * DAY_MS, sessionEnds.getTime()))
  await repository.insertRefreshToken(db, { familyID, parentID, tokenHash: hashToken(refreshToken), now, ends })
  return {
    accessToken: await signAccessToken(secret(), now, { userID, familyID, sessionEnds }),
    refreshToken,
    userID,
    isEmailVerified: true,
  }
}

/** Those of the sessions that are neither ended nor, for an access token, expired. */
export const findLiveSessions = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  sessionIDs: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows: sessions } = await repository.readingSessions(sessionIDs).execute(db)
  const now = clock.now()
  const isValid = (ends: Date | null) => ends === null || ends > now
  return new Set(sessions.flatMap(({ family_id, token_ends_at }) => (isValid(token_ends_at) ? [family_id] : [])))
}
