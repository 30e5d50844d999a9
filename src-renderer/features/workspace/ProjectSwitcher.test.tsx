import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { UserProject } from '#shared/contract/index.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { detailedProject, idOf } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { projectID, serveWorkspace, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const mine = (number: number, title: string, extra: Partial<UserProject> = {}): UserProject => ({
  ...detailedProject(number, { title }),
  status: 1,
  projectStatus: 1,
  role: 'owner',
  isApproved: true,
  ...extra,
})
const projects = [
  mine(1, 'Harbour map'),
  mine(2, 'Wind Atlas', { role: 'member' }),
  mine(3, 'Árbol lists', { projectStatus: 0 }),
  mine(4, 'Asked to join', { role: 'member', isApproved: false }),
]

const openSwitcher = async () => {
  await user.click(await screen.findByRole('button', { name: 'Harbour map' }))
  return within(await screen.findByRole('dialog', { name: 'Switch project' }))
}

test("the project's name opens the list of one's projects, own ones first; typing narrows it, and Enter goes there", async () => {
  serveWorkspace()
  host.on('users.projects', ok({ data: projects }))
  const { router } = await renderApp(workspacePath('settings'))
  const dialog = await openSwitcher()
  await waitFor(() =>
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Árbol listsOwner · Drafted',
      'Harbour mapOpen now · Owner · Published',
      'Wind AtlasMember · Published',
    ]),
  )
  await user.keyboard('arbol')
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${idOf(3)}/overview`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the switcher says when no project has such a name, and when the projects cannot be loaded', async () => {
  serveWorkspace()
  host.on('users.projects', failedReply(500, 'INTERNAL', ''))
  await renderApp(workspacePath('settings'))
  const dialog = await openSwitcher()
  expect(await dialog.findAllByText('Failed to fetch user projects')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  host.on('users.projects', ok({ data: projects }))
  const again = await openSwitcher()
  expect(await again.findByRole('option', { name: /Wind Atlas/ })).toBeTruthy()
  await user.keyboard('zeppelin')
  expect(await again.findAllByText('No project of yours has this name.')).toBeTruthy()
})

test('the way back leads to the list of the mode; the page has one h1, and the tab begins with an h2', async () => {
  serveWorkspace()
  await renderApp(workspacePath('settings'))
  const back = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }))
  expect(back.getByRole('link', { name: 'My Projects' }).getAttribute('href')).toBe('/my-projects')
  await screen.findByRole('heading', { level: 2, name: 'Settings' })
  const [first, second] = screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  expect([first, second]).toEqual(['H1 Harbour map', 'H2 Settings'])
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(projectID).toBe(idOf(1))
})
