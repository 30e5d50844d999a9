import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '../../../shared/contract/index.ts'
import { newTaskBody, type TaskDraft } from '../../../shared/rules/new-task.ts'
import type { TaskFields } from '../../../shared/rules/task-changes.ts'
import { track } from '../../lib/analytics.ts'
import { api } from '../../lib/api.ts'
import { projectTasksQuery } from '../../lib/workspace-queries.ts'
import { useWrite } from '../../lib/use-write.ts'
import { writeTask } from './queries.ts'
import { newerTask } from './stale-task.ts'

/** Creates a task and puts it first on the board. */
export const useCreateTask = (projectId: string) => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: async (draft: Omit<TaskDraft, 'projectID'>) =>
      (await api.tasks.create({ body: newTaskBody({ ...draft, projectID: projectId }) })).data,
    onSuccess: (task) => {
      track('task_created', { projectID: projectId })
      writeTask(client, task)
      void client.invalidateQueries({ queryKey: projectTasksQuery(projectId).queryKey, refetchType: 'none' })
    },
  })
}

type Edit = { task: Task; changes: Partial<TaskFields> }

/** Saves changed fields, based on the version they were made on; a refused one brings the newer task with it. */
export const useUpdateTask = () => {
  const client = useQueryClient()
  return useWrite({
    mutationFn: async ({ task: { id, version }, changes }: Edit) =>
      (
        await api.tasks.update({
          params: { id },
          body: { ...changes, ...(version !== undefined && { version }) },
        })
      ).data,
    onSuccess: (task) => {
      writeTask(client, task)
      void client.invalidateQueries({ queryKey: projectTasksQuery(task.projectID).queryKey, refetchType: 'none' })
    },
    onError: (error) => {
      const newer = newerTask(error)
      if (newer) writeTask(client, newer)
    },
  })
}
