import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import type { TwoStepState } from '#shared/contract/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { sessionsOf } from '#support/account-sessions.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace } from '#support/workspace.ts'
import { paths } from '#lib/paths.ts'
import * as saving from '#platform/save-in-browser.ts'

const off: TwoStepState = { isOn: false, since: null, recoveryCodesLeft: 0, isRequired: false, unavailable: null }
const on: TwoStepState = { ...off, isOn: true, since: '2026-11-20T09:30:00.000Z', recoveryCodesLeft: 9 }
const state = (data: TwoStepState) => host.on('twoStep.state', ok({ data }))
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['account', 'twoStep'] }))
  host.on('account.sessions', ok({ data: [] }))
})
afterEach(() => {
  vi.restoreAllMocks()
  clearApp()
})

const secret = {
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/x:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `K3QF-7M2P-XR4T-9WB${at}`)
const refusal = (code: string, message: string, path: string): Reply => ({
  ok: false,
  status: 422,
  error: { code, message, details: [{ path, message }] },
})
const card = () => within(screen.getByRole('region', { name: 'Two-step sign-in' }))
const press = (name: string) => user.click(card().getByRole('button', { name }))
const start = async () => {
  await renderApp(paths.settings('account'))
  await screen.findByRole('region', { name: 'Two-step sign-in' })
}

test('[ACCT-10] it is switched on with the password, QR code or key, and a first right code; the codes are shown once', async () => {
  state(off)
  await start()
  expect((await card().findByRole('status')).textContent).toBe('It is off.')
  await press('Switch on')
  host.on('twoStep.setUp', refusal('INVALID_INPUT', 'This is not your password.', 'password'))
  fill(card().getByLabelText('Your password'), 'wrong')
  await press('Continue')
  expect(await card().findByText('This is not your password.')).toBeTruthy()
  // A refusal that is about no field leaves the focus where one tries again.
  host.on('twoStep.setUp', failed)
  fill(card().getByLabelText('Your password'), 'correct horse')
  await press('Continue')
  expect(await card().findByRole('alert')).toBeTruthy()
  await waitFor(() => expect(document.activeElement === card().getByLabelText('Your password')).toBe(true))
  host.on('twoStep.setUp', ok({ data: secret }))
  fill(card().getByLabelText('Your password'), 'correct horse')
  await press('Continue')
  const code = await card().findByRole('img', { name: 'QR code with the key for your authenticator app' })
  expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(1000)
  expect(card().getByLabelText<HTMLInputElement>('Key').value.replaceAll(' ', '')).toBe(secret.key)
  host.on('twoStep.confirm', refusal('INVALID_OTP', 'Invalid OTP', 'code'))
  fill(card().getByLabelText('Code'), '12 34 56x')
  await press('Switch on')
  expect(await card().findByText('Invalid OTP')).toBeTruthy()
  host.on('twoStep.confirm', ok({ data: { recoveryCodes } }))
  state({ ...on, recoveryCodesLeft: 10 })
  fill(card().getByLabelText('Code'), '654321')
  await press('Switch on')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes)
  expect(host.called('twoStep.confirm').map(({ input }) => input.body)).toEqual([
    { code: '123456' },
    { code: '654321' },
  ])
  // Nobody can read them again, so that neither Escape nor a press beside them takes them away.
  await user.keyboard('{Escape}')
  await user.click(document.querySelector('.MuiDialog-container') as HTMLElement)
  await host.quiet()
  expect(screen.getByRole('dialog', { name: 'Your recovery codes' })).toBeTruthy()
  expect(dialog.getAllByRole('listitem')).toHaveLength(10)
  await user.click(dialog.getByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await card().findByText(/10 recovery codes left/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Two-step sign-in')
  expect(card().queryByLabelText('Key')).toBeNull()
})

test('after it was switched on the other devices can be signed out; a failure is said, and can be tried again', async () => {
  state(off)
  host.on('account.sessions', sessionsOf(3))
  await start()
  await press('Switch on')
  host.on('twoStep.setUp', ok({ data: secret }))
  fill(card().getByLabelText('Your password'), 'correct horse')
  await press('Continue')
  host.on('twoStep.confirm', ok({ data: { recoveryCodes } }))
  state({ ...on, recoveryCodesLeft: 10 })
  fill(await card().findByLabelText('Code'), '654321')
  await press('Switch on')
  await user.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await card().findByText('You are still signed in on 2 other devices.')).toBeTruthy()
  host.on('account.endOtherSessions', failed)
  await press('Sign them out')
  expect((await card().findByRole('alert')).textContent).not.toContain('You are still signed in')
  host.on('account.endOtherSessions', ok({ message: 'Done.' }))
  host.on('account.sessions', sessionsOf(1))
  await press('Sign them out')
  expect(await screen.findByText('Your other devices are signed out')).toBeTruthy()
  await waitFor(() => expect(card().queryByRole('button', { name: 'Sign them out' })).toBeNull())
  expect(host.called('account.endOtherSessions')).toHaveLength(2)
})

test('[ACCT-14] a new set takes password and code, and can be copied and downloaded', async () => {
  state({ ...on, recoveryCodesLeft: 1 })
  await start()
  expect(await card().findByText(/One recovery code left/)).toBeTruthy()
  expect(card().getByText(/Create new recovery codes/)).toBeTruthy()
  await press('New recovery codes')
  await press('Make new codes')
  expect(await card().findByText('Please enter the code.')).toBeTruthy()
  expect(host.called('twoStep.renewCodes')).toEqual([])
  fill(card().getByLabelText('Your password'), 'correct horse')
  fill(card().getByLabelText('Code'), '123456')
  host.on('twoStep.renewCodes', ok({ data: { recoveryCodes } }))
  await press('Make new codes')
  const dialog = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(copied).toHaveBeenCalledWith(`${recoveryCodes.join('\n')}\n`)
  const saved = vi.spyOn(saving, 'saveInBrowser').mockReturnValue()
  await user.click(dialog.getByRole('button', { name: 'Download' }))
  expect(new TextDecoder().decode(saved.mock.calls[0]?.[0])).toBe(`${recoveryCodes.join('\n')}\n`)
})

test('[ACCT-18] switching off takes password and code, and a refusal stands at its field', async () => {
  state(on)
  await start()
  await user.click(await card().findByRole('button', { name: 'Switch off' }))
  host.on('twoStep.switchOff', refusal('INVALID_OTP', 'Invalid OTP', 'code'))
  fill(card().getByLabelText('Your password'), 'correct horse')
  fill(card().getByLabelText('Code'), '111111')
  await press('Switch off')
  expect(await card().findByText('Invalid OTP')).toBeTruthy()
  host.on('twoStep.switchOff', failed)
  await press('Switch off')
  await waitFor(() => expect(document.activeElement === card().getByLabelText('Your password')).toBe(true))
  host.on('twoStep.switchOff', ok({ message: 'Off.' }))
  state(off)
  fill(card().getByLabelText('Code'), '123456')
  await press('Switch off')
  await waitFor(() => expect(card().getByRole('status').textContent).toBe('It is off.'))
  expect(document.activeElement?.textContent).toBe('Two-step sign-in')
  expect(host.called('twoStep.switchOff').at(-1)?.input.body).toEqual({ password: 'correct horse', code: '123456' })
})

test('[ACCT-44] a server that offers none says why, and shows no button', async () => {
  const unavailable =
    'Two-step sign-in is not available on this server until the people who run it set GUILDHALL_SECRET.'
  state({ ...off, unavailable })
  await start()
  expect(await card().findByText(unavailable)).toBeTruthy()
  expect(card().queryByRole('button')).toBeNull()
})

test('[ACCT-17] an administrator of whom the server asks it reads so', async () => {
  state({ ...off, isRequired: true })
  await start()
  expect(await card().findByText(/This server requires it for administrators/)).toBeTruthy()
})

test('a state that cannot be loaded is said in the card alone, with Retry', async () => {
  host.on('twoStep.state', failed)
  await start()
  expect(await card().findByText('Failed to load your two-step sign-in')).toBeTruthy()
  state(on)
  await press('Retry')
  expect(await card().findByText(/9 recovery codes left/)).toBeTruthy()
})

test('a server without two-step sign-in has no card', async () => {
  host.on('capabilities.list', ok({ data: ['account'] }))
  await renderApp(paths.settings('account'))
  await screen.findByRole('region', { name: 'Sessions' })
  await host.quiet()
  expect(screen.queryByRole('region', { name: 'Two-step sign-in' })).toBeNull()
})
