import type { Updater } from './updates.ts'

/** electron-updater, set up so that it downloads by itself and installs only when it is told to. Loaded where it is used. */
export const openUpdater = async (url: string): Promise<Updater> => {
  const { autoUpdater } = (await import('electron-updater')).default
  autoUpdater.setFeedURL({ provider: 'generic', url })
  autoUpdater.autoDownload = true
  autoUpdater.autoInstallOnAppQuit = false
  autoUpdater.allowDowngrade = false
  autoUpdater.disableWebInstaller = true
  // It would write addresses and paths; what went wrong is logged by its kind.
  autoUpdater.logger = null
  return autoUpdater
}
