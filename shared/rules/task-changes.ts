import type { ProjectRole } from '../contract/common.ts'
import { isManager } from './membership.ts'
import { taskStatus } from './statuses.ts'

export type TaskFields = { title: string; description: string; status: number; assignedToID: string | null }

/** Whether a change goes into or out of Completed: that is for owner and admin, in every call and dialog. */
export const crossesCompleted = (from: number | null, to: number): boolean =>
  from !== to && (from === taskStatus.completed || to === taskStatus.completed)

/** Why a role may not make this change, or null when it may. Fields that stay as they are change nothing. */
export const whyNotChange = (
  role: ProjectRole,
  before: TaskFields,
  after: TaskFields,
): 'completed' | 'description' | 'assignee' | null => {
  if (isManager(role)) return null
  if (crossesCompleted(before.status, after.status)) return 'completed'
  if (after.description !== before.description) return 'description'
  return after.assignedToID === before.assignedToID ? null : 'assignee'
}
