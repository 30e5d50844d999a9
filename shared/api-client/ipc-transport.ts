import { type Call, failedReply, type Reply, type Transport } from './transport.ts'

/** The desktop's half of a bridge that carries calls. `callId` lets a call be cancelled; it names nothing else. */
export type CallBridge = {
  call(request: Call & { callId: string }): Promise<Reply>
  cancel(callId: string): Promise<unknown>
}

/** Carries calls to the desktop's main process: plain data, no URL and no token. */
export const ipcTransport = (bridge: CallBridge): Transport => {
  let count = 0
  return async ({ operation, input }, _endpoint, { signal } = {}) => {
    if (signal?.aborted) return failedReply(0, 'CANCELLED')
    const callId = `call-${++count}`
    const onAbort = () => void bridge.cancel(callId)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      return await bridge.call({ operation, input, callId })
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
