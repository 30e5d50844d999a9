import type { ProjectDetails, UserProjectCheck } from '../../shared/contract/index.ts'

/** A project that the viewer may find, and how they may stand to it. */
export const projectID = '01890000-0000-7000-8000-000000000001'
export const otherID = '01890000-0000-7000-8000-000000000002'
export const userID = '01890000-0000-7000-8000-0000000000aa'
export const project: ProjectDetails = {
  id: projectID,
  title: 'Tide tables',
  description: 'When the water comes and goes.',
  skills: 'React, SVG',
  tier: 'silver',
  status: 1,
  createdAt: new Date(Date.now() - 3 * 86_400_000 - 1000).toISOString(),
  updatedAt: new Date().toISOString(),
  archivedAt: null,
  deletedAt: null,
  organizationID: null,
  organizationName: null,
  createdBy: null,
  role: null,
  isApproved: false,
  isRequested: false,
  client: null,
  detailedDescription: null,
  estimatedDeadline: null,
  budget: null,
  weeklyHours: 0,
  deliverables: null,
  tags: null,
}
export const none: UserProjectCheck = {
  hasProject: false,
  project: { id: projectID, title: project.title, description: project.description },
  role: null,
  status: null,
  isApproved: false,
  requestId: null,
}
export const applied: UserProjectCheck = { ...none, hasProject: true, status: 0 }
export const invited: UserProjectCheck = { ...none, hasProject: true, status: 6, role: 'member' }
export const member: UserProjectCheck = { ...none, hasProject: true, status: 1, role: 'member', isApproved: true }
