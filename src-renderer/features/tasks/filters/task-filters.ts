import { fold } from '#shared/contract/fold.ts'
import type { Stage, Task } from '#shared/contract/index.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { columnIDOf, columnsOf, type TaskColumn } from '../data/columns.ts'
import { assigneeName, byWait, inColumn } from '../data/task-rules.ts'
import { NOBODY } from './use-tasks-view.ts'

/**
 * The tasks that fit the filters: every typed word is in title, number or assignee; `assignee` is an ID, NOBODY, or
 * empty for all.
 */
export const filterTasks = (tasks: readonly Task[], q: string, assignee: string): readonly Task[] => {
  const words = fold(q).split(/\s+/).filter(Boolean)
  if (words.length === 0 && !assignee) return tasks
  return tasks.filter((task) => {
    if (assignee && (assignee === NOBODY ? task.assignedToID !== null : task.assignedToID !== assignee)) return false
    const person = `${task.assignedToName ?? ''} ${task.assignedToUsername ?? ''}`
    const text = fold(`${task.title} #${task.taskId} ${person}`)
    return words.every((word) => text.includes(word))
  })
}

/**
 * The tasks of each column of the board by its ID, in their order; those Under Review by waiting time on request.
 * Requested and rejected tasks have no column.
 */
export const tasksByColumn = (
  tasks: readonly Task[],
  { stages = [], isByWaiting = false }: { stages?: readonly Stage[]; isByWaiting?: boolean | undefined } = {},
): ReadonlyMap<TaskColumn, readonly Task[]> => {
  const columns = columnsOf(stages)
  const lists = new Map(columns.map(({ id }) => [id, [] as Task[]]))
  for (const task of tasks) lists.get(columnIDOf(stages, task))?.push(task)
  return new Map(
    columns.map((column) => {
      const isWaiting = isByWaiting && column.status === taskStatus.underReview
      return [column, (lists.get(column.id) ?? []).sort(isWaiting ? byWait : inColumn)]
    }),
  )
}

/** The number of tasks in each column of the board, by its ID. */
export const countByColumn = (tasks: readonly Task[], stages: readonly Stage[]): ReadonlyMap<string, number> => {
  const counts = new Map(columnsOf(stages).map(({ id }) => [id, 0]))
  for (const task of tasks) {
    const id = columnIDOf(stages, task)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** The number of tasks of each status, from 0 to 5. */
export const countByStatus = (tasks: readonly Task[]): readonly number[] => {
  const counts = [0, 0, 0, 0, 0, 0]
  for (const { status } of tasks) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** The people who have tasks, once each, in the order of their names. */
export const assigneesOf = (tasks: readonly Task[]): ReadonlyArray<{ id: string; name: string }> => {
  const names = new Map<string, string>()
  for (const task of tasks) if (task.assignedToID) names.set(task.assignedToID, assigneeName(task))
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
