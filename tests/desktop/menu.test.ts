import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopApp } from '../support/desktop-app.ts'
import { type DesktopWorld, pathOf, signIn, startDesktopWorld } from './with-app.ts'

let world: DesktopWorld
beforeAll(async () => {
  world = await startDesktopWorld()
})
afterEach(() => world.tidy())
afterAll(() => world.end())

const within = { timeout: 20_000, interval: 100 }
type MenuEntry = { id: string; label: string; enabled: boolean }

/** The entries of all menus that the page has asked for. Electron wraps a submenu in a menu, its stand-in does not. */
const shown = (app: DesktopApp): Promise<MenuEntry[]> =>
  app.app.evaluate(({ Menu }) => {
    type Entry = MenuEntry & { submenu?: Entry[] | { items: Entry[] } }
    const menus = (Menu.getApplicationMenu()?.items ?? []) as unknown as Entry[]
    return menus
      .flatMap(({ submenu = [] }) => (Array.isArray(submenu) ? submenu : submenu.items))
      .filter(({ id }) => typeof id === 'string' && id.includes('.'))
      .map(({ id, label, enabled }) => ({ id, label, enabled }))
  })
const choose = (app: DesktopApp, wanted: string) =>
  app.app.evaluate(({ Menu }, id) => {
    type Entry = { id?: string; click?: () => void; submenu?: Entry[] | { items: Entry[] } }
    const menus = (Menu.getApplicationMenu()?.items ?? []) as unknown as Entry[]
    const entries = menus.flatMap(({ submenu = [] }) => (Array.isArray(submenu) ? submenu : submenu.items))
    entries.find((entry) => entry.id === id)?.click?.()
  }, wanted)

describe('the menu of the desktop', { timeout: 120_000 }, () => {
  test('[KEYS-19] it holds the commands with their keys for who is signed in, and a choice does what the key does', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    expect(await shown(app)).toEqual([])
    await signIn(app.page, user.email, '/market')
    const entryOf = async (id: string) => (await shown(app)).find((entry) => entry.id === id)
    await expect
      .poll(() => entryOf('go.talent'), within)
      .toMatchObject({ label: 'Find Talent  (G then T)', enabled: true })
    // No task is focused, and no project is open.
    expect([await entryOf('task.status'), await entryOf('task.new')]).toEqual([
      expect.objectContaining({ enabled: false }),
      expect.objectContaining({ enabled: false }),
    ])
    await choose(app, 'go.talent')
    await expect.poll(() => pathOf(app.page), within).toBe('/talent')
    await choose(app, 'palette.open')
    await app.page.getByRole('combobox', { name: 'Search and commands' }).waitFor({ timeout: 10_000 })
    // Behind the palette nothing of the screen may be done.
    await expect.poll(async () => (await entryOf('go.market'))?.enabled, within).toBe(false)
  })
})
