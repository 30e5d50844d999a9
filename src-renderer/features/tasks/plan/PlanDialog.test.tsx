import {
  type BoundFunctions,
  configure,
  fireEvent,
  type queries,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRole } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { projectOf } from '#support/workspace.ts'
import { user } from '#support/quick-user.ts'
import { ada, fill, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
beforeAll(() => import('./PlanDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'import'] }))
  host.on('labels.list', ok({ data: [] }))
  suggest('Agree on the scope', 'Draw the map', 'Hand over')
})
afterEach(clearScreen)

const suggest = (...titles: string[]) =>
  host.on(
    'ai.suggestTasks',
    ok({ data: { tasks: titles.map((title) => ({ title, description: `About: ${title}` })), source: 'local' } }),
  )
const openPlan = async (role: ProjectRole = 'owner', project: Parameters<typeof projectOf>[0] = {}) => {
  serveTasks([taskOf(1)], role)
  host.on('projects.get', ok({ data: projectOf({ role, ...project }) }))
  const router = openTab()
  await user.click(await screen.findByRole('button', { name: 'Plan with AI' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan with AI' }))
  await waitFor(() => expect(titles(dialog)).toHaveLength(3))
  for (const box of dialog.getAllByRole<HTMLInputElement>('checkbox')) {
    // Nothing is chosen before a person chooses it.
    expect(box.checked).toBe(false)
    await user.click(box)
  }
  return { dialog, router }
}
type Dialog = BoundFunctions<typeof queries>
const titles = (dialog: Dialog) =>
  dialog.queryAllByRole('textbox', { name: 'Task title' }).map((field) => (field as HTMLInputElement).value)
const press = (dialog: Dialog, name: string) => user.click(dialog.getByRole('button', { name }))
const sent = () => host.called('imports.create').map(({ input }) => input.body)

test('suggestions are ticked, changed or thrown away, own lines added, and the chosen ones created in one call', async () => {
  const { dialog, router } = await openPlan()
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: 'Create “Hand over”' }))
  await press(dialog, 'Throw away “Agree on the scope”')
  fill(dialog.getByDisplayValue('Draw the map'), 'Draw the harbour map')
  await user.type(dialog.getByRole('textbox', { name: 'A line of your own' }), 'Ask the pilots{Enter}')
  expect(titles(dialog)).toEqual(['Draw the harbour map', 'Hand over', 'Ask the pilots'])
  host.on('imports.create', ok({ data: { id: taskOf(70).id, created: 2 } }))
  await press(dialog, 'Create 2 tasks')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('')
  expect(sent()).toEqual([
    {
      idempotencyKey: expect.any(String) as string,
      source: 'list',
      labels: [],
      tasks: [
        { title: 'Draw the harbour map', description: 'About: Draw the map', status: 1 },
        { title: 'Ask the pilots', description: 'Ask the pilots', status: 1 },
      ],
    },
  ])
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('a line that is typed and not added yet is created, too, and stays when that fails', async () => {
  const { dialog } = await openPlan()
  await user.type(dialog.getByRole('textbox', { name: 'A line of your own' }), 'Ask the pilots')
  host.on('imports.create', failedReply(500, 'INTERNAL', 'Something went wrong.'))
  await press(dialog, 'Create 4 tasks')
  expect(await dialog.findByText('Something went wrong.')).toBeTruthy()
  expect(titles(dialog).at(-1)).toBe('Ask the pilots')
  host.on('imports.create', ok({ data: { id: taskOf(70).id, created: 4 } }))
  await press(dialog, 'Create 4 tasks')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = sent() as Array<{ idempotencyKey: string; tasks: Array<{ title: string }> }>
  expect(first?.tasks.at(-1)?.title).toBe('Ask the pilots')
  expect(second).toEqual(first)
})

test('a new round leaves all lines untouched, adds what is new, and asks for as many more', async () => {
  const { dialog } = await openPlan()
  fill(dialog.getByDisplayValue('Agree on the scope'), 'Agree with the pilots')
  await user.click(dialog.getByRole('checkbox', { name: 'Create “Hand over”' }))
  suggest('Draw the map', 'Print the map')
  await press(dialog, 'Suggest more')
  await waitFor(() =>
    expect(titles(dialog)).toEqual(['Agree with the pilots', 'Draw the map', 'Hand over', 'Print the map']),
  )
  expect(host.called('ai.suggestTasks').map(({ input }) => input.body)).toEqual([
    { projectId: projectID, maxTasks: 5 },
    { projectId: projectID, maxTasks: 8 },
  ])
  suggest('draw the map')
  await press(dialog, 'Suggest more')
  expect(await dialog.findByText(/No more suggestions/)).toBeTruthy()
  expect(titles(dialog)).toHaveLength(4)
})

test('a failure of either call keeps every line; the same plan is sent again under its key', async () => {
  const { dialog } = await openPlan()
  host.on('ai.suggestTasks', failedReply(503, 'AI_UNAVAILABLE', 'The AI is resting.'))
  await press(dialog, 'Suggest more')
  expect((await dialog.findByRole('alert')).textContent).not.toBe('')
  expect(titles(dialog)).toHaveLength(3)
  host.on('imports.create', failedReply(429, 'RATE_LIMITED', 'Too many imports.'))
  await press(dialog, 'Create 3 tasks')
  expect(await dialog.findByText('Too many imports.')).toBeTruthy()
  expect(titles(dialog)).toHaveLength(3)
  host.on('imports.create', ok({ data: { id: taskOf(70).id, created: 3 } }))
  await press(dialog, 'Create 3 tasks')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const keys = sent().map((body) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a pasted list becomes lines, an empty title cannot be created, and leaving with own words asks', async () => {
  const { dialog } = await openPlan()
  fireEvent.paste(dialog.getByRole('textbox', { name: 'A line of your own' }), {
    clipboardData: { getData: () => '- One\n- Two' },
  })
  expect(titles(dialog).slice(3)).toEqual(['One', 'Two'])
  fill(dialog.getByDisplayValue('One'), '  ')
  expect(dialog.getByRole('button', { name: 'Create 5 tasks' }).hasAttribute('disabled')).toBe(true)
  await press(dialog, 'Cancel')
  expect(screen.getByRole('dialog', { name: 'Plan with AI' })).toBeTruthy()
  expect(sent()).toEqual([])
})

test('[OFFER-38] a sum is shared over the ticked lines by estimate, and each amount can be changed before anything is created', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'import', 'rewards'] }))
  const tasks = [2, undefined, 4].map((estimateHours, at) => ({
    ...{ title: `Line ${at}`, description: 'About it' },
    ...(estimateHours && { estimateHours }),
  }))
  host.on('ai.suggestTasks', ok({ data: { tasks, source: 'local' } }))
  const { dialog } = await openPlan('owner', { budget: '$3,000' })
  await user.click(await dialog.findByRole('button', { name: 'Share $3,000 by estimate' }))
  const amounts = () => dialog.getAllByRole<HTMLInputElement>('textbox', { name: 'Reward in USD' })
  expect(amounts().map(({ value }) => value)).toEqual(['666.67', '1000', '1333.33'])
  fill(amounts()[0]!, 'a lot')
  expect(await dialog.findByText('Please enter an amount such as 40 or 40.50, or 0.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Create 3 tasks' }).hasAttribute('disabled')).toBe(true)
  fill(amounts()[0]!, '500')
  fill(amounts()[1]!, '')
  expect(sent()).toEqual([])
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(80, { title: (input.body as { title: string }).title }) }))
  // [SETTLE-49] Without a network nothing about money is sent, or kept to be sent later.
  const goOnline = goOffline()
  await press(dialog, 'Create 3 tasks')
  expect(await dialog.findByText('A reward needs the network.')).toBeTruthy()
  expect([host.called('tasks.create'), amounts()[0]?.value]).toEqual([[], '500'])
  goOnline()
  await press(dialog, 'Create 3 tasks')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const offers = host.called('tasks.create').map(({ input }) => input.body as { title: string; offer?: object })
  expect(Object.fromEntries(offers.map(({ title, offer }) => [title, offer]))).toEqual({
    'Line 0': { amountCents: 50_000, mode: 'claim' },
    'Line 1': undefined,
    'Line 2': { amountCents: 133_333, mode: 'claim' },
  })
})

test('members have no plan, not even by its address', async () => {
  serveTasks([taskOf(1)], 'member')
  openTab('?task=plan')
  await screen.findByRole('button', { name: 'Create New Task' })
  expect(screen.queryByRole('button', { name: 'Plan with AI' })).toBeNull()
  await host.quiet()
  expect(host.called('ai.suggestTasks')).toEqual([])
})
