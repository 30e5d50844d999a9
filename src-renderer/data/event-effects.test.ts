import { expect, test } from 'vitest'
import { liveKinds } from '#shared/contract/events.ts'
import { operations } from '#shared/contract/index.ts'
import { eventEffects } from './event-effects.ts'

test('[LIVE-14] each kind of event has a row, and each row names only calls that read', () => {
  expect(Object.keys(eventEffects).sort()).toEqual([...liveKinds].sort())
  const reading = operations
    .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.transfer === undefined)
    .map(({ operation }) => operation)
  for (const [kind, reads] of Object.entries(eventEffects))
    expect(
      reads.filter((read) => !reading.includes(read)),
      kind,
    ).toEqual([])
})

test('[LIVE-14] a change of a task makes the board and the task stale, and a payment no board', () => {
  for (const kind of ['task.created', 'task.moved', 'task.assigned', 'task.changed'] as const)
    expect(eventEffects[kind], kind).toEqual(expect.arrayContaining(['tasks.byProject', 'tasks.get', 'tasks.active']))
  const ofEarnings = ['earnings.list', 'earnings.receipt']
  const ofMoney = ['rewards.get', 'guests.list', 'work.get', ...ofEarnings, 'ledger.list', 'dues.list', 'dues.own']
  expect(eventEffects['payment.recorded']).toEqual([
    'payments.list',
    'projects.owned',
    'projects.analytics',
    ...ofMoney,
  ])
  expect(eventEffects['request.applied']).toContain('memberships.requests')
})
