import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import type { UserSettings } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace, workspacePath } from '#support/workspace.ts'
import { localData } from '#lib/browser-storage.ts'

beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['inbox', 'search'] }))
  host.on('notifications.settings', ok({ data: defaultNotificationSettings }))
})
afterEach(clearApp)

const nav = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
const scheme = () => document.documentElement.dataset['colorScheme']

test('[SELF-01] the avatar’s menu leads to the settings, whose sections have an address and a title each', async () => {
  const { path } = await renderApp('/talent')
  await user.click(await screen.findByRole('button', { name: /^Profile menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(path()).toBe('/settings/notifications'))
  const links = (await nav()).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Notifications', '/settings/notifications'],
    ['Privacy', '/settings/privacy'],
    ['Appearance', '/settings/appearance'],
  ])
  await user.click((await nav()).getByRole('link', { name: 'Privacy' }))
  await screen.findByRole('heading', { name: 'Privacy Settings', level: 2 })
  expect([path(), (await nav()).getByRole('link', { current: 'page' }).textContent]).toEqual([
    '/settings/privacy',
    'Privacy',
  ])
  await waitFor(() => expect(document.title).toContain('Privacy · Settings'))
})

test('[SELF-01] a server that can do it all has six sections, each with an address of its own', async () => {
  host.on('capabilities.list', ok({ data: ['inbox', 'search', 'profile', 'account', 'tokens'] }))
  await renderApp('/settings/appearance')
  // What the server can do is known a moment after the frame.
  await (await nav()).findByRole('link', { name: 'Access tokens' })
  const links = (await nav()).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Profile', '/settings/profile'],
    ['Account', '/settings/account'],
    ['Notifications', '/settings/notifications'],
    ['Privacy', '/settings/privacy'],
    ['Access tokens', '/settings/tokens'],
    ['Appearance', '/settings/appearance'],
  ])
})

test('[SELF-01] the settings are for people who are signed in', async () => {
  host.userID = null
  const { path } = await renderApp('/settings/privacy')
  await waitFor(() => expect(path()).toBe('/'))
})

test('an address without a section, or of an unknown one, opens the first section', async () => {
  const { path } = await renderApp('/settings/nonsense')
  await waitFor(() => expect(path()).toBe('/settings/notifications'))
  clearApp()
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  const again = await renderApp('/settings')
  await waitFor(() => expect(again.path()).toBe('/settings/notifications'))
})

test('a host of the first release has no settings in the menu', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await renderApp('/talent')
  await user.click(await screen.findByRole('button', { name: /^Profile menu/ }))
  await screen.findByRole('menuitem', { name: 'Logout' })
  await host.quiet()
  expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull()
})

test('[SELF-02] a card of a project’s settings is the one in the settings: a change in one shows in the other', async () => {
  const settings: UserSettings = {
    showInTalentDirectory: true,
    emailOnInvitation: true,
    emailOnRequestAnswered: true,
    emailOnTaskAssigned: true,
  }
  host.on('users.settings', () => ok({ data: settings }))
  host.on('users.updateSettings', ({ input }) => ok({ data: Object.assign(settings, input.body) }))
  const { router } = await renderApp('/settings/privacy')
  await user.click(await screen.findByRole('switch', { name: 'Show me in the talent directory' }))
  await waitFor(() => expect(settings.showInTalentDirectory).toBe(false))
  await router.navigate(workspacePath('settings'))
  const there = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show me in the talent directory' })
  expect(there.checked).toBe(false)
  await user.click(await screen.findByRole('switch', { name: 'Email on invitation' }))
  await waitFor(() => expect(settings.emailOnInvitation).toBe(false))
  await router.navigate('/settings/notifications')
  const here = await screen.findByRole<HTMLInputElement>('switch', { name: 'Email on invitation' })
  expect(here.checked).toBe(false)
})

test('[SELF-14] Appearance chooses light, dark or system and switches single letters, both at once', async () => {
  await renderApp('/settings/appearance')
  await user.click(await screen.findByRole('radio', { name: /^Dark/ }))
  await waitFor(() => expect(scheme()).toBe('dark'))
  await user.click(screen.getByRole('radio', { name: /^Light/ }))
  await waitFor(() => expect(scheme()).toBe('light'))
  await user.click(screen.getByRole('radio', { name: /^System/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Theme: System' })).toBeTruthy())
  await user.click(await screen.findByRole('switch', { name: 'Keys of single letters' }))
  expect(localData.get('singleKeys')).toBe('off')
  await user.keyboard('?')
  await host.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Keys of single letters' }))
  await user.click(screen.getByRole('heading', { name: 'Single letters' }))
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})
