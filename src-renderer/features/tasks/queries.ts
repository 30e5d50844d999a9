import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Task } from '../../../shared/contract/index.ts'
import { api } from '../../lib/api.ts'
import { projectTasksQuery } from '../../lib/workspace-queries.ts'

/** So many people are suggested before anything is typed. */
export const SUGGESTED_ASSIGNEES = 5

/** One task. What the board knows of it is there at once, and as old as the board. */
export const taskQuery = (client: QueryClient, projectId: string, id: string) => {
  const board = projectTasksQuery(projectId).queryKey
  return queryOptions({
    queryKey: ['project', projectId, 'task', id] as const,
    queryFn: async ({ signal }) => (await api.tasks.get({ params: { id } }, { signal })).data,
    initialData: () => client.getQueryData(board)?.find((task) => task.id === id),
    initialDataUpdatedAt: () => client.getQueryState(board)?.dataUpdatedAt,
  })
}

/** Members that a task can be given to; the first few of all while nothing is typed. For owners and admins. */
export const assigneesQuery = (projectId: string, typed: string) => {
  const query = typed.trim()
  return queryOptions({
    queryKey: ['project', projectId, 'assignees', query] as const,
    queryFn: async ({ signal }) => {
      const params = { id: projectId }
      return query
        ? (await api.memberships.search({ params: { ...params, query }, query: {} }, { signal })).data
        : (await api.memberships.suggestions({ params, query: {} }, { signal })).data.slice(0, SUGGESTED_ASSIGNEES)
    },
    placeholderData: keepPreviousData,
  })
}

/** Writes a task wherever the cache shows it; one that the board does not have yet comes first. */
export const writeTask = (client: QueryClient, task: Task): void => {
  client.setQueryData(projectTasksQuery(task.projectID).queryKey, (tasks) => {
    if (!tasks) return undefined
    return tasks.some(({ id }) => id === task.id)
      ? tasks.map((one) => (one.id === task.id ? task : one))
      : [task, ...tasks]
  })
  client.setQueryData(taskQuery(client, task.projectID, task.id).queryKey, task)
}

/** The task as the cache has it now. */
export const readTask = (client: QueryClient, { id, projectID }: Pick<Task, 'id' | 'projectID'>): Task | undefined =>
  client.getQueryData(projectTasksQuery(projectID).queryKey)?.find((task) => task.id === id)
