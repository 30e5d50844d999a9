import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { host, ok } from '#support/fake-platform.ts'
import { fill, user } from '#support/quick-user.ts'
import { clearApp, renderApp } from '#support/render-app.tsx'
import { failed } from '#support/workspace.ts'
import * as saving from '#platform/save-in-browser.ts'

const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const entry = (number: number, extra: Partial<AuditEntry> = {}): AuditEntry => ({
  id: idOf(number),
  kind: 'member.role',
  createdAt: '2026-11-05T10:00:00.000Z',
  actor: { id: idOf(1), username: 'lena' },
  subject: { id: idOf(2), username: 'kofi' },
  projectID: idOf(3),
  taskID: null,
  requestID: null,
  network: null,
  details: { from: 'member', to: 'admin' },
  ...extra,
})
const entries = [entry(10), entry(11, { kind: 'account.signedIn', network: '203.0.113.0/24', details: {} })]
const pageOf = (data: AuditEntry[], nextCursor: string | null = null) => ok({ data, nextCursor, newest: 'end' })

configure({ asyncUtilTimeout: 20_000 })
beforeAll(() => import('./AdminPage.tsx').then(() => undefined), 60_000)
beforeEach(() => {
  host.userID = idOf(999)
  host.on('users.username', ok({ data: { username: 'root' } }))
  host.on('waitlist.list', ok({ data: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } }))
  host.on('creatorApplications.list', ok({ data: [], pagination: { page: 1, limit: 1, total: 0, totalPages: 0 } }))
  host.on('capabilities.list', ok({ data: ['audit'] }))
  host.on('audit.list', pageOf(entries))
})
afterEach(() => {
  vi.restoreAllMocks()
  clearApp()
})

const open = (query = '') => renderApp(`/founder/admin?tab=audit${query}`)
const asked = () => host.called('audit.list').map(({ input }) => input.query as Record<string, unknown>)

test('[ACCT-42] a grid says who did what, when and from where; older ones are a page away', async () => {
  host.on('audit.list', pageOf(entries, 'older'))
  await open()
  const grid = await screen.findByRole('grid', { name: 'Audit' })
  const row = (await within(grid).findByText(/Role changed/)).closest('[role="row"]')
  expect(row?.textContent).toMatch(/from member to admin.*lena/)
  expect(grid.textContent).toContain('Signed in')
  await user.click(screen.getByRole('link', { name: 'Older' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ cursor: 'older' }))
  expect(await screen.findByRole('link', { name: 'Newest' })).toBeTruthy()
})

test('people are called by their names, and an invitation says whom it went to', async () => {
  const invited = entry(12, { kind: 'waitlist.invited', subject: null, details: { entryID: idOf(7) } })
  host.on('audit.list', pageOf([...entries, invited]))
  const lena = {
    id: idOf(1),
    username: 'lena',
    name: 'Lena Brandt',
    email: 'lena@example.org',
    type: 'contributor',
    isAdministrator: true,
    isEmailVerified: true,
    suspendedAt: null,
    suspensionReason: null,
    createdAt: '2026-11-05T10:00:00.000Z',
    lastActiveAt: null,
  }
  host.on('administration.people', ({ input }) => {
    expect((input.query as { ids: string }).ids.split(',')).toEqual([idOf(1), idOf(2)])
    return ok({ data: [lena], nextCursor: null })
  })
  const invitee = {
    id: idOf(7),
    email: 'new@example.org',
    isInvited: true,
    lastInvitedAt: null,
    createdAt: '2026-11-05T10:00:00.000Z',
    mailState: 'sent',
    mailError: null,
  }
  const pagination = { page: 1, limit: 100, total: 1, totalPages: 1 }
  host.on('waitlist.list', ok({ data: [invitee], pagination }))
  await open()
  const grid = await screen.findByRole('grid', { name: 'Audit' })
  await waitFor(() => expect(grid.textContent).toContain('Lena Brandt'))
  const row = (name: RegExp) => within(grid).getByText(name).closest('[role="row"]')?.textContent
  // Who has not given a name goes by the username.
  expect(row(/Role changed/)).toMatch(/Lena Brandt.*kofi/)
  await waitFor(() => expect(row(/Invited from the waitlist/)).toMatch(/Lena Brandt.*new@example\.org/))
})

test('[ACCT-42] the filters are in the address, and asked of the server', async () => {
  const { path } = await open('&q=kofi&kind=member&from=2026-11-01&to=2026-11-05')
  await screen.findByRole('grid', { name: 'Audit' })
  const [first] = asked()
  expect(first).toMatchObject({ person: 'kofi', kind: 'member' })
  const days = (Date.parse(String(first?.['to'])) - Date.parse(String(first?.['from']))) / 86_400_000
  expect(days).toBeCloseTo(5, 0)
  fill(screen.getByLabelText('From'), '2026-11-03')
  await waitFor(() => expect(path()).toContain('from=2026-11-03'))
  await user.click(screen.getByLabelText('What'))
  await user.click(await screen.findByRole('option', { name: 'Accounts' }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ kind: 'account', person: 'kofi' }))
  expect(path()).toContain('kind=account')
})

test('[ACCT-42] what is filtered is saved as CSV, all pages of it, without a formula', async () => {
  const saved = vi.spyOn(saving, 'saveInBrowser').mockImplementation(() => undefined)
  await open('&kind=member')
  await screen.findByText(/Role changed/)
  const pages: Record<string, AuditEntry[]> = { '': [entry(20)], next: [entry(21, { details: { '=1+1': 'x' } })] }
  host.on('audit.list', ({ input }) => {
    const cursor = (input.query as Record<string, string | undefined>)['cursor'] ?? ''
    return pageOf(pages[cursor] ?? [], cursor === '' ? 'next' : null)
  })
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  const text = new TextDecoder().decode(saved.mock.calls[0]?.[0])
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('member.role,lena,kofi')
  expect(lines[2]).toContain("'=1+1")
  expect(asked().at(-1)).toMatchObject({ kind: 'member', cursor: 'next' })
})

test('[ACCT-42] a failure keeps what was there and is asked again; nothing found says so and leads back', async () => {
  host.on('audit.list', failed)
  await open()
  expect(await screen.findByText('Failed to load the audit')).toBeTruthy()
  host.on('audit.list', pageOf(entries))
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText(/Role changed/)).toBeTruthy()
  host.on('audit.list', pageOf([]))
  await user.click(screen.getByLabelText('What'))
  await user.click(await screen.findByRole('option', { name: 'Files' }))
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
  host.on('audit.list', pageOf(entries))
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  expect(await screen.findByText(/Role changed/)).toBeTruthy()
})

test('[ACCT-42] rows are reached by keys', async () => {
  await open()
  const grid = await screen.findByRole('grid', { name: 'Audit' })
  const first = (await within(grid).findAllByRole('rowheader'))[0] ?? grid
  await user.click(first)
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Signed in'))
})

test('a server without an audit has no such tab', async () => {
  host.on('capabilities.list', ok({ data: [] }))
  await open()
  await screen.findByRole('tab', { name: 'Waitlist' })
  await host.quiet()
  expect(screen.queryByRole('tab', { name: 'Audit' })).toBeNull()
  expect(asked()).toEqual([])
})
