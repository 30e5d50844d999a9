import { create } from 'zustand'
import type { Call, Reply } from '#shared/api-client/index.ts'

type Connection = { isServerReachable: boolean }

/** Whether the server answered the last call that could tell. */
export const useConnection = create<Connection>(() => ({ isServerReachable: true }))

const gatewayFailures = new Set([502, 503, 504])
/** Whether our server needs another one for the call: a file store, an AI service, a mail server. */
const isAskedElsewhere = ({ operation }: Call) => /^(files|ai)\.|^waitlist\.createInvitation$/.test(operation)

/**
 * Whether the reply cannot tell if our server is there: the call was cancelled, the answer is not understood, or our
 * server reports that another server failed.
 */
const saysNothing = (call: Call, reply: Reply): boolean => {
  if (reply.ok) return false
  const { status, error } = reply
  if (status === 0) return !['NETWORK', 'TIMEOUT'].includes(error.code)
  return isAskedElsewhere(call) && gatewayFailures.has(status) && error.message !== ''
}

/** Updates the connection's state from a reply. */
export const noteReply = (call: Call, reply: Reply): void => {
  if (saysNothing(call, reply)) return
  const isServerReachable = reply.status !== 0 && !gatewayFailures.has(reply.status)
  if (useConnection.getState().isServerReachable !== isServerReachable) useConnection.setState({ isServerReachable })
}
