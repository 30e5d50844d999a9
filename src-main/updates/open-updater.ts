import type { Updater } from './updates.ts'

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
