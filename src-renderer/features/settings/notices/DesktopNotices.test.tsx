import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { platform } from '#platform'
import type { NoticesState } from '#shared/bridge/index.ts'
import { clearScreen } from '#support/clear-screen.ts'
import { host } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { queryClient } from '#lib/query-client.ts'
import { useToasts } from '#lib/toast.ts'
import { DesktopNotices } from './DesktopNotices.tsx'

afterEach(clearScreen)

const open = (state: NoticesState) => {
  host.notices = state
  render(
    <QueryClientProvider client={queryClient}>
      <DesktopNotices />
    </QueryClientProvider>,
  )
  return screen.findByRole('switch', { name: 'Number at the app’s icon' })
}
const allowed: NoticesState = { isRefused: false, system: 'Linux', hasBadge: true }

test('[NOTICE-09] one switch turns the number at the icon off and on again', async () => {
  const badge = await open(allowed)
  expect(badge).toHaveProperty('checked', true)
  await user.click(badge)
  await waitFor(() => expect(host.notices?.hasBadge).toBe(false))
  expect(badge).toHaveProperty('checked', false)
  await user.click(badge)
  await waitFor(() => expect(host.notices?.hasBadge).toBe(true))
})

test('[NOTICE-09] a switch pressed twice stays where the second press put it, though the first is answered later', async () => {
  const badge = await open(allowed)
  const answers: Array<() => void> = []
  const set = vi
    .spyOn(platform.notices ?? ({} as never), 'setBadge')
    .mockImplementation((hasBadge) => new Promise((resolve) => answers.push(() => resolve({ ...allowed, hasBadge }))))
  await user.click(badge)
  await user.click(badge)
  expect(badge).toHaveProperty('checked', true)
  await act(async () => answers[0]?.())
  expect(badge).toHaveProperty('checked', true)
  await act(async () => answers[1]?.())
  expect(badge).toHaveProperty('checked', true)
  set.mockRestore()
})

test('a switch that could not be changed goes back, and the screen says so', async () => {
  const badge = await open(allowed)
  host.notices = null
  await user.click(badge)
  await waitFor(() => expect(useToasts.getState().toasts[0]?.message).toBe('This could not be changed.'))
  expect(badge).toHaveProperty('checked', true)
})

test.each([
  ['macOS', 'System Settings, Notifications, Guildhall'],
  ['Windows', 'Settings, System, Notifications'],
  ['Linux', 'your system’s settings, Notifications'],
] as const)('[NOTICE-10] where %s refuses notices, the settings say so and how to allow them', async (system, how) => {
  await open({ ...allowed, isRefused: true, system })
  const said = screen.getByRole('status')
  expect(said.textContent).toContain(`${system} does not show notices of Guildhall`)
  expect(said.textContent?.replaceAll("'", '’')).toContain(how)
})

test('[NOTICE-10] where the system allows notices, nothing is said of it', async () => {
  await open(allowed)
  expect(screen.queryByRole('status')).toBeNull()
})
