import { BrowserWindow, screen } from 'electron'
import type { SettingsStore, WindowBounds } from '../settings/settings.ts'
import { brand } from '#shared/brand.ts'
import { log } from '../log.ts'
import { perMinute } from '../rate-limit.ts'
import { askBeforeLeaving } from './unsaved.ts'

const size = { width: 1440, height: 900 }
const smallest = { minWidth: 480, minHeight: 480 }
const RELOADS_PER_MINUTE = 3

const CRASHED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${brand.name}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:16px system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${brand.name} keeps crashing</h1>
<p>The window stopped working several times within a minute. You are still signed in. Close the app and open it again.</p></html>`

/**
 * The page that is shown after repeated crashes. It needs nothing of the app: it has no script, gets no answers from
 * the bridge and loads no file.
 */
const crashPage = (): string => `data:text/html;charset=utf-8,${encodeURIComponent(CRASHED)}`

/** The preferences that every page of ours runs under. */
export const webPreferences = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  spellcheck: false,
} as const

const isOnScreen = ({ x, y, width, height }: WindowBounds): boolean =>
  screen.getAllDisplays().some(({ workArea: area }) => {
    const isBeside = x + width <= area.x || x >= area.x + area.width
    const isAboveOrBelow = y >= area.y + area.height || y + height <= area.y
    return !isBeside && !isAboveOrBelow
  })

/**
 * Opens the app's one window at `address`, in the place where it was last time. After a crash the page is loaded again,
 * at most 3 times a minute.
 */
export const openMainWindow = (options: {
  address: string
  preload: string
  settings: SettingsStore
  onPageLeft: () => void
  /** Called when the window stays open after all, because the person wants to save something first. */
  onKept: () => void
}): BrowserWindow => {
  const kept = options.settings.window()
  // The window must not open on a screen that is no longer connected.
  const bounds = kept.bounds && isOnScreen(kept.bounds) ? kept.bounds : size
  const window = new BrowserWindow({
    ...bounds,
    ...smallest,
    show: false,
    title: brand.name,
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences, preload: options.preload },
  })
  if (kept.isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => options.settings.keepWindow(window.getNormalBounds(), window.isMaximized()))

  askBeforeLeaving(window, options.onKept)

  // A new document, or the same one loaded again, will ask for the link that it missed.
  window.webContents.on('did-navigate', options.onPageLeft)

  const load = (address: string) => window.loadURL(address).catch(() => log('The window could not load its page.'))
  const mayReload = perMinute(RELOADS_PER_MINUTE)
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    options.onPageLeft()
    if (reason === 'clean-exit') return
    options.onPageLeft()
    log(`The window's page ended (${reason}).`)
    void load(mayReload() ? options.address : crashPage())
  })
  void load(options.address)
  return window
}
