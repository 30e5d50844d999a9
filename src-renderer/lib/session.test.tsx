import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { api } from './api.ts'
import { localData, sessionData } from './browser-storage.ts'
import { confirm } from './confirm.ts'
import { queryClient } from './query-client.ts'
import { useSession } from './session.ts'
import { toAccountType } from '#shared/rules/account.ts'

afterEach(clearApp)

const forbidden = failedReply(403, 'FORBIDDEN', 'No.')
const shown = async (path: string) => {
  host.userID = 'u1'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  const app = await renderApp(path)
  await screen.findByRole('banner')
  return app
}
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)))

test('[SESS-03] the stored user type is creator or contributor; contributor is the default', () => {
  expect([null, '', 'creator', 'Creator', 'contributor', 'other'].map(toAccountType)).toEqual([
    'contributor',
    'contributor',
    'creator',
    'creator',
    'contributor',
    'contributor',
  ])
})

test('[SESS-27] an ended session forgets the person, remembers the address and goes to /login', async () => {
  const { path } = await shown('/talent?page=2')
  sessionData.set('loginTime', '1')
  localData.set('accessToken', 'a')
  act(() => host.emit({ type: 'signedOut', reason: 'expired' }))
  await screen.findByRole('button', { name: 'Log in' })
  expect(path()).toBe('/login')
  expect([localData.get('accessToken'), sessionData.get('loginTime')]).toEqual([null, null])
  expect(localData.get('redirectAfterLogin')).toBe('/talent?page=2')
})

test('[SESS-27] drafts outlast a session that ended by itself, for the same person; signing out removes them', async () => {
  const draft = '{"userID":"u1","drafts":{"t1":{"text":"Half a thought"}}}'
  const end = async (event: { reason: 'logout' | 'expired'; isElsewhere?: true }) => {
    await shown('/talent')
    localData.set('commentDrafts', draft)
    act(() => host.emit({ type: 'signedOut', ...event }))
  }
  const drafts = () => localData.get('commentDrafts')
  await end({ reason: 'expired' })
  expect(drafts()).toBe(draft)
  act(() => host.emit({ type: 'signedIn', userID: 'u1' }))
  expect([drafts(), localData.get('draftsOf')]).toEqual([draft, null])
  clearApp()
  await end({ reason: 'expired' })
  act(() => host.emit({ type: 'signedIn', userID: 'u2' }))
  expect(drafts()).toBeNull()
  clearApp()
  await end({ reason: 'logout' })
  expect(drafts()).toBeNull()
  clearApp()
  // Another tab's session ended, and that tab has decided.
  await end({ reason: 'logout', isElsewhere: true })
  expect(drafts()).toBe(draft)
})

test('[NAV-26] signing out goes to / and keeps no address to come back to', async () => {
  const { path } = await shown('/talent')
  act(() => host.emit({ type: 'signedOut', reason: 'logout' }))
  await screen.findByRole('button', { name: 'Request Access' })
  expect(path()).toBe('/')
  expect(localData.get('redirectAfterLogin')).toBeNull()
})

test('a second person who signs in here sees nothing of the first one', async () => {
  await shown('/talent')
  sessionData.set('username', 'ada')
  sessionData.set('userType', 'creator')
  localData.set('accessToken', 'of-the-new-person')
  queryClient.setQueryData(['people.profileByUsername', 'ada'], { bio: 'private' })
  act(() => host.emit({ type: 'signedIn', userID: 'u2' }))
  expect(useSession.getState().userID).toBe('u2')
  expect([sessionData.get('username'), sessionData.get('userType')]).toEqual([null, null])
  expect(queryClient.getQueryData(['people.profileByUsername', 'ada'])).toBeUndefined()
  expect(localData.get('accessToken')).toBe('of-the-new-person')
})

test("a person who signs in does not see a visitor's answers; the platform's answers stay", async () => {
  const asked = ['people.profileByUsername', { params: { username: 'ada' } }]
  queryClient.setQueryData(asked, { data: { bio: 'as a visitor sees it' } })
  queryClient.setQueryData(['platform.serverOrigin'], 'http://server.test')
  useSession.setState({ userID: null })
  act(() => useSession.setState({ userID: 'u1' }))
  expect(queryClient.getQueryData(asked)).toBeUndefined()
  expect(queryClient.getQueryData(['platform.serverOrigin'])).toBe('http://server.test')
})

test('an open screen shows a second person their own data', async () => {
  const application = (username: string) => ({
    id: '01890000-0000-7000-8000-000000000001',
    userID: '01890000-0000-7000-8000-000000000002',
    status: 0,
    reason: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    user: { username, email: `${username}@a.test`, tier: 'basic' },
  })
  const answer = (username: string) => ok({ hasApplied: true, application: application(username) })
  host.on('creatorApplications.checkStatus', answer('ada'))
  await shown('/creator-application')
  await screen.findByText('ada@a.test')
  host.on('creatorApplications.checkStatus', answer('grace'))
  act(() => host.emit({ type: 'signedIn', userID: 'u2', isElsewhere: true }))
  expect(screen.queryByText('ada@a.test')).toBeNull()
  expect(await screen.findByText('grace@a.test')).toBeTruthy()
})

test('[ENTRY-20] a tab on the login page goes where the person wanted to, and leaves that to the tab where they signed in', async () => {
  host.userID = null
  const { path } = await renderApp('/login')
  await screen.findByRole('button', { name: 'Log in' })
  localData.set('redirectAfterLogin', '/talent?q=maps')
  act(() => host.emit({ type: 'signedIn', userID: 'u2', isElsewhere: true }))
  await waitFor(() => expect(path()).toBe('/talent?q=maps'), { timeout: 3_000 })
  expect(localData.get('redirectAfterLogin')).toBe('/talent?q=maps')
})

test('an open question is closed when the session ends', async () => {
  await shown('/talent')
  const answer = confirm({ title: 'Delete it?', text: '', confirmLabel: 'Delete' })
  await screen.findByText('Delete it?')
  act(() => host.emit({ type: 'signedOut', reason: 'expired' }))
  expect(await answer).toBe(false)
})

test('[SESS-29] a 403 inside a project leads to its dialog', async () => {
  const { path } = await shown('/project/p1/tasks')
  host.on('users.details', forbidden)
  await api.users.details({}).catch(() => undefined)
  await waitFor(() => expect(path()).toBe('/project/p1/dialog'))
})

test('[SESS-30] a 403 on the owner dashboard leads nowhere', async () => {
  const { path } = await shown('/owner-dashboard')
  host.on('users.details', forbidden)
  await api.users.details({}).catch(() => undefined)
  await settle()
  expect(path()).toBe('/owner-dashboard')
})

test('[SESS-31] a 403 anywhere else leads to My Projects', async () => {
  const { path } = await shown('/talent')
  host.on('users.details', forbidden)
  await api.users.details({}).catch(() => undefined)
  await waitFor(() => expect(path()).toBe('/my-projects'))
})

test("[INV-10][SESS-31] a refused invitation leads to My Projects, with the server's message", async () => {
  const { path } = await shown('/pf/grace')
  host.on('memberships.invite', failedReply(403, 'FORBIDDEN', 'Only owners may invite.'))
  const [id, userId] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
  await api.memberships.invite({ params: { id, userId }, body: { role: 'member' } }).catch(() => undefined)
  await waitFor(() => expect(path()).toBe('/my-projects'))
  expect(await screen.findByText('Only owners may invite.')).toBeTruthy()
})

test.each([
  [
    'the page-access check',
    'users.isPageAllowed',
    () => api.users.isPageAllowed({ params: { page: 'owner-dashboard' } }),
  ],
  ['the waitlist call', 'waitlist.list', () => api.waitlist.list({ query: {} })],
  [
    'is-user-project',
    'memberships.access',
    () => api.memberships.access({ params: { id: '01890000-0000-7000-8000-000000000001' } }),
  ],
] as const)('[SESS-43] %s handles its own 403', async (_, operation, call) => {
  const { path } = await shown('/talent')
  host.on(operation, forbidden)
  await call().catch(() => undefined)
  await settle()
  expect(path()).toBe('/talent')
})

test('[ACCT-17] a 403 for want of two-step sign-in leads to where it is switched on, and says why', async () => {
  host.on('capabilities.list', ok({ data: ['account', 'twoStep'] }))
  const { path } = await shown('/talent')
  const refused = failedReply(403, 'TWO_STEP_REQUIRED', 'Administrators of this server need two-step sign-in.')
  host.on('waitlist.list', refused)
  await api.waitlist.list({ query: {} }).catch(() => undefined)
  await waitFor(() => expect(path()).toBe('/settings/account'))
  expect(await screen.findByText('Administrators of this server need two-step sign-in.')).toBeTruthy()
})

test('[SESS-28] a 403 of a sign-in call leads nowhere', async () => {
  const { path } = await shown('/talent')
  host.on('auth.login', forbidden)
  await api.auth.login({ body: { emailID: 'a', password: 'b' } }).catch(() => undefined)
  await settle()
  expect(path()).toBe('/talent')
})
