import type { AdministeredPerson } from '#shared/contract/administration.ts'
import { holdTaker } from '#server/access/locks.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import { foldTexts } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { prefixOf } from '#server/http/network.ts'
import { readPlace, writePlace } from '#server/http/place-cursor.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { logSecurityEvent } from '#server/process/log.ts'
import { endClaims } from '../tasks/service.ts'
import { suspendedMail } from './account-mails.ts'
import * as repository from './administration-repository.ts'
import { revokeAllOfUser, signOutUser } from './sessions-repository.ts'

const toPerson = (row: repository.PersonRow): AdministeredPerson => ({
  id: row.id,
  username: row.username,
  name: row.name,
  email: row.email,
  type: row.account_type,
  isAdministrator: row.is_administrator,
  isEmailVerified: row.is_email_verified,
  suspendedAt: row.suspended_at?.toISOString() ?? null,
  suspensionReason: row.suspension_reason,
  createdAt: row.created_at.toISOString(),
  lastActiveAt: row.last_active_at?.toISOString() ?? null,
})

/** One page of all accounts, newest first. Errors: 422 for a cursor that is not ours. */
const listPeople = async (
  { db }: Pick<AppDeps, 'db'>,
  _: Viewer,
  { query: { q = '', state, ids, cursor, limit } }: Input<'administration.people'>,
): Promise<{ data: AdministeredPerson[]; nextCursor: string | null }> => {
  const after = cursor === undefined ? null : readPlace(cursor)
  const [folded = ''] = await foldTexts(db, [q])
  const rows = await repository.findPeople(db, { q, folded, state, ids, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    data: shown.map(toPerson),
    nextCursor: last ? writePlace({ time: last.joined_at, id: last.id }) : null,
  }
}

type Act = {
  kind: 'account.suspended' | 'account.restored' | 'account.signedOutByAdministrator' | 'account.adminRevoked'
  /** Changes the person, who exists. Returns false where there is nothing to change and that is no failure. */
  change: (tx: Tx, now: Date, administrators: readonly string[]) => Promise<boolean>
}

/** Acts on a person in one transaction, with its event. Errors: 404; 403 for a caller who has lost the right since; those of `change`. */
const actOn = async (
  { db, clock, logger }: AppDeps,
  viewer: Viewer,
  id: string,
  { ip }: RequestContext,
  { kind, change }: Act,
): Promise<AdministeredPerson> => {
  const { person, isChanged } = await withTx(db, async (tx) => {
    const now = clock.now()
    const administrators = await repository.holdAdministrators(tx)
    if (!administrators.includes(viewer.userID)) throw forbidden('Only administrators may do that.')
    if (!(await repository.findPersonRow(tx, id))) throw notFound('Person not found')
    const isChanged = await change(tx, now, administrators)
    const data = { network: prefixOf(ip) }
    if (isChanged) await record(tx, now, { kind, actorID: viewer.userID, subjectID: id, data })
    const person = await repository.findPersonRow(tx, id)
    if (!person) throw notFound('Person not found')
    return { person, isChanged }
  })
  if (isChanged) logSecurityEvent(logger, kind, { account: id, by: viewer.userID })
  return toPerson(person)
}

const requireAnother = (administrators: readonly string[], id: string): void => {
  if (administrators.length === 1 && administrators[0] === id)
    throw conflict('CONFLICT', 'This is the last administrator: somebody has to look after the platform.')
}

type Suspension = { id: string; reason: string; by: string; administrators: readonly string[]; now: Date }
/** Suspends a person within a transaction that holds the administrators; the caller mails them. False for one who is suspended already. Errors: 409. */
export const suspendWithin = async (tx: Tx, { id, reason, by, administrators, now }: Suspension): Promise<boolean> => {
  requireAnother(administrators, id)
  if (id === by) throw conflict('CONFLICT', 'You cannot suspend yourself.')
  // From here on the person takes no task.
  await holdTaker(tx, id)
  if (!(await repository.suspendUser(tx, id, reason, now))) return false
  await revokeAllOfUser(tx, id, 'suspension', now)
  await endClaims(tx, { userID: id, by: { userID: by, role: 'owner' }, now, isGone: true })
  return true
}

/**
 * Suspends a person: ends their sessions, bars sign-in until they are restored, and mails them the reason. Errors: 404;
 * 409 for oneself, the last administrator, and a person who is suspended already.
 */
const suspend = (
  deps: AppDeps,
  viewer: Viewer,
  { params: { id }, body: { reason } }: Input<'administration.suspend'>,
  context: RequestContext,
): Promise<AdministeredPerson> =>
  actOn(deps, viewer, id, context, {
    kind: 'account.suspended',
    change: async (tx, now, administrators) => {
      if (!(await suspendWithin(tx, { id, reason, by: viewer.userID, administrators, now })))
        throw conflict('CONFLICT', 'This person is suspended already.')
      await enqueue(tx, suspendedMail, { userID: id }, now)
      return true
    },
  })

/** Lets a suspended person sign in again. Errors: 404; 409 for a person who is not suspended. */
const restore = (
  deps: AppDeps,
  viewer: Viewer,
  { params: { id } }: Input<'administration.restore'>,
  context: RequestContext,
) =>
  actOn(deps, viewer, id, context, {
    kind: 'account.restored',
    change: async (tx, now) => {
      if (!(await repository.restoreUser(tx, id, now))) throw conflict('CONFLICT', 'This person is not suspended.')
      return true
    },
  })

/** Ends all sessions of a person. Errors: 404. */
const signOut = (
  deps: AppDeps,
  viewer: Viewer,
  { params: { id } }: Input<'administration.signOut'>,
  context: RequestContext,
) =>
  actOn(deps, viewer, id, context, {
    kind: 'account.signedOutByAdministrator',
    change: (tx, now) => signOutUser(tx, id, 'administrator', now),
  })

/** Takes an administrator's right back. Errors: 404; 409 for the last administrator, and for a person without the right. */
const revokeAdmin = (
  deps: AppDeps,
  viewer: Viewer,
  { params: { id } }: Input<'administration.revokeAdmin'>,
  context: RequestContext,
) =>
  actOn(deps, viewer, id, context, {
    kind: 'account.adminRevoked',
    change: async (tx, _now, administrators) => {
      requireAnother(administrators, id)
      if (!(await repository.takeRight(tx, id))) throw conflict('CONFLICT', 'This person is not an administrator.')
      return true
    },
  })

export const administration = { people: listPeople, suspend, restore, signOut, revokeAdmin }
