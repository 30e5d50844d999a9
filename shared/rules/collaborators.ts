import type { ProjectRole } from '../contract/common.ts'
import { taskStatus } from './statuses.ts'

/** The data about a member, the tasks and the ledger; any of it may come from another host. */
type Member = {
  userID: string
  username: string
  name: string
  email?: string | undefined
  role: ProjectRole
  skills: readonly string[]
  createdAt: string | null
  lastActive: string | null
  status: 'Active' | 'Inactive'
}
/** Tasks of one status and assignee: one, or `count` of them. */
export type CountedTasks = { status: number; assignedToID: string | null; count?: number }
type Earnings = { userID: string; paidCents: number }

/** A person who works on a project, with their work and payments there. */
export type Collaborator = {
  /** Equal to `userID`, because a person is in a project only once. */
  id: string
  userID: string
  name: string
  username: string
  /** Empty when the viewer may not know the address. */
  email: string
  /** No pictures of people are kept; screens draw the initials. */
  avatar: null
  role: ProjectRole
  joinDate: string | null
  tasksCompleted: number
  totalTasks: number
  /** Whole percent; 0 when the person has no tasks. */
  completionRate: number
  /** Nobody records hours worked or rates people, so these are unknown rather than 0. */
  hoursWorked: null
  rating: null
  /** In cents, from the ledger. */
  earnings: number
  status: 'Active' | 'Inactive'
  lastActive: string | null
  skills: readonly string[]
}

/** How many of the tasks fit. */
export const taskCount = <T extends Pick<CountedTasks, 'count'>>(
  tasks: readonly T[],
  fits: (task: T) => boolean,
): number => tasks.reduce((sum, task) => sum + (fits(task) ? (task.count ?? 1) : 0), 0)

/** The completed share in whole percent; 0 when there are no tasks. */
export const completionRate = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((completed / total) * 100)

/** The number of completed tasks, the number of all, and the share in percent. */
export const progressOf = (tasks: ReadonlyArray<Pick<CountedTasks, 'status' | 'count'>>) => {
  const completed = taskCount(tasks, ({ status }) => status === taskStatus.completed)
  const total = taskCount(tasks, () => true)
  return { completed, total, rate: completionRate(completed, total) }
}

/** The collaborators of a project, in the order of its members. */
export const collaboratorsOf = (
  members: readonly Member[],
  tasks: readonly CountedTasks[],
  paid: readonly Earnings[],
): Collaborator[] => {
  const tasksOf = byAssignee(tasks)
  const earnings = new Map(paid.map(({ userID, paidCents }) => [userID, paidCents]))
  return members.map((member) => {
    const { completed, total, rate } = progressOf(tasksOf.get(member.userID) ?? [])
    return {
      id: member.userID,
      userID: member.userID,
      name: member.name || member.username,
      username: member.username,
      email: member.email ?? '',
      avatar: null,
      role: member.role,
      joinDate: member.createdAt,
      tasksCompleted: completed,
      totalTasks: total,
      completionRate: rate,
      hoursWorked: null,
      rating: null,
      earnings: earnings.get(member.userID) ?? 0,
      status: member.status,
      lastActive: member.lastActive,
      skills: member.skills,
    }
  })
}

const byAssignee = (tasks: readonly CountedTasks[]): Map<string, CountedTasks[]> => {
  const result = new Map<string, CountedTasks[]>()
  for (const task of tasks) {
    if (task.assignedToID === null) continue
    const own = result.get(task.assignedToID)
    if (own) own.push(task)
    else result.set(task.assignedToID, [task])
  }
  return result
}
