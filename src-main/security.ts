import { app, session, shell, type WebContents } from 'electron'
import { log } from './log.ts'

/** Whether an address may be handed to the person's browser: https, and no name or password in it. */
export const isSafeToOpen = (address: string): boolean => {
  try {
    const url = new URL(address)
    return url.protocol === 'https:' && url.username === '' && url.password === ''
  } catch {
    return false
  }
}

const openOutside = (address: string): void => {
  if (!isSafeToOpen(address)) return log('A link to open outside was refused: it is not https.')
  void shell.openExternal(address).catch(() => log('The browser could not be opened.'))
}

/** Keeps every page, and every frame in it, on our own origin. Links out go to the browser; no page opens a window. */
const lockDown = (contents: WebContents, ownOrigin: string): void => {
  const isOwn = (address: string) => address.startsWith(`${ownOrigin}/`)
  contents.on('will-frame-navigate', (event) => {
    if (isOwn(event.url)) return
    event.preventDefault()
    if (event.isMainFrame) openOutside(event.url)
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}

/** To be called before the first window. */
export const secureApp = (ownOrigin: string): void => {
  app.on('web-contents-created', (_event, contents) => lockDown(contents, ownOrigin))
}

/** No page gets a camera, a place, notifications or anything else, whoever asks. */
export const denyPermissions = (): void => {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  session.defaultSession.setDevicePermissionHandler(() => false)
}
