import { type BrowserWindow, dialog } from 'electron'
import { brand } from '../../shared/brand.ts'

const answers = ['Keep open', 'Leave anyway'] as const

/**
 * A page with something unsaved asks not to be left. A browser then puts the question by itself; Electron only keeps the window
 * open, without a word, unless it is told otherwise. `onKept` hears that it stays open.
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
    // Preventing the event lets the page go.
    if (answers[answer] === 'Leave anyway') event.preventDefault()
    else onKept()
  })
}
