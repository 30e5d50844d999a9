import { ThemeProvider } from '@mui/material'
import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProjectRole, Task } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { rewardOf } from '#support/reward-answers.ts'
import { ada, card, cardsIn, grace, layOut, projectID, sentUpdates, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { viewerInProjectQuery } from '#data/memberships.ts'
import { TasksTab } from '#features/tasks/TasksTab.tsx'
import { localData } from '#lib/browser-storage.ts'
import { setSingleKeys } from '#lib/commands.ts'
import { queryClient } from '#lib/query-client.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { theme } from '../theme.ts'
import { Commands } from './Commands.tsx'

configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  layOut()
  host.on('capabilities.list', ok({ data: ['inbox', 'live', 'tasks2', 'review', 'search'] }))
  host.on('memberships.suggestions', ok({ data: [ada, grace] }))
  host.on('labels.list', ok({ data: [] }))
})
afterEach(() => {
  clearScreen()
  localData.remove('capabilities')
})

/** Opens a project's tasks with their commands, and waits until the keys act. */
const open = async (tasks: readonly Task[], role: ProjectRole = 'owner', search = '') => {
  serveTasks(tasks, role)
  const element = (
    <ThemeProvider theme={theme}>
      <Commands />
      <TasksTab projectID={projectID} />
      <Toasts />
    </ThemeProvider>
  )
  const path = '/project/:projectID/tasks'
  const routes = [path, `${path}/:number`].map((at) => ({ path: at, element }))
  const router = renderRoutes(routes, `/project/${projectID}/tasks${search}`)
  const viewer = { userID: ada.id, username: ada.username, projectID, roleInProject: role }
  act(() => void queryClient.setQueryData(viewerInProjectQuery(projectID).queryKey, { data: viewer }))
  await waitFor(() => expect(host.menu.length).toBeGreaterThan(0))
  return router
}
const press = (key: string, options: Partial<KeyboardEventInit> = {}) =>
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options }))
const focus = async (title: string) => {
  const link = await card(title)
  act(() => link.focus())
}
const choose = async (name: string) => {
  const field = await screen.findByRole('combobox', { name })
  fireEvent.keyDown(field, { key: 'Enter' })
}

test('[KEYS-16] S sets the status of the focused card: type, Enter, and the card is there', async () => {
  await open([taskOf(1), taskOf(2, { status: 2 })])
  await focus('Task 1')
  press('s')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Set the status' }), { target: { value: 'rev' } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await choose('Set the status')
  await waitFor(async () => expect(await cardsIn('Under Review')).toEqual(['Task 1']))
  expect(sentUpdates()).toEqual([expect.objectContaining({ id: taskOf(1).id, status: 3 })])
})

test('[KEYS-16] A assigns, and then I to me; the palette has the same command', async () => {
  await open([taskOf(1)])
  await focus('Task 1')
  press('a')
  const field = await screen.findByRole('combobox', { name: 'Assign the task' })
  await screen.findByText('grace')
  fireEvent.keyDown(field, { key: 'i' })
  await waitFor(() => expect(sentUpdates()).toEqual([expect.objectContaining({ assignedToID: ada.id })]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await focus('Task 1')
  press('k', { ctrlKey: true })
  await screen.findByRole('combobox', { name: 'Search and commands' })
  // Commands for what has the focus come first.
  expect(screen.getAllByRole('group')[0]?.textContent).toContain('Assign to me')
})

test('[STAGE-15] the palette moves the focused card to a stage by its name, and says why it may not', async () => {
  host.on('capabilities.list', ok({ data: ['stages', 'live', 'tasks2', 'review', 'search'] }))
  const stages = [
    { id: 1, name: 'Build', status: 2, limit: null },
    { id: 2, name: 'QA', status: 3, limit: null },
    { id: 3, name: 'Shipped', status: 4, limit: null },
  ]
  host.on('stages.list', ok({ data: { stages, version: 1 } }))
  host.on('tasks.order', ok({ data: taskOf(1, { status: 3, stageID: 2, version: 2 }) }))
  await open([taskOf(1)], 'member')
  await focus('Task 1')
  press('k', { ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Search and commands' })
  expect(screen.queryByText('Move to QA')).toBeNull()
  fireEvent.change(field, { target: { value: 'move to' } })
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Move to Build',
      'Move to QA',
      expect.stringMatching(/^Move to Shipped/),
    ]),
  )
  expect(screen.getAllByRole('option')[2]?.textContent).not.toBe('Move to Shipped')
  fireEvent.change(field, { target: { value: 'move qa' } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await choose('Search and commands')
  await waitFor(async () => expect(await cardsIn('QA')).toEqual(['Task 1']))
  expect(host.called('tasks.order').map(({ input }) => input.body)).toEqual([{ stageID: 2, version: 1 }])
})

const ibrahim = { ...grace, id: taskOf(900).id, username: 'ibrahim', name: 'Ibrahim Sow' }
/** Types a word as fast as a person does, wherever the focus is: letters in a field are its text, others are keys. */
const type = async (word: string) => {
  for (const key of word) {
    press(key)
    const field = document.activeElement
    if (field instanceof HTMLInputElement) fireEvent.change(field, { target: { value: `${field.value}${key}` } })
    await act(() => new Promise((resolve) => setTimeout(resolve, 30)))
  }
}

test('[KEYS-16] a name that begins with I is typed: nobody is assigned, and no letter of it reaches the board', async () => {
  host.on('memberships.search', ok({ data: [ibrahim] }))
  await open([taskOf(1)])
  await focus('Task 1')
  press('a')
  await screen.findByText('grace')
  await type('ibrahim')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Assign the task' })
  await screen.findByText('Ibrahim Sow')
  expect(field.value).toBe('ibrahim')
  expect(sentUpdates()).toEqual([])
  await choose('Assign the task')
  await waitFor(() => expect(sentUpdates()).toEqual([expect.objectContaining({ assignedToID: ibrahim.id })]))
})

test('[KEYS-16] I alone assigns nobody where a name begins with it, and me where none does; letters that follow late are no commands', async () => {
  host.on('memberships.search', ok({ data: [ibrahim] }))
  await open([taskOf(1)])
  await focus('Task 1')
  press('a')
  await screen.findByText('grace')
  await type('i')
  await screen.findByText('Ibrahim Sow')
  await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
  expect(sentUpdates()).toEqual([])
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Assign the task' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  queryClient.removeQueries({ queryKey: ['memberships.search'] })
  host.on('memberships.search', ok({ data: [] }))
  await focus('Task 1')
  press('a')
  await screen.findByText('grace')
  await type('i')
  await waitFor(() => expect(sentUpdates()).toEqual([expect.objectContaining({ assignedToID: ada.id })]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await type('rcsp')
  expect(screen.queryByRole('dialog')).toBeNull()
  // The toast is a live region, so that the assignment is read out, and taken back there.
  const said = await screen.findAllByText(/^Assigned to/)
  expect(said.some((one) => one.closest('[aria-live]'))).toBe(true)
})

test('[KEYS-16] L makes the label that one types where there is none, and puts it on the task', async () => {
  host.on('labels.create', ok({ data: { id: 4, name: 'Map', colour: 'red' } }))
  await open([taskOf(1, { labelIDs: [] })])
  await focus('Task 1')
  press('L', { shiftKey: true })
  await screen.findAllByText('No labels yet. Type a name to create one.')
  fireEvent.change(screen.getByRole('combobox', { name: 'Label the task' }), { target: { value: ' Map ' } })
  await screen.findByRole('option', { name: 'Create label “Map”' })
  await choose('Label the task')
  await waitFor(() => expect(sentUpdates()).toEqual([expect.objectContaining({ labelIDs: [4] })]))
  expect(host.called('labels.create')[0]?.input.body).toMatchObject({ name: 'Map' })
  await screen.findByText('Labelled “Map”.')
})

test('a member who may not make labels is told who does', async () => {
  await open([taskOf(1, { labelIDs: [], assignedToID: ada.id })], 'member')
  await focus('Task 1')
  press('L', { shiftKey: true })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Label the task' }), { target: { value: 'Map' } })
  await screen.findAllByText('No label “Map”. Owners and admins create labels.')
})

test('[KEYS-16] after S the focus is at the card, in whichever column it is', async () => {
  await open([taskOf(1), taskOf(2, { status: 2 })])
  for (const [text, name] of [
    ['rev', 'Under Review'],
    ['prog', 'In Progress'],
  ] as const) {
    await focus('Task 1')
    press('s')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Set the status' }), { target: { value: text } })
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await choose('Set the status')
    await waitFor(async () => expect(await cardsIn(name)).toContain('Task 1'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Task 1'))
  }
})

test('namesakes are told apart by their usernames', async () => {
  const one = { ...grace, username: 'gudrun', name: 'Guðrún Svensson' }
  host.on('memberships.suggestions', ok({ data: [one, { ...one, id: ibrahim.id, username: 'gudrun-s' }, ada] }))
  await open([taskOf(1)])
  await focus('Task 1')
  press('a')
  await screen.findByText('@gudrun')
  await screen.findByText('@gudrun-s')
  expect(screen.queryByText('@ada')).toBeNull()
})

test('[KEYS-17] a key that is not allowed does nothing and says why, with the text of the disabled control', async () => {
  await open([taskOf(1, { status: 4 })], 'member')
  await focus('Task 1')
  press('a')
  const why = await screen.findByText('Only owners and admins can change the assignee.')
  expect(why.closest('[aria-live]')).not.toBeNull()
  press('s')
  await screen.findByText('Only admins and owners can move tasks out of completed status.')
  await host.quiet()
  expect([screen.queryByRole('dialog'), sentUpdates()]).toEqual([null, []])
})

test('[KEYS-14] C opens a new task in the open project', async () => {
  await open([taskOf(1)])
  press('c')
  expect(await screen.findByRole('dialog', { name: /task/i })).toBeTruthy()
  expect(screen.queryByText('Open a project first: a task belongs to one.')).toBeNull()
})

test('[KEYS-15] H J K L move between cards as the arrows do, and Enter opens the focused one', async () => {
  await open([taskOf(1), taskOf(2), taskOf(3, { status: 2 })])
  await card('Task 1')
  const focused = () => document.activeElement?.textContent
  press('j')
  await waitFor(() => expect(focused()).toMatch(/^Task/))
  const first = focused()
  press('j')
  await waitFor(() => expect(focused()).not.toBe(first))
  press('k')
  await waitFor(() => expect(focused()).toBe(first))
  press('l')
  await waitFor(() => expect(focused()).toBe('Task 3'))
  press('h')
  await waitFor(() => expect(focused()).not.toBe('Task 3'))
  await userEvent.setup().keyboard('{Enter}')
  await screen.findByRole('dialog')
})

test('[KEYS-16] S and A are about the open task, whose dialog is no screen behind', async () => {
  await open([taskOf(1), taskOf(2)], 'owner', `?task=${taskOf(2).id}`)
  const dialog = await screen.findByRole('dialog')
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  fireEvent.keyDown(dialog, { key: 's' })
  await screen.findByRole('combobox', { name: 'Set the status' })
  expect(screen.getAllByRole('group')[0]?.textContent).toContain('Task 2')
})

test('[KEYS-16] P sets the priority, D the due date and L, on the board with Shift, the labels of the focused task', async () => {
  host.on('labels.list', ok({ data: [{ id: 3, name: 'Harbour', colour: 'blue' }] }))
  await open([taskOf(1, { priority: 'none', dueOn: null, labelIDs: [] })])
  const doneBy = async (key: string, name: string, text: string, shiftKey = false) => {
    await focus('Task 1')
    press(key, { shiftKey })
    fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value: text } })
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await choose(name)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await doneBy('p', 'Set the priority', 'urg')
  await doneBy('d', 'Set the due date', '2026-12-05')
  await doneBy('L', 'Label the task', 'harbour', true)
  await waitFor(() => expect(sentUpdates()).toHaveLength(3))
  expect(sentUpdates()).toEqual([
    expect.objectContaining({ priority: 'urgent' }),
    expect.objectContaining({ dueOn: '2026-12-05' }),
    expect.objectContaining({ labelIDs: [3] }),
  ])
})

test('[KEYS-16][KEYS-17] R opens the sheet for handing in; who does not do the task is told why not', async () => {
  host.on('submissions.list', ok({ data: [] }))
  await open([taskOf(1, { status: 2, assignedToID: ada.id }), taskOf(2, { status: 2 })], 'member')
  await focus('Task 2')
  press('r')
  await screen.findByText('Only the assignee can submit this.')
  await focus('Task 1')
  press('r')
  await screen.findByRole('dialog', { name: 'Submit for review' })
})

test('[NEXT-03] 1 does the next step of the focused task, and of the open one, or says why it may not', async () => {
  host.on('capabilities.list', ok({ data: ['live', 'tasks2', 'review', 'search', 'rewards', 'claims'] }))
  host.on('submissions.list', ok({ data: [] }))
  host.on('rewards.get', ok({ data: rewardOf() }))
  host.on('claims.take', ok({ data: {} }))
  await open([taskOf(1)], 'member')
  await focus('Task 1')
  press('1')
  await waitFor(() => expect(host.called('claims.take')).toHaveLength(1))
  host.on('rewards.get', ok({ data: rewardOf({ whyNot: 'For people of Gold and above.' }) }))
  await queryClient.invalidateQueries()
  await focus('Task 1')
  press('1')
  expect(await screen.findByText('For people of Gold and above.')).toBeTruthy()
  act(() => setSingleKeys(false))
  press('1')
  await host.quiet()
  expect(host.called('claims.take')).toHaveLength(1)
  act(() => setSingleKeys(true))
})
