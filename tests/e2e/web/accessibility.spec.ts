import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext } from '@playwright/test'
import { demo, expect, test as base } from '../fixtures.ts'
import { screens } from '../screens.ts'

/**
 * These tests share one browser profile, which is emptied after each: it keeps the app's code, which a new profile would load
 * and compile anew for each of the hundred screens.
 */
const test = base.extend<object, { profile: BrowserContext }>({
  profile: [
    async ({ webBrowser, faultProxy }, use) => {
      if (!webBrowser) throw new Error('no browser was started')
      const context = await webBrowser.newContext({
        baseURL: faultProxy.origin,
        viewport: { width: 1440, height: 900 },
      })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ profile, network }, use) => {
    const page = await profile.newPage()
    await use(page)
    const client = await profile.newCDPSession(page)
    await page.goto('about:blank')
    await client.send('Storage.clearDataForOrigin', { origin: network.origin, storageTypes: 'all' })
    await page.close()
    await profile.clearCookies()
  },
})

const widths = [360, 390, 768, 1440, 1920]

// These tests run in the browser alone, because the desktop app shows the same screens (WEB-02).
for (const screen of screens)
  test(`axe finds nothing on ${screen.name} in either theme, and it never scrolls sideways`, async ({
    page,
    open,
    enter,
    network,
    server,
  }) => {
    // Errors in the console do not count: the browser logs each refused call there, also those that a screen shows on purpose.
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    if (screen.as) await enter(demo[screen.as])
    await screen.show({ page, open, network, server })
    for (const colorScheme of ['light', 'dark'] as const) {
      // The app follows the system's theme, so one opened page can show both themes.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-color-scheme', colorScheme)
      // Legacy mode does not look for frames, of which there are none, and so needs no second page to sum up.
      // It describes each element that it finds fault with, but not each one that is as it should be.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
      // In the second theme only colours can differ, because the document is the same.
      const { violations } = await (
        colorScheme === 'dark' ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe
      ).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
      expect(found, `${screen.name} in ${colorScheme}`).toEqual([])
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // The new width reaches the media queries a frame later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
          message: `${screen.name} at ${width}px`,
          timeout: 2_000,
        })
        .toBeLessThanOrEqual(0)
    }
    expect(thrown).toEqual([])
  })
