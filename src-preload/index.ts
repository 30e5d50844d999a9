import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Call, Reply } from '../shared/api-client/index.ts'
import type { BridgeEvents, ChannelAnswers, ChannelInput, ChannelName, Envelope } from '../shared/bridge/index.ts'

const ask = async <C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<ChannelAnswers[C]> => {
  const envelope = (await ipcRenderer.invoke(channel, input)) as Envelope<ChannelAnswers[C]>
  if (!envelope.ok) throw new Error(envelope.error.message)
  return envelope.data
}

/** Listens to one event; answers how to stop. */
const listen = <E extends keyof BridgeEvents>(event: E, listener: (payload: BridgeEvents[E]) => void): (() => void) => {
  // Electron's own event never reaches the page: it would hand over ipcRenderer.
  const heard = (_event: IpcRendererEvent, payload: BridgeEvents[E]) => listener(payload)
  ipcRenderer.on(event, heard)
  return () => void ipcRenderer.off(event, heard)
}

/** Everything the page has of the desktop. */
const bridge = {
  api: {
    /** Answers an envelope, also when the main process refused the call. */
    call: async (request: Call & { callId: string }): Promise<Reply> => {
      const envelope = (await ipcRenderer.invoke('api.call', request)) as Envelope<Reply>
      return envelope.ok ? envelope.data : { ok: false, status: 0, error: envelope.error }
    },
    cancel: (callId: string) => ask('api.cancel', { callId }),
  },
  session: {
    state: () => ask('session.state', undefined),
    onEvent: (listener: (event: BridgeEvents['session.event']) => void) => listen('session.event', listener),
  },
  settings: {
    get: () => ask('settings.get', undefined),
    set: (change: ChannelInput<'settings.set'>) => ask('settings.set', change),
  },
  deepLinks: {
    take: () => ask('deepLinks.take', undefined),
    onOpen: (listener: (path: string) => void) => listen('deepLinks.open', listener),
  },
  app: {
    info: () => ask('app.info', undefined),
    health: () => ask('app.health', undefined),
  },
}

export type Bridge = typeof bridge

contextBridge.exposeInMainWorld('guildhall', bridge)
