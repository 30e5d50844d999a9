import { create } from 'zustand'
import type { Reply } from '../../shared/api-client/index.ts'

type Connection = { isServerReachable: boolean }

/** Whether the server answered the last call that could tell. */
export const useConnection = create<Connection>(() => ({ isServerReachable: true }))

const gatewayFailures = new Set([502, 503, 504])

/** Learns from a reply. A cancelled call and an answer we do not understand say nothing about the connection. */
export const noteReply = (reply: Reply): void => {
  if (!reply.ok && reply.status === 0 && !['NETWORK', 'TIMEOUT'].includes(reply.error.code)) return
  const isServerReachable = reply.status !== 0 && !gatewayFailures.has(reply.status)
  if (useConnection.getState().isServerReachable !== isServerReachable) useConnection.setState({ isServerReachable })
}
