import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failedReply, type Reply } from '#shared/api-client/index.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

afterEach(clearApp)

const link = '/verify-email?token=the-token&email=ada%40example.org'
const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Yes, verify my email' }))
const calls = () => host.called('auth.verifyEmailToken').map(({ input }) => input.body)

test('[AUTH-27] the link asks first, and shows the username that the server has, whatever the link says', async () => {
  host.on('auth.registrationOfLink', ok({ data: { username: 'mallory', email: 'ada@example.org' } }))
  await renderApp(`${link}&username=victim`)
  expect(
    await screen.findByText('This finishes the registration of “mallory” with the address ada@example.org.'),
  ).toBeTruthy()
  expect(document.body.textContent).not.toContain('victim')
  expect(screen.getByText(/Did somebody else register under this name\?/)).toBeTruthy()
  expect(calls()).toEqual([])
})

test("[AUTH-27] after the person confirms, the page shows 'Verifying Email' and then 'Email Verified'", async () => {
  let answer: (reply: Reply) => void = () => undefined
  host.on('auth.verifyEmailToken', () => new Promise<Reply>((resolve) => (answer = resolve)))
  await renderApp(link)
  await screen.findByText('This finishes the registration with the address ada@example.org.')
  await press()
  expect((await screen.findByRole('status')).textContent).toContain('Verifying Email')
  await waitFor(() => expect(calls()).toEqual([{ token: 'the-token', email: 'ada@example.org' }]))
  const userID = '0190163d-8694-739b-aea5-966c26f8ad91'
  act(() => answer(ok({ accessToken: '', refreshToken: '', userID, isEmailVerified: true })))
  expect(await screen.findByRole('heading', { name: 'Email Verified' })).toBeTruthy()
})

test('[ERR-06] a link that is no longer valid says so and leads back to login', async () => {
  host.on('auth.verifyEmailToken', failedReply(422, 'INVALID_TOKEN', 'This link is not valid any more.'))
  await renderApp(link)
  await press()
  expect(await screen.findByText(/^This link is not valid any more\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
})

test('a link without its token or address makes no call', async () => {
  await renderApp('/verify-email?email=ada%40example.org')
  expect(await screen.findByText(/^This link is not complete\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Yes, verify my email' })).toBeNull()
})
