import { bridgeEnd } from './bridge-end.ts'
import { wireCodec } from './wire-codec.ts'

/** The name of the isolated world; Electron's has the same name. */
export const ISOLATED_WORLD = 'Electron Isolated Context'
/** The function through which the isolated world reaches the main process. */
export const IPC_BINDING = '__electronStandInIpc'

type Codec = typeof wireCodec
type End = typeof bridgeEnd
type Names = { toPage: string; toPreload: string; opens: string; binding: string }

/** Gives the page's own world the objects that the preload exposes, frozen. This function runs as source text. */
function pageWorld(codec: Codec, end: End, names: Names) {
  if (window.top !== window) return
  const deepFreeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
    return value
  }
  end(codec(), names.toPreload, names.toPage).onExpose((name, value) => {
    Object.defineProperty(window, name, { value: deepFreeze(value), enumerable: true })
  })
  // The stand-in opens no windows for a page: it tells the app's handler that the page wants one, and Chromium does nothing.
  const wish = (url: string) => document.dispatchEvent(new CustomEvent(names.opens, { detail: url }))
  window.open = (url = '') => {
    wish(new URL(url, location.href).href)
    return null
  }
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target]') : null
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || link.target === '_self') return
    event.preventDefault()
    wish(link.href)
  })
}

/** Gives the sandboxed preload its world: `require('electron')`, and nothing of Node. This function runs as source text. */
function preloadWorld(codecOf: Codec, end: End, names: Names, preload: (require: unknown, module: unknown) => void) {
  // Sub-frames get no preload, as in Electron without nodeIntegrationInSubFrames.
  if (window.top !== window) return
  type World = Record<string, (text: string) => void>
  const codec = codecOf()
  const bridge = end(codec, names.toPage, names.toPreload)
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>()
  let last = 0
  const world = globalThis as unknown as World
  const post = (message: object) => world[names.binding]?.(JSON.stringify(message))

  // Tells the main process of a person's clicks and keys before the page hears of them. No script of the page runs in this world, so
  // none can fake these messages.
  const inputs = {
    mousedown: 'mouseDown',
    mouseup: 'mouseUp',
    keydown: 'rawKeyDown',
    keyup: 'keyUp',
    touchend: 'touchEnd',
  }
  for (const [name, type] of Object.entries(inputs))
    addEventListener(name, ({ isTrusted }) => isTrusted && post({ kind: 'input', type }), { capture: true })

  document.addEventListener(names.opens, (event) => post({ kind: 'open', url: (event as CustomEvent<string>).detail }))

  type FromMain = { kind: string; id: number; channel: string; args: unknown; ok: unknown; error?: string }
  world[`${names.binding}Deliver`] = (text) => {
    const message = JSON.parse(text) as FromMain
    if (message.kind === 'event') {
      const args = codec.decode(message.args) as unknown[]
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({ senderId: 0, ports: [] }, ...args)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) call?.resolve(codec.decode(message.ok))
    else call?.reject(new Error(message.error))
  }
  const refusing = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get: (object, key) => {
        if (Reflect.has(object, key) || typeof key === 'symbol') return Reflect.get(object, key) as unknown
        throw new Error(`the stand-in does not implement electron.${name}.${key}`)
      },
    })
  const ipcRenderer = refusing('ipcRenderer', {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        pending.set((last += 1), { resolve, reject })
        post({ kind: 'invoke', id: last, channel, args: codec.encode(args) })
      }),
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args: codec.encode(args) }),
    on: (channel: string, listener: (...args: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    off: (channel: string, listener: (...args: unknown[]) => void) => void listeners.get(channel)?.delete(listener),
    removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
      void listeners.get(channel)?.delete(listener),
  })
  const contextBridge = refusing('contextBridge', {
    exposeInMainWorld: (name: string, value: unknown) => bridge.expose(name, value),
  })
  const require = (name: string) => {
    if (name === 'electron' || name === 'electron/renderer')
      return refusing('(preload)', { contextBridge, ipcRenderer })
    throw new Error(`module not found: ${name} (a sandboxed preload has only electron)`)
  }
  preload(require, { exports: {} })
}

const names: Names = {
  toPage: 'stand-in:to-page',
  toPreload: 'stand-in:to-preload',
  opens: 'stand-in:opens',
  binding: IPC_BINDING,
}
const shared = `${wireCodec.toString()}\n${bridgeEnd.toString()}`

/** The script that runs first, in the page's own world. */
export const pageScript = (): string =>
  `(() => { ${shared}\n(${pageWorld.toString()})(wireCodec, bridgeEnd, ${JSON.stringify(names)}) })()`

/** The script that runs second, in the isolated world; it contains the app's real preload. */
export const preloadScript = (preload: string): string =>
  `(() => { ${shared}\n(${preloadWorld.toString()})(wireCodec, bridgeEnd, ${JSON.stringify(names)}, function (require, module) {` +
  ` const exports = module.exports;\n${preload}\n}) })()`
