import { v7 as uuidv7 } from 'uuid'
import type { SignInAnswer } from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, HttpError, invalid } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import { prefixOf } from '#server/http/network.ts'
import { countCall, forgetCounts, requireWithin, requireWithinAll } from '#server/limits.ts'
import { limitOf } from '#server/limit-table.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { requireMailer } from '#server/mail/mailer.ts'
import { tell } from '../notifications/service.ts'
import { acceptInvitation, invitationOf } from '../waitlist/service.ts'
import { passwordChangedMail } from './account-mails.ts'
import { requireGoodPassword } from './good-passwords.ts'
import { RESET_MINUTES, resetLinkMail } from './mails.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import * as repository from './repository.ts'
import { hashToken, linkTokenOf } from '#server/tokens.ts'
import { beginSecondStep } from './second-step.ts'
import { signIn } from './sessions.ts'
import { revokeAllOfUser } from './sessions-repository.ts'
import { endChallenges, isTwoStepOn } from './two-step-repository.ts'
import { codeReceipt, issueVerification, mailCodeIfDue } from './verification.ts'

type Registration = { email: string; password: string; username: string; invitationToken?: string | undefined }

/**
 * Creates an account and mails it a code. A person with the invitation's link has proved that the mail of the address
 * is theirs: when a stranger has made an unverified account of it, they get that account, with their own name and
 * password (decision 12). Errors: 403 INVITATION_REQUIRED without an invitation; 422 for a trivial password; 409 when
 * the address or the name is taken. Only a person with the link learns which of the two is taken, because anybody else
 * could test addresses with a taken name and leave no trace.
 */
export const register = async (deps: AppDeps, input: Registration, { ip }: RequestContext): Promise<string> => {
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
  return withTx(deps.db, async (tx) => {
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
}

const addressIsTaken = () => conflict('EMAIL_TAKEN', 'There is already an account with this email address.')
const nameIsTaken = () => conflict('USERNAME_TAKEN', 'This username is already taken.')
const eitherIsTaken = () =>
  conflict(
    'ACCOUNT_TAKEN',
    'This email address or this username is already taken. Log in if you have an account, or try another username.',
  )

const NO_TOKENS = { accessToken: '', refreshToken: '', isEmailVerified: false } as const

/**
 * Signs in. An unverified account gets no tokens but a code by mail, and one with two-step sign-in a challenge. Errors: 401 INVALID_CREDENTIALS, with the same
 * answer and time for unknown addresses; 429 after 10 failures in 15 minutes for the account from one network, 50 from
 * one network, or 100 in a day for the account.
 */
export const login = async (
  deps: AppDeps,
  input: { emailID: string; password: string },
  { ip, agent }: RequestContext,
): Promise<SignInAnswer> => {
  const { db } = deps
  const email = canonicalEmail(input.emailID)
  const account = await provePassword(deps, { email, ip }, input.password)
  if (!account) throw wrongCredentials()
  if (!account.is_email_verified) {
    await mailCodeIfDue(deps, account)
    return { ...NO_TOKENS, userID: account.id, receipt: codeReceipt(deps, account.id) }
  }
  return withTx(db, async (tx) => {
    // The password was changed during the comparison. The reset has ended all sessions, and the old password must not
    // open a new one.
    if (!(await repository.holdPassword(tx, account.id, account.password_hash))) throw wrongCredentials()
    return (await isTwoStepOn(tx, account.id))
      ? beginSecondStep(deps, tx, account.id)
      : signIn(deps, tx, account.id, { ip, agent })
  })
}

const wrongCredentials = () => new HttpError(401, 'INVALID_CREDENTIALS', 'Invalid credentials')

/** Mails a reset link. Like `resendCode`, it gives the same answer, as fast, for unknown addresses. Errors: 429. */
export const forgotPassword = async (deps: AppDeps, typedEmail: string, { ip }: RequestContext): Promise<void> => {
  requireMailer(deps)
  const email = canonicalEmail(typedEmail)
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
}

type ResetLink = { token: string; email: string }

/** Passes when a reset link is still valid. Errors: 422 INVALID_TOKEN. */
export const requireResetLink = async (deps: AppDeps, link: ResetLink, { ip }: RequestContext): Promise<void> => {
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('link', ip))
  if (!(await repository.isResetTokenGood(deps.db, hashToken(link.token), canonicalEmail(link.email), now)))
    throw badResetLink()
}

/**
 * Sets a new password, ends all sessions and lifts the account's lockout. Errors: 422 for an invalid link
 * (INVALID_TOKEN) or a trivial password. Of parallel uses of one link only one succeeds.
 */
export const resetPassword = async (
  deps: AppDeps,
  input: ResetLink & { password: string },
  context: RequestContext,
): Promise<void> => {
  // The link is checked before the costly hash, so that refusing made-up links is cheap.
  await requireResetLink(deps, input, context)
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
    await forgetCounts(tx, 'login-account', email)
    await forgetCounts(tx, 'login-account-network', email)
    // Nor out of the second step; those of the day stay, or a reader of the mail could guess on after each reset.
    await forgetCounts(tx, 'two-step', used.userID)
    const about = { actorID: used.userID, subjectID: used.userID }
    const data = { network: prefixOf(context.ip) }
    await tell(tx, now, { kind: 'account.passwordChanged', ...about, data })
    await enqueue(tx, passwordChangedMail, { userID: used.userID }, now)
    return true
  })
  if (!isChanged) throw badResetLink()
}

const badResetLink = () => invalid('token', 'Invalid reset link. Please request a new password reset.', 'INVALID_TOKEN')

export { requirePassword } from './account.ts'
export { holdAdministrators } from './administration-repository.ts'
