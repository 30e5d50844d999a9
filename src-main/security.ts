import { app, session, shell, type WebContents } from 'electron'
import { log } from './log.ts'
import { perMinute } from './rate-limit.ts'

/** How long after a key or a click a page may still open something: as browsers do with windows. */
const GESTURE_MS = 5000
/** More in a minute are no person's clicks. */
const LINKS_PER_MINUTE = 20
/** What the browser reports of a person's hands; no script of a page can feign it. */
const gestures: ReadonlySet<string> = new Set(['mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd'])

/** An address that may be handed to the person's browser (https, no name or password in it), as the parser writes it; else null. */
export const safeToOpen = (address: string): string | null => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/** Hands a page's links to the person's browser: safe ones, one for each click or key, and not more in a minute than a person opens. */
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

/** Keeps every page, and every frame in it, on our own origin. Links out go to the browser; no page opens a window. */
const lockDown = (contents: WebContents, ownOrigin: string, mayOpen: () => boolean): void => {
  const links = createLinkOpener(openOutside, { mayOpen })
  const isOwn = (address: string) => address.startsWith(`${ownOrigin}/`)
  contents.on('input-event', (_event, { type }) => links.noteInput(type))
  contents.on('will-frame-navigate', (event) => {
    if (isOwn(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) links.open(event.url)
  })
  // An answer of our own origin that sends the page elsewhere: nobody clicked on that address.
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    links.open(url)
    return { action: 'deny' }
  })
}

/** To be called before the app is ready: every page runs in the sandbox, and stays on our own origin. */
export const secureApp = (ownOrigin: string): void => {
  app.enableSandbox()
  const mayOpen = perMinute(LINKS_PER_MINUTE)
  app.on('web-contents-created', (_event, contents) => lockDown(contents, ownOrigin, mayOpen))
}

/** No page gets a camera, a place, notifications or anything else, whoever asks. */
export const denyPermissions = (): void => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
}
