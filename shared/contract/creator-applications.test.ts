import { expect, test } from 'vitest'
import { creatorApplications } from './creator-applications.ts'

const application = (createdAt: string, status: unknown) => ({
  id: '0191a000-0000-7000-8000-000000000001',
  userID: '0191a000-0000-7000-8000-000000000002',
  status,
  reason: null,
  createdAt,
  updatedAt: createdAt,
  user: { username: 'ada', name: 'Ada', email: 'ada@example.org', tier: 'basic' },
})

test('[CAPP-14] an application’s status is read from the numbers and from the words', () => {
  const read = (status: unknown) =>
    creatorApplications.get.response.parse({ data: application('2026-01-05T10:00:00.000Z', status) }).data.status
  expect([0, 1, 2, 'pending', 'approved', 'rejected'].map(read)).toEqual([0, 1, 2, 0, 1, 2])
  expect(() => read(3)).toThrow()
  expect(() => read('premium')).toThrow()
})

test('[CAPP-15] the status check is read as {hasApplied, application} and as an array', () => {
  const { response } = creatorApplications.checkStatus
  const older = application('2026-01-05T10:00:00.000Z', 2)
  const newer = application('2026-02-05T10:00:00.000Z', 0)
  // A host that knows of no earlier applications, texts and answer dates has none to tell.
  const read = (one: object) => ({
    isForEveryone: false,
    hasApplied: true,
    application: { ...one, text: null, answerBy: null, earlier: 0 },
  })
  expect(response.parse({ hasApplied: true, application: older })).toEqual(read(older))
  expect(response.parse([older, newer])).toEqual(read(newer))
  expect(response.parse([])).toEqual({ isForEveryone: false, hasApplied: false, application: null })
})

test('an application from a host that sends no names belongs to somebody without a name', () => {
  const { user, ...rest } = application('2026-01-05T10:00:00.000Z', 0)
  const { name: _name, ...nameless } = user
  const { data } = creatorApplications.get.response.parse({ data: { ...rest, user: nameless } })
  expect(data.user).toEqual({ ...nameless, name: '' })
})
