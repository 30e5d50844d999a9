import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '#shared/contract/index.ts'
import type { BulkChange } from '#shared/contract/task-bulk.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import { writeTasks } from '#data/tasks.ts'
import { beginAct, type Change } from '#data/undo-log.ts'
import { useCall } from '#data/use-call.ts'

type Bulk = { tasks: readonly Task[]; change: BulkChange }
/** A task that was not changed, and why not. */
export type Refusal = { task: Task; reason: string }

const fieldOf = (change: BulkChange, before: Task, after: Task | null): ReadonlyArray<keyof AllFields> => {
  // A stage is no field of its own: it goes back with the status, or alone.
  if ('stageID' in change) return before.status === after?.status ? [] : ['status']
  if ('addLabelID' in change || 'removeLabelID' in change) return ['labelIDs']
  return 'isDeleted' in change ? [] : (Object.keys(change) as Array<keyof AllFields>)
}

/**
 * Changes one thing of many tasks, based on their versions on the screen: tasks that somebody else has changed since
 * stay as they are. `onAnswered` gets the tasks that were not changed.
 */
export const useBulk = (onAnswered: (refused: readonly Refusal[]) => void) => {
  const client = useQueryClient()
  return useCall('tasks.bulk', {
    input: ({ tasks, change }: Bulk) => ({
      body: {
        ids: tasks.map(({ id }) => id),
        ...(tasks.every(({ version }) => version !== undefined) && {
          versions: tasks.map(({ version = 1 }) => version),
        }),
        change,
      },
    }),
    onMutate: () => beginAct(),
    onSuccess: ({ data: outcomes }, { tasks, change }, act) => {
      const byID = new Map(tasks.map((task) => [task.id, task]))
      const changes: Change[] = []
      const refused: Refusal[] = []
      const deleted: Task[] = []
      for (const { id, isDone, task: after, reason } of outcomes) {
        const before = byID.get(id)
        if (!before) continue
        if (!isDone) refused.push({ task: before, reason: reason ?? 'It was not changed.' })
        else if (!after) deleted.push(before)
        // What a task is worth is not undone.
        if (isDone && !('offer' in change) && after?.version !== before.version)
          changes.push({ before, after, fields: fieldOf(change, before, after) })
      }
      writeTasks(
        client,
        outcomes.flatMap(({ task }) => task ?? []),
        deleted,
      )
      act.done(changes)
      onAnswered(refused)
    },
    onError: (_error, _bulk, act) => act?.failed(),
  })
}
