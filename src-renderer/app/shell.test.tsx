import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { brand } from '#shared/brand.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { localData, sessionData } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/query-client.ts'

afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const signedInAs = async (mode: 'creator' | 'contributor', path: string) => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', ok({ data: { username: 'ada' } }))
  sessionData.set('userType', mode)
  const app = await renderApp(path)
  await screen.findByRole('banner')
  return app
}
const bar = () => within(screen.getByRole('banner'))
/** The colour of the badge, which is that of the mode. */
const badgeColour = (label: string) => {
  const badge = bar().getByText(label).closest('.MuiChip-root')
  expect(badge?.className).toContain('MuiChip-colorPrimary')
  return badge && getComputedStyle(badge).getPropertyValue('--mui-palette-primary-main')
}
const mainLinks = () =>
  within(bar().getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
const openMenu = async () => {
  fireEvent.click(await bar().findByRole('button', { name: 'Profile menu of ada' }))
  return within(await screen.findByRole('menu'))
}

test('[NAV-16][NAV-17][NAV-18][NAV-19][NAV-28] a creator sees brand, navigation and a blue badge', async () => {
  await signedInAs('creator', '/talent')
  expect(bar().getByRole('link', { name: brand.name }).getAttribute('href')).toBe('/owner-dashboard')
  expect(mainLinks()).toEqual([
    ['Find Talent', '/talent'],
    ['Active Projects', '/owner-dashboard'],
  ])
  expect(badgeColour('Creator')).toBe('#1d4ed8')
  // The badge alone: the accent of the product is the same in both modes.
  expect(getComputedStyle(document.documentElement).getPropertyValue('--mui-palette-primary-main')).toBe('#15703c')
})

test('[NAV-16][NAV-17][NAV-20][NAV-21][NAV-28] a contributor sees brand, navigation and a green badge', async () => {
  await signedInAs('contributor', '/talent')
  expect(bar().getByRole('link', { name: brand.name }).getAttribute('href')).toBe('/market')
  expect(mainLinks()).toEqual([
    ['Find Work', '/market'],
    ['My Projects', '/my-projects'],
  ])
  expect(badgeColour('Contributor')).toBe('#15703c')
})

test('[NAV-22] the menu shows the username, which opens the profile and is kept for the tab', async () => {
  await signedInAs('contributor', '/talent')
  const menu = await openMenu()
  expect(menu.getByRole('menuitem', { name: 'ada' }).getAttribute('href')).toBe('/pf/ada')
  expect(sessionData.get('username')).toBe('ada')
})

test('[ERR-14] the menu says that a username could not be loaded, and can ask for it again', async () => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', failedReply(500, 'INTERNAL', 'x'))
  await renderApp('/talent')
  fireEvent.click(await screen.findByRole('button', { name: 'Profile menu' }))
  const failed = await screen.findByRole('menuitem', { name: 'Failed to load username. Try again' })
  host.on('users.username', ok({ data: { username: 'ada' } }))
  fireEvent.click(failed)
  expect((await screen.findByRole('menuitem', { name: 'ada' })).getAttribute('href')).toBe('/pf/ada')
})

test('[NAV-26] logging out with unsaved changes asks first', async () => {
  const bio = 'I build boats.'
  const profile = { id: '01890000-0000-7000-8000-000000000001', username: 'ada', name: 'Ada', bio }
  const rest = { tier: 'basic', reputation: 0, isOwner: true, skills: [], projects: [] }
  host.on('people.profileByUsername', ok({ data: { ...profile, ...rest } }))
  host.on('auth.logout', () => {
    host.emit({ type: 'signedOut', reason: 'logout' })
    return ok({ message: 'Logged out' })
  })
  const { path, router } = await signedInAs('contributor', '/talent')
  await act(() => router.navigate('/pf/ada'))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  fireEvent.change(await screen.findByLabelText('Your bio'), { target: { value: 'I build ships.' } })
  const logOut = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Profile menu of ada' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  }
  await logOut()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
  expect(host.called('auth.logout')).toEqual([])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your bio').value).toBe('I build ships.')
  await logOut()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(path()).toBe('/'))
  expect(host.called('auth.logout')).toHaveLength(1)
})

test("[NAV-23] 'Start working' goes to My Projects and forces contributor mode", async () => {
  const { path } = await signedInAs('creator', '/talent')
  const menu = await openMenu()
  expect(menu.queryByText('Post project')).toBeNull()
  // The entry says what it changes, below its name.
  const entry = menu.getByRole('menuitem', { name: 'Start working' })
  expect(document.getElementById(entry.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    'Switch to contributor',
  )
  fireEvent.click(menu.getByText('Start working'))
  await waitFor(() => expect(path()).toBe('/my-projects'))
  expect(sessionData.get('userType')).toBe('contributor')
  expect(badgeColour('Contributor')).toBe('#15703c')
})

test.each([
  ['Creator', '/owner-dashboard?new'],
  ['contributor', '/creator-application'],
])("[NAV-24][NAV-25] 'Post project' reads the user details; the type %s leads to %s", async (type, target) => {
  const { path } = await signedInAs('contributor', '/talent')
  host.on('users.details', ok({ data: { type } }))
  fireEvent.click((await openMenu()).getByText('Post project'))
  await waitFor(() => expect(path()).toBe(target))
  expect(host.called('users.details')).toHaveLength(1)
})

test("[NAV-24][ERR-16] when the user details cannot be read, 'Post project' says so and leads nowhere; [ERR-20] for 5 seconds", async () => {
  const { path } = await signedInAs('contributor', '/talent')
  host.on('users.details', failedReply(500, 'INTERNAL', 'x'))
  const menu = await openMenu()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  fireEvent.click(menu.getByText('Post project'))
  const toast = await screen.findByText('Failed to fetch user details')
  expect(toast.closest('[data-toast]')?.getAttribute('data-toast')).toBe('error')
  expect(path()).toBe('/talent')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.queryByText('Failed to fetch user details')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(screen.queryByText('Failed to fetch user details')).toBeNull())
})

test('[NAV-30] the mode follows a conflicting path once the last change is more than 5 seconds old', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  sessionData.set('lastUserTypeChange', String(Date.now() - 1000))
  await signedInAs('creator', '/my-projects')
  expect(bar().getByText('Creator')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(bar().getByText('Contributor')).toBeTruthy()
  expect(sessionData.get('userType')).toBe('contributor')
})

test.each([
  '/market',
  '/my-projects',
  '/owner-dashboard',
  '/talent',
  '/founder/admin',
  '/creator-application',
  '/project/p1/tasks',
])('[SESS-09][SESS-10] %s sends an anonymous visitor to / and remembers the address', async (wanted) => {
  const { path } = await renderApp(`${wanted}?a=b#c`)
  await screen.findByRole('button', { name: 'Request Access' })
  expect(path()).toBe('/')
  expect(localData.get('redirectAfterLogin')).toBe(`${wanted}?a=b#c`)
})

test.each(['/login', '/register', '/reset-password?token=t&email=a%40b.cd'])(
  '[SESS-11] %s sends a signed-in person to /dashboard, which makes the landing choice',
  async (start) => {
    const { path } = await signedInAs('creator', start)
    await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  },
)

test('[SESS-12][SESS-13] /dashboard shows nothing and redirects; a saved address is used once', async () => {
  localData.set('redirectAfterLogin', '/talent?page=3')
  const { path, router } = await signedInAs('contributor', '/dashboard')
  await waitFor(() => expect(path()).toBe('/talent?page=3'))
  expect(localData.get('redirectAfterLogin')).toBeNull()
  let answer: (reply: Reply) => void = () => undefined
  host.on('users.details', () => new Promise<Reply>((resolve) => (answer = resolve)))
  host.on('users.projects', ok({ data: [] }))
  await screen.findByText('Failed to load talents')
  // While /dashboard chooses, the old screen stays, and /dashboard never is in the address bar.
  const before = screen.getByRole('main').textContent
  let moved: Promise<void> | undefined
  act(() => void (moved = router.navigate('/dashboard')))
  await waitFor(() => expect(host.called('users.details')).not.toHaveLength(0))
  expect(screen.getByRole('main').textContent).toBe(before)
  expect(path()).toBe('/talent?page=3')
  await act(async () => {
    answer(ok({ data: { type: 'contributor' } }))
    await moved
  })
  await waitFor(() => expect(path()).toBe('/market'))
})

test('[SESS-02][NAV-29] the landing choice is cached with its time, and sets the mode', async () => {
  host.on('users.details', ok({ data: { type: 'CREATOR' } }))
  const before = Date.now()
  const { path } = await signedInAs('contributor', '/dashboard')
  await waitFor(() => expect(path()).toBe('/owner-dashboard'))
  const cache = JSON.parse(sessionData.get('landingPageCache') ?? '{}') as { path: string; timestamp: number }
  expect(cache.path).toBe('/owner-dashboard')
  expect(cache.timestamp).toBeGreaterThanOrEqual(before)
  expect(sessionData.get('userType')).toBe('creator')
  expect(Number(sessionData.get('lastUserTypeChange'))).toBeGreaterThanOrEqual(before)
})

test.each([
  ['creator', '/owner-dashboard'],
  ['contributor', '/market'],
] as const)('[NAV-12] any other path leads a %s to %s', async (mode, target) => {
  const { path } = await signedInAs(mode, '/no/such/page')
  await waitFor(() => expect(path()).toBe(target))
})

test('[NAV-04] a bare project address leads to its overview tab', async () => {
  const { path } = await signedInAs('contributor', '/project/p1')
  await waitFor(() => expect(path()).toBe('/project/p1/overview'))
})

test('a banner says that the server is gone; Retry removes the banner once the server is back', async () => {
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', failedReply(503, 'UNAVAILABLE'))
  // An answer to any other call would say that the server is there.
  host.on('capabilities.list', failedReply(503, 'UNAVAILABLE'))
  await renderApp('/talent')
  expect(await screen.findByText(/The server cannot be reached right now/)).toBeTruthy()
  host.on('users.username', ok({ data: { username: 'ada' } }))
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(/The server cannot be reached/)).toBeNull())
})

test('the banner goes by itself once the server is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  host.userID = '01890000-0000-7000-8000-000000000001'
  host.on('users.username', failedReply(503, 'UNAVAILABLE'))
  // An answer to any other call would say that the server is there.
  host.on('capabilities.list', failedReply(503, 'UNAVAILABLE'))
  await renderApp('/talent')
  expect(await screen.findByText(/The server cannot be reached right now/)).toBeTruthy()
  host.on('users.username', ok({ data: { username: 'ada' } }))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await waitFor(() => expect(screen.queryByText(/The server cannot be reached/)).toBeNull())
})

test('a banner says that there is no network, unless the server is on this computer', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await signedInAs('contributor', '/talent')
  expect(await screen.findByText(/You are offline/)).toBeTruthy()
  expect(await bar().findByRole('button', { name: 'Profile menu of ada' })).toBeTruthy()
  act(() => void queryClient.setQueryData(['platform.serverOrigin'], 'http://127.0.0.1:4310'))
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
  onLine.mockRestore()
})

test('[DESK-33] the theme that the desktop app kept is applied, and the desktop app keeps a new choice', async () => {
  host.theme = 'dark'
  await signedInAs('contributor', '/talent')
  await waitFor(() => expect(document.documentElement.dataset['colorScheme']).toBe('dark'))
  fireEvent.click(bar().getByRole('button', { name: 'Theme: Dark' }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Light' }))
  await waitFor(() => expect(host.theme).toBe('light'))
  expect(document.documentElement.dataset['colorScheme']).toBe('light')
})

test("the platform's notice about this run is shown until it is closed", async () => {
  host.notice = 'There is no keychain: you stay signed in until you close the app.'
  await signedInAs('contributor', '/talent')
  expect(await screen.findByText(host.notice)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(host.notice)).toBeNull()
})

test('a newer version of the desktop app is offered without interrupting: a person can restart, or close the banner', async () => {
  await signedInAs('contributor', '/talent')
  expect(screen.queryByText(/Update ready/)).toBeNull()
  act(() => host.announceUpdate('1.2.3'))
  const banner = (await screen.findByText(/Update ready: version 1\.2\.3\./)).closest<HTMLElement>('[role]')
  if (!banner) throw new Error('The banner has no role.')
  // The role status waits for its turn; the role alert would interrupt a screen reader.
  expect(banner.getAttribute('role')).toBe('status')
  fireEvent.click(within(banner).getByRole('button', { name: 'Restart' }))
  expect(host.restarts).toBe(1)
  fireEvent.click(within(banner).getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(/Update ready/)).toBeNull()
})

test('a version that was ready before the page was loaded is offered too', async () => {
  host.update = '1.2.3'
  await signedInAs('contributor', '/talent')
  expect(await screen.findByText(/Update ready: version 1\.2\.3/)).toBeTruthy()
})

test.each([
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
])('[NAV-11] the page %s opens without a session and has its title', async (address, title) => {
  await renderApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(document.title).toBe(`${title} · ${brand.name}`)
})
