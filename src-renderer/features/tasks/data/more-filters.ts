import type { Task, TaskPriority } from '#shared/contract/index.ts'
import type { DueFilter } from '#shared/contract/task.ts'
import { weekOf } from '#shared/rules/week.ts'
import { today } from '#lib/format.ts'
import { isOverdue, openNumbers } from './task-facts.ts'

/** The filters beyond the first release; null and false filter nothing. */
export type MoreFilters = {
  label: number | null
  priority: TaskPriority | null
  due: DueFilter | null
  blocked: boolean
}
export const isNarrowed = ({ label, priority, due, blocked }: MoreFilters): boolean =>
  label !== null || priority !== null || due !== null || blocked

/** The tasks that fit all of the filters. `all` are the project's tasks, among which are those that block others. */
export const narrow = (
  tasks: readonly Task[],
  { label, priority, due, blocked }: MoreFilters,
  all: readonly Task[],
  now = today(),
): readonly Task[] => {
  if (!isNarrowed({ label, priority, due, blocked })) return tasks
  const week = weekOf(now)
  const isDue = (task: Task): boolean => {
    if (due === 'overdue') return isOverdue(task, now)
    if (due === 'none') return !task.dueOn
    return Boolean(task.dueOn) && (task.dueOn ?? '') >= week.from && (task.dueOn ?? '') <= week.to
  }
  const open = blocked ? openNumbers(all) : new Set<string>()
  return tasks.filter(
    (task) =>
      (label === null || (task.labelIDs ?? []).includes(label)) &&
      (priority === null || (task.priority ?? 'none') === priority) &&
      (due === null || isDue(task)) &&
      (!blocked || (task.blockedBy ?? []).some((number) => open.has(String(number)))),
  )
}
