import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { paths } from '#lib/paths.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, projectID, serveWorkspace, workspacePath } from '#support/workspace.ts'

beforeEach(() => {
  serveWorkspace({ role: 'owner' })
  host.on('users.projects', ok({ data: [] }))
})
afterEach(clearApp)

const sent = () => host.called('projects.remove')
const warning =
  'Are you absolutely sure? This action cannot be undone and will permanently delete this project and all associated data.'
const begin = async () => {
  const { router } = await renderApp(workspacePath('settings'))
  await user.click(await screen.findByRole('button', { name: 'Delete Project' }))
  return router
}

test("[SET-14][SET-15][SET-16] 'Delete Project' asks first and sends nothing, and 'Cancel' closes the question", async () => {
  await begin()
  expect(within(screen.getByRole('region', { name: 'Danger Zone' })).getByText(warning)).toBeTruthy()
  // The harmless button has the focus.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText(warning)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Project' }))
  expect(sent()).toEqual([])
})

test("[SET-17][SET-19] 'Confirm Delete' sends the delete, shows 'Deleting...', and goes to /my-projects", async () => {
  let answer: (reply: Reply) => void = () => undefined
  host.on('projects.remove', () => new Promise((resolve) => (answer = resolve)))
  const router = await begin()
  await user.click(screen.getByRole('button', { name: 'Confirm Delete' }))
  const deleting = await screen.findByRole('button', { name: 'Deleting...' })
  expect(deleting.hasAttribute('disabled')).toBe(true)
  await waitFor(() => expect(sent().map(({ input }) => input.params)).toEqual([{ id: projectID }]))
  const loads = host.called('projects.get').length
  answer(ok({ message: 'Deleted.' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/my-projects')
  // The deleted project is not read again.
  expect(host.called('projects.get')).toHaveLength(loads)
})

test('[SET-18] a failed delete closes the question and shows an error', async () => {
  host.on('projects.remove', failed)
  const router = await begin()
  await user.click(screen.getByRole('button', { name: 'Confirm Delete' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Failed to delete project. Please try again.')
  expect(screen.queryByText(warning)).toBeNull()
  expect(screen.getByRole('button', { name: 'Delete Project' }).hasAttribute('disabled')).toBe(false)
  expect(router.state.location.pathname).toBe(workspacePath('settings'))
})

test('[WS-11] while the project is edited, deleting is disabled and says why', async () => {
  await renderApp(workspacePath('settings'))
  await user.click(await screen.findByRole('button', { name: 'Edit project' }))
  const button = screen.getByRole('button', { name: 'Delete Project' })
  expect(button.hasAttribute('disabled')).toBe(true)
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('Save or cancel your changes to the project first.')
})

test('[LEDGER-28] [SET-18] a refused delete names the people and amounts against it, and leads to them', async () => {
  const against = 'Ana is owed $100.00. Ben has handed in.'
  host.on('projects.remove', failedReply(409, 'CONFLICT', against))
  await begin()
  await user.click(screen.getByRole('button', { name: 'Confirm Delete' }))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(against, { exact: false })).toBeTruthy()
  expect(alert.getByRole('link', { name: 'See what is owed' }).getAttribute('href')).toContain(paths.ledger(projectID))
})
