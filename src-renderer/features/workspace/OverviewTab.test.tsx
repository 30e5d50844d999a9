import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { queryClient } from '#lib/query-client.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, memberOf, projectID, serveWorkspace, taskOf, workspacePath } from '#support/workspace.ts'

// Other features have their own tests, and their code takes long to load.
vi.mock('../tasks/TasksTab.tsx', () => ({ TasksTab: () => null }))
afterEach(clearApp)

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const fact = async (label: string) =>
  (await region('Project Details')).getByText(label).nextElementSibling?.textContent ?? null
const open = () => renderApp(workspacePath('overview'))

test('[WS-15][WS-16] the overview shows name, organization, status, tier, description and both dates', async () => {
  serveWorkspace()
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour map' })).toBeTruthy()
  expect(await fact('Organization')).toBe('Harbour Works')
  expect(await fact('Status')).toBe('Published')
  expect(await fact('Tier')).toBe('Silver')
  expect(await fact('Created')).toBe('Jan 5, 2025')
  expect(await fact('Last updated')).toBe('Feb 6, 2025')
  expect((await region('Description')).getByText('Charts and tides.')).toBeTruthy()
})

test('[WS-24] what the creator wrote is shown: deliverables, budget, deadline and tags, each only where it is set', async () => {
  serveWorkspace({
    project: {
      deliverables: '- A chart\nA legend\n\nA chart',
      budget: '2500',
      estimatedDeadline: '2027-03-09',
      tags: 'harbour, map',
    },
  })
  await open()
  expect(await fact('Budget')).toBe('$2,500')
  expect(await fact('Deadline')).toBe('Mar 9, 2027')
  expect(await fact('Tags')).toBe('harbour, map')
  const items = (await region('Deliverables')).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['A chart', 'A legend'])
})

test('[WS-24] a field that is not set has no row', async () => {
  serveWorkspace({ project: { deliverables: null, budget: ' ', estimatedDeadline: null, tags: '' } })
  await open()
  await fact('Tier')
  for (const label of ['Budget', 'Deadline', 'Tags']) expect(screen.queryByText(label)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Deliverables' })).toBeNull()
})

test('a change of a task counts as an update of its project', async () => {
  serveWorkspace({ tasks: [taskOf(1, { updatedAt: '2025-03-09T10:00:00.000Z' })] })
  await open()
  await waitFor(async () => expect(await fact('Last updated')).toBe('Mar 9, 2025'))
})

test('[WS-16] a project without a tier reads Standard', async () => {
  serveWorkspace({ project: { tier: '' } })
  await open()
  expect(await fact('Tier')).toBe('Standard')
})

test.each([
  [0, null, 'Drafted'],
  [1, null, 'Published'],
  [2, null, 'Assigned'],
  [3, null, 'Completed'],
  [4, null, 'Rejected'],
  [1, '2025-03-01T00:00:00.000Z', 'Archived'],
  [5, null, 'Archived'],
])('[WS-14] status %i with archivedAt %s reads %s', async (status, archivedAt, label) => {
  serveWorkspace({ project: { status, archivedAt } })
  await open()
  expect(await fact('Status')).toBe(label)
})

test('a description that is very long is folded', async () => {
  const measure = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
  serveWorkspace()
  await open()
  const card = within(await screen.findByRole('region', { name: 'Description' }))
  expect((await card.findByRole('button', { name: 'Show more' })).getAttribute('aria-expanded')).toBe('false')
  measure.mockRestore()
})

test('where the server knows tasks by their numbers, a recent task links to its address', async () => {
  serveWorkspace({ tasks: [taskOf(4)] })
  host.on('capabilities.list', ok({ data: ['talk'] }))
  const { router } = await open()
  const link = await within(await screen.findByRole('region', { name: 'Recent Tasks' })).findByRole('link', {
    name: 'Task 4',
  })
  await waitFor(() => expect(link.getAttribute('href')).toBe(`${workspacePath('tasks')}/4`))
  await user.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe(`${workspacePath('tasks')}/4`))
})

test('[WS-17] the overview counts the tasks that are assigned, in progress, under review and completed', async () => {
  const statuses = [0, 1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5]
  serveWorkspace({ tasks: statuses.map((status, index) => taskOf(index, { status })) })
  await open()
  await screen.findByRole('link', { name: 'All tasks' })
  const count = (label: string) =>
    screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
  expect(['Assigned', 'In Progress', 'Under Review', 'Completed'].map(count)).toEqual(['3', '2', '1', '4'])
})

test('[WS-17][WS-18] where the server counts them, the overview reads no board', async () => {
  serveWorkspace()
  const counts = [
    { status: 1, assignedToID: null, count: 900 },
    { status: 1, assignedToID: taskOf(1).id, count: 100 },
    { status: 4, assignedToID: null, count: 7 },
  ]
  host.on('tasks.byProject', ok({ data: [taskOf(3)], nextCursor: 'more', counts }))
  await open()
  await screen.findByRole('link', { name: 'All tasks' })
  const count = (label: string) =>
    screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
  expect(['Assigned', 'In Progress', 'Under Review', 'Completed'].map(count)).toEqual(['1000', '0', '0', '7'])
  await host.quiet()
  for (const { input } of host.called('tasks.byProject'))
    expect(input).toMatchObject({ query: { limit: 3, counts: 'true' } })
})

test.each([
  ['refuses to count', failedReply(422, 'VALIDATION', 'Unrecognized key: "counts"')],
  ['answers as many as it is asked for', ok({ data: [taskOf(1), taskOf(2), taskOf(3)], nextCursor: null })],
])('[WS-17] where a host %s, all tasks are read and counted', async (_, first) => {
  serveWorkspace()
  const all = [1, 1, 2, 3, 4].map((status, at) => taskOf(at, { status }))
  host.on('tasks.byProject', ({ input }) =>
    'counts' in { ...(input.query as object) } ? first : ok({ data: all, nextCursor: null }),
  )
  await open()
  await screen.findByRole('link', { name: 'All tasks' })
  const count = (label: string) =>
    screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling?.textContent
  expect(['Assigned', 'In Progress', 'Under Review', 'Completed'].map(count)).toEqual(['2', '1', '1', '1'])
})

test('[WS-18][WS-19] the overview shows the three tasks changed last, each with its assignee or a dash', async () => {
  const changed = (day: number) => ({ updatedAt: `2025-03-0${day}T10:00:00.000Z` })
  serveWorkspace({
    tasks: [
      taskOf(1, changed(1)),
      taskOf(2, { ...changed(4), assignedToUsername: 'ada' }),
      taskOf(3, changed(2)),
      taskOf(4, changed(3)),
    ],
  })
  const { router } = await open()
  const rows = within(await screen.findByRole('region', { name: 'Recent Tasks' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Task 2', 'Task 4', 'Task 3'])
  expect(within(rows[0]!).getByText('ada')).toBeTruthy()
  expect(within(rows[1]!).getByText('—')).toBeTruthy()
  await user.click(within(rows[1]!).getByRole('link'))
  await waitFor(() => expect(router.state.location.search).toBe(`?task=${taskOf(4).id}`))
  expect(router.state.location.pathname).toBe(workspacePath('tasks'))
})

test("[WS-20] 'Create New Task' opens the Tasks tab with the dialog of a new task", async () => {
  serveWorkspace({ role: 'member' })
  const { path } = await open()
  await user.click(await screen.findByRole('button', { name: 'Create New Task' }))
  await waitFor(() => expect(path()).toBe(`/project/${projectID}/tasks?task=new`))
})

test('[WS-21] the overview shows the first four members, then how many more there are', async () => {
  serveWorkspace({
    members: [1, 2, 3, 4, 5, 6, 7].map((number) => memberOf(number, number === 1 ? 'owner' : 'member')),
  })
  await open()
  const team = await region('Team Members')
  const people = within(await team.findByRole('list', { name: 'Team members' })).getAllByRole('link')
  expect(people.map((link) => link.textContent)).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4'])
  expect(team.getByText('+3')).toBeTruthy()
})

test('[WS-22] without members the overview says so', async () => {
  serveWorkspace({ members: [] })
  await open()
  expect(await (await region('Team Members')).findByText('No team members yet')).toBeTruthy()
})

test("[WS-23] without tasks the overview shows 'No tasks yet' and what to do", async () => {
  serveWorkspace({ tasks: [] })
  await open()
  expect(await screen.findByText('No tasks yet')).toBeTruthy()
  expect(screen.getByText('Create your first task to get started')).toBeTruthy()
})

test('a recent task that is closed again leads back to the overview', async () => {
  serveWorkspace({ tasks: [taskOf(1)] })
  const { path, router } = await open()
  await user.click(await (await region('Recent Tasks')).findByRole('link', { name: 'Task 1' }))
  await waitFor(() => expect(path()).toContain('/tasks'))
  // By this the dialog goes one step back when it is closed.
  expect(router.state.location.state).toEqual({ isOpenedHere: true })
})

test('tasks and members that fail to load say so separately, and Retry loads them', async () => {
  serveWorkspace({ tasks: [taskOf(1)] })
  host.on('tasks.byProject', failed)
  host.on('memberships.members', failed)
  await open()
  const tasks = await region('Recent Tasks')
  expect(await tasks.findByText('Failed to fetch tasks')).toBeTruthy()
  expect(await (await region('Team Members')).findByText('Failed to load collaborators')).toBeTruthy()
  host.on('tasks.byProject', ok({ data: [taskOf(1)], nextCursor: null }))
  await user.click(tasks.getByRole('button', { name: 'Retry' }))
  expect(await tasks.findByRole('link', { name: 'Task 1' })).toBeTruthy()
})

test('a click on the text of the overview moves no focus to its top when something changes', async () => {
  serveWorkspace()
  await open()
  await user.click((await region('Description')).getByText('Charts and tides.'))
  serveWorkspace({ tasks: [taskOf(1, { title: 'Draw the pier' })] })
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('Draw the pier')).toBeTruthy()
  expect(document.activeElement).not.toBe(screen.getByRole('heading', { level: 2, name: 'Overview' }))
})
