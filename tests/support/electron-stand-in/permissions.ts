import type { CdpSession } from './cdp.ts'
import { strict } from './strict.ts'
import type { WebContents } from './web-contents.ts'

type Details = { requestingUrl: string; isMainFrame: boolean }
type RequestHandler = (
  webContents: WebContents,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: Details,
) => void
type CheckHandler = (webContents: WebContents | null, permission: string, origin: string, details: Details) => boolean

let onRequest: RequestHandler | null = null
let onCheck: CheckHandler | null = null

/** Electron's names of permissions, and Chromium's for each. */
const permissions = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  midi: 'midi',
  'clipboard-read': 'clipboard-read',
  media: 'camera',
  'idle-detection': 'idle-detection',
} as const

export const defaultSession = strict('session.defaultSession', {
  setPermissionRequestHandler: (handler: RequestHandler | null) => {
    onRequest = handler
  },
  setPermissionCheckHandler: (handler: CheckHandler | null) => {
    onCheck = handler
  },
  /** The stand-in has no devices, so it never calls the handler. */
  setDevicePermissionHandler: () => undefined,
})
export const session = strict('session', { defaultSession })

/**
 * Asks the app's handlers about each permission before the page loads, and tells Chromium their answers: Chromium itself would ask
 * nobody. Without handlers everything is granted, as in Electron.
 */
export const applyPermissions = async (root: CdpSession, contents: WebContents, origin: string, own: string) => {
  const details = { requestingUrl: own, isMainFrame: true }
  for (const [permission, name] of Object.entries(permissions)) {
    const isChecked = onCheck ? onCheck(contents, permission, own, details) : true
    const isGranted = await new Promise<boolean>((resolve) => {
      if (onRequest) onRequest(contents, permission, resolve, details)
      else resolve(true)
    })
    await root.send('Browser.setPermission', {
      permission: { name },
      setting: isChecked && isGranted ? 'granted' : 'denied',
      origin,
    })
  }
}
