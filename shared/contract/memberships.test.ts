import { expect, test } from 'vitest'
import { normaliseBody } from '../api-client/normalise.ts'
import { memberships } from './memberships.ts'

const id = '0191a000-0000-7000-8000-000000000001'
const userID = '0191a000-0000-7000-8000-000000000002'
const createdAt = '2026-01-05T10:00:00.000Z'
const readRequest = (sent: object) =>
  memberships.requests.response.parse(normaliseBody(memberships.requests, { data: [sent] })).data[0]

test('[COL-42] a request’s status reads 0 pending, 1 approved, otherwise rejected', () => {
  const read = (status: unknown) =>
    readRequest({ id, userID, username: 'ada', email: 'a', type: 'sent', status, createdAt })
  expect([0, 1, 2, 3, -1].map((status) => read(status)?.status)).toEqual([0, 1, 2, 2, 2])
})

test('[COL-43] the variant with userId, userName, userEmail, userAvatar and words is read as the same request', () => {
  const variant = (status: string) =>
    readRequest({
      id,
      userId: userID,
      userName: 'ada',
      userEmail: 'ada@example.org',
      userAvatar: 'https://example.org/a.png',
      type: 'received',
      status,
      createdAt,
    })
  expect(variant('pending')).toEqual(
    readRequest({ id, userID, username: 'ada', email: 'ada@example.org', type: 'received', status: 0, createdAt }),
  )
  expect(['pending', 'approved', 'rejected'].map((status) => variant(status)?.status)).toEqual([0, 1, 2])
})

test('[COL-49] a request without a person is still read, and the client does not make up a person for it', () => {
  const bare = { id, username: 'ada', email: 'a', type: 'received', status: 0, createdAt }
  expect([readRequest(bare), readRequest({ ...bare, userID: '' })].map((one) => one?.userID)).toEqual([null, null])
  expect(readRequest({ ...bare, userId: userID })?.userID).toBe(userID)
})
