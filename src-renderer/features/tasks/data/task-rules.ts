import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { cut } from '#shared/rules/cut.ts'
import { isManager } from '#shared/rules/membership.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { crossesCompleted } from '#shared/rules/task-changes.ts'

export const ONLY_MANAGERS_COMPLETE = 'Only admins and owners can move tasks to completed status.'
export const ONLY_MANAGERS_ASSIGN = 'Only owners and admins can change the assignee.'
export const ONLY_MANAGERS_REOPEN = 'Only admins and owners can move tasks out of completed status.'

/** The reason why this role may not give the task that status; null when it may. `from` is null for a new task. */
export const whyNotStatus = (role: ProjectRole, from: number | null, to: number): string | null => {
  if (isManager(role) || !crossesCompleted(from, to)) return null
  return to === taskStatus.completed ? ONLY_MANAGERS_COMPLETE : ONLY_MANAGERS_REOPEN
}

/** The name of a task's assignee, or their username when they gave no name. */
export const assigneeName = ({ assignedToID, assignedToName, assignedToUsername }: Task): string =>
  assignedToID ? (assignedToName ?? assignedToUsername ?? 'Unknown') : 'Unassigned'

const QUOTED_MAX = 60
/** A title within a sentence: “Draw the map”, cut where it is long. */
export const quoted = (title: string): string => `“${cut(title, QUOTED_MAX)}”`

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** The order of a column: by rank; on a host that has none, last changed first. */
export const inColumn = (a: Task, b: Task): number =>
  a.rank !== undefined && b.rank !== undefined ? byText(a.rank, b.rank) : byText(b.updatedAt, a.updatedAt)

/** The longest wait first; a task of a host that does not say since when comes last. */
export const byWait = (a: Task, b: Task): number => byText(a.waitsSince ?? '~', b.waitsSince ?? '~')
