import { useQuery } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { type BacklogSort, backlogSorts } from '#shared/contract/task.ts'
import { isAsNew } from '#data/tasks.ts'
import { backlogQuery } from '../data/queries.ts'
import type { useTasksView } from '../filters/use-tasks-view.ts'

export type BacklogView = Pick<
  ReturnType<typeof useTasksView>,
  'page' | 'sort' | 'q' | 'assignee' | 'status' | 'stage' | 'label' | 'priority' | 'due' | 'blocked'
>
const isServerSort = (field: string): field is BacklogSort => backlogSorts.some((sort) => sort === field)

/** What the board knows of a task when that is newer: it hears of every change at once. */
const newest = (task: Task, known: Task | undefined): Task => {
  if (known?.version === undefined || known.shown === undefined || task.shown === undefined) return task
  return isAsNew(known, { ...task, version: task.version ?? 0, shown: task.shown }) ? known : task
}

/**
 * The rows of the backlog. For the first release's columns the screen sorts `tasks`, which match the filters, itself.
 * For due date, priority, labels and reward the server sorts, and `total` is the number of rows on all pages.
 */
export const useBacklogRows = (
  projectID: string,
  view: BacklogView,
  { all, tasks, hasMore }: { all: readonly Task[]; tasks: readonly Task[]; hasMore: boolean },
) => {
  const { page, sort } = view
  const by = hasMore && sort && isServerSort(sort.field) ? { sort: sort.field, direction: sort.direction } : null
  const { sort: wanted = 'dueOn', direction = 'asc' } = by ?? {}
  const answer = useQuery(backlogQuery({ projectID, page, sort: wanted, direction }, view, by !== null))
  if (!by) return { rows: tasks, failure: null }
  const { data, error, isFetching, refetch } = answer
  const failure = error && !data ? { error, isRetrying: isFetching, retry: () => void refetch() } : null
  if (!data) return { rows: undefined, total: 0, failure }
  const known = new Map(all.map((task) => [task.id, task]))
  return {
    rows: data.data.map((task) => newest(task, known.get(task.id))),
    total: data.pagination.total,
    failure,
  }
}
