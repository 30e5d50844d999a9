import { timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { TokenPair } from '../../../shared/contract/index.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import type { DbOrTx, Tx } from '../../db/pool.ts'
import { withTx } from '../../db/pool.ts'
import type { AppDeps } from '../../deps.ts'
import { logSecurityEvent } from '../../log.ts'
import { invalid } from '../../http/errors.ts'
import type { RequestContext } from '../../http/handlers.ts'
import { countCall, freeSlots, keepSlots, requireWithin, requireWithinAll, takeSlots } from '../../limits.ts'
import { limitOf } from '../../limit-table.ts'
import { type Mail, requireMailer } from '../../mail/mailer.ts'
import { endInvitation } from '../waitlist/service.ts'
import { redeemPromise } from './administrators-repository.ts'
import { verificationMail } from './mails.ts'
import * as repository from './repository.ts'
import { hashCode, hashToken, newCode, newToken } from '../../tokens.ts'
import { openSession } from './sessions.ts'

export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** The link cannot be guessed, so it may live until the next morning. */
const LINK_MINUTES = 24 * 60

type Recipient = { id: string; email: string; username: string }

/** Makes a new code and link for an account and answers the mail that carries them; earlier ones are void. */
export const issueVerification = async (deps: AppDeps, db: DbOrTx, account: Recipient): Promise<Mail> => {
  const now = deps.clock.now()
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const codeID = uuidv7()
  const code = newCode()
  const token = newToken()
  await repository.replaceVerification(db, {
    codeID,
    userID: account.id,
    codeHash: hashCode(deps.secret(), codeID, code),
    tokenHash: hashToken(token),
    now,
    codeEnds: inMinutes(CODE_MINUTES),
    linkEnds: inMinutes(LINK_MINUTES),
  })
  return verificationMail(deps.publicOrigin(), account, code, token)
}

/** Mails a code to an unverified account that has just proved its password, unless one left within 60 seconds. */
export const mailCodeIfDue = async (deps: AppDeps, account: Recipient): Promise<void> => {
  requireMailer(deps)
  const wait = await countCall(deps.db, deps.clock.now(), limitOf('code-mail', canonicalEmail(account.email)))
  if (wait !== null) return
  const mail = await withTx(deps.db, (tx) => issueVerification(deps, tx, account))
  deps.background.run('mail a code', () => deps.mailer.send(mail))
}

/**
 * Mails a new code. The answer is the same, and takes as long, for every address: whether there is an account to mail to
 * is looked up after it was sent. Errors: 429 within 60 seconds of the last one asked for, known or not.
 */
export const resendCode = async (deps: AppDeps, typedEmail: string, { ip }: RequestContext): Promise<void> => {
  requireMailer(deps)
  const email = canonicalEmail(typedEmail)
  const now = deps.clock.now()
  await requireWithinAll(deps.db, now, [limitOf('mail', ip), limitOf('code-mail', email)])
  deps.background.runLater('mail a code', async () => {
    const account = await repository.findAccount(deps.db, email)
    if (!account || account.is_email_verified) return
    await deps.mailer.send(await withTx(deps.db, (tx) => issueVerification(deps, tx, account)))
  })
}

/** Verifies the address with a mailed code and signs in. Errors: 422 INVALID_OTP; 429 after 20 wrong ones in a day. */
export const verifyCode = async (
  deps: AppDeps,
  input: { email: string; otp: string },
  { ip }: RequestContext,
): Promise<TokenPair> => {
  const email = canonicalEmail(input.email)
  await requireWithin(deps.db, deps.clock.now(), limitOf('verify', ip))
  const slots = await takeSlots(deps.db, deps.clock.now(), [limitOf('otp', email)])
  const account = await repository.findAccount(deps.db, email)
  const codeID = account ? await tryCode(deps, account.id, input.otp) : null
  const spend = async (tx: Tx) =>
    account && codeID !== null && (await repository.consumeCode(tx, codeID, deps.clock.now())) ? account : null
  const pair = codeID === null ? null : await verifyAddress(deps, spend)
  if (pair) await freeSlots(deps.db, slots)
  else await keepSlots(deps.db, deps.clock.now(), slots)
  if (!pair) throw invalid('otp', 'Invalid OTP', 'INVALID_OTP')
  return pair
}

/**
 * Answers the ID of the open code when it is the given one, which is not spent yet; null when it is not. The try is committed
 * before the comparison, so that no failure after it can give it back.
 */
const tryCode = async (deps: AppDeps, userID: string, code: string): Promise<string | null> => {
  const open = await repository.takeCodeTry(deps.db, userID, CODE_TRIES, deps.clock.now())
  if (!open) return null
  const given = hashCode(deps.secret(), open.id, code)
  return timingSafeEqual(Buffer.from(given), Buffer.from(open.code_hash)) ? open.id : null
}

/** Verifies the address with the link of the mail and signs in. Errors: 422 INVALID_TOKEN. */
export const verifyLink = async (
  deps: AppDeps,
  input: { token: string; email: string },
  { ip }: RequestContext,
): Promise<TokenPair> => {
  const email = canonicalEmail(input.email)
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('link', ip))
  const pair = await verifyAddress(deps, async (tx) => {
    const link = { tokenHash: hashToken(input.token), email, now }
    const used = await repository.consumeLink(tx, 'email_verification_tokens', link)
    return used ? { id: used.userID, email } : null
  })
  if (!pair) throw invalid('token', 'This link is not valid any more. Please ask for a new code.', 'INVALID_TOKEN')
  return pair
}

type Account = { id: string; email: string }

/**
 * Spends what proves that an address is its account's own, and does all that follows from it: in one transaction, so that a
 * fault leaves the code or link good. `spend` answers whose it was, null when somebody else was first or it is not good any more.
 */
const verifyAddress = async (deps: AppDeps, spend: (tx: Tx) => Promise<Account | null>): Promise<TokenPair | null> => {
  const done = await withTx(deps.db, async (tx) => {
    const account = await spend(tx)
    return account && { account: account.id, ...(await completeVerification(deps, tx, account)) }
  })
  // Not before it is so: a transaction may still be rolled back.
  if (done?.madeBy) logSecurityEvent(deps.logger, 'administrator made', { account: done.account, by: done.madeBy })
  return done && done.pair
}

/** `madeBy` says why the account is an administrator from now on, null when it is none by this. */
const completeVerification = async (deps: AppDeps, tx: Tx, account: Account) => {
  const now = deps.clock.now()
  const email = canonicalEmail(account.email)
  const { adminEmail } = deps.config
  // Only now is it proved that the configured or invited address belongs to this account.
  const isInvited = await redeemPromise(tx, { email, userID: account.id, now })
  const isConfigured = adminEmail !== undefined && canonicalEmail(adminEmail) === email
  const madeBy = isInvited ? 'invitation' : isConfigured ? 'setting' : null
  await repository.markVerified(tx, account.id, madeBy !== null, now)
  await repository.endVerifications(tx, account.id, now)
  await endInvitation(tx, email)
  return { pair: await openSession(deps, tx, account.id), madeBy }
}
