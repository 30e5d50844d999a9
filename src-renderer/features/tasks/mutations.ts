import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../../shared/contract/index.ts'
import { newTaskBody, type TaskDraft } from '../../../shared/rules/new-task.ts'
import type { TaskFields } from '../../../shared/rules/task-changes.ts'
import { writeTask } from '../../data/tasks.ts'
import { useCall } from '../../data/use-call.ts'
import { track } from '../../lib/analytics.ts'
import { newerTask } from './stale-task.ts'

/** Creates a task and puts it first on the board. */
export const useCreateTask = (projectID: string) => {
  const client = useQueryClient()
  return useCall('tasks.create', {
    input: (draft: Omit<TaskDraft, 'projectID'>) => ({ body: newTaskBody({ ...draft, projectID: projectID }) }),
    onSuccess: ({ data: task }) => {
      track('task_created', { projectID: projectID })
      writeTask(client, task)
    },
    refetch: 'none',
  })
}

type Edit = { task: Task; changes: Partial<TaskFields> }

/** Saves changed fields, based on the version that the person has seen. A conflict brings the newer task. */
export const useUpdateTask = () => {
  const client = useQueryClient()
  return useCall('tasks.update', {
    input: ({ task: { id, version }, changes }: Edit) => ({
      params: { id },
      body: { ...changes, ...(version !== undefined && { version }) },
    }),
    onSuccess: ({ data: task }) => writeTask(client, task),
    onError: (error) => {
      const newer = newerTask(error)
      if (newer) writeTask(client, newer)
    },
    refetch: 'none',
  })
}
