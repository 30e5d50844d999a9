import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, card, cardsIn, grace, layOut, openTab, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000 })
layOut()
// The table's code is loaded apart, which may take long on a busy machine.
beforeAll(() => import('./backlog/TaskBacklog.tsx'))
beforeEach(() => {
  host.userID = ada.id
})
afterEach(() => {
  clearScreen()
  vi.unstubAllGlobals()
})

const world = [
  taskOf(1, { assignedToID: grace.id, assignedToUsername: 'grace', updatedAt: '2025-02-05T10:00:00.000Z' }),
  taskOf(2, { status: 0 }),
  taskOf(3, { status: 5 }),
  taskOf(4, { status: 4, title: 'Another thing' }),
]
const counts = () => [...document.querySelectorAll('[aria-pressed]')].map(({ textContent }) => textContent)
const table = () => screen.findByRole('grid', { name: 'Backlog' })
const rowNames = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('[TASK-19] Tracker and Backlog are two views, and the address has the open one', async () => {
  serveTasks(world)
  const router = openTab()
  await card('Task 1')
  const tabs = screen.getAllByRole('tab')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Tracker', 'Backlog'])
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  await table()
  expect(router.state.location.search).toBe('?view=backlog')
  await user.click(screen.getByRole('tab', { name: 'Tracker' }))
  await card('Task 1')
  expect(router.state.location.search).toBe('')
})

test('[TASK-30][TASK-33][TASK-09] the backlog counts every status and lists requested and rejected tasks too', async () => {
  serveTasks(world)
  openTab('?view=backlog')
  expect(await rowNames()).toEqual(['Task 1', 'Task 2', 'Task 3', 'Another thing'])
  expect(counts()).toEqual(['Requested1', 'Assigned1', 'In Progress0', 'Under Review0', 'Completed1', 'Rejected1'])
})

test('a press on the count of a status shows its tasks alone, and the counts say how many fit the other filters', async () => {
  serveTasks(world)
  const router = openTab('?view=backlog&q=task')
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 1', 'Task 2', 'Task 3']))
  expect(counts()[4]).toBe('Completed0 of 1')
  await user.click(screen.getByTitle('Show only Rejected'))
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 3']))
  expect(router.state.location.search).toBe('?view=backlog&q=task&status=5')
  expect(screen.getByText('1 of 4 tasks')).toBeTruthy()
  const pressed = screen.getByTitle('Show all statuses')
  expect(pressed.getAttribute('aria-pressed')).toBe('true')
  expect(counts()[1]).toBe('Assigned1 of 1')
  await user.click(screen.getByTitle('Show only Completed'))
  expect(await screen.findByText('No tasks match')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(async () => expect(await rowNames()).toHaveLength(4))
  // The Tracker has a column for each status.
  await user.click(screen.getByTitle('Show only Rejected'))
  await user.click(screen.getByRole('tab', { name: 'Tracker' }))
  expect(await cardsIn('Assigned')).toEqual(['Task 1'])
})

test('[TASK-31] the table has Task, Status, Assignee, Created and Updated, and can be sorted', async () => {
  serveTasks(world)
  const router = openTab('?view=backlog')
  const grid = within(await table())
  const heads = grid.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads.slice(0, 6)).toEqual(['#', 'Task', 'Status', 'Assignee', 'Created', 'Updated'])
  const cells = grid.getAllByRole('gridcell').map(({ textContent }) => textContent)
  expect(cells.slice(0, 5)).toEqual(['1', 'Assigned', 'grace', 'Jan 5, 2025', 'Feb 5, 2025'])
  await user.click(grid.getByText('Task'))
  await waitFor(async () => expect(await rowNames()).toEqual(['Another thing', 'Task 1', 'Task 2', 'Task 3']))
  expect(router.state.location.search).toBe('?view=backlog&sort=title%3Aasc')
})

test('[TASK-31] on a phone the status stands below the title, so that both can be read', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('max-width'),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }))
  serveTasks(world)
  openTab('?view=backlog')
  const grid = within(await table())
  expect(grid.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Task', 'Details'])
  expect(await rowNames()).toEqual([
    'Task 1#1 · Assigned',
    'Task 2#2 · Requested',
    'Task 3#3 · Rejected',
    'Another thing#4 · Completed',
  ])
})

test("[TASK-32] each row's 'View Details' opens the task, over the backlog", async () => {
  serveTasks(world)
  const router = openTab('?view=backlog')
  const links = within(await table()).getAllByText('View Details')
  expect(links).toHaveLength(4)
  await user.click(links[2]!)
  expect(await screen.findByRole('dialog', { name: /, task \d+$/ })).toBeTruthy()
  expect(await screen.findByDisplayValue('Task 3')).toBeTruthy()
  expect(router.state.location.search).toBe(`?view=backlog&task=${taskOf(3).id}`)
})

test('[TASK-07][TASK-34] a failed load says so and lists nothing, neither cards nor zeros; Retry loads the tasks', async () => {
  serveTasks(world)
  host.on('tasks.byProject', failedReply(500, 'INTERNAL'))
  openTab()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch tasks')
  expect(document.querySelectorAll('[data-card], [data-column], [aria-pressed]').length).toBe(0)
  await user.click(screen.getByRole('tab', { name: 'Backlog' }))
  expect(screen.queryByRole('grid')).toBeNull()
  expect(counts()).toEqual([])
  await user.click(screen.getByRole('tab', { name: 'Tracker' }))
  host.on('tasks.byProject', ok({ data: world, nextCursor: null }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await card('Task 1')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('words and assignee narrow the board and are in the address; a column that they leave empty says so', async () => {
  serveTasks(world)
  const router = openTab(`?assignee=${grace.id}`)
  await card('Task 1')
  expect(screen.getByText('1 of 4 tasks')).toBeTruthy()
  expect(await cardsIn('Completed')).toEqual([])
  expect(screen.getAllByText('No tasks match.')).toHaveLength(3)
  await user.click(screen.getByRole('combobox', { name: 'Assigned to' }))
  await user.click(await screen.findByRole('option', { name: 'Everyone' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search tasks' }), 'another{Enter}')
  await waitFor(async () => expect(await cardsIn('Completed')).toEqual(['Another thing']))
  expect(await cardsIn('Assigned')).toEqual([])
  expect(router.state.location.search).toBe('?q=another')
})

test('filters that leave no task can be cleared, on the board and in the backlog', async () => {
  serveTasks(world)
  const router = openTab('?q=globe')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await card('Task 1')
  expect(router.state.location.search).toBe('')
  cleanup()
  openTab('?view=backlog&q=globe')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await rowNames()).toHaveLength(4)
})

test("the filter offers 'Me', and people by their names", async () => {
  serveTasks([taskOf(1, { assignedToID: grace.id, assignedToUsername: 'grace', assignedToName: 'Grace Hopper' })])
  const router = openTab()
  await card('Task 1')
  await user.click(screen.getByRole('combobox', { name: 'Assigned to' }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual(['Everyone', 'Me', 'Nobody yet', 'Grace Hopper'])
  await user.click(screen.getByRole('option', { name: 'Me' }))
  expect(router.state.location.search).toBe(`?assignee=${ada.id}`)
  expect(await screen.findByText('0 of 1 task')).toBeTruthy()
})

test('tasks that are counted but not on the board are mentioned, with a link to them', async () => {
  serveTasks(world)
  const router = openTab()
  await card('Task 1')
  expect(screen.getByText('4 tasks')).toBeTruthy()
  expect(screen.getByText(/^2 in the/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Backlog' }))
  expect(router.state.location.search).toBe('?view=backlog')
  await table()
  expect(screen.queryByText(/^2 in the/)).toBeNull()
})

test('Enter on a row of the backlog opens its task, as a click does', async () => {
  serveTasks(world)
  const router = openTab('?view=backlog')
  const cells = within(await table()).getAllByRole('rowheader')
  await user.click(cells[0]!)
  await screen.findByRole('dialog', { name: /, task \d+$/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe('?view=backlog'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const third = within(await table()).getAllByRole('rowheader')[2]!
  act(() => third.focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByDisplayValue('Task 3')).toBeTruthy()
  expect(router.state.location.search).toBe(`?view=backlog&task=${taskOf(3).id}`)
})

test('a project without tasks says what to do next', async () => {
  serveTasks([])
  openTab()
  expect(await screen.findByText('No tasks yet. Create your first task to get started.')).toBeTruthy()
  cleanup()
  openTab('?view=backlog')
  expect(await screen.findByText('Create your first task to get started')).toBeTruthy()
})
