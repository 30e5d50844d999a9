import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { ProjectRole } from '#shared/contract/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { typedFieldNames } from '#lib/project-form.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const sent = () => host.called('projects.update').map(({ input }) => input.body)
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const begin = async (role: ProjectRole = 'admin') => {
  serveWorkspace({ role })
  const { router } = await renderApp(workspacePath('settings'))
  await user.click(await screen.findByRole('button', { name: 'Edit project' }))
  return router
}
const retitle = async (title: string) => {
  await user.clear(field('Title'))
  if (title) await user.paste(title)
}

test('members cannot edit the project', async () => {
  serveWorkspace({ role: 'member' })
  await renderApp(workspacePath('settings'))
  await screen.findByRole('region', { name: 'Project Information' })
  expect(screen.queryByRole('button', { name: 'Edit project' })).toBeNull()
})

test("an admin edits the project: only changed fields are sent, and the screen shows the server's answer", async () => {
  await begin()
  expect(document.activeElement).toBe(field('Title'))
  const changed = projectOf({ role: 'admin', title: 'Harbour atlas', weeklyHours: 8 })
  host.on('projects.update', ok({ data: changed }))
  host.on('projects.get', ok({ data: changed }))
  await retitle('Harbour atlas')
  const hours = field('Weekly hours')
  await user.clear(hours)
  await user.type(hours, '8')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour atlas' })).toBeTruthy()
  expect(sent()).toEqual([{ title: 'Harbour atlas', weeklyHours: 8 }])
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Edit project' }))
})

const beginWithRewards = (role: ProjectRole) => {
  host.on('capabilities.list', ok({ data: ['rewards'] }))
  return begin(role)
}
const currency = () => screen.queryByRole<HTMLInputElement>('combobox', { name: 'Currency' })

test('[OFFER-31] an owner finds a currency by its name, and only it is sent', async () => {
  await beginWithRewards('owner')
  expect(currency()?.value).toBe('USD – US Dollar')
  host.on('projects.update', ok({ data: projectOf({ role: 'owner', currency: 'EUR' }) }))
  await user.clear(currency() as HTMLInputElement)
  await user.type(currency() as HTMLInputElement, 'Euro')
  await user.click(await screen.findByRole('option', { name: 'EUR – Euro' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(sent()).toEqual([{ currency: 'EUR' }]))
})

test('[OFFER-31] a currency that stays is said above the form', async () => {
  await beginWithRewards('owner')
  const message = 'The currency stays USD: the project has promised or recorded amounts already.'
  host.on('projects.update', failedReply(409, 'CONFLICT', message))
  await user.clear(currency() as HTMLInputElement)
  await user.type(currency() as HTMLInputElement, 'JPY')
  await user.click(await screen.findByRole('option', { name: 'JPY – Japanese Yen' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('[OFFER-17] an admin reads that owners choose budget and currency', async () => {
  await beginWithRewards('admin')
  expect([field('Budget').disabled, currency()?.disabled]).toEqual([true, true])
  expect(screen.getAllByText('Owners choose budget and currency.')).toHaveLength(2)
})

test('[OFFER-17] where the server has no rewards an admin chooses the budget, and there is no currency', async () => {
  await begin('admin')
  expect([field('Budget').disabled, currency()]).toEqual([false, null])
})

test('the form has every field of a project that a person can type', async () => {
  await beginWithRewards('owner')
  const form = screen.getByRole('form', { name: 'Edit project' })
  const named = [...form.querySelectorAll('input[name], textarea[name]')].map((input) => input.getAttribute('name'))
  const unnamed = { skills: 'Skills', estimatedDeadline: 'Estimated deadline' }
  for (const label of Object.values(unnamed)) expect(within(form).getByLabelText(label)).toBeTruthy()
  expect([...named, ...Object.keys(unnamed)].sort()).toEqual([...typedFieldNames].sort())
})

test('an empty title, an invalid date and too many hours are refused beside their fields, and nothing is sent', async () => {
  await begin()
  await retitle('')
  await user.type(field('Estimated deadline'), '31-02-2027')
  await user.type(field('Weekly hours'), '00')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Please fill in all required fields.')).toBeTruthy()
  expect(screen.getByText('A week has 168 hours.')).toBeTruthy()
  expect(screen.getByText('That day does not exist.')).toBeTruthy()
  await user.clear(field('Estimated deadline'))
  await user.type(field('Estimated deadline'), '31-02')
  expect(await screen.findByText('Try “Fri”, “5 Dec” or 2026-12-05.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('"the server\'s refusal of a field stands beside it; any other failure stands above the form"', async () => {
  await begin()
  host.on('projects.update', {
    ok: false,
    status: 422,
    error: {
      code: 'INVALID_INPUT',
      message: 'Invalid input',
      details: [{ path: 'body.budget', message: 'That is no budget.' }],
    },
  })
  await user.type(field('Budget'), '?{Enter}')
  expect(await screen.findByText('That is no budget.')).toBeTruthy()
  expect(screen.queryByText('Invalid input')).toBeNull()
  host.on('projects.update', { ok: false, status: 500, error: { code: 'INTERNAL', message: '' } })
  await user.type(field('Budget'), '1{Enter}')
  const form = within(screen.getByRole('form', { name: 'Edit project' }))
  expect((await form.findByRole('alert')).textContent).toBe('Failed to update project')
  expect(field('Budget').value).toBe('?1')
})

test('leaving with changes asks first; without changes Escape closes the form', async () => {
  const router = await begin()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Edit project' }))
  await retitle('Harbour atlas')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe(workspacePath('settings'))
  expect(field('Title').value).toBe('Harbour atlas')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath('overview')))
  expect(sent()).toEqual([])
})
