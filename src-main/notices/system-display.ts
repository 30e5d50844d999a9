import { app, type BrowserWindow, nativeImage, Notification } from 'electron'
import { BADGE_SIZE, badgeBitmap } from './badge-image.ts'
import type { Display } from './notices.ts'

/** The most notices that can still be closed; the system forgets older ones by itself. */
const HELD_MAX = 50

/**
 * The system's own notices and the badge on the app's icon. `onClick` gets a text with the ID of the notice, also
 * for a notice of an earlier run that the system kept, or started the app for.
 */
export const systemDisplay = (parts: {
  system: NodeJS.Platform
  window: () => BrowserWindow | undefined
  onClick: (said: string) => void
}): Display & { isRefused: () => boolean } => {
  const { system, onClick } = parts
  // A notice must be held while it is shown, or its click is lost with it.
  const held = new Map<string, Notification>()
  let hasFailed = false
  const window = () => {
    const one = parts.window()
    return one && !one.isDestroyed() ? one : undefined
  }
  const hold = (id: string, notice: Notification): void => {
    notice.on('click', () => onClick(id))
    held.set(id, notice)
    const [oldest] = held.keys()
    if (held.size > HELD_MAX && oldest !== undefined) held.delete(oldest)
  }
  if (system === 'darwin')
    void Notification.getHistory().then((earlier) => {
      for (const notice of earlier) if (!held.has(notice.id)) hold(notice.id, notice)
    })
  if (system === 'win32') Notification.handleActivation((details) => onClick(details.arguments))

  return {
    show: (id, { title, body }) => {
      if (!Notification.isSupported()) return
      const notice = new Notification({ id, title, body })
      notice.on('failed', () => (hasFailed = true))
      notice.on('show', () => (hasFailed = false))
      hold(id, notice)
      notice.show()
    },
    close: (id) => {
      held.get(id)?.close()
      held.delete(id)
    },
    badge: (count) => {
      if (system !== 'win32') return void app.setBadgeCount(count)
      const size = { width: BADGE_SIZE, height: BADGE_SIZE }
      const picture = count > 0 ? nativeImage.createFromBitmap(Buffer.from(badgeBitmap(count)), size) : null
      window()?.setOverlayIcon(picture, count > 0 ? `${count} unread` : '')
    },
    isFocused: () => window()?.isFocused() ?? false,
    /** Whether the system shows none of our notices, as far as it says so. */
    isRefused: () => hasFailed || !Notification.isSupported(),
  }
}

/**
 * Notes the notice whose click started the app, where the system reports it (macOS). Call before the app is ready;
 * returns a function that hands over the notice's ID.
 */
export const noteLaunchingNotice = (): (() => string | undefined) => {
  let launchedBy: string | undefined
  app.once('ready', (_event, launch?: { identifier?: unknown } | null) => {
    if (typeof launch?.identifier === 'string') launchedBy = launch.identifier
  })
  return () => launchedBy
}
