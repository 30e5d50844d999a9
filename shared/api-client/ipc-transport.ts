import type { Outline } from '../contract/index.ts'
import { type Call, failedReply, type Progress, type Reply, type SendOptions, type Transport } from './transport.ts'

type BridgeCall = Call & { callId: string }
export type CallProgress = Progress & { callId: string }

/**
 * The desktop's half of a bridge that carries calls. `callId` serves only to cancel a call and to follow its progress.
 */
export type CallBridge = {
  call(request: BridgeCall): Promise<Reply>
  upload(request: BridgeCall & { file: { name: string; bytes: Uint8Array<ArrayBuffer> } }): Promise<Reply>
  download(request: BridgeCall & { saveAs: string }): Promise<Reply>
  cancel(callId: string): Promise<unknown>
  /** Returns the function that stops listening. */
  onProgress(listener: (progress: CallProgress) => void): () => void
}

/** Carries calls to the desktop's main process as plain data, without a URL or a token. */
export const ipcTransport = (bridge: CallBridge): Transport => {
  let count = 0
  return async (call, endpoint, options = {}) => {
    const { signal, onProgress } = options
    if (signal?.aborted) return failedReply(0, 'CANCELLED')
    const callId = `call-${++count}`
    const onAbort = () => void bridge.cancel(callId)
    signal?.addEventListener('abort', onAbort, { once: true })
    const stopListening =
      onProgress &&
      bridge.onProgress(({ callId: id, loaded, total }) => {
        if (id === callId) onProgress({ loaded, total })
      })
    try {
      return await carry(bridge, { ...call, callId }, endpoint, options)
    } finally {
      stopListening?.()
      signal?.removeEventListener('abort', onAbort)
    }
  }
}

const carry = async (
  bridge: CallBridge,
  { operation, input, callId }: BridgeCall,
  { transfer }: Outline,
  { file, saveAs, signal }: SendOptions,
): Promise<Reply> => {
  const request = { operation, input, callId }
  if (transfer === 'download') return bridge.download({ ...request, saveAs: saveAs ?? '' })
  if (transfer !== 'upload' || !file) return bridge.call(request)
  const bytes = await readBytes(file)
  if (!bytes) return failedReply(0, 'FILE_UNREADABLE', 'This file cannot be read. It may have been moved or deleted.')
  // A call cancelled while its file was read has not reached the main process yet, so there is nothing to cancel there.
  if (signal?.aborted) return failedReply(0, 'CANCELLED')
  return bridge.upload({ ...request, file: { name: file.name, bytes } })
}

const readBytes = async (file: File): Promise<Uint8Array<ArrayBuffer> | null> => {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}
