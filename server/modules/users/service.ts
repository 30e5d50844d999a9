import type { OwnProfile, UserProject, UserRequest, UserSettings } from '#shared/contract/index.ts'
import { rejectionOf } from '#shared/rules/rejection.ts'
import { workState } from '#shared/rules/statuses.ts'
import { clockOf } from '#server/access/request-clock.ts'
import { withTx } from '#server/db/pool.ts'
import type { AppDeps } from '#server/deps.ts'
import { record } from '#server/events/record.ts'
import { boundedList, type BoundedList } from '#server/http/bounded-list.ts'
import { notFound } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/handlers.ts'
import { isApprovedCreator } from '../creator-applications/service.ts'
import { toProfile } from '../people/service.ts'
import { toListItem } from '../projects/service.ts'
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
  }
}

/** Whether the viewer is an approved admin or member of any project. */
export const hasActiveProjects = ({ db }: Deps, viewer: Viewer): Promise<boolean> =>
  isWorkingAnywhere(db, viewer.userID)

/** Whether the viewer may open a page: the owner dashboard is for approved creators, the admin page for administrators. */
export const isPageAllowed = async (
  { db }: Deps,
  viewer: Viewer,
  page: 'owner-dashboard' | 'admin',
): Promise<boolean> => {
  if (page === 'admin') return viewer.isAdministrator
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
  description: row.description,
  skills: row.skills,
  kind: row.kind,
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
export const listRequests = async (
  { db }: Deps,
  viewer: Viewer,
  type: 'received' | 'sent',
): Promise<BoundedList<UserRequest>> => {
  const rows = await findRequestsOf(db, viewer.userID, type === 'received' ? 'invitation' : 'application')
  return boundedList(rows.map(toRequest), REQUESTS_MAX, 'requests')
}

/** One request. Errors: 404, also for a viewer who is not a party of it. */
export const getRequest = async ({ db }: Deps, viewer: Viewer, id: string): Promise<UserRequest> => {
  const row = await findRequestFor(db, id, viewer.userID)
  if (!row) throw notFound('Request not found')
  return toRequest(row)
}

/** Changes the viewer's bio and returns it. */
export const changeBio = async ({ db, clock }: ChangeDeps, viewer: Viewer, bio: string): Promise<{ bio: string }> => {
  const { userID } = viewer
  const now = clock.now()
  await withTx(db, async (tx) => {
    if (!(await updateBio(tx, userID, bio, now))) return
    const data = { fields: ['bio'] }
    await record(tx, now, { kind: 'account.profileChanged', actorID: userID, subjectID: userID, data })
  })
  return { bio }
}

export const getSettings = ({ db }: Deps, viewer: Viewer): Promise<UserSettings> => findSettings(db, viewer.userID)

/** Changes the given settings and returns all of them. */
export const changeSettings = (
  { db, clock }: ChangeDeps,
  viewer: Viewer,
  changes: Parameters<typeof updateSettings>[2],
): Promise<UserSettings> => updateSettings(db, viewer.userID, changes, clock.now())

/** What the viewer is called. */
export const getNames = async ({ db }: Pick<AppDeps, 'db'>, { userID, username }: Viewer) => ({
  username,
  name: await findName(db, userID),
})
