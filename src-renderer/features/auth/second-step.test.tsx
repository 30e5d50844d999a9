import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { sessionData } from '#lib/browser-storage.ts'

afterEach(clearApp)

const userID = '01890000-0000-7000-8000-000000000001'
const challenge = { challenge: 'proves the password', challengeEndsAt: '2026-11-23T10:00:00.000Z', userID }
const signedIn = ok({ accessToken: '', refreshToken: '', userID, isEmailVerified: true })
const refusal = (code: string, message: string): Reply => ({ ok: false, status: 422, error: { code, message } })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const sent = () => host.called('auth.secondStep').map(({ input }) => input.body)
const start = async () => {
  await renderApp('/login')
  await screen.findByLabelText('Email')
  host.on('auth.login', ok(challenge))
  type('Email', 'ada@example.org')
  type('Password', 'a-good-password')
  await press('Log in')
  await screen.findByRole('heading', { name: 'Two-step sign-in' })
}

test('[ACCT-13] after the password the code of the app is asked for; the right one signs in', async () => {
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  await start()
  expect(sessionData.get('loginTime')).toBeNull()
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  // Phones offer digits, and the focus is where one types.
  expect([field.inputMode, field.autocomplete, document.activeElement === field]).toEqual([
    'numeric',
    'one-time-code',
    true,
  ])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(true)
  type('Code', '12 34 56 7')
  expect(field.value).toBe('123456')
  host.on('auth.secondStep', signedIn)
  fireEvent.submit(field.form ?? field)
  await waitFor(() => expect(location.pathname).toBe('/market'))
  expect(sent()).toEqual([{ challenge: challenge.challenge, code: '123456' }])
  expect(sessionData.get('loginTime')).not.toBeNull()
})

test("[ACCT-13] [ACCT-45] a wrong code reads 'Invalid OTP', is announced, and may be tried again at once", async () => {
  await start()
  host.on('auth.secondStep', refusal('INVALID_OTP', 'Invalid OTP'))
  type('Code', '111111')
  await press('Log in')
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid OTP')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
  type('Code', '222222')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sessionData.get('loginTime')).toBeNull()
})

test('[ACCT-13] [ACCT-45] a recovery code is taken instead', async () => {
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  await start()
  await press('Use a recovery code instead')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')))
  type('Recovery code', 'k3qf-7m2p-xr4t-9wbc')
  host.on('auth.secondStep', signedIn)
  await press('Log in')
  await waitFor(() => expect(location.pathname).toBe('/market'))
  expect(sent()).toEqual([{ challenge: challenge.challenge, code: 'k3qf-7m2p-xr4t-9wbc' }])
})

test('[ACCT-13] a sign-in that has ended says so, takes no more codes, and leads back to the password', async () => {
  await start()
  const sentence = 'This sign-in has ended. Please enter your password again.'
  host.on('auth.secondStep', refusal('INVALID_TOKEN', sentence))
  type('Code', '111111')
  await press('Log in')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(sentence)
  await waitFor(() => expect(document.activeElement).toBe(alert))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' }).disabled).toBe(true)
  await press('Back to login')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
})

test('[ACCT-16] a server that lacks the key says so', async () => {
  await start()
  const sentence =
    'This server lacks the key of your two-step sign-in, so it cannot check codes. Please tell the people who run it.'
  host.on('auth.secondStep', { ok: false, status: 503, error: { code: 'UNAVAILABLE', message: sentence } })
  type('Code', '111111')
  await press('Log in')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})
