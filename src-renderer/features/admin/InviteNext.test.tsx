import './AdminPage.tsx'
import { act, screen, within } from '@testing-library/react'
import { focusManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { user } from '#support/quick-user.ts'
import { host, ok } from '#support/fake-platform.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const time = '2025-01-05T10:00:00.000Z'
const entry = (number: number, more: object = {}) => ({
  id: `01890000-0000-7000-8000-00000000000${number}`,
  email: `person${number}@example.org`,
  isInvited: false,
  lastInvitedAt: null,
  createdAt: time,
  ...more,
})
const pageOf = (...data: object[]) =>
  ok({ data, pagination: { page: 1, limit: 25, total: data.length, totalPages: 1 } })
const counts = (joined: number) => ({ joined, waiting: 2, invited: 5, registered: 4, acted: 1 })
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000999'
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('capabilities.list', ok({ data: ['wishes'] }))
  host.on('waitlist.list', pageOf(entry(1)))
  host.on('waitlist.funnel', ok({ data: { total: counts(0), weeks: [] } }))
})
afterEach(clearApp)

const open = async () => {
  await renderApp('/founder/admin')
  await user.click(await screen.findByRole('button', { name: 'Invite the next 25' }))
  return within(await screen.findByRole('dialog', { name: 'Invite the next 25?' }))
}
const sent = () => host.called('waitlist.inviteNext').map(({ input }) => input.body)

test('[ENTRY-16] the next 25 are invited after a question that names the number, and who was invited is listed', async () => {
  host.on('waitlist.inviteNext', ok({ data: [entry(1), entry(2)] }))
  const dialog = await open()
  expect(sent()).toEqual([])
  expect(dialog.getByText('Up to 25 people get a mail with a link to register.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Invite 25' }))
  expect(await dialog.findByText('Invited: 2 addresses.')).toBeDefined()
  const lines = within(dialog.getByRole('list', { name: 'Invited' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual(['person1@example.org', 'person2@example.org'])
  expect(sent()).toEqual([{ count: 25 }])
})

test('[ENTRY-16] by wish, and nobody waits for it', async () => {
  host.on('waitlist.inviteNext', ok({ data: [] }))
  const dialog = await open()
  await user.click(dialog.getByRole('radio', { name: /^Who want to work/ }))
  await user.click(dialog.getByRole('button', { name: 'Invite 25' }))
  expect(await dialog.findByText('Nobody waits for that.')).toBeDefined()
  expect(sent()).toEqual([{ count: 25, want: 'work' }])
})

test('a failure says so, and the question stays', async () => {
  host.on('waitlist.inviteNext', failedReply(500, 'INTERNAL', 'stack'))
  const dialog = await open()
  await user.click(dialog.getByRole('button', { name: 'Invite 25' }))
  expect(await screen.findByText('The next on the waitlist could not be invited')).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Invite 25' })).toBeDefined()
})

test('[ENTRY-16] the table says when somebody joined, what they want, where they asked and who wants them', async () => {
  const from = { taskID: null, projectID: '01890000-0000-7000-8000-000000000077', title: 'Harbour map' }
  const wantedBy = [{ name: 'Marta', project: 'Tide tables' }]
  host.on('waitlist.list', pageOf(entry(1, { want: 'work', from, wantedBy }), entry(2)))
  await renderApp('/founder/admin')
  const row = within(await screen.findByRole('row', { name: /person1@example.org/ }))
  expect(row.getByText('wants to work · asked at Harbour map · Marta wants them in Tide tables')).toBeDefined()
  expect(row.getByText('Jan 5, 2025')).toBeDefined()
  expect(within(screen.getByRole('row', { name: /person2@example.org/ })).queryByText(/wants/)).toBeNull()
})

test('a server of before has no such button', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await renderApp('/founder/admin')
  await screen.findByText('person1@example.org')
  expect(screen.queryByRole('button', { name: 'Invite the next 25' })).toBeNull()
})

test('[ENTRY-18] the figures of the waitlist are shown in all, and by week as a table', async () => {
  host.on('waitlist.funnel', ok({ data: { total: counts(9), weeks: [{ week: '2026-06-08', ...counts(7) }] } }))
  await renderApp('/founder/admin')
  const figures = within(await screen.findByRole('region', { name: 'Figures of the waitlist' }))
  expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['9', '2', '5', '4', '1'])
  expect(figures.queryByRole('table')).toBeNull()
  await user.click(figures.getByRole('button', { name: 'Show the weeks' }))
  const rows = within(figures.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Week of', 'Joined', 'Waiting', 'Invited', 'Registered', 'First act'],
    ['Jun 8, 2026', '7', '2', '5', '4', '1'],
    ['All', '9', '2', '5', '4', '1'],
  ])
})

test('[ENTRY-18] list and figures are read again when an administrator looks at them again', async () => {
  host.on('waitlist.funnel', ok({ data: { total: counts(9), weeks: [] } }))
  await renderApp('/founder/admin')
  await screen.findByRole('region', { name: 'Figures of the waitlist' })
  host.on('waitlist.funnel', ok({ data: { total: counts(31), weeks: [] } }))
  host.on('waitlist.list', pageOf(entry(1), entry(7)))
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  expect(await screen.findByText('31')).toBeTruthy()
  expect(await screen.findByText(entry(7).email)).toBeTruthy()
  focusManager.setFocused(undefined)
})

test('[ENTRY-18] figures that cannot be read are an error with Retry, and the list stays', async () => {
  host.on('waitlist.funnel', failedReply(500, 'INTERNAL', 'stack'))
  await renderApp('/founder/admin')
  expect(await screen.findByText('The figures of the waitlist could not be read')).toBeDefined()
  expect(screen.getByText('person1@example.org')).toBeDefined()
})
