import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * Lets the page's clock run at once for as long as a person would look, and returns where the story's card is then. It asks once: a test that
 * asks again and again meets every column, because the story starts over.
 */
const columnAfter = async (page: Page, ms: number): Promise<string | null> => {
  await page.clock.runFor(ms)
  await page.waitForTimeout(300)
  return page.locator('[data-story-column]').getAttribute('data-story-column')
}

test.describe('on a clock of the test', () => {
  test.use({ profile: 'new' })

  test('the picture of a board moves only while it is seen, and stands when it is paused @renderer', async ({
    page,
    open,
  }) => {
    await page.clock.install()
    await open('/')
    const column = page.locator('[data-story-column]')
    // A whole story takes 17 seconds, and after eight the card is under way; out of sight it does not begin.
    await expect(column).toHaveAttribute('data-story-column', '0')
    expect(await columnAfter(page, 8_000)).toBe('0')
    await column.scrollIntoViewIfNeeded()
    await expect(column).toHaveAttribute('data-story-column', '1', { timeout: 15_000 })
    await page.getByRole('button', { name: 'Pause the picture' }).click()
    const at = await column.getAttribute('data-story-column')
    expect(await columnAfter(page, 8_000)).toBe(at)
  })

  test('whoever wants no motion sees the end of the story, standing still @renderer', async ({ page, open }) => {
    await page.clock.install()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open('/')
    const column = page.locator('[data-story-column]')
    await column.scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Play the picture' })).toBeVisible()
    expect(await columnAfter(page, 6_000)).toBe('3')
    expect(await column.evaluate((track) => getComputedStyle(track).transitionDuration)).toBe('0s')
  })
})
