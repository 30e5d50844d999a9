import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveFrame, Task } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { ada, grace, projectID, taskOf } from '#support/tasks-tab.tsx'
import { queryClient as client } from '../lib/query-client.ts'
import { followLive } from './live.ts'
import { useLiveState } from './live-state.ts'
import { membersQuery } from './memberships.ts'
import { query } from './query.ts'
import {
  type BoardTask,
  latestTasksQuery,
  projectTasksQuery,
  readTask,
  scopeOfMoves,
  taskQuery,
  writeTask,
} from './tasks.ts'

const boardKey = projectTasksQuery(projectID).queryKey
const board = () => client.getQueryData(boardKey)?.data ?? []
const isStale = (queryKey: readonly unknown[]) => client.getQueryState(queryKey)?.isInvalidated
const activeKey = query('tasks.active', { query: {} }).queryKey

let cursors = 0
const boardTask = (task: Task): BoardTask => {
  const { description: _text, taskCreatedByUsername: _maker, version = 1, ...fields } = task
  return { ...fields, version }
}
const frameOf = (kind: LiveFrame['kind'], actorID: string, extra: Partial<LiveFrame> = {}): LiveFrame => ({
  cursor: `c${(cursors += 1)}`,
  id: grace.id,
  kind,
  actorID,
  projectID,
  taskID: extra.task?.id ?? null,
  requestID: null,
  subjectID: null,
  createdAt: '2025-01-06T10:00:00.000Z',
  task: null,
  ...extra,
})
const tell = (frame: LiveFrame) => host.live({ type: 'frame', frame, cursor: frame.cursor })
const moved = (number: number, status: number, version: number, actorID = grace.id) =>
  tell(frameOf('task.moved', actorID, { task: boardTask(taskOf(number, { status, version })) }))
const live = () => host.live({ type: 'state', state: 'live', cursor: 'c0' })
const down = () => host.live({ type: 'state', state: 'down', cursor: 'c0' })
/** Waits until gathered frames have been applied, and what they make stale. */
const settle = () => vi.advanceTimersByTimeAsync(400)
/** Waits until gathered frames are on the board. */
const written = () => vi.advanceTimersByTimeAsync(100)

let end: () => void
beforeEach(async () => {
  vi.useFakeTimers()
  client.setQueryData(boardKey, { data: [taskOf(1), taskOf(2)], nextCursor: null })
  client.setQueryData(activeKey, { data: [] })
  end = await followLive(client, ada.id)
  live()
  await settle()
  client.setQueryData(boardKey, { data: [taskOf(1), taskOf(2)], nextCursor: null })
})
afterEach(() => {
  end()
  client.clear()
  host.reset()
  vi.useRealTimers()
})

test("[LIVE-13] a foreign move changes the cached board without any call; other reads go stale, another project's do not", async () => {
  const elsewhere = projectTasksQuery(grace.id).queryKey
  client.setQueryData(elsewhere, { data: [], nextCursor: null })
  moved(1, 3, 2)
  await written()
  expect(readTask(client, taskOf(1))).toMatchObject({ status: 3, version: 2, description: 'What task 1 is about' })
  await settle()
  expect(host.calls).toEqual([])
  expect(isStale(boardKey)).toBe(false)
  expect(isStale(activeKey)).toBe(true)
  expect(isStale(elsewhere)).toBe(false)
})

test('[LIVE-13] a foreign move makes the answer with the latest task alone stale, and the board not', async () => {
  const latestKey = latestTasksQuery(projectID).queryKey
  client.setQueryData(latestKey, { data: [taskOf(2)], nextCursor: null })
  moved(1, 3, 2)
  await settle()
  expect([isStale(latestKey), isStale(boardKey)]).toEqual([true, false])
})

test('2,000 frames write the board and the marks once, and look at the cache once for all that goes stale', async () => {
  const others = Array.from({ length: 5_000 }, (_, at) => taskOf(10_000 + at))
  client.setQueryData(boardKey, { data: [taskOf(1), ...others], nextCursor: null })
  const before = board()
  let [boards, marks] = [0, 0]
  const stopBoards = client.getQueryCache().subscribe(({ type, query: one }) => {
    if (type === 'updated' && one.queryKey === client.getQueryCache().find({ queryKey: boardKey })?.queryKey)
      boards += 1
  })
  const stopMarks = useLiveState.subscribe(() => (marks += 1))
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  const newTasks = Array.from({ length: 1_000 }, (_, at) => taskOf(20_000 + at))
  for (const task of newTasks) tell(frameOf('task.created', grace.id, { task: boardTask(task) }))
  for (const { taskId } of others.slice(0, 1_000)) moved(Number(taskId), 3, 2)
  await written()
  expect([boards, marks]).toEqual([1, 1])
  expect(board()).toHaveLength(6_001)
  expect(board()[0]?.id).toBe(newTasks.at(-1)?.id)
  expect(board().filter(({ status }) => status === 3)).toHaveLength(1_000)
  // What no frame was about stays the same object, so that its card is not drawn again.
  expect(board().at(-1)).toBe(before.at(-1))
  await settle()
  expect(invalidated.mock.calls.length).toBeLessThanOrEqual(2)
  expect(isStale(activeKey)).toBe(true)
  stopBoards()
  stopMarks()
})

test('one frame of an act on many tasks makes the board stale; in the tab that acts, its own reload is enough', async () => {
  const many = (actorID: string) => tell(frameOf('task.created', actorID))
  const { finish, done } = ownMove(1)
  many(ada.id)
  await settle()
  expect(isStale(boardKey)).toBe(false)
  finish()
  await done
  // In another tab of ours, which has just written something else.
  many(ada.id)
  await settle()
  expect(isStale(boardKey)).toBe(true)
  client.setQueryData(boardKey, { data: [taskOf(1)], nextCursor: null })
  many(grace.id)
  await settle()
  expect([isStale(boardKey), isStale(activeKey)]).toEqual([true, true])
})

test('[LIVE-13] a board that is read again keeps the tasks that are the same, also when others have come first', () => {
  const stop = new QueryObserver(client, { ...projectTasksQuery(projectID), enabled: false }).subscribe(() => undefined)
  const [first, second] = board()
  client.setQueryData(boardKey, { data: [taskOf(3), taskOf(1), taskOf(2, { title: 'Another' })], nextCursor: null })
  expect(board()[1]).toBe(first)
  expect(board()[2]).not.toBe(second)
  expect(board()[2]).toEqual(taskOf(2, { title: 'Another' }))
  stop()
})

test('[LIVE-13] a task that somebody else creates comes first on the board', async () => {
  tell(frameOf('task.created', grace.id, { task: boardTask(taskOf(3)) }))
  await written()
  expect(board().map(({ title }) => title)).toEqual(['Task 3', 'Task 1', 'Task 2'])
  await settle()
  expect(host.calls).toEqual([])
})

test('[LIVE-13] the details of a task that a frame has changed are read from the server, because frames have no description', async () => {
  moved(1, 3, 2)
  await written()
  const initial = (number: number) => (taskQuery(client, projectID, taskOf(number).id).initialData as () => unknown)()
  expect(initial(1)).toBeUndefined()
  expect(initial(2)).toEqual({ data: taskOf(2) })
  // Moving it on does not make a whole task of it.
  writeTask(client, { ...readTask(client, taskOf(1))!, status: 2 })
  expect(client.getQueryData(query('tasks.get', { params: { id: taskOf(1).id } }).queryKey)).toBeUndefined()
})

test('[LIVE-17] frames older than the board, doubled or out of order end in the same board as a reload', async () => {
  const states = [
    [1, 2, 2],
    [1, 3, 3],
    [2, 4, 2],
    [1, 1, 4],
    [2, 2, 3],
  ] as const
  for (const order of [states, [...states].reverse(), [...states, ...states], [states[3], ...states]]) {
    client.setQueryData(boardKey, { data: [taskOf(1), taskOf(2)], nextCursor: null })
    for (const [number, status, version] of order) moved(number, status, version)
    await written()
    expect(board().map(({ id, status, version }) => [id, status, version])).toEqual([
      [taskOf(1).id, 1, 4],
      [taskOf(2).id, 2, 3],
    ])
  }
})

test('[LIVE-17] an answer of the board that left before the change does not take it back: the board is read again', async () => {
  const answers = [[taskOf(1)], [taskOf(1, { status: 3, version: 2 })]]
  host.on('tasks.byProject', async () => {
    const data = answers.shift()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return ok({ data, nextCursor: null })
  })
  await import('../lib/api-client.ts')
  const stop = new QueryObserver(client, { ...projectTasksQuery(projectID), staleTime: 60_000 }).subscribe(
    () => undefined,
  )
  void client.refetchQueries({ queryKey: boardKey })
  await vi.advanceTimersByTimeAsync(100)
  moved(1, 3, 2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(readTask(client, taskOf(1))).toMatchObject({ status: 3, version: 2 })
  stop()
})

test('[LIVE-17] a frame that is not newer than the board makes nothing stale and marks nothing', async () => {
  moved(1, 3, 1)
  await settle()
  expect(readTask(client, taskOf(1))).toEqual(taskOf(1))
  expect(isStale(activeKey)).toBe(false)
  expect(useLiveState.getState().marked.size).toBe(0)
})

/** Makes a change of our own, as the calls of the screens do, that ends when the test says so. */
const ownMove = (number: number) => {
  let finish: () => void = () => undefined
  const answer = new Promise<void>((resolve) => (finish = resolve))
  const mutation = client
    .getMutationCache()
    .build(client, { scope: scopeOfMoves(taskOf(number).id), mutationFn: () => answer })
  const done = mutation.execute(undefined)
  return { finish, done }
}

test('[LIVE-13][LIVE-17] our own change that comes back changes nothing, also while its answer is under way', async () => {
  const { finish, done } = ownMove(1)
  await settle()
  // The person has moved the card twice: the second move is on the screen and not sent yet.
  writeTask(client, taskOf(1, { status: 3 }))
  moved(1, 2, 2, ada.id)
  await written()
  expect(readTask(client, taskOf(1))?.status).toBe(3)
  writeTask(client, taskOf(1, { status: 2, version: 2 }))
  finish()
  await done
  moved(1, 2, 2, ada.id)
  tell(frameOf('payment.recorded', ada.id))
  await settle()
  expect(isStale(activeKey)).toBe(false)
  expect(useLiveState.getState().marked.size).toBe(0)
})

test('[LIVE-16] while a move of ours is under way a foreign change does not move the card; the board is read after it', async () => {
  const { finish, done } = ownMove(1)
  await settle()
  writeTask(client, taskOf(1, { status: 3 }))
  moved(1, 2, 5)
  await settle()
  expect(readTask(client, taskOf(1))?.status).toBe(3)
  expect(isStale(boardKey)).toBe(false)
  finish()
  await done
  await settle()
  expect(isStale(boardKey)).toBe(true)
})

test('[LIVE-17] a board that was read before the stream began is read again only after a move of ours that is under way', async () => {
  end()
  end = await followLive(client, ada.id)
  const { finish, done } = ownMove(1)
  await settle()
  live()
  await settle()
  expect(isStale(boardKey)).toBe(false)
  finish()
  await done
  await settle()
  expect(isStale(boardKey)).toBe(true)
})

test('[LIVE-13] a change of ours in another tab or on another device is shown here too, and does not glow', async () => {
  moved(1, 3, 2, ada.id)
  await written()
  expect(readTask(client, taskOf(1))?.status).toBe(3)
  expect(useLiveState.getState().marked.size).toBe(0)
  const members = membersQuery(projectID).queryKey
  client.setQueryData(members, { data: [] })
  tell(frameOf('member.joined', ada.id))
  await settle()
  expect(isStale(members)).toBe(true)
})

test('[LIVE-15] a task changed by somebody else is marked for four seconds', async () => {
  moved(1, 3, 2)
  await written()
  expect([...useLiveState.getState().marked]).toEqual([taskOf(1).id])
  await vi.advanceTimersByTimeAsync(3_000)
  moved(1, 2, 3)
  await written()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(useLiveState.getState().marked.size).toBe(1)
  await vi.advanceTimersByTimeAsync(1_100)
  expect(useLiveState.getState().marked.size).toBe(0)
})

test('[LIVE-07] a reset makes stale whatever an event can change, and nothing that costs money or never changes', async () => {
  const suggestion = query('ai.suggestTasks', { body: { projectId: projectID } }).queryKey
  client.setQueryData<unknown>(suggestion, { data: [] })
  host.live({ type: 'reset', cursor: 'c9' })
  await settle()
  expect(isStale(boardKey)).toBe(true)
  expect(isStale(activeKey)).toBe(true)
  expect(isStale(suggestion)).toBe(false)
})

test('[LIVE-22] five seconds without a stream are said, the screens poll every 30 s, and both end when it is back', async () => {
  const says = () => useLiveState.getState().isReconnecting
  down()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(says()).toBe(false)
  // Further failed attempts do not begin the wait again.
  down()
  await vi.advanceTimersByTimeAsync(200)
  expect(says()).toBe(true)
  expect(isStale(boardKey)).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isStale(boardKey)).toBe(true)
  live()
  expect(says()).toBe(false)
  client.setQueryData(boardKey, { data: [taskOf(1)], nextCursor: null })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(isStale(boardKey)).toBe(false)
})

test('[LIVE-22] a stream that is back within five seconds is not worth a word', async () => {
  down()
  await vi.advanceTimersByTimeAsync(4_000)
  live()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useLiveState.getState().isReconnecting).toBe(false)
  expect(host.calls).toEqual([])
})

test('after the end nothing is heard or kept', async () => {
  host.on('tasks.byProject', ok({ data: [], nextCursor: null }))
  moved(1, 3, 2)
  await written()
  expect(useLiveState.getState().marked.size).toBe(1)
  moved(2, 3, 2)
  end()
  await written()
  expect(host.following()).toBe(0)
  expect(useLiveState.getState()).toMatchObject({ isFollowing: false, isReconnecting: false })
  expect(useLiveState.getState().marked.size).toBe(0)
})

test('open charts are counted anew once for all changes of 15 seconds', async () => {
  const count = vi.fn(() => Promise.resolve({ data: {} as never }))
  const charts = query('projects.analytics', { params: { id: projectID }, query: {} })
  const counted = () => count.mock.calls.length
  const leave = new QueryObserver(client, { ...charts, queryFn: count }).subscribe(() => undefined)
  await settle()
  expect(counted()).toBe(1)
  for (const version of [2, 3, 4]) {
    moved(1, 3, version)
    await settle()
  }
  expect([counted(), isStale(charts.queryKey)]).toEqual([1, true])
  await vi.advanceTimersByTimeAsync(15_000)
  expect([counted(), isStale(charts.queryKey)]).toEqual([2, false])
  leave()
})

test('what this tab writes of a task makes the list of the latest tasks stale, whether a board is there or not', () => {
  const latestKey = latestTasksQuery(projectID).queryKey
  for (const key of [boardKey, null]) {
    client.setQueryData(latestKey, { data: [taskOf(2)], nextCursor: null })
    if (key === null) client.removeQueries({ queryKey: boardKey, exact: true })
    writeTask(client, { ...taskOf(1), status: 4 })
    expect(isStale(latestKey)).toBe(true)
  }
})
