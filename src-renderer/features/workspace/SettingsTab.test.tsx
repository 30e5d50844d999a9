import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, memberOf, projectOf, serveWorkspace, workspacePath } from '#support/workspace.ts'

// The router scrolls to a section by its address; jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined
afterEach(clearApp)

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const open = () => renderApp(workspacePath('settings'))
const sent = () => host.called('projects.update').map(({ input }) => input.body)
const status = () => screen.findByRole('combobox', { name: 'Project status' })
const choose = async (label: string) => {
  await user.click(await status())
  await user.click(await screen.findByRole('option', { name: label }))
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()

test('[SET-01][SET-02] project information shows every detail, and the last update as a relative time', async () => {
  serveWorkspace({ role: 'admin', project: { updatedAt: daysAgo(1) } })
  await open()
  const information = await region('Project Information')
  await information.findByText('2')
  const facts = information.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(Object.fromEntries(facts)).toEqual({
    Name: 'Harbour map',
    Organization: 'Harbour Works',
    Status: 'Published',
    'Your role': 'Admin',
    Members: '2',
    Created: 'Jan 5, 2025',
    'Last updated': '1 day ago',
    Tier: 'Silver',
  })
})

test.each(['owner', 'admin'] as const)(
  "[SET-03] 'Manage Contributors' leads %s to the collaborators tab",
  async (role) => {
    serveWorkspace({ role })
    const { router } = await open()
    await user.click(await screen.findByRole('button', { name: 'Manage Contributors' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(workspacePath('collaborators')))
  },
)

test('[SET-04] role cards say what each role may do, and how many members have it', async () => {
  const members = [
    memberOf(1, 'owner'),
    memberOf(2, 'admin'),
    memberOf(3, 'admin'),
    ...[4, 5, 6].map((n) => memberOf(n)),
  ]
  serveWorkspace({ members })
  await open()
  const cards = within(await screen.findByRole('list', { name: 'Roles' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(cards.map((card) => card.textContent)).toEqual([
      'Owners1Full project control',
      'Admins2Manage tasks and members',
      'Members3View and edit tasks',
    ]),
  )
})

test("[SET-05] a member is pointed to the owner instead of 'Manage Contributors'", async () => {
  serveWorkspace({ role: 'member' })
  await open()
  const team = await region('Team Management')
  expect(team.getByText('Contact Project Owner')).toBeTruthy()
  expect(team.getByText('Only project owners and admins can manage team members')).toBeTruthy()
  expect((await team.findByRole('link', { name: 'Person 1' })).getAttribute('href')).toBe('/pf/person-1')
  expect(team.queryByRole('button', { name: 'Manage Contributors' })).toBeNull()
})

test.each([
  ['owner', true],
  ['admin', false],
  ['member', false],
] as const)('[SET-06][SET-14] status dropdown and Danger Zone for the role %s: %s', async (role, isShown) => {
  serveWorkspace({ role })
  await open()
  await region('Project Information')
  expect(screen.queryByRole('combobox', { name: 'Project status' }) !== null).toBe(isShown)
  expect(screen.queryByRole('button', { name: 'Delete Project' }) !== null).toBe(isShown)
})

test('[SET-07][SET-12][SET-13] the dropdown offers the five statuses, sends the number at once, and the details are read again', async () => {
  serveWorkspace({ project: { status: 0 } })
  await open()
  await user.click(await status())
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Drafted',
    'Published',
    'Assigned',
    'Completed',
    'Rejected',
  ])
  const loads = host.called('projects.get').length
  host.on('projects.update', ok({ data: projectOf({ status: 4 }) }))
  host.on('projects.get', ok({ data: projectOf({ status: 4 }) }))
  await user.click(options[4]!)
  await waitFor(() => expect(sent()).toEqual([{ status: 4 }]))
  await waitFor(() => expect(host.called('projects.get')).toHaveLength(loads + 1))
  expect((await status()).textContent).toBe('Rejected')
})

test("[SET-09][SET-10] 'Completed' asks first; 'No, Cancel' sends nothing and leaves the status", async () => {
  serveWorkspace()
  await open()
  await choose('Completed')
  const question = within(await screen.findByRole('dialog', { name: 'Mark Project as Completed' }))
  expect(
    question.getByText(
      'Are you sure you want to mark this project as completed? This action will change the project status to "Completed".',
    ),
  ).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(question.getByRole('button', { name: 'No, Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  expect((await status()).textContent).toBe('Published')
})

test("[SET-11] 'Yes, Mark Completed' sends status 3", async () => {
  serveWorkspace()
  host.on('projects.update', ok({ data: projectOf({ status: 3 }) }))
  await open()
  await choose('Completed')
  await user.click(await screen.findByRole('button', { name: 'Yes, Mark Completed' }))
  await waitFor(() => expect(sent()).toEqual([{ status: 3 }]))
})

test('a status that takes the project off the market is sent at once and can be undone', async () => {
  serveWorkspace()
  host.on('projects.update', ({ input }) => {
    const changed = ok({ data: projectOf(input.body as object) })
    host.on('projects.get', changed)
    return changed
  })
  await open()
  await choose('Rejected')
  expect(await screen.findByText('Status is now Rejected. The project is off the market.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Status is Published again.')).toBeTruthy()
  expect(sent()).toEqual([{ status: 4 }, { status: 1 }])
  await choose('Assigned')
  expect(await screen.findByText('Status is now Assigned.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a status that could not be changed goes back, and an error shows', async () => {
  serveWorkspace()
  host.on('projects.update', failed)
  await open()
  await choose('Assigned')
  expect(await screen.findByText('Failed to update project')).toBeTruthy()
  expect((await status()).textContent).toBe('Published')
})

test('[SET-08] an owner archives the project and restores it', async () => {
  serveWorkspace()
  const archived = projectOf({ archivedAt: '2025-03-01T00:00:00.000Z' })
  host.on('projects.update', ok({ data: archived }))
  await open()
  const archive = await screen.findByRole('button', { name: 'Archive Project' })
  host.on('projects.get', ok({ data: archived }))
  await user.click(archive)
  const restore = await screen.findByRole('button', { name: 'Restore Project' })
  host.on('projects.update', ok({ data: projectOf() }))
  host.on('projects.get', ok({ data: projectOf() }))
  await user.click(restore)
  expect(await screen.findByRole('button', { name: 'Archive Project' })).toBeTruthy()
  expect(sent()).toEqual([{ archived: true }, { archived: false }])
})

test('archiving is taken back from its toast', async () => {
  serveWorkspace()
  const archived = projectOf({ archivedAt: '2025-03-01T00:00:00.000Z' })
  host.on('projects.update', ok({ data: archived }))
  await open()
  const archive = await screen.findByRole('button', { name: 'Archive Project' })
  host.on('projects.get', ok({ data: archived }))
  await user.click(archive)
  await screen.findByRole('button', { name: 'Restore Project' })
  host.on('projects.update', ok({ data: projectOf() }))
  host.on('projects.get', ok({ data: projectOf() }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Project restored.')).toBeTruthy()
  expect(sent()).toEqual([{ archived: true }, { archived: false }])
})

test('the settings stand in sections, the person’s own clearly theirs, the audit last; each is one press away', async () => {
  serveWorkspace()
  host.on('capabilities.list', ok({ data: ['audit', 'clock'] }))
  host.on('audit.list', ok({ data: [], nextCursor: null, newest: 'end' }))
  const { router } = await open()
  await status()
  const nav = within(screen.getByRole('navigation', { name: 'Sections of the settings' }))
  await nav.findByRole('link', { name: 'Audit' })
  const links = nav.getAllByRole('link')
  const headings = links.map((link) => {
    const section = document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '')
    return [link.textContent, section?.querySelector('h3')?.textContent]
  })
  expect(headings.slice(0, 4)).toEqual([
    ['Project', 'Project Information'],
    ['Team', 'Team Management'],
    ['Requests', 'Requests'],
    ['Status', 'Project Status'],
  ])
  expect(headings.slice(-2)).toEqual([
    ['Only for you', 'Only for you'],
    ['Audit', 'Audit'],
  ])
  const own = await region('Only for you')
  await own.findByRole('switch', { name: 'Email on invitation' })
  expect(own.getAllByRole('switch')).toHaveLength(screen.getAllByRole('switch').length)
  await user.click(nav.getByRole('link', { name: 'Only for you' }))
  expect(router.state.location.hash).toBe('#only-you')
  expect(document.activeElement).toBe(document.getElementById('only-you'))
  await user.tab()
  expect(document.activeElement).toBe(own.getAllByRole('switch')[0])
})

test('a member has the sections of a member', async () => {
  serveWorkspace({ role: 'member' })
  await open()
  await region('Only for you')
  const nav = within(screen.getByRole('navigation', { name: 'Sections of the settings' }))
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(['Project', 'Team', 'Only for you'])
})
