import { app, session, shell, type WebContents } from 'electron'
import { log } from './log.ts'
import { perMinute } from './rate-limit.ts'

/** Milliseconds after a key or a click for which a page may still open something, as in browsers. */
const GESTURE_MS = 5000
/** The most links that open in a minute: no person clicks more. */
const LINKS_PER_MINUTE = 20
/** The input events of a person's hands; no script of a page can fake them. */
const gestures: ReadonlySet<string> = new Set(['mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd'])

/**
 * The address as it may be handed to the person's browser (https, without a name or password), as the parser writes
 * it; else null.
 */
export const safeToOpen = (address: string): string | null => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/** Opens a page's links in the person's browser: safe ones only, one for each click or key, and at most LINKS_PER_MINUTE. */
export const createLinkOpener = (
  open: (address: string) => void,
  { mayOpen = perMinute(LINKS_PER_MINUTE), now = Date.now } = {},
) => {
  let gestureAt = -Infinity
  return {
    noteInput: (type: string): void => {
      if (gestures.has(type)) gestureAt = now()
    },
    open: (address: string): void => {
      const safe = safeToOpen(address)
      if (!safe) return log('A link to open outside was refused: it is not https.')
      if (now() - gestureAt > GESTURE_MS)
        return log('A link to open outside was refused: nobody clicked or pressed a key.')
      gestureAt = -Infinity
      if (!mayOpen()) return log('A link to open outside was refused: there were too many within a minute.')
      open(safe)
    },
  }
}

const openOutside = (address: string): void =>
  void shell.openExternal(address).catch(() => log('The browser could not be opened.'))

/** Keeps a page and every frame in it on our own origin. Links out open in the browser; no page opens a window. */
const lockDown = (contents: WebContents, ownOrigin: string, mayOpen: () => boolean): void => {
  const links = createLinkOpener(openOutside, { mayOpen })
  const isOwn = (address: string) => address.startsWith(`${ownOrigin}/`)
  contents.on('input-event', (_event, { type }) => links.noteInput(type))
  contents.on('will-frame-navigate', (event) => {
    if (isOwn(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) links.open(event.url)
  })
  // A redirect from our own origin is stopped too: nobody clicked on the address it leads to.
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    links.open(url)
    return { action: 'deny' }
  })
}

/** Makes every page run in the sandbox and stay on our own origin. Call it before the app is ready. */
export const secureApp = (ownOrigin: string): void => {
  app.enableSandbox()
  const mayOpen = perMinute(LINKS_PER_MINUTE)
  app.on('web-contents-created', (_event, contents) => lockDown(contents, ownOrigin, mayOpen))
}

/** Refuses every page camera, location, notifications and all other permissions. */
export const denyPermissions = (): void => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
}
