import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Reply } from '#shared/api-client/index.ts'
import { paths } from '#lib/paths.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { sessionsOf } from '#support/account-sessions.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed, serveWorkspace, viewerID } from '#support/workspace.ts'

const profile = (email: string) =>
  ok({
    data: {
      id: viewerID,
      username: 'ada',
      name: 'Ada',
      bio: '',
      tier: 'basic',
      reputation: 0,
      isOwner: true,
      skills: [],
      projects: [],
      email,
      isAdministrator: false,
    },
  })
beforeEach(() => {
  serveWorkspace({ role: 'member' })
  host.on('capabilities.list', ok({ data: ['account'] }))
  host.on('account.sessions', ok({ data: [] }))
  host.on('users.profile', profile('ada@example.org'))
})
afterEach(clearApp)

const refusal = (code: string, message: string, path?: string): Reply => ({
  ok: false,
  status: 422,
  error: { code, message, ...(path && { details: [{ path, message }] }) },
})
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const start = async () => {
  await renderApp(paths.settings('account'))
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
  await press('Change')
}
const ask = async (email: string, password = 'correct horse') => {
  fill(screen.getByLabelText('New address'), email)
  fill(screen.getByLabelText('Your password'), password)
  await press('Send the code')
}

test('[ACCT-02] the address changes with the code alone; a wrong one says so beside its field', async () => {
  host.on('account.changeEmail', ok({ message: 'Sent.' }))
  host.on('account.confirmEmail', refusal('INVALID_OTP', 'Invalid OTP', 'code'))
  await start()
  await ask('ada@new.example')
  fill(await screen.findByLabelText('Code'), '12 34 56x')
  await press('Change address')
  expect(await screen.findByText('Invalid OTP')).toBeTruthy()
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  host.on('account.confirmEmail', ok({ data: { email: 'ada@new.example' } }))
  host.on('users.profile', profile('ada@new.example'))
  fill(screen.getByLabelText('Code'), '654321')
  await press('Change address')
  expect(await screen.findByText('Address changed')).toBeTruthy()
  expect(await screen.findByText('ada@new.example')).toBeTruthy()
  expect(host.called('account.changeEmail').map(({ input }) => input.body)).toEqual([
    { email: 'ada@new.example', password: 'correct horse' },
  ])
  expect(host.called('account.confirmEmail').map(({ input }) => input.body)).toEqual([
    { code: '123456' },
    { code: '654321' },
  ])
})

test('after the address was changed the other devices can be signed out, where there are any', async () => {
  host.on('account.sessions', sessionsOf(2))
  host.on('account.changeEmail', ok({ message: 'Sent.' }))
  host.on('account.confirmEmail', ok({ data: { email: 'ada@new.example' } }))
  await start()
  await ask('ada@new.example')
  expect(screen.queryByRole('button', { name: 'Sign them out' })).toBeNull()
  fill(await screen.findByLabelText('Code'), '654321')
  await press('Change address')
  expect(await screen.findByText('You are still signed in on one other device.')).toBeTruthy()
  host.on('account.endOtherSessions', ok({ message: 'Done.' }))
  host.on('account.sessions', sessionsOf(1))
  await press('Sign them out')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign them out' })).toBeNull())
  expect(host.called('account.endOtherSessions')).toHaveLength(1)
})

test('[ACCT-03] the screen says nothing of who has the address', async () => {
  host.on('account.changeEmail', ok({ message: 'Sent.' }))
  await start()
  await ask('taken@example.org')
  expect((await screen.findByText(/a code is on its way/)).textContent).toBe(
    'If nobody else uses taken@example.org, a code is on its way there. It is good for 10 minutes.',
  )
})

test('what is wrong stands at its field, other failures above, and what was typed stays', async () => {
  await start()
  await ask('nonsense', '')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('Please enter your password.')).toBeTruthy()
  host.on('account.changeEmail', refusal('INVALID_INPUT', 'This is not your password.', 'password'))
  await ask('ada@new.example', 'not this one')
  await waitFor(() => expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true'))
  host.on('account.changeEmail', failed)
  await ask('ada@new.example')
  expect(await screen.findByText('Failed to change the address')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('New address').value).toBe('ada@new.example')
  await press('Cancel')
  expect(screen.queryByLabelText('New address')).toBeNull()
})

test('an address that cannot be loaded says so with Retry', async () => {
  host.on('users.profile', failed)
  await renderApp(paths.settings('account'))
  expect(await screen.findByText('Failed to load your address')).toBeTruthy()
  host.on('users.profile', profile('ada@example.org'))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('ada@example.org')).toBeTruthy()
})

test('[ACCT-04] the link of the notice asks first, and one press takes the address back', async () => {
  host.userID = null
  host.on('account.takeBackEmail', failed)
  await renderApp(paths.notMe({ token: 'a token' }))
  const button = await screen.findByRole('button', { name: 'This was not me: take it back' })
  await host.quiet()
  expect(host.called('account.takeBackEmail')).toEqual([])
  await user.click(button)
  expect(await screen.findByText('Failed to take the address back')).toBeTruthy()
  host.on('account.takeBackEmail', ok({ message: 'Done.' }))
  await press('Retry')
  expect(await screen.findByText(/has its old address again/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(paths.forgotPassword())
  expect(host.called('account.takeBackEmail').map(({ input }) => input.body)).toEqual([
    { token: 'a token' },
    { token: 'a token' },
  ])
})

test('[ACCT-04] a link without its token says so', async () => {
  host.userID = null
  await renderApp(paths.notMe())
  expect(await screen.findByText('This link is not complete.')).toBeTruthy()
})
