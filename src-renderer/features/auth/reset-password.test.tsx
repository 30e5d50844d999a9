import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(() => {
  vi.useRealTimers()
  clearApp()
})

const link = '/reset-password?token=the-token&email=ada%40example.org'
const heading = (name: string) => screen.findByRole('heading', { name })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const form = async () => {
  host.on('auth.verifyResetToken', ok({ data: { isValid: true } }))
  const app = await renderApp(link)
  await heading('Reset Password')
  return app
}
const choose = (password: string, confirmation = password) => {
  type('New Password', password)
  type('Confirm Password', confirmation)
  press('Reset Password')
}

test.each(['', '?token=t', '?email=a%40b.cd'])('[AUTH-36] a link with only %j is shown as invalid', async (query) => {
  await renderApp(`/reset-password${query}`)
  expect(await screen.findByText('Invalid reset link. Please request a new password reset.')).toBeTruthy()
  await host.quiet()
  expect(host.called('auth.verifyResetToken')).toEqual([])
})

test("[AUTH-37][AUTH-38] 'Validating Reset Link' shows while the link is checked, then the form", async () => {
  let answer: (reply: Reply) => void = () => undefined
  host.on('auth.verifyResetToken', () => new Promise<Reply>((resolve) => (answer = resolve)))
  await renderApp(link)
  await heading('Validating Reset Link')
  // The client's code arrives with the first call, so the screen is there before the call is made.
  await waitFor(() =>
    expect(host.called('auth.verifyResetToken')[0]?.input.body).toEqual({
      token: 'the-token',
      email: 'ada@example.org',
    }),
  )
  act(() => answer(ok({ data: { isValid: true } })))
  await heading('Reset Password')
  expect([screen.getByLabelText('New Password'), screen.getByLabelText('Confirm Password')]).toHaveLength(2)
})

test("[AUTH-39][AUTH-40] a refused link shows 'Invalid Reset Link' and the reason, and leads back to login", async () => {
  host.on('auth.verifyResetToken', failedReply(422, 'INVALID_TOKEN', 'x'))
  await renderApp(link)
  await heading('Invalid Reset Link')
  expect(
    screen.getByText('This reset link is invalid or has expired. Please request a new password reset.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
})

test('[ERR-10] a link that could not be checked is not called invalid, and Retry checks it again', async () => {
  host.on('auth.verifyResetToken', failedReply(0, 'NETWORK'))
  await renderApp(link)
  expect(await screen.findByText('Verify reset password token failed')).toBeTruthy()
  expect(screen.queryByText('Invalid Reset Link')).toBeNull()
  host.on('auth.verifyResetToken', ok({ data: { isValid: true } }))
  press('Retry')
  await heading('Reset Password')
})

test('a link that may not be checked right now is not called invalid, and the page says when to try again', async () => {
  const message = 'Too many attempts. Please try again in 60 seconds.'
  host.on('auth.verifyResetToken', failedReply(429, 'RATE_LIMITED', message))
  await renderApp(link)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Invalid Reset Link' })).toBeNull()
  host.on('auth.verifyResetToken', ok({ data: { isValid: true } }))
  press('Retry')
  await heading('Reset Password')
})

test('[AUTH-41] a password of five characters is too short, one of six is accepted', async () => {
  await form()
  choose('12345')
  expect(await screen.findByText('Password must be at least 6 characters long.')).toBeTruthy()
  await host.quiet()
  expect(host.called('auth.resetPassword')).toEqual([])
  host.on('auth.resetPassword', ok({ message: 'done' }))
  choose('123456')
  await heading('Password Reset Success')
  expect(host.called('auth.resetPassword')[0]?.input.body).toEqual({
    token: 'the-token',
    email: 'ada@example.org',
    password: '123456',
  })
})

test('[AUTH-42] a confirmation that differs from the password is refused', async () => {
  await form()
  choose('a-good-password', 'another-password')
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  await host.quiet()
  expect(host.called('auth.resetPassword')).toEqual([])
})

test('[AUTH-43] a failed reset shows its error, whatever the server said', async () => {
  await form()
  host.on('auth.resetPassword', failedReply(500, 'INTERNAL', 'SQL went wrong'))
  choose('a-good-password')
  expect(await screen.findByText('Failed to reset password. Please try again.')).toBeTruthy()
  expect(screen.queryByText(/SQL/)).toBeNull()
})

test("the server's message about the password stands beside its field only", async () => {
  await form()
  const message = 'This password is one of the first that anybody would try. Please choose another one.'
  const details = [{ path: 'password', message }]
  host.on('auth.resetPassword', { ok: false, status: 422, error: { code: 'INVALID_INPUT', message, details } })
  choose('password')
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText(/New Password/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText('Failed to reset password. Please try again.')).toBeNull()
})

test('[AUTH-44] after a success the page waits 3 seconds, then goes to /login', async () => {
  const { path } = await form()
  host.on('auth.resetPassword', ok({ message: 'done' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
  choose('a-good-password')
  await heading('Password Reset Success')
  await act(() => vi.advanceTimersByTimeAsync(2500))
  expect(path()).toBe(link)
  await act(() => vi.advanceTimersByTimeAsync(500))
  await waitFor(() => expect(path()).toBe('/login'))
})

test('[AUTH-40] a failure of the server is not shown as an expired link, and Retry checks again', async () => {
  host.on('auth.verifyResetToken', failedReply(500, 'INTERNAL', ''))
  await renderApp(link)
  expect(await screen.findByText('Verify reset password token failed')).toBeTruthy()
  expect(screen.queryByText('Invalid Reset Link')).toBeNull()
  host.on('auth.verifyResetToken', ok({ data: { isValid: true } }))
  press('Retry')
  await heading('Reset Password')
})

test('an invalid link offers to request another, with the address filled in', async () => {
  host.on('auth.verifyResetToken', failedReply(422, 'INVALID_TOKEN', 'x'))
  await renderApp(link)
  await heading('Invalid Reset Link')
  fireEvent.click(screen.getByRole('link', { name: 'Request a new link' }))
  await screen.findByRole('button', { name: 'Send reset link' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
})
