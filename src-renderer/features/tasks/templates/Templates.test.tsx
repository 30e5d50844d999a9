import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { TaskTemplate } from '#shared/contract/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { ada, fill, layOut, openTab, projectID, serveTasks, taskOf } from '#support/tasks-tab.tsx'
import { useConfirmStore } from '#lib/confirm.ts'
import { planFill, valuesOfTemplate } from './template-fill.ts'

configure({ asyncUtilTimeout: 20_000, defaultHidden: true })
layOut()

const bug: TaskTemplate = {
  id: '0198b0e2-7c1a-7bbd-8a7c-0242ac120001',
  name: 'Bug',
  title: 'Mend it',
  description: 'What happens, and what should.',
  priority: 'high',
  estimateHours: 2.5,
  labelIDs: [1],
  doneWhen: ['A test shows it'],
}
const survey: TaskTemplate = {
  ...bug,
  id: bug.id.replace(/1$/, '2'),
  name: 'Survey',
  title: 'Survey',
  priority: 'none',
}
// Code that is loaded apart may take long on a busy machine.
beforeAll(() =>
  Promise.all([
    import('../task/CreateTaskDialog.tsx'),
    import('../task/TaskDialog.tsx'),
    import('./SaveTemplateDialog.tsx'),
  ]),
)
beforeEach(() => {
  host.userID = ada.id
  host.on('capabilities.list', ok({ data: ['tasks2', 'templates'] }))
  host.on('labels.list', ok({ data: [{ id: 1, name: 'Maps', colour: 'teal' }] }))
  host.on('templates.byProject', ok({ data: [bug, survey] }))
})
afterEach(clearScreen)

const openNew = async (role: 'owner' | 'member' = 'owner') => {
  serveTasks([taskOf(1)], role)
  openTab('?task=new')
  return within(await screen.findByRole('dialog', { name: 'Create New Task' }))
}
const select = { name: /^From a template/ }
type Dialog = Awaited<ReturnType<typeof openNew>>
const pick = async (dialog: Dialog, name: string) => {
  await user.click(await dialog.findByRole('combobox', select))
  await user.click(await screen.findByRole('option', { name }))
}
const text = (dialog: Dialog, label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value

test('a template fills the form of any member, and the task is sent with its fields', async () => {
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(9, input.body as object) }))
  const dialog = await openNew('member')
  await pick(dialog, 'Bug')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe(bug.title))
  expect(dialog.getByRole('combobox', select).textContent).toBe('Bug')
  await user.click(dialog.getByRole('button', { name: 'Create Task' }))
  await waitFor(() => expect(host.called('tasks.create')).toHaveLength(1))
  expect(host.called('tasks.create')[0]?.input.body).toMatchObject({
    title: 'Mend it',
    description: bug.description,
    priority: 'high',
    estimateHours: 2.5,
    labelIDs: [1],
    doneWhen: [{ text: 'A test shows it' }],
  })
})

test('a template of a finished task makes a task that begins, and one of another stage begins in it', async () => {
  host.on('capabilities.list', ok({ data: ['tasks2', 'templates', 'stages'] }))
  const shipped = { id: 4, name: 'Shipped', status: 4, limit: null }
  const build = { id: 3, name: 'Build', status: 2, limit: null }
  host.on('stages.list', ok({ data: { stages: [build, shipped], version: 1 } }))
  host.on(
    'templates.byProject',
    ok({
      data: [
        { ...bug, stageID: shipped.id },
        { ...survey, stageID: build.id },
      ],
    }),
  )
  const dialog = await openNew()
  await pick(dialog, 'Bug')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe(bug.title))
  expect(dialog.getByRole('combobox', { name: /^Stage/ }).textContent).toBe('Assigned')
  await pick(dialog, 'Survey')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe('Survey'))
  expect(dialog.getByRole('combobox', { name: /^Stage/ }).textContent).toBe('Build')
})

test('quick add offers the templates; one opens the form for a task of its column, filled, and another may take its place', async () => {
  host.on('tasks.create', ({ input }) => ok({ data: taskOf(9, input.body as object) }))
  serveTasks([taskOf(1)])
  openTab()
  await user.click(await screen.findByRole('button', { name: 'Add task to In Progress' }))
  await user.click(await screen.findByRole('button', { name: 'New task in In Progress from a template' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bug' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Task' }))
  expect(text(dialog, /^Title/)).toBe(bug.title)
  expect(dialog.getByRole('combobox', select).textContent).toBe('Bug')
  await pick(dialog, 'Survey')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe('Survey'))
  expect(useConfirmStore.getState().question).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create Task' }))
  await waitFor(() => expect(host.called('tasks.create')).toHaveLength(1))
  expect(host.called('tasks.create')[0]?.input.body).toMatchObject({ title: 'Survey', status: 2, estimateHours: 2.5 })
})

test('a project without templates has none beside quick add', async () => {
  host.on('templates.byProject', ok({ data: [] }))
  serveTasks([taskOf(1)])
  openTab()
  await user.click(await screen.findByRole('button', { name: 'Add task to In Progress' }))
  await screen.findByRole('textbox', { name: 'New task in In Progress' })
  await host.quiet()
  expect(screen.queryByRole('button', { name: /from a template/ })).toBeNull()
})

test('another template takes the place of the one before without a question', async () => {
  const dialog = await openNew()
  await pick(dialog, 'Bug')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe(bug.title))
  await pick(dialog, 'Survey')
  await waitFor(() => expect(text(dialog, /^Title/)).toBe('Survey'))
})

test.each([
  ['cancelled', 'My own', ''],
  ['confirmed', 'My own', bug.description],
  ['other', bug.title, bug.description],
] as const)(
  'before it replaces typed text it asks; %s: the title is “%s”, the description “%s”',
  async (answer, title, description) => {
    const dialog = await openNew()
    fill(dialog.getByLabelText(/^Title/), 'My own')
    await pick(dialog, 'Bug')
    await waitFor(() => expect(useConfirmStore.getState().question?.title).toBe('Keep what you have typed?'))
    act(() => useConfirmStore.getState().answer(answer))
    await host.quiet()
    expect([text(dialog, /^Title/), text(dialog, /^Description/)]).toEqual([title, description])
  },
)

test('what a template leaves empty stays as it was typed, and empty lines count as none', () => {
  const plain = valuesOfTemplate({ ...bug, priority: 'none', estimateHours: null, labelIDs: [], doneWhen: [] })
  const typed = { ...plain, title: '', priority: 'low', estimate: '4', lines: '[{"text":" "}]' } as const
  expect(planFill(typed, plain, null)).toEqual({ free: ['title'], typed: [] })
  expect(planFill(typed, valuesOfTemplate(bug), null)).toEqual({
    free: ['title', 'labels', 'lines'],
    typed: ['priority', 'estimate'],
  })
})

test.each([
  ['a project without templates', ['tasks2', 'templates'], []],
  ['a host of the first release', [], [bug]],
])('%s has no select in the form', async (_, capabilities, templates) => {
  host.on('capabilities.list', ok({ data: capabilities }))
  host.on('templates.byProject', ok({ data: templates }))
  const dialog = await openNew()
  await host.quiet()
  expect(dialog.queryByRole('combobox', select)).toBeNull()
})

test('templates that could not be loaded are said so, and are asked for again', async () => {
  host.on('templates.byProject', failedReply(500, 'INTERNAL'))
  const dialog = await openNew()
  expect(await dialog.findByText(/The project’s templates could not be loaded/)).toBeTruthy()
  host.on('templates.byProject', ok({ data: [bug] }))
  await user.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('combobox', select)).toBeTruthy()
})

const whole = taskOf(1, {
  title: 'Draw the map',
  priority: 'high',
  estimateHours: 3,
  labelIDs: [1],
  doneWhen: [{ id: bug.id, text: 'It is drawn', isDone: true }],
  fileIDs: [],
  blockedByIDs: [],
  dueOn: '2026-12-05',
})
const openTask = async (role: 'owner' | 'member') => {
  serveTasks([whole], role)
  openTab(`?task=${whole.id}`)
  return within(await screen.findByRole('dialog', { name: /, task \d+$/ }))
}

test('a manager saves what an open task says as a template; a name that is taken is said at the field', async () => {
  const dialog = await openTask('owner')
  await user.click(await dialog.findByRole('button', { name: 'Save as template…' }))
  const asked = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  const name = asked.getByLabelText<HTMLInputElement>('Name of the template')
  expect(name.value).toBe('Draw the map')
  const taken = 'The project has a template of this name already.'
  const refusal = failedReply(422, 'VALIDATION_ERROR')
  host.on('templates.create', { ...refusal, error: { ...refusal.error, details: [{ path: 'name', message: taken }] } })
  await user.click(asked.getByRole('button', { name: 'Save template' }))
  expect(await asked.findByText(taken)).toBeTruthy()
  host.on('templates.create', ok({ data: { ...bug, name: 'Map' } }))
  fill(name, 'Map')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save as template' })).toBeNull())
  expect(host.called('templates.create')[1]?.input).toEqual({
    params: { id: projectID },
    body: {
      name: 'Map',
      title: 'Draw the map',
      description: whole.description,
      priority: 'high',
      estimateHours: 3,
      labelIDs: [1],
      doneWhen: ['It is drawn'],
    },
  })
  // Enter saved the template and not the task.
  expect(host.called('tasks.update')).toEqual([])
})

test('a member is not offered to save a template', async () => {
  const dialog = await openTask('member')
  await dialog.findByLabelText('Due date')
  expect(dialog.queryByRole('button', { name: 'Save as template…' })).toBeNull()
})
