import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)

const userID = '01890000-0000-7000-8000-000000000001'
const registered = (isEmailVerified: boolean) => ok({ userID, isEmailVerified, message: 'Welcome' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const register = async (query = '') => {
  const app = await renderApp(`/register${query}`)
  await screen.findByLabelText('Username')
  return app
}
const create = () => {
  type('Username', 'ada')
  type('Password', 'a-good-password')
  press('Create Account')
}

test("[AUTH-20][AUTH-21] the form has its three fields, 'Create Account' and its three links", async () => {
  await register()
  for (const label of ['Email', 'Username', 'Password']) expect(field(label)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeTruthy()
  const leadTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(['Log in', 'Terms', 'Privacy Policy'].map(leadTo)).toEqual(['/login', '/terms', '/privacy'])
})

test('password managers keep what one signs in with: the address, and not the name that others see', async () => {
  await register()
  expect(['Email', 'Username', 'Password'].map((label) => field(label).autocomplete)).toEqual([
    'username',
    'nickname',
    'new-password',
  ])
  clearApp()
  await renderApp('/login')
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).autocomplete).toBe('username')
})

test.each([
  ['email', { Username: 'ada', Password: 'a-good-password' }],
  ['username', { Email: 'ada@example.org', Password: 'a-good-password' }],
  ['password', { Email: 'ada@example.org', Username: 'ada' }],
])('[AUTH-22] without %s nothing is submitted', async (_, filled) => {
  await register()
  Object.entries(filled).forEach(([label, value]) => type(label, value))
  press('Create Account')
  await waitFor(() => expect(document.querySelector('[aria-invalid="true"]')).toBeTruthy())
  await host.quiet()
  expect(host.called('auth.register')).toEqual([])
})

test('[AUTH-23][AUTH-24] the link prefills and locks the email, and its token is sent as invitationToken', async () => {
  host.on('auth.register', registered(false))
  await register('?token=the-token&email=ada%40example.org')
  expect(field('Email')).toMatchObject({ value: 'ada@example.org', readOnly: true })
  create()
  await waitFor(() => expect(host.called('auth.register')).toHaveLength(1))
  expect(host.called('auth.register')[0]?.input.body).toEqual({
    email: 'ada@example.org',
    username: 'ada',
    password: 'a-good-password',
    invitationToken: 'the-token',
  })
})

test('without an invitation the email is free, and no token is sent', async () => {
  host.on('auth.register', registered(false))
  await register()
  expect(field('Email').readOnly).toBe(false)
  type('Email', 'ada@example.org')
  create()
  await waitFor(() => expect(host.called('auth.register')).toHaveLength(1))
  expect(host.called('auth.register')[0]?.input.body).not.toHaveProperty('invitationToken')
})

test("[AUTH-25][AUTH-26][AUTH-27] after the code 'Verifying Email' and 'Email Verified' are shown, then / with a session", async () => {
  host.on('auth.register', registered(false))
  const { path } = await register('?email=ada%40example.org')
  create()
  expect(await screen.findByRole('heading', { name: 'Verifying Email' })).toBeTruthy()
  expect(path()).toBe('/register?email=ada%40example.org')
  host.on('auth.verifyOtp', ok({ accessToken: '', refreshToken: '', userID, isEmailVerified: true }))
  type('Verification code', '123456')
  press('Verify')
  expect(await screen.findByRole('heading', { name: 'Email Verified' })).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'Go to dashboard' })).getAttribute('href')).toBe('/dashboard')
  expect(path()).toBe('/')
})

test('[ENTRY-20] who came for something is led there after the code, from this device or by what the server knows', async () => {
  const task = { id: '01890000-0000-7000-8000-000000000011', number: '7', isOffered: true }
  const verify = async () => {
    host.on('auth.register', registered(false))
    host.on('auth.verifyOtp', ok({ accessToken: '', refreshToken: '', userID, isEmailVerified: true }))
    const { path } = await register('?email=ada%40example.org')
    create()
    await screen.findByRole('heading', { name: 'Verifying Email' })
    // The session begins with the code.
    host.on('auth.verifyOtp', () => {
      host.userID = userID
      return ok({ accessToken: '', refreshToken: '', userID, isEmailVerified: true })
    })
    type('Verification code', '123456')
    press('Verify')
    await screen.findByRole('heading', { name: 'Email Verified' })
    await waitFor(() => expect(path()).toBe(`/open/${task.id}`), { timeout: 20_000 })
  }
  localStorage.setItem('redirectAfterLogin', `/open/${task.id}`)
  await verify()
  clearApp()
  host.on('capabilities.list', ok({ data: ['profile', 'claims'] }))
  const me = { id: userID, username: 'ada', name: '', bio: '', tier: 'basic', reputation: 0, isOwner: true }
  const rest = { skills: [], projects: [], email: 'ada@example.org', isAdministrator: false, isNew: true }
  host.on('users.profile', ok({ data: { ...me, ...rest, wish: { projectID: userID, task, isInvited: false } } }))
  host.on('users.details', ok({ data: { type: 'contributor' } }))
  host.on('users.projects', ok({ data: [] }))
  await verify()
})

test('[AUTH-26] when no verification is needed the user goes to / at once', async () => {
  host.on('auth.register', registered(true))
  const { path } = await register('?email=ada%40example.org')
  create()
  await screen.findByRole('button', { name: 'Request Access' })
  expect(path()).toBe('/')
})

test.each([
  ['[ERR-02]', failedReply(404, 'NOT_FOUND', 'x'), 'Invalid credentials'],
  ['[ERR-05]', failedReply(403, 'INVITATION_REQUIRED', 'Join the waitlist.'), 'Join the waitlist.'],
  ['[ERR-05]', failedReply(500, 'INTERNAL', ''), 'Registration failed'],
])('%s a refused registration shows why', async (_, reply, text) => {
  host.on('auth.register', reply)
  await register('?email=ada%40example.org')
  create()
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

test("a username that is taken is reported beside its field, in the server's words", async () => {
  host.on('auth.register', failedReply(409, 'USERNAME_TAKEN', 'This username is already taken.'))
  await register('?email=ada%40example.org')
  create()
  expect(await screen.findByText('This username is already taken.')).toBeTruthy()
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[AUTH-62] the typed text is still there after reading the terms', async () => {
  const { router } = await register()
  type('Email', 'ada@example.org')
  type('Username', 'ada')
  type('Password', 'a-good-password')
  fireEvent.click(screen.getByRole('link', { name: 'Terms' }))
  await waitFor(() => expect(location.pathname).toBe('/terms'))
  await act(() => router.navigate(-1))
  await screen.findByLabelText('Username')
  expect(['Email', 'Username', 'Password'].map((label) => field(label).value)).toEqual([
    'ada@example.org',
    'ada',
    'a-good-password',
  ])
  // Others can read what a browser keeps, so the password must not be in it.
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('a-good-password')
})

test('[AUTH-62] a reload during the code step stays in it, with the tries that are left', async () => {
  host.on('auth.register', registered(false))
  await register('?email=ada%40example.org')
  create()
  await screen.findByLabelText('Verification code')
  host.on('auth.verifyOtp', failedReply(422, 'INVALID_OTP', 'Invalid OTP'))
  type('Verification code', '111111')
  press('Verify')
  await screen.findByText('Invalid OTP')
  cleanup()
  await renderApp('/register?email=ada%40example.org')
  expect(await screen.findByLabelText('Verification code')).toBeTruthy()
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  for (const code of ['222222', '333333', '444444', '555555']) {
    type('Verification code', code)
    press('Verify')
    await screen.findByRole('alert')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' }).className).not.toContain('loading'),
    )
  }
  expect(await screen.findByText(/This code has ended/)).toBeTruthy()
  press('Back to login')
  await screen.findByRole('button', { name: 'Log in' })
})

test('an invitation for another address begins with the form', async () => {
  host.on('auth.register', registered(false))
  await register('?email=ada%40example.org')
  create()
  await screen.findByLabelText('Verification code')
  cleanup()
  await renderApp('/register?email=grace%40example.org')
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('grace@example.org')
})

test.each([
  [ok({ data: { isValid: true, email: 'ada@example.org' } }), true],
  [failedReply(422, 'INVALID_TOKEN', 'x'), false],
])('an invitation link gets its greeting only when it is valid: %o', async (reply, isGood) => {
  host.on('waitlist.validateInvitation', reply)
  await register('?token=the-token&email=ada%40example.org')
  expect(await screen.findByText(isGood ? /You are invited\./ : /no longer works/)).toBeTruthy()
  expect(screen.queryByText('Your invitation is for this address.') !== null).toBe(isGood)
})

test('[ENTRY-08] the link says that the invitation to the project has ended, and still registers', async () => {
  host.on('waitlist.validateInvitation', ok({ data: { isValid: true, email: 'ada@example.org', hasEnded: true } }))
  await register('?token=the-token&email=ada%40example.org')
  expect((await screen.findByRole('alert')).textContent).toContain('The invitation to the project has ended.')
  expect(screen.queryByText(/You are invited\./)).toBeNull()
  expect(screen.getByRole('button', { name: 'Create Account' })).toBeDefined()
})

test('a refusal that names the waitlist links to it', async () => {
  host.on('auth.register', failedReply(403, 'INVITATION_REQUIRED', 'Join the waitlist.'))
  await register('?email=ada%40example.org')
  create()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('link', { name: 'Request access' }).getAttribute('href')).toBe('/')
})

test('a person who comes from the waitlist finds the address filled in', async () => {
  sessionStorage.setItem('prefillEmail', 'ada@example.org')
  await register()
  expect(field('Email')).toMatchObject({ value: 'ada@example.org', readOnly: false })
})

test('a code whose mail stays unsent says so, and why; while it is tried again too', async () => {
  let state: object = { state: 'delayed', reason: '451 4.7.1 Greylisted' }
  host.on('auth.register', ok({ userID, isEmailVerified: false, receipt: 'the.receipt', message: 'Welcome' }))
  host.on('auth.codeMail', () => ok({ data: state }))
  host.on('capabilities.list', ok({ data: ['codeMail'] }))
  await register()
  type('Email', 'ada@example.org')
  create()
  await screen.findByText('ada@example.org has not taken the mail yet: 451 4.7.1 Greylisted. We are trying again.')
  expect(host.called('auth.codeMail')[0]?.input.body).toEqual({ receipt: 'the.receipt' })
  state = { state: 'failed', reason: '550 5.1.1 No such mailbox' }
  const said =
    'We could not deliver to this address: 550 5.1.1 No such mailbox. Check the address, or ask for another code.'
  await screen.findByText(said, undefined, { timeout: 8_000 })
}, 15_000)

test('[CAP-02] a host that does not say what became of a mail is not asked', async () => {
  host.on('auth.register', ok({ userID, isEmailVerified: false, receipt: 'the.receipt', message: 'Welcome' }))
  host.on('capabilities.list', ok({ data: [] }))
  await register()
  type('Email', 'ada@example.org')
  create()
  await screen.findByLabelText('Verification code')
  await waitFor(() => expect(host.called('capabilities.list')).toHaveLength(1))
  expect(host.called('auth.codeMail')).toHaveLength(0)
})
