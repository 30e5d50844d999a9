import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { isDeepLink } from './deep-links/parse.ts'
import { EventEmitter } from 'node:events'
import { createRestart } from './ending.ts'
import { endOnFaults } from './faults.ts'
import { perMinute } from './rate-limit.ts'
import { chosenServer, mayTalkTo, serverOptions } from './server-address.ts'
import { commandIDs, commandOf } from '../shared/rules/commands.ts'
import { menuTemplate } from './windows/menu.ts'

describe('the choice of the server', () => {
  test('[DESK-15] the flag comes before the environment, and that before the settings', () => {
    const env = { GUILDHALL_SERVER_URL: 'https://env.test' }
    expect(chosenServer(['--server=https://flag.test/'], env, 'https://set.test')).toBe('https://flag.test')
    expect(chosenServer([], env, 'https://set.test')).toBe('https://env.test')
    expect(chosenServer([], {}, 'https://set.test')).toBe('https://set.test')
  })
  test('[DESK-15] an address from a browser is the server without what belongs to a page', () => {
    expect(chosenServer(['--server=https://Guild.test/?from=mail#market'], {}, null)).toBe('https://guild.test')
  })
  test('[DESK-14] without a choice the server is the embedded one', () => {
    expect(chosenServer(['app', '--flag'], {}, null)).toBeNull()
  })
  test.each(['nonsense', 'file:///etc', 'javascript:alert(1)'])(
    '[DESK-15] the address %j is refused in a sentence',
    (address) => {
      expect(() => chosenServer([`--server=${address}`], {}, null)).toThrow('https://guildhall.example')
    },
  )
  test('[DESK-14] options for the embedded server are passed on, with their values', () => {
    const argv = ['app', '--server-option=--port', '4310', '--server-option=--no-demo', 'guildhall://market']
    expect(serverOptions(argv)).toEqual(['--port', '4310', '--no-demo'])
  })
})

describe('a server that others could overhear', () => {
  test.each([null, 'https://guildhall.example', 'http://127.0.0.1:4310', 'http://localhost'])(
    '[DESK-15] the address %s cannot be overheard, so nobody is asked',
    async (server) => {
      const ask = vi.fn()
      expect(await mayTalkTo(server, ask)).toBe(true)
      expect(ask).not.toHaveBeenCalled()
    },
  )
  test('[DESK-15] the person is asked by the name of the host; only the button that accepts lets the app go on', async () => {
    const asked: object[] = []
    const answering = (button: number) => (question: object) => {
      asked.push(question)
      return Promise.resolve(button)
    }
    expect(await mayTalkTo('http://10.0.0.7:4310', answering(0))).toBe(false)
    expect(await mayTalkTo('http://10.0.0.7:4310', answering(1))).toBe(true)
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatchObject({
      message: 'Connect to 10.0.0.7:4310 without encryption?',
      buttons: ['Cancel', 'Connect anyway'],
    })
  })
})

describe('a fault that nothing caught', () => {
  test.each(['uncaughtException', 'unhandledRejection'])(
    '%s ends the app once, and the log has its kind and place, not its message',
    (event) => {
      const written: string[] = []
      const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
      const [faults, end] = [new EventEmitter(), vi.fn()]
      endOnFaults(faults, end)
      faults.emit(event, new TypeError('secret words\n    of https://host.test/?token=1'))
      faults.emit(event, 'secret words')
      write.mockRestore()
      expect(end).toHaveBeenCalledTimes(1)
      expect(written.join('')).toMatch(/TypeError\n\s+at .*start-rules\.test\.ts/)
      expect(written).toHaveLength(2)
      expect(written.join('')).not.toMatch(/secret|token/)
    },
  )
})

describe('restarts', () => {
  test('[DESK-34] at most the given number of restarts is allowed in any minute', () => {
    let now = 0
    const may = perMinute(3, () => now)
    expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
    now = 59_999
    expect(may()).toBe(false)
    now = 60_000
    expect(may()).toBe(true)
  })
})

describe('starting again', () => {
  test('[DESK-32] a start while the app is ending is made up for once it has ended: one new start, with its own link', () => {
    const started: string[][] = []
    const app = { relaunch: ({ args }: { args: string[] }) => void started.push(args) }
    const restart = createRestart(app, ['electron', '.', '--server=https://a.test', 'guildhall://market'], isDeepLink)
    restart('guildhall://talent')
    restart(undefined)
    expect(started).toEqual([['.', '--server=https://a.test', 'guildhall://talent']])
  })
})

describe('the menu', () => {
  const menuOf = (system: NodeJS.Platform, parts: Partial<Parameters<typeof menuTemplate>[0]> = {}) =>
    menuTemplate({ system, entries: [], onChosen: () => undefined, ...parts })
  test('[DESK-18] macOS has a menu, for the keys that copy, paste and quit; elsewhere there is none', () => {
    expect(menuOf('darwin')?.map(({ role }) => role)).toEqual(['appMenu', 'editMenu', 'windowMenu'])
    expect([menuOf('win32'), menuOf('linux')]).toEqual([null, null])
  })
  test('[KEYS-18][KEYS-19] the menu holds every command of the table with its keys, disabled where it may not be done now', () => {
    const chosen: string[] = []
    const listed = commandIDs.filter((id) => !commandOf(id).isKeyOnly)
    const entries = listed.map((id) => ({ id, isEnabled: id !== 'task.assign' }))
    const menu = menuOf('linux', { entries, onChosen: (id) => chosen.push(id) }) ?? []
    expect(menu.map(({ label }) => label)).toEqual(['Task', 'Go to', 'General', 'Inbox', 'Applications'])
    const items = menu.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[])
    expect(items.map(({ id }) => id).sort()).toEqual([...listed].sort())
    const item = (id: string) => items.find((one) => one.id === id)
    expect(item('go.market')?.label).toBe('Find Work  (G then M)')
    expect(item('palette.open')?.label).toBe('Search and commands…  (Ctrl+K)')
    expect([item('go.market')?.enabled, item('task.assign')?.enabled]).toEqual([true, false])
    ;(item('go.market')!.click as () => void)()
    expect(chosen).toEqual(['go.market'])
    expect(menuOf('darwin', { entries })?.map(({ role, label }) => role ?? label)).toEqual([
      'appMenu',
      'editMenu',
      'Task',
      'Go to',
      'General',
      'Inbox',
      'Applications',
      'windowMenu',
    ])
  })
  test.each(['darwin', 'win32', 'linux'] as const)(
    'on %s the menu leads to the local mailbox of the app’s own server',
    (system) => {
      let opened = 0
      const help = menuOf(system, { openMailbox: () => void (opened += 1) })?.find(({ label }) => label === 'Help')
      const [entry] = help!.submenu as MenuItemConstructorOptions[]
      expect(entry?.label).toBe('Local Mailbox')
      ;(entry!.click as () => void)()
      expect(opened).toBe(1)
    },
  )
  test.each(['darwin', 'win32'] as const)(
    'on %s the menu of a package with an address for updates has an entry that looks for them',
    (system) => {
      const check = vi.fn()
      const help = menuOf(system, { checkForUpdates: check })?.find(({ label }) => label === 'Help')
      const [entry] = help!.submenu as MenuItemConstructorOptions[]
      expect(entry?.label).toBe('Check for Updates…')
      ;(entry!.click as () => void)()
      expect(check).toHaveBeenCalledTimes(1)
    },
  )
})
