import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { canonicalEmail } from '#shared/rules/account.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, invalid } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { freeSlots, keepSlots, requireWithin, requireWithinAll, takeSlots } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireMailer } from '#server/mail/mailer.ts'
import { codeOf, hashCode, readSignedID } from '#server/util/tokens.ts'
import { tell } from '../notifications/service.ts'
import { requirePassword } from './account.ts'
import { emailChangedMail, emailGivenBackMail, emailLeftMail } from './account-mails.ts'
import * as changes from './email-changes-repository.ts'
import { CODE_MINUTES, newAddressCodeMail } from './mails.ts'
import { endResetTokens } from './repository.ts'
import { revokeAllOfUser } from './sessions-repository.ts'
import { switchOffNow } from './two-step.ts'
import { endChallenges, findTwoStep } from './two-step-repository.ts'
import { CODE_TRIES } from './verification.ts'

/** How long the link of the notice to the old address is good. */
export const WAY_BACK_DAYS = 7
/**
 * Days for which a second step must have been on before a change of address, to stay on when that address is taken
 * back. A younger one may be a thief's; the old address was mailed about it (decision 39).
 */
export const TWO_STEP_OWN_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

const isTaken = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'users_email_key'

/**
 * Mails a code to the viewer's new address. Whether the address is taken is checked only when the mail is written, so
 * that answer and time are the same for every address; a taken one gets no code. Errors: 422 for a wrong password,
 * which counts as a failed login, or for the viewer's present address; 429 within 60 seconds of the last code to this
 * address.
 */
export const askForEmail = async (
  deps: AppDeps,
  viewer: Viewer,
  { body }: Input<'account.changeEmail'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  requireMailer(deps)
  const { userID } = viewer
  const newEmail = canonicalEmail(body.email)
  await requirePassword(deps, viewer, body.password, { ip, field: 'password' })
  if (newEmail === canonicalEmail(viewer.email)) throw invalid('email', 'This is your address already.')
  const now = deps.clock.now()
  await requireWithinAll(deps.db, now, [limitOf('mail', ip), limitOf('code-mail', newEmail)])
  const id = uuidv7()
  const ends = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const codeHash = hashCode(deps.secret(), id, codeOf(deps.secret(), id))
  await withTx(deps.db, async (tx) => {
    await changes.replaceChange(tx, { id, userID, newEmail, codeHash, now, ends })
    await enqueue(tx, newAddressCodeMail, { changeID: id }, now)
  })
  return { message: 'We are sending a code to the new address.' }
}

/**
 * Changes the viewer's address to the one that got the code, and mails the old one a way back. Errors: 422 INVALID_OTP,
 * also when another account has taken the address since; 429 after 20 wrong codes in a day.
 */
export const confirmEmail = async (
  deps: AppDeps,
  viewer: Viewer,
  { body: { code } }: Input<'account.confirmEmail'>,
  { ip }: RequestContext,
): Promise<{ email: string }> => {
  const { db, clock } = deps
  const { userID } = viewer
  await requireWithin(db, clock.now(), limitOf('verify', ip))
  const slots = await takeSlots(db, clock.now(), [limitOf('otp', canonicalEmail(viewer.email))])
  const id = await tryCode(deps, userID, code)
  const email =
    id === null ? undefined : await withTx(db, (tx) => change(deps, tx, { id, userID, ip })).catch(unlessTaken)
  if (email === undefined) {
    await keepSlots(db, clock.now(), slots)
    throw invalid('code', 'Invalid OTP', 'INVALID_OTP')
  }
  await freeSlots(db, slots)
  return { email }
}

const unlessTaken = (error: unknown): undefined => {
  if (!isTaken(error)) throw error
}

/** The ID of the viewer's open change when the code is its code. The try is committed before the comparison. */
const tryCode = async ({ db, clock, secret }: AppDeps, userID: string, code: string): Promise<string | null> => {
  const open = await changes.takeChangeTry(db, userID, CODE_TRIES, clock.now())
  if (!open) return null
  const given = hashCode(secret(), open.id, code)
  return timingSafeEqual(Buffer.from(given), Buffer.from(open.code_hash)) ? open.id : null
}

const change = async (
  { clock }: AppDeps,
  tx: Tx,
  { id, userID, ip }: { id: string; userID: string; ip: string },
): Promise<string | undefined> => {
  const now = clock.now()
  const email = await changes.consumeChange(tx, id, now)
  if (email === undefined) return undefined
  const oldEmail = await changes.replaceEmail(tx, userID, email, now)
  // Links that would reset the password went to the old address.
  await endResetTokens(tx, userID, now)
  const ends = new Date(now.getTime() + WAY_BACK_DAYS * DAY_MS)
  const recoveryID = await changes.insertRecovery(tx, { userID, oldEmail, now, ends })
  const data = { network: prefixOf(ip) }
  await tell(tx, now, { kind: 'account.emailChanged', actorID: userID, subjectID: userID, data })
  await enqueue(tx, emailChangedMail, { recoveryID }, now)
  return email
}

/**
 * Restores an account's address from before a change and ends all its sessions, on the word of the old mailbox's
 * reader. Also turns a second step off, since it may be a thief's. Works once, for seven days. Errors: 422
 * INVALID_TOKEN; 409 when another account has verified the address since, which only the same person can have done.
 */
export const takeBackEmail = async (
  deps: AppDeps,
  _: null,
  { body: { token } }: Input<'account.takeBackEmail'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('link', ip))
  const id = readSignedID(deps.secret(), 'email-recovery', token)
  const isDone = id !== null && (await withTx(deps.db, (tx) => giveBack(tx, id, { now, ip })).catch(refuseTaken))
  if (!isDone) throw invalid('token', 'This link is not good any more. It works once, for seven days.', 'INVALID_TOKEN')
  return { message: 'Your account has its old address again.' }
}

const giveBack = async (tx: Tx, id: string, { now, ip }: { now: Date; ip: string }): Promise<boolean> => {
  const found = await changes.consumeRecovery(tx, id, now)
  if (!found) return false
  const { userID, oldEmail, changedAt } = found
  await changes.removeUnverified(tx, canonicalEmail(oldEmail))
  const leftEmail = await changes.replaceEmail(tx, userID, oldEmail, now)
  await changes.noteLeft(tx, id, leftEmail)
  await changes.endChanges(tx, userID, now)
  await endResetTokens(tx, userID, now)
  await revokeAllOfUser(tx, userID, 'address_recovery', now)
  await endChallenges(tx, userID, now)
  const data = { network: prefixOf(ip) }
  const confirmedAt = (await findTwoStep(tx, userID))?.confirmed_at
  const isOwnStep = confirmedAt && confirmedAt.getTime() <= changedAt.getTime() - TWO_STEP_OWN_DAYS * DAY_MS
  const isStepOff = !isOwnStep && (await switchOffNow(tx, now, { userID, actorID: userID, data }))
  await tell(tx, now, { kind: 'account.emailChanged', actorID: userID, subjectID: userID, data })
  await enqueue(tx, emailGivenBackMail, { userID, isStepOff }, now)
  await enqueue(tx, emailLeftMail, { recoveryID: id }, now)
  return true
}

const refuseTaken = (error: unknown): never => {
  if (!isTaken(error)) throw error
  throw conflict('EMAIL_TAKEN', 'There is an account with your old address now.')
}
