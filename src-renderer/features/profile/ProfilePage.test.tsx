import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Profile } from '#shared/contract/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { renderRoutes } from '#support/render-routes.tsx'
import { profileFramedRoutes } from './routes.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  host.reset()
})

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const grace: Profile = {
  id: uuid(1),
  username: 'grace',
  name: 'Grace Field',
  bio: 'Finishes things.',
  tier: 'silver',
  reputation: 1250,
  isOwner: false,
  skills: ['React', 'Design'],
  projects: [],
}
const withProjects = (count: number): Profile => ({
  ...grace,
  projects: Array.from({ length: count }, (_, index) => ({
    id: uuid(100 + index),
    title: `Project ${index + 1}`,
    description: 'Words',
    tier: 'gold',
    role: 'member',
    createdAt: '2025-01-05T00:00:00.000Z',
  })),
})
const show = (profile: Profile) => {
  host.on('people.profileByUsername', ok({ data: profile }))
  return renderRoutes(profileFramedRoutes, '/pf/grace')
}
const box = async (name: string) => within(await screen.findByRole('region', { name }))

test('[PROF-01] a profile shows initials, name, tier badge, reputation, bio, projects and skills', async () => {
  show(withProjects(2))
  expect(await screen.findByRole('heading', { level: 1, name: 'Grace Field' })).toBeTruthy()
  expect(screen.getByText('GF')).toBeTruthy()
  expect(screen.getByText('Silver')).toBeTruthy()
  expect(screen.getByText('1,250 reputation')).toBeTruthy()
  expect((await box('Bio')).getByText('Finishes things.')).toBeTruthy()
  expect((await box('Projects')).getAllByRole('article')).toHaveLength(2)
  expect((await box('Skills')).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['React', 'Design'])
  expect(document.title).toContain('Grace Field')
})

test('[RECORD-10] a number says from how many creators it is, and its owner what holds the tier back', async () => {
  show({ ...grace, tier: 'bronze', creators: 1, isOwner: true })
  expect(await screen.findByText('1,250 from 1 creator')).toBeTruthy()
  expect(screen.getByText('Silver needs work for 1 more creator.')).toBeTruthy()
  cleanup()
  show({ ...grace, tier: 'bronze', creators: 1 })
  expect(await screen.findByText('1,250 from 1 creator')).toBeTruthy()
  expect(screen.queryByText(/^Silver needs/)).toBeNull()
})

test('a project says when the person joined it, and one of their own when it was posted', async () => {
  const joinedAt = '2025-03-09T12:00:00.000Z'
  const [theirs, own, older] = withProjects(3).projects
  show({ ...grace, projects: [{ ...theirs!, joinedAt }, { ...own!, role: 'owner', joinedAt }, older!] })
  const cards = (await box('Projects')).getAllByRole('article').map((card) => card.textContent)
  expect(cards[0]).toContain('Joined Mar 9, 2025')
  for (const card of cards.slice(1)) expect(card).toContain('Posted')
})

test('[PROF-02][PROF-03] without endorsements a box says what will be shown there', async () => {
  show(grace)
  expect((await box('Endorsements')).getByText('No endorsements yet.')).toBeTruthy()
  expect((await box('Portfolio')).getByText(/^Work samples will appear here/)).toBeTruthy()
})

test('[PROF-13][PROF-14][PROF-15] an empty profile says what is missing', async () => {
  show({ ...grace, bio: '', skills: [] })
  expect((await box('Projects')).getByText('No projects yet.')).toBeTruthy()
  expect((await box('Bio')).getByText('No bio added yet.')).toBeTruthy()
  expect((await box('Skills')).getByText('No skills added yet.')).toBeTruthy()
})

test("[PROF-08][PROF-09] three projects show, 'See More (N more)' adds three, 'See Less' goes back to three", async () => {
  show(withProjects(8))
  const projects = await box('Projects')
  const count = () => projects.getAllByRole('article').length
  expect(count()).toBe(3)
  expect(projects.queryByRole('button', { name: 'See Less' })).toBeNull()
  await user.click(projects.getByRole('button', { name: 'See More (5 more)' }))
  expect(count()).toBe(6)
  await user.click(projects.getByRole('button', { name: 'See More (2 more)' }))
  expect(count()).toBe(8)
  expect(projects.queryByRole('button', { name: /^See More/ })).toBeNull()
  const less = projects.getByRole('button', { name: 'See Less' })
  expect(document.activeElement).toBe(less)
  await user.click(less)
  expect(count()).toBe(3)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('See More (5 more)'))
})

test('[PROF-08] with three projects there is nothing more to see', async () => {
  show(withProjects(3))
  const projects = await box('Projects')
  expect(projects.getAllByRole('article')).toHaveLength(3)
  expect(projects.queryByRole('button', { name: /^See/ })).toBeNull()
})

test('[PROF-10] a project opens its dialog page', async () => {
  const router = show(withProjects(1))
  await user.click(await screen.findByRole('article'))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/project/${uuid(100)}/dialog`))
})

test('[PROF-09][PROF-10] coming back from a project shows as many projects as before, with the focus on the opened one', async () => {
  const router = show(withProjects(8))
  const projects = await box('Projects')
  await user.click(projects.getByRole('button', { name: 'See More (5 more)' }))
  await user.click(projects.getByRole('button', { name: 'View Details: Project 5' }))
  await screen.findByText('Elsewhere')
  await act(() => router.navigate(-1))
  const again = await box('Projects')
  expect(again.getAllByRole('article')).toHaveLength(6)
  expect(document.activeElement).toBe(again.getByRole('link', { name: 'Project 5' }))
})

test('[PROF-09] an address without sense shows three projects', async () => {
  host.on('people.profileByUsername', ok({ data: withProjects(8) }))
  renderRoutes(profileFramedRoutes, '/pf/grace?projects=-1e9')
  expect((await box('Projects')).getAllByRole('article')).toHaveLength(3)
})

test("[PROF-11] while it loads the page shows 'Loading profile...'", async () => {
  host.on('people.profileByUsername', () => new Promise(() => undefined))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  expect((await screen.findByRole('status')).textContent).toBe('Loading profile...')
})

test("[PROF-12] a failed load shows 'Failed to load profile', and Retry loads it", async () => {
  host.on('people.profileByUsername', failedReply(500, 'INTERNAL'))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to load profile')).toBeTruthy()
  host.on('people.profileByUsername', ok({ data: grace }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Grace Field' })).toBeTruthy()
})

test('[PROF-12] for an unknown username the page shows that text, the username, and a link instead of Retry', async () => {
  host.on('people.profileByUsername', failedReply(404, 'NOT_FOUND'))
  renderRoutes(profileFramedRoutes, '/pf/grace')
  const failure = await screen.findByText('Failed to load profile')
  // The page itself says what can be done, so the failure is one line and no box above it.
  expect(failure.closest('.MuiAlert-root')).toBeNull()
  expect(screen.getByText(/Nobody here is called “grace”/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the front page' }).getAttribute('href')).toBe('/')
})

test.each([
  ['a visitor', null, 'creator', false, false],
  ['a contributor', uuid(9), 'contributor', false, false],
  ['the person, though a creator', grace.id, 'creator', true, false],
  ['another creator', uuid(9), 'creator', false, true],
])("[PROF-06] whether %s sees 'Hire Me'", async (_who, userID, type, isOwner, isShown) => {
  host.userID = userID
  host.on('users.details', ok({ data: { type } }))
  show({ ...grace, isOwner })
  await screen.findByRole('heading', { level: 1 })
  if (isShown) expect(await screen.findByRole('button', { name: 'Hire Me' })).toBeTruthy()
  else {
    // This gives the answer time to arrive, where a call was made.
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.queryByRole('button', { name: 'Hire Me' })).toBeNull()
  }
})
