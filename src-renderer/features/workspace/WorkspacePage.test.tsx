import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { brand } from '#shared/brand.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, projectID, projectOf, refused, serveWorkspace, workspacePath } from '#support/workspace.ts'

// Other features have their own tests, and their code takes long to load.
vi.mock('../tasks/TasksTab.tsx', () => ({ TasksTab: () => null }))
vi.mock('../files/FilesTab.tsx', () => ({ FilesTab: () => null }))
vi.mock('../collaborators/CollaboratorsTab.tsx', () => ({ CollaboratorsTab: () => null }))
afterEach(clearApp)

const never = () => new Promise<never>(() => undefined)
const nav = async () => within(await screen.findByRole('navigation', { name: 'Workspace' }))
const labels = async () => (await nav()).getAllByRole('link').map((link) => link.textContent)
const activeTab = async () => {
  const active = (await nav()).getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  return active.map((link) => link.getAttribute('href'))
}

test.each(['overview', 'tasks', 'files', 'collaborators', 'settings'])(
  '[WS-01][NAV-05] /project/{projectID}/%s shows that tab of the workspace',
  async (tab) => {
    serveWorkspace()
    await renderApp(workspacePath(tab))
    expect(await screen.findByRole('heading', { level: 1, name: 'Harbour map' })).toBeTruthy()
    expect(await activeTab()).toEqual([workspacePath(tab)])
  },
)

test('[NAV-05] a visitor does not see the workspace, and gets to it after signing in', async () => {
  const { path } = await renderApp(workspacePath('tasks'))
  await waitFor(() => expect(path()).toBe('/'))
  expect(localStorage.getItem('redirectAfterLogin')).toBe(workspacePath('tasks'))
  expect(host.called('projects.get')).toEqual([])
})

test('[WS-03] an unknown tab shows the overview', async () => {
  serveWorkspace()
  await renderApp(workspacePath('no-such-tab'))
  expect(await screen.findByRole('heading', { level: 2, name: 'Overview' })).toBeTruthy()
  expect(await activeTab()).toEqual([workspacePath('overview')])
})

test.each([
  ['owner', 'Manage Collaborators'],
  ['admin', 'Manage Collaborators'],
  ['member', 'View Collaborators'],
] as const)('[WS-05][WS-06] a viewer with the role %s reads the right tab labels', async (role, collaborators) => {
  serveWorkspace({ role })
  await renderApp(workspacePath('overview'))
  await waitFor(async () => expect(await labels()).toEqual(['Home', 'Tasks', 'Files', collaborators, 'Settings']))
})

test("[WS-11] each tab is a link to its address, and the page's title has the tab and the project", async () => {
  serveWorkspace()
  const { router } = await renderApp(workspacePath('overview'))
  await screen.findByRole('heading', { level: 1, name: 'Harbour map' })
  for (const [label, tab] of [
    ['Settings', 'settings'],
    ['Home', 'overview'],
  ] as const) {
    await user.click((await nav()).getByRole('link', { name: label }))
    await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath(tab)))
    await waitFor(() => expect(document.title).toBe(`${label} · Harbour map · ${brand.name}`))
  }
})

test('[WS-02] an address without a tab leads to the overview and adds no step to the history', async () => {
  serveWorkspace()
  const { router } = await renderApp('/my-projects')
  await screen.findByRole('heading', { level: 1, name: 'My Projects' })
  act(() => void router.navigate(`/project/${projectID}`))
  await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath('overview')))
  await screen.findByRole('heading', { level: 1, name: 'Harbour map' })
  act(() => void router.navigate(-1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-projects'))
})

test("[WS-07] while it loads the workspace shows 'Loading project...'", async () => {
  serveWorkspace()
  host.on('projects.get', never)
  await renderApp(workspacePath('overview'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Loading project...' })).toBeTruthy()
})

test("the answers that a tab needs are requested at once, not after the project's", async () => {
  serveWorkspace()
  host.on('projects.get', never)
  await renderApp(workspacePath('overview'))
  await waitFor(() => expect(host.called('tasks.byProject')).toHaveLength(1))
  expect(host.called('memberships.members')).toHaveLength(1)
})

test("[WS-08][WS-09] failed details show 'Failed to load project data' beside 'Loading...', and Retry loads them", async () => {
  serveWorkspace()
  host.on('projects.get', failed)
  await renderApp(workspacePath('overview'))
  expect(within(await screen.findByRole('alert')).getByText('Failed to load project data')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loading...')
  const details = within(screen.getByRole('region', { name: 'Project Details' }))
  for (const label of ['Organization', 'Status', 'Tier', 'Created', 'Last updated'])
    expect(details.getByText(label).nextElementSibling?.textContent).toBe('Loading...')
  // The rest of the tab does not wait for the project, which is read only once.
  expect(host.called('projects.get')).toHaveLength(1)
  expect(await screen.findByText('No tasks yet')).toBeTruthy()
  host.on('projects.get', ok({ data: projectOf() }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour map' })).toBeTruthy()
  expect(screen.queryByText('Failed to load project data')).toBeNull()
})

test('[WS-10] [WS-24] without user details the viewer may do what a member may, and is told so with Retry', async () => {
  serveWorkspace({ role: 'owner' })
  host.on('projects.userDetails', failed)
  await renderApp(workspacePath('settings'))
  await screen.findByRole('heading', { level: 1, name: 'Harbour map' })
  const problem = within(await screen.findByRole('alert'))
  expect(problem.getByText('Failed to load your role in this project')).toBeTruthy()
  const role = async () =>
    within(await screen.findByRole('region', { name: 'Project Information' })).getByText('Your role').nextElementSibling
      ?.textContent
  expect(await role()).toBe('—')
  expect(screen.queryByRole('button', { name: 'Delete Project' })).toBeNull()
  serveWorkspace({ role: 'owner' })
  await user.click(problem.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('button', { name: 'Delete Project' })).toBeTruthy()
  expect(await role()).toBe('Owner')
})

test.each([404, 422])('a project that does not exist (%i) says so, without tabs', async (status) => {
  serveWorkspace()
  host.on('projects.get', failedReply(status, 'NOT_FOUND'))
  await renderApp(workspacePath('overview'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Project not found' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Workspace' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to My Projects' }).getAttribute('href')).toBe('/my-projects')
})

test('"a stranger\'s 403 leads to the project\'s dialog, and nothing of the workspace is shown before"', async () => {
  serveWorkspace()
  for (const call of ['projects.userDetails', 'memberships.members', 'tasks.byProject']) host.on(call, refused)
  host.on('memberships.access', failed)
  host.on('projects.similar', ok({ data: [] }))
  let hasShownOverview = false
  const watch = new MutationObserver(() => {
    hasShownOverview ||= screen.queryByRole('heading', { name: 'Overview' }) !== null
  })
  watch.observe(document.body, { childList: true, subtree: true })
  const { router } = await renderApp(workspacePath('overview'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${projectID}/dialog`))
  expect(await screen.findByRole('dialog', { name: 'Harbour map' })).toBeTruthy()
  watch.disconnect()
  expect(hasShownOverview).toBe(false)
})
