import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const refusal = (page: Page) => page.getByText('Please fill in all required fields.')

/** Expects that the whole part lies between the wizard's upper bar and the lower bar with the buttons. */
const expectClear = async (page: Page, part: Locator) => {
  const bottomBar = refusal(page).locator('xpath=ancestor::*[contains(@class, "MuiAlert-root")]')
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { y: NaN, height: NaN }
  await expect
    .poll(async () => {
      const [top, own, bottom] = [
        await box(page.getByRole('button', { name: 'Close' })),
        await box(part),
        await box(bottomBar),
      ]
      return { isBelowTop: own.y >= top.y + top.height, isAboveBottom: own.y + own.height <= bottom.y }
    })
    .toEqual({ isBelowTop: true, isAboveBottom: true })
}

// These tests run in the browser alone, because the desktop app has the same layout.
for (const size of sizes)
  test(`[WIZ-12] at ${size.width}x${size.height} a missing field has the focus, and no error line is behind the bar below`, async ({
    page,
    openAs,
  }) => {
    await page.setViewportSize(size)
    await openAs(demo.creator, '/owner-dashboard?new')
    const [title, description] = [page.getByLabel('Title'), page.getByLabel('Description')]
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(refusal(page)).toBeVisible()
    await expect(title).toBeFocused()
    await expectClear(page, title)
    const lines = page.getByText('Required', { exact: true })
    await expect(lines).toHaveCount(2)
    await expectClear(page, lines.first())
    await expectClear(page, lines.last())

    await title.fill('A tide table')
    await expect(lines).toHaveCount(1)
    await page.getByLabel('AI prompt').evaluate((element) => element.scrollIntoView())
    await page.getByRole('button', { name: 'Next: suggested tasks' }).click()
    await expect(description).toBeFocused()
    await expectClear(page, description)
    await expectClear(page, lines)
  })
