import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { BOARD_LIMIT } from '#shared/contract/task.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => Promise.all([import('../task/TaskDialog.tsx'), import('./TaskBacklog.tsx')]))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'talk'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
})
afterEach(clearScreen)

const grid = () => screen.findByRole('grid', { name: 'Backlog' })
const rowNames = async () =>
  within(await grid())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const pageOf = (tasks: readonly object[], total = tasks.length, page = 1) =>
  ok({ data: tasks, pagination: { page, limit: 50, total, totalPages: Math.ceil(total / 50) } })
const asked = () => host.called('tasks.backlog').map(({ input }) => input)

test('[TASK2-29] the columns due, priority and labels show what the server has sorted over all pages', async () => {
  const onBoard = [taskOf(1), taskOf(2, { priority: 'high' }), taskOf(3)]
  serveTasks(onBoard)
  // The server knows more than the board has: its page is shown in its order, and its total makes the pages.
  host.on('tasks.backlog', pageOf([taskOf(7), ...onBoard.slice(1)], 204))
  const router = openTab('?view=backlog&priority=high&q=task')
  // The filters act once the client knows that the server can filter so.
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 2']))
  expect(asked()).toEqual([])
  for (const [head, field] of [
    ['Due', 'dueOn'],
    ['Priority', 'priority'],
    ['Labels', 'labels'],
  ] as const) {
    await user.click(within(await grid()).getByText(head))
    await waitFor(() => expect(router.state.location.search).toContain(`sort=${field}%3Aasc`))
    await waitFor(async () => expect(await rowNames()).toEqual(['Task 7', 'Task 2', 'Task 3']))
    expect(asked().at(-1)).toEqual({
      params: { id: projectID },
      query: { page: 1, limit: 50, sort: field, direction: 'asc', q: 'task', priority: 'high' },
    })
  }
  await user.click(await screen.findByRole('link', { name: /page 3/i }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ query: { page: 3, sort: 'labels' } }))
})

test('a day of this year stands without its year, and the whole date is its name', async () => {
  const year = new Date().getFullYear()
  serveTasks([taskOf(1, { createdAt: '2025-01-05T10:00:00.000Z', updatedAt: `${year}-02-05T10:00:00.000Z` })])
  openTab('?view=backlog')
  const [created, updated] = within(await grid()).getAllByText(/^(Jan|Feb) 5/)
  expect(created?.textContent).toBe('Jan 5, 2025')
  expect(updated?.textContent).toBe('Feb 5')
  for (const name of ['aria-label', 'title']) expect(updated?.getAttribute(name)).toBe(`Feb 5, ${year}`)
})

test('a sorted backlog that cannot be read says so, and Retry reads it', async () => {
  serveTasks([taskOf(1)])
  host.on('tasks.backlog', failedReply(500, 'INTERNAL'))
  openTab('?view=backlog&sort=dueOn%3Adesc')
  expect(await screen.findByText('Failed to fetch tasks')).toBeTruthy()
  host.on('tasks.backlog', pageOf([taskOf(1)]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rowNames()).toEqual(['Task 1'])
})

test('a host that has no more fields is never asked to sort', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  serveTasks([taskOf(1), taskOf(2)])
  openTab('?view=backlog&sort=dueOn%3Aasc')
  expect(await rowNames()).toEqual(['Task 1', 'Task 2'])
  expect(asked()).toEqual([])
})

test('the address of a task that a cut board does not have asks the server for its number', async () => {
  serveTasks(Array.from({ length: BOARD_LIMIT }, (_, at) => taskOf(at + 10)))
  const far = taskOf(3, { title: 'Beyond the board' })
  host.on('tasks.backlog', failedReply(500, 'INTERNAL'))
  host.on('tasks.get', ok({ data: { ...far, doneWhen: [], fileIDs: [], blockedByIDs: [] } }))
  openTab('/3?view=trash')
  expect(await screen.findByText('Failed to load the task')).toBeTruthy()
  host.on('tasks.backlog', pageOf([far]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByDisplayValue('Beyond the board')).toBeTruthy()
  expect(asked().at(-1)).toEqual({ params: { id: projectID }, query: { number: 3, limit: 1 } })
})

test('a number that no task has reads so, also where the board is cut', async () => {
  serveTasks(Array.from({ length: BOARD_LIMIT }, (_, at) => taskOf(at + 10)))
  host.on('tasks.backlog', pageOf([]))
  openTab('/3?view=trash')
  expect(await screen.findByText(/This task is no longer there/)).toBeTruthy()
})

test('a long backlog draws fifty rows, and the others on the next page', async () => {
  serveTasks(Array.from({ length: 60 }, (_, at) => taskOf(at + 1)))
  openTab('?view=backlog')
  expect(await rowNames()).toHaveLength(50)
  await user.click(await screen.findByRole('link', { name: /page 2/i }))
  await waitFor(async () => expect(await rowNames()).toHaveLength(10))
})

test('[STAGE-17] the backlog has a column and a filter for the stage, which the address keeps', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'talk', 'stages'] }))
  const stages = [
    { id: 2, name: 'Design', status: 2, limit: null },
    { id: 3, name: 'Build', status: 2, limit: null },
  ]
  host.on('stages.list', ok({ data: { stages, version: 1 } }))
  serveTasks([taskOf(1), taskOf(2, { status: 2 }), taskOf(3, { status: 2, stageID: 3 })])
  const router = openTab('?view=backlog')
  await waitFor(async () => expect(within(await grid()).getByText('Stage')).toBeTruthy())
  const rows = within(await grid())
    .getAllByRole('row')
    .slice(1)
  // A task that names no stage is in the first one of its status; another status has none.
  expect(rows.map(({ textContent }) => /–|Design|Build/.exec(textContent)?.[0])).toEqual(['–', 'Design', 'Build'])
  await user.click(screen.getByRole('combobox', { name: 'Stage' }))
  await user.click(await screen.findByRole('option', { name: 'Design' }))
  await waitFor(() => expect(router.state.location.search).toContain('stage=2'))
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 2']))
  // The server is asked the same of what it sorts.
  host.on('tasks.backlog', pageOf([taskOf(2, { status: 2 })]))
  await user.click(within(await grid()).getByText('Due'))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ query: { stage: 2 } }))
})

test('[STAGE-17] an address opens the backlog with its stage chosen, and one that is gone counts for none', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'talk', 'stages'] }))
  host.on('stages.list', ok({ data: { stages: [{ id: 3, name: 'QA', status: 3, limit: null }], version: 1 } }))
  serveTasks([taskOf(1), taskOf(2, { status: 3 })])
  const router = openTab('?view=backlog&stage=3')
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 2']))
  await router.navigate(`${router.state.location.pathname}?view=backlog&stage=99`)
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 1', 'Task 2']))
})

test('[OFFER-37] the backlog has a column for the reward, by which the server sorts', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'talk', 'rewards'] }))
  const [one, two, three] = [taskOf(1, { rewardCents: 40_000 }), taskOf(2), taskOf(3, { rewardCents: 0 })]
  serveTasks([one, two, three])
  host.on('tasks.backlog', pageOf([three, one, two]))
  openTab('?view=backlog')
  await user.click(await waitFor(async () => within(await grid()).getByText('Reward')))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ query: { sort: 'reward', direction: 'asc' } }))
  await waitFor(async () => expect(await rowNames()).toEqual(['Task 3', 'Task 1', 'Task 2']))
  const rows = within(await grid())
    .getAllByRole('row')
    .slice(1)
  expect(rows.map(({ textContent }) => /No reward: for reputation|\$400/.exec(textContent)?.[0] ?? null)).toEqual([
    'No reward: for reputation',
    '$400',
    null,
  ])
})
