import type { ProjectRole } from '../contract/common.ts'
import { isManager } from './membership.ts'
import { taskStatus } from './statuses.ts'

export type TaskFields = { title: string; description: string; status: number; assignedToID: string | null }

/**
 * Whether a change moves a task into or out of Completed, which only owner and admin may do, in every call and dialog.
 */
export const crossesCompleted = (from: number | null, to: number): boolean =>
  from !== to && (from === taskStatus.completed || to === taskStatus.completed)

/** Why a role may not make this change, or null when it may. A field that keeps its value is no change. */
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
