import type { QueryClient } from '@tanstack/react-query'
import type { Task } from '../../shared/contract/index.ts'
import { dataOf, query, withData } from './query.ts'

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectID: string) =>
  query('tasks.byProject', { params: { projectId: projectID }, query: {} }, { select: dataOf })

/** The task as the cached board has it. */
export const readTask = (client: QueryClient, { id, projectID }: Pick<Task, 'id' | 'projectID'>): Task | undefined =>
  client.getQueryData(projectTasksQuery(projectID).queryKey)?.data.find((task) => task.id === id)

/** One task. The cached board's state of it is shown at once, and counts as old as the board. */
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

/** Writes a task wherever the cache shows it; a task that is new to the board comes first. */
export const writeTask = (client: QueryClient, task: Task): void => {
  client.setQueryData(projectTasksQuery(task.projectID).queryKey, (board) =>
    withData(board, (tasks) =>
      tasks.some(({ id }) => id === task.id) ? tasks.map((one) => (one.id === task.id ? task : one)) : [task, ...tasks],
    ),
  )
  client.setQueryData(query('tasks.get', { params: { id: task.id } }).queryKey, { data: task })
}
