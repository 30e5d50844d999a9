import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp } from '#support/render-app.tsx'
import { idOf, project } from '#support/owned-projects.ts'
import { bodies, field, fill, goOn, newID, openWizard, press, takeAll } from '#support/project-wizard.ts'
import { draftFieldNames } from './project-form.ts'

afterEach(clearApp)

const map = { Title: 'A map', Description: 'Of the harbour.' }
const draft = project(7, {
  status: 0,
  title: 'Tide table',
  tier: 'silver',
  estimatedDeadline: '2027-03-09',
  budget: '3000',
  weeklyHours: 12,
  deliverables: 'The table',
  tags: 'tides',
})
const draftAddress = `/owner-dashboard?draft=${draft.id}`

test('[WIZ-01][WIZ-02][WIZ-03][WIZ-04] the wizard is a full-screen dialog, and step 1 has every field', async () => {
  takeAll()
  const { wizard } = await openWizard()
  expect(screen.getByRole('dialog', { name: 'Create a New Project' }).className).toContain('MuiDialog-paperFullScreen')
  expect(wizard.getByRole('heading', { name: 'Create a New Project' })).toBeTruthy()
  for (const label of ['Title', 'Description', 'AI prompt', 'Skills', 'Budget', 'Deliverables', 'Tags', 'Weekly hours'])
    expect(field(wizard, label).value, label).toBe('')
  expect(field(wizard, 'Deliverables').tagName).toBe('TEXTAREA')
  expect(field(wizard, 'Budget').type).toBe('text')
  expect(field(wizard, 'Estimated deadline').placeholder).toBe('dd-mm-yyyy')
  const named = [...document.querySelectorAll('[role=dialog] form :is(input, textarea)[name]')]
  const shown = [...named.map((input) => input.getAttribute('name')), 'skills', 'estimatedDeadline']
  expect(shown.sort()).toEqual(['prompt', ...draftFieldNames].sort())
  fill(wizard, { 'Weekly hours': '1x2' })
  expect(field(wizard, 'Weekly hours').value).toBe('12')
})

test('[WIZ-05] the tier is basic, bronze, silver or gold; basic is the default', async () => {
  takeAll()
  const { wizard } = await openWizard()
  const tier = wizard.getByLabelText('Tier')
  expect(tier.textContent).toBe('Basic')
  fireEvent.mouseDown(tier)
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => [option.dataset.value, option.textContent])).toEqual([
    ['basic', 'Basic'],
    ['bronze', 'Bronze'],
    ['silver', 'Silver'],
    ['gold', 'Gold'],
  ])
})

test('[WIZ-12] without title or description nothing is sent, whichever button is pressed', async () => {
  takeAll()
  const { wizard } = await openWizard()
  for (const [way, texts] of [
    ['Next: suggested tasks', { Title: 'A map', Description: ' ' }],
    ['Save as draft', { Title: '', Description: 'Words' }],
    ['Publish', { Title: '', Description: '' }],
  ] as const) {
    fill(wizard, texts)
    press(wizard, way)
    expect(await wizard.findByText('Please fill in all required fields.')).toBeTruthy()
  }
  expect(field(wizard, 'Title').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field(wizard, 'Title'))
  expect(host.called('projects.create')).toEqual([])
})

test('[WIZ-13][WIZ-14][WIZ-15][WIZ-21] going on creates one draft and reads its suggested tasks; back and on again creates no other draft', async () => {
  takeAll()
  const { wizard, path } = await openWizard()
  fill(wizard, { ...map, 'Weekly hours': '8', 'Estimated deadline': '9-3-2027' })
  await goOn(wizard)
  expect(bodies('projects.create')).toEqual([
    { title: 'A map', description: 'Of the harbour.', estimatedDeadline: '2027-03-09', weeklyHours: 8 },
  ])
  expect(bodies('ai.suggestTasks')).toEqual([{ projectId: newID }])
  expect(path()).toBe(`/owner-dashboard?draft=${newID}&step=tasks`)
  press(wizard, 'Back')
  expect(await wizard.findByText('Create a New Project', { selector: 'h1' })).toBeTruthy()
  expect(field(wizard, 'Title').value).toBe('A map')
  await goOn(wizard)
  expect(host.called('projects.create')).toHaveLength(1)
  expect(host.called('projects.update')).toEqual([])
})

test('[WIZ-14] changes after going back are saved to the same project', async () => {
  takeAll()
  const { wizard } = await openWizard()
  fill(wizard, map)
  await goOn(wizard)
  press(wizard, 'Back')
  await wizard.findByText('Create a New Project', { selector: 'h1' })
  fill(wizard, { Title: 'A better map' })
  await goOn(wizard)
  expect(host.called('projects.create')).toHaveLength(1)
  expect(host.called('projects.update')[0]?.input).toMatchObject({
    params: { id: newID },
    body: { title: 'A better map' },
  })
})

test('[WIZ-16] a failure while moving on shows its reason and keeps the typed text', async () => {
  takeAll()
  host.on('projects.create', failedReply(403, 'FORBIDDEN', 'Only approved creators may do that.'))
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Next: suggested tasks')
  const alert = await wizard.findByText('Failed to proceed to next step. Please try again.')
  expect(alert.textContent).toContain('Only approved creators may do that.')
  expect(field(wizard, 'Description').value).toBe('Of the harbour.')
  expect(wizard.getByText('Create a New Project', { selector: 'h1' })).toBeTruthy()
})

test('a refusal about a field stands beside the field', async () => {
  takeAll()
  host.on('projects.create', {
    ok: false,
    status: 422,
    error: { code: 'INVALID', message: 'Invalid input', details: [{ path: 'body.budget', message: 'Too long.' }] },
  })
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Save as draft')
  expect(await wizard.findByText('Too long.')).toBeTruthy()
  expect(field(wizard, 'Budget').getAttribute('aria-invalid')).toBe('true')
  expect(wizard.queryByText(/^Failed to save draft/)).toBeNull()
})

test('[WIZ-22] saving as draft creates the project, leaves its status, and shows it among the drafts', async () => {
  takeAll()
  const { wizard, path } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Save as draft')
  press(wizard, 'Save as draft')
  expect(await screen.findByText('“A map” is saved as a draft.')).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/owner-dashboard?tab=drafts'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  expect(bodies('projects.create')).toEqual([{ title: 'A map', description: 'Of the harbour.' }])
  expect(host.called('projects.update')).toEqual([])
})

test('[WIZ-23] a draft that cannot be saved shows an error, and the wizard keeps the typed text', async () => {
  takeAll()
  host.on('projects.create', failedReply(500, 'INTERNAL'))
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Save as draft')
  expect(await wizard.findByText('Failed to save draft. Please try again.')).toBeTruthy()
  expect(field(wizard, 'Title').value).toBe('A map')
})

test('[WIZ-24] publishing creates the project, then sets its status to 1; a double press does both once', async () => {
  takeAll()
  const { wizard, path } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Publish')
  press(wizard, 'Publish')
  expect(await screen.findByText('“A map” is published. People find it on the market now.')).toBeTruthy()
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  const writes = host.calls.filter(({ operation }) => ['projects.create', 'projects.update'].includes(operation))
  expect(writes.map(({ operation, input }) => [operation, input.body])).toEqual([
    ['projects.create', { title: 'A map', description: 'Of the harbour.' }],
    ['projects.update', { status: 1 }],
  ])
  fireEvent.click(screen.getByText('Open', { selector: 'button' }))
  await waitFor(() => expect(path()).toContain(`/project/${newID}`))
})

test('[WIZ-25] a failed change of status leaves a draft and says so; publishing again creates no second project', async () => {
  takeAll()
  host.on('projects.update', failedReply(500, 'INTERNAL'))
  const { wizard, path } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Publish')
  const alert = await wizard.findByText('Failed to publish project')
  expect(alert.textContent).toContain('It is saved as a draft.')
  expect(path()).toBe(`/owner-dashboard?draft=${newID}`)
  host.on('projects.update', ok({ data: project(500, { title: 'A map', status: 1 }) }))
  press(wizard, 'Publish')
  expect(await screen.findByText('“A map” is published. People find it on the market now.')).toBeTruthy()
  expect(host.called('projects.create')).toHaveLength(1)
})

test('[WIZ-26] when the project cannot be created, the wizard says only that publishing failed', async () => {
  takeAll()
  host.on('projects.create', failedReply(500, 'INTERNAL'))
  const { wizard } = await openWizard()
  fill(wizard, map)
  press(wizard, 'Publish')
  expect((await wizard.findByText('Failed to publish project')).textContent).toBe('Failed to publish project')
})

test('a reopened draft shows all its values, and saving updates it', async () => {
  takeAll(draft)
  const { wizard } = await openWizard(draftAddress)
  await wizard.findByLabelText(/^Title/)
  expect(
    ['Title', 'Estimated deadline', 'Budget', 'Weekly hours', 'Deliverables', 'Tags'].map(
      (label) => field(wizard, label).value,
    ),
  ).toEqual(['Tide table', '09-03-2027', '3000', '12', 'The table', 'tides'])
  expect(wizard.getByText('GIS')).toBeTruthy()
  fill(wizard, { Budget: '' })
  press(wizard, 'Save as draft')
  await screen.findByText('“Tide table” is saved as a draft.')
  expect(host.called('projects.create')).toEqual([])
  expect(bodies('projects.update')).toMatchObject([{ title: 'Tide table', budget: '', tier: 'silver' }])
})

test('an unchanged draft is published with a change of its status only', async () => {
  takeAll(draft)
  const { wizard } = await openWizard(draftAddress)
  await wizard.findByLabelText(/^Title/)
  press(wizard, 'Publish')
  await screen.findByText('“Tide table” is published. People find it on the market now.')
  expect(bodies('projects.update')).toEqual([{ status: 1 }])
})

test('the address of a project that is no draft any more leads to its workspace; that of a missing one says so', async () => {
  takeAll(project(8))
  const { wizard, router } = await openWizard(`/owner-dashboard?draft=${idOf(8)}`)
  expect((await wizard.findByRole('link', { name: 'Open the workspace' })).getAttribute('href')).toBe(
    `/project/${idOf(8)}`,
  )
  await act(() => router.navigate(`/owner-dashboard?draft=${idOf(9)}`))
  expect(await screen.findByText('Project not found')).toBeTruthy()
})

test('leaving with unsaved changes asks, by Escape and by going back; keeping them keeps all of them', async () => {
  takeAll()
  const { wizard, router, path } = await openWizard()
  fill(wizard, { Title: 'A map' })
  fireEvent.keyDown(field(wizard, 'Title'), { key: 'Escape' })
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  fireEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(field(wizard, 'Title').value).toBe('A map')
  // The navigation waits for the answer to the question, so it is not awaited here.
  await act(async () => void router.navigate('/talent'))
  fireEvent.click(await screen.findByText('Discard', { selector: 'button' }))
  await waitFor(() => expect(path()).toBe('/talent'))
})

test('Escape closes an untouched wizard without a question', async () => {
  takeAll()
  const { wizard, path } = await openWizard()
  fireEvent.keyDown(field(wizard, 'Title'), { key: 'Escape' })
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('Enter in a field goes to the next step', async () => {
  takeAll()
  const { wizard } = await openWizard()
  fill(wizard, map)
  await user.type(field(wizard, 'Title'), '{Enter}')
  expect(await wizard.findByText('Suggested Tasks', { selector: 'h1' })).toBeTruthy()
})

test('skills are chips in the catalogue’s spelling; a half-typed skill counts, a text cleared by Escape does not', async () => {
  takeAll()
  const { wizard } = await openWizard()
  await user.click(field(wizard, 'Skills'))
  await user.keyboard('Tid')
  fireEvent.change(field(wizard, 'Skills'), { target: { value: 'Tides, Charts, react' } })
  expect(wizard.getByText('Charts')).toBeTruthy()
  fireEvent.blur(field(wizard, 'Skills'))
  fireEvent.change(field(wizard, 'Skills'), { target: { value: 'Des' } })
  fireEvent.keyDown(field(wizard, 'Skills'), { key: 'Escape' })
  expect(field(wizard, 'Skills').value).toBe('')
  expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull()
  fireEvent.blur(field(wizard, 'Skills'))
  fill(wizard, map)
  press(wizard, 'Save as draft')
  await screen.findByText('“A map” is saved as a draft.')
  expect(bodies('projects.create')).toMatchObject([{ skills: 'Tides, Charts, React' }])
})
