import type { Profile, UserProject } from '../../../shared/contract/index.ts'
import { workState } from '../../../shared/rules/statuses.ts'
import type { AppDeps } from '../../deps.ts'
import { boundedList, type BoundedList } from '../../http/bounded-list.ts'
import type { Viewer } from '../../http/handlers.ts'
import { isApprovedCreator } from '../creator-applications/service.ts'
import { toProfile } from '../people/service.ts'
import { toListItem } from '../projects/service.ts'
import {
  findAccount,
  findMemberProjects,
  findOwnProjects,
  isWorkingAnywhere,
  OWN_MAX,
  type OwnProjectRow,
} from './repository.ts'

type Deps = Pick<AppDeps, 'db'>

/** The own profile, with what only oneself sees. */
export const getOwnProfile = async (
  { db }: Deps,
  viewer: Viewer,
): Promise<Profile & { email: string; isAdministrator: boolean }> => {
  const [account, projects] = await Promise.all([findAccount(db, viewer.userID), findMemberProjects(db, viewer.userID)])
  return {
    ...toProfile(account, projects, true),
    email: account.email,
    isAdministrator: account.is_administrator,
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

/** The viewer's projects: `status` is their own work state, `projectStatus` the project's. */
export const listOwnProjects = async ({ db }: Deps, viewer: Viewer): Promise<BoundedList<UserProject>> => {
  const projects = (await findOwnProjects(db, viewer.userID)).map((row) => ({
    ...toListItem(row, row.role),
    isApproved: row.pending === null,
    status: workStateOf(row),
    projectStatus: row.status,
  }))
  return boundedList(projects, OWN_MAX, 'projects')
}
