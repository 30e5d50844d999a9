import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktopProgram } from '../support/desktop-app.ts'

let app: ElectronApplication
let page: Page
let userDataDir: string

type Small = {
  sum(a: number, b: number): Promise<object>
  echo(value: unknown): Promise<unknown>
  fail(): Promise<never>
  deep: { onNews(listener: (news: unknown) => void): () => void }
}
type World = { small: Small; news: unknown[]; stop: () => void; loaded?: boolean; inline?: boolean; require?: unknown }

beforeAll(async () => {
  userDataDir = await mkdtemp(join(tmpdir(), 'guildhall-stand-in-'))
  app = await _electron.launch({
    executablePath: join(import.meta.dirname, '../support/electron-stand-in/electron'),
    args: [join(import.meta.dirname, 'fixture-app/main.mjs'), `--user-data-dir=${userDataDir}`],
  })
  page = await app.firstWindow()
  await page.waitForFunction(() => (window as unknown as World).loaded)
})
afterAll(async () => {
  await app.close()
  await rm(userDataDir, { recursive: true, force: true, maxRetries: 3 })
})

describe('the stand-in for the Electron binary', { timeout: 60_000 }, () => {
  test('[DESK-26] Playwright’s Electron support starts and drives an app on it', async () => {
    expect(await app.evaluate(({ app }) => app.getName())).toBe('guildhall')
    const answer = await page.evaluate(() => (window as unknown as World).small.sum(2, 3))
    expect(answer).toEqual({ sum: 5, url: 'small-app://app/index.html', origin: 'small-app://app', isMain: true })
    const window = await app.browserWindow(page)
    expect(await window.evaluate((one) => (one as unknown as { getBounds(): object }).getBounds())).toMatchObject({
      width: 700,
      height: 500,
    })
  })

  test('[DESK-36] the suite takes the real binary where it is installed, else the stand-in', () => {
    const { path, isStandIn } = desktopProgram()
    expect(isStandIn).toBe(path.endsWith(join('electron-stand-in', 'electron')))
  })

  test('[DESK-36] the stand-in throws on anything of Electron that it does not implement', async () => {
    const messages = await app.evaluate(({ app, BrowserWindow, Tray, safeStorage }) => {
      const message = (work: () => unknown) => {
        try {
          return String(work())
        } catch (error) {
          return (error as Error).message
        }
      }
      return [
        message(() => app.getFileIcon('x')),
        message(() => new Tray('x')),
        message(() => safeStorage.encryptString('x')),
        message(() => app.on('gpu-info-update', () => undefined)),
        message(() => new BrowserWindow({ kiosk: true })),
        message(() => BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({})),
      ]
    })
    expect(messages).toEqual(
      [
        'app.getFileIcon',
        'Tray',
        'safeStorage.encryptString',
        "app event 'gpu-info-update'",
        "BrowserWindow option 'kiosk'",
        'webContents.printToPDF',
      ].map((name) => `the stand-in does not implement electron.${name}`),
    )
  })

  test('[DESK-36] values that cross IPC are cloned; a value that cannot be cloned is refused; errors keep their message', async () => {
    const results = await page.evaluate(async () => {
      const { small } = window as unknown as World
      const back = (await small.echo({
        a: undefined,
        at: new Date(5),
        list: [1, null],
        bytes: Uint8Array.of(1, 2),
      })) as {
        at: Date
        bytes: Uint8Array
      }
      return {
        keys: Object.keys(back),
        at: back.at.getTime(),
        bytes: [...back.bytes],
        refused: await small.echo(() => 1).catch((error: Error) => error.message),
        failed: await small.fail().catch((error: Error) => error.message),
      }
    })
    expect(results).toEqual({
      keys: ['a', 'at', 'list', 'bytes'],
      at: 5,
      bytes: [1, 2],
      refused: 'An object could not be cloned.',
      failed: "Error invoking remote method 'fail': Error: no luck",
    })
  })

  test('[DESK-36] callbacks cross the bridge and can be taken back at once; the page has nothing else', async () => {
    await page.evaluate(() => {
      const world = window as unknown as World
      world.news = []
      world.stop = world.small.deep.onNews((news) => world.news.push(news))
    })
    const send = (news: number) =>
      app.evaluate(
        ({ BrowserWindow }, value) => BrowserWindow.getAllWindows()[0]?.webContents.send('news', value),
        news,
      )
    await send(1)
    await page.waitForFunction(() => (window as unknown as World).news.length === 1)
    await page.evaluate(() => (window as unknown as World).stop())
    await send(2)
    await page.evaluate(() => (window as unknown as World).small.echo(0))
    expect(
      await page.evaluate(() => {
        const world = window as unknown as World
        return [world.news, typeof world.require, world.inline, Object.isFrozen(world.small.deep)]
      }),
    ).toEqual([[1], 'undefined', undefined, true])
  })

  test('[DESK-36] the app is asked about redirects and told of clicks and keys, but not of those that a script fakes', async () => {
    const happened = () => app.evaluate(() => (globalThis as unknown as { happened: string[] }).happened)
    // Nothing is taken away while a list is still growing: what a look took would be missing in the next one.
    const forget = () => app.evaluate(() => void (globalThis as unknown as { happened: string[] }).happened.splice(0))
    const before = page.url()
    await forget()
    await page.evaluate(() => {
      document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Enter' }))
    })
    await page.keyboard.press('a')
    await page.mouse.click(5, 5)
    await expect.poll(happened).toEqual(['rawKeyDown', 'keyUp', 'mouseDown', 'mouseUp'])
    await forget()

    await page.evaluate(() => void (location.href = '/moved?https://example.org/out'))
    await expect.poll(happened).toEqual(['redirect to https://example.org/out'])
    expect(page.url()).toBe(before)
    await forget()
    await page.evaluate(() => {
      Object.assign(window, { isLeft: true })
      location.href = '/moved?/index.html'
    })
    await expect.poll(happened).toEqual(['redirect to small-app://app/index.html'])
    // The next test finds a page that has arrived.
    await page.waitForFunction(() => !('isLeft' in window) && (window as unknown as World).loaded)
  })

  test('[DESK-36] an app that asks for the sandbox too late gets an error', async () => {
    const answer = await app.evaluate(({ app }) => {
      try {
        return app.enableSandbox()
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(answer).toBe('app.enableSandbox() can only be called before app is ready')
  })
})
