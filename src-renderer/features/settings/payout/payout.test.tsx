import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import type { OwnPayout } from '#shared/contract/payout.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { goOffline } from '#support/network.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { serveWorkspace } from '#support/workspace.ts'

configure({ asyncUtilTimeout: 20_000 })
type Refusal = Extract<Reply, { ok: false }>['error']
const refused = (status: number, error: Refusal): Reply => ({ ok: false, status, error })
const none: OwnPayout = { details: null, isUnreadable: false, readings: [], asks: false }
const kept: OwnPayout = {
  ...none,
  details: {
    ...{ method: 'bank', details: 'IBAN DE02', receiptName: 'Ana Silva Ltd', receiptAddress: 'Porto' },
    changedAt: '2025-01-02T12:00:00.000Z',
  },
}
const serve = (data: OwnPayout) => host.on('payout.own', ok({ data }))
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['account', 'rewards', 'payouts', 'work'] }))
  serve(none)
})
afterEach(clearApp)
const open = () => renderApp(paths.settings('payout'))

test('[PAYOUT-01] details are typed with the password; a wrong one is said at its field', async () => {
  await open()
  fill(await screen.findByLabelText('Details'), 'IBAN DE02')
  const message = 'This is not your password.'
  host.on('payout.set', refused(422, { message, code: 'INVALID_INPUT', details: [{ path: 'password', message }] }))
  fill(screen.getByLabelText('Your password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Save payout details' }))
  expect(await screen.findByText(message)).toBeTruthy()
  host.on('payout.set', ok({ message: 'Kept.' }))
  await user.click(screen.getByLabelText(/^Cash/))
  fill(screen.getByLabelText('Your password'), 'correct horse')
  serve(kept)
  await user.click(screen.getByRole('button', { name: 'Save payout details' }))
  expect(await screen.findByText('Payout details kept')).toBeTruthy()
  expect(host.called('payout.set').at(-1)?.input.body).toEqual({
    ...{ method: 'cash', details: 'IBAN DE02', receiptName: '', receiptAddress: '', password: 'correct horse' },
  })
})

test('[PAYOUT-02] details are removed with the password', async () => {
  serve(kept)
  await open()
  await user.click(await screen.findByRole('button', { name: 'Remove payout details' }))
  const form = within(screen.getByRole('form', { name: 'Remove payout details' }))
  fill(form.getByLabelText('Your password, to remove them'), 'correct horse')
  host.on('payout.remove', ok({ message: 'Removed.' }))
  serve(none)
  await user.click(form.getByRole('button', { name: 'Remove them' }))
  expect(await screen.findByText('Payout details removed')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Details').value).toBe(''))
})

test('[PAYOUT-04] without a key the screen says so and offers no field', async () => {
  const message = 'Payout details cannot be kept on this server until the people who run it set GUILDHALL_SECRET.'
  host.on('payout.own', refused(503, { message, code: 'UNAVAILABLE' }))
  await open()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(within(screen.getByRole('main')).queryByRole('textbox')).toBeNull()
})

test('[PAYOUT-09] the person sees who has read them, and when', async () => {
  serve({ ...kept, readings: [{ name: 'Marta', project: 'A bird atlas', at: '2025-12-04T12:00:00.000Z' }] })
  await open()
  const list = within(await screen.findByRole('list', { name: 'Who has read them' }))
  expect(list.getByText(/^Seen by Marta on .*2025, for A bird atlas\.$/)).toBeTruthy()
})

test('[PAYOUT-18] one banner asks while something is owed, and goes when it is closed', async () => {
  serve({ ...none, asks: true })
  host.on('payout.closeQuestion', ok({ message: 'Closed.' }))
  await renderApp(paths.market())
  const banner = (await screen.findByText(/nobody knows how to pay you/)).closest('[role="status"]')
  if (!(banner instanceof HTMLElement)) throw new Error('There is no banner.')
  expect(within(banner).getByRole('link', { name: 'Say how to be paid' }).getAttribute('href')).toBe(
    paths.settings('payout'),
  )
  await user.click(within(banner).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText(/nobody knows how to pay you/)).toBeNull())
  expect(host.called('payout.closeQuestion')).toHaveLength(1)
})

test('[PAYOUT-18] the page that the banner leads to has none', async () => {
  serve({ ...none, asks: true })
  await open()
  await screen.findByLabelText('Details')
  expect(screen.queryByText(/nobody knows how to pay you/)).toBeNull()
})

test('[PAYOUT-06] the page of the mailed link asks first, and removes the details then', async () => {
  host.userID = null
  await renderApp(paths.notMe({ token: 'a token', of: 'payout' }))
  host.on('payout.notMe', ok({ message: 'Done.' }))
  const button = await screen.findByRole('button', { name: 'This was not me: remove them' })
  await host.quiet()
  expect(host.called('payout.notMe')).toEqual([])
  await user.click(button)
  expect(await screen.findByText(/The payout details are removed/)).toBeTruthy()
  expect(host.called('payout.notMe').map(({ input }) => input.body)).toEqual([{ token: 'a token' }])
})

test('[SETTLE-49] without a network payout details are neither kept nor removed, and the buttons say why', async () => {
  serve(kept)
  await open()
  await screen.findByRole('button', { name: 'Remove payout details' })
  goOffline()
  for (const name of ['Save payout details', 'Remove payout details'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `${name} · needs the network` }).disabled).toBe(true)
})
