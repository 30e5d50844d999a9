import { isApplication } from '#shared/rules/membership.ts'
import { holdAccessChanges, holdProject, holdProjectToChange, holdTeam } from '#server/access/locks.ts'
import { type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict } from '#server/http/errors.ts'
import { findDues, findHandedIn } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { endClaims, releaseTasks } from '../tasks/service.ts'
import { findOpenRequests, findProjectIDs, isLive, type OpenRequest } from './departure-repository.ts'
import { deleteMember } from './members-repository.ts'
import { closeRequest } from './repository.ts'
import { withdrawSent } from './sent-invitations.ts'

const leave = async (tx: Tx, projectID: string, userID: string, now: Date): Promise<void> => {
  await holdProjectToChange(tx, projectID)
  const roles = await holdTeam(tx, projectID, [userID])
  const role = roles.get(userID)
  if (!role) return
  const owners = [...roles.values()].filter((each) => each === 'owner').length
  const isNeeded = async () =>
    (await isLive(tx, projectID)) ||
    (await findDues(tx, { projectID })).length > 0 ||
    (await findHandedIn(tx, projectID)).length > 0
  if (role === 'owner' && owners === 1 && (await isNeeded())) throw conflict('CONFLICT', 'A project needs an owner.')
  await deleteMember(tx, projectID, userID)
  await withdrawSent(tx, { projectID, userID, by: userID }, now)
  const about = { actorID: userID, projectID, subjectID: userID }
  await tell(tx, now, { kind: 'member.left', ...about, data: { role } })
  await releaseTasks(tx, { projectID, userID, by: { userID, role }, now, isGone: true })
}

const close = async (tx: Tx, { id, projectID, kind }: OpenRequest, userID: string, now: Date): Promise<void> => {
  await holdAccessChanges(tx, projectID, userID)
  await holdProject(tx, projectID)
  const outcome = isApplication(kind) ? 'withdraw' : 'decline'
  if (!(await closeRequest(tx, { requestID: id, outcome, answeredBy: userID, now }))) return
  const about = { actorID: userID, projectID, requestID: id, subjectID: userID }
  const event = isApplication(kind) ? ('request.withdrawn' as const) : ('request.declined' as const)
  await tell(tx, now, { kind: event, ...about, data: {} })
}

/**
 * Removes a person from everything shared: withdraws their applications, declines their invitations, and leaves their
 * projects, where their unfinished tasks become unassigned. One transaction each, and repeating it is safe. Errors: 409
 * for the only owner of a project that goes on, owes something or has work to answer, who stays there.
 */
export const leaveEverything = async ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, userID: string): Promise<void> => {
  for (const request of await findOpenRequests(db, userID))
    await withTx(db, (tx) => close(tx, request, userID, clock.now()))
  for (const projectID of await findProjectIDs(db, userID))
    await withTx(db, (tx) => leave(tx, projectID, userID, clock.now()))
}

/** Gives back what a person has as a guest, in projects that they are no member of. Repeating it is safe. */
export const giveBackEverything = ({ db, clock }: Pick<AppDeps, 'db' | 'clock'>, userID: string): Promise<void> =>
  withTx(db, (tx) => endClaims(tx, { userID, by: { userID, role: 'member' }, now: clock.now(), isGone: true }))
