import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, test, vi } from 'vitest'
import { unimplemented } from '../tests/support/electron-stand-in/strict.ts'
import { isDeepLink } from './deep-links/parse.ts'
import { perMinute } from './rate-limit.ts'
import { createRestart } from './second-start.ts'
import { isSafeToOpen } from './security.ts'
import { chosenServer, serverOptions } from './server-address.ts'
import { menuTemplate } from './windows/menu.ts'

vi.mock('electron', () => ({
  app: unimplemented('app'),
  session: unimplemented('session'),
  shell: unimplemented('shell'),
}))

describe('which server', () => {
  test('[DESK-15] flag before environment before settings', () => {
    const env = { GUILDHALL_SERVER_URL: 'https://env.test' }
    expect(chosenServer(['--server=https://flag.test/'], env, 'https://set.test')).toBe('https://flag.test')
    expect(chosenServer([], env, 'https://set.test')).toBe('https://env.test')
    expect(chosenServer([], {}, 'https://set.test')).toBe('https://set.test')
  })
  test('[DESK-14] none of them: the embedded one', () => {
    expect(chosenServer(['app', '--flag'], {}, null)).toBeNull()
  })
  test.each(['nonsense', 'file:///etc', 'javascript:alert(1)'])('[DESK-15] %j is refused in a sentence', (address) => {
    expect(() => chosenServer([`--server=${address}`], {}, null)).toThrow('https://guildhall.example')
  })
  test('[DESK-14] options for the embedded server are passed on, values with them', () => {
    const argv = ['app', '--server-option=--port', '4310', '--server-option=--no-demo', 'guildhall://market']
    expect(serverOptions(argv)).toEqual(['--port', '4310', '--no-demo'])
  })
})

describe('restarts', () => {
  test('[DESK-34] at most so many in any minute', () => {
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
  test('[DESK-32] a start while the app is ending is made up for once it has ended: once, with its own link', () => {
    const started: string[][] = []
    const app = { relaunch: ({ args }: { args: string[] }) => void started.push(args) }
    const restart = createRestart(app, ['electron', '.', '--server=https://a.test', 'guildhall://market'], isDeepLink)
    restart('guildhall://talent')
    restart(undefined)
    expect(started).toEqual([['.', '--server=https://a.test', 'guildhall://talent']])
  })
})

describe('the menu', () => {
  test('[DESK-18] macOS has one, for the keys that copy, paste and quit; elsewhere there is none', () => {
    expect(menuTemplate('darwin')?.map(({ role }) => role)).toEqual(['appMenu', 'editMenu', 'windowMenu'])
    expect([menuTemplate('win32'), menuTemplate('linux')]).toEqual([null, null])
  })
  test.each(['darwin', 'win32', 'linux'] as const)(
    'on %s it leads to the local mailbox of the app’s own server',
    (system) => {
      let opened = 0
      const help = menuTemplate(system, () => void (opened += 1))?.find(({ label }) => label === 'Help')
      const [entry] = help?.submenu as MenuItemConstructorOptions[]
      expect(entry?.label).toBe('Local Mailbox')
      ;(entry?.click as () => void)()
      expect(opened).toBe(1)
    },
  )
})

describe('links out', () => {
  test.each(['https://example.org/x?y=1'])('[DESK-28] %s may be opened', (address) => {
    expect(isSafeToOpen(address)).toBe(true)
  })
  test.each([
    'http://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'guildhall://market',
    'https://user:pw@example.org',
    'https://',
    'nonsense',
  ])('[DESK-28] %s may not', (address) => {
    expect(isSafeToOpen(address)).toBe(false)
  })
})
