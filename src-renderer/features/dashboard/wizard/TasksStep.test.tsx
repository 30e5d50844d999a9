import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp } from '#support/render-app.tsx'
import { idOf, project } from '#support/owned-projects.ts'
import { bodies, fill, goOn, newID, openWizard, press, suggestions, takeAll } from '#support/project-wizard.ts'

afterEach(clearApp)

const draft = project(7, { status: 0, title: 'Tide table' })
const atTasks = `/owner-dashboard?draft=${draft.id}&step=tasks`
const titled = { selector: 'article h3' }
const task = (name: string) => within(screen.getByText<HTMLElement>(name, titled).closest<HTMLElement>('article')!)
const openTasks = async (chosen: 'all' | 'none' = 'all') => {
  takeAll(draft)
  const app = await openWizard(atTasks)
  await screen.findByText('Survey', titled)
  if (chosen === 'all') press(app.wizard, 'Choose all')
  return app
}
const created = () => bodies('tasks.create').map((body) => (body as { title: string }).title)

test('[WIZ-17][WIZ-18][DEMO-17] step 2 lists the suggested tasks with their text, as Not Started, and says who wrote them', async () => {
  takeAll()
  const { wizard } = await openWizard()
  fill(wizard, { Title: 'A map', Description: 'Of the harbour.' })
  await goOn(wizard)
  expect(document.activeElement).toBe(wizard.getByText('Suggested Tasks', { selector: 'h1' }))
  await screen.findByText('Survey', titled)
  for (const { title, description } of suggestions) {
    expect(task(title).getByText(description)).toBeTruthy()
    expect(task(title).getByText('Not Started')).toBeTruthy()
    expect(task(title).getByRole<HTMLInputElement>('checkbox', { name: title }).checked).toBe(false)
  }
  expect(wizard.getByText(/from a written plan; no AI service is set up here/)).toBeTruthy()
  expect(wizard.getByText('None chosen yet')).toBeTruthy()
  expect(bodies('ai.suggestTasks')).toEqual([{ projectId: newID }])
})

test('the chosen tasks are created with their edited text before the project is published', async () => {
  const { wizard } = await openTasks()
  fireEvent.click(task('Print').getByRole('checkbox'))
  fireEvent.click(task('Draw').getByText('Edit'))
  fill(wizard, { 'Task title': 'Draw it well', 'Task description': 'With care.' })
  fireEvent.click(wizard.getByText('Done', { selector: 'button' }))
  expect(wizard.getByText('2 of 3 chosen: created when you save or publish')).toBeTruthy()
  press(wizard, 'Publish')
  expect(await screen.findByText('“Tide table” is published. People find it on the market now.')).toBeTruthy()
  const writes = host.calls.filter(({ operation }) => ['tasks.create', 'projects.update'].includes(operation))
  expect(writes.map(({ input }) => input.body)).toEqual([
    { title: 'Draw it well', description: 'With care.', projectID: draft.id },
    { title: 'Survey', description: 'Survey the map.', projectID: draft.id },
    { status: 1 },
  ])
})

test('all tasks are left out by one press and chosen again by another, and one of their own joins them by its title', async () => {
  const { wizard } = await openTasks()
  press(wizard, 'Choose none')
  expect(wizard.getByText('None chosen yet')).toBeTruthy()
  press(wizard, 'Choose all')
  expect(wizard.getByText('3 of 3 chosen: created when you save or publish')).toBeTruthy()
  press(wizard, 'Choose none')
  const line = wizard.getByLabelText('A task of your own')
  fill(wizard, { 'A task of your own': '  ' })
  press(wizard, 'Add')
  expect(wizard.getByText('None chosen yet')).toBeTruthy()
  fill(wizard, { 'A task of your own': ' Ask the pilots ' })
  fireEvent.keyDown(line, { key: 'Enter' })
  expect(line).toHaveProperty('value', '')
  expect(document.activeElement).toBe(line)
  expect(wizard.getByText('1 of 4 chosen: created when you save or publish')).toBeTruthy()
  press(wizard, 'Publish')
  expect(await screen.findByText('“Tide table” is published. People find it on the market now.')).toBeTruthy()
  expect(bodies('tasks.create')).toEqual([
    { title: 'Ask the pilots', description: 'Ask the pilots', projectID: draft.id },
  ])
})

test('a title that was typed and not added stays through Back, and becomes a task with the others', async () => {
  const { wizard } = await openTasks()
  press(wizard, 'Choose none')
  fill(wizard, { 'A task of your own': ' Ask the pilots ' })
  press(wizard, 'Back')
  await waitFor(() => expect(wizard.queryByLabelText('A task of your own')).toBeNull())
  await goOn(wizard)
  expect(wizard.getByLabelText('A task of your own')).toHaveProperty('value', ' Ask the pilots ')
  press(wizard, 'Publish')
  expect(await screen.findByText('“Tide table” is published. People find it on the market now.')).toBeTruthy()
  expect(bodies('tasks.create')).toEqual([
    { title: 'Ask the pilots', description: 'Ask the pilots', projectID: draft.id },
  ])
})

test.each(['Save as draft', 'Publish'])(
  '%s after Back creates the tasks that were chosen and the one that was typed, and says so before',
  async (button) => {
    const { wizard } = await openTasks()
    fireEvent.click(task('Print').getByRole('checkbox'))
    fill(wizard, { 'A task of your own': 'Ask the pilots' })
    press(wizard, 'Back')
    expect(await wizard.findByText('3 chosen tasks are created, too.')).toBeTruthy()
    press(wizard, button)
    expect(await screen.findByText(/“Tide table” is (published|saved as a draft)\./)).toBeTruthy()
    expect(created()).toEqual(['Ask the pilots', 'Draw', 'Survey'])
  },
)

test('when a task fails after Back, the second step is shown, which says why', async () => {
  const { wizard } = await openTasks()
  host.on('tasks.create', () => failedReply(429, 'TOO_MANY', 'Please wait a minute.'))
  press(wizard, 'Back')
  await wizard.findByText('3 chosen tasks are created, too.')
  press(wizard, 'Publish')
  expect(await wizard.findByText(/^3 tasks were not created\. The project is still a draft\./)).toBeTruthy()
  await screen.findByText('Draw', titled)
  expect(task('Draw').getByText(/^Failed to create task/).textContent).toBe(
    'Failed to create task: Please wait a minute.',
  )
  expect(host.called('projects.update')).toEqual([])
})

test('a title that is typed and not added counts as unsaved', async () => {
  const { wizard } = await openTasks('none')
  const isHeldUp = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeldUp()).toBe(false)
  fill(wizard, { 'A task of your own': 'Ask the pilots' })
  expect(isHeldUp()).toBe(true)
})

test('[WIZ-20] [WIZ-32] when a task fails the wizard says so and publishes nothing; trying again creates only the failed one', async () => {
  const { wizard } = await openTasks()
  const takeTask = ok({ data: { ...draft, projectID: draft.id, taskId: '1', createdAt: draft.createdAt } })
  let isFailing = true
  host.on('tasks.create', ({ input }) =>
    isFailing && (input.body as { title: string }).title === 'Draw'
      ? failedReply(429, 'TOO_MANY', 'Please wait a minute.')
      : takeTask,
  )
  press(wizard, 'Publish')
  expect(await wizard.findByText(/^One task was not created\. The project is still a draft\./)).toBeTruthy()
  expect(task('Draw').getByText(/^Failed to create task/).textContent).toBe(
    'Failed to create task: Please wait a minute.',
  )
  expect(task('Survey').getByText('Created')).toBeTruthy()
  // The board shows the newest task on top, so the plan's first task is created last.
  expect(created()).toEqual(['Print', 'Draw', 'Survey'])
  expect(host.called('projects.update')).toEqual([])
  isFailing = false
  press(wizard, 'Publish')
  await screen.findByText('“Tide table” is published. People find it on the market now.')
  expect(created()).toEqual(['Print', 'Draw', 'Survey', 'Draw'])
})

test('a task whose answer was lost is looked for before it is created again', async () => {
  const { wizard } = await openTasks()
  host.on('tasks.create', failedReply(0, 'NETWORK'))
  fireEvent.click(task('Survey').getByRole('checkbox'))
  fireEvent.click(task('Print').getByRole('checkbox'))
  press(wizard, 'Save as draft')
  expect(await task('Draw').findByText(/^Failed to create task/)).toBeTruthy()
  host.on(
    'tasks.byProject',
    ok({
      data: [{ ...draft, title: 'Draw', description: 'Draw the map.', projectID: draft.id, taskId: '1', status: 1 }],
    }),
  )
  press(wizard, 'Save as draft')
  await screen.findByText('“Tide table” is saved as a draft.')
  expect(created()).toEqual(['Draw'])
})

test('[WIZ-19] when suggested tasks cannot be read the step shows why; publishing works without them, and Retry reads them', async () => {
  takeAll(draft)
  host.on('ai.suggestTasks', failedReply(429, 'TOO_MANY', 'Please wait a minute.'))
  const { wizard } = await openWizard(atTasks)
  expect(await wizard.findByText('Failed to fetch suggested tasks: Please wait a minute.')).toBeTruthy()
  expect(wizard.getByText('Publish', { selector: 'button' }).hasAttribute('disabled')).toBe(false)
  host.on('ai.suggestTasks', ok({ data: { tasks: suggestions, source: 'endpoint' } }))
  press(wizard, 'Retry')
  expect(await screen.findByText('Survey', titled)).toBeTruthy()
})

test('reading suggested tasks can be cancelled and begun again', async () => {
  takeAll(draft)
  host.on('ai.suggestTasks', () => new Promise(() => undefined))
  const { wizard } = await openWizard(atTasks)
  fireEvent.click(await wizard.findByText('Cancel', { selector: 'button' }))
  host.on('ai.suggestTasks', ok({ data: { tasks: suggestions, source: 'endpoint' } }))
  fireEvent.click(await wizard.findByText('Suggest tasks', { selector: 'button' }))
  expect(await screen.findByText('Survey', titled)).toBeTruthy()
})

test('[WIZ-30] tasks that the draft has already are listed, and edited text survives going back', async () => {
  takeAll(draft)
  host.on(
    'tasks.byProject',
    ok({ data: [{ ...draft, id: idOf(70), title: 'Ask the pilots', projectID: draft.id, taskId: '1', status: 1 }] }),
  )
  const { wizard } = await openWizard(atTasks)
  expect(await wizard.findByText('Ask the pilots')).toBeTruthy()
  fireEvent.click(task('Draw').getByText('Edit'))
  fill(wizard, { 'Task title': 'Draw it well' })
  press(wizard, 'Back')
  await wizard.findByText('Create a New Project', { selector: 'h1' })
  fill(wizard, { Title: 'Tide table 2' })
  await goOn(wizard)
  expect(await screen.findByText('Draw it well', titled)).toBeTruthy()
})

test('closing the wizard with an edited task that is not created yet asks first', async () => {
  const { wizard, path } = await openTasks()
  fireEvent.click(task('Draw').getByText('Edit'))
  fill(wizard, { 'Task title': 'Draw it well' })
  fireEvent.keyDown(wizard.getByLabelText('Task title'), { key: 'Escape' })
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  fireEvent.click(wizard.getByLabelText('Close'))
  expect(await screen.findByText(/What you did since, and the suggested tasks, are not\./)).toBeTruthy()
  fireEvent.click(await screen.findByText('Keep as draft', { selector: 'button' }))
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
})

test('[WIZ-31] leaving the second step keeps the draft, and the step says that it is saved', async () => {
  const { wizard, path } = await openTasks()
  expect(wizard.getByText('Draft saved')).toBeTruthy()
  fireEvent.click(wizard.getByLabelText('Close'))
  fireEvent.click(await screen.findByText('Keep editing', { selector: 'button' }))
  await waitFor(() => expect(screen.queryByText('Keep the draft?')).toBeNull())
  fireEvent.click(wizard.getByLabelText('Close'))
  fireEvent.click(await screen.findByText('Keep as draft', { selector: 'button' }))
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  expect(host.called('projects.remove')).toEqual([])
})

test("[WIZ-31] 'Delete draft' deletes the draft; when that fails the wizard stays", async () => {
  const { wizard, path } = await openTasks()
  host.on('projects.remove', failedReply(500, 'INTERNAL'))
  fireEvent.click(wizard.getByLabelText('Close'))
  fireEvent.click(await screen.findByText('Delete draft', { selector: 'button' }))
  expect(await screen.findByText('Failed to delete project. Please try again.')).toBeTruthy()
  expect(path()).toContain('step=tasks')
  host.on('projects.remove', ok({ message: 'Deleted.' }))
  fireEvent.click(wizard.getByLabelText('Close'))
  fireEvent.click(await screen.findByText('Delete draft', { selector: 'button' }))
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  expect(host.called('projects.remove').map(({ input }) => input.params)).toEqual([{ id: draft.id }, { id: draft.id }])
  expect(screen.getByText('The draft “Tide table” is deleted.')).toBeTruthy()
})

test('closing the page with a suggested task chosen asks first, as with an edited one', async () => {
  await openTasks('none')
  fireEvent.click(task('Print').getByRole('checkbox'))
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

test('a task that fails without a message of the server shows its failure once', async () => {
  const { wizard } = await openTasks()
  host.on('tasks.create', failedReply(500, 'INTERNAL'))
  press(wizard, 'Publish')
  await waitFor(() => expect(wizard.getAllByText(/^Failed to create task/)).toHaveLength(3))
  for (const { textContent } of wizard.getAllByText(/^Failed to create task/))
    expect(textContent).toBe('Failed to create task')
})

test('step 2 says how ready the project is; what is missing leads back to its field, and nothing of it is required', async () => {
  const { wizard } = await openTasks()
  const line = within(await screen.findByRole('group', { name: 'Readiness' }))
  expect(line.getByText(/^Ready: \d of 8$/)).toBeTruthy()
  // The suggested tasks that are ticked count.
  expect(line.queryByText('no tasks')).toBeNull()
  expect(wizard.getByText('Publish', { selector: 'button' }).hasAttribute('disabled')).toBe(false)
  fireEvent.click(line.getByText('no deliverables'))
  const field = await screen.findByLabelText('Deliverables')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('a task of a written plan is created with its lines of ‘Done when’ and its estimate; one of their own shows its title once', async () => {
  takeAll(draft)
  const planned = { title: 'Survey', description: 'Survey it.', doneWhen: ['All berths are in'], estimateHours: 3 }
  host.on('ai.suggestTasks', ok({ data: { tasks: [planned], source: 'local' } }))
  host.on('tasks.create', ok({ data: { ...draft, projectID: draft.id, taskId: '1', createdAt: draft.createdAt } }))
  const { wizard } = await openWizard(atTasks)
  await screen.findByText('Survey', titled)
  expect(task('Survey').getByText('All berths are in')).toBeTruthy()
  expect(task('Survey').getByText('About 3 hours')).toBeTruthy()
  fireEvent.click(task('Survey').getByRole('checkbox'))
  fill(wizard, { 'A task of your own': 'Ask the pilots' })
  press(wizard, 'Add')
  expect(wizard.getAllByText('Ask the pilots')).toHaveLength(1)
  press(wizard, 'Save as draft')
  await screen.findByText('“Tide table” is saved as a draft.')
  expect(bodies('tasks.create')).toEqual([
    { title: 'Ask the pilots', description: 'Ask the pilots', projectID: draft.id },
    {
      title: 'Survey',
      description: 'Survey it.',
      projectID: draft.id,
      doneWhen: [{ text: 'All berths are in' }],
      estimateHours: 3,
    },
  ])
})

test('where no written plan fits, the step says so', async () => {
  takeAll(draft)
  host.on('ai.suggestTasks', ok({ data: { tasks: [], source: 'local' } }))
  const { wizard } = await openWizard(atTasks)
  expect(await wizard.findByText('No written plan fits this project. Add your own tasks below.')).toBeTruthy()
})
