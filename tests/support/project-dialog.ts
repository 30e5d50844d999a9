import type { ProjectDetails, ProjectAccess } from '#shared/contract/index.ts'
import { detailedProject, idOf } from './projects.ts'

// A project that the viewer can find on the market, and the kinds of access that they can have to it.

export const projectID = idOf(1)
export const otherID = idOf(2)
export const userID = '01890000-0000-7000-8000-0000000000aa'
export const project: ProjectDetails = detailedProject(1, {
  title: 'Tide tables',
  description: 'When the water comes and goes.',
  skills: 'React, SVG',
  tier: 'silver',
  createdAt: new Date(Date.now() - 3 * 86_400_000 - 1000).toISOString(),
  updatedAt: new Date().toISOString(),
  role: null,
  isApproved: false,
})
export const none: ProjectAccess = {
  hasProject: false,
  project: { id: projectID, title: project.title, description: project.description },
  role: null,
  status: null,
  isApproved: false,
  requestId: null,
  requestedAt: null,
  answerBy: null,
  invitation: null,
}
export const applied: ProjectAccess = { ...none, hasProject: true, status: 0 }
export const invited: ProjectAccess = { ...none, hasProject: true, status: 6, role: 'member' }
export const member: ProjectAccess = { ...none, hasProject: true, status: 1, role: 'member', isApproved: true }
