import type { Task } from '../../../shared/contract/index.ts'
import { errorText } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import { useUpdateTask } from './mutations.ts'
import { newerTask } from './stale-task.ts'
import { assigneeName } from './task-rules.ts'

/** Gives a task to a member, or to nobody, and says whose it is then; a failure says why. */
export const useAssign = () => {
  const update = useUpdateTask()
  return (task: Task, assignedToID: string | null): void => {
    if (task.assignedToID === assignedToID) return
    update.mutate(
      { task, changes: { assignedToID } },
      {
        onSuccess: ({ data }) =>
          void toast(data.assignedToID ? `Assigned to ${assigneeName(data)}.` : 'Assigned to nobody.', 'success'),
        onError: (error) => {
          const newer = newerTask(error)
          const changed = `Somebody else has changed “${task.title}” meanwhile. Please try again.`
          toast(newer ? changed : errorText(error, 'Failed to update task'), 'error')
        },
      },
    )
  }
}
