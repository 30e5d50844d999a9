import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { AccessToken } from '#shared/contract/index.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace } from '#support/workspace.ts'

const tokenOf = (number: number, extra: Partial<AccessToken> = {}): AccessToken => ({
  id: idOf(800 + number),
  name: `Script ${number}`,
  scopes: ['read', 'work'],
  createdAt: '2026-01-05T10:00:00.000Z',
  endsAt: '2199-01-05T10:00:00.000Z',
  lastUsedAt: null,
  ...extra,
})
const used = tokenOf(1, { lastUsedAt: '2026-01-06T10:00:00.000Z' })
const ended = tokenOf(2, { endsAt: '2026-01-06T10:00:00.000Z' })
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['tokens'] }))
  host.on('users.adminAccess', ok({ data: false }))
  host.on('tokens.list', ok({ data: [used, ended] }))
})
afterEach(clearApp)

const open = () => renderApp(paths.settings('tokens'))
const rows = async () => within(await screen.findByRole('list', { name: 'Access tokens' })).getAllByRole('listitem')
const make = () => user.click(screen.getByRole('button', { name: 'Create token' }))

test('[TOKEN-15] the list has name, scopes, end and last use of each token, and marks one that has ended', async () => {
  await open()
  const [first, second] = (await rows()).map((row) => row.textContent)
  expect(first).toMatch(/Script 1.*May read, work · works until .*2199.* · last used .*2026/)
  expect(second).toMatch(/Script 2 Ended.*ended .*2026.* · never used/)
})

test('[TOKEN-15] a new token is shown once with Copy, stays on Escape, and is nowhere after that', async () => {
  host.on('tokens.create', ok({ data: { ...tokenOf(3), token: 'ghd_once' } }))
  await open()
  fill(await screen.findByLabelText('Name'), 'Script 3')
  await user.click(screen.getByRole('checkbox', { name: /Do what members do/ }))
  await make()
  const dialog = within(await screen.findByRole('dialog', { name: 'Your access token “Script 3”' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Access token').value).toBe('ghd_once')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('ghd_once')
  const [call] = host.called('tokens.create')
  expect(call?.input.body).toMatchObject({ name: 'Script 3', scopes: ['read', 'work'] })
  const days = (Date.parse((call!.input.body as { endsAt: string }).endsAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(89)
  expect(days).toBeLessThan(90)
  await user.keyboard('{Escape}')
  await host.quiet()
  expect(dialog.getByLabelText<HTMLInputElement>('Access token').value).toBe('ghd_once')
  await user.click(dialog.getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain('ghd_once')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})

const refuseOnce = (...fields: string[]) => {
  const asks = failedReply(403, 'CONFIRMATION_REQUIRED', 'Please confirm that it is you first, or sign in again.')
  const details = fields.map((path) => ({ path, message: `Please enter the ${path}.` }))
  host.on('tokens.create', { ...asks, error: { ...asks.error, details } })
}
const ask = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))

test('a session that was not confirmed lately is asked for password and code, and the token is made then', async () => {
  refuseOnce('password', 'code')
  await open()
  fill(await screen.findByLabelText('Name'), 'Script 3')
  await make()
  const dialog = await ask()
  host.on('account.confirm', failedReply(422, 'INVALID_OTP', 'Invalid OTP'))
  fill(dialog.getByLabelText('Your password'), 'correct horse')
  fill(dialog.getByLabelText('Code'), '000000')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await dialog.findByText('Invalid OTP')).toBeTruthy()
  host.on('account.confirm', ok({ data: { until: '2026-01-05T10:10:00.000Z' } }))
  host.on('tokens.create', ok({ data: { ...tokenOf(3), token: 'ghd_once' } }))
  fill(dialog.getByLabelText('Code'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('dialog', { name: 'Your access token “Script 3”' })).toBeTruthy()
  expect(host.called('account.confirm').at(-1)?.input.body).toEqual({ password: 'correct horse', code: '123456' })
  expect(host.called('tokens.create')).toHaveLength(2)
})

test('who cancels that reads why nothing was made, and what was typed stays', async () => {
  refuseOnce('password')
  await open()
  fill(await screen.findByLabelText('Name'), 'Script 3')
  await make()
  const dialog = await ask()
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Please confirm that it is you first, or sign in again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Script 3')
  expect(host.called('account.confirm')).toEqual([])
})

test('[TOKEN-15] without a name or a scope nothing is sent; what the server refuses stands above, and the form stays', async () => {
  await open()
  await screen.findByLabelText('Name')
  await user.click(screen.getByRole('checkbox', { name: /Read what you may see/ }))
  await make()
  expect(await screen.findByText('Please give the token a name.')).toBeTruthy()
  expect(screen.getByText('Please choose what the token may do.')).toBeTruthy()
  expect(host.called('tokens.create')).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: /Read what you may see/ }))
  fill(screen.getByLabelText('Name'), 'One too many')
  host.on('tokens.create', failedReply(409, 'CONFLICT', 'You have 20 access tokens, and cannot have more.'))
  await make()
  expect(await screen.findByText('You have 20 access tokens, and cannot have more.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('One too many')
})

test("[TOKEN-15] only administrators are offered the administrators' calls", async () => {
  await open()
  await screen.findByLabelText('Name')
  expect(screen.queryByRole('checkbox', { name: /administrators' calls/ })).toBeNull()
  clearApp()
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['tokens'] }))
  host.on('users.adminAccess', ok({ data: true }))
  host.on('tokens.list', ok({ data: [] }))
  await open()
  expect(await screen.findByRole('checkbox', { name: /administrators' calls/ })).toBeTruthy()
  expect(screen.getByText(/You have no access tokens/)).toBeTruthy()
})

test('[TOKEN-15] revoking asks first; a failure stands beside the token and keeps it', async () => {
  host.on('tokens.revoke', failed)
  await open()
  const revoke = await screen.findByRole('button', { name: 'Revoke Script 1' })
  await user.click(revoke)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await host.quiet()
  expect(host.called('tokens.revoke')).toEqual([])
  const confirm = async () => {
    await user.click(revoke)
    const question = within(await screen.findByRole('dialog', { name: 'Revoke “Script 1”?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
  }
  await confirm()
  expect(await screen.findByText('Failed to revoke the access token')).toBeTruthy()
  expect(await rows()).toHaveLength(2)
  host.on('tokens.revoke', ok({ message: 'Done.' }))
  host.on('tokens.list', ok({ data: [ended] }))
  await confirm()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('[TOKEN-15] tokens that cannot be loaded say so with Retry', async () => {
  host.on('tokens.list', failed)
  await open()
  expect(await screen.findByText('Failed to load your access tokens')).toBeTruthy()
  host.on('tokens.list', ok({ data: [used] }))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await rows()).toHaveLength(1)
})
