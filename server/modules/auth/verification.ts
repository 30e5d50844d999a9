import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type CodeMailState, oneLine, type TokenPair } from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import type { Tx } from '#server/db/pool.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { logSecurityEvent } from '#server/process/log.ts'
import { invalid } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { enqueue, findJob } from '#server/jobs/queue.ts'
import { countCall, freeSlots, keepSlots, requireWithin, requireWithinAll, takeSlots } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { requireMailer } from '#server/mail/mailer.ts'
import { endInvitation } from '../waitlist/service.ts'
import { redeemPromise } from './administrators-repository.ts'
import { CODE_MINUTES, codeMail } from './mails.ts'
import { noted } from './noted.ts'
import * as repository from './repository.ts'
import { codeOf, hashCode, hashToken, linkTokenOf, readSignedID, signedID } from '#server/util/tokens.ts'
import { type From, signIn } from './sessions.ts'
import { isTwoStepOn } from './two-step-repository.ts'

export const CODE_TRIES = 5
/** Nobody can guess the link, so it may live until the next morning. */
const LINK_MINUTES = 24 * 60

/** Makes a new code and link for an account, and the job for the mail that carries them. Earlier codes and links become void. */
export const issueVerification = async (deps: AppDeps, tx: Tx, userID: string): Promise<void> => {
  const now = deps.clock.now()
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const codeID = uuidv7()
  const secret = deps.secret()
  await repository.replaceVerification(tx, {
    codeID,
    userID,
    codeHash: hashCode(secret, codeID, codeOf(secret, codeID)),
    tokenHash: hashToken(linkTokenOf(secret, codeID)),
    now,
    codeEnds: inMinutes(CODE_MINUTES),
    linkEnds: inMinutes(LINK_MINUTES),
  })
  await enqueue(tx, codeMail, { codeID }, now, { id: codeID })
}

/** With this the person who registered, or proved the password, may ask what became of the mail with the code. */
export const codeReceipt = (deps: AppDeps, userID: string): string =>
  signedID(deps.secret(), 'code-mail-receipt', userID)

/**
 * The state of the newest code mail of an account, for a caller with a receipt only: anybody else would learn that the
 * account exists. Errors: 422 INVALID_TOKEN.
 */
export const codeMailState = async (
  deps: AppDeps,
  _: null,
  { body }: Input<'auth.codeMail'>,
): Promise<CodeMailState> => {
  const userID = readSignedID(deps.secret(), 'code-mail-receipt', body.receipt)
  if (userID === null) throw invalid('receipt', 'This confirmation is no longer valid.', 'INVALID_TOKEN')
  const code = await repository.findOpenCode(deps.db, userID)
  const job = code && (await findJob(deps.db, code.id))
  if (!job) return { state: 'sent', reason: '' }
  if (job.gave_up_at === null && job.last_error === null) return { state: 'waiting', reason: '' }
  return { state: job.gave_up_at === null ? 'delayed' : 'failed', reason: reasonOf(job.last_error ?? '') }
}

/** What the mail server of the address said. What went wrong before it was reached concerns the operator alone. */
const reasonOf = (error: string): string => {
  const [, said] = /: ([45]\d\d[ -].+)$/.exec(oneLine(error)) ?? []
  return said ?? 'our mail server could not be reached'
}

/**
 * Mails a code to an unverified account that has just proved its password, unless a code left within the last 60
 * seconds.
 */
export const mailCodeIfDue = async (deps: AppDeps, account: { id: string; email: string }): Promise<void> => {
  requireMailer(deps)
  const wait = await countCall(deps.db, deps.clock.now(), limitOf('code-mail', canonicalEmail(account.email)))
  if (wait !== null) return
  await withTx(deps.db, (tx) => issueVerification(deps, tx, account.id))
}

/**
 * Mails a new code. The account is looked up after the answer, so that answer and time are the same for every address.
 * Errors: 429 within 60 seconds of the last request for this address, known or not.
 */
export const resendCode = async (
  deps: AppDeps,
  _: null,
  { body }: Input<'auth.resendOtp'>,
  { ip }: RequestContext,
): Promise<{ message: string }> => {
  requireMailer(deps)
  const email = canonicalEmail(body.email)
  const now = deps.clock.now()
  await requireWithinAll(deps.db, now, [limitOf('mail', ip), limitOf('code-mail', email)])
  deps.background.runLater('mail a code', async () => {
    const account = await repository.findAccount(deps.db, email)
    if (!account || account.is_email_verified) return
    await withTx(deps.db, (tx) => issueVerification(deps, tx, account.id))
  })
  return { message: 'If the address awaits verification, a new code is on its way.' }
}

/** Verifies the address with a mailed code and signs in. Errors: 422 INVALID_OTP; 429 after 20 wrong ones in a day. */
export const verifyCode = (
  deps: AppDeps,
  _: null,
  { body }: Input<'auth.verifyOtp'>,
  context: RequestContext,
): Promise<TokenPair> => noted(deps, body.email, context, tryToVerify(deps, body, context))

const tryToVerify = async (
  deps: AppDeps,
  input: Input<'auth.verifyOtp'>['body'],
  context: RequestContext,
): Promise<TokenPair> => {
  const email = canonicalEmail(input.email)
  await requireWithin(deps.db, deps.clock.now(), limitOf('verify', context.ip))
  const slots = await takeSlots(deps.db, deps.clock.now(), [limitOf('otp', email)])
  const account = await repository.findAccount(deps.db, email)
  const codeID = account ? await tryCode(deps, account.id, input.otp) : null
  const spend = async (tx: Tx) =>
    account && codeID !== null && (await repository.consumeCode(tx, codeID, deps.clock.now())) ? account : null
  const pair = codeID === null ? null : await verifyAddress(deps, context, spend)
  if (pair) await freeSlots(deps.db, slots)
  else await keepSlots(deps.db, deps.clock.now(), slots)
  if (!pair) throw invalid('otp', 'Invalid OTP', 'INVALID_OTP')
  return pair
}

/**
 * The ID of the open code if `code` matches it, without using it up; otherwise null. The try is committed before the
 * comparison, so that no later error gives it back.
 */
const tryCode = async (deps: AppDeps, userID: string, code: string): Promise<string | null> => {
  const open = await repository.takeCodeTry(deps.db, userID, CODE_TRIES, deps.clock.now())
  if (!open) return null
  const given = hashCode(deps.secret(), open.id, code)
  return timingSafeEqual(Buffer.from(given), Buffer.from(open.code_hash)) ? open.id : null
}

const badLink = () => invalid('token', 'This link is not valid any more. Please ask for a new code.', 'INVALID_TOKEN')

/** Whose registration the link of a mail finishes. Errors: 422 INVALID_TOKEN. */
export const registrationOf = async (
  { db, clock }: AppDeps,
  _: null,
  { body: input }: Input<'auth.registrationOfLink'>,
  { ip }: RequestContext,
): Promise<{ username: string; email: string }> => {
  const now = clock.now()
  await requireWithin(db, now, limitOf('link', ip))
  const found = await repository.findRegistration(db, hashToken(input.token), canonicalEmail(input.email), now)
  if (!found) throw badLink()
  return found
}

/** Verifies the address with the link of the mail and signs in. Errors: 422 INVALID_TOKEN. */
export const verifyLink = async (
  deps: AppDeps,
  _: null,
  { body: input }: Input<'auth.verifyEmailToken'>,
  context: RequestContext,
): Promise<TokenPair> => {
  const email = canonicalEmail(input.email)
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('link', context.ip))
  const pair = await verifyAddress(deps, context, async (tx) => {
    const link = { tokenHash: hashToken(input.token), email, now }
    const used = await repository.consumeLink(tx, 'email_verification_tokens', link)
    return used ? { id: used.userID, email } : null
  })
  if (!pair) throw badLink()
  return pair
}

type Account = { id: string; email: string }

/**
 * Spends the proof that an address belongs to its account, and does all that follows in the same transaction, so that
 * an error leaves the code or link valid. `spend` returns the account, or null when the proof is no longer valid or
 * already used.
 */
const verifyAddress = async (
  deps: AppDeps,
  from: From,
  spend: (tx: Tx) => Promise<Account | null>,
): Promise<TokenPair | null> => {
  const done = await withTx(deps.db, async (tx) => {
    const account = await spend(tx)
    // A link from before the address was verified must not pass by the second step.
    if (!account || (await isTwoStepOn(tx, account.id))) return null
    return { account: account.id, ...(await completeVerification(deps, tx, account, from)) }
  })
  // Logged only after the commit, because a transaction may still be rolled back.
  if (done?.madeBy) logSecurityEvent(deps.logger, 'administrator made', { account: done.account, by: done.madeBy })
  return done && done.pair
}

/** `madeBy` says why the account becomes an administrator, and is null when it does not. */
const completeVerification = async (deps: AppDeps, tx: Tx, account: Account, from: From) => {
  const now = deps.clock.now()
  const email = canonicalEmail(account.email)
  const { adminEmail } = deps.config
  // Only now is it proved that the configured or invited address belongs to this account.
  const isInvited = await redeemPromise(tx, { email, userID: account.id, now })
  const isConfigured = adminEmail !== undefined && canonicalEmail(adminEmail) === email
  const madeBy = isInvited ? 'invitation' : isConfigured ? 'setting' : null
  await repository.markVerified(tx, account.id, madeBy !== null, now)
  await repository.endVerifications(tx, account.id, now)
  await endInvitation(tx, { email, userID: account.id, now })
  if (madeBy !== null)
    await record(tx, now, { kind: 'account.adminGranted', actorID: null, subjectID: account.id, data: {} })
  return { pair: await signIn(deps, tx, account.id, from), madeBy }
}
