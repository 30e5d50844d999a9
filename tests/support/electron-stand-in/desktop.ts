import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'

/** What the app asked of the desktop around it. Nothing is opened or shown; tests read it from here. */
export const asked = { openedExternally: [] as string[], errorBoxes: [] as Array<[title: string, content: string]> }

export const shell = strict('shell', {
  asked: asked.openedExternally,
  openExternal: (url: string) => {
    asked.openedExternally.push(url)
    return Promise.resolve()
  },
})

/** A real dialog waits for a person. Here nobody comes: a test puts its own answer in place of it, as with the real one. */
type SaveDialog = (...given: unknown[]) => Promise<{ canceled: boolean; filePath: string }>
const showSaveDialog: SaveDialog = () => new Promise(() => undefined)

/** Message boxes that nobody has answered yet: a test presses a button of the first. */
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

/** Kept, but not shown to the page: Playwright sets the page's colour scheme itself. */
export const nativeTheme = strict(
  'nativeTheme',
  Object.assign(new EventEmitter(), { themeSource: 'system', shouldUseDarkColors: false }),
)

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
