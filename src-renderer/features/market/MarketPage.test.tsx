import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, failedReply } from '#shared/api-client/index.ts'
import { contract, type ProjectListItem } from '#shared/contract/index.ts'
import { user } from '#support/quick-user.ts'
import { listedProject } from '#support/projects.ts'
import { marketRoutes } from './routes.tsx'

const calls = vi.hoisted(() => ({ openProjects: vi.fn(), get: vi.fn(), similar: vi.fn(), access: vi.fn() }))
vi.mock('#lib/api.ts', async () => {
  const { isApiError, isUnreachable } = await import('#shared/api-client/index.ts')
  const api = {
    projects: { openProjects: calls.openProjects, get: calls.get, similar: calls.similar },
    memberships: { access: calls.access },
  }
  return { api, isApiError, isUnreachable }
})

const project = (number: number, extra: Partial<ProjectListItem> = {}): ProjectListItem => {
  const now = new Date().toISOString()
  return listedProject(number, { createdAt: now, updatedAt: now, role: null, isApproved: false, ...extra })
}
/** Answers the market's calls like a server that has this many projects. */
const serve = (total: number, extra: Partial<ProjectListItem> = {}) =>
  calls.openProjects.mockImplementation(({ query }: { query: { page: number } }) => {
    const first = (query.page - 1) * 10
    const count = Math.max(0, Math.min(10, total - first))
    return Promise.resolve({
      data: Array.from({ length: count }, (_, index) => project(first + index + 1, extra)),
      pagination: { page: query.page, limit: 10, total, totalPages: Math.ceil(total / 10) },
    })
  })
const lastQuery = () => (calls.openProjects.mock.lastCall![0] as { query: unknown }).query
const failure = () => new ApiError('openProjects', contract.projects.openProjects, failedReply(500, 'INTERNAL'))

configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  vi.clearAllMocks()
  for (const call of [calls.get, calls.similar, calls.access]) call.mockResolvedValue({ data: [] })
})
afterEach(cleanup)

const show = (path = '/market') => {
  const elsewhere = [
    { path: '/project/:id', element: <p>Workspace</p> },
    { path: '/project/:id/dialog', element: <p>Dialog</p> },
  ]
  const router = createMemoryRouter([...marketRoutes, ...elsewhere], { initialEntries: [path] })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const cards = () => screen.findAllByRole('article')

test("[MKT-01][MKT-03] 'Available Jobs' has a search box, a skill-level filter and ten cards on a page", async () => {
  serve(23)
  const router = show()
  expect(await cards()).toHaveLength(10)
  expect(screen.getByRole('heading', { level: 1, name: 'Available Jobs' })).toBeTruthy()
  expect(screen.getByRole('searchbox', { name: 'Search projects' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Skill level' })).toBeTruthy()
  expect(screen.getByText('23 projects')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
  expect(router.state.location.search).toBe('?page=3')
})

test('[MKT-01] a card names the person who posted the project, where the server says it', async () => {
  serve(1, { createdBy: { username: 'ada', name: 'Ada Lovelace' } })
  show()
  const [card] = await cards()
  expect(within(card as HTMLElement).getByText('Ada Lovelace').title).toBe('@ada')
  cleanup()
  serve(1)
  show()
  expect(await cards()).toHaveLength(1)
  expect(screen.queryByText('Ada Lovelace')).toBeNull()
})

test('[MKT-04] at most five page buttons show, however many pages there are', async () => {
  serve(400)
  show('/market?page=20')
  await cards()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link', { name: /^Page \d+$/ })
  expect(pages.map((page) => page.textContent)).toEqual(['18', '19', '20', '21', '22'])
})

test('[MKT-02] a saved search is a toggle: pressed it searches, pressed again it shows everything', async () => {
  serve(3)
  const router = show('/market?page=1&level=advanced')
  await cards()
  fireEvent.click(screen.getByRole('button', { name: 'UI/UX Design' }))
  await waitFor(() => expect(lastQuery()).toEqual({ page: 1, q: 'UI/UX Design', skillLevel: 'advanced' }))
  const chip = screen.getByRole('button', { name: 'UI/UX Design' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('UI/UX Design')
  fireEvent.click(chip)
  await waitFor(() => expect(router.state.location.search).toBe('?level=advanced'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

test('typing searches once, after a pause, and goes back to the first page', async () => {
  serve(40)
  const router = show('/market?page=3')
  await cards()
  calls.openProjects.mockClear()
  await user.type(screen.getByRole('searchbox'), 'tides')
  expect(calls.openProjects).not.toHaveBeenCalled()
  await waitFor(() => expect(lastQuery()).toEqual({ page: 1, q: 'tides' }))
  expect(calls.openProjects).toHaveBeenCalledTimes(1)
  expect(router.state.location.search).toBe('?q=tides')
  expect(await screen.findByText('40 projects for “tides”')).toBeTruthy()
})

test('a search that reaches the limit of its results says that there may be more', async () => {
  serve(500)
  show('/market?q=tides')
  expect(await screen.findByText('500+ projects for “tides”')).toBeTruthy()
})

test('[MKT-05] the skill level is sent and kept in the address', async () => {
  serve(4)
  const router = show()
  await cards()
  await user.click(screen.getByRole('combobox', { name: 'Skill level' }))
  await user.click(await screen.findByRole('option', { name: 'Intermediate · Bronze and Silver' }))
  await waitFor(() => expect(lastQuery()).toEqual({ page: 1, skillLevel: 'intermediate' }))
  expect(router.state.location.search).toBe('?level=intermediate')
})

test.each([
  ['MKT-06', true, `/project/${project(1).id}`],
  ['MKT-07', false, `/project/${project(1).id}/dialog`],
])('[%s] a project with isApproved %s opens at %s', async (_id, isApproved, path) => {
  serve(1, { isApproved })
  const router = show()
  const [card] = await cards()
  fireEvent.click(card as Element)
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
})

test('pointing at a card fetches once what a click opens', async () => {
  serve(2)
  show()
  const [card] = await cards()
  fireEvent.pointerEnter(card as Element)
  fireEvent.pointerEnter(card as Element)
  await waitFor(() => expect(calls.access).toHaveBeenCalledTimes(1))
  expect(calls.get).toHaveBeenCalledTimes(1)
  expect(calls.get.mock.lastCall?.[0]).toEqual({ params: { id: project(1).id } })
})

test.each([
  ['basic', 'Basic'],
  ['bronze', 'Bronze'],
  ['silver', 'Silver'],
  ['gold', 'Gold'],
])('[MKT-27] a card names the tier %s by its own name, as the filter does', async (tier, name) => {
  serve(1, { tier })
  show()
  const card = within(await screen.findByRole('article'))
  expect(card.getByText(name)).toBeTruthy()
  expect(card.queryByText(/Beginner|Intermediate|Advanced|Expert/)).toBeNull()
})

test('[MKT-08] when nothing matches, the page shows the required text and hint, and a button that clears the filters; an empty market says so', async () => {
  serve(0)
  const router = show('/market?q=zzz&level=beginner')
  expect(await screen.findByRole('heading', { name: 'No projects found' })).toBeTruthy()
  expect(screen.getByText('Try adjusting your search terms or filters')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  // When no project is open at all, nothing was searched for, and there is nothing to clear.
  expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeTruthy()
  expect(screen.queryByText('Try adjusting your search terms or filters')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear search and filters' })).toBeNull()
  // Somebody with a project of their own is the one who can change that.
  expect(screen.getByRole('link', { name: 'Post a project' }).getAttribute('href')).toBe('/creator-application')
})

test("[MKT-10] a failed load shows 'Failed to load projects', and Retry loads again", async () => {
  calls.openProjects.mockRejectedValueOnce(failure())
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load projects')
  serve(2)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await cards()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while the next page loads, the old page stays', async () => {
  serve(12)
  show()
  await cards()
  calls.openProjects.mockReturnValue(new Promise(() => undefined))
  fireEvent.click(screen.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(screen.getByRole('list', { name: 'Projects' }).getAttribute('aria-busy')).toBe('true'))
  expect(screen.getAllByRole('article')).toHaveLength(10)
})

test('a page after the last one leads to the last one', async () => {
  serve(12)
  const router = show('/market?page=9')
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  expect(await cards()).toHaveLength(2)
})
