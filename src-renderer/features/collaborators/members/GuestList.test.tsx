import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { GuestOfTask } from '#shared/contract/guests.ts'
import { failedReply } from '#shared/api-client/index.ts'
import { collaboratorsPath, serveTeam } from '#support/collaborators.ts'
import { host, ok } from '#support/fake-platform.ts'
import { pressTwice, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { memberOf, projectID, workspacePath } from '#support/workspace.ts'

afterEach(clearApp)

const uuid = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const guestOf = (number: number, extra: Partial<GuestOfTask> = {}): GuestOfTask => ({
  claimID: uuid(600 + number),
  person: { id: uuid(620 + number), username: `guest-${number}`, name: `Guest ${number}` },
  taskID: uuid(640 + number),
  taskId: String(number),
  title: `Task ${number}`,
  state: 'held',
  isRuled: false,
  by: '2031-02-06T10:00:00.000Z',
  since: null,
  ...extra,
})
const done = guestOf(2, { state: 'accepted', by: null, since: '2025-02-06T10:00:00.000Z' })
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Guests' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  serveTeam()
  host.on('capabilities.list', ok({ data: ['claims'] }))
  host.on('guests.list', ok({ data: [guestOf(1), done] }))
})

test('[GUEST-18] guests are listed apart from members, each with task, state and day', async () => {
  await renderApp(collaboratorsPath())
  expect(await rows()).toEqual([
    'G1Guest 1@guest-1#1 Task 1Takenuntil Feb 6, 2031Invite as member',
    'G2Guest 2@guest-2#2 Task 2Acceptedsince Feb 6, 2025Invite as member',
  ])
  expect(within(screen.getByRole('table', { name: 'Collaborators' })).queryByText('Guest 1')).toBeNull()
  const task = screen.getByRole('link', { name: '#1 Task 1' })
  expect(task.getAttribute('href')).toBe(workspacePath('tasks/1'))
})

test('[GUEST-18] [DISPUTE-05] work for which nothing is owed by a ruling was accepted by nobody', async () => {
  host.on('guests.list', ok({ data: [{ ...done, isRuled: true }] }))
  await renderApp(collaboratorsPath())
  expect(await rows()).toEqual(['G2Guest 2@guest-2#2 Task 2Ruledsince Feb 6, 2025Invite as member'])
})

test('[GUEST-18] Invite as member sends the ordinary invitation once, and the row says so', async () => {
  const answer = { requestId: uuid(700), userID: guestOf(1).person.id, projectID, role: 'member', status: 0 }
  host.on('memberships.invite', ok({ data: answer }))
  await renderApp(collaboratorsPath())
  const button = await screen.findByRole('button', { name: 'Invite as member: Guest 1' })
  const invited = { ...memberOf(1), ...guestOf(1).person, userID: guestOf(1).person.id, status: 0, type: 'sent' }
  host.on('memberships.requests', ({ input }) =>
    ok({ data: (input.query as { type: string }).type === 'sent' ? [invited] : [] }),
  )
  pressTwice(button)
  expect(await screen.findByText('Successfully invited Guest 1 to the project!')).toBeTruthy()
  expect(host.called('memberships.invite').map(({ input }) => input)).toEqual([
    { params: { id: projectID, userId: guestOf(1).person.id }, body: { role: 'member' } },
  ])
  expect(await screen.findByText('Already invited')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Invite as member: / })).toHaveLength(1)
})

test('[GUEST-18] a member sees no guests, and nothing is asked', async () => {
  serveTeam({ role: 'member' })
  await renderApp(collaboratorsPath())
  await screen.findByRole('list', { name: 'Collaborators' })
  await host.quiet()
  expect(host.called('guests.list')).toEqual([])
  expect(screen.queryByText('Guests')).toBeNull()
})

test('[CAP-02] without claims nothing is asked about guests', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await renderApp(collaboratorsPath())
  await screen.findByRole('table', { name: 'Collaborators' })
  await host.quiet()
  expect(host.called('guests.list')).toEqual([])
})

test('a project without guests says nothing of them, and a list that cannot be loaded says so', async () => {
  host.on('guests.list', failedReply(500, 'INTERNAL'))
  await renderApp(collaboratorsPath())
  const card = within(await screen.findByRole('region', { name: 'Guests' }))
  expect(await card.findByText('Failed to load the guests')).toBeTruthy()
  host.on('guests.list', ok({ data: [] }))
  await user.click(card.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Guests' })).toBeNull())
})
