import Store, { type Schema } from 'electron-store'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type DesktopSettings, themes } from '#shared/bridge/index.ts'
import { errorKind, log } from '../log.ts'
import { type NoticeMemory, noticeMemory } from '../notices/memory.ts'

const bounds = z.strictObject({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) })
const settings = z.strictObject({
  theme: z.enum(themes).default('system'),
  /** Set by the person who edits the file; no page can change it. */
  serverUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  window: bounds.nullable().default(null),
  isMaximized: z.boolean().default(false),
  /** Whether the app's icon shows how many notices are unread. */
  hasBadge: z.boolean().default(true),
  notices: noticeMemory.default({ people: [], open: [] }),
})
export type WindowBounds = z.output<typeof bounds>
type Settings = z.output<typeof settings>

const NAME = 'settings'
const defaults: Settings = settings.parse({})
// electron-store checks with a JSON schema, which is derived from our one declaration.
const { properties } = z.toJSONSchema(settings, { io: 'output', target: 'draft-2020-12' })

const open = (folder: string) =>
  new Store<Settings>({
    name: NAME,
    cwd: folder,
    defaults,
    schema: properties as Schema<Settings>,
    clearInvalidConfig: true,
  })

const openOrStartAgain = (folder: string) => {
  try {
    return open(folder)
  } catch {
    // The file could not even be cleared (there is a folder in its place, say), so it is renamed and not deleted.
    renameSync(join(folder, `${NAME}.json`), join(folder, `${NAME}.unreadable.json`))
    return open(folder)
  }
}

/** Opens the app's settings in `folder`/settings.json. A file that cannot be understood gives the defaults. */
export const openSettings = (folder: string) => {
  const store = openOrStartAgain(folder)
  const current = (): Settings => {
    const read = settings.safeParse(store.store)
    return read.success ? read.data : defaults
  }
  return {
    get: (): DesktopSettings => ({ theme: current().theme }),
    set: ({ theme }: DesktopSettings): DesktopSettings => {
      store.set('theme', theme)
      return { theme: current().theme }
    },
    serverUrl: () => current().serverUrl,
    window: () => {
      const { window, isMaximized } = current()
      return { bounds: window, isMaximized }
    },
    hasBadge: () => current().hasBadge,
    setBadge: (isOn: boolean): void => store.set('hasBadge', isOn),
    notices: (): NoticeMemory => current().notices,
    keepNotices: (notices: NoticeMemory): void => store.set('notices', notices),
    /** A place that cannot be kept (the disk is full, say) is no reason to end the app with an error. */
    keepWindow: (window: WindowBounds, isMaximized: boolean): void => {
      try {
        store.set({ window, isMaximized })
      } catch (error) {
        log(`The window's place cannot be kept: ${errorKind(error)}`)
      }
    },
  }
}
export type SettingsStore = ReturnType<typeof openSettings>
