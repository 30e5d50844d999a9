import { ThemeProvider } from '@mui/material'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { ada, card, cardsIn, grace, layOut, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { TasksTab } from '#features/tasks/TasksTab.tsx'
import { localData } from '#lib/browser-storage.ts'
import { queryClient } from '#lib/query-client.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { theme } from '../theme.ts'
import { Commands } from './Commands.tsx'
import { openLayers } from './press.ts'

configure({ asyncUtilTimeout: 20_000 })
beforeAll(() =>
  Promise.all([import('#features/tasks/backlog/TaskBacklog.tsx'), import('#features/tasks/task/TaskDialog.tsx')]),
)
beforeEach(() => {
  layOut()
  host.on('capabilities.list', ok({ data: ['tasks2', 'review', 'search', 'talk'] }))
  host.on('labels.list', ok({ data: [] }))
})
afterEach(() => {
  clearScreen()
  localData.remove('capabilities')
})

const ranked = (number: number, extra: Partial<Task> = {}) => taskOf(number, { rank: `a${number}`, shown: 1, ...extra })
/** Opens a project's tasks with their commands, and waits until the keys act. */
const open = async (tasks: readonly Task[], search = '') => {
  serveTasks(tasks)
  host.on('tasks.update', ({ input }) => {
    const found = tasks.find(({ id }) => id === (input.params as { id: string }).id)
    return ok({ data: { ...found, ...(input.body as object), version: 2, shown: 2, rank: 'Zz' } })
  })
  const element = (
    <ThemeProvider theme={theme}>
      <Commands />
      <TasksTab projectID={projectID} />
      <Toasts />
    </ThemeProvider>
  )
  const path = '/project/:projectID/tasks'
  const routes = [path, `${path}/:number`].map((at) => ({ path: at, element }))
  renderRoutes(routes, `/project/${projectID}/tasks${search}`)
  const viewer = { userID: ada.id, username: ada.username, projectID, roleInProject: 'owner' as const }
  act(() => void queryClient.setQueryData(viewerInProjectQuery(projectID).queryKey, { data: viewer }))
  await waitFor(() => expect(host.menu.length).toBeGreaterThan(0))
}
const press = (key: string, options: Partial<KeyboardEventInit> = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options }))
const undo = (mod: 'ctrlKey' | 'metaKey' = 'ctrlKey') => press('z', { [mod]: true })

/** Moves the focused card by S, as a person does. */
const moveBy = async (title: string, column: string) => {
  const link = await card(title)
  act(() => link.focus())
  press('s')
  const field = await screen.findByRole('combobox', { name: 'Set the status' })
  fireEvent.change(field, { target: { value: column } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(async () => expect(await cardsIn(column)).toEqual([title]))
}
const sentOrders = () =>
  host.called('tasks.order').map(({ input }) => ({ ...(input.params as object), ...(input.body as object) }))

test.each(['ctrlKey', 'metaKey'] as const)(
  '[TASK2-42] %s and Z take back the last own move, to the place that the card had',
  async (mod) => {
    await open([ranked(1), ranked(2)])
    await moveBy('Task 1', 'Under Review')
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
    host.on('tasks.order', ok({ data: ranked(1, { version: 3, shown: 3 }) }))
    undo(mod)
    await waitFor(async () => expect(await cardsIn('Assigned')).toEqual(['Task 1', 'Task 2']))
    expect(sentOrders()).toEqual([{ id: taskOf(1).id, rank: 'a1', status: 1, version: 2 }])
    expect(await screen.findByText('Undone.')).toBeTruthy()
    // The button that was for this act is gone.
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    undo(mod)
    expect(await screen.findByText('There is nothing to undo.')).toBeTruthy()
  },
)

test('[TASK2-42] in an open task the key takes back what was just chosen, and the toast is there for screen readers', async () => {
  const task = ranked(1, { priority: 'none', dueOn: null, labelIDs: [], fileIDs: [], blockedByIDs: [] })
  await open([task], `?task=${task.id}`)
  const dialog = within(await screen.findByRole('dialog', { name: /, task 1$/ }))
  const field = await dialog.findByRole('combobox', { name: /^Priority/ })
  fireEvent.mouseDown(field)
  fireEvent.click(await screen.findByRole('option', { name: 'High' }))
  await waitFor(() => expect(openLayers()).toBe(1))
  const messages = await screen.findByRole('region', { name: 'Messages' })
  expect(await within(messages).findByText('Priority: High.')).toBeTruthy()
  expect(within(messages).getByRole('button', { name: 'Undo' })).toBeTruthy()
  const title = dialog.getByRole('textbox', { name: 'Title' })
  act(() => title.focus())
  expect(fireEvent.keyDown(title, { key: 'z', ctrlKey: true })).toBe(true)
  act(() => field.focus())
  undo()
  expect(await within(messages).findByText('Undone.')).toBeTruthy()
  expect(host.called('tasks.update').map(({ input }) => (input.body as Task).priority)).toEqual(['high', 'none'])
  await waitFor(() => expect(field.textContent).toBe('No priority'))
})

test('[TASK2-43] within text the key undoes text only', async () => {
  await open([ranked(1)])
  await moveBy('Task 1', 'In Progress')
  act(() => screen.getByRole('searchbox', { name: 'Search tasks' }).focus())
  // Nobody has taken the key, so that the field gets it.
  expect(fireEvent.keyDown(document.activeElement!, { key: 'z', ctrlKey: true })).toBe(true)
  expect(sentOrders()).toEqual([])
  expect(await cardsIn('In Progress')).toEqual(['Task 1'])
})

test('[TASK2-45] after somebody else’s change nothing is undone, and who it was is said', async () => {
  await open([ranked(1)])
  await moveBy('Task 1', 'In Progress')
  const stale = failedReply(409, 'CONFLICT')
  const newer = ranked(1, { title: 'Task 1, theirs', status: 3, version: 5, shown: 5 })
  host.on('tasks.order', { ...stale, error: { ...stale.error, newer } })
  host.on('tasks.byProject', ok({ data: [newer], nextCursor: null }))
  const actor = { id: grace.id, username: 'lena', name: 'Lena' }
  const event = { kind: 'task.changed', actor, changes: [], round: null, file: null }
  host.on(
    'comments.feed',
    ok({ data: [{ id: newer.id, createdAt: newer.createdAt, comment: null, event }], nextCursor: null }),
  )
  undo()
  expect(await screen.findByText('Lena has changed it since. Nothing was undone.')).toBeTruthy()
  expect(await cardsIn('Under Review')).toEqual(['Task 1, theirs'])
})

test('an accepting move has no undo: it says so, and takes nothing else back', async () => {
  await open([ranked(1, { status: 3, openRound: 1, assignedToID: grace.id, assignedToUsername: 'grace' })])
  host.on(
    'tasks.update',
    ok({ data: ranked(1, { status: 4, openRound: null, assignedToID: grace.id, version: 2, shown: 2 }) }),
  )
  await moveBy('Task 1', 'Completed')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  undo()
  expect(await screen.findByText('A finished review can’t be undone.')).toBeTruthy()
  expect(host.called('tasks.order')).toEqual([])
})

test('on a host that keeps no places of tasks a move has no undo', async () => {
  await open([taskOf(1)])
  host.on('tasks.update', ok({ data: taskOf(1, { status: 2, version: 2 }) }))
  await moveBy('Task 1', 'In Progress')
  await waitFor(() => expect(host.called('tasks.update')).toHaveLength(1))
  undo()
  expect(await screen.findByText('There is nothing to undo.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('[TASK2-37] X selects the focused row of the backlog, and again not; Esc clears the selection', async () => {
  await open([ranked(1), ranked(2)], '?view=backlog')
  const cellOf = async (title: string) => screen.findByRole('rowheader', { name: title })
  const isSelected = async (title: string) =>
    (await cellOf(title)).closest('[role="row"]')?.getAttribute('aria-selected') === 'true'
  await screen.findAllByRole('checkbox')
  const focusRow = async (title: string) => {
    const cell = await cellOf(title)
    act(() => cell.focus())
  }
  await focusRow('Task 2')
  press('x')
  await waitFor(async () => expect(await isSelected('Task 2')).toBe(true))
  await focusRow('Task 1')
  press('x')
  await waitFor(async () => expect(await isSelected('Task 1')).toBe(true))
  press('x')
  await waitFor(async () => expect(await isSelected('Task 1')).toBe(false))
  expect(await isSelected('Task 2')).toBe(true)
  press('Escape')
  await waitFor(async () => expect(await isSelected('Task 2')).toBe(false))
})
