import {
  creatorApplicationStatus,
  isArchived,
  projectStatus,
  requestStatus,
  taskStatus,
} from '#shared/rules/statuses.ts'

/**
 * The look of a status's dot: a colour of the theme, and hollow where nothing has begun. The accent is never used,
 * because it means "can be pressed".
 */
export type StatusTone = { colour: string; isHollow?: boolean }

const unknown: StatusTone = { colour: 'text.disabled' }

const taskTones: Readonly<Record<number, StatusTone>> = {
  [taskStatus.requested]: { colour: 'text.secondary', isHollow: true },
  [taskStatus.assigned]: { colour: 'text.secondary' },
  [taskStatus.inProgress]: { colour: 'info.main' },
  [taskStatus.underReview]: { colour: 'warning.main' },
  [taskStatus.completed]: { colour: 'success.main' },
  [taskStatus.rejected]: { colour: 'error.main' },
}
export const taskTone = (status: number): StatusTone => taskTones[status] ?? unknown

const projectTones: Readonly<Record<number, StatusTone>> = {
  [projectStatus.drafted]: { colour: 'text.secondary', isHollow: true },
  [projectStatus.published]: { colour: 'info.main', isHollow: true },
  [projectStatus.assigned]: { colour: 'info.main' },
  [projectStatus.completed]: { colour: 'success.main' },
  [projectStatus.rejected]: { colour: 'error.main' },
}
export const projectTone = (project: Parameters<typeof isArchived>[0]): StatusTone =>
  isArchived(project) ? unknown : (projectTones[project.status] ?? unknown)

const requestTones: Readonly<Record<number, StatusTone>> = {
  [requestStatus.pending]: { colour: 'warning.main', isHollow: true },
  [requestStatus.approved]: { colour: 'success.main' },
  [requestStatus.rejected]: { colour: 'error.main' },
}
export const requestTone = (status: number): StatusTone => requestTones[status] ?? unknown

const creatorApplicationTones: Readonly<Record<number, StatusTone>> = {
  [creatorApplicationStatus.pending]: { colour: 'warning.main', isHollow: true },
  [creatorApplicationStatus.approved]: { colour: 'success.main' },
  [creatorApplicationStatus.rejected]: { colour: 'error.main' },
}
export const creatorApplicationTone = (status: number): StatusTone => creatorApplicationTones[status] ?? unknown
