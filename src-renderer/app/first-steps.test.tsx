import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Standing } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { calm, idOf, project, serve } from '#support/owned-projects.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { ownProfileQuery } from '../data/people.ts'
import { sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'

configure({ asyncUtilTimeout: 20_000 })

const none = { rows: [], total: 0, hasFailed: false }
const profile = {
  id: idOf(999),
  username: 'ada',
  name: '',
  bio: '',
  tier: 'basic',
  reputation: 0,
  isOwner: true,
  skills: [] as string[],
  projects: [],
  email: 'ada@guildhall.test',
  isAdministrator: false,
}
const known = { name: 'Ada Byron', skills: ['Maps'] }
const begin = () => {
  serve()
  host.on('capabilities.list', ok({ data: ['work', 'profile', 'market'] }))
  host.on('work.get', ok({ data: { now: none, next: none, waiting: none, waitingForMe: null } }))
  host.on('savedProjects.list', ok({ data: [] }))
  host.on('users.projects', ok({ data: [] }))
}
beforeEach(begin)
/** Closes the app and opens another; what the device keeps for all people stays. */
const beginAnew = () => {
  const hidden = localStorage.getItem('hiddenSteps')
  clearApp()
  begin()
  if (hidden !== null) localStorage.setItem('hiddenSteps', hidden)
}
afterEach(() => {
  localStorage.clear()
  clearApp()
})

const steps = async () => within(await screen.findByRole('region', { name: 'First steps' }))
/** The steps in their order, with what is done. */
const told = async () =>
  (await steps())
    .getAllByRole('listitem')
    .map((step) => [step.querySelector('a, p')?.textContent, step.querySelector('a')?.getAttribute('href') ?? null])
const openWork = (facts: object) => {
  host.on('users.profile', ok({ data: { ...profile, ...facts } }))
  sessionData.set('userType', 'contributor')
  return renderApp('/work')
}
const openDashboard = (...standings: Array<Partial<Standing>>) => {
  const projects = standings.map((one, at) => ({ ...project(at + 1), standing: { ...calm, ...one } }))
  host.on('projects.owned', ok({ data: projects }))
  return renderApp('/owner-dashboard')
}

test('[NEXT-07] where tasks are taken, the steps end with the first accepted task', async () => {
  host.on('capabilities.list', ok({ data: ['work', 'profile', 'market', 'claims'] }))
  host.on('claims.list', ok({ data: [], nextCursor: null }))
  await openWork({})
  await waitFor(async () => expect((await told()).at(-1)).toEqual(['First task accepted', '/market?view=tasks']))
  expect(host.called('claims.list')[0]?.input).toEqual({ query: { state: 'finished', limit: 1 } })
  beginAnew()
  host.on('capabilities.list', ok({ data: ['work', 'profile', 'market', 'claims'] }))
  host.on('claims.list', ok({ data: [], nextCursor: null }))
  await openWork({ reputation: 10 })
  await waitFor(async () => expect((await told()).at(-1)).toEqual(['First task accepted (done)', null]))
})

test('a new contributor sees three steps, and what of them is done by what the server knows', async () => {
  await openWork({})
  expect(await told()).toEqual([
    ['Say who you are', '/settings/profile'],
    ['Find work', '/market'],
    ['Apply', '/market'],
  ])
  beginAnew()
  host.on('savedProjects.list', ok({ data: [idOf(1)] }))
  await openWork(known)
  await waitFor(async () =>
    expect(await told()).toEqual([
      ['Say who you are (done)', null],
      ['Find work (done)', null],
      ['Apply', '/market'],
    ]),
  )
  expect((await steps()).getByText('2 of 3')).toBeTruthy()
})

test('a new creator creates, plans and invites; a step opens where it is done', async () => {
  await openDashboard()
  expect((await told()).map(([, to]) => to)).toEqual(['/owner-dashboard?new', null, null])
  beginAnew()
  await openDashboard({ tasks: 3 })
  expect(await told()).toEqual([
    ['Create a project (done)', null],
    ['Plan its tasks (done)', null],
    ['Invite someone', `/project/${idOf(1)}/collaborators?dialog=invite`],
  ])
})

test('the steps leave when all is done', async () => {
  await openDashboard({ tasks: 3 }, { people: 2 })
  await screen.findAllByRole('article')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('steps that were put away stay away on this device, for this person', async () => {
  await openDashboard({})
  await user.click((await steps()).getByRole('button', { name: 'Put the first steps away' }))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  // The button has left with them; the focus is where the page begins.
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  beginAnew()
  await openDashboard({})
  await screen.findAllByRole('article')
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  beginAnew()
  host.userID = idOf(998)
  await openDashboard({})
  await steps()
})

test('nothing is read for the first steps of a contributor once they are put away, or were all done', async () => {
  const readOnVisit = async (facts: object) => {
    const counts = () =>
      (['users.profile', 'users.projects', 'savedProjects.list'] as const).map((name) => host.called(name).length)
    beginAnew()
    const before = counts()
    await openWork(facts)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
    return counts().map((count, at) => count - (before[at] ?? 0))
  }
  await openWork({})
  await user.click((await steps()).getByRole('button', { name: 'Put the first steps away' }))
  expect(await readOnVisit({})).toEqual([0, 0, 0])

  localStorage.clear()
  beginAnew()
  await openWork({ ...known, reputation: 10 })
  await waitFor(() => expect(localStorage.getItem('hiddenSteps')).toContain('-through'))
  expect(await readOnVisit(known)).toEqual([0, 0, 0])
})

test('[NEXT-07] what another page has read of a creator does not count their first steps as done', async () => {
  host.on('users.profile', ok({ data: { ...profile, ...known, reputation: 10 } }))
  sessionData.set('userType', 'creator')
  await renderApp('/work')
  await screen.findByText('Nothing waits for you')
  await queryClient.fetchQuery(ownProfileQuery())
  await host.quiet()
  expect(localStorage.getItem('hiddenSteps') ?? '').not.toContain('-through')
})
