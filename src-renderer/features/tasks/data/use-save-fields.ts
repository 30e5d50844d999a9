import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { sayDone } from '#data/undo.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { type Edit, useUpdateTask } from './mutations.ts'
import { newerTask } from '#data/stale-task.ts'
import { assigneeName, quoted } from './task-rules.ts'

/**
 * Saves fields of a task that are chosen outside of its form, and reports the outcome, even if the dialog in which they
 * were chosen is gone.
 */
export const useSaveFields = () => {
  const client = useQueryClient()
  const { mutateAsync } = useUpdateTask()
  return async (task: Task, changes: Edit['changes'], said: (saved: Task) => string): Promise<void> => {
    try {
      const { data } = await mutateAsync({ task, changes })
      sayDone(client, said(data))
    } catch (error) {
      const changed = `Somebody else has just changed ${quoted(task.title)}. Please try again.`
      toast(newerTask(error) ? changed : errorText(error, 'Failed to update task'), 'error')
    }
  }
}

/** Gives a task to a member, or to nobody. */
export const useAssign = () => {
  const save = useSaveFields()
  return (task: Task, assignedToID: string | null): void => {
    if (task.assignedToID === assignedToID) return
    void save(task, { assignedToID }, (saved) =>
      saved.assignedToID ? `Assigned to ${assigneeName(saved)}.` : 'Assigned to nobody.',
    )
  }
}
