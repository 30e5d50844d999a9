import { create } from 'zustand'
import type { Call, Reply } from '../../shared/api-client/index.ts'

type Connection = { isServerReachable: boolean }

/** Whether the server answered the last call that could tell. */
export const useConnection = create<Connection>(() => ({ isServerReachable: true }))

const gatewayFailures = new Set([502, 503, 504])
/** The server asks somebody else for these: a file store, an AI service, a mail server. */
const isAskedElsewhere = ({ operation }: Call) => /^(files|ai)\.|^waitlist\.createInvitation$/.test(operation)

/** A cancelled call and an answer we do not understand say nothing; nor does the server's own word that another one failed it. */
const saysNothing = (call: Call, reply: Reply): boolean => {
  if (reply.ok) return false
  const { status, error } = reply
  if (status === 0) return !['NETWORK', 'TIMEOUT'].includes(error.code)
  return isAskedElsewhere(call) && gatewayFailures.has(status) && error.message !== ''
}

/** Learns from a reply whether there is a server. */
export const noteReply = (call: Call, reply: Reply): void => {
  if (saysNothing(call, reply)) return
  const isServerReachable = reply.status !== 0 && !gatewayFailures.has(reply.status)
  if (useConnection.getState().isServerReachable !== isServerReachable) useConnection.setState({ isServerReachable })
}
