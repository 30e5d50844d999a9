import type { OwnSession } from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { boundedList, type BoundedList, oneMoreThan } from '#server/http/bounded-list.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { tell } from '../notifications/service.ts'
import { passwordChangedMail } from './account-mails.ts'
import { requireGoodPassword } from './good-passwords.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import { endResetTokens, holdPassword, setPassword } from './repository.ts'
import { SESSION_DAYS } from './sessions.ts'
import { findSessionsOf, type OwnSessionRow, revokeOwn } from './sessions-repository.ts'
import { endChallenges } from './two-step-repository.ts'

const SESSIONS_MAX = 100
const DAY_MS = 24 * 60 * 60 * 1000

const isWrong = (field: string) => invalid(field, 'This is not your password.')

/**
 * Passes when somebody knows the password of the viewer's account, and returns its hash. A wrong one counts as a failed login.
 * Errors: 422, 429.
 */
export const requirePassword = async (
  deps: AppDeps,
  viewer: Viewer,
  password: string,
  { ip, field }: { ip: string; field: string },
): Promise<string> => {
  const proved = await provePassword(deps, { email: canonicalEmail(viewer.email), ip }, password)
  if (!proved) throw isWrong(field)
  await proved.free(deps.db)
  return proved.account.password_hash
}

/**
 * Changes the viewer's password, and ends their other sessions and links that reset the password. Errors: 422 for a
 * wrong old password or a trivial new one, 429 after as many wrong ones as logins may fail.
 */
export const changePassword = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { oldPassword, newPassword } }: Input<'account.changePassword'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  const { userID, sessionID, email, username } = viewer
  const oldHash = await requirePassword(deps, viewer, oldPassword, { ip, field: 'oldPassword' })
  requireGoodPassword(deps.config, newPassword, { email, username }, 'newPassword')
  const owner = { email: canonicalEmail(email), ip }
  const newHash = await deps.passwordTurns(owner, () => hashPassword(newPassword))
  const now = deps.clock.now()
  await withTx(deps.db, async (tx) => {
    // Another change may have come during the comparison; then the old password is not the password any more.
    if (!(await holdPassword(tx, userID, oldHash))) throw isWrong('oldPassword')
    await setPassword(tx, userID, newHash, now)
    await endResetTokens(tx, userID, now)
    await endChallenges(tx, userID, now)
    await revokeOwn(tx, userID, { except: sessionID }, 'password_change', now)
    const data = { network: prefixOf(ip) }
    await tell(tx, now, { kind: 'account.passwordChanged', actorID: userID, subjectID: userID, data })
    await enqueue(tx, passwordChangedMail, { userID }, now)
  })
  return { message: 'Your password was changed.' }
}

const toOwnSession =
  (viewer: Viewer) =>
  ({ id, device, network, created_at, seen_at }: OwnSessionRow): OwnSession => ({
    id,
    device: device ?? '',
    network,
    createdAt: created_at.toISOString(),
    lastSeenAt: seen_at.toISOString(),
    isCurrent: id === viewer.sessionID,
  })

/** The viewer's sessions that go on, the one used last first. */
export const listSessions = async (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<BoundedList<OwnSession>> => {
  const now = clock.now()
  const startedAfter = new Date(now.getTime() - SESSION_DAYS * DAY_MS)
  const limit = oneMoreThan(SESSIONS_MAX)
  const rows = await findSessionsOf(db, { userID: viewer.userID, now, startedAfter, limit })
  return boundedList(rows.map(toOwnSession(viewer)), SESSIONS_MAX, 'sessions')
}

/** Ends sessions of the viewer: one, or all but this one. Returns how many it ended. */
const endOwn = (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { userID }: Viewer,
  which: Parameters<typeof revokeOwn>[2],
  ip: string,
): Promise<number> =>
  withTx(db, async (tx) => {
    const now = clock.now()
    const ended = await revokeOwn(tx, userID, which, 'ended', now)
    const about = { actorID: userID, subjectID: userID, data: { network: prefixOf(ip) } }
    await record(tx, now, ...ended.map(() => ({ kind: 'account.signedOut' as const, ...about })))
    return ended.length
  })

/** Ends one of the viewer's sessions. Errors: 404 for one that has ended, or is somebody else's. */
export const endOneSession = async (
  deps: AppDeps,
  viewer: Viewer,
  { params: { id } }: Input<'account.endSession'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  if ((await endOwn(deps, viewer, { id }, ip)) === 0) throw notFound('This session has ended already.')
  return { message: 'The session has ended.' }
}

/** Ends all of the viewer's sessions but the one that asks for it. */
export const endOtherSessions = async (
  deps: AppDeps,
  viewer: Viewer,
  _: Input<'account.endOtherSessions'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  await endOwn(deps, viewer, { except: viewer.sessionID }, ip)
  return { message: 'All other sessions have ended.' }
}
