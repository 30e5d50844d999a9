import type { Task } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'

/** The statuses that have a column on the board, and a figure on the overview. */
export const countedStatuses = [
  taskStatus.assigned,
  taskStatus.inProgress,
  taskStatus.underReview,
  taskStatus.completed,
] as const

/** The number of tasks with the status. */
export const countOfStatus = (tasks: readonly Pick<Task, 'status'>[], status: number): number =>
  tasks.filter((task) => task.status === status).length

/** The number of tasks that the overview shows. */
export const RECENT = 3

/** The tasks changed last, newest first. */
export const recentTasks = (tasks: readonly Task[]): Task[] =>
  [...tasks].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)).slice(0, RECENT)
