import { v7 as uuidv7 } from 'uuid'
import type { SignInAnswer, TokenPair } from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { type DbOrTx, withTx } from '#server/db/pool.ts'
import type { AppDeps, ServiceDeps } from '#server/deps.ts'
import { conflict, HttpError, invalid } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { countCall, forgetCounts, requireWithin, requireWithinAll } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requireMailer } from '#server/mail/mailer.ts'
import { tell } from '../notifications/service.ts'
import { acceptInvitation, invitationOf } from '../waitlist/service.ts'
import { grantAdministrator } from './administrators-repository.ts'
import { changePassword, endOneSession, endOtherSessions, listSessions } from './account.ts'
import { passwordChangedMail } from './account-mails.ts'
import { confirmSession } from './confirmation.ts'
import { askForEmail, confirmEmail, takeBackEmail } from './email-change.ts'
import { removeExpiredChanges } from './email-changes-repository.ts'
import { requireGoodPassword } from './good-passwords.ts'
import { RESET_MINUTES, resetLinkMail } from './mails.ts'
import { noted } from './noted.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import * as repository from './repository.ts'
import { hashToken, linkTokenOf } from '#server/util/tokens.ts'
import { beginSecondStep, takeSecondStep } from './second-step.ts'
import { endSession, refreshSession, signIn } from './sessions.ts'
import { removeExpiredSessions, revokeAllOfUser } from './sessions-repository.ts'
import { countUnderOtherKeys, endChallenges, isTwoStepOn, removeExpiredTwoStep } from './two-step-repository.ts'
import {
  codeMailState,
  codeReceipt,
  issueVerification,
  mailCodeIfDue,
  registrationOf,
  resendCode,
  verifyCode,
  verifyLink,
} from './verification.ts'

/**
 * Creates an account and mails it a code. The invitation's link proves that the mailbox is the person's: they get even
 * an account that a stranger made of the address and never verified, with their own name and password (decision 12).
 * Errors: 403 INVITATION_REQUIRED; 422 for a trivial password; 409 when the address or the name is taken. Only the link
 * reveals which: otherwise addresses could be probed with a taken name.
 */
const register = async (
  deps: AppDeps,
  _: null,
  { body: input }: Input<'auth.register'>,
  { ip }: RequestContext,
): Promise<Registration> => {
  const email = canonicalEmail(input.email)
  const { username } = input
  const now = deps.clock.now()
  requireMailer(deps)
  await requireWithin(deps.db, now, limitOf('register', ip))
  const invitation = await invitationOf(deps, email, input.invitationToken)
  if (!invitation)
    throw new HttpError(
      403,
      'INVITATION_REQUIRED',
      'Registration is by invitation. Join the waitlist and we will invite you as soon as we can.',
    )
  requireGoodPassword(deps.config, input.password, { email, username })
  const [emailTaken, usernameTaken] =
    invitation === 'link' ? [addressIsTaken, nameIsTaken] : [eitherIsTaken, eitherIsTaken]
  const existing = await repository.findAccount(deps.db, email)
  // Both are looked up in any case, so that the time does not show which of them is taken.
  const isNameTaken = await repository.isUsernameTaken(deps.db, username, existing?.id)
  if (existing && (existing.is_email_verified || invitation !== 'link')) throw emailTaken()
  if (isNameTaken) throw usernameTaken()
  const passwordHash = await deps.passwordTurns({ email, ip }, () => hashPassword(input.password))
  const userID = await withTx(deps.db, async (tx) => {
    const isReplaced =
      existing && (await repository.replaceUnverified(tx, existing.id, { username, passwordHash, now }))
    if (existing && !isReplaced) throw emailTaken()
    const id = existing?.id ?? (await repository.insertAccount(tx, { email, username, passwordHash, now }))
    const token = invitation === 'link' ? input.invitationToken : undefined
    if (!(await acceptInvitation(tx, { email, userID: id, token, now }))) throw emailTaken()
    // This code mail is always sent, but the next one has to wait for its 60 seconds.
    await countCall(tx, now, limitOf('code-mail', email))
    await issueVerification(deps, tx, id)
    return id
  }).catch((error: unknown) => {
    // When two registrations come at once, the unique index decides, and the constraint's name tells which value is
    // taken.
    const { constraint } = (error ?? {}) as { constraint?: unknown }
    if (constraint === 'users_email_key') throw emailTaken()
    throw constraint === 'users_username_key' ? usernameTaken() : error
  })
  const message = 'We are sending a code to your email address.'
  return { userID, isEmailVerified: false, receipt: codeReceipt(deps, userID), message }
}
type Registration = { userID: string; isEmailVerified: false; receipt: string; message: string }

const addressIsTaken = () => conflict('EMAIL_TAKEN', 'There is already an account with this email address.')
const nameIsTaken = () => conflict('USERNAME_TAKEN', 'This username is already taken.')
const eitherIsTaken = () =>
  conflict(
    'ACCOUNT_TAKEN',
    'This email address or this username is already taken. Log in if you have an account, or try another username.',
  )

const NO_TOKENS = { accessToken: '', refreshToken: '', isEmailVerified: false } as const

/**
 * Signs in. An unverified account gets a code by mail instead of tokens, one with two-step sign-in a challenge. Errors:
 * 401 INVALID_CREDENTIALS, with the same answer and time for unknown addresses; 429 after 10 failures in 15 minutes for
 * the account from one network, 50 from one network, or 100 in a day for the account.
 */
const login = async (
  deps: AppDeps & Pick<ServiceDeps, 'refuseDemoAccount'>,
  _: null,
  { body }: Input<'auth.login'>,
  context: RequestContext,
): Promise<SignInAnswer> => {
  await deps.refuseDemoAccount(body.emailID)
  return noted(deps, body.emailID, context, signInByPassword(deps, body, context))
}

const signInByPassword = async (
  deps: AppDeps,
  input: Input<'auth.login'>['body'],
  { ip, agent }: RequestContext,
): Promise<SignInAnswer> => {
  const { db } = deps
  const email = canonicalEmail(input.emailID)
  const proved = await provePassword(deps, { email, ip }, input.password)
  if (!proved) throw wrongCredentials()
  const { account, free } = proved
  if (!account.is_email_verified) {
    await free(db)
    await mailCodeIfDue(deps, account)
    return { ...NO_TOKENS, userID: account.id, receipt: codeReceipt(deps, account.id) }
  }
  return withTx(db, async (tx) => {
    const [isSame, hasTwoSteps] = await Promise.all([
      repository.holdPassword(tx, account.id, account.password_hash),
      isTwoStepOn(tx, account.id),
    ])
    // The password was changed during the comparison. The reset has ended all sessions, and the old password must not
    // open a new one.
    if (!isSame) throw wrongCredentials()
    // Last of the locks, as a reset of the password takes them.
    await free(tx)
    return hasTwoSteps ? beginSecondStep(deps, tx, account.id) : signIn(deps, tx, account.id, { ip, agent })
  }).catch(async (error: unknown) => {
    // The answer is why the sign-in failed; a place that is not given back ends by itself.
    await free(db).catch(() => undefined)
    throw error
  })
}

const wrongCredentials = () => new HttpError(401, 'INVALID_CREDENTIALS', 'Invalid credentials')

/** Mails a reset link. Like `resendCode`, it gives the same answer, as fast, for unknown addresses. Errors: 429. */
const forgotPassword = async (
  deps: AppDeps,
  _: null,
  { body }: Input<'auth.forgotPassword'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  requireMailer(deps)
  const email = canonicalEmail(body.email)
  const now = deps.clock.now()
  await requireWithinAll(deps.db, now, [limitOf('mail', ip), limitOf('reset-mail', email)])
  deps.background.runLater('mail a reset link', async () => {
    const account = await repository.findAccount(deps.db, email)
    if (!account) return
    const id = uuidv7()
    const tokenHash = hashToken(linkTokenOf(deps.secret(), id))
    const ends = new Date(now.getTime() + RESET_MINUTES * 60_000)
    await withTx(deps.db, async (tx) => {
      await repository.replaceResetToken(tx, { id, userID: account.id, tokenHash, now, ends })
      await enqueue(tx, resetLinkMail, { resetID: id }, now)
    })
  })
  return { message: 'If the address has an account, a reset link is on its way.' }
}

/** Passes when a reset link is still valid. Errors: 422 INVALID_TOKEN. */
const verifyResetToken = async (
  deps: AppDeps,
  _: null,
  { body: link }: Input<'auth.verifyResetToken'>,
  { ip }: RequestContext,
): Promise<{ isValid: true }> => {
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('link', ip))
  if (!(await repository.isResetTokenGood(deps.db, hashToken(link.token), canonicalEmail(link.email), now)))
    throw badResetLink()
  return { isValid: true }
}

/**
 * Sets a new password, ends all sessions and lifts the account's lockout. Of parallel uses of a link, one succeeds.
 * Errors: 422 for an invalid link (INVALID_TOKEN) or a trivial password.
 */
const resetPassword = async (
  deps: AppDeps,
  _: null,
  { body: input }: Input<'auth.resetPassword'>,
  context: RequestContext,
): Promise<{ message: string }> => {
  // The link is checked before the costly hash, so that refusing made-up links is cheap.
  await verifyResetToken(deps, null, { body: input }, context)
  const email = canonicalEmail(input.email)
  requireGoodPassword(deps.config, input.password, { email, ...(await repository.findAccount(deps.db, email)) })
  const passwordHash = await deps.passwordTurns({ email, ip: context.ip }, () => hashPassword(input.password))
  const now = deps.clock.now()
  const isChanged = await withTx(deps.db, async (tx) => {
    const link = { tokenHash: hashToken(input.token), email, now }
    const used = await repository.consumeLink(tx, 'reset_tokens', link)
    if (!used) return false
    await repository.setPassword(tx, used.userID, passwordHash, now)
    await revokeAllOfUser(tx, used.userID, 'password_reset', now)
    // Two-step sign-in stays: who reads the mail has one of the two proofs, and not the other.
    await endChallenges(tx, used.userID, now)
    // People who guessed at the old password must not lock the owner out of the new one.
    // In the order of the keys, as a guess locks them.
    await forgetCounts(tx, 'login-account-network', email)
    await forgetCounts(tx, 'login-account', email)
    // Nor out of the second step; those of the day stay, or a reader of the mail could guess on after each reset.
    await forgetCounts(tx, 'two-step', used.userID)
    const about = { actorID: used.userID, subjectID: used.userID }
    const data = { network: prefixOf(context.ip) }
    await tell(tx, now, { kind: 'account.passwordChanged', ...about, data })
    await enqueue(tx, passwordChangedMail, { userID: used.userID }, now)
    return true
  })
  if (!isChanged) throw badResetLink()
  return { message: 'Your password was changed. Please log in.' }
}

const badResetLink = () => invalid('token', 'Invalid reset link. Please request a new password reset.', 'INVALID_TOKEN')

const refreshToken = async (
  deps: AppDeps,
  _: null,
  { body }: Input<'auth.refreshToken'>,
  context: RequestContext,
): Promise<TokenPair> => {
  await requireWithin(deps.db, deps.clock.now(), limitOf('refresh', context.ip))
  return refreshSession(deps, body.refreshToken, context)
}

export const auth = {
  register,
  codeMail: codeMailState,
  login,
  secondStep: takeSecondStep,
  verifyOtp: verifyCode,
  verifyEmailToken: verifyLink,
  registrationOfLink: registrationOf,
  resendOtp: resendCode,
  forgotPassword,
  verifyResetToken,
  resetPassword,
  refreshToken,
  logout: endSession,
}

const passwordRules = async ({ config }: AppDeps): Promise<{ min: number }> => ({ min: config.passwordMin })

export const account = {
  passwordRules,
  confirm: confirmSession,
  changePassword,
  changeEmail: askForEmail,
  confirmEmail,
  takeBackEmail,
  sessions: listSessions,
  endSession: endOneSession,
  endOtherSessions,
}

export { requirePassword } from './account.ts'
export { endEverything, holdOwner, holdPerson } from './end-everything.ts'
export { suspendWithin } from './administration.ts'
export { holdAdministrators, restoreUser } from './administration-repository.ts'

/** Whether there is an account with this address. */
export const hasAccount = async (db: DbOrTx, email: string): Promise<boolean> =>
  (await repository.findAccount(db, canonicalEmail(email))) !== undefined

/** How many people have two-step sign-in under a key that the server lacks. */
export const countLockedOut = (db: DbOrTx, keyIDs: readonly string[]): Promise<number> =>
  countUnderOtherKeys(db, keyIDs)

/** Makes the verified account with this address an administrator; undefined when there is none. */
export const makeAdministrator = (
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  address: string,
): Promise<{ account: string; isChanged: boolean } | undefined> =>
  withTx(db, (tx) => grantAdministrator(tx, address, clock.now()))

/** Removes sessions, codes, links and changes of an address that ended before that time. */
export const forgetExpired = async (db: DbOrTx, before: Date): Promise<void> => {
  await repository.removeExpiredProofs(db, before)
  await removeExpiredChanges(db, before)
  await removeExpiredSessions(db, before)
  await removeExpiredTwoStep(db, before)
}

export { createCallers } from './callers.ts'
export { hashPassword } from './passwords.ts'
export { createPasswordTurns, type PasswordTurns } from './password-turns.ts'
export { findLiveSessions } from './sessions.ts'
