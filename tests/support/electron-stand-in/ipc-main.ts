import type { WebContents } from './web-contents.ts'
import { strict } from './strict.ts'
import { wireCodec } from './in-page/wire-codec.ts'

/** A frame as `senderFrame` shows it. */
export type Frame = {
  url: string
  origin: string
  name: string
  frameTreeNodeId: number
  parent: Frame | null
  top: Frame | null
}
type IpcEvent = { sender: WebContents; senderFrame: Frame | null; frameId: number; processId: number }
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown

const codec = wireCodec()
const handlers = new Map<string, Handler>()
const listeners = new Map<string, Set<Handler>>()

export const ipcMain = strict('ipcMain', {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => void handlers.delete(channel),
  on: (channel: string, listener: Handler) => {
    listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
  },
  off: (channel: string, listener: Handler) => void listeners.get(channel)?.delete(listener),
})

/** Every payload that crossed the IPC, both ways, as text: a test looks for secrets there. Kept only with STAND_IN_IPC_LOG=1. */
export const ipcLog: string[] = []
const keepsLog = process.env.STAND_IN_IPC_LOG === '1'
export const noteIpc = (text: string): void => {
  if (keepsLog) ipcLog.push(text)
}

type FromPreload = { kind: 'invoke' | 'send'; id: number; channel: string; args: unknown }

/** Handles one message of a preload. Returns the answer as text, or undefined for `send`, which has no answer. */
export const receiveIpc = async (text: string, sender: WebContents, senderFrame: Frame | null) => {
  noteIpc(text)
  const message = JSON.parse(text) as FromPreload
  const event = { sender, senderFrame, frameId: senderFrame?.frameTreeNodeId ?? 0, processId: 1 }
  const args = codec.decode(message.args) as unknown[]
  if (message.kind === 'send') {
    listeners.get(message.channel)?.forEach((listener) => void listener(event, ...args))
    return undefined
  }
  const answer = await answerTo(message, event, args)
  const reply = JSON.stringify({ kind: 'answer', id: message.id, ...answer })
  noteIpc(reply)
  return reply
}

const answerTo = async ({ channel }: FromPreload, event: IpcEvent, args: unknown[]) => {
  const failed = (why: string) => ({ error: `Error invoking remote method '${channel}': ${why}` })
  const handler = handlers.get(channel)
  if (!handler) return failed(`Error: No handler registered for '${channel}'`)
  try {
    return { ok: codec.encode(await handler(event, ...args)) }
  } catch (error) {
    return failed(String(error))
  }
}

/** A message from `webContents.send`, as text for the preload. */
export const eventText = (channel: string, args: unknown[]): string => {
  const text = JSON.stringify({ kind: 'event', channel, args: codec.encode(args) })
  noteIpc(text)
  return text
}
