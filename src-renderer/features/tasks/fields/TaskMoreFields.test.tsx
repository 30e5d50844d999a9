import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, fill, grace, layOut, openTab, projectID, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
const lines = [
  { id: grace.id, text: 'Two colours', isDone: true },
  { id: ada.id, text: 'Sent to print', isDone: false },
]
const wholeTask = (number: number, extra: Parameters<typeof taskOf>[1] = {}) =>
  taskOf(number, {
    dueOn: null,
    priority: 'none',
    estimateHours: null,
    labelIDs: [],
    doneWhen: lines,
    doneOf: [1, 2],
    fileIDs: [],
    blockedByIDs: [],
    blockedBy: [],
    ...extra,
  })
beforeAll(() => import('../task/TaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
})
afterEach(clearScreen)

const dialog = async (name: string | RegExp = /, task \d+$/) => within(await screen.findByRole('dialog', { name }))
const saveLines = async () => user.click((await dialog()).getByRole('button', { name: 'Save the lines' }))
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' })
const choose = async (field: RegExp, option: string, name?: string) => {
  await user.click(await (await dialog(name)).findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const open = (task: ReturnType<typeof taskOf>, role: 'owner' | 'member' = 'owner', others = [wholeTask(2)]) => {
  serveTasks([task, ...others], role)
  return openTab(`?task=${task.id}`)
}

test('[TASK2-10] the fields of an open task are saved one by one, and only what was changed is sent', async () => {
  open(wholeTask(1))
  const inside = await dialog()
  const due = await inside.findByLabelText('Due date')
  fill(due, '2026-12-05')
  enter(due)
  fill(inside.getByLabelText('Estimate in hours'), '2,5')
  fireEvent.blur(inside.getByLabelText('Estimate in hours'))
  await choose(/^Priority/, 'High')
  await choose(/^Labels/, 'Maps')
  await user.click(inside.getByRole('button', { name: 'Add a line' }))
  fill(await inside.findByLabelText('Line 3'), 'On the wall')
  fill(inside.getByLabelText('Line 1'), 'Three colours')
  await saveLines()
  await waitFor(() => expect(sentUpdates()).toHaveLength(5))
  // A line that stays is sent without its tick, so that nobody's tick is taken away.
  const doneWhen = [
    { id: grace.id, text: 'Three colours' },
    { id: ada.id, text: 'Sent to print' },
    { text: 'On the wall' },
  ]
  const changes = [
    { dueOn: '2026-12-05' },
    { estimateHours: 2.5 },
    { priority: 'high' },
    { labelIDs: [1] },
    { doneWhen },
  ]
  expect(sentUpdates()).toEqual(changes.map((change, at) => ({ id: taskOf(1).id, version: at + 1, ...change })))
})

test('a due date is typed in words, asked for where it can be two days, and refused where it is none', async () => {
  open(wholeTask(1))
  const inside = await dialog()
  const due = await inside.findByLabelText<HTMLInputElement>('Due date')
  const leave = () => act(() => due.blur())
  fill(due, 'someday')
  leave()
  expect(await inside.findByText('Try “Fri”, “5 Dec” or 2026-12-05.')).toBeTruthy()
  expect([due.value, sentUpdates()]).toEqual(['someday', []])
  fill(due, '05/06/2031')
  leave()
  await user.click(await inside.findByRole('button', { name: 'May 6, 2031' }))
  expect(due.value).toBe('May 6, 2031')
  await waitFor(() => expect(sentUpdates()).toEqual([expect.objectContaining({ dueOn: '2031-05-06' })]))
  fill(due, '5 dec 2031')
  expect(inside.getByText('Dec 5, 2031')).toBeTruthy()
  leave()
  expect(due.value).toBe('Dec 5, 2031')
  await waitFor(() => expect(sentUpdates().at(-1)).toMatchObject({ dueOn: '2031-12-05', version: 2 }))
})

test('Escape takes back a due date that is none, and does nothing to one that was saved', async () => {
  open(wholeTask(1))
  const due = await (await dialog()).findByLabelText<HTMLInputElement>('Due date')
  const type = (text: string) => {
    act(() => due.focus())
    fill(due, text)
  }
  type('someday')
  act(() => due.blur())
  await waitFor(() => expect(due.getAttribute('aria-invalid')).toBe('true'))
  act(() => due.focus())
  fireEvent.keyDown(due, { key: 'Escape' })
  expect([due.value, due.getAttribute('aria-invalid')]).toEqual(['', 'false'])
  type('2031-12-05')
  enter(due)
  await waitFor(() => expect(sentUpdates()).toHaveLength(1))
  await screen.findByText('Due Dec 5, 2031.')
  fireEvent.keyDown(due, { key: 'Escape' })
  act(() => due.blur())
  await host.quiet()
  expect([due.value, sentUpdates().length]).toEqual(['Dec 5, 2031', 1])
})

test('what a date and an estimate can be is heard with the field, and the refusal takes its place', async () => {
  open(wholeTask(1))
  const inside = await dialog()
  const below = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  const estimate = await inside.findByLabelText('Estimate in hours')
  expect(below(inside.getByLabelText('Due date'))).toBe('Fri, 5 Dec, in 3 days')
  expect(below(estimate)).toBe('From 0.25 to 999.')
  fill(estimate, '1000')
  enter(estimate)
  await waitFor(() => expect(below(estimate)).toBe('Please enter 0.25 to 999 hours.'))
})

test('an estimate that is none says so and is not sent', async () => {
  open(wholeTask(1))
  const estimate = await (await dialog()).findByLabelText('Estimate in hours')
  fill(estimate, '1000')
  fireEvent.blur(estimate)
  expect(await (await dialog()).findByText('Please enter 0.25 to 999 hours.')).toBeTruthy()
  expect(sentUpdates()).toEqual([])
})

test('[TASK2-14] [NEXT-04] what a member may not change is read as text, and one line says who may', async () => {
  open(wholeTask(1, { taskCreatedByUsername: 'grace', dueOn: '2031-12-05', priority: 'low' }), 'member')
  const inside = await dialog()
  expect((await inside.findByRole('group', { name: 'Due date' })).textContent).toBe('Due dateDec 5, 2031')
  expect(inside.getByRole('group', { name: 'Priority' }).textContent).toBe('PriorityLow')
  for (const name of ['Estimate in hours', 'Labels', 'Files', 'Blocked by']) inside.getByRole('group', { name })
  // The title is all that can be typed; nothing is locked.
  const typed = inside.getAllByRole('textbox').filter((field) => !field.matches('[aria-hidden="true"]'))
  expect(typed.map((field) => field.getAttribute('name'))).toEqual(['title'])
  for (const role of ['textbox', 'combobox', 'button'] as const)
    expect(inside.queryAllByRole(role).filter((one) => one.matches(':disabled, [aria-disabled="true"]'))).toEqual([])
  expect(inside.getAllByText(/Only (owners|admins)/).map((line) => line.textContent)).toEqual([
    'Only owners and admins can change these; the task’s creator and its assignee also the due date, priority, labels and estimate.',
  ])
  expect(inside.getByText('Two colours')).toBeTruthy()
  expect(inside.getByLabelText<HTMLInputElement>('Done: Two colours').disabled).toBe(true)
  expect(inside.queryByRole('button', { name: 'Add a line' })).toBeNull()
  expect(inside.queryByRole('button', { name: 'Edit the project’s labels' })).toBeNull()
})

test('[NEXT-04] a member reads how many files and blockers there are, also while their names cannot be read', async () => {
  host.on('files.list', failedReply(500, 'INTERNAL'))
  const blockedByIDs = [taskOf(2).id, taskOf(9).id]
  open(wholeTask(1, { fileIDs: [ada.id, grace.id], blockedByIDs }), 'member')
  const inside = await dialog()
  expect((await inside.findByRole('group', { name: 'Files' })).textContent).toBe('Files2')
  await waitFor(() =>
    expect(inside.getByRole('group', { name: 'Blocked by' }).textContent).toBe('Blocked by#2 Task 2, 1 more'),
  )
})

test('[NEXT-04] who has the task changes its day, and reads as text what owners and admins change', async () => {
  open(wholeTask(1, { assignedToID: ada.id, taskCreatedByUsername: 'grace' }), 'member')
  const inside = await dialog()
  expect((await inside.findByLabelText<HTMLInputElement>('Due date')).disabled).toBe(false)
  inside.getByRole('group', { name: 'Files' })
  expect(inside.getAllByText(/^Only owners and admins/).map((line) => line.textContent)).toEqual([
    'Only owners and admins can change the description, the assignee, “Done when”, the files and what blocks the task.',
  ])
})

test('[TASK2-06] whoever a task is assigned to ticks a line at once, beside what they have typed', async () => {
  const task = wholeTask(1, { assignedToID: ada.id, assignedToUsername: 'ada', taskCreatedByUsername: 'grace' })
  host.on('tasks.tick', () =>
    ok({
      data: { ...task, version: 2, doneWhen: lines.map((line) => ({ ...line, isDone: true })), doneOf: [2, 2] },
    }),
  )
  open(task, 'member')
  const inside = await dialog()
  fill(await inside.findByLabelText('Title'), 'A better title')
  fireEvent.click(inside.getByLabelText('Done: Sent to print'))
  await inside.findByText('(2 of 2)')
  expect(host.called('tasks.tick').map(({ input }) => [input.params, input.body])).toEqual([
    [{ id: task.id, lineID: ada.id }, { isDone: true }],
  ])
  expect(inside.queryByText(/changed this task/)).toBeNull()
  enter(inside.getByLabelText('Title'))
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: task.id, title: 'A better title', version: 2 }]))
})

test('a tick shows before the server has it, and goes back when the server refuses', async () => {
  const task = wholeTask(1, { assignedToID: ada.id, assignedToUsername: 'ada' })
  let answer: (reply: ReturnType<typeof failedReply>) => void = () => undefined
  host.on('tasks.tick', () => new Promise<ReturnType<typeof failedReply>>((resolve) => (answer = resolve)))
  open(task, 'member')
  const box = await (await dialog()).findByLabelText<HTMLInputElement>('Done: Sent to print')
  const before = box.checked
  fireEvent.click(box)
  await waitFor(() => expect(host.called('tasks.tick')).toHaveLength(1))
  expect(box.checked).toBe(!before)
  answer(failedReply(500, 'INTERNAL', ''))
  await waitFor(() => expect(box.checked).toBe(before))
})

test('[TASK2-09] a blocked task names the open tasks that block it, and can be moved', async () => {
  const others = [wholeTask(2), wholeTask(3, { status: 4 }), wholeTask(4, { status: 2 })]
  const blockedByIDs = others.map(({ id }) => id)
  open(wholeTask(1, { blockedByIDs, blockedBy: [2, 3, 4] }), 'owner', others)
  const alert = await (await dialog()).findByRole('alert')
  expect(alert.textContent).toBe('Blocked by #2 Task 2, #4 Task 4. You can still move it.')
  await choose(/^Status/, 'In Progress')
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: taskOf(1).id, status: 2, version: 1 }]))
})

test('[TASK2-10] a new task has only the fields that were filled in', async () => {
  serveTasks([])
  host.on('tasks.create', ok({ data: wholeTask(9) }))
  openTab('?task=new')
  const inside = await dialog('Create New Task')
  fill(await inside.findByLabelText(/^Title/), 'Draw')
  fill(inside.getByLabelText(/^Description/), 'Work.')
  fill(await inside.findByLabelText('Due date'), '2026-12-05')
  await user.click(inside.getByRole('button', { name: 'Add a line' }))
  await user.click(inside.getByRole('button', { name: 'Create Task' }))
  await waitFor(() => expect(host.called('tasks.create')).toHaveLength(1))
  expect(host.called('tasks.create')[0]?.input.body).toEqual({
    idempotencyKey: expect.any(String) as unknown,
    projectID,
    title: 'Draw',
    description: 'Work.',
    status: 1,
    dueOn: '2026-12-05',
  })
})

test('[TASK2-04] an owner adds a label with a name and a colour, and each shows its name', async () => {
  host.on('labels.create', ok({ data: { id: 2, name: 'Birds', colour: 'blue' } }))
  open(wholeTask(1))
  await user.click(await (await dialog()).findByRole('button', { name: 'Edit the project’s labels' }))
  const labels = await dialog('Labels of the project')
  expect(labels.getByLabelText<HTMLInputElement>('Name of Maps').value).toBe('Maps')
  fill(labels.getByLabelText('New label'), 'Birds')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(host.called('labels.create')[0]?.input.body).toEqual({ name: 'Birds', colour: 'blue' }))
  // Enter in this dialog saves no task behind it.
  expect(sentUpdates()).toEqual([])
})

test('[CAP-03] a host of the first release shows and gets none of it', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  open(taskOf(1), 'owner', [])
  const inside = await dialog()
  fill(await inside.findByLabelText('Title'), 'A better title')
  expect(inside.queryByLabelText('Due date')).toBeNull()
  enter(inside.getByLabelText('Title'))
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: taskOf(1).id, title: 'A better title', version: 1 }]))
})
