import type { ProjectRole } from '../contract/common.ts'
import { taskStatus } from './statuses.ts'

/** What is known of a member, of the tasks and of the ledger; any of them may come from another host. */
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
type AssignedTask = { status: number; assignedToID: string | null }
type Earnings = { userID: string; paidCents: number }

/** Somebody who works on a project, with what they did and were paid there. */
export type Collaborator = {
  /** The same as `userID`: a person is in a project once. */
  id: string
  userID: string
  name: string
  username: string
  /** Empty for a viewer who may not know it. */
  email: string
  /** No pictures of people are kept; screens draw the initials. */
  avatar: null
  role: ProjectRole
  joinDate: string | null
  tasksCompleted: number
  totalTasks: number
  /** Whole percent; 0 without any task. */
  completionRate: number
  /** Nobody records hours worked or rates people, so that these are unknown rather than 0. */
  hoursWorked: null
  rating: null
  /** In cents, from the ledger. */
  earnings: number
  status: 'Active' | 'Inactive'
  lastActive: string | null
  skills: readonly string[]
}

/** Whole percent of what is completed; 0 of nothing. */
export const completionRate = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((completed / total) * 100)

/** How many of these tasks are completed, of how many, in percent. */
export const progressOf = (tasks: ReadonlyArray<Pick<AssignedTask, 'status'>>) => {
  const completed = tasks.filter(({ status }) => status === taskStatus.completed).length
  return { completed, total: tasks.length, rate: completionRate(completed, tasks.length) }
}

/** The collaborators of a project, in the order of its members. */
export const collaboratorsOf = (
  members: readonly Member[],
  tasks: readonly AssignedTask[],
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

const byAssignee = (tasks: readonly AssignedTask[]): Map<string, AssignedTask[]> => {
  const result = new Map<string, AssignedTask[]>()
  for (const task of tasks) {
    if (task.assignedToID === null) continue
    const own = result.get(task.assignedToID)
    if (own) own.push(task)
    else result.set(task.assignedToID, [task])
  }
  return result
}
