import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '../lib/browser-storage.ts'
import { setUserType, useUserType } from '../lib/user-type.ts'

beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'grace' } }))
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
})
afterEach(() => {
  vi.restoreAllMocks()
  clearApp()
})
const [PROJECT, TASK] = ['01890000-0000-7000-8000-000000000010', '01890000-0000-7000-8000-000000000011']
const taskOf = (isOffered: boolean) => ({ id: TASK, number: '7', isOffered })
const cachedAt = () => (JSON.parse(sessionData.get('landingPageCache') ?? '{}') as { timestamp?: number }).timestamp

test('[SESS-14] a landing path used from the cache keeps its age, so it expires after 120 seconds even for a person who comes back', async () => {
  const begin = Date.now()
  const now = vi.spyOn(Date, 'now').mockImplementation(() => begin)
  sessionData.set('landingPageCache', JSON.stringify({ path: '/my-projects', timestamp: begin - 100_000 }))
  await renderApp('/dashboard')
  await waitFor(() => expect(location.pathname).toBe('/my-projects'))
  expect(cachedAt()).toBe(begin - 100_000)
  cleanup()
  now.mockImplementation(() => begin + 30_000)
  await renderApp('/dashboard')
  // The person works on no project, so a fresh choice differs from the cached path.
  await waitFor(() => expect(location.pathname).toBe('/market'))
  expect(cachedAt()).toBe(begin + 30_000)
})

test('[NAV-34] a new tab starts in the mode used last, until somebody else signs in', async () => {
  setUserType('creator')
  // A new tab shares the browser's local storage and has an empty session storage.
  sessionStorage.clear()
  useUserType.setState({ userType: 'contributor' })
  await renderApp('/talent')
  await waitFor(() => expect(useUserType.getState().userType).toBe('creator'))
  expect(await screen.findByRole('link', { name: 'Find Talent' })).toBeTruthy()
  act(() => host.emit({ type: 'signedOut', reason: 'logout' }))
  await waitFor(() => expect(useUserType.getState().userType).toBe('contributor'))
  expect(localStorage.getItem('lastUserType')).toBeNull()
})

test("[NAV-33] a guarded page without a session leads to / with 'Please log in to continue.' and login first; its address is kept", async () => {
  host.userID = null
  const { path } = await renderApp('/my-projects?tab=requests')
  expect(await screen.findByText('Please log in to continue.')).toBeTruthy()
  expect(path()).toBe('/')
  const [first] = screen.getAllByRole('link', { name: 'Log in' })
  expect(first?.className).toContain('contained')
  expect(localStorage.getItem('redirectAfterLogin')).toBe('/my-projects?tab=requests')
  cleanup()
  await renderApp('/')
  await screen.findByRole('button', { name: 'Request Access' })
  expect(screen.queryByText('Please log in to continue.')).toBeNull()
})

test.each([
  [true, '/founder/admin'],
  [false, '/settings/profile?first'],
])('a new account (administrator: %s) begins at %s', async (isAdministrator, place) => {
  host.on('capabilities.list', ok({ data: ['profile'] }))
  const me = { id: host.userID, username: 'grace', name: '', bio: '', tier: 'basic', reputation: 0, isOwner: true }
  const rest = { skills: [], projects: [], email: 'grace@guildhall.test' }
  host.on('users.profile', ok({ data: { ...me, ...rest, isAdministrator, isNew: true } }))
  const { path } = await renderApp('/dashboard')
  await waitFor(() => expect(path()).toBe(place))
})

test.each(['/market', '/pf/ada'])('a followed link to %s leaves the mode as it was', async (wanted) => {
  setUserType('creator')
  localStorage.setItem('redirectAfterLogin', wanted)
  const { path } = await renderApp('/dashboard')
  await waitFor(() => expect(path()).toBe(wanted))
  expect(useUserType.getState().userType).toBe('creator')
})

test('[SELF-11] a new account takes over the time zone of its first device, and no other account does', async () => {
  const settings = { ...defaultNotificationSettings }
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: 'Pacific/Auckland',
  })
  host.on('capabilities.list', ok({ data: ['profile', 'inbox'] }))
  host.on('notifications.settings', () => ok({ data: settings }))
  host.on('notifications.changeSettings', ok({ data: settings }))
  const person = { id: host.userID, username: 'grace', name: '', bio: '', tier: 'basic', reputation: 0, isOwner: true }
  host.on(
    'users.profile',
    ok({
      data: { ...person, skills: [], projects: [], email: 'g@guildhall.test', isAdministrator: false, isNew: true },
    }),
  )
  await renderApp('/dashboard')
  await waitFor(() => expect(location.pathname).toBe('/settings/profile'))
  await waitFor(() => expect(host.called('notifications.changeSettings')).toHaveLength(1))
  expect(host.called('notifications.changeSettings')[0]).toMatchObject({
    input: { body: { timeZone: 'Pacific/Auckland' } },
  })
  settings.timeZone = 'Europe/Vienna'
  cleanup()
  sessionData.remove('landingPageCache')
  await renderApp('/dashboard')
  await waitFor(() => expect(host.called('notifications.settings')).toHaveLength(2))
  expect(host.called('notifications.changeSettings')).toHaveLength(1)
})

test.each([
  ['[ENTRY-04] an invitation', { isInvited: true, task: null }, `/project/${PROJECT}/dialog`],
  ['[ENTRY-04] an invitation for an offered task', { isInvited: true, task: taskOf(true) }, `/open/${TASK}?invited`],
  [
    '[ENTRY-04] an invitation for another task',
    { isInvited: true, task: taskOf(false) },
    `/project/${PROJECT}/dialog?task=7`,
  ],
  ['[ENTRY-20] the task of a public page', { isInvited: false, task: taskOf(false) }, `/open/${TASK}`],
])('%s comes before the questions of a new account, once on a device', async (_, part, place) => {
  host.on('capabilities.list', ok({ data: ['profile', 'claims'] }))
  const me = { id: host.userID, username: 'grace', name: '', bio: '', tier: 'basic', reputation: 0, isOwner: true }
  const rest = { skills: [], projects: [], email: 'grace@guildhall.test', isAdministrator: false, isNew: true }
  host.on('users.profile', ok({ data: { ...me, ...rest, wish: { projectID: PROJECT, ...part } } }))
  const { path } = await renderApp('/dashboard')
  await waitFor(() => expect(path()).toBe(place))
  cleanup()
  sessionData.remove('landingPageCache')
  await renderApp('/dashboard')
  await waitFor(() => expect(location.pathname).toBe('/settings/profile'))
})
