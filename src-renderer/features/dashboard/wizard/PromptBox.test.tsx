import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp } from '#support/render-app.tsx'
import { field, fill, openWizard, press, takeAll } from '#support/project-wizard.ts'

afterEach(clearApp)

const answer = {
  title: 'A tide table',
  description: 'For the harbour.',
  requiredSkills: ['React', 'GIS'],
  complexity: 'hard',
  estimatedDeadline: '2027-03-09',
  budget: '3000',
  weeklyHours: 12,
  deliverables: 'The table\nA note',
  tags: 'tides, harbour',
}
const labels = ['Title', 'Description', 'Estimated deadline', 'Budget', 'Weekly hours', 'Deliverables', 'Tags']
const failure = 'Failed to generate project details. Please try again.'
type Wizard = Awaited<ReturnType<typeof openWizard>>['wizard']
const values = (wizard: Wizard) => labels.map((label) => field(wizard, label).value)
const generate = (wizard: Wizard, prompt = 'A tide table') => {
  fill(wizard, { 'AI prompt': prompt })
  press(wizard, 'Generate with AI')
}

test.each([
  ['endpoint', /Written by the AI service/],
  ['local', /Filled in from your own words; no AI service is set up here/],
] as const)(
  '[WIZ-07][DEMO-17] an answer fills the form, and a note says that it came from %s',
  async (source, note) => {
    takeAll()
    host.on('ai.generateProject', ok({ data: { ...answer, source } }))
    const { wizard } = await openWizard()
    generate(wizard)
    expect(await wizard.findByText(note)).toBeTruthy()
    expect(host.called('ai.generateProject')[0]?.input.body).toEqual({ prompt: 'A tide table' })
    expect(values(wizard)).toEqual([
      'A tide table',
      'For the harbour.',
      '09-03-2027',
      '3000',
      '12',
      'The table\nA note',
      'tides, harbour',
    ])
    for (const skill of answer.requiredSkills) expect(wizard.getByText(skill)).toBeTruthy()
    // Without an AI service nobody has judged how hard it is.
    expect(wizard.getByLabelText('Tier').textContent).toBe(source === 'endpoint' ? 'Gold' : 'Basic')
  },
)

test('[NAV-32] where no AI service is set up, the button promises none, and a title that was typed stays', async () => {
  takeAll()
  host.ai = 'local'
  host.on('ai.generateProject', ok({ data: { ...answer, title: '', source: 'local' } }))
  const { wizard } = await openWizard()
  const button = await wizard.findByText('Fill from my words', { selector: 'button' })
  expect(wizard.queryByText('Generate with AI')).toBeNull()
  fill(wizard, { Title: 'My own title', 'AI prompt': 'A tide table' })
  fireEvent.click(button)
  await wizard.findByText(/Filled in from your own words/)
  expect(values(wizard).slice(0, 2)).toEqual(['My own title', 'For the harbour.'])
})

test('an answer can be undone, which restores the replaced text', async () => {
  takeAll()
  host.on('ai.generateProject', ok({ data: answer }))
  const { wizard } = await openWizard()
  fill(wizard, { Title: 'My own title' })
  generate(wizard)
  fireEvent.click(await wizard.findByText('Undo', { selector: 'button' }))
  expect(values(wizard)).toEqual(['My own title', '', '', '', '', '', ''])
  expect(field(wizard, 'AI prompt').value).toBe('A tide table')
})

test('[WIZ-06] a blank prompt shows an error and sends nothing', async () => {
  takeAll()
  const { wizard } = await openWizard()
  generate(wizard, '  ')
  expect(await wizard.findByText('Please enter a project prompt first.')).toBeTruthy()
  expect(document.activeElement).toBe(field(wizard, 'AI prompt'))
  expect(host.called('ai.generateProject')).toEqual([])
})

test('[WIZ-11] a generation that fails says so, with the reason of a refusal, and changes nothing', async () => {
  takeAll()
  host.on('ai.generateProject', failedReply(429, 'TOO_MANY', 'Please wait a minute.'))
  const { wizard } = await openWizard()
  fill(wizard, { Title: 'My own title' })
  generate(wizard)
  expect((await wizard.findByText(failure)).textContent).toContain('Please wait a minute.')
  expect(field(wizard, 'Title').value).toBe('My own title')
  expect(field(wizard, 'AI prompt').value).toBe('A tide table')
})

test('[NAV-32] while the text is generated, it can be cancelled, and disabled buttons say why; a late answer changes nothing', async () => {
  takeAll()
  let late = (): void => undefined
  host.on('ai.generateProject', () => new Promise((resolve) => (late = () => resolve(ok({ data: answer })))))
  const { wizard } = await openWizard()
  fill(wizard, { Title: 'My own title' })
  generate(wizard)
  expect(await wizard.findByLabelText('Writing your project')).toBeTruthy()
  expect(wizard.getByText('Publish', { selector: 'button' }).hasAttribute('disabled')).toBe(true)
  expect(wizard.getByText('Wait for the text, or cancel it first.')).toBeTruthy()
  fireEvent.click(wizard.getByText('Cancel', { selector: 'button' }))
  await waitFor(() => expect(wizard.queryByLabelText('Writing your project')).toBeNull())
  expect(wizard.getByText('Publish', { selector: 'button' }).hasAttribute('disabled')).toBe(false)
  late()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(field(wizard, 'Title').value).toBe('My own title')
  expect(wizard.queryByText(failure)).toBeNull()
})
