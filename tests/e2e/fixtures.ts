import { type Browser, chromium, expect, type Page, test as base } from '@playwright/test'
import { chromiumFlags, chromiumPath } from '../support/chromium.ts'
import type { DesktopApp } from '../support/desktop-app.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createNewPerson } from './people.ts'
import { CAPABILITIES, isOfRelease2 } from './release-1-host.ts'
import { isOfRelease3, namesOfRelease3 } from './release-2-host.ts'
import { type Account, enterDesktop, enterWeb, leaveDesktop, leaveWeb } from './sessions.ts'

export const demoPassword = 'guildhall-demo'
export const demo = {
  admin: { email: 'admin@guildhall.test', password: demoPassword },
  creator: { email: 'creator@guildhall.test', password: demoPassword },
  contributor: { email: 'contributor@guildhall.test', password: demoPassword },
} as const

type WorkerFixtures = {
  platformKind: 'web' | 'desktop'
  /**
   * With 'release 1' the server answers 404 to every call of release 2, with 'release 2' to every call of release 3, and a
   * test fails that made one.
   */
  hostKind: 'this release' | 'release 1' | 'release 2'
  /** The real server with the demo world; each worker starts one. */
  server: ServerProcess
  webBrowser: Browser | null
  faultProxy: FaultProxy
  /** Gives the page of the browser that a worker opens once. Null on the desktop. */
  keptPage: (() => Promise<Page>) | null
  /** The desktop app, which a worker starts once; `take` resets the app, as if it had just been started. Null in the web project. */
  desktops: { take: () => Promise<DesktopApp> } | null
}
type TestFixtures = {
  /**
   * In the browser most tests of a worker share one profile and one page, which keep the code that the browser has loaded and
   * compiled: opening an address there takes half the processor time. A test about loading, about windows or with a clock of its own asks for
   * a 'new' profile.
   */
  profile: 'kept' | 'new'
  /** The proxy between client and server; it passes every call on until a test tells it to fail. */
  network: FaultProxy
  desktop: DesktopApp | null
  page: Page
  /** Goes to a path of the app and waits for its first content. */
  open: (path: string) => Promise<void>
  /** Signs in through the login screen and waits until the app has left it. */
  signIn: (account: Account) => Promise<void>
  /** Signs in without the login screen, for tests about something else; the page has the session when the next address is opened. */
  enter: (account: Account) => Promise<void>
  /** Signs in as `enter` does, and goes to a path of the app. */
  openAs: (account: Account, path: string) => Promise<void>
  /** Creates a new person with a verified account. */
  newPerson: () => Promise<Account & { username: string }>
}

const size = { width: 1440, height: 900 }
const newPage = async (browser: Browser, baseURL: string) =>
  (await browser.newContext({ baseURL, viewport: size })).newPage()

export const test = base.extend<TestFixtures, WorkerFixtures>({
  platformKind: ['web', { option: true, scope: 'worker' }],
  hostKind: ['this release', { option: true, scope: 'worker' }],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startServerProcess()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  webBrowser: [
    async ({ platformKind }, use) => {
      const path = chromiumPath()
      const browser =
        platformKind === 'web'
          ? await chromium.launch({ args: chromiumFlags, ...(path && { executablePath: path }) })
          : null
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],
  faultProxy: [
    async ({ server, hostKind }, use) => {
      const proxy = await startFaultProxy(server.origin, {
        ...(hostKind === 'release 1' && { lacks: isOfRelease2 }),
        ...(hostKind === 'release 2' && { lacks: isOfRelease3, unlisted: namesOfRelease3 }),
      })
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],
  keptPage: [
    async ({ webBrowser, faultProxy }, use) => {
      let page: Page | undefined
      await use(webBrowser && (async () => (page ??= await newPage(webBrowser, faultProxy.origin))))
      await page?.context().close()
    },
    { scope: 'worker' },
  ],
  desktops: [
    async ({ platformKind, faultProxy }, use) => {
      let app: DesktopApp | undefined
      let size = { width: 0, height: 0 }
      const take = async () => {
        if (app) await leaveDesktop(app.page, size, app)
        else {
          app = await startDesktop(faultProxy.origin)
          size = await app.page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
        }
        return app
      }
      await use(platformKind === 'desktop' ? { take } : null)
      await app?.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  network: async ({ faultProxy, hostKind }, use) => {
    await use(faultProxy)
    const asked = faultProxy.seen().filter(hostKind === 'release 2' ? isOfRelease3 : isOfRelease2)
    const beyond = asked.filter(({ path }) => path !== CAPABILITIES).map(({ method, path }) => `${method} ${path}`)
    if (hostKind !== 'this release') expect(beyond).toEqual([])
    faultProxy.heal()
    faultProxy.forget()
  },
  // A failed test ends its worker, so the next test never gets an app that misbehaved.
  desktop: async ({ desktops }, use) => {
    await use(desktops ? await desktops.take() : null)
  },
  profile: ['kept', { option: true }],
  page: async ({ webBrowser, keptPage, desktop, network, profile }, use, test) => {
    if (desktop) return use(desktop.page)
    if (!webBrowser || !keptPage) throw new Error('neither a browser nor a desktop app was started')
    const page = profile === 'kept' ? await keptPage() : await newPage(webBrowser, network.origin)
    await use(page)
    if (profile === 'new') return page.context().close()
    // A failed test ends its worker, and the page with it; Playwright still takes the picture of the page.
    if (test.status !== test.expectedStatus) return
    network.heal()
    await leaveWeb(page, network.origin, size)
  },
  open: async ({ page, desktop, network }, use) => {
    await use(async (path) => {
      await page.goto(desktop ? new URL(path, page.url()).href : network.origin + path)
      await expect(page.locator('#root > *').first()).toBeVisible()
    })
  },
  signIn: async ({ page, open }, use) => {
    await use(async ({ email, password }) => {
      await open('/login')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page).not.toHaveURL(/\/(login|dashboard)$/)
    })
  },
  enter: async ({ page, desktop, network }, use) => {
    await use((account) => (desktop ? enterDesktop(page, account) : enterWeb(page, network.origin, account)))
  },
  openAs: async ({ enter, open }, use) => {
    await use(async (account, path) => {
      await enter(account)
      await open(path)
    })
  },
  newPerson: async ({ server }, use) => {
    await use(() => createNewPerson(server))
  },
})
export { expect }

/** Starts the desktop app. The code is loaded only here, because tests in the browser need nothing of Electron. */
const startDesktop = async (serverUrl: string): Promise<DesktopApp> => {
  const { launchDesktop } = await import('../support/desktop-app.ts')
  return launchDesktop({ serverUrl })
}
