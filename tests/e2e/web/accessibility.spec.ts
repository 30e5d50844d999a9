import AxeBuilder from '@axe-core/playwright'
import { demo, expect, test } from '../fixtures.ts'
import { screens } from '../screens.ts'

const widths = [360, 390, 768, 1440, 1920]

// In the browser alone: the desktop app shows the very same screens (WEB-02), and one look at each is enough.
for (const screen of screens)
  test(`axe finds nothing on ${screen.name} in either theme, and it never scrolls sideways`, async ({
    page,
    open,
    signIn,
    network,
    server,
  }) => {
    if (screen.as) await signIn(demo[screen.as])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      network.heal()
      await screen.show({ page, open, network, server })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
      expect(found, `${screen.name} in ${colorScheme}`).toEqual([])
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${screen.name} at ${width}px`).toBeLessThanOrEqual(0)
    }
  })
