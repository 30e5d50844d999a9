import { EventEmitter } from 'node:events'
import { strict, StrictEmitter } from './strict.ts'

/** The addresses and error boxes that the app asked the desktop to open. The stand-in opens nothing; tests read them here. */
export const asked = { openedExternally: [] as string[], errorBoxes: [] as Array<[title: string, content: string]> }

export const shell = strict('shell', {
  asked: asked.openedExternally,
  openExternal: (url: string) => {
    asked.openedExternally.push(url)
    return Promise.resolve()
  },
})

/** Like a real dialog without a person, this one never answers; a test replaces it by its own answer, on real Electron too. */
type SaveDialog = (...given: unknown[]) => Promise<{ canceled: boolean; filePath: string }>
const showSaveDialog: SaveDialog = () => new Promise(() => undefined)

/** Message boxes without an answer; a test presses a button of the first one. */
type MessageBox = { options: { message: string; buttons?: string[] }; press: (button: number) => void }
const messageBoxes: MessageBox[] = []

export const dialog = strict('dialog', {
  asked: asked.errorBoxes,
  messageBoxes,
  showMessageBox: (options: MessageBox['options']) =>
    new Promise<{ response: number; checkboxChecked: boolean }>((resolve) => {
      const box: MessageBox = {
        options,
        press: (response) => {
          messageBoxes.splice(messageBoxes.indexOf(box), 1)
          resolve({ response, checkboxChecked: false })
        },
      }
      messageBoxes.push(box)
    }),
  showSaveDialog,
  showErrorBox: (title: string, content: string) => {
    asked.errorBoxes.push([title, content])
    process.stderr.write(`${title}: ${content}\n`)
  },
})

class ApplicationMenu {
  readonly items: readonly object[]
  constructor(items: readonly object[] = []) {
    this.items = items
  }
}
let applicationMenu: ApplicationMenu | null = null
export const Menu = strict('Menu', {
  buildFromTemplate: (template: readonly object[]) => new ApplicationMenu(template),
  setApplicationMenu: (menu: ApplicationMenu | null) => {
    applicationMenu = menu
  },
  getApplicationMenu: () => applicationMenu,
})

/** The chosen theme is kept, but the page does not see it, because Playwright sets the page's colour scheme. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false }),
)

/** The system sleeps and wakes; in the stand-in only a test emits that. */
export const powerMonitor = strict('powerMonitor', new StrictEmitter('powerMonitor', ['suspend', 'resume']))

const display = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
}
export const screen = strict('screen', {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
})
