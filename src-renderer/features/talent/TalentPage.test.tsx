import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Talent } from '#shared/contract/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { talentRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000009'
})
afterEach(() => {
  cleanup()
  host.reset()
})

const talent = (number: number, extra: Partial<Talent> = {}): Talent => ({
  userID: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  username: `person-${number}`,
  name: `Person ${number}`,
  email: null,
  bio: 'Tidal charts, React developer.',
  skills: ['React', 'Writing'],
  tier: 'gold',
  reputation: 2100,
  ...extra,
})
/** Answers the directory's calls like our server, which filters and divides into pages. */
const serve = (total: number, extra: Partial<Talent> = {}) =>
  host.on('people.talents', ({ input }) => {
    const { page, limit = 10 } = input.query as { page: number; limit?: number }
    const first = (page - 1) * limit
    const count = Math.max(0, Math.min(limit, total - first))
    return ok({
      talents: Array.from({ length: count }, (_, index) => talent(first + index + 1, extra)),
      pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
    })
  })
const queries = () => host.called('people.talents').map(({ input }) => input.query)
const show = (path = '/talent') => renderRoutes(talentRoutes, path)
const cards = () => screen.findAllByRole('article')

test("[TAL-08][TAL-09] a card shows name, tier, reputation, bio and skills, and 'View Profile' goes to the profile", async () => {
  serve(1, { username: 'grace field', name: 'Grace Field' })
  show()
  const card = within((await cards())[0] as HTMLElement)
  expect(card.getByRole('heading', { name: 'Grace Field' })).toBeTruthy()
  expect(card.getByText('Gold')).toBeTruthy()
  expect(card.getByText('2,100 reputation')).toBeTruthy()
  expect(card.getByText('Tidal charts, React developer.')).toBeTruthy()
  expect(within(card.getByRole('list', { name: 'Skills' })).getByText('Writing')).toBeTruthy()
  expect(card.getByRole('link', { name: 'View Profile' }).getAttribute('href')).toBe('/pf/grace%20field')
})

test('[TAL-01] typing searches once, after a pause, from the first page, and the search is in the address', async () => {
  serve(40)
  const router = show('/talent?page=3')
  await cards()
  host.calls.length = 0
  await user.type(screen.getByRole('searchbox', { name: 'Search talents' }), 'tidal')
  await waitFor(() => expect(queries()).toEqual([{ page: 1, q: 'tidal' }]))
  expect(router.state.location.search).toBe('?q=tidal')
  expect(await screen.findByText('40 people for “tidal”')).toBeTruthy()
})

test.each([
  ['TAL-02', 'Skill level', 'Advanced · Gold', { page: 1, skillLevel: 'advanced' }, '?level=advanced'],
  ['TAL-03', 'Industry', 'Writing', { page: 1, industry: 'Writing' }, '?industry=Writing'],
])('[%s] the filter %s is asked of the server and kept in the address', async (_id, label, option, query, search) => {
  serve(4)
  const router = show()
  await cards()
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(queries().at(-1)).toEqual(query))
  expect(router.state.location.search).toBe(search)
})

test('[TAL-05] budget, duration and rating are disabled and say why', async () => {
  serve(1)
  show()
  await cards()
  for (const label of ['Budget', 'Duration', 'Rating']) {
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: label })
    expect(field.disabled).toBe(true)
    const reason = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toMatch(/^Not available: ./)
  }
})

test('[TAL-06] a popular skill is a toggle: pressed it searches, pressed again it shows everybody', async () => {
  serve(3)
  const router = show()
  await cards()
  const chips = within(screen.getByRole('group', { name: 'Popular skills' })).getAllByRole('button')
  expect(chips.map((chip) => chip.textContent)).toEqual([
    'UI/UX Designer',
    'React Developer',
    'Content Writer',
    'Full Stack',
    'Data Scientist',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'React Developer' }))
  await waitFor(() => expect(queries().at(-1)).toEqual({ page: 1, q: 'React Developer' }))
  const chip = screen.getByRole('button', { name: 'React Developer' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(chip)
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('[TAL-07] the drawer has the filters, shows how many people are found, and clears the filters', async () => {
  serve(17)
  const router = show('/talent?level=advanced')
  await cards()
  // In jsdom the screen is wide, and the button is hidden there.
  fireEvent.click(screen.getByRole('button', { name: 'Filters, 1 set', hidden: true }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Filters' }))
  expect(drawer.getByRole('combobox', { name: 'Skill level' }).textContent).toBe('Advanced · Gold')
  expect(drawer.getByRole('combobox', { name: 'Industry' })).toBeTruthy()
  fireEvent.click(drawer.getByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  fireEvent.click(await drawer.findByRole('button', { name: 'Show 17 people' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test("[TAL-10][TAL-12] the pages are the server's, with at most five buttons", async () => {
  serve(400)
  show('/talent?page=20')
  expect(await cards()).toHaveLength(10)
  expect(queries()).toEqual([{ page: 20 }])
  const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link', { name: /^Page \d+$/ })
  expect(pages.map((page) => page.textContent)).toEqual(['18', '19', '20', '21', '22'])
})

test('[TAL-11] the answer of a server that lists everybody whatever it is asked is filtered here, ten on a page', async () => {
  const everybody = Array.from({ length: 60 }, (_, index) => talent(index, { tier: index % 2 ? 'gold' : 'basic' }))
  host.on('people.talents', ({ input }) => {
    const { page } = input.query as { page: number }
    const talents = everybody.slice((page - 1) * 20, page * 20)
    return ok({ talents, pagination: { page, limit: 20, total: 60, totalPages: 3 } })
  })
  show('/talent?level=advanced&page=2')
  expect(await cards()).toHaveLength(10)
  expect(screen.getByText('30 people')).toBeTruthy()
  expect(screen.getAllByText('Gold')).toHaveLength(10)
  expect(screen.getAllByRole('link', { name: /^Page \d+$/ })).toHaveLength(3)
})

test("[TAL-13] 'No talents found' shows with a button that clears search and filters", async () => {
  serve(0)
  const router = show('/talent?q=zzz&industry=Data')
  expect(await screen.findByRole('heading', { name: 'No talents found' })).toBeTruthy()
  serve(2)
  fireEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await cards()).toHaveLength(2)
  expect(router.state.location.search).toBe('')
})

test("[TAL-14] a failed load shows 'Failed to load talents', and Retry loads again", async () => {
  host.on('people.talents', failedReply(500, 'INTERNAL'))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load talents')
  serve(2)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await cards()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('pointing at a card fetches once the profile that it opens', async () => {
  serve(1)
  show()
  const [card] = await cards()
  fireEvent.pointerEnter(card as Element)
  fireEvent.focus(within(card as HTMLElement).getByRole('link'))
  await waitFor(() =>
    expect(host.called('people.profileByUsername').map(({ input }) => input.params)).toEqual([
      { username: 'person-1' },
    ]),
  )
})

test('a page after the last one leads to the last one', async () => {
  serve(12)
  const router = show('/talent?page=9')
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  expect(await cards()).toHaveLength(2)
})

test('a card tells finished tasks, hours a week and the record of answers, and says nothing of what is not known', async () => {
  const answers = { closed: 24, answered: 22, medianHours: 30 }
  serve(1, { finishedTasks: 12, hoursPerWeek: 20, answers })
  renderRoutes(talentRoutes, '/talent')
  expect(await screen.findByText('12 tasks finished · 20 hours a week · answered 92 % of 24 applications')).toBeTruthy()
  cleanup()
  serve(1, { finishedTasks: 0, hoursPerWeek: null, answers: { closed: 2, answered: 2, medianHours: 1 } })
  renderRoutes(talentRoutes, '/talent')
  const card = await screen.findByRole('article', { name: 'Person 1' })
  expect(card.textContent).not.toMatch(/finished|hours a week|answered/)
})
