import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { host, ok } from '#support/fake-platform.ts'
import { project } from '#support/owned-projects.ts'
import { openWizard, takeAll } from '#support/project-wizard.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp } from '#support/render-app.tsx'

afterEach(clearApp)

const draft = project(7, { status: 0, title: 'Tide table' })
const open = async (capabilities: string[]) => {
  takeAll(draft)
  host.on('capabilities.list', ok({ data: capabilities }))
  let now = { ...draft, questions: [] }
  host.on('projects.get', () => ok({ data: now }))
  host.on('projects.update', ({ input }) => {
    now = { ...now, ...(input.body as object) }
    return ok({ data: now })
  })
  await openWizard(`/owner-dashboard?draft=${draft.id}&step=tasks`)
}
const bodies = () => host.called('projects.update').map(({ input }) => input.body)

test('[LETTER-04] the wizard sets what applicants are asked, and how soon they are answered', async () => {
  await open(['letters', 'clock'])
  const area = within(await screen.findByRole('region', { name: 'Applicants' }))
  await user.click(await area.findByRole('button', { name: 'Add a Question' }))
  fill(area.getByLabelText('Question'), 'Which birds?')
  await user.type(area.getByLabelText('Question'), '{Enter}')
  const question = { text: 'Which birds?', kind: 'short', isRequired: false }
  expect(await area.findByRole('button', { name: 'Remove: Which birds?' })).toBeTruthy()
  await user.click(area.getByRole('combobox', { name: 'Answers within' }))
  await user.click(await screen.findByRole('option', { name: '7 days' }))
  await waitFor(() => expect(bodies()).toEqual([{ questions: [question] }, { answersWithinDays: 7 }]))
  await user.click(area.getByRole('button', { name: 'Remove: Which birds?' }))
  await waitFor(() => expect(bodies()[2]).toEqual({ questions: [] }))
})

test('[CAP-02] on a host without letters it has no such part', async () => {
  await open(['clock'])
  await screen.findByText('Survey', { selector: 'article h3' })
  expect(screen.queryByRole('region', { name: 'Applicants' })).toBeNull()
})
