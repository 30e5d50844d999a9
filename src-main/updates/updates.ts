/** Milliseconds between two looks at the feed: six hours. */
const EVERY_MS = 6 * 60 * 60 * 1000

/** The part of electron-updater's `autoUpdater` that is used; tests have their own. */
export type Updater = {
  checkForUpdates: () => Promise<{ isUpdateAvailable: boolean; downloadPromise?: Promise<unknown> | null } | null>
  /** Ends the app, installs what was downloaded and starts the app again. */
  quitAndInstall: () => void
  on: ((event: 'update-downloaded', listener: (info: { version: string }) => void) => unknown) &
    ((event: 'error', listener: (error: Error) => void) => unknown)
}

/** Loads electron-updater and sets it up to download by itself and to install only when asked to. */
export const openUpdater = async (url: string): Promise<Updater> => {
  const { autoUpdater } = (await import('electron-updater')).default
  autoUpdater.setFeedURL({ provider: 'generic', url })
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.disableWebInstaller = true
  // Its own log would hold addresses and paths; the app logs the kind of an error instead.
  autoUpdater.logger = null
  return autoUpdater
}

export type CheckResult =
  | { kind: 'newest' }
  /** A newer version was found and is being downloaded. */
  | { kind: 'coming' }
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; why: string }

/**
 * Looks for updates at the start and every six hours, downloads and reports them. Installs nothing until `install` is
 * called, after the person pressed Restart.
 */
export const createUpdates = (parts: {
  updater: Updater
  /** Called when a newer version was downloaded and its signature is right. */
  onReady: (version: string) => void
  /** Called when the installation failed after the app had closed its windows: the app can only end then. */
  onStuck: () => void
  onFailure: (error: Error) => void
}) => {
  const { updater } = parts
  let ready: string | null = null
  let isInstalling = false
  updater.on('update-downloaded', ({ version }) => {
    ready = version
    parts.onReady(version)
  })
  updater.on('error', (error) => {
    parts.onFailure(error)
    if (isInstalling) parts.onStuck()
  })

  /** Looks for an update. Never rejects. */
  const check = async (): Promise<CheckResult> => {
    if (ready) return { kind: 'ready', version: ready }
    try {
      const found = await updater.checkForUpdates()
      // The event 'error' reports a failed download too; an unhandled rejection would end the app.
      found?.downloadPromise?.catch(() => undefined)
      return { kind: found?.isUpdateAvailable ? 'coming' : 'newest' }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', why: (message.split('\n')[0] ?? '').slice(0, 200) }
    }
  }
  void check()
  const timer = setInterval(() => void check(), EVERY_MS)
  timer.unref()

  return {
    check,
    /** The version that waits for a restart; null when there is none. */
    ready: () => ready,
    install: () => {
      isInstalling = true
      clearInterval(timer)
      updater.quitAndInstall()
    },
  }
}
export type Updates = ReturnType<typeof createUpdates>

/** The button of the dialog that restarts the app. */
export const RESTART = 'Restart'

/** The answer to a person who asked by the menu, and the buttons below it. Closing the dialog means the first button. */
export const checkAnswer = (result: CheckResult): { message: string; detail: string; buttons: string[] } => {
  const buttons = ['OK']
  switch (result.kind) {
    case 'newest':
      return { message: 'You have the newest version.', detail: '', buttons }
    case 'coming':
      return {
        message: 'There is a newer version.',
        detail: 'It is being downloaded. You will be told when it is ready.',
        buttons,
      }
    case 'ready':
      return {
        message: `Version ${result.version} is ready.`,
        detail: 'The app restarts to use it.',
        buttons: ['Later', RESTART],
      }
    case 'failed':
      return { message: 'Looking for updates did not work.', detail: result.why, buttons }
  }
}
