import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearApp, renderApp } from '../../../tests/support/render-app.tsx'
import { user } from '../../../tests/support/quick-user.ts'
import { serveWorkspace, taskOf, workspacePath } from '../../../tests/support/workspace.ts'

vi.mock('#platform', () => import('../../../tests/support/fake-platform.ts'))
afterEach(clearApp)

const draft = {
  status: 0,
  description:
    'A map of every mooring between the two bridges, with the depth at low water and who to ask for a place.',
  estimatedDeadline: null,
  deliverables: '',
  budget: '3000',
  tags: 'maps',
}
const readiness = async () => within(await screen.findByRole('group', { name: 'Readiness' }))

test('a draft says how ready it is, and what is missing leads to its field in the settings', async () => {
  serveWorkspace({ role: 'owner', project: draft, tasks: [taskOf(1)] })
  const { router } = await renderApp(workspacePath('overview'))
  const line = await readiness()
  expect(line.getByText('Ready: 6 of 8')).toBeTruthy()
  expect(line.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['no deliverables', 'no deadline'])
  await user.click(line.getByRole('link', { name: 'no deadline' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath('settings')))
  const field = await screen.findByRole('textbox', { name: /deadline/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  // Closing the form leaves it closed, although the address still names the field.
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Edit project' })).toBeTruthy()
})

test('a draft without tasks leads to a new one', async () => {
  serveWorkspace({ role: 'owner', project: draft })
  await renderApp(workspacePath('overview'))
  const link = (await readiness()).getByRole('link', { name: 'no tasks' })
  expect(link.getAttribute('href')).toBe(`${workspacePath('tasks')}?task=new`)
})

test.each([
  ['a published project', 'owner', 1],
  ['a draft to a member', 'member', 0],
] as const)('%s has no such line', async (_, role, status) => {
  serveWorkspace({ role, project: { ...draft, status } })
  await renderApp(workspacePath('overview'))
  await screen.findByText('No tasks yet')
  expect(screen.queryByRole('group', { name: 'Readiness' })).toBeNull()
})
