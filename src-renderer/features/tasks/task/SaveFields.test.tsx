import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, card, fill, grace, layOut, openTab, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'

// A dialog hides everything behind it. MUI tests that; checking it for every element would take jsdom seconds.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
const first = taskOf(1)
const toFirst = `?task=${first.id}`
// The dialog's code is loaded apart, which may take long on a busy machine.
beforeAll(() => import('./TaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
})
afterEach(clearScreen)

const dialog = async () => within(await screen.findByRole('dialog', { name: /, task \d+$|^Task Details$/ }))
const title = async () => (await dialog()).findByLabelText<HTMLInputElement>('Title')
const enter = async () => fireEvent.keyDown(await title(), { key: 'Enter' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test.each([
  ['the words alone', '', 'Failed to update task'],
  ["with the server's reason", 'The disk is full.', 'Failed to update taskThe disk is full.'],
])('[TASK-17] a failed update (%s) shows an error, and keeps the typed text', async (_what, message, text) => {
  serveTasks([first])
  const failed = failedReply(500, 'INTERNAL')
  host.on('tasks.update', { ...failed, error: { ...failed.error, message } })
  openTab(toFirst)
  fill(await title(), 'Task 1 and more')
  await enter()
  expect((await (await dialog()).findByRole('alert')).textContent).toBe(`${text}Try again`)
  expect((await title()).value).toBe('Task 1 and more')
  await user.click((await dialog()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sentUpdates()).toHaveLength(2))
})

test('after a conflict the notice names who has saved the newer task, as the history tells', async () => {
  host.on('capabilities.list', ok({ data: ['talk'] }))
  serveTasks([first])
  const refused = failedReply(409, 'CONFLICT')
  const newer = taskOf(1, { title: 'Their title', version: 7 })
  host.on('tasks.update', { ...refused, error: { ...refused.error, newer } })
  const actor = { id: grace.id, username: 'grace', name: 'Grace Hopper' }
  const changes = [{ field: 'title', from: 'Task 1', to: 'Their title' }]
  const event = { kind: 'task.updated', actor, changes, round: null }
  const entry = { id: grace.id, createdAt: newer.updatedAt, comment: null, event }
  host.on('comments.feed', ok({ data: [entry], nextCursor: null }))
  openTab(toFirst)
  // The task's history is beside its fields, which are drawn again when that comes.
  await waitFor(() => expect(host.called('comments.feed')).not.toEqual([]))
  fill(await title(), 'Mine')
  await enter()
  expect(await screen.findByText('Grace Hopper has changed this task meanwhile')).toBeTruthy()
  expect(screen.getByText(/^Grace Hopper changed the title to “Their title”\./)).toBeTruthy()
})

test('after a conflict the newer task shows, the typed text stays, and saving again is based on the newer task', async () => {
  serveTasks([first])
  const newer = taskOf(1, { title: 'Their title', status: 2, version: 7 })
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', ({ input }) =>
    (input.body as { version: number }).version === 7
      ? ok({ data: { ...newer, title: 'Mine', version: 8 } })
      : { ...refused, error: { ...refused.error, newer } },
  )
  openTab(toFirst)
  fill(await title(), 'Mine')
  await enter()
  const notice = await (await dialog()).findByRole('alert')
  expect(notice.textContent).toContain('Somebody else has changed this task meanwhile')
  expect(notice.textContent).toContain('They changed the title to “Their title”')
  expect((await title()).value).toBe('Mine')
  expect((await (await dialog()).findByRole('combobox', { name: /^Status/ })).textContent).toBe('In Progress')
  await user.click((await dialog()).getByRole('button', { name: 'Save mine' }))
  await waitFor(async () => expect((await dialog()).queryByRole('alert')).toBeNull())
  expect(sentUpdates().at(-1)).toEqual({ id: first.id, title: 'Mine', version: 7 })
})

test('leaving with unsaved changes asks, by Escape and by going back; the answer keeps or discards them', async () => {
  serveTasks([first])
  const router = openTab()
  await user.click(await card('Task 1'))
  const description = await (await dialog()).findByLabelText<HTMLTextAreaElement>('Description')
  fill(description, 'In two colours')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(description.value).toBe('In two colours')
  void router.navigate(-1)
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await isClosed()
  expect(router.state.location.search).toBe('')
  expect(sentUpdates()).toEqual([])
})

const open = (extra: Parameters<typeof taskOf>[1] = {}, role: 'owner' | 'admin' = 'owner') => {
  const task = taskOf(1, { dueOn: null, priority: 'none', labelIDs: [], fileIDs: [], blockedByIDs: [], ...extra })
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
  serveTasks([task, taskOf(2)], role)
  return openTab(toFirst)
}
const choose = async (field: RegExp, option: RegExp) => {
  await user.click(await (await dialog()).findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

test.each([
  ['status', /^Status/, /^In Progress/, { status: 2 }, 'Moved to In Progress.'],
  ['assignee', /^Assignee/, /^grace/, { assignedToID: grace.id }, /^Assigned to /],
  ['priority', /^Priority/, /^High/, { priority: 'high' }, 'Priority: High.'],
  ['labels', /^Labels/, /^Maps/, { labelIDs: [1] }, 'Task updated.'],
  ['blockers', /^Blocked by/, /Task 2/, { blockedByIDs: [taskOf(2).id] }, 'Task updated.'],
] as const)(
  'what is chosen as %s is saved at once, and the task stays open',
  async (_what, field, option, change, said) => {
    host.on('memberships.suggestions', ok({ data: [ada, grace] }))
    open()
    await choose(field, option)
    await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, version: 1, ...change }]))
    expect(await screen.findByText(said)).toBeTruthy()
    expect((await title()).value).toBe('Task 1')
  },
)

test('two changes one after the other both arrive, the second with the version that the first has made', async () => {
  let answer = () => undefined as void
  const first1 = new Promise<void>((resolve) => (answer = resolve))
  open()
  await title()
  const task = taskOf(1, { dueOn: null, priority: 'none', labelIDs: [], fileIDs: [], blockedByIDs: [] })
  host.on('tasks.update', async ({ input }) => {
    const body = input.body as { version: number }
    if (body.version === 1) await first1
    return ok({ data: { ...task, status: 2, ...body, version: body.version + 1 } })
  })
  await choose(/^Status/, /^In Progress/)
  await choose(/^Priority/, /^High/)
  expect(sentUpdates()).toEqual([{ id: first.id, status: 2, version: 1 }])
  answer()
  await waitFor(() =>
    expect(sentUpdates()).toEqual([
      { id: first.id, status: 2, version: 1 },
      { id: first.id, priority: 'high', version: 2 },
    ]),
  )
  expect((await dialog()).getByRole('combobox', { name: /^Status/ }).textContent).toBe('In Progress')
  expect((await dialog()).queryByRole('alert')).toBeNull()
})

test('a choice that the server refuses goes back, and its sentence is above the fields', async () => {
  open()
  const failed = failedReply(409, 'CONFLICT')
  host.on('tasks.update', { ...failed, error: { ...failed.error, message: 'Withdraw the submission first.' } })
  await choose(/^Status/, /^In Progress/)
  expect((await (await dialog()).findByRole('alert')).textContent).toBe(
    'Failed to update taskWithdraw the submission first.',
  )
  expect((await dialog()).getByRole('combobox', { name: /^Status/ }).textContent).toBe('Assigned')
})

test('a typed description is neither sent nor lost when another field is saved, and Cancel takes it back', async () => {
  open()
  const description = await (await dialog()).findByLabelText<HTMLTextAreaElement>('Description')
  expect((await dialog()).queryByRole('button', { name: 'Save the description' })).toBeNull()
  fill(description, 'In two colours')
  await choose(/^Priority/, /^High/)
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, priority: 'high', version: 1 }]))
  await screen.findByText('Priority: High.')
  expect(description.value).toBe('In two colours')
  expect((await dialog()).queryByText(/changed this task/)).toBeNull()
  fireEvent.keyDown(description, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sentUpdates().at(-1)).toEqual({ id: first.id, description: 'In two colours', version: 2 }))
  await waitFor(async () => expect((await dialog()).queryByRole('button', { name: 'Save the description' })).toBeNull())
  fill(description, 'In three')
  await user.click((await dialog()).getByRole('button', { name: /^Cancel the changes/ }))
  expect([description.value, document.activeElement]).toEqual(['In two colours', description])
})

test('the title is saved when it is left; Escape takes back what was typed and leaves the task open', async () => {
  open()
  const field = await title()
  act(() => field.focus())
  fill(field, 'Never mind')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field.value).toBe('Task 1')
  act(() => field.blur())
  await host.quiet()
  expect(sentUpdates()).toEqual([])
  act(() => field.focus())
  fill(field, 'A better title')
  act(() => field.blur())
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, title: 'A better title', version: 1 }]))
})

test('an empty title says so and is not sent; leaving the task then asks', async () => {
  open()
  fill(await title(), '')
  await enter()
  await waitFor(async () => expect((await title()).getAttribute('aria-invalid')).toBe('true'))
  await user.click((await dialog()).getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await isClosed()
  expect(sentUpdates()).toEqual([])
})

test('a title that is typed when the task is left is saved on the way, without a question', async () => {
  const router = open()
  await title()
  fill(await title(), 'A better title')
  await act(async () => router.navigate('.'))
  await isClosed()
  expect(sentUpdates()).toEqual([{ id: first.id, title: 'A better title', version: 1 }])
})

test('what is chosen while somebody else has saved is kept beside theirs, until it is saved or discarded', async () => {
  open()
  await title()
  const newer = taskOf(1, { title: 'Their title', status: 3, version: 7 })
  const refused = failedReply(409, 'CONFLICT')
  host.on('tasks.update', { ...refused, error: { ...refused.error, newer } })
  await choose(/^Status/, /^In Progress/)
  const notice = await (await dialog()).findByRole('alert')
  expect(notice.textContent).toContain('They changed the status to Under Review')
  const status = (await dialog()).getByRole('combobox', { name: /^Status/ })
  expect([status.textContent, (await title()).value]).toEqual(['In Progress', 'Their title'])
  await user.click((await dialog()).getByRole('button', { name: 'Discard mine' }))
  expect(status.textContent).toBe('Under Review')
})
