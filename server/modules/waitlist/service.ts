import type { Pagination, WaitlistUser } from '../../../shared/contract/index.ts'
import { canonicalEmail } from '../../../shared/rules/account.ts'
import type { DbOrTx } from '../../db/pool.ts'
import type { AppDeps } from '../../deps.ts'
import { conflict, invalid, unavailable } from '../../http/errors.ts'
import type { RequestContext } from '../../http/handlers.ts'
import { requireWithin } from '../../limits.ts'
import { limitOf } from '../../limit-table.ts'
import { hashToken, newToken } from '../../tokens.ts'
import { invitationMail } from './mails.ts'
import * as repository from './repository.ts'

export const INVITATION_DAYS = 30

/**
 * What lets an address register: 'link', when whoever asks has read the mail to it, or 'address', when it is invited, the
 * first administrator's, or anybody's may come. Null for nothing.
 */
export const invitationOf = async (
  deps: AppDeps,
  email: string,
  token: string | undefined,
): Promise<'link' | 'address' | null> => {
  const { config, db, clock } = deps
  if (token && (await repository.isInvitationGood(db, hashToken(token), email, clock.now()))) return 'link'
  if (config.registration === 'open') return 'address'
  if (config.adminEmail !== undefined && canonicalEmail(config.adminEmail) === email) return 'address'
  return (await repository.findEntry(db, email))?.is_invited ? 'address' : null
}

/** The invited address has registered, with its link if there is a token. False when somebody else has just used that. */
export const acceptInvitation = async (
  db: DbOrTx,
  { email, userID, token, now }: { email: string; userID: string; token: string | undefined; now: Date },
): Promise<boolean> => {
  if (token !== undefined) return repository.useInvitation(db, { tokenHash: hashToken(token), email, userID, now })
  await repository.markRegistered(db, email, userID)
  return true
}

/** Invites a canonical address with a new link, which nobody is mailed. Answers the link's token, and when it ends. */
export const renewInvitation = async (db: DbOrTx, email: string, now: Date): Promise<{ token: string; ends: Date }> => {
  const token = newToken()
  const ends = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000)
  await repository.inviteEntry(db, { email, tokenHash: hashToken(token), ends, now })
  return { token, ends }
}

/** The address is verified: a link that its owner had no need of is void. */
export const endInvitation = async (db: DbOrTx, email: string): Promise<void> => {
  await repository.endInvitation(db, email)
}

/** Answers true when the address may come in already (invited, or has an account); else it joins the waitlist. */
export const subscribe = async (deps: AppDeps, typedEmail: string, { ip }: RequestContext): Promise<boolean> => {
  const { db, clock } = deps
  const email = canonicalEmail(typedEmail)
  await requireWithin(db, clock.now(), limitOf('subscribe', ip))
  if ((await repository.findEntry(db, email))?.is_invited || (await repository.hasAccount(db, email))) return true
  await repository.addEntry(db, email, clock.now())
  return false
}

/** Passes when an invitation link is good for the address. Errors: 422 INVALID_TOKEN. */
export const requireInvitation = async (
  deps: AppDeps,
  { token, email }: { token: string; email: string },
  { ip }: RequestContext,
): Promise<void> => {
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('invitation-link', ip))
  if (!(await repository.isInvitationGood(deps.db, hashToken(token), canonicalEmail(email), now)))
    throw invalid('token', 'This invitation is not valid any more. Ask for a new one.', 'INVALID_TOKEN')
}

/**
 * Invites an address and mails it a registration link; again with a new link when it was invited before. Errors: 409
 * EMAIL_TAKEN when it has an account; 503 when the mail could not be handed over (the address is invited all the same).
 */
export const createInvitation = async (deps: AppDeps, typedEmail: string): Promise<WaitlistUser> => {
  const { db, clock } = deps
  const email = canonicalEmail(typedEmail)
  if (await repository.hasAccount(db, email)) throw conflict('EMAIL_TAKEN', 'This address already has an account.')
  const now = clock.now()
  const token = newToken()
  const ends = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000)
  const row = await repository.inviteEntry(db, { email, tokenHash: hashToken(token), ends, now })
  try {
    await deps.mailer.send(invitationMail(deps.publicOrigin(), email, token, INVITATION_DAYS))
  } catch (error) {
    throw unavailable('The address is invited, but the mail could not be sent. Please try again.', error)
  }
  return toWaitlistUser(row)
}

/** One page of the waitlist, newest first. */
export const listWaitlist = async (
  { db }: AppDeps,
  { page, limit, ...filter }: { page: number; limit: number } & repository.WaitlistFilter,
): Promise<{ data: WaitlistUser[]; pagination: Pagination }> => {
  const { rows, total } = await repository.listEntries(db, filter, { page, limit })
  return { data: rows.map(toWaitlistUser), pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } }
}

const toWaitlistUser = (row: repository.WaitlistRow): WaitlistUser => ({
  id: row.id,
  email: row.email,
  isInvited: row.is_invited,
  lastInvitedAt: row.last_invited_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})
