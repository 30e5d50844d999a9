import {
  INACTIVE_AFTER_DAYS,
  REOPEN_HOURS,
  type FoundUser,
  type ProjectMember,
  type ProjectRequest,
  type ProjectRole,
} from '#shared/contract/index.ts'
import { canonicalEmail } from '#shared/rules/account.ts'
import { isApplication, isManager, mayChangeMember } from '#shared/rules/membership.ts'
import { cut } from '#shared/rules/cut.ts'
import { rejectionOf } from '#shared/rules/rejection.ts'
import { skillsInCommon } from '#shared/rules/skills.ts'
import { requestStatus } from '#shared/rules/statuses.ts'
import { tierOf } from '#shared/rules/tiers.ts'
import { accessOf } from '#server/access/access.ts'
import { holdProjectToChange, holdTeam } from '#server/access/locks.ts'
import { noteActivity } from '#server/access/members.ts'
import { requireManager, requireMember } from '#server/access/policy.ts'
import { clockOf } from '#server/access/request-clock.ts'
import { taskOfRequest } from '#server/access/requests.ts'
import { withTx, type Tx } from '#server/db/pool.ts'
import { foldTexts } from '#server/db/text-search.ts'
import type { AppDeps } from '#server/deps.ts'
import { boundedList, type BoundedList } from '#server/http/bounded-list.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import type { RequestContext, Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { requireScope } from '#server/http/policies.ts'
import { requireSearch, type SearchDeps } from '#server/limits/limits.ts'
import { requireUnpaid } from '../ledger/service.ts'
import { tell } from '../notifications/service.ts'
import { findPeople, FOUND_MAX, maskEmail, toFoundUser } from '../people/service.ts'
import { releaseTasks } from '../tasks/service.ts'
import { decisionOf } from './decisions.ts'
import * as repository from './members-repository.ts'
import { withdrawSent } from './sent-invitations.ts'

type Deps = Pick<AppDeps, 'db' | 'clock'>

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** A project's members, for members only; only owner and admin see e-mail addresses. Errors: 404, 403. */
export const listMembers = async (
  { db, clock }: Deps,
  viewer: Viewer,
  { params: { id: projectID } }: Input<'memberships.members'>,
): Promise<BoundedList<ProjectMember>> => {
  const role = requireMember(await accessOf(db, projectID, viewer.userID))
  const activeSince = clock.now().getTime() - INACTIVE_AFTER_DAYS * DAY_MS
  const members = (await repository.findMembers(db, projectID)).map((row): ProjectMember => {
    const lastActive = row.last_active_at ?? row.joined_at
    return {
      id: row.user_id,
      userID: row.user_id,
      username: row.username,
      role: row.role,
      name: row.name || row.username,
      ...(isManager(role) && { email: row.email }),
      skills: row.skills,
      createdAt: row.joined_at.toISOString(),
      lastActive: lastActive.toISOString(),
      status: lastActive.getTime() < activeSince ? 'Inactive' : 'Active',
    }
  })
  return boundedList(members, repository.MEMBERS_MAX, 'members')
}

const reopenUntil = ({ kind, status, answered_at }: repository.ProjectRequestRow): string | null =>
  kind === 'application' && status === requestStatus.rejected && answered_at
    ? new Date(answered_at.getTime() + REOPEN_HOURS * HOUR_MS).toISOString()
    : null

const toRequest = (row: repository.ProjectRequestRow, viewerID: string): ProjectRequest => {
  const isOfPerson = isApplication(row.kind)
  // Who has become a manager since must not read what was noted about themselves.
  const isOwn = row.user_id === viewerID
  const task = taskOfRequest(row.task_id, row.task_number)
  return {
    id: row.id,
    userID: row.user_id,
    username: row.username,
    name: row.name,
    // Applicants choose to show themselves, but inviting strangers must not reveal their addresses.
    email: isOfPerson || row.status === requestStatus.approved ? row.email : maskEmail(row.email),
    status: row.status === requestStatus.pending ? 0 : row.status === requestStatus.approved ? 1 : 2,
    type: isOfPerson ? 'received' : 'sent',
    role: row.role,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...clockOf(row),
    hasLetter: row.has_letter,
    rejection: rejectionOf(row),
    decision: decisionOf(row),
    reopenUntil: reopenUntil(row),
    label: isOwn ? 'none' : (row.label ?? 'none'),
    hasNotes: row.has_notes && !isOwn,
    task: task && { ...task, title: row.task_title ?? '' },
    applicant: isOfPerson
      ? {
          headline: row.headline,
          tier: tierOf(row),
          skillsInCommon: skillsInCommon(row.skills, row.project_skills),
          opening: cut((row.seen_letter ?? '').trim().replace(/\s+/g, ' '), OPENING_MAX),
        }
      : null,
  }
}

/** A list shows so much of a letter. */
const OPENING_MAX = 160

/** The invitations that the project sent or the applications it received, newest first. Errors: 404, 403. */
export const listProjectRequests = async (
  { db }: Deps,
  viewer: Viewer,
  { params: { id: projectID }, query: { type } }: Input<'memberships.requests'>,
): Promise<BoundedList<ProjectRequest>> => {
  requireManager(await accessOf(db, projectID, viewer.userID))
  const rows = await repository.findProjectRequests(
    db,
    projectID,
    type === 'sent' ? ['invitation'] : ['application', 'taskApplication'],
  )
  const requests = rows.map((row) => toRequest(row, viewer.userID))
  return boundedList(requests, repository.REQUESTS_MAX, 'requests')
}

/**
 * At most 20 people to invite or assign, members first; with `global` non-members too. Without a text, all members,
 * then people of the talent directory. Errors: 404, 403; 429 for too many searches.
 */
const searchInProject = async (
  deps: SearchDeps,
  viewer: Viewer,
  projectID: string,
  { text, global }: { text: string | null; global: boolean },
): Promise<FoundUser[]> => {
  const { db } = deps
  requireManager(await accessOf(db, projectID, viewer.userID))
  if (text !== null) await requireSearch(deps, viewer.userID)
  const [folded = ''] = text === null ? [] : await foldTexts(db, [text])
  const search = text === null ? null : { folded: folded.trim(), email: canonicalEmail(text) }
  const members = await repository.findMembersByText(db, projectID, search, FOUND_MAX)
  const others = global ? await findOthers(db, projectID, search, members.length) : []
  const known = new Set(members.map(({ id }) => id))
  return [...members, ...others.filter(({ id }) => !known.has(id))]
    .slice(0, FOUND_MAX)
    .map((row) => toFoundUser(row, text ?? ''))
}

const findOthers = (
  db: Deps['db'],
  projectID: string,
  search: { folded: string; email: string } | null,
  members: number,
) =>
  search
    ? // Some of the found may be members, who are listed already.
      findPeople(db, { ...search, limit: FOUND_MAX + members })
    : repository.findOthers(db, projectID, FOUND_MAX)

export const searchMembers = (deps: SearchDeps, viewer: Viewer, { params, query }: Input<'memberships.search'>) =>
  searchInProject(deps, viewer, params.id, { text: params.query, ...query })

export const suggestMembers = (deps: SearchDeps, viewer: Viewer, { params, query }: Input<'memberships.suggestions'>) =>
  searchInProject(deps, viewer, params.id, { text: null, ...query })

/** Sets a member's role. Errors: 404, 403 when the viewer's role does not allow the change, 409 for the last owner, and for a new one whom the project is to pay. */
export const setMemberRole = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, userId: userID }, body: { role } }: Input<'memberships.setRole'>,
): Promise<{ userID: string; projectID: string; role: ProjectRole }> =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { own, theirs, owners } = await rolesFor(tx, viewer, projectID, userID)
    if (!isManager(own)) throw forbidden('Only owners and admins can change a role.')
    if (!theirs) throw notMember()
    if (!mayChangeMember(own, theirs, role)) throw forbidden('Only owners can make an owner, or change one’s role.')
    if (theirs === 'owner' && role !== 'owner' && owners === 1) throw lastOwner()
    if (theirs !== role) {
      if (role === 'owner') await requireUnpaid(tx, { projectID, userID })
      await repository.updateRole(tx, projectID, userID, role)
      if (!isManager(role)) await withdrawSent(tx, { projectID, userID, by: viewer.userID }, now)
      const about = { actorID: viewer.userID, projectID, subjectID: userID }
      await tell(tx, now, { kind: 'member.role', ...about, data: { from: theirs, to: role } })
    }
    await noteActivity(tx, projectID, viewer.userID, now)
    return { userID, projectID, role }
  })

/**
 * Removes a member, or lets the viewer leave; the person's unfinished tasks become unassigned. Errors: 404, 403 when
 * the viewer's role does not allow the removal, 409 for the last owner.
 */
export const removeMember = (
  deps: Deps,
  viewer: Viewer,
  { params: { id: projectID, userId: userID } }: Input<'memberships.remove'>,
  context: RequestContext,
): Promise<{ message: string }> =>
  withTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const isSelf = viewer.userID === userID
    const { own, theirs, owners } = await rolesFor(tx, viewer, projectID, userID)
    // A member's token may take its own person out of a project; who else belongs to it owners and admins decide.
    if (!isSelf) requireScope(context, 'manage')
    if (!isSelf && !isManager(own)) throw forbidden('Only owners and admins can remove a member.')
    if (!theirs) throw notMember()
    if (!isSelf && !mayChangeMember(own, theirs, null)) throw forbidden('Only owners can remove an owner.')
    if (theirs === 'owner' && owners === 1) throw lastOwner()
    await repository.deleteMember(tx, projectID, userID)
    await withdrawSent(tx, { projectID, userID, by: viewer.userID }, now)
    const about = { actorID: viewer.userID, projectID, subjectID: userID }
    await tell(tx, now, { kind: isSelf ? 'member.left' : 'member.removed', ...about, data: { role: theirs } })
    await releaseTasks(tx, { projectID, userID, by: { userID: viewer.userID, role: own }, now })
    if (!isSelf) await noteActivity(tx, projectID, viewer.userID, now)
    return { message: 'The member was removed.' }
  })

/**
 * The roles that a change depends on, locked until the transaction ends. Errors: 404, 403 for a viewer who is not a
 * member.
 */
const rolesFor = async (tx: Tx, viewer: Viewer, projectID: string, userID: string) => {
  await holdProjectToChange(tx, projectID)
  const [roles, access] = await Promise.all([
    holdTeam(tx, projectID, [viewer.userID, userID]),
    accessOf(tx, projectID, viewer.userID),
  ])
  requireMember(access)
  const own = roles.get(viewer.userID)
  // The viewer became a member between the two queries.
  if (!own) throw conflict('CONFLICT', 'Please try again.')
  const owners = [...roles.values()].filter((role) => role === 'owner').length
  return { own, theirs: roles.get(userID), owners }
}

const notMember = () => notFound('This person is not a member of the project.')
const lastOwner = () => conflict('CONFLICT', 'A project needs an owner. Make somebody else an owner first.')
