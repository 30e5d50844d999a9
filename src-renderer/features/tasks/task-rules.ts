import type { ProjectRole, Task } from '../../../shared/contract/index.ts'
import { isManager } from '../../../shared/rules/membership.ts'
import { taskStatus } from '../../../shared/rules/statuses.ts'
import { crossesCompleted } from '../../../shared/rules/task-changes.ts'

export const ONLY_MANAGERS_COMPLETE = 'Only admins and owners can move tasks to completed status.'
export const ONLY_MANAGERS_REOPEN = 'Only admins and owners can move tasks out of completed status.'

/** Why this role may not give the task that status, or null. `from` is null for a task that is not there yet. */
export const whyNotStatus = (role: ProjectRole, from: number | null, to: number): string | null => {
  if (isManager(role) || !crossesCompleted(from, to)) return null
  return to === taskStatus.completed ? ONLY_MANAGERS_COMPLETE : ONLY_MANAGERS_REOPEN
}

/** How a task's assignee is called: by name where they gave one, else by username. */
export const assigneeName = ({ assignedToID, assignedToName, assignedToUsername }: Task): string =>
  assignedToID ? (assignedToName ?? assignedToUsername ?? 'Unknown') : 'Unassigned'
