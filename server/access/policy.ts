import type { ProjectRole } from '../../shared/contract/index.ts'
import { isManager } from '../../shared/rules/membership.ts'
import { projectStatus, requestStatus } from '../../shared/rules/statuses.ts'
import { forbidden, notFound } from '../http/errors.ts'
import type { Access } from './access.ts'

/** Once listed, a project stays known to everyone, also when it is completed; drafts, rejected and archived ones do not. */
export const knownStatuses: readonly number[] = [
  projectStatus.published,
  projectStatus.assigned,
  projectStatus.completed,
]

/** Whether the viewer may know that the project exists: it is public, or they are a member, applicant or invitee. */
const isVisible = ({ project, role, request }: Access): boolean =>
  (project.archived_at === null && knownStatuses.includes(project.status)) ||
  role !== null ||
  request?.status === requestStatus.pending

/** The access given, if the viewer may know of the project. Errors: 404. */
export const requireVisible = (access: Access | undefined): Access => {
  if (!access || !isVisible(access)) throw notFound('Project not found')
  return access
}

/** The viewer's role. Errors: 404 for what they may not know exists, 403 for someone who knows it and is no member. */
export const requireMember = (access: Access | undefined): ProjectRole => {
  const { role } = requireVisible(access)
  if (!role) throw forbidden('Only members of the project may do that.')
  return role
}

/** Owner or admin. Errors: as for a member, and 403 for a member without the permission. */
export const requireManager = (access: Access | undefined): ProjectRole => {
  const role = requireMember(access)
  if (!isManager(role)) throw forbidden('Only owners and admins of the project may do that.')
  return role
}

/** Errors: as for a member, and 403 for anyone but an owner. */
export const requireOwner = (access: Access | undefined): void => {
  if (requireMember(access) !== 'owner') throw forbidden('Only owners of the project may do that.')
}
