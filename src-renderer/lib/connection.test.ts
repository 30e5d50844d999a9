import { beforeEach, expect, test } from 'vitest'
import { failedReply } from '#shared/api-client/index.ts'
import { noteReply, useConnection } from './connection.ts'

const isReachable = () => useConnection.getState().isServerReachable
const call = (operation: string) => ({ operation, input: {} })
beforeEach(() => useConnection.setState({ isServerReachable: true }))

test.each([
  ['no network', failedReply(0, 'NETWORK')],
  ['no answer in time', failedReply(0, 'TIMEOUT')],
  ['a gateway without a server', failedReply(502, 'HTTP_502')],
  ['a server without its database', failedReply(503, 'UNAVAILABLE', 'The server is busy.')],
])('%s: the server counts as gone until it answers', (_, reply) => {
  noteReply(call('users.username'), reply)
  expect(isReachable()).toBe(false)
  noteReply(call('users.username'), failedReply(404, 'NOT_FOUND', 'There is no such thing.'))
  expect(isReachable()).toBe(true)
})

test.each(['files.upload', 'files.download', 'ai.generateProject', 'waitlist.createInvitation'])(
  '%s that fails because of another server does not make our server count as gone',
  (operation) => {
    noteReply(call(operation), failedReply(503, 'UNAVAILABLE', 'The file store does not answer.'))
    expect(isReachable()).toBe(true)
    // A gateway's failure comes without our server's message.
    noteReply(call(operation), failedReply(503, 'HTTP_503'))
    expect(isReachable()).toBe(false)
  },
)

test('a cancelled call and an answer that we do not understand change nothing', () => {
  useConnection.setState({ isServerReachable: false })
  noteReply(call('users.username'), failedReply(0, 'CANCELLED'))
  noteReply(call('users.username'), failedReply(0, 'BAD_ANSWER'))
  expect(isReachable()).toBe(false)
})
