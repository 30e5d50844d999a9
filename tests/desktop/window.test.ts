import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { _electron } from '@playwright/test'
import { type DesktopApp, desktopProgram, mainBundle } from '../support/desktop-app.ts'
import { callOf, type DesktopWorld, pathOf, signIn, startDesktopWorld } from './with-app.ts'

let world: DesktopWorld
beforeAll(async () => {
  world = await startDesktopWorld()
})
afterEach(() => world.tidy())
afterAll(() => world.end())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Records the addresses that the app hands to the person's browser. shell.openExternal is replaced, so that no browser opens. */
const recordOpened = (app: DesktopApp) =>
  app.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedByTest: opened })
    shell.openExternal = (url: string) => Promise.resolve(void opened.push(url))
  })
const opened = (app: DesktopApp) =>
  app.app.evaluate(() => (globalThis as unknown as { openedByTest: string[] }).openedByTest)

describe('the window', { timeout: 60_000 }, () => {
  test('[DESK-28] the page is isolated, sandboxed, without Node and without permissions', async () => {
    const app = await world.launch()
    const preferences = await app.app.evaluate(({ BrowserWindow }) =>
      // Electron has this method, but Electron's types do not.
      (
        BrowserWindow.getAllWindows()[0]!.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences(),
    )
    expect(preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
    })
    const inPage = await app.page.evaluate(async () => ({
      node: [
        typeof (globalThis as { require?: unknown }).require,
        typeof (globalThis as { process?: unknown }).process,
      ],
      bridge: Object.keys(window.guildhall),
      isFrozen: Object.isFrozen(window.guildhall) && Object.isFrozen(window.guildhall.api),
      permissions: await Promise.all(
        (['geolocation', 'notifications', 'camera'] as PermissionName[]).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    }))
    expect(inPage).toEqual({
      node: ['undefined', 'undefined'],
      bridge: ['api', 'page', 'session', 'settings', 'live', 'notices', 'menu', 'deepLinks', 'app', 'updates'],
      isFrozen: true,
      permissions: ['denied', 'denied', 'denied'],
    })
  })

  test('[DESK-28] the page goes nowhere else and opens no window; a clicked https address goes to the browser', async () => {
    const app = await world.launch()
    await recordOpened(app)
    const before = app.page.url()
    // Without a click, a script of the page opens nothing outside of the app.
    await app.page.evaluate(() => void (location.href = 'https://example.org/by-itself'))
    await app.page.evaluate(() => void window.open('https://example.org/by-itself'))
    await expect.poll(() => app.output().match(/refused: nobody clicked/g) ?? []).toHaveLength(2)

    const click = async (code: string) => {
      await app.page.evaluate((work) => {
        const button = Object.assign(document.createElement('button'), { id: 'out', textContent: work })
        button.style.cssText = 'position:fixed;inset:0;z-index:99999'
        const [verb = '', address = ''] = work.split(' ')
        button.onclick = () => (verb === 'go' ? (location.href = address) : window.open(address))
        document.body.append(button)
      }, code)
      await app.page.locator('#out').click()
      await app.page.evaluate(() => document.getElementById('out')?.remove())
    }
    await click('go https://example.org/out')
    await expect.poll(() => opened(app)).toEqual(['https://example.org/out'])
    await click('go http://example.org/plain')
    await click('open file:///etc/passwd')
    await expect.poll(() => app.output().match(/refused: it is not https/g) ?? []).toHaveLength(2)
    await click('open https://example.org/window')
    await expect.poll(() => opened(app)).toEqual(['https://example.org/out', 'https://example.org/window'])
    expect(app.page.url()).toBe(before)
    expect(app.app.windows()).toHaveLength(1)
  })

  test('[DESK-30] the page has its own origin and policy: no inline script, no eval, no frame, no other host', async () => {
    const app = await world.launch()
    const address = await app.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
    )
    expect(address).toMatch(/^guildhall-app:\/\/app\//)
    const result = await app.page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.inlineRan = true'
      document.head.append(script)
      const frame = document.createElement('iframe')
      frame.src = 'https://example.org/'
      const violation = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => {
          if (event.effectiveDirective === 'frame-src') resolve('blocked')
        }),
      )
      document.body.append(frame)
      const outside = await fetch('/..%2f..%2fpackage.json').then((answer) => answer.status)
      return {
        inline: (window as unknown as { inlineRan?: boolean }).inlineRan ?? false,
        frame: await violation,
        outside,
        posted: await fetch('/', { method: 'POST', body: 'x' }).then((answer) => answer.status),
        host: await fetch('https://example.org/').then(
          () => 'reached',
          () => 'blocked',
        ),
        policy: await fetch('/').then((answer) => answer.headers.get('content-security-policy') ?? ''),
      }
    })
    expect(result).toMatchObject({ inline: false, frame: 'blocked', outside: 404, posted: 405, host: 'blocked' })
    expect(result.policy).toContain("script-src 'self';")
  })

  test('[DESK-33] size, position and theme are kept, and the server address that a person wrote; no page changes that one', async () => {
    const userDataDir = await world.newFolder()
    const file = join(userDataDir, 'settings.json')
    await writeFile(file, JSON.stringify({ serverUrl: world.proxy.origin }))
    // Without --server the address in the settings file counts.
    const first = await world.launch({ userDataDir, serverUrl: '' })
    expect(await first.page.evaluate(() => window.guildhall.app.info())).toMatchObject({
      serverOrigin: world.proxy.origin,
    })
    await first.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1010, height: 720 }),
    )
    const set = (change: object) =>
      first.page.evaluate(
        (more) => window.guildhall.settings.set(more as { theme: 'dark' }).catch(() => 'refused'),
        change,
      )
    expect(await set({ theme: 'dark' })).toEqual({ theme: 'dark' })
    expect(await set({ theme: 'pink' })).toBe('refused')
    expect(await set({ theme: 'light', serverUrl: 'https://evil.test' })).toBe('refused')
    await world.close(first)

    const second = await world.launch({ userDataDir, serverUrl: '' })
    const bounds = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    expect(bounds).toEqual({ x: 40, y: 30, width: 1010, height: 720 })
    expect(await second.page.evaluate(() => window.guildhall.settings.get())).toEqual({ theme: 'dark' })
    expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ serverUrl: world.proxy.origin })
  })

  test('[DESK-33] the theme that a person chooses is kept, and the system’s own windows follow', async () => {
    const userDataDir = await world.newFolder()
    const first = await world.launch({ userDataDir })
    await first.page.getByRole('button', { name: /^Theme:/ }).click()
    await first.page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const themeSource = () => first.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)
    await expect.poll(themeSource).toBe('dark')
    await world.close(first)
    expect(JSON.parse(await readFile(join(userDataDir, 'settings.json'), 'utf8'))).toMatchObject({ theme: 'dark' })
  })

  test.each(['{ not json', '{"theme":"pink","window":7}', '[]', ''])(
    '[DESK-33] with a settings file of %j the app starts on its defaults',
    async (content) => {
      const userDataDir = await world.newFolder()
      const file = join(userDataDir, 'settings.json')
      await writeFile(file, content)
      const app = await world.launch({ userDataDir })
      expect(await app.page.evaluate(() => window.guildhall.settings.get())).toEqual({ theme: 'system' })
      await world.close(app)
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ theme: 'system', window: { width: 1440 } })
    },
  )

  test('[DESK-34] a crashed page is loaded again with the session, three times a minute, then an error page', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email, '/terms')
    // Playwright gives a crashed page up, so the test asks the page through the main process.
    const inPage = <T>(expression: string) =>
      app.app.evaluate(
        ({ BrowserWindow }, code) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) as Promise<T> | undefined,
        expression,
      )
    const crash = () =>
      app.app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return new Promise<string>((resolve) => {
          contents?.once('render-process-gone', () =>
            contents.once('did-finish-load', () => resolve(contents.getURL())),
          )
          contents?.forcefullyCrashRenderer()
        })
      })
    for (let time = 1; time <= 3; time += 1) {
      expect(await crash()).toMatch(/^guildhall-app:\/\/app\//)
      expect(await inPage('window.guildhall.session.state()')).toMatchObject({ userID: user.id })
    }
    expect(
      await inPage(`window.guildhall.api.call({ operation: 'users.details', input: {}, callId: 'c' })`),
    ).toMatchObject({ ok: true })
    expect(await crash()).toMatch(/^data:text\/html/)
    expect(await inPage('document.body.innerText')).toContain('keeps crashing')
  })
})

describe('the end of the app', { timeout: 60_000 }, () => {
  test('a fault in the main process ends the app, which logs where the fault was, and not its message', async () => {
    const app = await world.launch()
    const ended = new Promise((resolve) => app.app.process().once('exit', resolve))
    await app.app.evaluate(() => void setTimeout(() => void Promise.reject(new RangeError('secret words'))))
    expect(await ended).toBe(1)
    expect(app.output()).toMatch(/nothing caught this: RangeError\n\s+at /)
    expect(app.output()).toContain('Guildhall cannot go on')
    expect(app.output()).not.toContain('secret words')
  })
})

const standInOnly = test.runIf(desktopProgram().isStandIn)
describe('a server that others could overhear', { timeout: 60_000 }, () => {
  // No test can press the button of the system's real dialog.
  standInOnly(
    '[DESK-15] plain http to another computer is asked about by the system; Cancel ends the app',
    async () => {
      const app = await _electron.launch({
        executablePath: desktopProgram().path,
        args: [mainBundle, `--user-data-dir=${await world.newFolder()}`, '--server=http://guildhall.example'],
      })
      type Box = { options: { message: string }; press: (button: number) => void }
      const asked = () =>
        app.evaluate(({ dialog }) =>
          (dialog as unknown as { messageBoxes: Box[] }).messageBoxes.map(({ options }) => options.message),
        )
      await expect.poll(asked).toEqual(['Connect to guildhall.example without encryption?'])
      expect(app.windows()).toEqual([])
      const ended = new Promise((resolve) => app.process().once('exit', resolve))
      await app
        .evaluate(({ dialog }) => (dialog as unknown as { messageBoxes: Box[] }).messageBoxes[0]?.press(0))
        .catch(() => undefined)
      expect(await ended).toBe(0)
    },
  )
})

describe('links', { timeout: 60_000 }, () => {
  test('[NAV-31] [DESK-16] [DESK-31] a link that starts the app is kept until somebody has signed in', async () => {
    const { user } = await world.newUser()
    const app = await world.launch({ args: ['guildhall://talent'] })
    const { isRegistered, path } = await app.app.evaluate(({ app }) => ({
      isRegistered: app.isDefaultProtocolClient('guildhall'),
      path: app.getName(),
    }))
    expect({ isRegistered, path }).toEqual({ isRegistered: true, path: 'Guildhall' })
    await app.page.waitForFunction(() => localStorage.getItem('redirectAfterLogin') === '/talent')
    await app.page.goto(new URL('/login', app.page.url()).href)
    await app.page.getByLabel('Email').fill(user.email)
    await app.page.getByLabel('Password', { exact: true }).fill('correct horse')
    await app.page.getByRole('button', { name: 'Log in', exact: true }).click()
    await app.page.waitForURL((url) => url.pathname === '/talent')
  })

  test('[DESK-16] a signed-in person’s link opens its screen when it starts the app', async () => {
    const { user } = await world.newUser()
    const userDataDir = await world.newFolder()
    const first = await world.launch({ userDataDir })
    await signIn(first.page, user.email)
    await world.close(first)
    const second = await world.launch({ userDataDir, args: ['guildhall://talent'] })
    await expect.poll(() => pathOf(second.page)).toBe('/talent')
  })

  test('[DESK-17] [DESK-32] a second start hands its link to the running app and ends', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email)
    await expect(world.startAgain(app, 'guildhall://talent')).resolves.toBe(0)
    await app.page.waitForURL((url) => url.pathname === '/talent')
    expect(app.app.windows()).toHaveLength(1)
  })

  test('[DESK-17] a link that comes while the page is being loaded again is opened once it is there', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email, '/terms')
    await app.app.evaluate(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.once('did-navigate', () =>
        app.emit('open-url', { preventDefault: () => undefined }, 'guildhall://talent'),
      )
    })
    await app.page.reload()
    await expect.poll(() => pathOf(app.page)).toBe('/talent')
  })

  test('[DESK-31] a hostile link is refused; the app stays where it is', async () => {
    const { user } = await world.newUser()
    const app = await world.launch()
    await signIn(app.page, user.email, '/terms')
    const hostile = ['guildhall://founder/admin', 'guildhall://market?x=//evil.test', 'guildhall:////evil.test']
    await app.app.evaluate(({ app }, links) => {
      for (const link of links) app.emit('open-url', { preventDefault: () => undefined }, link)
    }, hostile)
    await pause(500)
    expect(pathOf(app.page)).toBe('/terms')
    expect(app.output().match(/A link was refused/g)).toHaveLength(3)
    for (const link of hostile) expect(app.output()).not.toContain(link)
    expect(await callOf(app.page, 'users.details')).toMatchObject({ ok: true })
  })
})
