import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { AdministeredPerson } from '#shared/contract/administration.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const personOf = (number: number, extra: Partial<AdministeredPerson> = {}): AdministeredPerson => ({
  id: idOf(number),
  username: `user${number}`,
  name: '',
  email: `user${number}@example.org`,
  type: 'contributor',
  isAdministrator: false,
  isEmailVerified: true,
  suspendedAt: null,
  suspensionReason: null,
  createdAt: '2025-01-05T10:00:00.000Z',
  lastActiveAt: null,
  ...extra,
})
const active = personOf(1)
const suspended = personOf(2, { suspendedAt: '2025-02-05T10:00:00.000Z', suspensionReason: 'Spam.' })
const administrator = personOf(3, { isAdministrator: true })
const pageOf = (data: AdministeredPerson[], nextCursor: string | null = null) => ok({ data, nextCursor })

configure({ asyncUtilTimeout: 20_000 })
// The grid's code takes long to load on a busy machine, and whichever test runs first would wait for it.
beforeAll(() => import('./AdminPage.tsx').then(() => undefined), 60_000)
beforeEach(() => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', ok({ data: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } }))
  host.on('creatorApplications.list', ok({ data: [], pagination: { page: 1, limit: 1, total: 0, totalPages: 0 } }))
  host.on('capabilities.list', ok({ data: ['people'] }))
  host.on('administration.people', pageOf([active, suspended, administrator]))
})
afterEach(clearApp)

const open = (query = '') => renderApp(`/founder/admin?tab=people${query}`)
const rowOf = async (username: string) => {
  const row = (await screen.findByText(`${username}@example.org`)).closest('[role="row"]')
  if (!(row instanceof HTMLElement)) throw new Error(`no row has ${username}`)
  return within(row)
}
const choose = async (username: string, act: string) => {
  // A dialog that fades away still hides the page.
  await user.click(await (await rowOf(username)).findByRole('button', { name: `Actions for ${username}` }))
  await user.click(await screen.findByRole('menuitem', { name: act }))
}
const sent = (operation: string) => host.called(operation).map(({ input }) => [input.params, input.body])
const asked = () => host.called('administration.people').map(({ input }) => input.query)

test('[ACCT-36] a grid shows people with their state; search and state are asked of the server, page by page', async () => {
  host.on('administration.people', pageOf([active, suspended, administrator], 'next'))
  const { path } = await open()
  expect((await rowOf('user1')).getByText('Active')).toBeTruthy()
  expect((await rowOf('user2')).getByText('Suspended')).toBeTruthy()
  expect((await rowOf('user3')).getByText('Administrator')).toBeTruthy()
  expect(screen.getByRole('grid', { name: 'People' })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Next page' }))
  await waitFor(() => expect(asked().at(-1)).toEqual({ limit: 25, cursor: 'next' }))
  expect(path()).toContain('cursor=next')
  await user.click(screen.getByRole('combobox', { name: 'State' }))
  await user.click(await screen.findByRole('option', { name: 'Suspended' }))
  await waitFor(() => expect(asked().at(-1)).toEqual({ limit: 25, state: 'suspended' }))
})

test('[ACCT-36] a suspension asks for the reason, and nothing is sent without one', async () => {
  host.on(
    'administration.suspend',
    ok({ data: { ...active, suspendedAt: '2025-02-05T10:00:00.000Z', suspensionReason: 'Spam.' } }),
  )
  await open()
  await choose('user1', 'Suspend…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend user1?' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('Please give a reason. They’ll read it.')).toBeTruthy()
  expect(host.called('administration.suspend')).toEqual([])
  fill(dialog.getByLabelText('Reason'), ' Spam. ')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('user1 is suspended')).toBeTruthy()
  expect(sent('administration.suspend')).toEqual([[{ id: active.id }, { reason: 'Spam.' }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['user2', 'Restore', 'administration.restore', 'Restore', suspended],
  ['user1', 'Sign out everywhere', 'administration.signOut', 'Sign out', active],
  ['user3', 'Remove administrator rights', 'administration.revokeAdmin', 'Remove rights', administrator],
])('[ACCT-36] of %s: %s is confirmed first', async (username, act, operation, confirmation, person) => {
  host.on(operation, ok({ data: person }))
  await open()
  await choose(username, act)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await host.quiet()
  expect(sent(operation)).toEqual([])
  await choose(username, act)
  await user.click(await screen.findByRole('button', { name: confirmation }))
  await waitFor(() => expect(sent(operation)).toEqual([[{ id: person.id }, {}]]))
})

test('[ACCT-37] a failed act says so and changes nothing', async () => {
  host.on('administration.restore', failedReply(409, 'CONFLICT', 'This person is not suspended.'))
  await open()
  await choose('user2', 'Restore')
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('This person is not suspended.')).toBeTruthy()
  expect((await rowOf('user2')).getByText('Suspended')).toBeTruthy()
})

test('[ACCT-37] a list that cannot be loaded says so with Retry, also above the rows that were there', async () => {
  host.on('administration.people', failedReply(500, 'INTERNAL'))
  await open()
  expect(await screen.findByText('Failed to load people')).toBeTruthy()
  host.on('administration.people', pageOf([active]))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await rowOf('user1')
  host.on('administration.people', failedReply(500, 'INTERNAL'))
  host.on('administration.signOut', failedReply(500, 'INTERNAL'))
  await choose('user1', 'Sign out everywhere')
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('Failed to load people')).toBeTruthy()
  await rowOf('user1')
})

test('[ACCT-37] nobody found says so, with the way back', async () => {
  host.on('administration.people', pageOf([]))
  await open('&q=nobody')
  expect(await screen.findByText('Nobody matches')).toBeTruthy()
  host.on('administration.people', pageOf([active]))
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  await rowOf('user1')
})

test('a server without the capability has no such tab, whatever the address says', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await open()
  expect(await screen.findByRole('tab', { name: 'Waitlist' })).toBeTruthy()
  await host.quiet()
  expect(screen.queryByRole('tab', { name: 'People' })).toBeNull()
  expect(host.called('administration.people')).toEqual([])
})

test('after a suspension the focus is at the row of the person', async () => {
  host.on('administration.suspend', () => {
    host.on('administration.people', pageOf([{ ...active, suspendedAt: '2025-02-05T10:00:00.000Z' }, suspended]))
    return ok({ data: { ...active, suspendedAt: '2025-02-05T10:00:00.000Z' } })
  })
  await open()
  await choose('user1', 'Suspend…')
  const dialog = within(await screen.findByRole('dialog'))
  fill(dialog.getByRole('textbox', { name: 'Reason' }), 'Spam.')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role="row"]')?.textContent).toContain('user1'))
})
