import { connected } from './runtime.ts'
import { onlyKnown, preventable, strict, StrictEmitter } from './strict.ts'
import { WebContents, type WebPreferences } from './web-contents.ts'

type Bounds = { x: number; y: number; width: number; height: number }
type Options = Partial<Bounds> & { show?: boolean; title?: string; webPreferences?: WebPreferences }

const options = ['x', 'y', 'width', 'height', 'minWidth', 'minHeight', 'show', 'title', 'webPreferences']
const quietOptions = ['backgroundColor', 'autoHideMenuBar', 'icon', 'center']
const preferences = ['preload', 'contextIsolation', 'sandbox', 'nodeIntegration', 'webSecurity', 'webviewTag']
const quietPreferences = ['nodeIntegrationInSubFrames', 'nodeIntegrationInWorker', 'spellcheck', 'devTools']
const moreQuiet = ['allowRunningInsecureContent', 'navigateOnDragDrop', 'disableBlinkFeatures', 'safeDialogs']
const events = ['ready-to-show', 'show', 'hide', 'close', 'closed', 'resize', 'move', 'focus', 'blur', 'maximize']

const open: BrowserWindow[] = []
let onAllClosed = () => undefined as void
export const whenAllClosed = (listener: () => void): void => {
  onAllClosed = listener
}

export class BrowserWindow extends StrictEmitter {
  readonly id: number
  readonly webContents: WebContents
  #bounds: Bounds
  #title: string
  #isVisible: boolean
  #isDestroyed = false
  #isMaximized = false
  #isFocused = true

  constructor(given: Options = {}) {
    super('BrowserWindow', events)
    onlyKnown('BrowserWindow', given, [...options, ...quietOptions])
    onlyKnown('BrowserWindow webPreferences', given.webPreferences ?? {}, [
      ...preferences,
      ...quietPreferences,
      ...moreQuiet,
    ])
    if (
      given.webPreferences?.contextIsolation === false ||
      given.webPreferences?.nodeIntegration === true ||
      given.webPreferences?.['webviewTag'] === true
    )
      throw new Error('the stand-in has only isolated pages without Node')
    const { x = 0, y = 0, width = 800, height = 600 } = given
    this.#bounds = { x, y, width, height }
    this.#title = given.title ?? ''
    this.#isVisible = given.show ?? true
    this.webContents = new WebContents(connected(), given.webPreferences ?? {}, { width, height })
    this.id = this.webContents.id
    const self = strict('BrowserWindow', this)
    this.webContents.closeRequested = () => this.close()
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'))
    open.push(self)
    return self
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  show(): void {
    this.#isVisible = true
    this.emit('show')
  }
  hide(): void {
    this.#isVisible = false
    this.emit('hide')
  }
  isVisible = () => this.#isVisible
  focus(): void {
    this.#isFocused = true
    this.webContents.focus()
    this.emit('focus')
  }
  /** Another program has the person's attention from now on. */
  blur(): void {
    this.#isFocused = false
    this.emit('blur')
  }
  isFocused = () => this.#isVisible && this.#isFocused
  isMinimized = () => false
  restore(): void {
    this.show()
  }
  isMaximized = () => this.#isMaximized
  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
  }
  isFullScreen = () => false
  getTitle = () => this.#title
  setTitle(title: string): void {
    this.#title = title
  }
  getBounds = (): Bounds => ({ ...this.#bounds })
  getNormalBounds = (): Bounds => ({ ...this.#bounds })
  setBounds(change: Partial<Bounds>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...change }
    const { x, y, width, height } = this.#bounds
    if (width !== before.width || height !== before.height) {
      void this.webContents.setSize(width, height).catch(() => undefined)
      this.emit('resize')
    }
    if (x !== before.x || y !== before.y) this.emit('move')
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  setMenu = (menu: unknown) => void menu
  isDestroyed = () => this.#isDestroyed

  /** Closes the window, unless a listener of the event 'close' prevents it. */
  close(): void {
    if (this.#isDestroyed) return
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    const place = open.findIndex((one) => one.id === this.id)
    if (place >= 0) open.splice(place, 1)
    void this.webContents.destroyPage()
    this.emit('closed')
    if (open.length === 0) onAllClosed()
  }

  static getAllWindows = () => [...open]
  static getFocusedWindow = () => open.at(-1) ?? null
  static fromWebContents = (contents: WebContents) => open.find((one) => one.webContents.id === contents.id) ?? null
  static fromId = (id: number) => open.find((one) => one.id === id) ?? null
}
