import type { ProjectAccess, Rejection } from '#shared/contract/index.ts'
import { decideAnswer } from '#shared/rules/membership.ts'
import { membershipStatus, openProjectStatuses, requestStatus } from '#shared/rules/statuses.ts'
import { accessOf, membershipStatusOf, type Access } from '#server/access/access.ts'
import { holdAccess, holdAccessChanges, holdProject, holdTaker } from '#server/access/locks.ts'
import { insertMember, noteActivity } from '#server/access/members.ts'
import { requireManager, requireVisible } from '#server/access/policy.ts'
import { insertRequest } from '#server/access/requests.ts'
import { type DbOrTx, type Tx, withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireWithin } from '#server/limits/limits.ts'
import { limitOf } from '#server/limits/limit-table.ts'
import { mailAtOnce, tell } from '../notifications/service.ts'
import { refusalTo, whyNotApplying } from '../claims/service.ts'
import { isPerson } from '../people/service.ts'
import { getApplicant } from './applicants.ts'
import { prolong, removeProject } from './decision-clock.ts'
import { alreadyEnded, decideMany, reopen, withdrawInvitation } from './decisions.ts'
import { changeApplication, getApplication, letterOf, seeApplication } from './letters.ts'
import { findMark } from './known-people-repository.ts'
import { answerMail, invitationMail } from './mails.ts'
import {
  listMembers,
  listProjectRequests,
  removeMember,
  searchMembers,
  setMemberRole,
  suggestMembers,
} from './members-service.ts'
import { answerTaskApplication, applyToTask } from './task-applications.ts'
import { getNotes, saveNotes, setLabel } from './private-marks.ts'
import { closeRequest, findInvitationWords, mayInviterInvite, partiesOfRequest } from './repository.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const pendingOf = ({ request }: Access) => (request?.status === requestStatus.pending ? request : null)

const toProjectAccess = async (db: DbOrTx, access: Access): Promise<ProjectAccess> => {
  const { project, role } = access
  const status = membershipStatusOf(access)
  const pending = role === null ? pendingOf(access) : null
  const isInvited = status === membershipStatus.invited && pending !== null
  return {
    hasProject: status !== null,
    project: { id: project.id, title: project.title, description: project.description },
    // An application names no role; an invitation offers one.
    role: role ?? (isInvited ? pending.role : null),
    status,
    isApproved: role !== null,
    requestId: pending?.id ?? null,
    requestedAt: pending?.createdAt.toISOString() ?? null,
    answerBy: (project.clock_stopped_at === null && pending?.answerBy.toISOString()) || null,
    invitation: isInvited ? await findInvitationWords(db, pending.id) : null,
  }
}

/** The viewer's access to a project. Errors: 404 when the viewer may not know of the project. */
export const getAccess = async (
  { db }: Deps,
  viewer: Viewer,
  { params }: Input<'memberships.access'>,
): Promise<ProjectAccess> => toProjectAccess(db, requireVisible(await accessOf(db, params.id, viewer.userID)))

const accessIn = async (tx: Tx, projectID: string, userID: string): Promise<ProjectAccess> => {
  const access = await accessOf(tx, projectID, userID)
  if (!access) throw notFound('Project not found')
  return toProjectAccess(tx, access)
}

const whyNotApply = (access: Access): string | null => {
  const { project } = access
  if (project.archived_at !== null || !openProjectStatuses.includes(project.status))
    return 'This project does not take applications.'
  switch (membershipStatusOf(access)) {
    case membershipStatus.member:
      return 'You are a member of this project.'
    case membershipStatus.applied:
      return 'You have already applied to this project.'
    case membershipStatus.invited:
      return 'You have been invited to this project. Please answer the invitation.'
    case membershipStatus.rejected:
      return 'Your application to this project was rejected. The project’s owner can invite you.'
    default:
      return project.applications_paused ? 'This project isn’t taking applications right now.' : null
  }
}

/**
 * Applies for the viewer, with letter and answers. Errors: 404; 403 for who is blocked here; 409 when the viewer's access or the project's status
 * does not allow it, or as many of their applications wait as may; 422 for missing answers.
 */
const applyToProject = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, body }: Input<'projects.apply'>,
) =>
  withTx(db, async (tx): Promise<ProjectAccess> => {
    const { userID } = viewer
    await holdTaker(tx, userID)
    await holdAccessChanges(tx, projectID, userID)
    await holdProject(tx, projectID)
    const [found, mark, full] = await Promise.all([
      accessOf(tx, projectID, userID),
      findMark(tx, projectID, userID),
      whyNotApplying(tx, userID),
    ])
    const access = requireVisible(found)
    if (mark === 'blocked') throw forbidden('This project does not take your applications.')
    const reason = whyNotApply(access)
    if (reason) throw conflict('CONFLICT', reason)
    if (full) throw refusalTo(full)
    const letter = letterOf(access.project.questions, body)
    const now = clock.now()
    const request = {
      projectID,
      userID,
      kind: 'application',
      role: 'member',
      message: null,
      createdBy: userID,
      days: access.project.answers_within_days,
      now,
    } as const
    const [requestID, after] = await Promise.all([insertRequest(tx, request), accessIn(tx, projectID, userID)])
    if (!requestID) throw conflict('CONFLICT', 'You have already applied to this project.')
    await letter.keep(tx, requestID)
    const about = { actorID: userID, projectID, requestID, subjectID: userID }
    await tell(tx, now, { kind: 'request.applied', ...about, data: {} })
    return after
  })

const whyNotInvite = (access: Access | undefined): string | null => {
  switch (access ? membershipStatusOf(access) : null) {
    case membershipStatus.member:
      return 'This person is a member of the project.'
    case membershipStatus.applied:
      return 'This person has applied to the project. Please approve the application instead.'
    case membershipStatus.invited:
      return 'This person has already been invited.'
    default:
      return null
  }
}

/**
 * Invites a person, even after a rejected application. Errors: 404; 403 for a viewer who may not invite; 409 when the
 * person is a member, has applied or is invited; 429 for more than 100 in an hour.
 */
const inviteToProject = (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID, userId: userID }, body: { role, message } }: Input<'memberships.invite'>,
) =>
  withTx(db, async (tx) => {
    await holdAccessChanges(tx, projectID, userID)
    const [inviting, isKnown, mark, invited] = await Promise.all([
      holdAccess(tx, projectID, viewer.userID),
      isPerson(tx, userID),
      findMark(tx, projectID, userID),
      accessOf(tx, projectID, userID),
    ])
    requireManager(inviting)
    const { project } = requireVisible(inviting)
    if (!isKnown) throw notFound('There is no such person.')
    const reason = mark === 'blocked' ? 'This person is blocked here.' : whyNotInvite(invited)
    if (reason) throw conflict('CONFLICT', reason)
    const now = clock.now()
    const requestID = await insertRequest(tx, {
      projectID,
      userID,
      kind: 'invitation',
      role,
      message: message || null,
      createdBy: viewer.userID,
      days: project.answers_within_days,
      now,
    })
    if (!requestID) throw conflict('CONFLICT', 'This person has already been invited.')
    const about = { actorID: viewer.userID, projectID, requestID, subjectID: userID }
    await tell(tx, now, { kind: 'request.invited', ...about, data: { role } })
    await noteActivity(tx, projectID, viewer.userID, now)
    // These locks come last, and only invitations that are sent are counted.
    await Promise.all([
      requireWithin(tx, now, limitOf('invite', viewer.userID)),
      mailAtOnce(tx, now, { from: viewer.userID, to: userID }, [invitationMail, { requestID }]),
    ])
    return { requestId: requestID, userID, projectID, role, status: requestStatus.pending }
  })

/** What a rejection says, from a body that has it beside other fields. */
const rejectionIn = ({ reason, text }: { reason?: Rejection['reason'] | undefined; text?: string | undefined }) => ({
  reason: reason ?? null,
  text: text ?? '',
})

type Answer = {
  projectID: string
  accept: boolean
  /** What the applicant reads; of a rejected application alone. */
  rejection: Rejection
}

/**
 * Answers the open request between a person and a project: the person withdraws, accepts or declines; an owner or admin
 * approves or rejects. Returns the person's new access. Errors: 404; 403 for a viewer who may never answer so; 409 when
 * no request is open, with the newest one's outcome; 422 for a reason with anything but a rejection.
 */
const answer = (
  { db, clock }: Deps,
  viewer: Viewer,
  {
    projectID,
    userID,
    accept,
    requestID,
    rejection,
  }: Answer & {
    userID: string
    /** Answers only this request; without it, any open one. */ requestID?: string
  },
) =>
  withTx(db, async (tx): Promise<ProjectAccess> => {
    const isSelf = viewer.userID === userID
    await holdAccessChanges(tx, projectID, userID)
    const [held, person] = await Promise.all([
      holdAccess(tx, projectID, viewer.userID),
      accessOf(tx, projectID, userID),
    ])
    const actor = requireVisible(held)
    const pending = person ? pendingOf(person) : null
    const outcome = decideAnswer({ isSelf, actorRole: actor.role, pending: pending?.kind ?? null, accept })
    if (outcome === 'forbidden') throw forbidden()
    if (outcome === 'conflict' || !pending || (requestID !== undefined && requestID !== pending.id))
      throw await alreadyEnded(tx, { projectID, userID, requestID })
    if (outcome === 'accept' && !(await mayInviterInvite(tx, pending.id)))
      throw conflict('CONFLICT', 'The person who sent this invitation may no longer invite people to the project.')
    const says = rejection.reason ? 'reason' : rejection.text ? 'text' : null
    if (says && outcome !== 'reject') throw invalid(says, 'Only a rejected application has a reason.')
    const now = clock.now()
    const ending = { requestID: pending.id, outcome, answeredBy: viewer.userID, rejection, now }
    const closed = await closeRequest(tx, ending)
    if (!closed) throw await alreadyEnded(tx, { projectID, userID, requestID })
    const about = { actorID: viewer.userID, projectID, requestID: pending.id, subjectID: userID }
    await tell(tx, now, { kind: eventOf[outcome], ...about, data: {} })
    if (outcome === 'approve' || outcome === 'accept') {
      const { role } = pending
      await insertMember(tx, { projectID, userID, role, now })
      await tell(tx, now, { kind: 'member.joined', ...about, data: { role } })
    }
    if (!isSelf) await noteActivity(tx, projectID, viewer.userID, now)
    const people = { from: viewer.userID, to: closed.createdBy }
    const [after] = await Promise.all([
      accessIn(tx, projectID, userID),
      outcome !== 'withdraw' && mailAtOnce(tx, now, people, [answerMail, { requestID: pending.id }]),
    ])
    return after
  })

const eventOf = {
  withdraw: 'request.withdrawn',
  accept: 'request.accepted',
  decline: 'request.declined',
  approve: 'request.approved',
  reject: 'request.rejected',
} as const

/**
 * Answers the request with that ID, which must be the project's and open. Errors: as `answer`; 404 for a request that
 * is not between this project and a person for whom the viewer may answer.
 */
const answerById = async (
  deps: Deps,
  viewer: Viewer,
  { params: { projectId: projectID }, body }: Input<'memberships.answerById'>,
): Promise<ProjectAccess> => {
  const { requestId: requestID, accept } = body
  const found = await partiesOfRequest(deps.db, projectID, requestID)
  if (!found) throw notFound('Unable to find project information for this request')
  const { userID, name, taskID } = found
  if (taskID !== null) {
    const about = { projectID, requestID, taskID, applicant: { userID, name }, accept, rejection: rejectionIn(body) }
    await answerTaskApplication(deps, viewer, about)
    const access = await accessOf(deps.db, projectID, userID)
    if (!access) throw notFound('Project not found')
    return toProjectAccess(deps.db, access)
  }
  return answer(deps, viewer, { projectID, userID, requestID, accept, rejection: rejectionIn(body) })
}

const answerRequest = (deps: Deps, viewer: Viewer, { params, body }: Input<'memberships.answer'>) => {
  const about = { projectID: params.id, userID: params.userId }
  return answer(deps, viewer, { ...about, accept: body.accept, rejection: rejectionIn(body) })
}

export const memberships = {
  access: getAccess,
  invite: inviteToProject,
  answer: answerRequest,
  answerById,
  members: listMembers,
  requests: listProjectRequests,
  search: searchMembers,
  suggestions: suggestMembers,
  setRole: setMemberRole,
  remove: removeMember,
}

/** All calls about requests but those of the thread, which the comments module has. */
export const requests = {
  get: getApplication,
  update: changeApplication,
  see: seeApplication,
  prolong,
  withdraw: withdrawInvitation,
  reopen,
  /** Decides up to 50 applications, one after the other, each by its single call. */
  decide: decideMany(answerById),
  setLabel,
  notes: getNotes,
  saveNotes,
  applicant: getApplicant,
}

/** The calls of claims that are requests. */
export const claimsInMemberships = { apply: applyToTask }

/** The calls of projects that change people's access. */
export const projectsInMemberships = { apply: applyToProject, remove: removeProject }

export { giveBackEverything, leaveEverything } from './departure.ts'
export { runDecisionClock } from './decision-clock.ts'
