import { ADDRESS_INVITATIONS_MAX, type AddressInvitation } from '#shared/contract/address-invitations.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { accessOf } from '#server/access/access.ts'
import { requireNotHidden } from '#server/access/hidden.ts'
import { holdAccess, holdProjectToChange } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager } from '#server/access/policy.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { tell } from '../notifications/service.ts'
import { memberships } from '../memberships/service.ts'
import { addresses, letIn, mailInvitation } from '../waitlist/service.ts'

const toInvitation = (row: addresses.AddressRow): AddressInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role === 'admin' ? 'admin' : 'member',
  state: row.mailed_at ? 'mailed' : 'asked',
  taskID: row.task_id,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  isResent: row.resent_at !== null,
})

type Deps = AppDeps
type Of = { projectID: string; viewer: Viewer }

/** The mode of this server. Errors: 404 where projects invite no addresses. */
const modeOf = ({ config }: Deps): 'ask' | 'on' => {
  if (config.membersInvite === 'off') throw notFound('This server invites no addresses.')
  return config.membersInvite
}

/** Keeps an invitation for an address without an account, and mails it where the address is let in. */
const keep = (deps: Deps, { projectID, viewer }: Of, email: string, body: Input<'addressInvitations.create'>['body']) =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await holdProjectToChange(tx, projectID)
    const [access, isTask, waiting] = await Promise.all([
      holdAccess(tx, projectID, viewer.userID),
      !body.taskID || addresses.isTaskOf(tx, projectID, body.taskID),
      addresses.findAddresses(tx, projectID, now),
    ])
    requireManager(access)
    await requireNotHidden(tx, projectID)
    if (!isTask) throw notFound('Task not found')
    if (waiting.length >= ADDRESS_INVITATIONS_MAX)
      throw conflict('CONFLICT', `A project has at most ${ADDRESS_INVITATIONS_MAX} open invitations by address.`)
    const { role, message, taskID } = body
    const fresh = { projectID, email, role, message: message || null, taskID: taskID ?? null, by: viewer.userID, now }
    const row = await addresses.insertAddress(tx, fresh)
    if (!row) throw conflict('CONFLICT', 'This address has already been invited.')
    const about = { actorID: viewer.userID, projectID }
    await tell(tx, now, { kind: 'invitation.byMail', ...about, data: { invitationID: row.id } })
    await noteActivity(tx, projectID, viewer.userID, now)
    const isLetIn = await letIn(tx, email, { asks: modeOf(deps) === 'ask', actorID: viewer.userID, now })
    if (isLetIn) await mailInvitation(tx, deps, { email, actorID: viewer.userID, now })
    // This lock comes last, and only invitations that are kept are counted.
    await requireWithin(tx, now, limitOf('invite-address', viewer.userID))
    const [kept = row] = (await addresses.findAddresses(tx, projectID, now)).filter(({ id }) => id === row.id)
    return toInvitation(kept)
  })

/**
 * Invites an address to a project: an account by the ordinary invitation, with its limits and errors. Errors: 404 where
 * the server invites no addresses, and for a task of another project; 409 for a second open one, and beyond 20 of a
 * project; 429 beyond 50 of a person in a day.
 */
const create = async (deps: Deps, viewer: Viewer, { params: { id }, body }: Input<'addressInvitations.create'>) => {
  modeOf(deps)
  const email = canonicalEmail(body.email)
  const userID = await addresses.findAccount(deps.db, email)
  if (userID === null) return keep(deps, { projectID: id, viewer }, email, body)
  const { role, message } = body
  const { requestId } = await memberships.invite(deps, viewer, {
    params: { id, userId: userID },
    body: { role, message },
  })
  const invited = { id: requestId, email, role, state: 'invited', taskID: null, endsAt: null, isResent: false } as const
  return { ...invited, createdAt: deps.clock.now().toISOString() }
}

/** Errors: 404 where the server invites no addresses. */
const list = async (deps: Deps, viewer: Viewer, { params: { id } }: Input<'addressInvitations.list'>) => {
  const mode = modeOf(deps)
  requireManager(await accessOf(deps.db, id, viewer.userID))
  return { data: (await addresses.findAddresses(deps.db, id, deps.clock.now())).map(toInvitation), mode }
}

const heldIn = async (tx: Tx, { projectID, viewer }: Of, invitationID: string, now: Date) => {
  await holdProjectToChange(tx, projectID)
  const [access, row] = await Promise.all([
    holdAccess(tx, projectID, viewer.userID),
    addresses.holdAddress(tx, projectID, invitationID, now),
  ])
  requireManager(access)
  if (!row) throw notFound('This invitation has ended.')
  return row
}

/** Errors: 404 for one that has ended; 409 before its first mail, and the second time. */
const resend = (deps: Deps, viewer: Viewer, { params: { id, invitationID } }: Input<'addressInvitations.resend'>) =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    modeOf(deps)
    const { email, mailed_at, resent_at } = await heldIn(tx, { projectID: id, viewer }, invitationID, now)
    await requireNotHidden(tx, id)
    if (!mailed_at) throw conflict('CONFLICT', 'It waits for an administrator; no mail has left yet.')
    if (resent_at) throw conflict('CONFLICT', 'It has been sent a second time already.')
    const row = await addresses.resendAddress(tx, invitationID, now)
    await mailInvitation(tx, deps, { email, actorID: viewer.userID, now })
    return toInvitation(row)
  })

/** Errors: 404 for one that has ended. */
const remove = (deps: Deps, viewer: Viewer, { params: { id, invitationID } }: Input<'addressInvitations.remove'>) =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    await heldIn(tx, { projectID: id, viewer }, invitationID, now)
    await addresses.endAddress(tx, invitationID, now)
    return { message: 'The invitation is withdrawn.' }
  })

const AT_ONCE = 200
/** Ends invitations with which nobody has registered in time, and tells who invited. Each by one process, however late. */
export const runAddressClock = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> => {
  for (;;) {
    const found = await addresses.findOverAddresses(db, clock.now(), AT_ONCE)
    for (const { id: invitationID, project_id: projectID } of found)
      await withTx(db, async (tx) => {
        await holdProjectToChange(tx, projectID)
        const ended = await addresses.endOverAddress(tx, invitationID, clock.now())
        const about = { kind: 'invitation.ended', actorID: null, projectID, data: { invitationID } } as const
        if (ended) await tell(tx, clock.now(), { ...about, subjectID: ended.invited_by })
      })
    if (found.length < AT_ONCE) return
  }
}

export const addressInvitations = { create, list, resend, remove }
