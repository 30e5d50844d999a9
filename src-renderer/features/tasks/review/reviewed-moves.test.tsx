import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import {
  ada,
  card,
  cardsIn,
  column,
  grace,
  layOut,
  middleOf,
  openTab,
  sentUpdates,
  serveTasks,
  taskOf,
} from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
// The dialogs' code is loaded apart, which may take long on a busy machine.
beforeAll(() => import('./ReviewDialogs.tsx'))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['review'] }))
})
afterEach(clearScreen)

const drag = async (name: string, to: string) => {
  const [from, target] = [await card(name), await column(to)]
  fireEvent.mouseDown(from, { button: 0, clientX: 10, clientY: 10 })
  fireEvent.mouseMove(document, { clientX: 40, clientY: 20 })
  await act(async () => fireEvent.mouseMove(document, middleOf(target)))
  await act(async () => fireEvent.mouseUp(document, middleOf(target)))
  // A drag swallows the click that may follow it at once.
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)))
}
/** Opens the board once it knows that the host has reviews. */
const openBoard = async (tasks: readonly Task[], role: ProjectRole, search = '') => {
  serveTasks(tasks, role)
  const router = openTab(search)
  await screen.findByRole('button', { name: 'Longest wait first' })
  return router
}
const waits = (number: number, since: string, more: Partial<Task> = {}) =>
  taskOf(number, { status: 3, openRound: 1, assignedToID: grace.id, waitsSince: since, ...more })

test("[REVIEW-11] one's own task dropped on Under Review opens the sheet; Escape moves the card anyway", async () => {
  await openBoard([taskOf(1, { status: 2, assignedToID: ada.id })], 'member')
  await drag('Task 1', 'Under Review')
  expect(await screen.findByRole('dialog', { name: 'Submit for review' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Submit for review' })).toBeNull())
  expect(await cardsIn('Under Review')).toEqual(['Task 1'])
  await waitFor(() => expect(sentUpdates()).toMatchObject([{ status: 3 }]))
  expect(host.called('submissions.create')).toEqual([])
})

const roundOf = (task: Task) => ({
  ...{ id: '01890000-0000-7000-8000-000000000601', taskID: task.id, round: 1, state: 'open', note: '', answer: '' },
  ...{ authorID: ada.id, authorUsername: 'ada', links: [], files: [], remarks: [] },
  ...{ createdAt: '2025-01-07T10:00:00.000Z', answeredByID: null, answeredByUsername: null, answeredAt: null },
})

test('[SETTLE-20] a task with an offer opens the sheet for its holder, and Escape puts the card back', async () => {
  await openBoard([taskOf(1, { status: 2, assignedToID: ada.id, rewardCents: 40_000 })], 'member')
  await drag('Task 1', 'Under Review')
  expect(await screen.findByRole('dialog', { name: 'Submit for review' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Task 1']))
  expect(sentUpdates()).toEqual([])
  await drag('Task 1', 'Under Review')
  const task = taskOf(1, { status: 3, assignedToID: ada.id, rewardCents: 40_000, openRound: 1, version: 2 })
  host.on('submissions.create', ok({ data: { submission: roundOf(task), task } }))
  await user.click(await screen.findByRole('button', { name: 'Submit' }))
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
  expect(host.called('submissions.create')).toHaveLength(1)
  expect(sentUpdates()).toEqual([])
})

test('[SETTLE-20] for everybody else the card of a task with an offer returns with the reason', async () => {
  await openBoard([taskOf(1, { status: 2, assignedToID: grace.id, rewardCents: 0 })], 'owner')
  await drag('Task 1', 'Under Review')
  expect(await screen.findByText(/comes to Under Review when who has it hands it in/)).toBeTruthy()
  expect(await cardsIn('In Progress')).toEqual(['Task 1'])
  expect(screen.queryByRole('dialog', { name: 'Submit for review' })).toBeNull()
  expect(sentUpdates()).toEqual([])
})

test("[REVIEW-11] somebody else's task is moved without the sheet", async () => {
  await openBoard([taskOf(1, { status: 2, assignedToID: grace.id })], 'owner')
  await drag('Task 1', 'Under Review')
  await waitFor(() => expect(sentUpdates()).toMatchObject([{ status: 3 }]))
  expect(screen.queryByRole('dialog', { name: 'Submit for review' })).toBeNull()
})

test('[REVIEW-13] dragging an open submission to Completed accepts it by the move', async () => {
  await openBoard([waits(1, '2025-01-05T10:00:00.000Z')], 'owner')
  await drag('Task 1', 'Completed')
  await waitFor(() => expect(sentUpdates()).toMatchObject([{ status: 4 }]))
  expect(await cardsIn('Completed')).toEqual(['Task 1'])
})

test('[REVIEW-13] dragging it back asks for the text; cancelling leaves card and submission as they were', async () => {
  const task = waits(1, '2025-01-05T10:00:00.000Z')
  await openBoard([task], 'admin')
  await drag('Task 1', 'In Progress')
  const asked = async () => within(await screen.findByRole('dialog', { name: 'Request changes' }))
  await user.click((await asked()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Request changes' })).toBeNull())
  expect(await cardsIn('Under Review')).toEqual(['Task 1'])
  expect([sentUpdates(), host.called('submissions.changes')]).toEqual([[], []])

  const submission = {
    id: task.id,
    taskID: task.id,
    round: 1,
    state: 'changes',
    authorID: grace.id,
    authorUsername: 'grace',
    note: '',
    links: [],
    files: [],
    remarks: [],
    createdAt: task.createdAt,
    answeredByID: ada.id,
    answeredByUsername: 'ada',
    answeredAt: task.createdAt,
    answer: 'No legend.',
  }
  host.on(
    'submissions.changes',
    ok({ data: { submission, task: { ...task, status: 2, openRound: null, version: 2 } } }),
  )
  await drag('Task 1', 'In Progress')
  fill((await asked()).getByLabelText(/What should change/), 'No legend.')
  await user.click((await asked()).getByRole('button', { name: 'Request changes' }))
  await waitFor(async () => expect(await cardsIn('In Progress')).toEqual(['Task 1']))
  expect(host.called('submissions.changes')[0]?.input).toMatchObject({ params: { n: 1 }, body: { text: 'No legend.' } })
  expect(sentUpdates()).toEqual([])
})

test('[REVIEW-24] a member cannot drag what somebody else has handed in, and reads why', async () => {
  await openBoard([waits(1, '2025-01-05T10:00:00.000Z')], 'member')
  await drag('Task 1', 'In Progress')
  expect(
    await screen.findByText('This task is waiting for review. Only its assignee, owners and admins can move it.'),
  ).toBeTruthy()
  expect(await cardsIn('Under Review')).toEqual(['Task 1'])
  expect(sentUpdates()).toEqual([])
})

test('[REVIEW-19] Under Review is sorted by waiting time, the longest first, and the choice is in the address', async () => {
  const tasks = [
    waits(1, '2025-01-07T10:00:00.000Z', { rank: 'a0' }),
    waits(2, '2025-01-05T10:00:00.000Z', { rank: 'a1' }),
    waits(3, '2025-01-06T10:00:00.000Z', { rank: 'a2' }),
  ]
  const router = await openBoard(tasks, 'owner')
  expect(await cardsIn('Under Review')).toEqual(['Task 1', 'Task 2', 'Task 3'])
  await user.click(screen.getByRole('button', { name: 'Longest wait first' }))
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 2', 'Task 3', 'Task 1']))
  expect(router.state.location.search).toBe('?review=waiting')
  clearScreen()
  host.on('capabilities.list', ok({ data: ['review'] }))
  await openBoard(tasks, 'owner', '?review=waiting')
  expect(await cardsIn('Under Review')).toEqual(['Task 2', 'Task 3', 'Task 1'])
})

test('[REVIEW-13] the form of a task with an open submission leads to the review, where changes get their text', async () => {
  await openBoard([waits(1, '2025-01-05T10:00:00.000Z')], 'owner', `?task=${waits(1, '').id}`)
  const dialog = within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
  fireEvent.mouseDown(await dialog.findByRole('combobox', { name: /Status/ }))
  const option = await screen.findByRole('option', { name: /In Progress/ })
  expect(option.getAttribute('aria-disabled')).toBe('true')
  expect(option.textContent).toContain('Answer or withdraw the submission under Review.')
})
