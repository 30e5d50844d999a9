import { act, configure, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Task } from '#shared/contract/index.ts'
import { BULK_MAX } from '#shared/contract/task-bulk.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, layOut, openTab, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { undoLast } from '#data/undo.ts'
import { localData } from '#lib/browser-storage.ts'
import { useConfirmStore } from '#lib/confirm.ts'
import { queryClient } from '#lib/query-client.ts'
import { useToasts } from '#lib/toast.ts'
import { useTaskSelection } from '../filters/use-task-selection.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => Promise.all([import('../task/TaskDialog.tsx'), import('./TaskBacklog.tsx')]))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'search'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
})
afterEach(clearScreen)

const ranked = (number: number, extra: Partial<Task> = {}) =>
  taskOf(number, { rank: `a${String(number).padStart(4, '0')}V`, shown: 1, ...extra })
const idOf = (number: number) => taskOf(number).id
/** The box of a row, which comes once it is known what the server can do. */
const boxOf = (title: string) =>
  waitFor(() => {
    const name = screen.getByRole('rowheader', { name: title })
    return within(name.closest<HTMLElement>('[role="row"]')!).getByRole('checkbox')
  })
// Roles of a hundred rows take jsdom long, so that this looks into the DOM.
const selected = () => document.querySelector('[aria-label="Selected tasks"] [role="status"]')?.textContent
type BulkBody = { ids: string[]; versions: number[]; change: object }
const asked = () => host.called('tasks.bulk').map(({ input }) => input.body as BulkBody)
const choose = async (button: string, field: string, typed: string) => {
  await user.click(screen.getByRole('button', { name: button }))
  const box = await screen.findByRole('combobox', { name: field })
  fireEvent.change(box, { target: { value: typed } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  fireEvent.keyDown(box, { key: 'Enter' })
}
const doneWith = (task: Task, change: object) => ({
  ...{ id: task.id, isDone: true, code: null, reason: null },
  task: { ...task, ...change, version: (task.version ?? 0) + 1, shown: 2 },
})

test('[TASK2-37] rows are selected by their boxes and, with Shift, as a range; how many is said', async () => {
  serveTasks([1, 2, 3, 4].map((number) => ranked(number)))
  openTab('?view=backlog')
  await boxOf('Task 2')
  expect(selected()).toBe('')
  await user.click(await boxOf('Task 2'))
  expect(selected()).toBe('1 selected')
  fireEvent.click(await boxOf('Task 4'), { shiftKey: true })
  await waitFor(() => expect(selected()).toBe('3 selected'))
  await user.click(await boxOf('Task 3'))
  expect(selected()).toBe('2 selected')
  // Nothing opens the task that is selected.
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(selected()).toBe('')
})

test('[TASK2-37] at most 100 rows are selected, and another view or other filters begin with none', () => {
  const tasks = Array.from({ length: BULK_MAX + 20 }, (_, at) => ranked(at + 1))
  const { result, rerender } = renderHook(({ shownBy }) => useTaskSelection(shownBy), {
    initialProps: { shownBy: 'backlog' },
  })
  act(() => result.current.select(tasks))
  expect([...result.current.selected.keys()]).toEqual(tasks.slice(0, BULK_MAX).map(({ id }) => id))
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['At most 100 tasks can be selected.'])
  act(() => result.current.toggle(tasks[110]!))
  expect(result.current.selected.size).toBe(BULK_MAX)
  rerender({ shownBy: 'backlog of urgent tasks' })
  expect(result.current.selected.size).toBe(0)
})

test('a host without further fields has no boxes', async () => {
  host.on('capabilities.list', ok({ data: ['search'] }))
  serveTasks([ranked(1)])
  openTab('?view=backlog')
  await screen.findByRole('rowheader', { name: 'Task 1' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('[TASK2-41] what was not changed is named with its reason and stays selected; the others show the change', async () => {
  const [one, two, three] = [ranked(1), ranked(2), ranked(3)]
  serveTasks([one, two, three])
  openTab('?view=backlog')
  for (const title of ['Task 1', 'Task 2', 'Task 3']) await user.click(await boxOf(title))
  const refused = { isDone: false, task: { ...two, title: 'Task 2, theirs', version: 5, shown: 5 }, code: 'CONFLICT' }
  host.on(
    'tasks.bulk',
    ok({
      data: [
        doneWith(one, { priority: 'high' }),
        { id: two.id, ...refused, reason: 'Somebody else has changed this task.' },
        { id: three.id, isDone: false, task: null, code: 'NOT_FOUND', reason: 'Task not found' },
      ],
    }),
  )
  await choose('Priority', 'Set the priority', 'high')
  const list = await screen.findByRole('list', { name: 'Tasks that were not changed' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '#2 Task 2: Somebody else has changed this task.',
    '#3 Task 3: Task not found',
  ])
  expect(asked()).toEqual([{ ids: [1, 2, 3].map(idOf), versions: [1, 1, 1], change: { priority: 'high' } }])
  expect(selected()).toBe('2 selected')
  expect(await screen.findByText('1 of 3 tasks changed.')).toBeTruthy()
})

test('[OFFER-37] a reward is set for all selected tasks; those that were refused are named with the reason', async () => {
  localData.set('offersExplained', `${ada.id}/${ranked(1).projectID}`)
  host.on('capabilities.list', ok({ data: ['tasks2', 'search', 'rewards'] }))
  const [one, two] = [ranked(1), ranked(2)]
  serveTasks([one, two], 'admin')
  const refused = { isDone: false, task: two, code: 'BUDGET_SHORT', reason: 'Only $12.00 of the budget is left.' }
  host.on('tasks.bulk', ok({ data: [doneWith(one, { rewardCents: 4_000 }), { id: two.id, ...refused }] }))
  openTab('?view=backlog')
  for (const title of ['Task 1', 'Task 2']) await user.click(await boxOf(title))
  await user.click(await screen.findByRole('button', { name: 'Reward' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the reward of 2 tasks' }))
  fireEvent.change(dialog.getByLabelText('Reward in USD'), { target: { value: '40' } })
  await user.click(dialog.getByRole('button', { name: 'Set reward' }))
  const list = await screen.findByRole('list', { name: 'Tasks that were not changed' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '#2 Task 2: Only $12.00 of the budget is left.',
  ])
  expect(asked()).toMatchObject([{ ids: [one.id, two.id], change: { offer: { amountCents: 4_000, mode: 'claim' } } }])
  expect(await screen.findByText('1 of 2 tasks changed.')).toBeTruthy()
  // What a task is worth is not undone.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await act(() => undoLast(queryClient))
  expect(host.called('tasks.update')).toEqual([])
})

test('[OFFER-37] a member reads who sets rewards', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'search', 'rewards'] }))
  serveTasks([ranked(1)], 'member')
  openTab('?view=backlog')
  await user.click(await boxOf('Task 1'))
  await user.click(await screen.findByRole('button', { name: 'Reward' }))
  expect(useToasts.getState().toasts.at(-1)?.message).toBe('Owners and admins set rewards.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['Status', 'Set the status', 'progress', { status: 2 }],
  ['Due', 'Set the due date', '2026-12-05', { dueOn: '2026-12-05' }],
  ['Due', 'Set the due date', 'no due', { dueOn: null }],
] as const)('%s is set for all selected tasks', async (button, field, typed, change) => {
  const one = ranked(1, { dueOn: '2026-12-01' })
  serveTasks([one])
  host.on('tasks.bulk', ok({ data: [doneWith(one, change)] }))
  openTab('?view=backlog')
  await user.click(await boxOf('Task 1'))
  await choose(button, field, typed)
  expect(await screen.findByText('1 task changed.')).toBeTruthy()
  expect(asked()).toEqual([{ ids: [one.id], versions: [1], change }])
  expect(selected()).toBe('')
})

test('[STAGE-10] where there are stages, selected tasks go to one, and back by Undo', async () => {
  host.on('capabilities.list', ok({ data: ['stages', 'tasks2', 'search'] }))
  const stages = [
    { id: 1, name: 'Build', status: 2, limit: null },
    { id: 2, name: 'QA', status: 3, limit: null },
  ]
  host.on('stages.list', ok({ data: { stages, version: 1 } }))
  const one = ranked(1)
  serveTasks([one])
  host.on('tasks.bulk', ok({ data: [doneWith(one, { status: 3, stageID: 2 })] }))
  host.on('tasks.order', ok({ data: { ...one, version: 3, shown: 3 } }))
  openTab('?view=backlog')
  await user.click(await boxOf('Task 1'))
  await user.click(screen.getByRole('button', { name: 'Stage' }))
  await screen.findByRole('combobox', { name: 'Move to a stage' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Requested',
    'Assigned',
    'BuildIn Progress',
    'QAUnder Review',
    'Completed',
    'Rejected',
  ])
  await user.keyboard('{Escape}')
  await choose('Stage', 'Move to a stage', 'qa')
  await screen.findByText('1 task changed.')
  expect(asked()).toEqual([{ ids: [one.id], versions: [1], change: { stageID: 2 } }])
  await act(() => undoLast(queryClient))
  expect(host.called('tasks.order').map(({ input }) => input.body)).toEqual([
    { rank: one.rank, status: 1, version: 2, stageID: null },
  ])
})

test('a label is added or taken off, and a member cannot assign', async () => {
  const one = ranked(1)
  serveTasks([one], 'member')
  host.on('tasks.bulk', ok({ data: [doneWith(one, { labelIDs: [1] })] }))
  openTab('?view=backlog')
  await user.click(await boxOf('Task 1'))
  await user.click(screen.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Only owners and admins can change the assignee.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Label' }))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Label the tasks' }), { key: 'Enter' })
  await waitFor(() => expect(asked()).toMatchObject([{ change: { addLabelID: 1 } }]))
})

test('[TASK2-42] deleting many asks first, and Undo in the toast brings them back', async () => {
  const [one, two] = [ranked(1), ranked(2)]
  serveTasks([one, two])
  const gone = { isDone: true, task: null, code: null, reason: null }
  host.on('tasks.bulk', ok({ data: [one, two].map(({ id }) => ({ id, ...gone })) }))
  host.on('tasks.restore', ({ input }) => {
    const found = [one, two].find(({ id }) => id === (input.params as { id: string }).id)
    return ok({ data: { ...found, version: 3, shown: 3 } })
  })
  openTab('?view=backlog')
  for (const title of ['Task 1', 'Task 2']) await user.click(await boxOf(title))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Delete 2 tasks?'))
  expect(asked()).toEqual([])
  act(() => useConfirmStore.getState().answer('confirmed'))
  const toast = (await screen.findByText('2 tasks moved to Trash.')).closest<HTMLElement>('[data-toast]')!
  await user.click(within(toast).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone for 2 tasks.')).toBeTruthy()
  expect(host.called('tasks.restore')).toHaveLength(2)
})

test('[TASK2-46] undoing a change of many takes back each task that nobody else has changed, and names the others', async () => {
  const [one, two] = [ranked(1), ranked(2)]
  serveTasks([one, two])
  host.on('tasks.bulk', ok({ data: [one, two].map((task) => doneWith(task, { priority: 'high' })) }))
  openTab('?view=backlog')
  for (const title of ['Task 1', 'Task 2']) await user.click(await boxOf(title))
  await choose('Priority', 'Set the priority', 'high')
  await screen.findByText('2 tasks changed.')
  host.on('comments.feed', failedReply(404, 'NOT_FOUND'))
  host.on('tasks.update', ({ input }) => {
    const { id } = input.params as { id: string }
    if (id === one.id) return ok({ data: { ...one, version: 3, shown: 3 } })
    const stale = failedReply(409, 'CONFLICT')
    return { ...stale, error: { ...stale.error, newer: { ...two, version: 9, shown: 9 } } }
  })
  await act(() => undoLast(queryClient))
  expect(
    await screen.findByText('Undone for 1 of 2 tasks. Not undone: “Task 2”: Somebody else has changed it since.'),
  ).toBeTruthy()
  expect(host.called('tasks.update').map(({ input }) => input)).toEqual(
    [one, two].map(({ id }) => ({ params: { id }, body: { priority: 'none', version: 2 } })),
  )
})
