import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import type { OwnDeletion, OwnExport } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { idOf } from '#support/projects.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace } from '#support/workspace.ts'
import { paths } from '#lib/paths.ts'

const own = (state: OwnExport['state'], extra: Partial<OwnExport> = {}): OwnExport => ({
  id: idOf(801),
  state,
  askedAt: '2026-11-22T10:00:00.000Z',
  endsAt: state === 'ready' || state === 'expired' ? '2026-11-23T10:00:05.000Z' : null,
  size: state === 'ready' ? 48_213 : null,
  againAt: null,
  ...extra,
})
const none: OwnDeletion = { dueAt: null, projects: [], owedToMe: [], owedByMe: [] }
const pending: OwnDeletion = { ...none, dueAt: '2026-12-07T09:30:00.000Z' }
const exported = (data: OwnExport | null) => host.on('ownData.export', ok({ data }))
const deletion = (data: OwnDeletion) => host.on('ownData.deletion', ok({ data }))
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['account', 'ownData'] }))
  host.on('account.sessions', ok({ data: [] }))
  exported(null)
  deletion(none)
})
afterEach(clearApp)

const open = async (name: 'Your data' | 'Delete account') => {
  await renderApp(paths.settings('account'))
  return within(await screen.findByRole('region', { name }))
}

test('[ACCT-30] without an export one can be asked for, and waits until it is ready', async () => {
  const card = await open('Your data')
  host.on('ownData.askExport', failedReply(429, 'RATE_LIMITED', 'You have asked for your data within the last day.'))
  await user.click(await card.findByRole('button', { name: 'Request my data' }))
  expect(await card.findByText('You have asked for your data within the last day.')).toBeTruthy()
  host.on('ownData.askExport', ok({ data: own('waiting') }))
  exported(own('waiting'))
  await user.click(card.getByRole('button', { name: 'Request my data' }))
  await waitFor(() => expect(card.getByRole('status').textContent).toContain('We’re preparing the data'))
  expect(card.queryByRole('button', { name: 'Request my data' })).toBeNull()
  exported(own('ready', { againAt: '2026-11-23T10:00:00.000Z' }))
  await waitFor(() => expect(card.getByRole('status').textContent).toContain('is ready'), { timeout: 6_000 })
})

test('[ACCT-30] a ready export says until when it is there, and is downloaded by its ID', async () => {
  exported(own('ready', { againAt: '2026-11-23T10:00:00.000Z' }))
  const card = await open('Your data')
  expect((await card.findByRole('status')).textContent).toMatch(/is ready.*until .*Nov 23/)
  expect(card.getByText(/You can ask again from .*Nov 23/)).toBeTruthy()
  host.on('ownData.downloadExport', failedReply(404, 'NOT_FOUND', 'There is no such export.'))
  const button = card.getByRole('button', { name: /^Download \(47/ })
  await user.click(button)
  expect(await screen.findByText('There is no such export.')).toBeTruthy()
  host.on('ownData.downloadExport', ok(undefined))
  await user.click(button)
  await waitFor(() => expect(host.called('ownData.downloadExport')).toHaveLength(2))
  expect(host.called('ownData.downloadExport')[0]?.input).toEqual({ params: { id: idOf(801) } })
})

test.each([
  ['expired', /expired on/],
  ['failed', /We couldn’t prepare your data/],
] as const)('[ACCT-30] an export that is %s says so, and another can be asked for', async (state, text) => {
  exported(own(state))
  const card = await open('Your data')
  expect((await card.findByRole('status')).textContent).toMatch(text)
  expect(card.queryByRole('button', { name: /Download/ })).toBeNull()
  expect(card.getByRole('button', { name: 'Request my data' })).toBeTruthy()
})

test('[ACCT-30] either card says by itself that it cannot be loaded, with Retry', async () => {
  host.on('ownData.export', failed)
  host.on('ownData.deletion', failed)
  const data = await open('Your data')
  const end = within(screen.getByRole('region', { name: 'Delete account' }))
  expect(await data.findByText('Failed to load your export')).toBeTruthy()
  expect(await end.findByText('Failed to load what becomes of your account')).toBeTruthy()
  exported(null)
  await user.click(data.getByRole('button', { name: 'Retry' }))
  expect(await data.findByRole('button', { name: 'Request my data' })).toBeTruthy()
  expect(end.getByText('Failed to load what becomes of your account')).toBeTruthy()
  deletion(none)
  await user.click(end.getByRole('button', { name: 'Retry' }))
  expect(await end.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
})

const refusal: Reply = {
  ok: false,
  status: 422,
  error: {
    code: 'INVALID_INPUT',
    message: 'This is not your password.',
    details: [{ path: 'password', message: 'This is not your password.' }],
  },
}

test('[ACCT-30] the deletion asks for the password, shows its date, and can be taken back', async () => {
  const card = await open('Delete account')
  await user.click(await card.findByRole('button', { name: 'Delete my account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  const press = () => user.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await press()
  expect(await dialog.findByText('Please enter your password.')).toBeTruthy()
  expect(host.called('ownData.askDeletion')).toEqual([])
  host.on('ownData.askDeletion', refusal)
  fill(dialog.getByLabelText('Your password'), 'wrong')
  await press()
  expect(await dialog.findByText('This is not your password.')).toBeTruthy()
  host.on('ownData.askDeletion', failedReply(409, 'CONFLICT', 'You are the only owner of “Bridge”.'))
  await press()
  expect(await dialog.findByText('You are the only owner of “Bridge”.')).toBeTruthy()
  host.on('ownData.askDeletion', ok({ data: pending }))
  deletion(pending)
  await press()
  await waitFor(() => expect(card.getByRole('status').textContent).toMatch(/will be deleted on .*Dec 7, 2026/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(card.queryByRole('button', { name: 'Delete my account' })).toBeNull()

  host.on('ownData.takeBackDeletion', failed)
  await user.click(card.getByRole('button', { name: 'Keep my account' }))
  expect(await card.findByText('Failed to keep your account')).toBeTruthy()
  host.on('ownData.takeBackDeletion', ok({ message: 'Done.' }))
  deletion(none)
  await user.click(card.getByRole('button', { name: 'Keep my account' }))
  expect(await card.findByRole('button', { name: 'Delete my account' })).toBeTruthy()
})

test('[ACCT-30] projects without another owner are named with the way to them, and the button waits', async () => {
  deletion({ ...none, projects: [{ id: idOf(9), title: 'Bridge' }] })
  const card = await open('Delete account')
  const link = await card.findByRole('link', { name: 'Bridge' })
  expect(link.getAttribute('href')).toContain(paths.projectTab(idOf(9), 'settings'))
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' }).disabled).toBe(true)
})

test('a server that cannot do it shows neither card, and is asked for nothing', async () => {
  host.on('capabilities.list', ok({ data: ['account'] }))
  await renderApp(paths.settings('account'))
  await screen.findByRole('region', { name: 'Sessions' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Delete account' })).toBeNull()
  expect([...host.called('ownData.export'), ...host.called('ownData.deletion')]).toEqual([])
})

const debt = (person: string, amountCents: number) => ({
  ...{ project: { id: idOf(9), title: 'Bridge' }, person, amountCents, currency: 'USD' },
})
const withRewards = () => host.on('capabilities.list', ok({ data: ['account', 'ownData', 'rewards'] }))

test('[LEDGER-32] what somebody is owed, and gives up with the account, is named', async () => {
  withRewards()
  deletion({ ...none, owedToMe: [debt('Marta', 26_000)] })
  const card = await open('Delete account')
  expect(await card.findByText('$260.00 by Marta in Bridge')).toBeTruthy()
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' }).disabled).toBe(false)
})

test('[LEDGER-31] what an only owner owes is named with the way to pay it, and the button waits', async () => {
  withRewards()
  deletion({ ...none, owedByMe: [debt('Ana', 40_000)] })
  const card = await open('Delete account')
  const link = await card.findByRole('link', { name: 'Bridge' })
  expect(link.closest('li')?.textContent).toBe('Bridge: $400.00 to Ana')
  expect(link.getAttribute('href')).toContain(paths.ledger(idOf(9)))
  expect(card.getByRole<HTMLButtonElement>('button', { name: 'Delete my account' }).disabled).toBe(true)
})
