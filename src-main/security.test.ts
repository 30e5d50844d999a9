import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createLinkOpener, denyPermissions, safeToOpen, secureApp } from './security.ts'

type Answer = (isGranted: boolean) => void
const electron = vi.hoisted(() => ({
  calls: [] as string[],
  onContents: undefined as ((event: object, contents: unknown) => void) | undefined,
  opened: [] as string[],
  request: undefined as ((contents: unknown, permission: string, answer: Answer) => void) | undefined,
  check: undefined as (() => boolean) | undefined,
  device: undefined as (() => boolean) | undefined,
}))
vi.mock('electron', () => ({
  app: {
    enableSandbox: () => electron.calls.push('enableSandbox'),
    on: (name: string, listener: typeof electron.onContents) => {
      electron.calls.push(name)
      electron.onContents = listener
    },
  },
  shell: { openExternal: (url: string) => Promise.resolve(void electron.opened.push(url)) },
  session: {
    defaultSession: {
      setPermissionRequestHandler: (handler: typeof electron.request) => (electron.request = handler),
      setPermissionCheckHandler: (handler: typeof electron.check) => (electron.check = handler),
      setDevicePermissionHandler: (handler: typeof electron.device) => (electron.device = handler),
    },
  },
}))

const own = 'guildhall-app://app'
type OpenHandler = (details: { url: string }) => { action: string }
/** The contents of a page under the app's rules. The functions do things to the page and answer whether they were stopped. */
const contents = () => {
  let onOpen: OpenHandler | undefined
  const page = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: OpenHandler) => {
      onOpen = handler
    },
  })
  secureApp(own)
  electron.onContents?.({}, page)
  const isStopped = (name: string, details: object = {}) => {
    const preventDefault = vi.fn()
    page.emit(name, { ...details, preventDefault })
    return preventDefault.mock.calls.length > 0
  }
  return {
    click: () => page.emit('input-event', {}, { type: 'mouseUp' }),
    leave: (url: string, isMainFrame = true) => isStopped('will-frame-navigate', { url, isMainFrame }),
    redirect: (url: string) => isStopped('will-redirect', { url, isMainFrame: true }),
    attachWebview: () => isStopped('will-attach-webview'),
    open: (url: string) => onOpen?.({ url }),
  }
}

beforeEach(() => {
  electron.calls.length = 0
  electron.opened.length = 0
})

describe('permissions', () => {
  test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fullscreen', 'unknown'])(
    '[DESK-28] the permission %s is refused to whoever asks for it',
    (permission) => {
      denyPermissions()
      const answer = vi.fn()
      electron.request?.({}, permission, answer)
      expect(answer.mock.calls).toEqual([[false]])
    },
  )
  test('[DESK-28] a page that looks finds no permission granted, and no device', () => {
    denyPermissions()
    expect([electron.check?.(), electron.device?.()]).toEqual([false, false])
  })
})

describe('a page', () => {
  test('[DESK-28] a page runs in the sandbox, whatever its window asks for; this is set before any window can exist', () => {
    secureApp(own)
    expect(electron.calls).toEqual(['enableSandbox', 'web-contents-created'])
  })

  const foreign = [
    'https://example.org/',
    'guildhall-app://app.evil.test/',
    'guildhall-app://app.evil',
    'guildhall-app://app@evil.test/',
    'guildhall-app://app',
    'not-guildhall-app://app/',
    'file:///etc/passwd',
    'data:text/html,x',
    'about:blank',
  ]
  test.each(foreign)('[DESK-28] neither a page nor a frame in it goes to %s, by a link or by a redirect', (url) => {
    const page = contents()
    expect([page.leave(url), page.leave(url, false), page.redirect(url)]).toEqual([true, true, true])
  })
  test('[DESK-28] a page goes to addresses of its own origin', () => {
    const page = contents()
    const address = `${own}/market?q=1`
    expect([page.leave(address), page.leave(address, false), page.redirect(address)]).toEqual([false, false, false])
  })
  test('[DESK-28] a page opens no window and attaches no webview', () => {
    const page = contents()
    expect(page.open('https://example.org/')).toEqual({ action: 'deny' })
    expect(page.attachWebview()).toBe(true)
  })

  test('[DESK-28] a link out opens after a click, with its address rewritten; one for each click, none from a frame or a redirect', () => {
    const page = contents()
    page.leave('https://example.org/before')
    page.open('https://example.org/before')
    expect(electron.opened).toEqual([])
    page.click()
    page.leave('HTTPS://Example.ORG/a b\t"c"\n')
    page.leave('https://example.org/again')
    expect(electron.opened).toEqual(['https://example.org/a%20b%22c%22'])
    page.click()
    page.leave('https://example.org/frame', false)
    page.redirect('https://example.org/redirect')
    page.open('https://example.org/window')
    expect(electron.opened.slice(1)).toEqual(['https://example.org/window'])
  })
  test('[DESK-28] clicks on one page open nothing for another page', () => {
    const [one, other] = [contents(), contents()]
    one.click()
    other.open('https://example.org/')
    expect(electron.opened).toEqual([])
  })
})

describe('links out', () => {
  test.each([
    ['https://example.org/x?y=1', 'https://example.org/x?y=1'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https:\\\\example.org\\a', 'https://example.org/a'],
  ])('[DESK-28] the link %s may be opened, as %s', (address, href) => {
    expect(safeToOpen(address)).toBe(href)
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
  ])('[DESK-28] the link %s may not be opened', (address) => {
    expect(safeToOpen(address)).toBeNull()
  })

  const opener = () => {
    const opened: string[] = []
    let time = 0
    const links = createLinkOpener((address) => opened.push(address), { now: () => time })
    return { ...links, opened, at: (ms: number) => (time = ms) }
  }
  test('[DESK-28] a click counts for five seconds; moving the mouse and scrolling count as no click', () => {
    const links = opener()
    for (const type of ['mouseMove', 'mouseWheel', 'mouseEnter', 'pointerMove']) links.noteInput(type)
    links.open('https://example.org/1')
    links.noteInput('rawKeyDown')
    links.at(5001)
    links.open('https://example.org/2')
    links.noteInput('mouseUp')
    links.at(10_001)
    links.open('https://example.org/3')
    expect(links.opened).toEqual(['https://example.org/3'])
  })
  test('[DESK-28] at most twenty links open in a minute, however many clicks there are', () => {
    const links = opener()
    for (let count = 0; count < 30; count += 1) {
      links.noteInput('mouseUp')
      links.open(`https://example.org/${count}`)
    }
    expect(links.opened).toHaveLength(20)
  })
})
