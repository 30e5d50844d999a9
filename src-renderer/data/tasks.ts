import type { QueryClient } from '@tanstack/react-query'
import type { LiveFrame, Task } from '../../shared/contract/index.ts'
import { dataOf, query, withData } from './query.ts'

/**
 * A task in the cache's board. `isTextOld` marks one that a frame of the stream has changed: frames have no description,
 * so that this task's may be an old one.
 */
type CachedTask = Task & { isTextOld?: true }
/** What a frame says of a task: the fields that a board shows. */
export type BoardTask = NonNullable<LiveFrame['task']>

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectID: string) =>
  query('tasks.byProject', { params: { projectId: projectID }, query: {} }, { select: dataOf })

/** The task as the cached board has it. */
export const readTask = (
  client: QueryClient,
  { id, projectID }: Pick<Task, 'id' | 'projectID'>,
): CachedTask | undefined =>
  client.getQueryData(projectTasksQuery(projectID).queryKey)?.data.find((task) => task.id === id)

/** Whether a board has all of the task: it leaves out fields and lists, and says so. */
const isWhole = (task: CachedTask): boolean =>
  !task.isTextOld && (task.doneWhen !== undefined || !(task.doneOf || task.blockedBy?.length || task.hasMore))

/**
 * One task. The cached board's state of it is shown at once if that is all of it, and counts as old as the board. After a
 * frame its description may be old.
 */
export const taskQuery = (client: QueryClient, projectID: string, id: string) =>
  query(
    'tasks.get',
    { params: { id } },
    {
      select: dataOf,
      initialData: () => {
        const task = readTask(client, { id, projectID })
        return task && isWhole(task) ? { data: task } : undefined
      },
      initialDataUpdatedAt: () => client.getQueryState(projectTasksQuery(projectID).queryKey)?.dataUpdatedAt,
    },
  )

const writeOnBoard = (client: QueryClient, task: CachedTask): void => {
  client.setQueryData(projectTasksQuery(task.projectID).queryKey, (board) =>
    withData(board, (tasks) =>
      tasks.some(({ id }) => id === task.id) ? tasks.map((one) => (one.id === task.id ? task : one)) : [task, ...tasks],
    ),
  )
}

/** Writes a task wherever the cache shows it; a task that is new to the board comes first. */
export const writeTask = (client: QueryClient, task: CachedTask): void => {
  writeOnBoard(client, task)
  if (!task.isTextOld) client.setQueryData(query('tasks.get', { params: { id: task.id } }).queryKey, { data: task })
}

/** Takes a task that was deleted off the cached board. */
export const dropTask = (client: QueryClient, { id, projectID }: Pick<Task, 'id' | 'projectID'>): void => {
  client.setQueryData(projectTasksQuery(projectID).queryKey, (board) =>
    withData(board, (tasks) => tasks.filter((task) => task.id !== id)),
  )
}

/** Whether what we know of a task is as new as what a frame says of it, or newer. */
export const isAsNew = (known: Pick<Task, 'version' | 'shown'>, frame: BoardTask): boolean => {
  if (known.shown !== undefined && frame.shown !== undefined) return known.shown >= frame.shown
  return known.version !== undefined && known.version >= frame.version
}

/**
 * Writes what a frame says of a task into the cached board, unless the board has this state or a newer one. Answers
 * whether the board has changed. The boards that nobody has opened stay unread.
 */
export const writeFrameTask = (client: QueryClient, task: BoardTask): boolean => {
  const { queryKey } = projectTasksQuery(task.projectID)
  if (!client.getQueryData(queryKey)) return false
  const shown = readTask(client, task)
  if (shown && isAsNew(shown, task)) return false
  writeOnBoard(client, {
    description: '',
    taskCreatedByUsername: null,
    ...shown,
    ...task,
    isTextOld: true,
  })
  return true
}

/** The scope of a task's moves, which are sent one after the other. */
export const scopeOfMoves = (taskID: string) => ({ id: `task ${taskID}` })

/** Resolves when no move of the task is under way; undefined when none is. */
export const movesUnderWay = (client: QueryClient, taskID: string): Promise<void> | undefined => {
  const { id } = scopeOfMoves(taskID)
  const pending = () =>
    client.getMutationCache().findAll({ status: 'pending', predicate: ({ options }) => options.scope?.id === id })
  if (pending().length === 0) return undefined
  return new Promise((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (pending().length > 0) return
      stop()
      resolve()
    })
  })
}
