import { expect, test, vi } from 'vitest'
import { contract } from '../contract/index.ts'
import { type CallBridge, type CallProgress, ipcTransport } from './ipc-transport.ts'
import { failedReply, type Reply } from './index.ts'

const ok: Reply = { ok: true, status: 200, data: { data: 1 } }
const stage = () => {
  const listeners = new Set<(progress: CallProgress) => void>()
  const bridge = {
    call: vi.fn<CallBridge['call']>(async () => ok),
    upload: vi.fn<CallBridge['upload']>(async () => ok),
    download: vi.fn<CallBridge['download']>(async () => ok),
    cancel: vi.fn<CallBridge['cancel']>(async () => null),
    onProgress: (listener: (progress: CallProgress) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { bridge, listeners, send: ipcTransport(bridge) }
}
const uploadCall = { operation: 'files.upload', input: { params: { id: 'p' } } }
const file = new File(['the plan'], 'План.txt')

test('a call crosses as its name, its input and a number, and nothing else', async () => {
  const { bridge, send } = stage()
  expect(await send({ operation: 'users.username', input: {} }, contract.users.username, { bearer: 'secret' })).toBe(ok)
  expect(bridge.call.mock.calls).toEqual([[{ operation: 'users.username', input: {}, callId: 'call-1' }]])
})

test('an upload sends its name and bytes, hears of its own progress only, and stops listening', async () => {
  const heard: unknown[] = []
  const { bridge, listeners, send } = stage()
  bridge.upload.mockImplementation(async ({ callId }) => {
    listeners.forEach((tell) => [callId, 'another'].forEach((id) => tell({ callId: id, loaded: 3, total: 8 })))
    return ok
  })
  await send(uploadCall, contract.files.upload, { file, onProgress: (progress) => heard.push(progress) })
  const bytes = new TextEncoder().encode('the plan')
  expect(bridge.upload.mock.calls[0]?.[0]).toEqual({
    ...uploadCall,
    callId: 'call-1',
    file: { name: 'План.txt', bytes },
  })
  expect(heard).toEqual([{ loaded: 3, total: 8 }])
  expect(listeners.size).toBe(0)
})

test('a download sends the name to save the file under', async () => {
  const { bridge, send } = stage()
  const call = { operation: 'files.download', input: {} }
  await send(call, contract.files.download, { saveAs: 'notes.txt' })
  expect(bridge.download.mock.calls).toEqual([[{ ...call, callId: 'call-1', saveAs: 'notes.txt' }]])
  expect(bridge.call).not.toHaveBeenCalled()
})

test('cancelling names the call; a call cancelled before it begins, or while its file is read, is never sent', async () => {
  const { bridge, send } = stage()
  const controller = new AbortController()
  let answer: (reply: Reply) => void = () => undefined
  bridge.upload.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const sent = send(uploadCall, contract.files.upload, { file, signal: controller.signal })
  await vi.waitFor(() => expect(bridge.upload).toHaveBeenCalledTimes(1))
  controller.abort()
  expect(bridge.cancel.mock.calls).toEqual([['call-1']])
  answer(failedReply(0, 'CANCELLED'))
  expect(await sent).toMatchObject({ error: { code: 'CANCELLED' } })

  const reading = new AbortController()
  const cancelled = send(uploadCall, contract.files.upload, { file, signal: reading.signal })
  reading.abort()
  expect(await cancelled).toEqual(failedReply(0, 'CANCELLED'))
  expect(await send(uploadCall, contract.files.upload, { file, signal: reading.signal })).toMatchObject({
    error: { code: 'CANCELLED' },
  })
  expect(bridge.upload).toHaveBeenCalledTimes(1)
  const call = { operation: 'users.username', input: {} }
  expect(await send(call, contract.users.username, { signal: reading.signal })).toEqual(failedReply(0, 'CANCELLED'))
  expect(bridge.call).not.toHaveBeenCalled()
})

test('a file that cannot be read fails with that reason, not as a network error', async () => {
  const { bridge, send } = stage()
  const gone = Object.assign(new File(['x'], 'gone.txt'), { arrayBuffer: () => Promise.reject(new Error('gone')) })
  expect(await send(uploadCall, contract.files.upload, { file: gone })).toMatchObject({
    ok: false,
    status: 0,
    error: { code: 'FILE_UNREADABLE' },
  })
  expect(bridge.upload).not.toHaveBeenCalled()
})
