import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Reply } from '../shared/api-client/index.ts'
import type { BridgeEvents, ChannelAnswers, ChannelInput, ChannelName, Envelope } from '../shared/bridge/index.ts'

const ask = async <C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<ChannelAnswers[C]> => {
  const envelope = (await ipcRenderer.invoke(channel, input)) as Envelope<ChannelAnswers[C]>
  if (!envelope.ok) throw new Error(envelope.error.message)
  return envelope.data
}

/** Listens to one event; answers a function that ends it. */
const listen = <E extends keyof BridgeEvents>(event: E, listener: (payload: BridgeEvents[E]) => void): (() => void) => {
  // Electron's event object never reaches the page, because it would hand over ipcRenderer.
  const heard = (_event: IpcRendererEvent, payload: BridgeEvents[E]) => listener(payload)
  ipcRenderer.on(event, heard)
  return () => void ipcRenderer.off(event, heard)
}

/** Sends a call to the main process. Answers an envelope, also when the main process refused the call. */
const carry = async <C extends 'api.call' | 'api.upload' | 'api.download'>(
  channel: C,
  request: ChannelInput<C>,
): Promise<Reply> => {
  const envelope = (await ipcRenderer.invoke(channel, request)) as Envelope<Reply>
  return envelope.ok ? envelope.data : { ok: false, status: 0, error: envelope.error }
}

/** Everything that the page can use of the desktop app. */
const bridge = {
  api: {
    call: (request: ChannelInput<'api.call'>) => carry('api.call', request),
    upload: (request: ChannelInput<'api.upload'>) => carry('api.upload', request),
    download: (request: ChannelInput<'api.download'>) => carry('api.download', request),
    cancel: (callId: string) => ask('api.cancel', { callId }),
    onProgress: (listener: (progress: BridgeEvents['api.progress']) => void) => listen('api.progress', listener),
  },
  page: {
    savePdf: (name: string) => ask('page.savePdf', { name }),
  },
  session: {
    state: () => ask('session.state', undefined),
    onEvent: (listener: (event: BridgeEvents['session.event']) => void) => listen('session.event', listener),
  },
  settings: {
    get: () => ask('settings.get', undefined),
    set: (change: ChannelInput<'settings.set'>) => ask('settings.set', change),
  },
  live: {
    follow: () => ask('live.follow', undefined),
    onEvent: (listener: (message: BridgeEvents['live.event']) => void) => listen('live.event', listener),
  },
  notices: {
    state: () => ask('notices.state', undefined),
    setBadge: (isOn: boolean) => ask('notices.setBadge', { isOn }),
  },
  menu: {
    show: (entries: ChannelInput<'menu.show'>) => ask('menu.show', entries),
    onChosen: (listener: (id: BridgeEvents['menu.chosen']) => void) => listen('menu.chosen', listener),
  },
  deepLinks: {
    take: () => ask('deepLinks.take', undefined),
    onOpen: (listener: (path: string) => void) => listen('deepLinks.open', listener),
  },
  app: {
    info: () => ask('app.info', undefined),
    health: () => ask('app.health', undefined),
  },
  updates: {
    ready: () => ask('updates.ready', undefined),
    restart: () => ask('updates.restart', undefined),
    onReady: (listener: (version: BridgeEvents['updates.ready']) => void) => listen('updates.ready', listener),
  },
}

export type Bridge = typeof bridge

contextBridge.exposeInMainWorld('guildhall', bridge)
