import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import type { Report } from '#shared/contract/reports.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`
const reportOf = (n: number, extra: Partial<Report> = {}): Report => ({
  ...{
    id: id(n),
    kind: 'project',
    part: 'whole',
    reason: 'scam',
    text: 'It asks for money.',
    state: 'open',
    others: [],
  },
  ...{ createdAt: '2026-11-01T10:00:00.000Z', reporter: { id: id(8), username: 'linus' } },
  ...{ reported: { id: id(9), username: 'marta' }, decision: null, decisionText: null, decidedAt: null },
  ...{ appealText: null, appealedAt: null, isGranted: null, finalText: null },
  thing: { id: id(7), title: `Project ${n}`, text: 'Pay first.', projectID: id(7), isHidden: false },
  ...extra,
})

configure({ asyncUtilTimeout: 20_000 })
beforeAll(() => import('./AdminPage.tsx').then(() => undefined), 60_000)
beforeEach(() => {
  host.userID = '01890000-0000-7000-8000-000000000999'
  host.on('users.username', ok({ data: { username: 'root' } }))
  const none = { data: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } }
  host.on('waitlist.list', ok(none))
  host.on('creatorApplications.list', ok(none))
  host.on('capabilities.list', ok({ data: ['reports'] }))
})
afterEach(clearApp)
const path = '/founder/admin?tab=reports'

test('[REPORT-12] an administrator reads the thing and its reports, and decides with a text by keyboard', async () => {
  const more = { ...reportOf(2), text: 'Me too.', reason: 'spam' } as const
  // The second report of the same thing is no card of its own: both are decided at once.
  let rows = [reportOf(1, { others: [more] }), { ...more, others: [reportOf(1)] }]
  host.on('reports.queue', () => ok({ data: rows, nextCursor: null }))
  host.on('reports.decide', () => {
    rows = []
    return ok({ data: reportOf(1, { state: 'decided', decision: 'hide' }) })
  })
  await renderApp(path)
  const card = within(await screen.findByRole('region', { name: 'Project: Project 1' }))
  for (const text of ['Pay first.', 'It asks for money.', 'Me too.']) expect(card.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Project: Project 2' })).toBeNull()
  card.getByRole('button', { name: 'Hide: Project: Project 1' }).focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide?' }))
  await user.click(dialog.getByRole('button', { name: 'Hide' }))
  expect(dialog.getByText('Please write why.')).toBeTruthy()
  fill(dialog.getByRole('textbox', { name: /Why/ }), 'It is a scam.')
  await user.click(dialog.getByRole('button', { name: 'Hide' }))
  await screen.findByText('No report')
  expect(host.called('reports.decide').map(({ input }) => input)).toEqual([
    { params: { id: id(1) }, body: { decision: 'hide', text: 'It is a scam.' } },
  ])
})

test('[REPORT-12] an appeal is granted or the decision kept, and what cannot be hidden has no such button', async () => {
  const appealed = {
    state: 'appealed',
    decision: 'suspend',
    decisionText: 'Spam.',
    appealText: 'I am no robot.',
  } as const
  host.on('reports.queue', ok({ data: [reportOf(1, appealed), reportOf(2, { kind: 'person' })], nextCursor: null }))
  await renderApp(path)
  const card = within(await screen.findByRole('region', { name: 'Appeal: Project: Project 1' }))
  expect(card.getByText('I am no robot.')).toBeTruthy()
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Grant the appeal',
    'Keep the decision',
  ])
  const person = within(screen.getByRole('region', { name: 'Person: Project 2' }))
  expect(person.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dismiss', 'Suspend the person'])
})

test('[REPORT-12] an administrator reads a report about them without who made it, and decides nothing', async () => {
  const reported = { id: host.userID ?? '', username: 'root' }
  const other = { ...reportOf(2), reporter: null, text: 'Me too.' }
  host.on(
    'reports.queue',
    ok({ data: [reportOf(1, { kind: 'person', reported, reporter: null, others: [other] })], nextCursor: null }),
  )
  await renderApp(path)
  const card = within(await screen.findByRole('region', { name: 'Person: Project 1' }))
  expect(card.getAllByText('Scam, from somebody')).toHaveLength(2)
  expect(card.queryByText(/former member/)).toBeNull()
  expect(card.getByText('This is about you: another administrator decides it.')).toBeTruthy()
  expect(card.queryAllByRole('button')).toEqual([])
})

test('[REPORT-12] a failure can be tried again, an empty queue says so, and long queues have pages', async () => {
  host.on('reports.queue', failedReply(409, 'CONFLICT'))
  await renderApp(path)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  host.on('reports.queue', ok({ data: [reportOf(1)], nextCursor: 'next' }))
  await user.click(retry)
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(host.called('reports.queue').at(-1)?.input).toEqual({ query: { cursor: 'next' } }))
  host.on('reports.queue', ok({ data: [], nextCursor: null }))
  await user.click(await screen.findByRole('button', { name: 'First page' }))
  expect(screen.getByRole('tab', { name: 'Reports' })).toBeTruthy()
})

test('a server without reports has no such tab', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await renderApp(path)
  await screen.findByRole('tab', { name: 'Waitlist' })
  await host.quiet()
  expect(screen.queryByRole('tab', { name: 'Reports' })).toBeNull()
})
