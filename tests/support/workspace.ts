import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectDetails, ProjectMember, ProjectRole, Task } from '#shared/contract/index.ts'
import { host, ok } from './fake-platform.ts'
import { detailedProject, idOf as uuid } from './projects.ts'

// A project's workspace over the fake platform: one project, its people and tasks, as plain values.

export const projectID = uuid(1)
export const viewerID = uuid(900)

export const projectOf = (extra: Partial<ProjectDetails> = {}): ProjectDetails =>
  detailedProject(1, {
    title: 'Harbour map',
    description: 'Charts and tides.',
    skills: 'React, Design',
    tier: 'silver',
    updatedAt: '2025-02-06T10:00:00.000Z',
    organizationName: 'Harbour Works',
    weeklyHours: 12,
    ...extra,
  })

export const memberOf = (number: number, role: ProjectRole = 'member'): ProjectMember => ({
  id: uuid(100 + number),
  userID: uuid(100 + number),
  username: `person-${number}`,
  role,
  name: `Person ${number}`,
  skills: [],
  createdAt: '2025-01-05T10:00:00.000Z',
  lastActive: null,
  status: 'Active',
})

export const taskOf = (number: number, extra: Partial<Task> = {}): Task => ({
  id: uuid(200 + number),
  taskId: String(number),
  title: `Task ${number}`,
  description: 'Words',
  status: 1,
  projectID,
  assignedToID: null,
  assignedToUsername: null,
  assignedToName: null,
  taskCreatedByUsername: 'person-1',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  version: 1,
  ...extra,
})

export const failed = failedReply(500, 'INTERNAL')
export const refused = failedReply(403, 'FORBIDDEN')

export const allSettings = {
  emailOnInvitation: true,
  emailOnRequestAnswered: true,
  emailOnTaskAssigned: true,
  showInTalentDirectory: true,
}

type World = {
  role?: ProjectRole
  project?: Partial<ProjectDetails>
  members?: readonly ProjectMember[]
  tasks?: readonly Task[]
}

/** Signs the viewer in and lets the host answer every call of a workspace. */
export const serveWorkspace = ({ role = 'owner', project = {}, members, tasks = [] }: World = {}): void => {
  host.userID = viewerID
  host.on('users.username', ok({ data: { username: 'grace' } }))
  host.on('projects.get', ok({ data: projectOf({ role, ...project }) }))
  host.on('projects.userDetails', ok({ data: { userID: viewerID, username: 'grace', projectID, roleInProject: role } }))
  host.on('memberships.members', ok({ data: members ?? [memberOf(1, 'owner'), memberOf(2)] }))
  host.on('tasks.byProject', ok({ data: tasks, nextCursor: null }))
  host.on('users.settings', ok({ data: allSettings }))
}

export const workspacePath = (tab: string) => `/project/${projectID}/${tab}`
