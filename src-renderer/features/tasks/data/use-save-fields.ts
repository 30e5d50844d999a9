import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import { readStages } from '#data/stages.ts'
import { sayDone } from '#data/undo.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { type Edit, useUpdateTask } from './mutations.ts'
import { newerTask } from '#data/stale-task.ts'
import { placeName } from './columns.ts'
import { priorityLabels, shortDay } from './task-facts.ts'
import { assigneeName, quoted } from './task-rules.ts'

/** Reports saved fields, with the way back. */
export const saySaved = (client: QueryClient, saved: Task, changes: Edit['changes']): void => {
  const { assignedToID, dueOn, priority } = saved
  if ('status' in changes || 'stageID' in changes)
    return sayDone(client, `Moved to ${placeName(readStages(client, saved.projectID), saved)}.`)
  if ('assignedToID' in changes)
    return sayDone(client, assignedToID ? `Assigned to ${assigneeName(saved)}.` : 'Assigned to nobody.')
  if ('priority' in changes) return sayDone(client, `Priority: ${priorityLabels[priority ?? 'none']}.`)
  if ('dueOn' in changes) return sayDone(client, dueOn ? `Due ${shortDay(dueOn)}.` : 'No due date.')
  sayDone(client, 'Task updated.')
}

/** Says where no form shows it that a task could not be saved. */
export const sayNotSaved = (task: Task, error: unknown): void => {
  const changed = `Somebody else has just changed ${quoted(task.title)}. Please try again.`
  toast(newerTask(error) ? changed : errorText(error, 'Failed to update task'), 'error')
}

/**
 * Saves fields of a task that are chosen outside of its form, and reports the outcome, even if the dialog in which they
 * were chosen is gone.
 */
export const useSaveFields = () => {
  const client = useQueryClient()
  const { mutateAsync } = useUpdateTask()
  return async (task: Task, changes: Edit['changes'], said?: string): Promise<void> => {
    try {
      const { data } = await mutateAsync({ task, changes })
      if (said) sayDone(client, said)
      else saySaved(client, data, changes)
    } catch (error) {
      sayNotSaved(task, error)
    }
  }
}

/** Gives a task to a member, or to nobody. */
export const useAssign = () => {
  const save = useSaveFields()
  return (task: Task, assignedToID: string | null): void => {
    if (task.assignedToID !== assignedToID) void save(task, { assignedToID })
  }
}
