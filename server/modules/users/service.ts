import type { AccountType, OwnProfile, UserProject, UserRequest, UserSettings } from '#shared/contract/index.ts'
import { beginningOf } from '#shared/rules/membership.ts'
import { rejectionOf } from '#shared/rules/rejection.ts'
import { workState } from '#shared/rules/statuses.ts'
import { clockOf } from '#server/access/request-clock.ts'
import { taskOfRequest } from '#server/access/requests.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { boundedList, type BoundedList } from '#server/http/bounded-list.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import type { Input } from '#server/http/services.ts'
import { isApprovedCreator } from '../creator-applications/service.ts'
import { toProfile } from '../people/service.ts'
import { toListItem } from '../projects/service.ts'
import { changeProfile, removePicture, setPicture, welcome } from './profile.ts'
import {
  findAccount,
  findMemberProjects,
  findName,
  findOwnProjects,
  findSettings,
  isWorkingAnywhere,
  OWN_MAX,
  type OwnProjectRow,
  updateBio,
  updateSettings,
} from './repository.ts'
import { findRequestFor, findRequestsOf, REQUESTS_MAX, type UserRequestRow } from './requests-repository.ts'
import { findWish } from './wish-repository.ts'

type Deps = Pick<AppDeps, 'db'>
type ChangeDeps = Pick<AppDeps, 'db' | 'clock'>

/** The user's own profile, with the fields that nobody else sees. */
export const getOwnProfile = async ({ db }: Deps, viewer: Viewer): Promise<OwnProfile> => {
  const [account, projects] = await Promise.all([findAccount(db, viewer.userID), findMemberProjects(db, viewer.userID)])
  return {
    ...toProfile(account, projects, true),
    email: account.email,
    isAdministrator: account.is_administrator,
    isNew: account.welcomed_at === null,
    wish: account.welcomed_at === null ? await findWish(db, viewer.userID) : null,
  }
}

/** Whether the viewer is an approved admin or member of any project. */
export const hasActiveProjects = ({ db }: Deps, viewer: Viewer): Promise<boolean> =>
  isWorkingAnywhere(db, viewer.userID)

const getDetails = async (_: Deps, viewer: Viewer): Promise<{ type: AccountType }> => ({ type: viewer.accountType })

const isAdministrator = async (_: Deps, viewer: Viewer): Promise<boolean> => viewer.isAdministrator

/** Whether the viewer may open a page: the owner dashboard is for approved creators, the admin page for administrators. */
const isPageAllowed = async (
  { db }: Deps,
  viewer: Viewer,
  { params }: Input<'users.isPageAllowed'>,
): Promise<boolean> => {
  if (params.page === 'admin') return viewer.isAdministrator
  return viewer.accountType === 'creator' || isApprovedCreator(db, viewer.userID)
}

const workStateOf = ({ pending, has_started }: OwnProjectRow): number => {
  if (pending === 'invitation') return workState.invited
  if (pending === 'application') return workState.applied
  return has_started ? workState.started : workState.member
}

/** The viewer's projects: `status` is the viewer's own work state, `projectStatus` is the project's. */
export const listOwnProjects = async ({ db }: Deps, viewer: Viewer): Promise<BoundedList<UserProject>> => {
  const projects = (await findOwnProjects(db, viewer.userID)).map((row) => ({
    ...toListItem(row, row.role),
    isApproved: row.pending === null,
    status: workStateOf(row),
    projectStatus: row.status,
  }))
  return boundedList(projects, OWN_MAX, 'projects')
}

const toRequest = (row: UserRequestRow): UserRequest => ({
  id: row.id,
  projectID: row.project_id,
  title: row.title,
  description: row.task_number === null ? row.description : `Task #${row.task_number}`,
  skills: row.skills,
  // As an application, so that a client that knows of no tasks reads it, too.
  kind: beginningOf(row.kind),
  task: taskOfRequest(row.task_id, row.task_number),
  role: row.role,
  message: row.message,
  fromUsername: row.from_username,
  fromName: row.from_name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  status: row.status,
  ...clockOf(row),
  hasLetter: row.has_letter,
  rejection: rejectionOf(row),
})

/** Invitations to the viewer (received) or their applications (sent), newest first. */
const listRequests = async (
  { db }: Deps,
  viewer: Viewer,
  { query: { type } }: Input<'users.requests'>,
): Promise<BoundedList<UserRequest>> => {
  const rows = await findRequestsOf(
    db,
    viewer.userID,
    type === 'received' ? ['invitation'] : ['application', 'taskApplication'],
  )
  return boundedList(rows.map(toRequest), REQUESTS_MAX, 'requests')
}

/** One request. Errors: 404, also for a viewer who is not a party of it. */
const getRequest = async ({ db }: Deps, viewer: Viewer, { params }: Input<'users.request'>): Promise<UserRequest> => {
  const row = await findRequestFor(db, params.id, viewer.userID)
  if (!row) throw notFound('Request not found')
  return toRequest(row)
}

/** Changes the viewer's bio and returns it. */
const changeBio = async (
  { db, clock }: ChangeDeps,
  { userID }: Viewer,
  { body: { bio } }: Input<'users.updateBio'>,
): Promise<{ bio: string }> => {
  const now = clock.now()
  await withTx(db, async (tx) => {
    if (!(await updateBio(tx, userID, bio, now))) return
    const data = { fields: ['bio'] }
    await record(tx, now, { kind: 'account.profileChanged', actorID: userID, subjectID: userID, data })
  })
  return { bio }
}

const getSettings = ({ db }: Deps, viewer: Viewer): Promise<UserSettings> => findSettings(db, viewer.userID)

/** Changes the given settings and returns all of them. */
const changeSettings = (
  { db, clock }: ChangeDeps,
  viewer: Viewer,
  { body }: Input<'users.updateSettings'>,
): Promise<UserSettings> => updateSettings(db, viewer.userID, body, clock.now())

/** What the viewer is called. */
const getNames = async ({ db }: Deps, { userID, username }: Viewer) => ({
  username,
  name: await findName(db, userID),
})

const updateProfile = async (
  deps: ChangeDeps,
  viewer: Viewer,
  { body }: Input<'users.updateProfile'>,
): Promise<OwnProfile> => {
  await changeProfile(deps, viewer, body)
  return getOwnProfile(deps, viewer)
}

export const users = {
  profile: getOwnProfile,
  details: getDetails,
  username: getNames,
  hasActiveProjects,
  isPageAllowed,
  adminAccess: isAdministrator,
  projects: listOwnProjects,
  requests: listRequests,
  request: getRequest,
  updateBio: changeBio,
  updateProfile,
  welcome,
  setPicture,
  removePicture,
  settings: getSettings,
  updateSettings: changeSettings,
}
