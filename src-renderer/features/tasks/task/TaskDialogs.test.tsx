import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { rewardOf } from '#support/reward-answers.ts'
import {
  ada,
  card,
  cardsIn,
  fill,
  grace,
  layOut,
  openTab,
  projectID,
  sentUpdates,
  serveTasks,
  taskOf,
} from '#support/tasks-tab.tsx'

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
const describedBy = (field: HTMLElement) => {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}
const enter = async () => fireEvent.keyDown(await title(), { key: 'Enter' })
const saveDescription = async () => user.click((await dialog()).getByRole('button', { name: 'Save the description' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('[TASK-20] a click on a card opens its details, with an address; closing gives the focus back to the card', async () => {
  serveTasks([first])
  const router = openTab()
  await user.click(await card('Task 1'))
  expect((await title()).value).toBe('Task 1')
  expect((await dialog()).getByText('#1')).toBeTruthy()
  const origin = (await dialog()).getByText(/^Task #1, created by ada on/)
  expect(origin.compareDocumentPosition(await title()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(router.state.location.search).toBe(toFirst)
  await user.keyboard('{Escape}')
  await isClosed()
  expect(router.state.location.search).toBe('')
  expect(document.activeElement).toBe(await card('Task 1'))
})

test('[TASK-11][TASK-12] a member changes title and status; each is sent alone, with the version that the one before has made', async () => {
  serveTasks([first], 'member')
  openTab(toFirst)
  fill(await title(), 'A better title')
  await enter()
  await user.click(await (await dialog()).findByRole('combobox', { name: /^Status/ }))
  await user.click(await screen.findByRole('option', { name: 'Under Review' }))
  await waitFor(() =>
    expect(sentUpdates()).toEqual([
      { id: first.id, title: 'A better title', version: 1 },
      { id: first.id, status: 3, version: 2 },
    ]),
  )
  expect(await screen.findByText('Moved to Under Review.')).toBeTruthy()
  await user.keyboard('{Escape}')
  await isClosed()
  expect(await cardsIn('Under Review')).toEqual(['A better title'])
})

test("[TASK-12] an open task's title is a field in the look of a heading; a pasted line break is a space, and Enter saves, which it says, and stays", async () => {
  serveTasks([first], 'member')
  openTab(toFirst)
  // What is edited cannot be a heading itself, so the dialog's heading has the title, too.
  expect((await dialog()).getByRole('heading', { name: 'Task Details Task 1, task 1' })).toBeTruthy()
  const field = await title()
  expect(field.getAttribute('enterkeyhint')).toBe('done')
  expect(describedBy(field)).toBe('Enter saves')
  fill(await title(), 'Two lines\n from a mail')
  field.focus()
  await enter()
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, title: 'Two lines from a mail', version: 1 }]))
  expect(await screen.findByText('Task updated.')).toBeTruthy()
  expect([(await title()).value, document.activeElement]).toEqual(['Two lines from a mail', field])
})

test('[TASK-13][TASK-14] [NEXT-04] for a member description and assignee are read as text, with who may change them', async () => {
  serveTasks([taskOf(1, { assignedToID: grace.id, assignedToUsername: 'grace' })], 'member')
  openTab(toFirst)
  const inside = await dialog()
  expect((await inside.findByRole('group', { name: 'Description' })).textContent).toContain('What task 1 is about')
  expect(inside.getByRole('group', { name: 'Assignee' }).textContent).toContain('grace')
  expect(inside.queryByRole('combobox', { name: 'Assignee' })).toBeNull()
  const typed = inside.getAllByRole('textbox').filter((field) => !field.matches('[aria-hidden="true"]'))
  expect(typed.map((field) => field.getAttribute('name'))).toEqual(['title'])
  expect(inside.getByText('Only owners and admins can change the description and the assignee.')).toBeTruthy()
  expect(inside.queryByRole('button', { name: 'Improve with AI…' })).toBeNull()
  expect(host.called('memberships.suggestions')).toEqual([])
})

test.each(['member', 'admin'] as const)(
  "[CLAIM-18] a %s takes the task by a button of its own; only owners and admins have the assignee's field",
  async (role) => {
    serveTasks([first], role)
    host.on('capabilities.list', ok({ data: ['rewards', 'claims', 'review'] }))
    host.on('rewards.get', ok({ data: rewardOf() }))
    host.on('submissions.list', ok({ data: [] }))
    host.on('claims.take', ok({ data: {} }))
    openTab(toFirst)
    const inside = await dialog()
    await user.click(await inside.findByRole('button', { name: 'Take this task' }))
    await waitFor(() => expect(host.called('claims.take')).toHaveLength(1))
    expect(inside.queryAllByRole('combobox', { name: 'Assignee' })).toHaveLength(role === 'admin' ? 1 : 0)
    expect(inside.queryAllByRole('group', { name: 'Assignee' })).toHaveLength(role === 'admin' ? 0 : 1)
    expect(sentUpdates()).toEqual([])
  },
)

test('what is typed stays when the server says only later what it can do', async () => {
  serveTasks([first])
  let answer: (reply: Reply) => void = () => undefined
  host.on('capabilities.list', () => new Promise((resolve) => (answer = resolve)))
  openTab(toFirst)
  const field = await title()
  fill(field, 'Typed before the answer')
  act(() => answer(ok({ data: ['talk', 'review'] })))
  await (await dialog()).findByRole('heading', { name: 'Comments and history' })
  expect((await title()).value).toBe('Typed before the answer')
  expect(document.activeElement).toBe(field)
})

test('a member sees a description with Markdown drawn', async () => {
  serveTasks([taskOf(1, { description: 'The **whole** harbour' })], 'member')
  openTab(toFirst)
  const inside = await dialog()
  const description = within(await inside.findByRole('group', { name: 'Description' }))
  expect((await description.findByText('whole')).tagName).toBe('STRONG')
  expect(inside.queryByLabelText('Description', { selector: 'textarea' })).toBeNull()
})

test('an owner looks at the description as Markdown draws it, and goes on writing', async () => {
  serveTasks([first])
  openTab(toFirst)
  const inside = await dialog()
  const field = () => inside.findByLabelText<HTMLTextAreaElement>('Description', { selector: 'textarea' })
  await field()
  expect(inside.queryByRole('button', { name: 'Preview' })).toBeNull()
  fill(await field(), 'The **whole** harbour')
  await user.click(await inside.findByRole('button', { name: 'Preview' }))
  expect((await inside.findByText('whole')).tagName).toBe('STRONG')
  await user.click(inside.getByRole('button', { name: 'Write' }))
  expect((await field()).value).toBe('The **whole** harbour')
})

test('[TASK-13][TASK-14] an admin changes description and assignee', async () => {
  serveTasks([first], 'admin')
  host.on('memberships.suggestions', ok({ data: [ada, grace] }))
  openTab(toFirst)
  const inside = await dialog()
  fill(await inside.findByLabelText('Description'), 'What task 1 is about, in short')
  await saveDescription()
  await user.click(inside.getByRole('combobox', { name: 'Assignee' }))
  await user.click(await screen.findByRole('option', { name: /^grace/ }))
  await waitFor(() =>
    expect(sentUpdates()).toEqual([
      { id: first.id, description: 'What task 1 is about, in short', version: 1 },
      { id: first.id, assignedToID: grace.id, version: 2 },
    ]),
  )
})

test('[TASK-14] an admin removes the assignee: null is sent, and the card says Unassigned', async () => {
  serveTasks([taskOf(1, { assignedToID: grace.id, assignedToUsername: 'grace' })], 'admin')
  openTab(toFirst)
  const inside = await dialog()
  await user.click(await inside.findByRole('combobox', { name: 'Assignee' }))
  await user.click(inside.getByRole('button', { name: 'Assign nobody', hidden: true }))
  expect(await screen.findByText('Assigned to nobody.')).toBeTruthy()
  await user.keyboard('{Escape}{Escape}')
  await isClosed()
  expect(sentUpdates()).toEqual([{ id: first.id, assignedToID: null, version: 1 }])
})

test('[TASK-10] four statuses can be chosen; for a member Completed is disabled with the reason', async () => {
  serveTasks([first], 'member')
  openTab(toFirst)
  await user.click(await (await dialog()).findByRole('combobox', { name: /^Status/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Assigned',
    'In Progress',
    'Under Review',
    'CompletedOnly admins and owners can move tasks to completed status.',
  ])
  expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual([null, null, null, 'true'])
})

test('[TASK-10] [NEXT-04] for a member the status of a completed task is fixed, with the reason; for an owner it is not', async () => {
  serveTasks([taskOf(1, { status: 4 })], 'member')
  openTab(toFirst)
  expect((await (await dialog()).findByRole('group', { name: 'Status' })).textContent).toContain('Completed')
  expect((await dialog()).queryByRole('combobox', { name: /^Status/ })).toBeNull()
  expect((await dialog()).getByText('Only admins and owners can move tasks out of completed status.')).toBeTruthy()
  cleanup()
  serveTasks([taskOf(1, { status: 4 })], 'owner')
  openTab(toFirst)
  expect((await (await dialog()).findByRole('combobox', { name: /^Status/ })).getAttribute('aria-disabled')).toBeNull()
})

test('[TASK-09] a requested task shows its status, which nobody can choose again', async () => {
  serveTasks([taskOf(1, { status: 0 })])
  openTab(toFirst)
  const status = await (await dialog()).findByRole('combobox', { name: /^Status/ })
  expect(status.textContent).toBe('Requested')
  await user.click(status)
  await user.click(await screen.findByRole('option', { name: 'Assigned' }))
  await waitFor(() => expect(sentUpdates()).toEqual([{ id: first.id, status: 1, version: 1 }]))
  await user.click(status)
  await screen.findByRole('option', { name: 'In Progress' })
  expect(screen.queryByRole('option', { name: /^Requested/ })).toBeNull()
})

test('[TASK-07] the link of a task that cannot be loaded says so, and Retry loads it; a task of another project is not shown', async () => {
  serveTasks([])
  host.on('tasks.get', failedReply(500, 'INTERNAL'))
  openTab(toFirst)
  expect(await (await dialog()).findByText('Failed to load the task')).toBeTruthy()
  host.on('tasks.get', ok({ data: first }))
  await user.click((await dialog()).getByRole('button', { name: 'Retry' }))
  expect((await title()).value).toBe('Task 1')
  cleanup()
  host.on('tasks.get', ok({ data: { ...first, projectID: grace.id } }))
  openTab(toFirst)
  expect(await (await dialog()).findByText(/^This task is not in this project\./)).toBeTruthy()
})

test('[TALK-01] where the server has talk, a card leads to the address of its number, over the board and its view', async () => {
  host.on('capabilities.list', ok({ data: ['talk'] }))
  host.on('comments.feed', ok({ data: [], nextCursor: null }))
  serveTasks([first, taskOf(2)])
  const router = openTab('?assignee=none')
  await card('Task 1')
  await waitFor(async () => expect((await card('Task 1')).getAttribute('href')).toMatch(/tasks\/1\?assignee=none$/))
  await user.click(await card('Task 1'))
  expect((await title()).value).toBe('Task 1')
  expect(router.state.location.pathname).toBe(`/project/${projectID}/tasks/1`)
  await card('Task 2')
  await user.keyboard('{Escape}')
  await isClosed()
  expect(router.state.location.pathname + router.state.location.search).toBe(
    `/project/${projectID}/tasks?assignee=none`,
  )
  expect(document.activeElement).toBe(await card('Task 1'))
})

test('[TALK-01] an address with a number opens the task when it is loaded first, and closing leads to the board', async () => {
  serveTasks([first, taskOf(2)])
  const router = openTab('/2')
  expect((await title()).value).toBe('Task 2')
  await user.keyboard('{Escape}')
  await isClosed()
  expect(router.state.location.pathname).toBe(`/project/${projectID}/tasks`)
})

test('[TALK-02] a number that no task has says that the task is no longer there, with a way to the board', async () => {
  serveTasks([first])
  const router = openTab('/99')
  expect(await (await dialog()).findByText(/^This task is no longer there\./)).toBeTruthy()
  await user.click((await dialog()).getByRole('button', { name: 'Back to the board' }))
  await isClosed()
  expect(router.state.location.pathname).toBe(`/project/${projectID}/tasks`)
  expect(await cardsIn('Assigned')).toEqual(['Task 1'])
})

test('[TALK-03] [CAP-04] to a host without talk nothing stands beside the fields, and nothing is asked for it', async () => {
  serveTasks([first])
  openTab(toFirst)
  await title()
  await host.quiet()
  expect((await dialog()).queryByText('Comments and history')).toBeNull()
  expect(host.calls.filter(({ operation }) => operation.startsWith('comments.'))).toEqual([])
})

test('[DEMO-17] an owner has the description rewritten, reads who wrote it, and can undo it', async () => {
  serveTasks([first])
  host.on('ai.enhanceDescription', ok({ data: { description: 'A checklist', source: 'local' } }))
  openTab(toFirst)
  const inside = await dialog()
  await user.click(await inside.findByRole('button', { name: 'Improve with AI…' }))
  fill(inside.getByLabelText('How to improve the description'), 'As a checklist')
  await user.keyboard('{Enter}')
  expect(await inside.findByText(/^Filled in from your own words/)).toBeTruthy()
  const description = inside.getByLabelText<HTMLTextAreaElement>('Description')
  expect(description.value).toBe('A checklist')
  expect(host.called('ai.enhanceDescription')[0]?.input).toEqual({
    params: { id: first.id },
    body: { enhancementPrompt: 'As a checklist' },
  })
  expect(sentUpdates()).toEqual([])
  await user.click(inside.getByRole('button', { name: 'Undo' }))
  expect(description.value).toBe('What task 1 is about')
})

test('Undo restores the text that was typed while the AI was rewriting the description', async () => {
  serveTasks([first])
  let answer = () => undefined as void
  const written = new Promise<void>((resolve) => (answer = resolve))
  host.on('ai.enhanceDescription', () => written.then(() => ok({ data: { description: 'A list', source: 'local' } })))
  openTab(toFirst)
  const inside = await dialog()
  await user.click(await inside.findByRole('button', { name: 'Improve with AI…' }))
  fill(inside.getByLabelText('How to improve the description'), 'As a list')
  await user.keyboard('{Enter}')
  const description = inside.getByLabelText<HTMLTextAreaElement>('Description')
  fill(description, 'Typed meanwhile')
  answer()
  await user.click(await inside.findByRole('button', { name: 'Undo' }))
  expect(description.value).toBe('Typed meanwhile')
})

test('[TASK-15][TASK-16] before typing five people are suggested; one character searches, after 250 ms', async () => {
  serveTasks([first])
  const people = Array.from({ length: 8 }, (_, index) => ({ ...ada, id: taskOf(index).id, username: `person${index}` }))
  host.on('memberships.suggestions', ok({ data: people }))
  host.on('memberships.search', ok({ data: [grace] }))
  openTab(toFirst)
  const field = await (await dialog()).findByRole('combobox', { name: 'Assignee' })
  await user.click(field)
  expect(await screen.findAllByRole('option')).toHaveLength(5)
  const since = performance.now()
  await user.type(field, 'g')
  expect(await screen.findByRole('option', { name: /^grace/ })).toBeTruthy()
  expect(performance.now() - since).toBeGreaterThanOrEqual(249)
  expect(host.called('memberships.search').map(({ input }) => input.params)).toEqual([{ id: projectID, query: 'g' }])
})
