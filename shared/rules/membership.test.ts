import { expect, test } from 'vitest'
import { decideAnswer, deriveMembershipStatus } from './membership.ts'

test('access follows from the role and the newest request', () => {
  expect(deriveMembershipStatus(null, null)).toBeNull()
  expect(deriveMembershipStatus('member', null)).toBe(1)
  expect(deriveMembershipStatus('owner', { kind: 'application', status: 0 })).toBe(1)
  expect(deriveMembershipStatus(null, { kind: 'application', status: 0 })).toBe(0)
  expect(deriveMembershipStatus(null, { kind: 'application', status: 2 })).toBe(5)
  expect(deriveMembershipStatus(null, { kind: 'invitation', status: 0 })).toBe(6)
  // A declined invitation leaves no access, and neither does an approved request of a person who was removed since.
  expect(deriveMembershipStatus(null, { kind: 'invitation', status: 2 })).toBeNull()
  expect(deriveMembershipStatus(null, { kind: 'application', status: 1 })).toBeNull()
})

test('what an answer to a request does depends on the actor and on the request’s state', () => {
  const self = { isSelf: true, actorRole: null }
  expect(decideAnswer({ ...self, pending: 'application', accept: false })).toBe('withdraw')
  expect(decideAnswer({ ...self, pending: 'application', accept: true })).toBe('forbidden')
  expect(decideAnswer({ ...self, pending: 'invitation', accept: true })).toBe('accept')
  expect(decideAnswer({ ...self, pending: 'invitation', accept: false })).toBe('decline')
  expect(decideAnswer({ ...self, pending: null, accept: true })).toBe('conflict')
  for (const actorRole of ['owner', 'admin'] as const) {
    const manager = { isSelf: false, actorRole }
    expect(decideAnswer({ ...manager, pending: 'application', accept: true })).toBe('approve')
    expect(decideAnswer({ ...manager, pending: 'application', accept: false })).toBe('reject')
    expect(decideAnswer({ ...manager, pending: 'invitation', accept: true })).toBe('forbidden')
    expect(decideAnswer({ ...manager, pending: null, accept: true })).toBe('conflict')
  }
  for (const actorRole of ['member', null] as const)
    for (const pending of ['application', 'invitation', null] as const)
      expect(decideAnswer({ isSelf: false, actorRole, pending, accept: true })).toBe('forbidden')
})
