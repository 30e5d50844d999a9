import { type BrowserWindow, dialog } from 'electron'
import { brand } from '#shared/brand.ts'

const answers = ['Keep open', 'Leave anyway'] as const

/**
 * Asks before a page with unsaved work is closed: a browser asks by itself, but Electron would silently keep the window
 * open. `onKept` is called when it stays open.
 */
export const askBeforeLeaving = (window: BrowserWindow, onKept: () => void): void => {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      title: brand.name,
      message: 'Leave without saving?',
      detail: 'Something you typed or sent has not been saved yet.',
      buttons: [...answers],
      defaultId: 0,
      cancelId: 0,
    })
    // Preventing this event lets the page go.
    if (answers[answer] === 'Leave anyway') event.preventDefault()
    else onKept()
  })
}
