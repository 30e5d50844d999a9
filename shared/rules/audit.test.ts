import { expect, test } from 'vitest'
import type { AuditEntry } from '../contract/audit.ts'
import { detailsText, kindText } from './audit.ts'

const entry = (kind: string, details: Record<string, unknown>): AuditEntry => ({
  id: '01890000-0000-7000-8000-000000000001',
  kind,
  createdAt: '2026-11-01T00:00:00.000Z',
  actor: null,
  subject: null,
  projectID: null,
  taskID: null,
  requestID: null,
  network: null,
  details,
})

test('a kind is said in words', () => {
  expect(kindText('task.moved')).toBe('Task moved')
  expect(kindText('creatorApplication.sent')).toBe('Creator application sent')
})

test('abbreviations stay what they are, and a new device is said', () => {
  expect(detailsText(entry('waitlist.invited', { entryID: 'x' }))).toBe('entry ID x')
  expect(detailsText(entry('account.signedIn', { newDevice: true }))).toBe('on a new device')
  expect(kindText('submission.changes')).toBe('Changes requested')
})

test.each([
  ['task.moved', { to: 2, from: 1 }, 'from Assigned to In Progress'],
  ['task.moved', { from: 2, to: 3, round: 2 }, 'from In Progress to Under Review; round 2'],
  ['task.created', { status: 1 }, 'status Assigned'],
  ['project.status', { from: 1, to: 3 }, 'from Published to Completed'],
  ['member.role', { from: 'member', to: 'admin' }, 'from member to admin'],
  ['task.assigned', { from: null, to: 'an address' }, 'from nothing to an address'],
  [
    'task.changed',
    { fields: ['title', 'dueOn'], dueOn: { from: null, to: '2026-12-03' } },
    'fields title, due on; due on set to 2026-12-03',
  ],
])('%s with %j says: %s', (kind, details, text) => {
  expect(detailsText(entry(kind, details), { withIDs: false })).toBe(text)
})

test('an amount is said in the unit of its currency', () => {
  expect(detailsText(entry('payment.recorded', { amountCents: 30545, currency: 'USD' }))).toBe(
    'amount 305.45; currency USD',
  )
  expect(detailsText(entry('payment.recorded', { amountCents: 1000, currency: 'JPY' }))).toBe(
    'amount 1000; currency JPY',
  )
})

test('a number that is no status stays a number', () => {
  expect(detailsText(entry('submission.accepted', { round: 3 }))).toBe('round 3')
  expect(detailsText(entry('account.deleted', { texts: 2 }))).toBe('texts 2')
})
