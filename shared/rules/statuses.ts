import { projectStatus, taskStatus } from '../contract/statuses.ts'

export { projectStatus, taskStatus }
/** Another host sends 5 for an archived project; ours sends `archivedAt`. */
export const ARCHIVED_ELSEWHERE = 5
export const requestStatus = { pending: 0, approved: 1, rejected: 2 } as const
export const creatorApplicationStatus = { pending: 0, approved: 1, rejected: 2 } as const
/** The viewer's access to a project, which follows from membership and newest request. */
export const membershipStatus = { applied: 0, member: 1, rejected: 5, invited: 6 } as const
/** The viewer's own work state in My Projects. */
export const workState = { applied: 0, member: 1, started: 2, invited: 3 } as const

/** Projects that the market lists and that people may apply to. */
export const openProjectStatuses: readonly number[] = [projectStatus.published, projectStatus.assigned]

type ProjectState = { status: number; archivedAt?: string | null | undefined }
export const isArchived = ({ status, archivedAt }: ProjectState): boolean =>
  Boolean(archivedAt) || status === ARCHIVED_ELSEWHERE

const dashboardLabels = ['Draft', 'Active', 'In Progress', 'Completed', 'Rejected'] as const
const workspaceLabels = ['Drafted', 'Published', 'Assigned', 'Completed', 'Rejected'] as const

/** The label of a project's status, in the words of the owner dashboard or of the workspace. */
export const projectStatusLabel = (project: ProjectState, where: 'dashboard' | 'workspace'): string => {
  if (isArchived(project)) return 'Archived'
  return (where === 'dashboard' ? dashboardLabels : workspaceLabels)[project.status] ?? 'Unknown'
}

const taskLabels = ['Requested', 'Assigned', 'In Progress', 'Under Review', 'Completed', 'Rejected'] as const
export const taskStatusLabel = (status: number): string => taskLabels[status] ?? 'Unknown'
/**
 * The statuses that people choose from, which are the columns of the board; requested and rejected tasks are only in
 * the backlog.
 */
export const boardStatuses: readonly number[] = [
  taskStatus.assigned,
  taskStatus.inProgress,
  taskStatus.underReview,
  taskStatus.completed,
]

/** Every status of a task, by its number. */
export const allTaskStatuses: readonly number[] = Object.values(taskStatus)
/** The statuses of tasks that are still to be done. */
export const openTaskStatuses: readonly number[] = [
  taskStatus.requested,
  taskStatus.assigned,
  taskStatus.inProgress,
  taskStatus.underReview,
]

const requestLabels = ['Pending', 'Approved', 'Rejected'] as const
export const requestStatusLabel = (status: number): string => requestLabels[status] ?? 'Unknown'

const creatorApplicationLabels = ['Pending', 'Approved', 'Rejected'] as const
/** The label of a creator application's status. */
export const creatorApplicationStatusLabel = (status: number): string => creatorApplicationLabels[status] ?? 'Unknown'
