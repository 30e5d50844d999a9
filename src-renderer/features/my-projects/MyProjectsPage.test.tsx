import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { UserProject, UserRequest } from '#shared/contract/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, listedProject } from '#support/projects.ts'
import { stockImages } from '#ui/project/illustrations.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const project = (number: number, extra: Partial<UserProject> = {}): UserProject => ({
  ...listedProject(number, { role: 'member' }),
  projectStatus: 1,
  ...extra,
})
const request = (number: number, extra: Partial<UserRequest> = {}): UserRequest => ({
  id: idOf(100 + number),
  projectID: idOf(number),
  title: `Request ${number}`,
  description: 'Words',
  skills: 'React',
  kind: 'invitation',
  role: 'member',
  message: null,
  fromUsername: 'ada',
  fromName: '',
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  status: 0,
  answerBy: null,
  seenAt: null,
  prolonged: null,
  hasLetter: false,
  rejection: null,
  task: null,
  ...extra,
})
const check = ok({
  data: {
    hasProject: true,
    project: { id: idOf(1), title: 'Request 1', description: 'Words' },
    role: 'member',
    status: 1,
    isApproved: true,
    requestId: null,
  },
})
const never = () => new Promise<never>(() => undefined)

const serve = (projects: unknown[], received: unknown[] = [], sent: unknown[] = []) => {
  host.on('users.projects', ok({ data: projects }))
  host.on('users.requests', ({ input }) =>
    ok({ data: (input.query as { type: string }).type === 'sent' ? sent : received }),
  )
}
const askedFor = () => host.called('users.requests').map(({ input }) => (input.query as { type: string }).type)
// The screen's code is loaded by the test that runs first, and the order of tests is random; so this waits for the tab.
const openRequests = async () => user.click(await screen.findByRole('tab', { name: 'Requests' }))
const chooseMode = async (name: 'Received' | 'Sent') => {
  await user.click(await screen.findByRole('combobox', { name: 'Show' }))
  await user.click(await screen.findByRole('option', { name }))
}

beforeEach(() => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'grace' } }))
})
afterEach(clearApp)

test('[MYP-01] the page has the tabs Active Projects and Requests', async () => {
  serve([project(1)])
  await renderApp('/my-projects')
  const tabs = await screen.findAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Active Projects', 'Requests'])
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
})

test('[MYP-01] a card names the creator of the project; a project whose creator cannot be read is listed without the name', async () => {
  serve([
    project(1, { createdBy: { username: 'ada', name: 'Ada Lovelace' } }),
    { ...project(2), createdBy: 'somebody' },
    { ...project(3), createdBy: { username: 'tom' } },
    { ...project(4), createdBy: undefined },
  ])
  await renderApp('/my-projects')
  expect((await screen.findByText('Ada Lovelace')).title).toBe('@ada')
  expect(screen.getByText('tom')).toBeDefined()
  expect(screen.queryByText('somebody')).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(4)
})

test("[MYP-27][MYP-28][MYP-29][MYP-30] only approved projects with the role member or admin are listed, whatever the role's capitals", async () => {
  serve([
    project(1, { title: 'As member' }),
    // Servers of others may write roles in capitals.
    { ...project(2, { title: 'As admin' }), role: 'ADMIN' },
    { ...project(6, { title: 'As member elsewhere' }), role: 'Member' },
    { ...project(7, { title: 'Owned elsewhere' }), role: 'Owner' },
    project(3, { title: 'Owned', role: 'owner' }),
    project(4, { title: 'Not approved yet', isApproved: false }),
    project(5, { title: 'Without a role', role: null }),
  ])
  await renderApp('/my-projects')
  await screen.findByRole('link', { name: 'As member' })
  expect(screen.getAllByRole('article').map((card) => within(card).getAllByRole('link')[0]?.textContent)).toEqual([
    'As member',
    'As admin',
    'As member elsewhere',
  ])
})

test('[MYP-07] the heading counts the projects or the requests', async () => {
  serve([project(1), project(2)], [request(1)])
  await renderApp('/my-projects')
  expect(await screen.findByText('2 projects')).toBeTruthy()
  await openRequests()
  expect(await screen.findByText('1 request')).toBeTruthy()
})

test('[MYP-08] an approved active project opens /project/{id}', async () => {
  serve([project(1)])
  const { router } = await renderApp('/my-projects')
  await user.click(await screen.findByRole('button', { name: /^View Details: ./ }))
  await waitFor(() => expect(router.state.location.pathname).toContain(`/project/${idOf(1)}`))
  expect(router.state.location.pathname).not.toContain('/dialog')
})

test('[MYP-03] the fragment invited selects Requests in Received mode and leaves the address /my-projects', async () => {
  serve([project(1)], [request(1)])
  const { router } = await renderApp('/my-projects#invited')
  expect(await screen.findByRole('link', { name: 'Request 1' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Show' }).textContent).toContain('Received')
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  expect(router.state.location.pathname).toBe('/my-projects')
})

test('[MYP-04][MYP-05][MYP-06] Requests begin with the received ones, and each change of the mode loads the list', async () => {
  serve([], [request(1)], [request(2, { kind: 'application' })])
  await renderApp('/my-projects')
  await openRequests()
  await screen.findByRole('link', { name: 'Request 1' })
  expect(askedFor()).toEqual(['received'])
  await chooseMode('Sent')
  await screen.findByRole('link', { name: 'Request 2' })
  expect(askedFor()).toEqual(['received', 'sent'])
  await user.click(screen.getByRole('tab', { name: 'Active Projects' }))
  await openRequests()
  expect(screen.getByRole('combobox', { name: 'Show' }).textContent).toContain('Received')
  await waitFor(() => expect(askedFor()).toEqual(['received', 'sent', 'received']))
})

test('Requests begin with the sent ones where nothing was received', async () => {
  serve([], [], [request(2, { kind: 'application' })])
  await renderApp('/my-projects')
  await openRequests()
  await screen.findByRole('link', { name: 'Request 2' })
  expect(screen.getByRole('combobox', { name: 'Show' }).textContent).toContain('Sent')
})

test('[MYP-11][MYP-12] received requests that are pending have Accept and Reject; answered and sent ones have neither', async () => {
  serve([], [request(1), request(2, { status: 1 })], [request(3, { kind: 'application' })])
  await renderApp('/my-projects#invited')
  const [pending, answered] = await screen.findAllByRole('article')
  expect(within(pending!).getByRole('button', { name: 'Accept' }).hasAttribute('disabled')).toBe(false)
  expect(within(pending!).getByRole('button', { name: 'Reject' }).hasAttribute('disabled')).toBe(false)
  expect(within(answered!).queryByRole('button', { name: 'Accept' })).toBeNull()
  await chooseMode('Sent')
  await screen.findByRole('link', { name: 'Request 3' })
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull()
})

test('[MYP-13] Accept sends the answer and reloads the list', async () => {
  serve([], [request(1)])
  host.on('memberships.answerById', check)
  await renderApp('/my-projects#invited')
  const accept = await screen.findByRole('button', { name: 'Accept' })
  host.on('users.requests', ok({ data: [request(1, { status: 1 })] }))
  await user.click(accept)
  expect(await screen.findByText('Approved')).toBeTruthy()
  expect(host.called('memberships.answerById')[0]?.input).toEqual({
    params: { projectId: idOf(1) },
    body: { requestId: idOf(101), accept: true },
  })
})

test('after Accept the toast opens the project', async () => {
  serve([], [request(1)])
  host.on('memberships.answerById', check)
  const { path } = await renderApp('/my-projects#invited')
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await waitFor(() => expect(path()).toContain(`/project/${idOf(1)}`))
})

test('a rejected request says who has rejected it', async () => {
  serve([], [request(1, { status: 2 })], [request(2, { status: 2 })])
  await renderApp('/my-projects#invited')
  expect(await screen.findByText('by you')).toBeTruthy()
  await chooseMode('Sent')
  expect(await screen.findByText('by the project')).toBeTruthy()
})

test('Reject asks first, and sends accept=false only when confirmed', async () => {
  serve([], [request(1)])
  host.on('memberships.answerById', check)
  await renderApp('/my-projects#invited')
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(host.called('memberships.answerById')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(host.called('memberships.answerById')[0]?.input.body).toMatchObject({ accept: false }))
})

test('[MYP-35] an answer that fails is logged, a toast says that it was not sent, and the list stays', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve([], [request(1)])
  host.on('memberships.answerById', failedReply(500, 'INTERNAL'))
  await renderApp('/my-projects#invited')
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Your answer was not sent. Please try again.')).toBeTruthy()
  expect(log).toHaveBeenCalledWith('Failed to answer the request', expect.anything())
  expect(screen.getByRole('button', { name: 'Accept' }).hasAttribute('disabled')).toBe(false)
  log.mockRestore()
})

test('[MYP-34] a request list that fails is logged, and its place says so and offers Retry', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve([])
  host.on('users.requests', failedReply(500, 'INTERNAL'))
  await renderApp('/my-projects#invited')
  expect(await screen.findByText('Could not load requests')).toBeTruthy()
  // While the list is unknown, neither an empty list nor a zero may be shown.
  expect(screen.queryByText('No received requests')).toBeNull()
  expect(screen.queryByText('0 requests')).toBeNull()
  expect(log).toHaveBeenCalledWith('Failed to load requests', expect.anything())
  log.mockRestore()
  host.on('users.requests', ok({ data: [request(1)] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Request 1' })).toBeTruthy()
})

test('[MYP-37][MYP-25][MYP-31] an unusual request still has its row, and all others stay', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { projectID: _projectID, ...lost } = request(2, { title: 'Without a project' })
  serve([], [request(1), lost, { ...request(3), status: 9, role: 'Member', kind: 'Invitation' }, { id: 'seven' }])
  const { router } = await renderApp('/my-projects#invited')
  expect(await screen.findByText('3 requests')).toBeTruthy()
  const cardOf = (name: string) => within(screen.getByRole('article', { name }))
  expect(cardOf('Request 3').getByText('Unknown')).toBeTruthy()
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('users.requests: 1 unreadable row left out.'))
  const said = 'Unable to find project information for this request'
  await user.click(cardOf('Without a project').getByRole('button', { name: /^View Details: ./ }))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(log).toHaveBeenCalledWith(said)
  expect(router.state.location.pathname).toBe('/my-projects')
  vi.restoreAllMocks()
})

test('[MYP-37][MYP-26] a project with an unknown status reads unknown, and the others stay', async () => {
  serve([project(1), { ...project(2), status: 7 }, { ...project(3), status: 'on hold', role: 'MEMBER' }])
  await renderApp('/my-projects')
  expect(await screen.findByText('3 projects')).toBeTruthy()
  expect(screen.getAllByText('unknown')).toHaveLength(2)
})

test('tab and mode are in the address: back returns to them, and a link opens them', async () => {
  serve([project(1)], [request(1)], [request(2, { kind: 'application' })])
  const { path, router } = await renderApp('/my-projects')
  await screen.findByRole('link', { name: 'Project 1' })
  await openRequests()
  await chooseMode('Sent')
  await waitFor(() => expect(path()).toBe('/my-projects?tab=requests&show=sent'))
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('link', { name: 'Request 1' })).toBeTruthy()
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeTruthy()
  cleanup()
  await renderApp('/my-projects?tab=requests&show=sent')
  expect(await screen.findByRole('link', { name: 'Request 2' })).toBeTruthy()
})

test('[MYP-10] a request card opens the project dialog', async () => {
  serve([], [request(7)])
  const { router } = await renderApp('/my-projects#invited')
  await user.click(await screen.findByRole('link', { name: 'Request 7' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${idOf(7)}/dialog`))
})

test('[MYP-16][MYP-17][MYP-18] missing titles and dates have their texts; dates read Jan 5, 2025', async () => {
  const { title: _title, createdAt: _createdAt, ...bare } = request(2)
  serve([], [request(1), bare])
  await renderApp('/my-projects#invited')
  expect(await screen.findByText('Jan 5, 2025')).toBeTruthy()
  const card = screen.getByRole('article', { name: 'Untitled Request' })
  expect(within(card).getByText('Posted recently')).toBeTruthy()
})

test('[MYP-22][MYP-23][MYP-24] empty lists say what will appear in them', async () => {
  serve([])
  await renderApp('/my-projects')
  expect(await screen.findByText('No active projects')).toBeTruthy()
  expect(screen.getByText("Projects you're a member of will appear here")).toBeTruthy()
  await openRequests()
  expect(await screen.findByText('No received requests')).toBeTruthy()
  expect(screen.getByText('Received requests will appear here')).toBeTruthy()
  await chooseMode('Sent')
  expect(await screen.findByText('No sent requests')).toBeTruthy()
  expect(screen.getByText('Sent requests will appear here')).toBeTruthy()
})

test('[MYP-19][MYP-20] while a list loads, its loading text is shown', async () => {
  serve([])
  host.on('users.projects', never)
  host.on('users.requests', never)
  await renderApp('/my-projects')
  expect(await screen.findByText('Loading projects...')).toBeTruthy()
  await openRequests()
  expect(await screen.findByText('Loading requests...')).toBeTruthy()
})

test("[MYP-21] a failed load reads 'Error loading projects' with the error's text, and Retry loads them", async () => {
  serve([project(1)])
  host.on('users.projects', { ok: false, status: 500, error: { code: 'INTERNAL', message: 'The disk is full.' } })
  await renderApp('/my-projects')
  expect(await screen.findByText('Error loading projects')).toBeTruthy()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
  host.on('users.projects', ok({ data: [project(1)] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeTruthy()
})

test('[MYP-14][MYP-15] a request has one of five pictures, or a blue tile labelled Request when the picture fails', async () => {
  const titles = ['abcd', 'ab', 'abcdefg', 'a', 'abc', 'abcde', 'abcdef']
  serve(
    [],
    titles.map((title, index) => request(index + 1, { title })),
  )
  await renderApp('/my-projects#invited')
  const cards = await screen.findAllByRole('article')
  const pictures = cards.map((card) => card.querySelector('img')!)
  // The picture follows from the title's length and not from the place in the list, so these lengths are in no order.
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual(
    titles.map((title) => stockImages[title.length % 5]),
  )
  expect(new Set(pictures.map((picture) => picture.src)).size).toBe(5)
  pictures[0]!.dispatchEvent(new Event('error'))
  expect(await within(cards[0]!).findByText('Request')).toBeTruthy()
})

test('requests stand in two groups, those without an answer first, and the tab says how many wait for the viewer', async () => {
  const invitedTo = project(9, { role: 'member', isApproved: false, status: 3 })
  serve(
    [project(1), invitedTo],
    [request(1, { status: 1 }), request(2), request(3, { status: 2 })],
    [request(4), request(5, { status: 2 })],
  )
  await renderApp('/my-projects')
  const tab = await screen.findByRole('tab', { name: 'Requests' })
  await waitFor(() => expect(tab.textContent).toBe('Requests1'))
  expect(tab.getAttribute('aria-description')).toBe('1 invitation waits')
  await openRequests()
  const names = async (group: string) =>
    within(await screen.findByRole('region', { name: group }))
      .getAllByRole('article')
      .map((one) => within(one).getByRole('heading').textContent)
  expect(await names('Needs you')).toEqual(['Request 2'])
  expect(await names('Answered')).toEqual(['Request 1', 'Request 3'])
  await chooseMode('Sent')
  expect(await names('Waiting for an answer')).toEqual(['Request 4'])
  expect(await names('Answered')).toEqual(['Request 5'])
})

test('[MYP-02] the layout is grid or list, and the choice is kept', async () => {
  serve([project(1), project(2)])
  const { view } = await renderApp('/my-projects')
  await screen.findByRole('link', { name: 'Project 1' })
  const layout = () => view?.container.querySelector('[data-layout]')?.getAttribute('data-layout')
  expect(layout()).toBe('grid')
  await user.click(screen.getByRole('button', { name: 'List' }))
  expect(layout()).toBe('list')
  expect(localStorage.getItem('cardLayout')).toBe('list')
})

test('a request shows its sender, by name where there is one, and the message that came with it', async () => {
  serve([], [request(1, { role: 'admin', message: 'We liked your maps.' }), request(2, { fromName: 'Greta Hollis' })])
  await renderApp('/my-projects#invited')
  expect(await screen.findByText('Invited by ada as admin')).toBeTruthy()
  expect(screen.getByText('We liked your maps.')).toBeTruthy()
})
