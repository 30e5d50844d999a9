import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { OwnedProject, Standing } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { calm, idOf, project, serve } from '#support/owned-projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { moneyText } from './ProjectStanding.tsx'

afterEach(clearApp)

const owned = (number: number, standing: Partial<Standing>, extra: Partial<OwnedProject> = {}): OwnedProject => ({
  ...project(number, { title: `Project ${number}` }),
  standing: { ...calm, ...standing },
  ...extra,
})
const show = async (...projects: OwnedProject[]) => {
  serve()
  host.on('projects.owned', ok({ data: projects }))
  const { path } = await renderApp('/owner-dashboard')
  await screen.findAllByRole('article')
  return path
}
const card = (number: number) => within(screen.getByRole('article', { name: `Project ${number}` }))
const titles = () =>
  screen.getAllByRole('article').map((one) => within(one).getByRole('heading', { level: 2 }).textContent)

test("an owner's card says what waits, who is late, how far it is, when it ends, and what money is left", async () => {
  const late = [
    { username: 'ada', name: 'Ada Byron' },
    { username: 'ben', name: '' },
  ]
  await show(
    owned(1, {
      requests: 2,
      reviews: 1,
      tasks: 12,
      done: 5,
      overdue: 3,
      late,
      deadline: '2031-05-01',
      budget: '3000',
      paidCents: 120_000,
    }),
    owned(2, { deadline: '2020-05-01' }),
  )
  const requests = card(1).getByRole('link', { name: '2 requests in Project 1' })
  expect(requests.getAttribute('href')).toBe(`/project/${idOf(1)}/collaborators?view=requests`)
  expect(card(1).getByRole('link', { name: '1 task to review in Project 1' })).toBeTruthy()
  expect(card(1).getByText('3 tasks late · Ada Byron, ben')).toBeTruthy()
  const late3 = card(1).getByRole('link', { name: '3 tasks late · Ada Byron, ben in Project 1' })
  expect(late3.getAttribute('href')).toBe(`/project/${idOf(1)}/tasks?view=backlog&due=overdue`)
  const review = card(1).getByRole('link', { name: '1 task to review in Project 1' })
  expect(review.getAttribute('href')).toBe(`/project/${idOf(1)}/tasks?view=backlog&status=3`)
  expect(card(1).getByRole('progressbar', { name: 'Progress of Project 1' }).getAttribute('aria-valuenow')).toBe('42')
  for (const text of ['5 of 12 tasks done', 'Due May 1, 2031', '$1,800 of $3,000 left'])
    expect(card(1).getByText(text)).toBeTruthy()
  // What strangers choose by is not on the owner's card.
  expect(card(1).queryByText('Skills needed:')).toBeNull()
  expect(card(2).getByText('Was due May 1, 2020')).toBeTruthy()
  expect(card(2).getByText('No tasks yet')).toBeTruthy()
  expect(screen.getByText('Needs you: 2 requests, 1 review, and 3 late tasks.')).toBeTruthy()
})

test('what needs the owner leads there: to the one thing, or to the list with the projects that need them first', async () => {
  await show(owned(1, {}), owned(2, { reviews: 1 }))
  const review = screen.getByRole('link', { name: 'Needs you: 1 review.' })
  expect(review.getAttribute('href')).toBe(`/project/${idOf(2)}/tasks?view=backlog&status=3`)
  clearApp()
  const path = await show(owned(1, {}), owned(2, { overdue: 1 }), owned(3, { requests: 2 }))
  await user.click(screen.getByRole('link', { name: 'Needs you: 2 requests and 1 late task.' }))
  await waitFor(() => expect(titles()).toEqual(['Project 3', 'Project 2', 'Project 1']))
  expect(path()).toBe('/owner-dashboard?sort=waiting')
  // There it leads no further.
  expect(screen.queryByRole('link', { name: /^Needs you/ })).toBeNull()
  expect(screen.getByText('Needs you: 2 requests and 1 late task.')).toBeTruthy()
})

test('where one project waits with things of several kinds, what needs the owner leads to that project', async () => {
  await show(owned(1, {}), owned(2, { reviews: 1, overdue: 2 }))
  const link = screen.getByRole('link', { name: 'Needs you: 1 review and 2 late tasks.' })
  expect(link.getAttribute('href')).toBe(`/project/${idOf(2)}`)
})

test.each(['?tab=drafts&sort=waiting', '?q=bird&sort=waiting', '?tab=archived&q=bird'])(
  'from %s what needs the owner leads to all active projects, without the search',
  async (query) => {
    serve()
    host.on('projects.owned', ok({ data: [owned(1, { overdue: 1 }), owned(2, { requests: 2 })] }))
    await renderApp(`/owner-dashboard${query}`)
    const link = await screen.findByRole('link', { name: 'Needs you: 2 requests and 1 late task.' })
    expect(link.getAttribute('href')).toBe('/owner-dashboard?sort=waiting')
  },
)

test('what waits in projects that are finished or put away does not need the owner, and their deadline is no reproach', async () => {
  const archivedAt = '2025-01-05T10:00:00.000Z'
  await show(owned(1, {}), owned(2, { requests: 2, overdue: 3, deadline: '2020-05-01' }, { archivedAt }))
  expect(screen.queryByText(/^Needs you/)).toBeNull()
  await user.click(screen.getByRole('tab', { name: /^Archived/ }))
  await waitFor(() => expect(card(2).getByText('Due May 1, 2020')).toBeTruthy())
  expect(card(2).queryByText('Was due May 1, 2020')).toBeNull()
})

test('everything comes with one call, and where a server does not say, the card is that of before', async () => {
  await show(owned(1, {}, { standing: null }))
  expect(card(1).getByText('Skills needed:')).toBeTruthy()
  expect(screen.queryByText(/^Needs you/)).toBeNull()
  expect(host.called('projects.owned')).toHaveLength(1)
  for (const other of ['memberships.requests', 'tasks.byProject', 'payments.list'])
    expect(host.called(other)).toEqual([])
})

test('projects are searched and sorted, and the address has both', async () => {
  const path = await show(
    owned(1, { deadline: '2031-09-01' }, { skills: 'Figma' }),
    owned(2, { requests: 1 }),
    owned(3, { deadline: '2031-05-01', requests: 1, reviews: 2 }, { organizationName: 'Bírd Atlas' }),
  )
  const sort = async (option: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Sort by' }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  expect(titles()).toEqual(['Project 1', 'Project 2', 'Project 3'])
  await sort('Needs you')
  await waitFor(() => expect(titles()).toEqual(['Project 3', 'Project 2', 'Project 1']))
  expect(path()).toBe('/owner-dashboard?sort=waiting')
  await sort('Deadline')
  await waitFor(() => expect(titles()).toEqual(['Project 3', 'Project 1', 'Project 2']))
  const search = screen.getByRole('searchbox', { name: 'Search your projects' })
  await user.type(search, 'bird{Enter}')
  await waitFor(() => expect(titles()).toEqual(['Project 3']))
  expect(screen.getByRole('tab', { name: /^Active/ }).textContent).toBe('Active1')
  expect(path()).toBe('/owner-dashboard?q=bird&sort=deadline')
  await user.clear(search)
  await user.type(search, 'nothing{Enter}')
  expect(await screen.findByRole('heading', { name: 'No project matches' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all projects' }))
  await waitFor(() => expect(titles()).toHaveLength(3))
})

test.each([
  ['3000', 120_000, '$1,800 of $3,000 left'],
  ['$3,000.50', 0, '$3,000.50 of $3,000.50 left'],
  ['100', 12_550, '$25.50 over $100'],
  ['by agreement', 0, 'Budget by agreement'],
  [null, 5_000, '$50 paid'],
  [null, 0, null],
])('a budget of %s with %i cents paid reads %s', (budget, paidCents, text) => {
  expect(moneyText({ budget, currency: 'USD', paidCents })).toBe(text)
})

test('[OFFER-32] money of a project is written in its currency, of which yen have no smaller unit', () => {
  expect(moneyText({ budget: '3000', currency: 'EUR', paidCents: 120_000 })).toBe('€1,800 of €3,000 left')
  expect(moneyText({ budget: '¥3000', currency: 'JPY', paidCents: 1_200 })).toBe('¥1,800 of ¥3,000 left')
})
