import { useCallback, useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { BULK_MAX } from '#shared/contract/task-bulk.ts'
import { toast } from '#lib/toast.ts'

type TasksByID = ReadonlyMap<string, Task>
const nothing: TasksByID = new Map()
export const FULL = `At most ${BULK_MAX} tasks can be selected.`

/**
 * The tasks that are selected in the backlog, at most 100. `shownBy` names what the list shows: another view or other filters begin
 * with nothing selected, so that nobody changes a task that they do not see.
 */
export const useTaskSelection = (shownBy: string) => {
  const [state, setState] = useState({ shownBy, selected: nothing })
  const selected = state.shownBy === shownBy ? state.selected : nothing
  const select = useCallback(
    (tasks: readonly Task[]) => {
      if (tasks.length > BULK_MAX) toast(FULL, 'info')
      setState({ shownBy, selected: new Map(tasks.slice(0, BULK_MAX).map((task) => [task.id, task])) })
    },
    [shownBy],
  )
  const toggle = (task: Task) =>
    select(
      selected.has(task.id) ? [...selected.values()].filter(({ id }) => id !== task.id) : [...selected.values(), task],
    )
  return { selected, select, toggle, clear: () => select([]) }
}
export type TaskSelection = ReturnType<typeof useTaskSelection>
