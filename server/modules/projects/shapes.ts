import type { ProjectDetails, ProjectListItem, ProjectRole } from '#shared/contract/index.ts'
import { membershipStatus } from '#shared/rules/statuses.ts'
import { membershipStatusOf, type Access } from '#server/access/access.ts'
import type { ProjectListRow } from '#server/access/project-columns.ts'
import { fieldsOfRow } from './field-columns.ts'

/** A project in the form of lists; `role` is the viewer's, null for a stranger. */
export const toListItem = (project: ProjectListRow, role: ProjectRole | null): ProjectListItem => ({
  id: project.id,
  title: project.title,
  description: project.description,
  skills: project.skills,
  tier: project.tier,
  status: project.status,
  createdAt: project.created_at.toISOString(),
  updatedAt: project.updated_at.toISOString(),
  archivedAt: project.archived_at?.toISOString() ?? null,
  deletedAt: project.deleted_at?.toISOString() ?? null,
  organizationID: project.organization_id,
  organizationName: project.organization_name,
  createdBy: { username: project.creator_username, name: project.creator_name },
  role,
  isApproved: role !== null,
  answersWithinDays: project.answers_within_days,
  applicationsPaused: project.applications_paused,
  answers: project.answers,
})

/** A project in the form of its dialog and workspace. */
export const toDetails = (access: Access): ProjectDetails => ({
  ...toListItem(access.project, access.role),
  ...fieldsOfRow(access.project),
  isRequested: membershipStatusOf(access) === membershipStatus.applied,
})
