import type { Locator } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'

test.use({ profile: 'new' })

const outlineOf = (element: Locator) =>
  element.evaluate((node) => `${getComputedStyle(node).outlineWidth} ${getComputedStyle(node).outlineStyle}`)

test('where the system chooses the colours, outlines say what is chosen and where the focus is', async ({
  page,
  openAs,
}) => {
  await openAs(demo.creator, '/settings/appearance')
  const section = page.getByRole('link', { name: 'Appearance', exact: true })
  const size = page
    .getByRole('button', { pressed: true })
    .or(page.getByRole('radio', { checked: true }))
    .first()
  await expect(section).toHaveAttribute('aria-current', 'page')
  expect(await outlineOf(section)).not.toBe('2px solid')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await outlineOf(section)).toBe('2px solid')
  await size.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await outlineOf(page.locator(':focus-visible, .Mui-focusVisible').first())).toBe('3px solid')
})
