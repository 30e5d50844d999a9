import { axeFindings } from '../axe.ts'
import { demo, expect, test } from '../fixtures.ts'
import { bargainScreens } from '../bargain-screens.ts'
import { doorsScreens } from '../doors-screens.ts'
import { screens } from '../screens.ts'

const widths = [360, 390, 768, 1440, 1920]

// These tests run in the browser alone, because the desktop app shows the same screens (WEB-02).
const ofRelease3 = new Set([...bargainScreens, ...doorsScreens])
for (const screen of screens)
  test(`${ofRelease3.has(screen) ? '[NEXT-11] ' : ''}axe finds nothing on ${screen.name} in either theme, and it never scrolls sideways`, async ({
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
      // In the second theme only colours can differ, because the document is the same.
      const found = await axeFindings(
        page,
        colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined,
      )
      expect(found, `${screen.name} in ${colorScheme}`).toEqual([])
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      // The new width reaches the media queries a frame later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
          message: `${screen.name} at ${width}px`,
        })
        .toBeLessThanOrEqual(0)
    }
    expect(thrown).toEqual([])
  })
