import '../features/market/MarketPage.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { MarketProject, SavedSearch } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf, listedProject } from '#support/projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { noteSearch, recentSearches } from '../features/market/recent-searches.ts'
import { forgetPerson, localData } from '../lib/browser-storage.ts'

afterEach(() => {
  clearApp()
  localData.remove('capabilities', 'recentSearches')
})

const offer = {
  budget: '3000',
  currency: 'USD',
  weeklyHours: 12,
  deadline: '2031-05-01',
  teamSize: 3,
  applicants: 2,
  asked: null,
  openTasks: null,
}
const project = (number: number, extra: Partial<MarketProject> = {}): MarketProject => ({
  ...listedProject(number, { role: null, isApproved: false, createdBy: { username: 'ada', name: 'Ada Byron' } }),
  offer,
  ...extra,
})
const search = (number: number, extra: Partial<SavedSearch> = {}): SavedSearch => ({
  id: idOf(number),
  name: `Search ${number}`,
  search: { q: 'maps', minBudget: 500 },
  tasks: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  seenAt: '2026-01-05T10:00:00.000Z',
  newHits: 0,
  ...extra,
})

let searches: SavedSearch[]
/** A server with these projects, which keeps saved projects and searches unless it is one of the first release. */
const serve = (projects: MarketProject[], { saved = [] as string[], isFirstRelease = false } = {}) => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'grace' } }))
  host.on('capabilities.list', isFirstRelease ? failedReply(404, 'NOT_FOUND') : ok({ data: ['market'] }))
  host.on('projects.openProjects', () =>
    ok({ data: projects, pagination: { page: 1, limit: 10, total: projects.length, totalPages: 1 } }),
  )
  host.on('savedProjects.list', ok({ data: saved }))
  host.on('savedProjects.add', ok({ message: 'Saved' }))
  host.on('savedProjects.remove', ok({ message: 'Removed' }))
  host.on('savedSearches.list', () => ok({ data: searches }))
  host.on('savedSearches.update', ok({ message: 'Changed' }))
  host.on('savedSearches.remove', ok({ message: 'Deleted' }))
}
beforeEach(() => {
  searches = []
})
const card = async (number = 1) => within(await screen.findByRole('article', { name: `Project ${number}` }))
const asked = () => host.called('projects.openProjects').at(-1)?.input.query

describe('a card', () => {
  test('says pay, hours, deadline, team and applicants, links its owner, and marks what one has applied to', async () => {
    const asks = (asked: 'application' | 'invitation') => ({ offer: { ...offer, asked } })
    const bare = { ...offer, budget: null, weeklyHours: 0, deadline: null, applicants: 0 }
    serve([
      project(1),
      project(2, asks('application')),
      project(3, asks('invitation')),
      project(4, { offer: bare, role: 'member' }),
    ])
    await renderApp('/market')
    const facts = async (number: number) =>
      within((await card(number)).getByRole('list', { name: 'At a glance' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(await facts(1)).toEqual(['$3,000', '12 hours/week', 'Due May 1, 2031', 'Team of 3', '2 applicants'])
    expect(await facts(4)).toEqual(['5-10 hours/week', 'Team of 3', 'No applicants yet'])
    const owner = (await card()).getByRole('link', { name: 'Ada Byron' })
    expect(owner.getAttribute('href')).toBe('/pf/ada')
    expect((await card()).queryByText(/^(Applied|Invited|Member)$/)).toBeNull()
    for (const [number, mark] of [
      [2, 'Applied'],
      [3, 'Invited'],
      [4, 'Member'],
    ] as const)
      expect((await card(number)).getByText(mark)).toBeTruthy()
  })

  test('[OPEN-13] says how many tasks are open and the most that one pays, where there are some', async () => {
    const openTasks = (count: number, amountCents: number) => ({
      offer: { ...offer, openTasks: { count, amountCents, currency: 'USD' } },
    })
    serve([project(1, openTasks(4, 40_000)), project(2, openTasks(1, 0)), project(3)])
    host.on('capabilities.list', ok({ data: ['market', 'claims'] }))
    await renderApp('/market')
    expect(await (await card(1)).findByText('4 open tasks · up to $400')).toBeTruthy()
    expect((await card(2)).getByText('1 open task')).toBeTruthy()
    expect((await card(3)).queryByText(/open task/)).toBeNull()
  })

  test('[CAP-02] without claims says nothing of open tasks', async () => {
    serve([project(1, { offer: { ...offer, openTasks: { count: 4, amountCents: 40_000, currency: 'USD' } } })])
    await renderApp('/market')
    expect((await card(1)).getByText('2 applicants')).toBeTruthy()
    await host.quiet()
    expect((await card(1)).queryByText(/open task/)).toBeNull()
  })

  test('pressing the owner opens the profile and not the project', async () => {
    serve([project(1)])
    const { path } = await renderApp('/market')
    await user.click((await card()).getByRole('link', { name: 'Ada Byron' }))
    await waitFor(() => expect(path()).toBe('/pf/ada'))
  })

  test('of a server that does not say it has none of these, and nothing is asked that it does not have', async () => {
    serve([project(1, { offer: null })], { isFirstRelease: true })
    await renderApp('/market')
    expect((await card()).queryByRole('list', { name: 'At a glance' })).toBeNull()
    await host.quiet()
    for (const name of ['combobox', 'textbox'] as const)
      expect(screen.queryAllByRole(name, { name: /Sort by|Hours|Budget|^Skills$/ })).toEqual([])
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
    expect(host.called('savedProjects.list')).toEqual([])
  })
})

describe('filters and sort', () => {
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option }))
  }

  test('are sent, and kept in the address; each is a chip that takes it away', async () => {
    serve([project(1)])
    const { path } = await renderApp('/market')
    await screen.findByRole('combobox', { name: 'Sort by' })
    await choose('Hours', 'Up to 20 hours a week')
    await choose('Budget', '$1,000 or more')
    await choose('Sort by', 'Answers fastest')
    await user.type(screen.getByRole('combobox', { name: 'Skills' }), 'react,')
    await waitFor(() =>
      expect(asked()).toEqual({ page: 1, skills: 'React', maxHours: 20, minBudget: 1000, sort: 'answers' }),
    )
    expect(path()).toBe('/market?skills=React&hours=20&pay=1000&sort=answers')
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Up to 20 hours a week' }))
    await waitFor(() => expect(path()).toBe('/market?skills=React&pay=1000&sort=answers'))
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(path()).toBe('/market?sort=answers'))
  })

  test("a search offers 'Best match' as its own order, and the newest first", async () => {
    serve([project(1)])
    const { path } = await renderApp('/market?q=maps')
    expect((await screen.findByRole('combobox', { name: 'Sort by' })).textContent).toBe('Best match')
    await choose('Sort by', 'Newest')
    await waitFor(() => expect(asked()).toEqual({ page: 1, q: 'maps', sort: 'newest' }))
    expect(path()).toBe('/market?q=maps&sort=newest')
  })

  test('only saved projects: nothing saved reads differently from nothing found', async () => {
    serve([])
    await renderApp('/market?saved')
    expect(await screen.findByRole('heading', { name: 'No saved projects' })).toBeTruthy()
    expect(asked()).toEqual({ page: 1, saved: 'true' })
    await user.click(screen.getByRole('button', { name: 'Show all projects' }))
    expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeTruthy()
  })
})

describe('saved projects', () => {
  test('the bookmark is a switch that shows at once, and does not open the card', async () => {
    serve([project(1)])
    const { path } = await renderApp('/market')
    const button = await screen.findByRole('button', { name: /^Save for later: ./ })
    await user.click(button)
    expect(button.getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(host.called('savedProjects.add')).toHaveLength(1))
    await user.click(button)
    expect(button.getAttribute('aria-pressed')).toBe('false')
    await waitFor(() => expect(host.called('savedProjects.remove')).toHaveLength(1))
    expect(path()).toBe('/market')
  })

  test('a failure takes the mark back and says so', async () => {
    serve([project(1)], { saved: [idOf(1)] })
    host.on('savedProjects.remove', failedReply(500, 'INTERNAL'))
    await renderApp('/market')
    const button = await screen.findByRole('button', { name: /^Save for later: ./ })
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    await user.click(button)
    expect(await screen.findByText('Failed to remove the project from your saved ones. Please try again.')).toBeTruthy()
    expect(button.getAttribute('aria-pressed')).toBe('true')
  })
})

describe('own searches', () => {
  test('the present search is saved by a name that says what it looks for', async () => {
    serve([project(1)])
    host.on('savedSearches.create', ({ input }) => {
      const body = input.body as Pick<SavedSearch, 'name' | 'search'>
      searches = [search(7, body)]
      return ok({ data: searches[0] })
    })
    const { router } = await renderApp('/market')
    await screen.findByRole('combobox', { name: 'Sort by' })
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
    await act(() => router.navigate('/market?q=maps&hours=20'))
    await user.click(await screen.findByRole('button', { name: 'Save this search' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this search' }))
    await user.click(dialog.getByRole('button', { name: 'Save search' }))
    const name = 'maps, Up to 20 hours a week'
    expect(await screen.findByRole('button', { name, pressed: true })).toBeTruthy()
    expect(host.called('savedSearches.create')[0]?.input.body).toEqual({ name, search: { q: 'maps', maxHours: 20 } })
    expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull()
  })

  test('a search says how much is new, and pressing it looks for it and makes that known', async () => {
    searches = [search(7, { newHits: 3 }), search(8, { newHits: 100, search: {} })]
    serve([project(1)])
    const { path } = await renderApp('/market')
    expect(await screen.findByRole('button', { name: 'Search 8 · 100+ new' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Search 7 · 3 new' }))
    await waitFor(() => expect(path()).toBe('/market?q=maps&pay=500'))
    expect(await screen.findByRole('button', { name: 'Search 7', pressed: true })).toBeTruthy()
    await waitFor(() =>
      expect(host.called('savedSearches.update').map(({ input }) => input.body)).toEqual([{ isSeen: true }]),
    )
    await user.click(screen.getByRole('button', { name: 'Search 7', pressed: true }))
    await waitFor(() => expect(path()).toBe('/market'))
  })

  test('searches are renamed and deleted', async () => {
    searches = [search(7), search(8)]
    serve([project(1)])
    await renderApp('/market')
    await user.click(await screen.findByRole('button', { name: 'Rename or delete your searches' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your searches' }))
    const name = dialog.getByRole('textbox', { name: 'Name of Search 7' })
    await user.clear(name)
    await user.type(name, 'Good maps{Enter}')
    await waitFor(() =>
      expect(host.called('savedSearches.update').map(({ input }) => input.body)).toEqual([{ name: 'Good maps' }]),
    )
    searches = [search(7, { name: 'Good maps' })]
    await user.click(dialog.getByRole('button', { name: 'Delete Search 8' }))
    await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'Name of Search 8' })).toBeNull())
    expect(dialog.getByRole('textbox', { name: 'Name of Good maps' })).toBeTruthy()
  })

  test('a rename that fails after its dialog was closed is told', async () => {
    searches = [search(7)]
    serve([project(1)])
    host.on('savedSearches.update', failedReply(500, 'INTERNAL'))
    await renderApp('/market')
    await user.click(await screen.findByRole('button', { name: 'Rename or delete your searches' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your searches' }))
    const name = dialog.getByRole('textbox', { name: 'Name of Search 7' })
    await user.clear(name)
    await user.type(name, 'Good maps')
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('Failed to change the saved search. Please try again.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('after the last search is deleted the focus is at the text that says so', async () => {
    searches = [search(7)]
    serve([project(1)])
    await renderApp('/market')
    await user.click(await screen.findByRole('button', { name: 'Rename or delete your searches' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your searches' })
    searches = []
    await user.click(within(dialog).getByRole('button', { name: 'Delete Search 7' }))
    const text = await within(dialog).findByText(/^No saved searches left/)
    await waitFor(() => expect(document.activeElement?.contains(text)).toBe(true))
    expect(dialog.contains(document.activeElement)).toBe(true)
  })
})

test('recent searches stay on the device, what was typed on the way is one, and signing out forgets them', async () => {
  for (const q of ['re', 'react', 'maps', 'React']) noteSearch(q)
  expect(recentSearches()).toEqual(['React', 'maps'])
  serve([project(1)])
  const { view } = await renderApp('/market')
  await card()
  const offered = [...(view?.container.querySelectorAll('datalist option') ?? [])]
  expect(offered.map((one) => one.getAttribute('value'))).toEqual(['React', 'maps'])
  forgetPerson()
  expect(recentSearches()).toEqual([])
})
