import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { useUserType } from '#lib/user-type.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { idOf, project, serve } from '#support/owned-projects.ts'

afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const archivedAt = '2025-02-05T10:00:00.000Z'
const everyKind = [
  project(10, { status: 0 }),
  project(11, { status: 1 }),
  project(12, { status: 2 }),
  project(13, { status: 3 }),
  project(14, { status: 4 }),
  project(15, { status: 1, archivedAt }),
  project(16, { status: 3, archivedAt }),
  project(17, { status: 0, archivedAt }),
]
const tab = (name: RegExp) => screen.getByRole('tab', { name })
const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading', { level: 2 }).textContent)
const card = (title: string) => within(screen.getByRole('article', { name: title }))
/** Clicks the element and waits for the router's navigation. */
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const openMenuOf = (title: string) => click(card(title).getByRole('button', { name: `More about ${title}` }))

test('[DASH-01] the access check comes first; before it allows the dashboard nothing of it is read or shown', async () => {
  serve(project(1))
  let allow = (_isAllowed: boolean): void => undefined
  host.on('users.isPageAllowed', () => new Promise((resolve) => (allow = (data) => resolve(ok({ data })))))
  await renderApp('/owner-dashboard')
  await waitFor(() => expect(host.called('users.isPageAllowed')).toHaveLength(1))
  expect(host.called('users.isPageAllowed')[0]?.input.params).toEqual({ page: 'owner-dashboard' })
  expect(host.called('projects.owned')).toEqual([])
  expect(screen.queryByRole('heading', { name: 'Your projects' })).toBeNull()
  await act(async () => allow(true))
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeTruthy()
})

const denied = "Access denied. You don't have permission to access the owner dashboard."
test.each([
  ['[DASH-03] an explicit false', ok({ data: false }), denied, 2000],
  ['[DASH-04] a 403', failedReply(403, 'FORBIDDEN', 'No.'), denied, 1000],
  ['[DASH-05] any other failure', failedReply(500, 'INTERNAL'), 'We could not check your access.', 5000],
  ['[DASH-05] a host that is gone', failedReply(0, 'NETWORK'), 'We could not check your access.', 5000],
] as const)('%s of the check shows a toast and leads to the market in its time', async (_what, answer, text, ms) => {
  serve(project(1))
  host.on('users.isPageAllowed', answer)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  const { path } = await renderApp('/owner-dashboard')
  expect((await screen.findByText(text)).closest('[data-toast]')?.getAttribute('data-toast')).toBe('error')
  expect(host.called('projects.owned')).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(ms - 400))
  expect(path()).toBe('/owner-dashboard')
  await act(() => vi.advanceTimersByTimeAsync(600))
  await waitFor(() => expect(path()).toBe('/market'))
})

test('a person who may not see the dashboard does not stay in creator mode, which its address has set', async () => {
  serve(project(1))
  host.on('users.isPageAllowed', ok({ data: false }))
  await renderApp('/owner-dashboard')
  await screen.findByText('This page is for creators')
  // The mode changes at once, not when the next re-sync is due.
  expect(useUserType.getState().userType).toBe('contributor')
})

test('a check that failed can be repeated before the page is left, and when it allows the dashboard the person stays', async () => {
  serve(project(1))
  host.on('users.isPageAllowed', failedReply(500, 'INTERNAL'))
  await renderApp('/owner-dashboard')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  host.on('users.isPageAllowed', ok({ data: true }))
  await click(retry)
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeTruthy()
})

test('[DASH-06] the figures count the owned projects; Completed counts status 3', async () => {
  serve(...everyKind)
  await renderApp('/owner-dashboard')
  const terms = within(await screen.findByLabelText('Figures'))
  const figures = terms.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(figures).toEqual([
    ['Total', '8'],
    ['Active', '2'],
    ['Drafts', '1'],
    ['Completed', '2'],
  ])
  expect(terms.getByText('1 of them archived')).toBeTruthy()
})

test('[DASH-07][DASH-08][DASH-09][DASH-10][DASH-11][DASH-12][DASH-13][DASH-15] four tabs hold every owned project once, with count and label', async () => {
  serve(...everyKind)
  const { path } = await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 11' })
  expect(screen.getAllByRole('tab').map((one) => one.textContent)).toEqual([
    'Active2',
    'Drafts1',
    'Completed1',
    'Archived4',
  ])
  const words = /^(Draft|Active|In Progress|Completed|Rejected|Archived)$/
  const labels = () => screen.getAllByRole('article').map((one) => within(one).getByText(words).textContent)
  expect(titles()).toEqual(['Project 11', 'Project 12'])
  expect(labels()).toEqual(['Active', 'In Progress'])
  await click(tab(/^Drafts/))
  expect(titles()).toEqual(['Project 10'])
  expect(labels()).toEqual(['Draft'])
  expect(path()).toBe('/owner-dashboard?tab=drafts')
  await click(tab(/^Completed/))
  expect(titles()).toEqual(['Project 13'])
  expect(labels()).toEqual(['Completed'])
  await click(tab(/^Archived/))
  expect(titles()).toEqual(['Project 14', 'Project 15', 'Project 16', 'Project 17'])
  expect(labels()).toEqual(['Rejected', 'Archived', 'Archived', 'Archived'])
})

test('[DASH-07] the tab is in the address, so that reload and back find it', async () => {
  serve(...everyKind)
  const { router } = await renderApp('/owner-dashboard?tab=completed')
  await screen.findByRole('link', { name: 'Project 13' })
  expect(tab(/^Completed/).getAttribute('aria-selected')).toBe('true')
  await click(tab(/^Active/))
  expect(titles()).toEqual(['Project 11', 'Project 12'])
  await act(() => router.navigate(-1))
  expect(titles()).toEqual(['Project 13'])
})

test("[WIZ-31] a draft's menu deletes it after a question; other projects cannot be deleted there", async () => {
  serve(...everyKind)
  host.on('projects.remove', ok({ message: 'Deleted.' }))
  await renderApp('/owner-dashboard?tab=drafts')
  await screen.findByRole('link', { name: 'Project 10' })
  await click(card('Project 10').getByRole('button', { name: 'More about Project 10' }))
  await click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete draft' }))
  await waitFor(() => expect(titles()).toEqual([]))
  expect(host.called('projects.remove').map(({ input }) => input.params)).toEqual([{ id: idOf(10) }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await click(tab(/^Active/))
  await click(card('Project 11').getByRole('button', { name: 'More about Project 11' }))
  expect(await screen.findByRole('menuitem', { name: 'Archive' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('[DASH-16] a card that is not a draft opens /project/{id}, an archived draft too', async () => {
  serve(...everyKind)
  const { router } = await renderApp('/owner-dashboard')
  await click(await screen.findByText('Project 12'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${idOf(12)}/overview`))
  await act(() => router.navigate('/owner-dashboard?tab=archived'))
  await screen.findByRole('link', { name: 'Project 17' })
  await click(card('Project 17').getByRole('button', { name: 'View Details: Project 17' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${idOf(17)}/overview`))
})

test("[DASH-17] a draft's card opens the wizard with that draft; going back closes it", async () => {
  serve(...everyKind)
  const { path, router } = await renderApp('/owner-dashboard?tab=drafts')
  await screen.findByRole('link', { name: 'Project 10' })
  await click(card('Project 10').getByRole('button', { name: 'Continue editing: Project 10' }))
  const wizard = within(await screen.findByRole('dialog', { name: 'Create a New Project' }))
  expect((await wizard.findByLabelText<HTMLInputElement>(/^Title/)).value).toBe('Project 10')
  expect(path()).toBe(`/owner-dashboard?tab=drafts&draft=${idOf(10)}`)
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(path()).toBe('/owner-dashboard?tab=drafts')
})

test("[DASH-14] 'Create New Project' opens an empty wizard", async () => {
  serve(project(1))
  const { path } = await renderApp('/owner-dashboard')
  await click(await screen.findByRole('button', { name: 'Create New Project' }))
  const wizard = within(await screen.findByRole('dialog', { name: 'Create a New Project' }))
  expect(wizard.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('')
  expect(path()).toBe('/owner-dashboard?new')
})

test('archiving moves a card to its tab at once, says so, and keeps the focus in the list; restoring brings the card back', async () => {
  serve(project(1), project(2))
  host.on('projects.update', ({ input }) =>
    ok({ data: project(1, { archivedAt: (input.body as { archived: boolean }).archived ? archivedAt : null }) }),
  )
  await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await openMenuOf('Project 1')
  await click(await screen.findByRole('menuitem', { name: 'Archive' }))
  expect(await screen.findByText('“Project 1” is archived.')).toBeTruthy()
  expect(host.called('projects.update')[0]?.input).toEqual({ params: { id: idOf(1) }, body: { archived: true } })
  expect(titles()).toEqual(['Project 2'])
  await waitFor(() => expect(screen.getByRole('tabpanel').contains(document.activeElement)).toBe(true))
  await click(tab(/^Archived/))
  await openMenuOf('Project 1')
  await click(await screen.findByRole('menuitem', { name: 'Restore' }))
  expect(await screen.findByText('“Project 1” is back.')).toBeTruthy()
  expect(tab(/^Active/).textContent).toBe('Active2')
})

test('archiving is taken back from its toast', async () => {
  serve(project(1), project(2))
  host.on('projects.update', ({ input }) =>
    ok({ data: project(1, { archivedAt: (input.body as { archived: boolean }).archived ? archivedAt : null }) }),
  )
  await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await openMenuOf('Project 1')
  await click(await screen.findByRole('menuitem', { name: 'Archive' }))
  await click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('“Project 1” is back.')).toBeTruthy()
  expect(host.called('projects.update').map(({ input }) => input.body)).toEqual([
    { archived: true },
    { archived: false },
  ])
  expect(titles()).toEqual(['Project 1', 'Project 2'])
  // Bringing back can be done again by the menu, and has no Undo of its own.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a project is duplicated from its menu, and the copy opens', async () => {
  serve(project(1))
  host.on('capabilities.list', ok({ data: ['duplicate'] }))
  host.on('projects.duplicate', ok({ data: project(2, { title: 'Project 1 (copy)' }) }))
  const { path } = await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await openMenuOf('Project 1')
  await click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(path()).toBe(`/project/${idOf(2)}/overview`))
  expect(host.called('projects.duplicate').map(({ input }) => input.params)).toEqual([{ id: idOf(1) }])
})

test('a server that cannot duplicate projects has no such entry', async () => {
  serve(project(1))
  await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await openMenuOf('Project 1')
  await screen.findByRole('menuitem', { name: 'Archive' })
  expect(screen.queryByRole('menuitem', { name: 'Duplicate' })).toBeNull()
})

test('archiving that fails shows why and changes nothing', async () => {
  serve(project(1))
  host.on('projects.update', failedReply(403, 'FORBIDDEN', 'Only the owner may do that.'))
  await renderApp('/owner-dashboard')
  await screen.findByRole('link', { name: 'Project 1' })
  await openMenuOf('Project 1')
  await click(await screen.findByRole('menuitem', { name: 'Archive' }))
  expect(await screen.findByText('Only the owner may do that.')).toBeTruthy()
  expect(titles()).toEqual(['Project 1'])
})

test('a person without projects is invited to create one; each other tab says why it is empty', async () => {
  serve()
  await renderApp('/owner-dashboard')
  expect(await screen.findByText('Your first project starts with a sentence')).toBeTruthy()
  await click(tab(/^Completed/))
  expect(screen.getByText('No completed projects')).toBeTruthy()
  await click(tab(/^Archived/))
  expect(screen.getByText('Nothing archived')).toBeTruthy()
  await click(tab(/^Active/))
  await click(screen.getByRole('button', { name: 'Start your first project' }))
  expect(await screen.findByRole('dialog', { name: 'Create a New Project' })).toBeTruthy()
})

test('a person who has only drafts is led to them', async () => {
  serve(project(1, { status: 0 }))
  await renderApp('/owner-dashboard')
  await click(await screen.findByRole('button', { name: 'See your drafts' }))
  expect(titles()).toEqual(['Project 1'])
})

test('a failed load says so, and Retry repeats it', async () => {
  serve(project(1))
  host.on('projects.owned', failedReply(500, 'INTERNAL'))
  await renderApp('/owner-dashboard')
  expect(await screen.findByText('Failed to fetch owner projects')).toBeTruthy()
  host.on('projects.owned', ok({ data: [project(1)] }))
  await click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeTruthy()
})
