import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { demoAccounts } from '#shared/rules/demo-accounts.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import * as analytics from '#lib/analytics.ts'
import { sessionData } from '#lib/browser-storage.ts'
import { testimonials } from '#parts/entry/testimonials.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearApp()
})

const userID = '01890000-0000-7000-8000-000000000001'
const signedIn = (isEmailVerified = true) => ok({ accessToken: '', refreshToken: '', userID, isEmailVerified })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const login = async () => {
  const app = await renderApp('/login')
  await screen.findByLabelText('Email')
  return app
}
const submit = async (email = 'ada@example.org', password = 'a-good-password') => {
  type('Email', email)
  type('Password', password)
  press('Log in')
  await waitFor(() => expect(host.called('auth.login').length).toBeGreaterThan(0))
}

test('[AUTH-03] login is not submitted unless both email and password are filled in', async () => {
  await login()
  press('Log in')
  expect(await screen.findByText('Please enter your email.')).toBeTruthy()
  type('Email', 'ada@example.org')
  press('Log in')
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  await host.quiet()
  expect(host.called('auth.login')).toEqual([])
  host.on('auth.login', failedReply(500, 'INTERNAL'))
  await submit()
  expect(host.called('auth.login').map(({ input }) => input.body)).toEqual([
    { emailID: 'ada@example.org', password: 'a-good-password' },
  ])
})

test("[ERR-01] 400, 401 and 404 read 'Invalid credentials'; [ERR-04] others show the server's message, else 'Login failed'", async () => {
  await login()
  host.on('auth.login', failedReply(401, 'INVALID_CREDENTIALS', 'whatever'))
  await submit()
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid credentials')
  host.on('auth.login', failedReply(429, 'RATE_LIMITED', 'Too many tries.'))
  press('Log in')
  expect(await screen.findByText('Too many tries.')).toBeTruthy()
  host.on('auth.login', failedReply(500, 'INTERNAL', ''))
  press('Log in')
  expect(await screen.findByText('Login failed')).toBeTruthy()
})

test('[AUTH-17][AUTH-18] a verified login records its time and is sent to analytics once', async () => {
  const track = vi.spyOn(analytics, 'track')
  await login()
  host.on('auth.login', signedIn())
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  const before = Date.now()
  await submit()
  await waitFor(() => expect(location.pathname).toBe('/market'))
  expect(Number(sessionData.get('loginTime'))).toBeGreaterThanOrEqual(before)
  expect(track.mock.calls.filter(([name]) => name === 'login')).toEqual([['login', { method: 'password' }]])
})

test('after a login the focus is at the heading of the page that follows', async () => {
  await login()
  host.on('auth.login', signedIn())
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  await submit()
  const heading = await screen.findByRole('heading', { level: 1, name: 'Available Jobs' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('[AUTH-14] an answer for an unverified address opens the code step; [AUTH-10] Back to login returns', async () => {
  const track = vi.spyOn(analytics, 'track')
  await login()
  host.on('auth.login', signedIn(false))
  await submit()
  expect(await screen.findByLabelText('Verification code')).toBeTruthy()
  expect(sessionData.get('loginTime')).toBeNull()
  expect(track.mock.calls.filter(([name]) => name === 'login')).toEqual([])
  press('Back to login')
  expect(field('Email').value).toBe('ada@example.org')
})

test('[AUTH-16] a login error with isEmailVerified false opens the code step too', async () => {
  await login()
  host.on('auth.login', {
    ok: false,
    status: 403,
    error: { code: 'EMAIL_NOT_VERIFIED', message: 'Not yet', isEmailVerified: false },
  })
  await submit()
  expect(await screen.findByLabelText('Verification code')).toBeTruthy()
})

const codeStep = async () => {
  await login()
  host.on('auth.login', signedIn(false))
  await submit()
  await screen.findByLabelText('Verification code')
}

test('[AUTH-07][AUTH-08] the code takes digits only, at most six, and Verify is enabled at exactly six', async () => {
  await codeStep()
  const enabledAt = ['', '1', '12345', '123456'].map((value) => {
    type('Verification code', value)
    return !button('Verify').disabled
  })
  expect(enabledAt).toEqual([false, false, false, true])
  type('Verification code', '12a4-5 6789')
  expect(field('Verification code').value).toBe('124567')
  type('Verification code', '１２３ ٤٥۶')
  expect(field('Verification code').value).toBe('123456')
  type('Verification code', '12345')
  fireEvent.submit(field('Verification code'))
  await host.quiet()
  expect(host.called('auth.verifyOtp')).toEqual([])
})

test('[AUTH-09] resending is blocked for 60 seconds, counted down each second', async () => {
  await login()
  host.on('auth.login', signedIn(false))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await submit()
  await screen.findByLabelText('Verification code')
  const tick = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  expect(button(/^Resend code/)).toMatchObject({ disabled: true, textContent: 'Resend code in 60s' })
  await tick(1)
  expect(button(/^Resend code/).textContent).toBe('Resend code in 59s')
  await tick(58)
  expect(button(/^Resend code/)).toMatchObject({ disabled: true, textContent: 'Resend code in 1s' })
  await tick(1)
  expect(button(/^Resend code/)).toMatchObject({ disabled: false, textContent: 'Resend code' })
  host.on('auth.resendOtp', ok({ message: 'sent' }))
  press('Resend code')
  await waitFor(() => expect(button(/^Resend code/).textContent).toBe('Resend code in 60s'))
  expect(host.called('auth.resendOtp')[0]?.input.body).toEqual({ email: 'ada@example.org' })
})

test.each([
  ['[ERR-03]', failedReply(404, 'NOT_FOUND', 'x'), 'Invalid credentials'],
  ['[ERR-06]', failedReply(422, 'INVALID_OTP', 'Invalid OTP'), 'Invalid OTP'],
  ['[ERR-06]', failedReply(500, 'INTERNAL', ''), 'OTP verification failed'],
])('%s a refused code shows why: %o reads %s', async (_, reply, text) => {
  await codeStep()
  host.on('auth.verifyOtp', reply)
  type('Verification code', '123456')
  press('Verify')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test.each([
  [failedReply(429, 'RATE_LIMITED', 'Wait a little.'), 'Wait a little.'],
  [failedReply(500, 'INTERNAL', ''), 'Failed to resend OTP'],
])("[ERR-07] a failed resend shows the server's message, else its own: %o", async (reply, text) => {
  await login()
  host.on('auth.login', signedIn(false))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await submit()
  await screen.findByLabelText('Verification code')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  host.on('auth.resendOtp', reply)
  press('Resend code')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test('[AUTH-11] the email is filled in with the address that the waitlist form kept', async () => {
  sessionData.set('prefillEmail', 'invited@example.org')
  await login()
  expect(field('Email').value).toBe('invited@example.org')
})

test("[AUTH-04][AUTH-05] 'Forgot password?' sends nothing without an '@'", async () => {
  await login()
  press('Forgot password?')
  type('Email', 'ada.example.org')
  press('Send reset link')
  expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
  await host.quiet()
  expect(host.called('auth.forgotPassword')).toEqual([])
})

test.each([
  ['an answer', ok({ message: 'sent' })],
  ['a refusal', failedReply(422, 'INVALID_INPUT', 'x')],
  ['a limit', failedReply(429, 'RATE_LIMITED', 'x')],
])("[AUTH-06][ERR-09] after %s the page shows 'Check your email'", async (_, reply) => {
  await login()
  press('Forgot password?')
  host.on('auth.forgotPassword', reply)
  type('Email', 'ada@example.org')
  press('Send reset link')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
})

test('the address ?view=forgot opens the form that requests a reset link, and leads back to the login', async () => {
  await renderApp('/login?view=forgot')
  expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeTruthy()
  press(/back/i)
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
})

test.each([
  ['the server', failedReply(500, 'INTERNAL', 'boom')],
  ['the network', failedReply(0, 'NETWORK')],
])("[ERR-09] when %s fails the page shows 'Forgot password failed'", async (_, reply) => {
  await login()
  press('Forgot password?')
  host.on('auth.forgotPassword', reply)
  type('Email', 'ada@example.org')
  press('Send reset link')
  expect(await screen.findByText('Forgot password failed')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Check your email' })).toBeNull()
})

test('[DEMO-06] in demo mode the three demo accounts are offered, and choosing one fills the form', async () => {
  host.demo = true
  await login()
  await screen.findByText('Demo accounts')
  for (const { email } of demoAccounts) expect(screen.getByText(email)).toBeTruthy()
  expect(demoAccounts).toHaveLength(3)
  fireEvent.click(screen.getByText('creator@guildhall.test'))
  expect([field('Email').value, field('Password').value]).toEqual(['creator@guildhall.test', 'guildhall-demo'])
})

test('[DEMO-06] without demo mode no account is offered', async () => {
  await login()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText(/@guildhall\.test/)).toBeNull()
})

const shownTestimonial = () => testimonials.findIndex(({ quote }) => screen.queryByText(quote) !== null)

test('[AUTH-12] five testimonials rotate, one every 4 seconds, until they are paused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await login()
  const seen = [shownTestimonial()]
  for (let turn = 0; turn < 5; turn += 1) {
    await act(() => vi.advanceTimersByTimeAsync(3999))
    expect(shownTestimonial()).toBe(seen.at(-1))
    await act(() => vi.advanceTimersByTimeAsync(1))
    seen.push(shownTestimonial())
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 0])
  press('Pause testimonials')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(shownTestimonial()).toBe(0)
})

test('[AUTH-13] testimonials identify nobody: they have no name, no initials and no handle', () => {
  const noNames = ['I', 'CV', 'Monday', 'Friday']
  for (const { quote, from } of testimonials) {
    // What it is about, and nobody who said it.
    expect(['Tasks', 'Applications', 'Reputation', 'The board', 'Payments']).toContain(from)
    // A capital within a sentence would be a name.
    const words = quote.split(' ')
    const inside = words.filter((_, index) => index > 0 && !/[.!?:]$/.test(words[index - 1] ?? ''))
    const capitals = [...inside, ...from.split(' ').slice(1)].map((word) => word.replace(/[.,!?:]/g, ''))
    expect(capitals.filter((word) => /^[A-Z@]/.test(word) && !noNames.includes(word))).toEqual([])
  }
})

/** Opens the code step and waits until its resend button is enabled. */
const readyToResend = async () => {
  await login()
  host.on('auth.login', signedIn(false))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await submit()
  await screen.findByLabelText('Verification code')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
}
const tryCode = async (code: string) => {
  const before = host.called('auth.verifyOtp').length
  type('Verification code', code)
  press('Verify')
  await waitFor(() => expect(host.called('auth.verifyOtp')).toHaveLength(before + 1))
  await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy())
}

test('[AUTH-60] resending clears the typed digits and the old error, and says that a new code was sent', async () => {
  await readyToResend()
  host.on('auth.verifyOtp', failedReply(422, 'INVALID_OTP', 'Invalid OTP'))
  await tryCode('123456')
  expect(screen.getByText('Invalid OTP')).toBeTruthy()
  host.on('auth.resendOtp', ok({ message: 'sent' }))
  press('Resend code')
  expect(await screen.findByText('A new code is on its way.')).toBeTruthy()
  expect(screen.queryByText('Invalid OTP')).toBeNull()
  expect(field('Verification code').value).toBe('')
  expect(document.activeElement).toBe(field('Verification code'))
})

test('[AUTH-61] after five wrong tries the code is useless, and a new code has five tries again', async () => {
  await readyToResend()
  host.on('auth.verifyOtp', failedReply(422, 'INVALID_OTP', 'Invalid OTP'))
  for (const code of ['111111', '222222', '333333', '444444']) await tryCode(code)
  expect(screen.queryByText(/has ended/)).toBeNull()
  await tryCode('555555')
  expect((await screen.findByText(/This code has ended after 5 wrong tries/)).textContent).toContain(
    'ask for a new one',
  )
  expect(screen.queryByText('Invalid OTP')).toBeNull()
  expect(button('Verify').disabled).toBe(true)
  host.on('auth.resendOtp', ok({ message: 'sent' }))
  press('Resend code')
  expect(await screen.findByText('A new code is on its way.')).toBeTruthy()
  type('Verification code', '123456')
  expect(button('Verify').disabled).toBe(false)
})

test('a try that did not reach the server, or met a limit, does not count against the code', async () => {
  await readyToResend()
  host.on('auth.verifyOtp', failedReply(0, 'NETWORK'))
  for (let turn = 0; turn < 6; turn += 1) await tryCode('123456')
  expect(screen.queryByText(/has ended/)).toBeNull()
})

test("the code's input asks a phone for its number pad", async () => {
  await codeStep()
  expect(field('Verification code').getAttribute('inputmode')).toBe('numeric')
})

test('a refused login leaves the focus in the form, and typing removes the error', async () => {
  await login()
  host.on('auth.login', failedReply(401, 'INVALID_CREDENTIALS', ''))
  button('Log in').focus()
  await submit()
  await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  type('Password', 'another')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('choosing a demo account removes an old error', async () => {
  host.demo = true
  await login()
  host.on('auth.login', failedReply(401, 'INVALID_CREDENTIALS', ''))
  await submit()
  await screen.findByRole('alert')
  fireEvent.click(await screen.findByText('creator@guildhall.test'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a refused code leaves the focus in its field', async () => {
  await codeStep()
  host.on('auth.verifyOtp', failedReply(422, 'INVALID_OTP', 'Invalid OTP'))
  button('Verify').focus()
  await tryCode('123456')
  expect(document.activeElement).toBe(field('Verification code'))
})
