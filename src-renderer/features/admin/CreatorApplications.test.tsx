import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { application, pageOf, rowOf, setUpAdministration } from '#support/administration.ts'
import { host, ok } from '#support/fake-platform.ts'
import { user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const wish = { text: 'Chart the wells.\nWith volunteers.', answerBy: '2099-06-02T10:00:00.000Z' }

beforeEach(() => {
  setUpAdministration()
  const written = { ...application(1, 0), ...wish }
  host.on('creatorApplications.list', pageOf([written, application(2, 0)]))
  host.on('creatorApplications.ofUser', ok({ data: [written] }))
})
afterEach(clearApp)

test('[ENTRY-13] an administrator reads what an applicant wants to get done, and by when it is answered', async () => {
  await renderApp('/founder/admin?tab=applications')
  await screen.findByText('user1')
  expect(rowOf('user1').getByText('answer by 2 June 2099')).toBeDefined()
  await user.click(rowOf('user1').getByRole('button', { name: 'Read the application of user1' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Applications of/ }))
  expect((await dialog.findByRole('blockquote')).textContent).toBe(wish.text)
})

test('[ENTRY-13] an application without a text, or of a server of before, has nothing to read', async () => {
  await renderApp('/founder/admin?tab=applications')
  await screen.findByText('user2')
  expect(rowOf('user2').queryByRole('button', { name: /^Read/ })).toBeNull()
  expect(rowOf('user2').queryByText(/answer by/)).toBeNull()
})
