import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { DeletedTask } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, card, cardsIn, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { useConfirmStore } from '#lib/confirm.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => Promise.all([import('../task/TaskDialog.tsx'), import('./TrashList.tsx'), import('./TaskBacklog.tsx')]))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
})
afterEach(clearScreen)

const DAY = 86_400_000
const deleted = (number: number, daysAgo: number): DeletedTask => ({
  ...{ id: taskOf(number).id, taskId: String(number), title: `Task ${number}`, status: 1, projectID },
  deletedAt: new Date(Date.now() - daysAgo * DAY).toISOString(),
  deletedByUsername: 'grace',
  goneAt: new Date(Date.now() + (30 - daysAgo) * DAY - 60_000).toISOString(),
})
const serveTrash = (rows: ReadonlyArray<ReturnType<typeof deleted>>) =>
  host.on(
    'tasks.trash',
    ok({ data: rows, pagination: { page: 1, limit: 20, total: rows.length, totalPages: rows.length ? 1 : 0 } }),
  )

test('[TASK2-28] filters are in the address, show the count of what matches, and are cleared at once', async () => {
  serveTasks([taskOf(1, { priority: 'high', labelIDs: [1] }), taskOf(2, { priority: 'high' }), taskOf(3)])
  const router = openTab('?priority=high&label=1')
  await card('Task 1')
  expect(await cardsIn('Assigned')).toEqual(['Task 1'])
  expect(screen.getByText('1 of 3 tasks')).toBeTruthy()
  const filters = within(await screen.findByRole('group', { name: 'More filters' }))
  await user.click(filters.getByRole('combobox', { name: /^Label/ }))
  await user.click(await screen.findByRole('option', { name: 'Any label' }))
  await waitFor(() => expect(router.state.location.search).toBe('?priority=high'))
  expect(screen.getByText('2 of 3 tasks')).toBeTruthy()
  await user.click(filters.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(screen.getByText('3 tasks')).toBeTruthy()
  expect(filters.queryByRole('button', { name: 'Clear' })).toBeNull()
})

test('[TASK2-28] no match reads differently from no tasks yet', async () => {
  serveTasks([taskOf(1)])
  openTab('?view=backlog&due=overdue')
  expect(await screen.findByText('No tasks match')).toBeTruthy()
  expect(screen.getByText('Try fewer filters.')).toBeTruthy()
  clearScreen()
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [] }))
  serveTasks([])
  openTab('?view=backlog&due=overdue')
  expect(await screen.findByText('No tasks yet. Create your first task to get started.')).toBeTruthy()
})

test('[TASK2-36] Trash says who deleted a task and how long it stays, and Restore brings it back', async () => {
  serveTasks([taskOf(1)])
  serveTrash([deleted(2, 18), { ...deleted(3, 29), deletedByName: 'Ada Byron' }])
  host.on('tasks.restore', ok({ data: taskOf(2) }))
  openTab('?view=trash')
  const list = within(await screen.findByRole('list', { name: 'Deleted tasks' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first?.textContent).toContain('#2 Task 2')
  expect(first?.textContent).toContain('Deleted by grace on')
  expect(second?.textContent).toContain('Deleted by Ada Byron on')
  expect(first?.textContent).toContain('Deleted for good in 12 days.')
  expect(second?.textContent).toContain('Deleted for good in 1 day.')
  serveTrash([deleted(3, 29)])
  const restore = list.getByRole('button', { name: 'Restore Task 2' })
  restore.focus()
  await user.keyboard('{Enter}')
  await screen.findByText('“Task 2” is back.')
  expect(host.called('tasks.restore')[0]?.input.params).toEqual({ id: taskOf(2).id })
  await waitFor(() => expect(list.queryByText(/Task 2/)).toBeNull())
})

test('[STAGE-13] Trash says from which stage a task was deleted', async () => {
  host.on('capabilities.list', ok({ data: ['stages', 'tasks2'] }))
  const stages = [
    { id: 1, name: 'Next', status: 1, limit: null },
    { id: 2, name: 'Soon', status: 1, limit: null },
  ]
  host.on('stages.list', ok({ data: { stages, version: 1 } }))
  serveTasks([])
  serveTrash([deleted(2, 18), { ...deleted(3, 29), stageID: 2 }, { ...deleted(4, 29), status: 2 }])
  openTab('?view=trash')
  const list = within(await screen.findByRole('list', { name: 'Deleted tasks' }))
  await waitFor(() =>
    expect(
      list.getAllByRole('listitem').map(({ textContent }) => /Deleted .*?grace/.exec(textContent ?? '')?.[0]),
    ).toEqual(['Deleted from Next by grace', 'Deleted from Soon by grace', 'Deleted by grace']),
  )
})

test('Trash counts its own tasks and brings all of them back', async () => {
  serveTasks([taskOf(1)])
  let left = [deleted(2, 18), deleted(3, 29)]
  host.on('tasks.trash', () =>
    ok({ data: left, pagination: { total: left.length, page: 1, limit: 20, totalPages: 1 } }),
  )
  host.on('tasks.restore', ({ input }) => {
    left = left.filter(({ id }) => id !== (input.params as { id: string }).id)
    return ok({ data: taskOf(2) })
  })
  openTab('?view=trash')
  await screen.findByText('2 tasks in Trash')
  expect(screen.queryByText('1 task')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Restore all' }))
  await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Restore 2 tasks?'))
  useConfirmStore.getState().answer('confirmed')
  await screen.findByText('2 tasks restored.')
  await screen.findByText('Trash is empty')
})

test('[TASK2-36] an empty Trash says what it is for, a failure has Retry, and one that cannot be restored says why', async () => {
  serveTasks([])
  serveTrash([])
  openTab('?view=trash')
  expect(await screen.findByText('Trash is empty')).toBeTruthy()
  // What narrows board and backlog does nothing here.
  expect(screen.queryByRole('searchbox', { name: 'Search tasks' })).toBeNull()
  expect(screen.queryByLabelText('Assigned to')).toBeNull()
  clearScreen()
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  serveTasks([])
  host.on('tasks.trash', failedReply(500, 'INTERNAL'))
  openTab('?view=trash')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  serveTrash([deleted(2, 1)])
  host.on('tasks.restore', failedReply(404, 'NOT_FOUND'))
  await user.click(retry)
  await user.click(await screen.findByRole('button', { name: 'Restore Task 2' }))
  expect((await screen.findByRole('list', { name: 'Deleted tasks' })).querySelector('[role="alert"]')).toBeTruthy()
})

test('[TASK2-30] an owner deletes the open task after a question; its card is gone, and the dialog closed', async () => {
  serveTasks([taskOf(1), taskOf(2)])
  host.on('tasks.remove', ok({ message: 'The task is in Trash.' }))
  openTab(`?task=${taskOf(1).id}`)
  const inside = within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
  await user.click(await inside.findByRole('button', { name: 'Delete task' }))
  await waitFor(() => expect(useConfirmStore.getState().question?.text).toContain('can be restored for 30 days'))
  serveTasks([taskOf(2)])
  useConfirmStore.getState().answer('confirmed')
  await screen.findByText('“Task 1” moved to Trash.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await cardsIn('Assigned')).toEqual(['Task 2'])
  expect(host.called('tasks.remove')[0]?.input.params).toEqual({ id: taskOf(1).id })
})

test('[TASK2-30] a member is not offered to delete what others created', async () => {
  serveTasks([taskOf(1, { taskCreatedByUsername: 'grace' })], 'member')
  openTab(`?task=${taskOf(1).id}`)
  const inside = within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
  await inside.findByLabelText('Due date')
  expect(inside.queryByRole('button', { name: 'Delete task' })).toBeNull()
})

test('[CAP-03] a host without it has no Trash and no further filters', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  serveTasks([taskOf(1)])
  openTab('?view=trash&priority=high')
  await card('Task 1')
  await host.quiet()
  expect(screen.queryByRole('tab', { name: 'Trash' })).toBeNull()
  expect(screen.queryByRole('group', { name: 'More filters' })).toBeNull()
  expect(host.called('tasks.trash')).toEqual([])
})

const backlogNames = async (search: string): Promise<Array<string | null>> => {
  openTab(`?view=backlog${search}`)
  const rows = within(await screen.findByRole('grid', { name: 'Backlog' })).getAllByRole('rowheader')
  const names = rows.map(({ textContent }) => textContent)
  clearScreen()
  return names
}

test('[TASK2-26] with the further columns the backlog is sorted as before, without a choice and by each specified column', async () => {
  // As the server sends them: last changed first.
  const rows = [
    taskOf(2, { title: 'C', status: 1, createdAt: '2025-01-01T10:00:00.000Z', updatedAt: '2025-03-03T10:00:00.000Z', rank: 'b', priority: 'urgent', dueOn: '2026-01-01' }),
    taskOf(3, { title: 'a', status: 4, createdAt: '2025-01-02T10:00:00.000Z', updatedAt: '2025-03-02T10:00:00.000Z', rank: 'a', priority: 'high', dueOn: '2026-01-02' }),
    taskOf(1, { title: 'b', status: 2, assignedToID: ada.id, assignedToUsername: 'ada', createdAt: '2025-01-03T10:00:00.000Z', updatedAt: '2025-03-01T10:00:00.000Z', rank: 'c', priority: 'low', dueOn: '2026-01-03' }),
  ] // prettier-ignore
  const columns = ['title', 'status', 'assignee', 'createdAt', 'updatedAt']
  const searches = ['', ...columns.flatMap((name) => [`&sort=${name}%3Aasc`, `&sort=${name}%3Adesc`])]
  const orders = async (able: string[]) => {
    const found: Record<string, Array<string | null>> = {}
    for (const search of searches) {
      host.userID = ada.id
      host.on('capabilities.list', ok({ data: able }))
      host.on('labels.list', ok({ data: [] }))
      serveTasks(rows)
      found[search] = await backlogNames(search)
    }
    return found
  }
  const before = await orders([])
  expect(before['']).toEqual(['C', 'a', 'b'])
  expect(before['&sort=title%3Aasc']).toEqual(['a', 'b', 'C'])
  expect(before['&sort=createdAt%3Adesc']).toEqual(['b', 'a', 'C'])
  expect(await orders(['tasks2'])).toEqual(before)
}, 60_000)
