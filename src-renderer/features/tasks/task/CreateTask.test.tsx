import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { user } from '#support/quick-user.ts'
import { ada, cardsIn, fill, grace, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { localData } from '#lib/browser-storage.ts'

// A dialog hides everything behind it. MUI tests that; checking it for every element would take jsdom seconds.
configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()
// The dialog's code is loaded apart, which may take long on a busy machine.
beforeAll(() => import('./CreateTaskDialog.tsx'))
beforeEach(() => {
  host.userID = ada.id
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(9, input.body as object) }))
})
afterEach(clearScreen)

const openDialog = async (role: 'owner' | 'member' = 'owner') => {
  serveTasks([taskOf(1)], role)
  const router = openTab('?task=new')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Task' }))
  return { router, dialog, create: () => user.click(dialog.getByRole('button', { name: 'Create Task' })) }
}
const sent = () => host.called('tasks.create').map(({ input }) => input.body)

test("[TASK-18][TASK-01] 'Create New Task' opens the dialog with its fields; closing gives the focus back", async () => {
  serveTasks([taskOf(1)])
  const router = openTab()
  const button = await screen.findByRole('button', { name: 'Create New Task' })
  await user.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Task' }))
  expect(router.state.location.search).toBe('?task=new')
  for (const field of ['AI prompt', 'Title', 'Description']) expect(dialog.getByLabelText(field)).toBeTruthy()
  expect(dialog.getByRole('combobox', { name: /^Status/ }).textContent).toBe('Assigned')
  expect(dialog.getByRole('combobox', { name: 'Assignee (optional)' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test.each([
  ['title', 'Description'],
  ['description', 'Title'],
])(
  "[TASK-02] without %s the form shows 'Please fill in all required fields.' and sends nothing",
  async (_missing, filled) => {
    const { dialog, create } = await openDialog()
    fill(dialog.getByLabelText(filled), 'Words')
    await create()
    expect((await dialog.findByRole('alert')).textContent).toBe('Please fill in all required fields.')
    await host.quiet()
    expect(sent()).toEqual([])
  },
)

test('the form is sent with the picked person, and the task comes first on the board', async () => {
  const { router, dialog, create } = await openDialog()
  host.on('memberships.suggestions', ok({ data: [ada, grace] }))
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  await user.click(dialog.getByRole('combobox', { name: 'Assignee (optional)' }))
  await user.click(await screen.findByRole('option', { name: /^grace/ }))
  await create()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([
    {
      title: 'Draw the map',
      description: 'With all harbours',
      projectID: projectID,
      status: 1,
      assignedToID: grace.id,
    },
  ])
  expect(await cardsIn('Assigned')).toContain('Draw the map')
  expect(router.state.location.search).toBe('')
})

test('[TASK-03] a name that was typed and not picked is not sent', async () => {
  const { dialog, create } = await openDialog()
  host.on('memberships.suggestions', ok({ data: [] }))
  host.on('memberships.search', ok({ data: [grace] }))
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  fill(dialog.getByRole('combobox', { name: 'Assignee (optional)' }), 'grace')
  await create()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).not.toHaveProperty('assignedToID')
})

test('a member creates tasks; assignee and Completed are disabled with their reasons', async () => {
  const { dialog } = await openDialog('member')
  const assignee = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Assignee (optional)' })
  expect(assignee.disabled).toBe(true)
  expect(dialog.getByText('Owners and admins choose who does a task.')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: /^Status/ }))
  expect((await screen.findByRole('option', { name: /^Completed/ })).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('option', { name: 'In Progress' }))
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent()[0]).toMatchObject({ status: 2 }))
})

test("[TASK-04] a blank prompt shows 'Please enter a task prompt first.' and sends nothing", async () => {
  const { dialog } = await openDialog()
  fill(dialog.getByLabelText('AI prompt'), '   ')
  await user.click(dialog.getByRole('button', { name: 'Generate' }))
  expect(await dialog.findByText('Please enter a task prompt first.')).toBeTruthy()
  await host.quiet()
  expect(host.called('ai.generateTask')).toEqual([])
})

test.each([
  ['endpoint', 'Written by the AI service of this server. Please check it before you save.'],
  ['local', 'Filled in from your own words; no AI service is set up here. What you did not say is left to you.'],
])('[TASK-05][DEMO-17] AI fill sets title and description, and says that %s answered', async (source, text) => {
  const { dialog } = await openDialog()
  host.on('ai.generateTask', ok({ data: { title: 'Map', description: 'Draw it', source } }))
  fill(dialog.getByLabelText('AI prompt'), 'a map')
  await user.keyboard('{Enter}')
  expect(await dialog.findByText('Task details generated successfully!')).toBeTruthy()
  expect(dialog.getByText(text)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Map')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Draw it')
  expect(host.called('ai.generateTask')[0]?.input).toEqual({ body: { prompt: 'a map' } })
  await host.quiet()
  expect(sent()).toEqual([])
})

test('the text that AI fill replaced can be restored', async () => {
  const { dialog } = await openDialog()
  host.on('ai.generateTask', ok({ data: { title: 'Map', description: 'Draw it', source: 'local' } }))
  fill(dialog.getByLabelText('Title'), 'My own')
  fill(dialog.getByLabelText('AI prompt'), 'a map')
  await user.keyboard('{Enter}')
  await user.click(await dialog.findByRole('button', { name: 'Undo' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('My own')
})

test.each([
  [422, 'The prompt is about nothing.', 'The prompt is about nothing.'],
  [422, '', 'Failed to generate task details. Please try again.'],
  [429, 'whatever', 'Too many requests. Please wait a moment and try again.'],
])("[TASK-06] a failed AI fill (%d, '%s') shows its text and leaves the form", async (status, message, text) => {
  const { dialog } = await openDialog()
  const failed = failedReply(status, 'INVALID_INPUT')
  host.on('ai.generateTask', { ...failed, error: { ...failed.error, message } })
  fill(dialog.getByLabelText('Title'), 'My own')
  fill(dialog.getByLabelText('AI prompt'), 'a map')
  await user.keyboard('{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(text)
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('My own')
})

test('AI fill shows that it is running and can be cancelled; a late answer changes nothing', async () => {
  const { dialog } = await openDialog()
  let answer: (reply: Reply) => void = () => undefined
  host.on('ai.generateTask', () => new Promise<Reply>((resolve) => (answer = resolve)))
  fill(dialog.getByLabelText('AI prompt'), 'a map')
  await user.keyboard('{Enter}')
  expect(await dialog.findByRole('progressbar', { name: 'Writing' })).toBeTruthy()
  await user.click(dialog.getAllByRole('button', { name: 'Cancel' })[0]!)
  expect(dialog.queryByRole('progressbar')).toBeNull()
  answer(ok({ data: { title: 'Map', description: 'Draw it', source: 'local' } }))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('a task that failed is sent again under its key, and under another one when it was changed meanwhile', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2'] }))
  host.on('labels.list', ok({ data: [] }))
  host.on('tasks.create', failedReply(500, 'INTERNAL', ''))
  const { dialog, create } = await openDialog()
  fill(dialog.getByLabelText(/^Title/), 'Draw')
  fill(dialog.getByLabelText(/^Description/), 'Work.')
  const press = async (times: number) => {
    await create()
    await waitFor(() => expect(sent()).toHaveLength(times))
    await dialog.findByRole('alert')
  }
  await press(1)
  await press(2)
  fill(dialog.getByLabelText(/^Title/), 'Draw it')
  await press(3)
  const keys = sent().map((body) => (body as { idempotencyKey?: string }).idempotencyKey)
  expect([typeof keys[0], keys[0] === keys[1], new Set(keys).size]).toEqual(['string', true, 2])
})

test('[TASK-07] a failed creation shows an error and keeps the form', async () => {
  const { dialog, create } = await openDialog()
  host.on('tasks.create', failedReply(500, 'INTERNAL'))
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  await create()
  expect((await dialog.findByRole('alert')).textContent).toContain('Failed to create task')
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Draw the map')
})

test('[OFFER-34] [OFFER-18] a task is created with its offer, once its owner knows who can read it', async () => {
  localData.remove('offersExplained')
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  host.on('tasks.create', failedReply(409, 'BUDGET_SHORT', 'Only $120.00 of the budget is left.'))
  const { dialog, create } = await openDialog()
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  const amount = await dialog.findByLabelText<HTMLInputElement>('Reward in USD (optional)')
  expect(dialog.queryByLabelText('Days to pay')).toBeNull()
  fill(amount, '400')
  fill(await dialog.findByLabelText('Days to pay'), '61')
  await create()
  expect(await dialog.findByText('From 1 to 60 days.')).toBeTruthy()
  fill(dialog.getByLabelText('Days to pay'), '30')
  await create()
  await user.click(await screen.findByRole('button', { name: 'Offer it' }))
  expect(await dialog.findByText('Only $120.00 of the budget is left.')).toBeTruthy()
  expect(amount.value).toBe('400')
  host.on('tasks.create', ok({ data: taskOf(9) }))
  fill(amount, '100')
  await create()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Create New Task' })).toBeNull())
  expect(sent()).toMatchObject([
    { offer: { amountCents: 40_000, payDays: 30 } },
    {
      title: 'Draw the map',
      offer: { amountCents: 10_000, mode: 'claim', takers: 'anyone', leaseDays: 7, payDays: 30 },
    },
  ])
})

test('[SETTLE-49] without a network a task with a reward is not sent, which says so, and nothing is lost', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  const { dialog, create } = await openDialog()
  fill(dialog.getByLabelText('Title'), 'Draw the map')
  fill(dialog.getByLabelText('Description'), 'With all harbours')
  const amount = await dialog.findByLabelText<HTMLInputElement>('Reward in USD (optional)')
  fill(amount, '400')
  const goOnline = goOffline()
  await create()
  expect(await dialog.findByText('A reward needs the network.')).toBeTruthy()
  await host.quiet()
  expect([host.called('tasks.create'), amount.value]).toEqual([[], '400'])
  goOnline()
})

test('[OFFER-34] a member creates tasks without an offer', async () => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  const { dialog } = await openDialog('member')
  await host.quiet()
  expect(dialog.queryByLabelText(/^Reward/)).toBeNull()
})
