import { readFileSync } from 'node:fs'
import type { CdpSession, Chromium } from './cdp.ts'
import { IPC_BINDING, ISOLATED_WORLD, pageScript, preloadScript } from './in-page/worlds.ts'
import { eventText, receiveIpc } from './ipc-main.ts'
import { followFrames, type Frames } from './page-frames.ts'
import { applyPermissions, defaultSession } from './permissions.ts'
import { interceptRequests } from './requests.ts'
import { fromChromium, originOf, toChromium } from './schemes.ts'
import { preventable, strict, StrictEmitter } from './strict.ts'

export type WebPreferences = Record<string, unknown> & { preload?: string }
type OpenHandler = (details: { url: string; frameName: string; features: string }) => { action: 'allow' | 'deny' }
type Binding = { name: string; payload: string; executionContextId: number }

const events = [
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  // Emitted for keys, mouse buttons and touches, not for moving and scrolling.
  'input-event',
  'did-navigate',
  'did-finish-load',
  'dom-ready',
  'render-process-gone',
  'destroyed',
  // Never emitted: it needs webviewTag, which the stand-in refuses.
  'will-attach-webview',
  // Never emitted: Playwright answers a page that does not want to be left.
  'will-prevent-unload',
] as const
const all: WebContents[] = []
let onCreated: (contents: WebContents) => void = () => undefined
export const whenContentsCreated = (listener: typeof onCreated): void => {
  onCreated = listener
}

export class WebContents extends StrictEmitter {
  readonly id = all.length + 1
  readonly session = defaultSession
  targetId = ''
  readonly #preferences: WebPreferences
  readonly #page: Promise<{ cdp: CdpSession; frames: Frames; chromium: Chromium }>
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  /** The address that the app itself is loading; no event asks whether it may. */
  #loading: string | undefined
  #frames: Frames | undefined
  #isDestroyed = false
  #isCrashed = false

  constructor(chromium: Promise<Chromium>, preferences: WebPreferences, size: { width: number; height: number }) {
    super('webContents', events)
    this.#preferences = preferences
    const self = strict('webContents', this)
    all.push(self)
    this.#page = chromium.then((browser) => this.#start(browser, size, self))
    this.#page.catch((error: unknown) => process.stderr.write(`stand-in: no page: ${String(error)}\n`))
    onCreated(self)
    return self
  }

  async #start(chromium: Chromium, size: object, self: WebContents) {
    const { targetId } = await chromium.root.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    this.targetId = targetId
    const cdp = await chromium.attach(targetId)
    cdp.on('Runtime.bindingCalled', (call: Binding) => {
      if (call.name === IPC_BINDING) void this.#receive(cdp, call, self)
    })
    cdp.on('Page.loadEventFired', () => this.emit('did-finish-load', preventable({})))
    cdp.on('Page.frameNavigated', ({ frame }: { frame: { url: string; parentId?: string } }) => {
      if (!frame.parentId) this.emit('did-navigate', preventable({}), fromChromium(frame.url))
    })
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', preventable({})))
    cdp.on('Inspector.targetCrashed', () => {
      this.#isCrashed = true
      this.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 133 })
    })
    await cdp.send('Inspector.enable')
    await cdp.send('Page.enable')
    const frames = await followFrames(cdp)
    this.#frames = frames
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: IPC_BINDING, executionContextName: ISOLATED_WORLD })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript() })
    const preload = this.#preferences.preload
    if (preload) {
      const source = preloadScript(readFileSync(preload, 'utf8'))
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: ISOLATED_WORLD })
    }
    await interceptRequests(cdp, (...asked) => this.#mayNavigate(...asked))
    return { cdp, frames, chromium }
  }

  #mayNavigate(url: string, frameId: string, isRedirect: boolean): boolean {
    const isMain = this.#frames?.isMain(frameId) ?? true
    const details = { url: fromChromium(url), isMainFrame: isMain, isSameDocument: false }
    if (isRedirect) {
      // A redirect is asked about even while the app itself loads the page, because the app did not choose the new address.
      const redirect = preventable(details)
      this.emit('will-redirect', redirect)
      return !redirect.defaultPrevented
    }
    if (isMain && this.#loading === url) return true
    const everyFrame = preventable(details)
    this.emit('will-frame-navigate', everyFrame)
    if (everyFrame.defaultPrevented) return false
    if (!isMain) return true
    const mainFrame = preventable(details)
    this.emit('will-navigate', mainFrame, details.url)
    return !mainFrame.defaultPrevented
  }

  async #receive(cdp: CdpSession, call: Binding, self: WebContents) {
    const wish = JSON.parse(call.payload) as { kind: string; url: string; type: string }
    if (wish.kind === 'input') return void this.emit('input-event', preventable({}), { type: wish.type, modifiers: [] })
    if (wish.kind === 'open') return this.#answerOpen(fromChromium(wish.url))
    const reply = await receiveIpc(call.payload, self, this.#frames?.ofWorld(call.executionContextId) ?? null)
    if (reply !== undefined) await this.#deliver(cdp, call.executionContextId, reply)
  }

  #answerOpen(url: string) {
    const { action } = this.#openHandler({ url, frameName: '', features: '' })
    if (action !== 'deny') process.stderr.write('the stand-in does not implement windows that a page opens\n')
  }

  async #deliver(cdp: CdpSession, contextId: number, text: string) {
    const expression = `globalThis.${IPC_BINDING}Deliver(${JSON.stringify(text)})`
    // When the page was left, nothing waits for the answer.
    await cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined)
  }

  /** Rejects as Electron does when the page cannot be loaded. */
  async loadURL(url: string): Promise<void> {
    const { cdp, chromium } = await this.#page
    const address = toChromium(url)
    if (address !== url) await applyPermissions(chromium.root, this, new URL(address).origin, originOf(url))
    const loaded = new Promise<void>((resolve) => cdp.once('Page.loadEventFired', () => resolve()))
    this.#loading = address
    const { errorText } = await cdp.send<{ errorText?: string }>('Page.navigate', { url: address })
    this.#loading = undefined
    this.#isCrashed = false
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }
  reload(): void {
    // A crashed page has no renderer that could reload; loading its address starts one.
    void this.loadURL(this.getURL()).catch((error: unknown) => process.stderr.write(`stand-in: ${String(error)}\n`))
  }
  getURL(): string {
    return this.#frames?.main()?.url ?? ''
  }
  get mainFrame() {
    return this.#frames?.main() ?? null
  }
  send(channel: string, ...args: unknown[]): void {
    const text = eventText(channel, args)
    void this.#page.then(async ({ cdp, frames }) => {
      const world = frames.mainWorld()
      if (world !== undefined) await this.#deliver(cdp, world, text)
    })
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }
  async executeJavaScript(expression: string): Promise<unknown> {
    const { cdp } = await this.#page
    const answer = await cdp.send<{ result: { value: unknown }; exceptionDetails?: { text: string } }>(
      'Runtime.evaluate',
      {
        expression,
        awaitPromise: true,
        returnByValue: true,
      },
    )
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return answer.result.value
  }
  forcefullyCrashRenderer(): void {
    // This command never gets an answer, because the renderer that would send it has crashed.
    void this.#page.then(({ cdp }) => cdp.send('Page.crash')).catch(() => undefined)
  }
  getLastWebPreferences(): WebPreferences {
    return { ...this.#preferences }
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  isCrashed(): boolean {
    return this.#isCrashed
  }
  focus(): void {
    void this.#page.then(({ cdp }) => cdp.send('Page.bringToFront')).catch(() => undefined)
  }
  /** Asks the window to close; it sets `closeRequested`. */
  close(): void {
    this.closeRequested()
  }
  closeRequested: () => void = () => undefined

  async destroyPage(): Promise<void> {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    all.splice(all.indexOf(this), 1)
    const { chromium } = await this.#page
    await chromium.root.send('Target.closeTarget', { targetId: this.targetId }).catch(() => undefined)
    this.emit('destroyed')
  }
  async setSize(width: number, height: number): Promise<void> {
    const { chromium } = await this.#page
    const { windowId } = await chromium.root.send<{ windowId: number }>('Browser.getWindowForTarget', {
      targetId: this.targetId,
    })
    await chromium.root.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
  }
}

export const webContents = strict('webContents', {
  fromDevToolsTargetId: (targetId: string) => all.find((one) => one.targetId === targetId),
  fromId: (id: number) => all.find((one) => one.id === id),
  getAllWebContents: () => [...all],
})
