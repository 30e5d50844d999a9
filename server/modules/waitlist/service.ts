import { v7 as uuidv7 } from 'uuid'
import { mailStates, type Pagination, type WaitlistFunnel, type WaitlistUser, wishes } from '#shared/contract/index.ts'
import { FUNNEL_WEEKS } from '#shared/contract/waitlist.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { paginationOf } from '#shared/rules/pages.ts'
import { insertRequest } from '#server/access/requests.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, invalid, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { cancelJobs, enqueue } from '#server/jobs/queue.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { hashToken, invitationToken, newToken } from '#server/util/tokens.ts'
import { tell } from '../notifications/service.ts'
import { INVITATION_DAYS, waitlistMail } from './mails.ts'
import * as addresses from './address-repository.ts'
import * as repository from './repository.ts'

export { addresses }

/**
 * Why an address may register: 'link' when the caller has the mailed link, which proves the address is theirs;
 * 'address' when it is invited or the first administrator's, or registration is open. Null when it may not.
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

/**
 * Records that the invited address was registered, with its link if there is a token. Returns false when somebody else
 * has just used that link.
 */
export const acceptInvitation = async (
  db: DbOrTx,
  { email, userID, token, now }: { email: string; userID: string; token: string | undefined; now: Date },
): Promise<boolean> => {
  if (token !== undefined) return repository.useInvitation(db, { tokenHash: hashToken(token), email, userID, now })
  await repository.markRegistered(db, email, userID)
  return true
}

/** Invites a canonical address with a new link, which is not mailed. Returns the link's token and its end. For commands on the server. */
export const renewInvitation = async (tx: Tx, email: string, now: Date): Promise<{ token: string; ends: Date }> => {
  const token = newToken()
  const ends = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000)
  const invitation = { email, invitationID: null, tokenHash: hashToken(token), ends, now }
  const invited = await repository.inviteEntry(tx, invitation, false)
  await addresses.startAddresses(tx, email, now)
  if (invited) await tell(tx, now, { kind: 'waitlist.invited', actorID: null, data: { entryID: invited.id } })
  return { token, ends }
}

/**
 * Ends an address's invitation once the address is verified, so that an unused link becomes void. What projects have
 * kept for the address becomes the account's ordinary invitations.
 */
export const endInvitation = async (tx: Tx, { email, userID, now }: { email: string; userID: string; now: Date }) => {
  await repository.endInvitation(tx, email)
  for (const { project_id: projectID, role, message, invited_by: createdBy, days } of await addresses.takeAddresses(
    tx,
    email,
    now,
  )) {
    const requestID = await insertRequest(tx, {
      projectID,
      userID,
      kind: 'invitation',
      role,
      message,
      createdBy,
      days,
      now,
    })
    if (requestID)
      await tell(tx, now, {
        kind: 'request.invited',
        actorID: createdBy,
        projectID,
        requestID,
        subjectID: userID,
        data: { role },
      })
  }
}

/**
 * Whether a wanted address may register: at once, or because an administrator has let it in. One that may not waits on
 * the list, and administrators are asked to let it in.
 */
export const letIn = async (
  tx: Tx,
  email: string,
  { asks, actorID, now }: { asks: boolean; actorID: string; now: Date },
): Promise<boolean> => {
  if (!asks) return true
  const waiting = await repository.findEntry(tx, email)
  if (waiting?.is_invited) return true
  const entryID = waiting?.id ?? uuidv7()
  await repository.addEntry(tx, email, now, entryID)
  await tell(tx, now, { kind: 'waitlist.wanted', actorID, data: { entryID } })
  return false
}

/** `beta` is true when the address may register already or has an account; otherwise it is put on the waitlist. */
const subscribe = async (
  deps: AppDeps,
  _viewer: null,
  { body }: Input<'waitlist.subscribe'>,
  { ip }: RequestContext,
) => {
  const { db, clock } = deps
  const email = canonicalEmail(body.email)
  await requireWithin(db, clock.now(), limitOf('subscribe', ip))
  const { want, from } = body
  const mayRegister = (await repository.findEntry(db, email))?.is_invited || (await repository.hasAccount(db, email))
  if (!mayRegister) await repository.addEntry(db, email, clock.now())
  await repository.noteWish(db, email, { want, from })
  if (mayRegister) return { beta: true, message: 'Welcome! You can create your account.' }
  return { beta: false, message: 'You are on the waitlist.' }
}

/** Passes when an invitation link is valid for the address. Errors: 422 INVALID_TOKEN. */
const validateInvitation = async (
  deps: AppDeps,
  _viewer: null,
  { body: { token, email } }: Input<'waitlist.validateInvitation'>,
  { ip }: RequestContext,
) => {
  const now = deps.clock.now()
  await requireWithin(deps.db, now, limitOf('invitation-link', ip))
  if (!(await repository.isInvitationGood(deps.db, hashToken(token), canonicalEmail(email), now)))
    throw invalid('token', 'This invitation is not valid any more. Ask for a new one.', 'INVALID_TOKEN')
  return { isValid: true as const, email, hasEnded: await addresses.haveEnded(deps.db, canonicalEmail(email), now) }
}

type Mailing = { email: string; actorID: string; now: Date; unlessInvited?: boolean }
/** Invites a canonical address with a new link, which a job mails; null where `unlessInvited` leaves it alone. */
export const mailInvitation = async (
  tx: Tx,
  { secret }: Pick<AppDeps, 'secret'>,
  { email, actorID, now, unlessInvited = false }: Mailing,
): Promise<repository.WaitlistRow | null> => {
  const invitationID = uuidv7()
  const token = invitationToken(secret(), invitationID)
  const ends = new Date(now.getTime() + INVITATION_DAYS * 24 * 60 * 60 * 1000)
  const invitation = { email, invitationID, tokenHash: hashToken(token), ends, now }
  const invited = await repository.inviteEntry(tx, invitation, unlessInvited)
  if (!invited) return null
  await addresses.startAddresses(tx, email, now)
  await enqueue(tx, waitlistMail, { entryID: invited.id, invitationID }, now)
  await tell(tx, now, { kind: 'waitlist.invited', actorID, data: { entryID: invited.id } })
  return invited
}

const NO_MAIL_YET = 'The address is invited. This server cannot send mail yet; the link leaves once it can.'

/**
 * Invites an address. A job mails the registration link, and retries while the mail server is down. An invited address
 * gets a new link; with `unlessInvited` only if its mail has failed. Errors: 409 EMAIL_TAKEN when the address has an
 * account.
 */
export const createInvitation = async (
  deps: AppDeps,
  { userID }: Pick<Viewer, 'userID'>,
  { body: { email: typedEmail, unlessInvited = false } }: Input<'waitlist.createInvitation'>,
): Promise<{ data: WaitlistUser; isSkipped: boolean; message?: string }> => {
  const { db, clock, mailer } = deps
  const email = canonicalEmail(typedEmail)
  const now = clock.now()
  const row = await withTx(db, async (tx) => {
    if (await repository.hasAccount(tx, email)) throw conflict('EMAIL_TAKEN', 'This address already has an account.')
    return mailInvitation(tx, deps, { email, actorID: userID, now, unlessInvited })
  })
  if (!row) {
    const before = await repository.findEntry(db, email)
    if (!before) throw conflict('CONFLICT', 'This address was taken off the waitlist just now. Please try again.')
    return { data: toWaitlistUser(before), isSkipped: true }
  }
  return { data: toWaitlistUser(row), isSkipped: false, ...(mailer.isAbsent && { message: NO_MAIL_YET }) }
}

/** Invites those who have waited longest, each with a new link, which a job mails. Who has an account is passed over. */
const inviteNext = (
  deps: AppDeps,
  { userID }: Viewer,
  { body }: Input<'waitlist.inviteNext'>,
): Promise<WaitlistUser[]> =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const invited: WaitlistUser[] = []
    for (const email of await repository.holdNext(tx, body)) {
      const row = await mailInvitation(tx, deps, { email, actorID: userID, now, unlessInvited: true })
      if (row) invited.push(toWaitlistUser(row))
    }
    return invited
  })

/**
 * Takes an address off the waitlist, as its owner may ask. Its link becomes void, even one that makes an administrator,
 * and a waiting mail is not sent; an account registered with it stays. Errors: 404.
 */
const removeFromWaitlist = async (
  { db, clock }: AppDeps,
  { userID }: Viewer,
  { params: { id } }: Input<'waitlist.remove'>,
) => {
  await withTx(db, async (tx) => {
    const email = await repository.removeEntry(tx, id)
    if (email === undefined) throw notFound('This address is not on the waitlist any more.')
    await addresses.removeAddress(tx, email)
    // What a mail server has said of a job's mail may name the address. The event names none.
    await cancelJobs(tx, waitlistMail, { entryID: id })
    await tell(tx, clock.now(), { kind: 'waitlist.removed', actorID: userID, data: { entryID: id } })
  })
  return { message: 'The address is off the waitlist.' }
}

/** One page of the waitlist, in the requested order. */
const listWaitlist = async (
  { db, clock }: AppDeps,
  _viewer: Viewer,
  { query: { page, limit, sort, direction, ...filter } }: Input<'waitlist.list'>,
): Promise<{ data: WaitlistUser[]; pagination: Pagination }> => {
  const { rows, total } = await repository.listEntries(db, filter, { page, limit }, { sort, direction })
  const wishes = await addresses.findWishes(
    db,
    rows.map(({ email }) => canonicalEmail(email)),
    clock.now(),
  )
  const origins = await repository.findOrigins(
    db,
    rows.map(({ id }) => id),
  )
  const withWishes = rows.map((row) => ({
    ...toWaitlistUser(row, origins.get(row.id)),
    wantedBy: wishes
      .filter(({ email }) => email === canonicalEmail(row.email))
      .map(({ name, username, title }) => ({ name: name || username, project: title })),
  }))
  return { data: withWishes, pagination: paginationOf({ page, limit }, total) }
}

/** How many joined, were invited, registered and made a first act, by the week of joining and in all. */
const readFunnel = async ({ db }: AppDeps): Promise<WaitlistFunnel> => {
  const rows = await repository.findFunnel(db, FUNNEL_WEEKS)
  const [all] = rows
  const { week: _, ...total } = all ?? { week: null, joined: 0, waiting: 0, invited: 0, registered: 0, acted: 0 }
  return { total, weeks: rows.flatMap(({ week, ...counts }) => (week === null ? [] : [{ week, ...counts }])) }
}

const toWaitlistUser = (row: repository.WaitlistRow, from?: repository.Origin): WaitlistUser => ({
  id: row.id,
  email: row.email,
  isInvited: row.is_invited,
  lastInvitedAt: row.last_invited_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  mailState: mailStates.find((state) => state === row.mail_state) ?? null,
  mailError: row.mail_error,
  wantedBy: [],
  want: wishes.find((wish) => wish === row.want) ?? null,
  from: from ? { taskID: from.task_id, projectID: from.project_id, title: from.title } : null,
})

export const waitlist = {
  subscribe,
  validateInvitation,
  createInvitation,
  list: listWaitlist,
  funnel: readFunnel,
  inviteNext,
  remove: removeFromWaitlist,
}

export { forgetAddresses } from './address-repository.ts'
