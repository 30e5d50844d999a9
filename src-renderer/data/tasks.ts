import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { LiveFrame, Task } from '#shared/contract/index.ts'
import { isApiError } from '#lib/api.ts'
import { type AnswerOf, call } from './operations.ts'
import { dataOf, query, withData } from './query.ts'

/**
 * A task in the cache's board. `isTextOld` marks one that a frame of the stream has changed: frames have no description,
 * so that this task's may be an old one.
 */
type CachedTask = Task & { isTextOld?: true }
/** What a frame says of a task: the fields that a board shows. */
export type BoardTask = NonNullable<LiveFrame['task']>

type Answer = { data: readonly Task[] }
/**
 * Keeps equal tasks when a board is read again, by ID. The cache compares other lists by position; there a new first
 * task would make all others new. Selections from the board are already kept.
 */
const shareTasks = (old: unknown, fresh: unknown): unknown => {
  if (!old || Array.isArray(fresh)) return fresh
  const before = (old as Answer).data
  const known = new Map(before.map((task) => [task.id, task]))
  const { data } = fresh as Answer
  const shared = data.map((task) => {
    const one = known.get(task.id)
    return one ? replaceEqualDeep(one, task) : task
  })
  const isSame = shared.length === before.length && shared.every((task, at) => task === before[at])
  return { ...(fresh as Answer), data: isSame ? before : shared }
}

/** Every task of the project, up to the contract's BOARD_LIMIT. */
export const projectTasksQuery = (projectID: string) =>
  query(
    'tasks.byProject',
    { params: { projectId: projectID }, query: {} },
    { select: dataOf, structuralSharing: shareTasks },
  )

/** How many tasks the overview names. */
export const LATEST = 3

/**
 * The tasks changed last and how many there are. A server of the release before refuses to count, and another host may answer
 * as many as it was asked for: then all tasks are read, and counted here.
 */
const readLatest = async (projectID: string, signal: AbortSignal): Promise<AnswerOf<'tasks.byProject'>> => {
  const params = { projectId: projectID }
  const counted = await call('tasks.byProject', { params, query: { limit: LATEST, counts: 'true' } }, { signal }).catch(
    (error: unknown) => {
      if (isApiError(error) && error.status === 422) return null
      throw error
    },
  )
  if (counted?.counts || (counted && counted.data.length !== LATEST)) return counted
  return call('tasks.byProject', { params, query: {} }, { signal })
}

/** The tasks changed last, newest first, and how many tasks there are. */
const latestOf = ({ data, counts }: AnswerOf<'tasks.byProject'>) => ({
  tasks: [...data].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)).slice(0, LATEST),
  counts: counts ?? data,
})

/** What is shown of a project's tasks where there is no board. */
export const latestTasksQuery = (projectID: string) =>
  query(
    'tasks.byProject',
    { params: { projectId: projectID }, query: { limit: LATEST, counts: 'true' } },
    { select: latestOf, queryFn: ({ signal }) => readLatest(projectID, signal) },
  )

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
 * One task. The cached board's copy is shown at once if it is complete, and counts as old as the board. After a frame
 * its description may be old.
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

/** Whether what we know of a task is as new as what a frame says of it, or newer. */
export const isAsNew = (known: Pick<Task, 'version' | 'shown'>, frame: BoardTask): boolean => {
  if (known.shown !== undefined && frame.shown !== undefined) return known.shown >= frame.shown
  return known.version !== undefined && known.version >= frame.version
}

type Place = Pick<Task, 'id' | 'projectID'>
/** A cached board while it is changed: its tasks by ID, and those that are new to it, the newest last. */
type OpenBoard = { tasks: Map<string, CachedTask>; added: CachedTask['id'][]; hasChanged: boolean }

/**
 * Collects changes of the cached boards, so that each board is read once and written once by `save`, however many tasks
 * change. Boards that are not cached stay unread. No other change may be made until `save`.
 */
export const openBoards = (client: QueryClient) => {
  const open = new Map<string, OpenBoard | null>()
  const boardOf = (projectID: string): OpenBoard | null => {
    const known = open.get(projectID)
    if (known !== undefined) return known
    const board = client.getQueryData(projectTasksQuery(projectID).queryKey)
    const opened = board
      ? { tasks: new Map(board.data.map((task) => [task.id, task])), added: [], hasChanged: false }
      : null
    open.set(projectID, opened)
    return opened
  }
  const find = ({ id, projectID }: Place): CachedTask | undefined => boardOf(projectID)?.tasks.get(id)
  /** Writes a task; one that is new to the board comes first. */
  const write = (task: CachedTask): void => {
    const board = boardOf(task.projectID)
    if (!board) return
    if (!board.tasks.has(task.id)) board.added.push(task.id)
    board.tasks.set(task.id, task)
    board.hasChanged = true
  }
  return {
    find,
    write,
    /** Writes what a frame says of a task, unless the board has this state or a newer one. Answers whether the board has changed. */
    writeFrame: (task: BoardTask): boolean => {
      const shown = find(task)
      if (!boardOf(task.projectID) || (shown && isAsNew(shown, task))) return false
      write({ description: '', taskCreatedByUsername: null, ...shown, ...task, isTextOld: true })
      return true
    },
    /** Takes a task that was deleted off its board. */
    drop: ({ id, projectID }: Place): void => {
      const board = boardOf(projectID)
      if (board?.tasks.delete(id)) board.hasChanged = true
    },
    save: (): void => {
      for (const [projectID, board] of open) {
        if (!board?.hasChanged) continue
        const { tasks, added } = board
        const first = [...new Set(added.toReversed())]
        client.setQueryData(projectTasksQuery(projectID).queryKey, (answer) =>
          withData(answer, (before) => {
            const isNew = new Set(first)
            const ids = [...first, ...before.flatMap(({ id }) => (isNew.has(id) ? [] : id))]
            return ids.flatMap((id) => tasks.get(id) ?? [])
          }),
        )
      }
    },
  }
}

/** Writes tasks wherever the cache shows them, and takes deleted ones off their boards; a task that is new to a board comes first. */
export const writeTasks = (client: QueryClient, tasks: readonly CachedTask[], deleted: readonly Place[] = []): void => {
  const boards = openBoards(client)
  tasks.forEach(boards.write)
  deleted.forEach(boards.drop)
  boards.save()
  for (const projectID of new Set([...tasks, ...deleted].map((task) => task.projectID)))
    void client.invalidateQueries({ queryKey: latestTasksQuery(projectID).queryKey })
  for (const task of tasks)
    if (!task.isTextOld) client.setQueryData(query('tasks.get', { params: { id: task.id } }).queryKey, { data: task })
}
export const writeTask = (client: QueryClient, task: CachedTask): void => writeTasks(client, [task])
export const dropTask = (client: QueryClient, task: Place): void => writeTasks(client, [], [task])

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
