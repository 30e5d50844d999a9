import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, failedReply } from '#shared/api-client/index.ts'
import { contract, type SimilarProject, type ProjectAccess } from '#shared/contract/index.ts'
import { useSession } from '#lib/session.ts'
import { heroImages } from '#ui/project/illustrations.ts'
import { applied, invited, member, none, otherID, project, projectID, userID } from '#support/project-dialog.ts'
import { user } from '#support/quick-user.ts'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { projectRoutes } from './routes.tsx'

const calls = vi.hoisted(() => ({
  get: vi.fn(),
  similar: vi.fn(),
  apply: vi.fn(),
  access: vi.fn(),
  answer: vi.fn(),
}))
vi.mock('#lib/api.ts', async () => {
  const { isApiError, isUnreachable } = await import('#shared/api-client/index.ts')
  const api = {
    projects: { get: calls.get, similar: calls.similar, apply: calls.apply },
    memberships: { access: calls.access, answer: calls.answer },
  }
  return { api, isApiError, isUnreachable }
})

const failure = (endpoint: 'get' | 'apply' | 'answer' | 'access' | 'similar', status: number, message = '') => {
  const entry = { ...contract.projects, ...contract.memberships }[endpoint]
  return new ApiError(endpoint, entry, failedReply(status, 'SOME_CODE', message))
}
/** A promise that the test resolves. */
const pending = <T,>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve }
}

// The page's code is loaded on demand, which may take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  vi.clearAllMocks()
  useSession.setState({ userID })
  calls.get.mockResolvedValue({ data: project })
  calls.similar.mockResolvedValue({ data: [] })
  calls.access.mockResolvedValue({ data: none })
})
afterEach(cleanup)

const show = (path = `/project/${projectID}/dialog`) => {
  const router = createMemoryRouter(
    [...projectRoutes, { path: '/market', element: <p>The market</p> }, { path: '*', element: <p>Elsewhere</p> }],
    {
      initialEntries: [path],
    },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  )
  return Object.assign(router, { client })
}
const button = (name: string) => screen.findByRole('button', { name })
const opened = () => screen.findByRole('dialog', { name: 'Tide tables' })

test("[DLG-06][DLG-01] the dialog shows the title and 'Posted N days ago', and takes the focus", async () => {
  show()
  const dialog = await opened()
  expect(within(dialog).getByRole('heading', { level: 1, name: 'Tide tables' })).toBeTruthy()
  expect(screen.getByText('Posted 3 days ago')).toBeTruthy()
  expect(document.activeElement).toBe(dialog)
  expect(document.title).toContain('Tide tables')
})

test.each([
  ['basic', 'Beginner', '5-10 hours/week'],
  ['bronze', 'Intermediate', '10-20 hours/week'],
  ['silver', 'Advanced', '20-30 hours/week'],
  ['gold', 'Expert', '30+ hours/week'],
])('[DLG-07][DLG-08][DLG-09][DLG-10] the tier %s shows %s and %s', async (tier, label, hours) => {
  calls.get.mockResolvedValue({ data: { ...project, tier } })
  show()
  await opened()
  expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByText(hours)).toBeTruthy()
})

test('[DLG-05] the hero is one of three images, chosen by title length', async () => {
  expect(new Set(heroImages).size).toBe(3)
  for (const title of ['Ti', 'Tid', 'Tide', 'Tides']) {
    calls.get.mockResolvedValue({ data: { ...project, title } })
    show()
    const hero = await screen.findByTestId('hero')
    expect(hero.getAttribute('src')).toBe(heroImages[title.length % 3])
    cleanup()
  }
})

test('[DLG-12][DLG-13] required skills are listed, and a project without skills says so', async () => {
  calls.get.mockResolvedValue({ data: { ...project, skills: ' React , SVG,,react' } })
  show()
  const skills = within(await screen.findByRole('region', { name: 'Required skills' })).getAllByRole('listitem')
  expect(skills.map((item) => item.textContent)).toEqual(['React', 'SVG'])
  cleanup()
  calls.get.mockResolvedValue({ data: { ...project, skills: ' , ' } })
  show()
  expect(await screen.findByText('No specific skills required for this project.')).toBeTruthy()
})

test('[DLG-14][DLG-15][DLG-16] the brief has Description, Scope only when it is set, and the two fixed rows', async () => {
  const rows = () => screen.getAllByRole('rowheader').map((header) => header.textContent)
  show()
  await opened()
  expect(rows()).toEqual(['Description', 'Deliverables', 'Success Metrics'])
  const fixed = () => screen.getAllByRole('cell').map((cell) => cell.textContent)
  const [description, ...texts] = fixed()
  expect(description).toBe('When the water comes and goes.')
  expect(texts.every((text) => text && text.length > 40)).toBe(true)
  cleanup()
  const more = { detailedDescription: 'Twelve harbours.', weeklyHours: 12, deliverables: 'A map\nIts sources' }
  calls.get.mockResolvedValue({ data: { ...project, ...more } })
  show()
  await opened()
  expect(rows()).toEqual(['Description', 'Scope', 'Weekly hours', 'Deliverables', 'Success Metrics'])
  const [, metrics] = texts
  expect(fixed()).toEqual([description, 'Twelve harbours.', '12 hours/week', 'A map\nIts sources', metrics])
})

test('[DLG-42] a project with its own weekly hours shows that figure and no range', async () => {
  calls.get.mockResolvedValue({ data: { ...project, tier: 'gold', weeklyHours: 15 } })
  show()
  const dialog = await opened()
  expect(
    within(dialog)
      .getAllByText(/hours\/week/)
      .map(({ textContent }) => textContent),
  ).toEqual(['15 hours/week', '15 hours/week'])
  expect(dialog.textContent).not.toContain('30+')
})

test.each([
  [
    { budget: '4200', estimatedDeadline: '2027-03-31', tags: 'maps,tides' },
    { Budget: '$4,200', Deadline: 'Mar 31, 2027', Tags: 'maps, tides' },
  ],
  [
    { budget: '$1,250.50', estimatedDeadline: 'end of March' },
    { Budget: '$1,250.50', Deadline: 'end of March' },
  ],
  [{ budget: 'Two days a week' }, { Budget: 'Two days a week' }],
])('[DLG-43] budget, deadline and tags are rows where they are set: %j', async (set, expected) => {
  calls.get.mockResolvedValue({ data: { ...project, ...set } })
  show()
  await opened()
  const rows = screen
    .getAllByRole('row')
    .map((row) => [within(row).getByRole('rowheader').textContent, within(row).getByRole('cell').textContent])
  expect(Object.fromEntries(rows.filter(([label]) => /Budget|Deadline|Tags/.test(label ?? '')))).toEqual(expected)
})

test.each([
  ['Apply', none, applied, 'Request Sent Successfully!'],
  ['Withdraw', applied, none, 'Your application is withdrawn.'],
  ['Accept', invited, member, 'You are part of this project now.'],
  ['Reject', invited, none, 'Invitation declined.'],
] as const)(
  '[DLG-44] after %s the focus is on the text of the result, and a second Enter does nothing',
  async (label, before, after, said) => {
    calls.access.mockResolvedValueOnce({ data: before }).mockResolvedValue({ data: after })
    calls.apply.mockResolvedValue({ data: after })
    calls.answer.mockResolvedValue({ data: after })
    show()
    const pressed = await button(label)
    pressed.focus()
    await user.keyboard('{Enter}{Enter}')
    const outcome = (await screen.findByText(said)).closest('[data-outcome]')
    await waitFor(() => expect(document.activeElement).toBe(outcome))
    await user.keyboard('{Enter}{Enter}')
    expect(calls.apply.mock.calls.length + calls.answer.mock.calls.length).toBe(1)
    expect(document.activeElement).toBe(outcome)
  },
)

test('an invitation says where it is answered who sends it and what they wrote', async () => {
  const from = { fromUsername: 'grace', fromName: 'Grace Hopper', message: 'Your maps are just right.' }
  calls.access.mockResolvedValue({ data: { ...invited, invitation: from } })
  show()
  const words = within(await screen.findByRole('region', { name: 'Your invitation' }))
  expect(words.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe('/pf/grace')
  expect(words.getByText('Your maps are just right.')).toBeTruthy()
})

test('[ENTRY-04] who was invited for one task goes on to it with the press that accepts', async () => {
  calls.access.mockResolvedValueOnce({ data: invited }).mockResolvedValue({ data: member })
  calls.answer.mockResolvedValue({ data: member })
  const router = show(`/project/${projectID}/dialog?task=7`)
  await user.click(await button('Accept'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${projectID}/tasks/7`))
})

test('an invitation without words or a name says who sends it, and one of another server nothing', async () => {
  const from = { fromUsername: 'grace', fromName: '', message: null }
  calls.access.mockResolvedValue({ data: { ...invited, invitation: from } })
  show()
  const region = await screen.findByRole('region', { name: 'Your invitation' })
  expect(region.textContent).toBe('grace invites you.')
  cleanup()
  calls.access.mockResolvedValue({ data: invited })
  show()
  await button('Accept')
  expect(screen.queryByRole('region', { name: 'Your invitation' })).toBeNull()
})

test('a press that failed gives the focus back to its button, and not to its neighbour', async () => {
  calls.access.mockResolvedValue({ data: invited })
  calls.answer.mockRejectedValue(failure('answer', 500))
  show()
  const reject = await button('Reject')
  reject.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reject'))
})

test('[DLG-17][DLG-18] similar projects show a loading text, then the text of an empty list', async () => {
  const waiting = pending<{ data: SimilarProject[] }>()
  calls.similar.mockReturnValue(waiting.promise)
  show()
  expect(await screen.findByText('Loading similar projects...')).toBeTruthy()
  waiting.resolve({ data: [] })
  expect(await screen.findByText('No similar projects available')).toBeTruthy()
})

test('[DLG-19][DLG-20] a similar project shows three skills and the number of the others, and opens its own dialog', async () => {
  const similar = { id: otherID, title: 'Ebb', description: 'E', tier: 'basic', createdAt: project.createdAt }
  calls.similar.mockResolvedValue({ data: [{ ...similar, skills: 'React, SVG, Figma, Go, Rust' }] })
  const router = show()
  const card = await screen.findByRole('link', { name: /Ebb/ })
  expect(card.textContent).toBe('EbbReactSVGFigma+2 more')
  calls.get.mockResolvedValue({ data: { ...project, id: otherID, title: 'Ebb' } })
  fireEvent.click(card)
  expect(await screen.findByRole('dialog', { name: 'Ebb' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(`/project/${otherID}/dialog`)
})

test('[DLG-02] the project is not found without an id, with an unknown id and with an invalid one', async () => {
  show('/project')
  expect(await screen.findByText('Project not found')).toBeTruthy()
  expect(calls.get).not.toHaveBeenCalled()
  cleanup()
  for (const status of [404, 422]) {
    calls.get.mockRejectedValue(failure('get', status))
    show()
    expect(await screen.findByRole('dialog', { name: 'Project not found' })).toBeTruthy()
    cleanup()
  }
})

test('a project that cannot be loaded offers Retry', async () => {
  calls.get.mockRejectedValueOnce(failure('get', 500))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch project details')
  fireEvent.click(await button('Retry'))
  expect(await opened()).toBeTruthy()
})

test("[DLG-21] 'Checking...' shows until the membership check has answered", async () => {
  const waiting = pending<{ data: ProjectAccess }>()
  calls.access.mockReturnValue(waiting.promise)
  show()
  expect(await screen.findByText('Checking...')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  waiting.resolve({ data: none })
  expect(await button('Apply')).toBeTruthy()
})

test("[DLG-28][DLG-29][DLG-26] Apply reads 'Requesting...' while busy, is sent once, and then reads as sent", async () => {
  const waiting = pending<{ data: ProjectAccess }>()
  calls.apply.mockReturnValue(waiting.promise)
  show()
  fireEvent.click(await button('Apply'))
  fireEvent.click(await button('Requesting...'))
  expect(calls.apply).toHaveBeenCalledTimes(1)
  expect(calls.apply).toHaveBeenCalledWith({ params: { id: projectID }, body: {} })
  calls.access.mockResolvedValue({ data: applied })
  waiting.resolve({ data: applied })
  expect(await screen.findByText('Request Sent Successfully!')).toBeTruthy()
  expect(screen.getByText('Applied')).toBeTruthy()
  expect(await button('Withdraw')).toBeTruthy()
})

test('[DLG-30][DLG-31] a failed application shows an alert in a red box, and Apply can be pressed again', async () => {
  calls.apply.mockRejectedValueOnce(failure('apply', 500)).mockResolvedValueOnce({ data: applied })
  show()
  fireEvent.click(await button('Apply'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Failed to request project. Please try again.')
  expect(alert.className).toContain('colorError')
  fireEvent.click(await button('Apply'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test("[DLG-27] when the server already has an application, the dialog reads 'Already Applied'", async () => {
  calls.apply.mockRejectedValue(failure('apply', 409, 'You have applied already.'))
  show()
  fireEvent.click(await button('Apply'))
  expect(await screen.findByText('Already Applied')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  calls.get.mockResolvedValue({ data: { ...project, isRequested: true } })
  show()
  expect(await screen.findByText('Already Applied')).toBeTruthy()
})

test('[DLG-33] Withdraw sends accept=false with the stored user id, shows at once, and Apply is offered again', async () => {
  calls.get.mockResolvedValue({ data: { ...project, isRequested: true } })
  calls.access.mockResolvedValue({ data: applied })
  const waiting = pending<{ data: ProjectAccess }>()
  calls.answer.mockReturnValue(waiting.promise)
  show()
  fireEvent.click(await button('Withdraw'))
  const apply = await button('Apply')
  expect((apply as HTMLButtonElement).disabled).toBe(true)
  expect(calls.answer).toHaveBeenCalledWith({ params: { id: projectID, userId: userID }, body: { accept: false } })
  calls.access.mockResolvedValue({ data: none })
  calls.get.mockResolvedValue({ data: project })
  waiting.resolve({ data: none })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(false))
})

test('[DLG-31] after a failed withdrawal Applied is back, with the error in a red box', async () => {
  calls.access.mockResolvedValue({ data: applied })
  calls.answer.mockRejectedValue(failure('answer', 500))
  show()
  fireEvent.click(await button('Withdraw'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Failed to update the request. Please try again.')
  expect(alert.className).toContain('colorError')
  expect(screen.getByText('Applied')).toBeTruthy()
})

test.each([
  ['Accept', true, member, 'Open project'],
  ['Reject', false, none, 'Apply'],
] as const)('[DLG-34] %s on an invitation sends accept=%s', async (label, accept, after, next) => {
  calls.access.mockResolvedValueOnce({ data: invited }).mockResolvedValue({ data: after })
  calls.answer.mockResolvedValue({ data: after })
  show()
  fireEvent.click(await button(label))
  expect(await screen.findByText(next)).toBeTruthy()
  expect(calls.answer).toHaveBeenCalledTimes(1)
  expect(calls.answer).toHaveBeenCalledWith({ params: { id: projectID, userId: userID }, body: { accept } })
})

test('[DLG-41] a person who accepts an invitation finds the project among their own at once', async () => {
  calls.access.mockResolvedValueOnce({ data: invited }).mockResolvedValue({ data: member })
  calls.answer.mockResolvedValue({ data: member })
  const { client } = show()
  const lists = [
    ['users.projects', {}],
    ['projects.openProjects', {}],
  ]
  for (const queryKey of lists) client.setQueryData(queryKey, [])
  fireEvent.click(await button('Accept'))
  await screen.findByText('Open project')
  await waitFor(() =>
    expect(lists.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([true, true]),
  )
})

test('[DLG-31] a membership check that failed says so in a red box and can be repeated', async () => {
  calls.access.mockRejectedValueOnce(failure('access', 500))
  show()
  expect((await screen.findByRole('alert')).className).toContain('colorError')
  fireEvent.click(await button('Check again'))
  expect(await button('Apply')).toBeTruthy()
})

test('[DLG-04] closing without a history goes to the market, by the cross and by Escape', async () => {
  const router = show()
  await opened()
  fireEvent.click(await button('Close'))
  expect(await screen.findByText('The market')).toBeTruthy()
  expect(router.state.historyAction).toBe('REPLACE')
  cleanup()
  show()
  await opened()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(await screen.findByText('The market')).toBeTruthy()
})
