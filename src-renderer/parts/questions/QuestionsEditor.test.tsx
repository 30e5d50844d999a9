import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Question } from '#shared/contract/questions.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

const cities: Question = { text: 'Which cities?', kind: 'short', isRequired: true }
const why: Question = { text: 'Why birds?', kind: 'long', isRequired: false }
const page: Question = { text: 'Where is your work?', kind: 'link', isRequired: false }

beforeEach(() => {
  serveWorkspace()
  host.on('capabilities.list', ok({ data: ['letters', 'clock'] }))
})
afterEach(clearApp)

/** The Settings of a project that asks this; the host keeps what is saved. */
const show = async (questions: readonly Question[]) => {
  let now = projectOf({ questions: [...questions] })
  host.on('projects.get', () => ok({ data: now }))
  host.on('projects.update', ({ input }) => {
    now = { ...now, ...(input.body as object) }
    return ok({ data: now })
  })
  await renderApp(workspacePath('settings'))
  return within(await screen.findByRole('group', { name: 'Questions to applicants' }))
}
const saved = () =>
  host.called('projects.update').map(({ input }) => (input.body as { questions: Question[] }).questions)
const listed = (area: Pick<typeof screen, 'queryAllByRole'>) =>
  area.queryAllByRole('button', { name: /^Remove: / }).map((button) => button.getAttribute('aria-label')?.slice(8))

describe('[LETTER-04] questions in Settings', () => {
  test('one is added with its kind, and needs an answer if it says so', async () => {
    const area = await show([cities])
    await user.click(area.getByRole('button', { name: 'Add a Question' }))
    const form = within(await area.findByRole('form', { name: 'New question' }))
    expect(document.activeElement).toBe(form.getByLabelText('Question'))
    fill(form.getByLabelText('Question'), ` ${page.text} `)
    await user.click(form.getByRole('combobox', { name: 'Answer' }))
    await user.click(await screen.findByRole('option', { name: 'Link' }))
    await user.click(form.getByRole('checkbox', { name: 'Needs an answer' }))
    await user.click(form.getByRole('button', { name: 'Save Question' }))
    await waitFor(() => expect(listed(area)).toEqual([cities.text, page.text]))
    expect(saved()).toEqual([[cities, { ...page, isRequired: true }]])
    await waitFor(() => expect(document.activeElement).toBe(area.getByRole('button', { name: 'Add a Question' })))
  })

  test('they are ordered by mouse, and by keyboard with the focus staying on the button', async () => {
    const area = await show([cities, why, page])
    await user.click(area.getByRole('button', { name: `Move up: ${why.text}` }))
    await waitFor(() => expect(saved()).toEqual([[why, cities, page]]))
    await waitFor(() => expect(listed(area)).toEqual([why.text, cities.text, page.text]))
    await area.findByText('Moved to 1 of 3.')
    const down = area.getByRole('button', { name: `Move down: ${cities.text}` })
    down.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saved()[1]).toEqual([why, page, cities]))
    await area.findByText('Moved to 3 of 3.')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(`Move down: ${cities.text}`)
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    await host.quiet()
    expect(saved()).toHaveLength(2)
  })

  test('one is changed and removed by keyboard', async () => {
    const area = await show([cities, why])
    area.getByRole('button', { name: `Change: ${why.text}` }).focus()
    await user.keyboard('{Enter}')
    const form = within(await area.findByRole('form', { name: 'Change the question' }))
    fill(form.getByLabelText('Question'), 'Why bats?')
    await user.type(form.getByLabelText('Question'), '{Enter}')
    await waitFor(() => expect(listed(area)).toEqual([cities.text, 'Why bats?']))
    area.getByRole('button', { name: `Remove: ${cities.text}` }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(listed(area)).toEqual(['Why bats?']))
    expect(saved().at(-1)).toEqual([{ ...why, text: 'Why bats?' }])
  })

  test('a blank one and one that is asked already are not sent, and of five no sixth is offered', async () => {
    const area = await show([cities, why, page, { ...why, text: 'Four?' }])
    await user.click(area.getByRole('button', { name: 'Add a Question' }))
    const form = within(await area.findByRole('form', { name: 'New question' }))
    await user.click(form.getByRole('button', { name: 'Save Question' }))
    expect(await form.findByText('Please write a question.')).toBeTruthy()
    fill(form.getByLabelText('Question'), why.text)
    await user.click(form.getByRole('button', { name: 'Save Question' }))
    expect(await form.findByText('You ask this already.')).toBeTruthy()
    await host.quiet()
    expect(saved()).toEqual([])
    fill(form.getByLabelText('Question'), 'Five?')
    await user.click(form.getByRole('button', { name: 'Save Question' }))
    const add = await area.findByRole('button', { name: 'Add a Question' })
    expect((add as HTMLButtonElement).disabled).toBe(true)
  })

  test('what could not be saved is kept in its form', async () => {
    const area = await show([])
    host.on('projects.update', failedReply(500, 'INTERNAL', 'Something went wrong.'))
    await user.click(area.getByRole('button', { name: 'Add a Question' }))
    const form = within(await area.findByRole('form', { name: 'New question' }))
    fill(form.getByLabelText('Question'), 'Which birds?')
    await user.click(form.getByRole('button', { name: 'Save Question' }))
    expect(await area.findByRole('alert')).toBeTruthy()
    expect(area.getByLabelText<HTMLInputElement>('Question').value).toBe('Which birds?')
  })

  test('[CAP-02] a host without letters has none', async () => {
    host.on('capabilities.list', ok({ data: ['clock'] }))
    await renderApp(workspacePath('settings'))
    await screen.findByRole('combobox', { name: 'Answers within' })
    expect(screen.queryByText('Questions to applicants')).toBeNull()
  })
})
