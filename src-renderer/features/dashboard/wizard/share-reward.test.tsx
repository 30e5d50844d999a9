import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { project } from '#support/owned-projects.ts'
import { bodies, fill, openWizard, press, takeAll } from '#support/project-wizard.ts'
import { clearApp } from '#support/render-app.tsx'

afterEach(clearApp)

const draft = project(7, { status: 0, title: 'Tide table', budget: '900', currency: 'EUR' })
const openTasks = async (capabilities: string[]) => {
  takeAll(draft)
  host.on('tasks.create', ok({ data: { ...draft, projectID: draft.id, taskId: '1', createdAt: draft.createdAt } }))
  host.on('capabilities.list', ok({ data: capabilities }))
  const { wizard } = await openWizard(`/owner-dashboard?draft=${draft.id}&step=tasks`)
  await screen.findByText('Survey', { selector: 'article h3' })
  press(wizard, 'Choose all')
  return wizard
}

test('[OFFER-38] step 2 shares a sum over the chosen tasks, and each amount can be changed before they are created', async () => {
  const wizard = await openTasks(['rewards'])
  fireEvent.click(await wizard.findByText('Share €900 by estimate'))
  const amounts = wizard.getAllByLabelText<HTMLInputElement>('Reward in EUR')
  expect(amounts.map(({ value }) => value)).toEqual(['300', '300', '300'])
  const box = within(screen.getByText<HTMLElement>('Survey', { selector: 'article h3' }).closest('article')!)
  fireEvent.change(box.getByLabelText('Reward in EUR'), { target: { value: 'much' } })
  expect(bodies('tasks.create')).toEqual([])
  press(wizard, 'Save as draft')
  expect(await box.findByText('Failed to create task: Its reward is no amount.')).toBeTruthy()
  fireEvent.change(box.getByLabelText('Reward in EUR'), { target: { value: '250.50' } })
  press(wizard, 'Save as draft')
  await screen.findByText('“Tide table” is saved as a draft.')
  const cents = bodies('tasks.create').map((body) => (body as { offer?: { amountCents: number } }).offer?.amountCents)
  expect(cents).toEqual([30_000, 30_000, 25_050])
})

test('[OFFER-38] [CAP-02] where the server has no rewards nothing is shared', async () => {
  const wizard = await openTasks([])
  fill(wizard, { 'A task of your own': 'Ask the pilots' })
  await host.quiet()
  expect(wizard.queryByText(/by estimate/)).toBeNull()
})
