import {
  creatorApplicationStatus,
  isArchived,
  projectStatus,
  requestStatus,
  taskStatus,
} from '#shared/rules/statuses.ts'

/**
 * The look of a status's mark: a ring that fills as the work goes on. It has no colour, because colours are for what is urgent
 * or late.
 */
export type StatusTone = {
  /** How far it is, from 0 for a ring to 1 for a disc. */
  share: number
  /** Not begun, and perhaps never. */
  isDashed?: boolean
  /** It ended without its work being done. */
  isStruck?: boolean
  /** Put away, or not known. */
  isFaint?: boolean
  /** Something went wrong. */
  isBad?: boolean
}

const unknown: StatusTone = { share: 1, isFaint: true }
const struck: StatusTone = { share: 0, isStruck: true }

const taskTones: Readonly<Record<number, StatusTone>> = {
  [taskStatus.requested]: { share: 0, isDashed: true },
  [taskStatus.assigned]: { share: 0 },
  [taskStatus.inProgress]: { share: 0.5 },
  [taskStatus.underReview]: { share: 0.75 },
  [taskStatus.completed]: { share: 1 },
  [taskStatus.rejected]: struck,
}
export const taskTone = (status: number): StatusTone => taskTones[status] ?? unknown

const projectTones: Readonly<Record<number, StatusTone>> = {
  [projectStatus.drafted]: { share: 0, isDashed: true },
  [projectStatus.published]: { share: 0 },
  [projectStatus.assigned]: { share: 0.5 },
  [projectStatus.completed]: { share: 1 },
  [projectStatus.rejected]: struck,
}
export const projectTone = (project: Parameters<typeof isArchived>[0]): StatusTone =>
  isArchived(project) ? unknown : (projectTones[project.status] ?? unknown)

const requestTones: Readonly<Record<number, StatusTone>> = {
  [requestStatus.pending]: { share: 0 },
  [requestStatus.approved]: { share: 1 },
  [requestStatus.rejected]: struck,
}
export const requestTone = (status: number): StatusTone => requestTones[status] ?? unknown

const creatorApplicationTones: Readonly<Record<number, StatusTone>> = {
  [creatorApplicationStatus.pending]: { share: 0 },
  [creatorApplicationStatus.approved]: { share: 1 },
  [creatorApplicationStatus.rejected]: struck,
}
export const creatorApplicationTone = (status: number): StatusTone => creatorApplicationTones[status] ?? unknown
