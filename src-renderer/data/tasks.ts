import type { QueryClient } from '@tanstack/react-query'
import type { Task } from '../../shared/contract/index.ts'
import { dataOf, query, withData } from './query.ts'

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectID: string) =>
  query('tasks.byProject', { params: { projectId: projectID }, query: {} }, { select: dataOf })

/** The task as the board in the cache has it now. */
export const readTask = (client: QueryClient, { id, projectID }: Pick<Task, 'id' | 'projectID'>): Task | undefined =>
  client.getQueryData(projectTasksQuery(projectID).queryKey)?.data.find((task) => task.id === id)

/** One task. What the board knows of it is there at once, and as old as the board. */
export const taskQuery = (client: QueryClient, projectID: string, id: string) =>
  query(
    'tasks.get',
    { params: { id } },
    {
      select: dataOf,
      initialData: () => {
        const task = readTask(client, { id, projectID })
        return task && { data: task }
      },
      initialDataUpdatedAt: () => client.getQueryState(projectTasksQuery(projectID).queryKey)?.dataUpdatedAt,
    },
  )

/** Writes a task wherever the cache shows it; one that the board does not have yet comes first. */
export const writeTask = (client: QueryClient, task: Task): void => {
  client.setQueryData(projectTasksQuery(task.projectID).queryKey, (board) =>
    withData(board, (tasks) =>
      tasks.some(({ id }) => id === task.id) ? tasks.map((one) => (one.id === task.id ? task : one)) : [task, ...tasks],
    ),
  )
  client.setQueryData(query('tasks.get', { params: { id: task.id } }).queryKey, { data: task })
}
