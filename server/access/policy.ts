import type { ProjectRole } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { projectStatus, requestStatus } from '#shared/rules/statuses.ts'
import { forbidden, notFound } from '../http/errors.ts'
import type { Access } from './access.ts'

/**
 * A project that was once listed stays visible to everyone, also when it is completed; drafts, rejected and archived
 * projects do not.
 */
export const knownStatuses: readonly number[] = [
  projectStatus.published,
  projectStatus.assigned,
  projectStatus.completed,
]

/**
 * Whether the viewer may know that the project exists: the project is public, or the viewer is a member, applicant or
 * invitee.
 */
const isVisible = ({ project, role, request }: Access): boolean =>
  (project.archived_at === null && knownStatuses.includes(project.status)) ||
  role !== null ||
  (request?.status === requestStatus.pending && project.hidden_at === null)

/** Returns the access when the viewer may know of the project. Errors: 404. */
export const requireVisible = (access: Access | undefined): Access => {
  if (!access || !isVisible(access)) throw notFound('Project not found')
  return access
}

/**
 * The viewer's role. Errors: 404 when the viewer may not know of the project, 403 when they know it but are not a
 * member.
 */
export const requireMember = (access: Access | undefined): ProjectRole => {
  const { role } = requireVisible(access)
  if (!role) throw forbidden('Only members of the project may do that.')
  return role
}

/** The role of an owner or admin. Errors: as requireMember, and 403 for a member with a lesser role. */
export const requireManager = (access: Access | undefined): ProjectRole => {
  const role = requireMember(access)
  if (!isManager(role)) throw forbidden('Only owners and admins of the project may do that.')
  return role
}

/** Passes for owners only. Errors: as requireMember, and 403 for every other role. */
export const requireOwner = (access: Access | undefined): void => {
  if (requireMember(access) !== 'owner') throw forbidden('Only owners of the project may do that.')
}
