import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { OwnSession } from '#shared/contract/index.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace } from '#support/workspace.ts'

const sessionOf = (number: number, extra: Partial<OwnSession> = {}): OwnSession => ({
  id: idOf(700 + number),
  device: 'Firefox on Linux',
  network: '203.0.113.0/24',
  createdAt: '2026-01-05T10:00:00.000Z',
  lastSeenAt: new Date().toISOString(),
  isCurrent: false,
  ...extra,
})
const own = sessionOf(1, { isCurrent: true })
const phone = sessionOf(2, { device: 'Safari on iOS', lastSeenAt: '2026-01-06T10:00:00.000Z' })
const nameless = sessionOf(3, { device: '', network: null })
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['account'] }))
  host.on('account.sessions', ok({ data: [own, phone, nameless] }))
})
afterEach(clearApp)

const open = () => renderApp(paths.settings('account'))
const rows = async () => within(await screen.findByRole('list', { name: 'Sessions' })).getAllByRole('listitem')
const type = (old: string, next: string, again = next) => {
  fill(screen.getByLabelText('Current password'), old)
  fill(screen.getByLabelText('New password'), next)
  fill(screen.getByLabelText('Confirm new password'), again)
  return user.click(screen.getByRole('button', { name: 'Change password' }))
}

test('[ACCT-05] the sessions are listed, this one without a way to end it', async () => {
  await open()
  const [first, second, third] = (await rows()).map((row) => row.textContent)
  expect(first).toMatch(/Firefox on Linux This device.*203\.0\.113\.0\/24.*this session/)
  expect(second).toMatch(/Safari on iOS.*seen Jan 6, 2026.*End/)
  expect(third).toMatch(/Unknown device.*Unknown network/)
  expect(screen.queryByRole('button', { name: 'End the session on Firefox on Linux' })).toBeNull()
})

test('[ACCT-06] one is ended by its button; a failure stands beside it and keeps the list', async () => {
  host.on('account.endSession', failed)
  await open()
  const end = await screen.findByRole('button', { name: 'End the session on Safari on iOS' })
  await user.click(end)
  expect(await within((await rows())[1] as HTMLElement).findByText('Failed to end the session')).toBeTruthy()
  expect(await rows()).toHaveLength(3)
  host.on('account.endSession', ok({ message: 'Done.' }))
  host.on('account.sessions', ok({ data: [own, nameless] }))
  await user.click(end)
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(host.called('account.endSession').map(({ input }) => input.params)).toEqual([
    { id: phone.id },
    { id: phone.id },
  ])
})

test('[ACCT-06] all others end once that is confirmed; alone there is nothing to end', async () => {
  host.on('account.endOtherSessions', ok({ message: 'Done.' }))
  await open()
  const end = await screen.findByRole('button', { name: 'End all other sessions' })
  await user.click(end)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await host.quiet()
  expect(host.called('account.endOtherSessions')).toEqual([])
  await user.click(end)
  host.on('account.sessions', ok({ data: [own] }))
  await user.click(await screen.findByRole('button', { name: 'End them' }))
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(host.called('account.endOtherSessions')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
})

test('sessions that cannot be loaded say so with Retry, while the password can be changed', async () => {
  host.on('account.sessions', failed)
  host.on('account.changePassword', ok({ message: 'Done.' }))
  await open()
  expect(await screen.findByText('Failed to load your sessions')).toBeTruthy()
  await type('correct horse', 'another battery')
  expect(await screen.findByText('Password changed')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('')
  host.on('account.sessions', ok({ data: [own] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rows()).toHaveLength(1)
})

test('[ACCT-01] what is wrong with a password stands at its field, and nothing is sent that cannot be right', async () => {
  await open()
  await screen.findByLabelText('Current password')
  await type('', 'short', 'other')
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  expect(screen.getByText('Password must be at least 6 characters long.')).toBeTruthy()
  await type('correct horse', 'another battery', 'another one')
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  await host.quiet()
  expect(host.called('account.changePassword')).toEqual([])
  const message = 'This is not your password.'
  const details = [{ path: 'oldPassword', message }]
  host.on('account.changePassword', { ok: false, status: 422, error: { code: 'INVALID_INPUT', message, details } })
  await type('not this one', 'another battery')
  await waitFor(() => expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'))
  const field = screen.getByLabelText('Current password')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
  expect(document.activeElement).toBe(field)
})

test('[ACCT-01] too many wrong ones are answered above the form, and what was typed stays', async () => {
  host.on('account.changePassword', failedReply(429, 'RATE_LIMITED'))
  await open()
  await screen.findByLabelText('Current password')
  await type('correct horse', 'another battery')
  expect(await screen.findByText('Failed to change the password')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('another battery')
})

test('a host without the capability has no such section', async () => {
  host.on('capabilities.list', ok({ data: ['inbox'] }))
  const { path } = await open()
  await waitFor(() => expect(path()).toBe(paths.settings('notifications')))
  expect(screen.queryByRole('link', { name: 'Account' })).toBeNull()
  expect(host.called('account.sessions')).toEqual([])
})
