import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { BrowserWindow, whenAllClosed } from './browser-window.ts'
import { driverIsReady, isDriven, startRuntime, stopRuntime } from './runtime.ts'
import { takeInstanceLock } from './single-instance.ts'
import { preventable, strict, StrictEmitter } from './strict.ts'
import { whenContentsCreated } from './web-contents.ts'

const events = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'second-instance',
  'web-contents-created',
]
/** Events that macOS sends; in the stand-in only a test emits them. */
const systemEvents = ['open-url', 'activate']

type Manifest = { name?: string; productName?: string; version?: string }

/** The package.json next above the entry file: Electron takes the app's name and version from there. */
const manifestAbove = (path: string): Manifest => {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
  } catch {
    return dirname(path) === path ? {} : manifestAbove(dirname(path))
  }
}

class App extends StrictEmitter {
  readonly isPackaged = false
  readonly commandLine = strict('app.commandLine', {
    appendSwitch: () => undefined,
    hasSwitch: (name: string) => process.argv.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) =>
      process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '',
  })
  /** Whether the app has asked for the sandbox; tests read it. */
  isSandboxEnabled = false
  /** The schemes that the app has registered for; tests read them. */
  readonly protocolClients = new Set<string>()
  readonly #entry: string
  readonly #manifest: Manifest
  readonly #paths = new Map<string, string>()
  #name: string
  #badge = 0
  #ready: Promise<void> | undefined
  #isReady = false
  #isQuitting = false

  constructor(entry: string) {
    super('app', [...events, ...systemEvents])
    this.#entry = entry
    this.#manifest = manifestAbove(dirname(entry))
    this.#name = this.#manifest.productName ?? this.#manifest.name ?? 'Electron'
    const userData = this.commandLine.getSwitchValue('user-data-dir')
    if (userData) this.#paths.set('userData', resolve(userData))
    whenContentsCreated((contents) => this.emit('web-contents-created', preventable({}), contents))
    whenAllClosed(() => {
      if (this.#isQuitting) return
      if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
      else this.quit()
    })
  }

  whenReady(): Promise<void> {
    this.#ready ??= (async () => {
      await startRuntime(() => this.getPath('userData'))
      if (isDriven) await driverIsReady
      this.#isReady = true
      // On macOS the notice whose click started the app; a test names it by this option.
      const identifier = this.commandLine.getSwitchValue('stand-in-launch-notice')
      this.emit('ready', preventable({}), identifier ? { identifier } : {})
    })()
    return this.#ready
  }
  isReady = () => this.#isReady
  getName = () => this.#name
  setName(name: string): void {
    this.#name = name
  }
  getVersion = () => this.#manifest.version ?? '0.0.0'
  getAppPath = () => resolve(dirname(this.#entry), '..', '..')
  getLocale = () => 'en-US'
  setAppUserModelId = () => undefined
  /** Every page of the stand-in is sandboxed anyway. Like Electron, it throws when the app asks too late. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.isSandboxEnabled = true
  }
  getPath(name: string): string {
    const set = this.#paths.get(name)
    if (set) return set
    const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
    const known: Record<string, string> = {
      home: homedir(),
      appData,
      temp: tmpdir(),
      downloads: join(homedir(), 'Downloads'),
      userData: join(appData, this.#name),
      sessionData: this.#paths.get('userData') ?? join(appData, this.#name),
      logs: join(this.#paths.get('userData') ?? join(appData, this.#name), 'logs'),
      exe: process.execPath,
    }
    const path = known[name]
    if (!path) throw new Error(`the stand-in does not implement electron.app.getPath('${name}')`)
    return path
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }
  setBadgeCount(count = 0): boolean {
    this.#badge = count
    return true
  }
  getBadgeCount = () => this.#badge
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.protocolClients.add(scheme)
    return true
  }
  isDefaultProtocolClient = (scheme: string) => this.protocolClients.has(scheme)

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    const start = { argv: [...process.argv], cwd: process.cwd(), additionalData }
    return takeInstanceLock(this.getPath('userData'), start, (second) =>
      this.emit('second-instance', preventable({}), second.argv, second.cwd, second.additionalData),
    )
  }
  focus = () => undefined

  quit(): void {
    if (this.#isQuitting) return
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.#isQuitting = true
    BrowserWindow.getAllWindows().forEach((window) => window.close())
    if (BrowserWindow.getAllWindows().length > 0) {
      this.#isQuitting = false
      return
    }
    const will = preventable({})
    this.emit('will-quit', will)
    this.#isQuitting = !will.defaultPrevented
    if (!will.defaultPrevented) this.exit(0)
  }
  exit(code = 0): void {
    this.emit('quit', preventable({}), code)
    void stopRuntime().finally(() => process.exit(code))
  }
}

export const createApp = (entry: string): App => strict('app', new App(entry))
