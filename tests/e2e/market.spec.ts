import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('article')
const titleOf = (card: Locator) => card.getByRole('heading').getByRole('link')

test.beforeEach(async ({ page, openAs }) => {
  await openAs(demo.contributor, '/market')
  await expect(cards(page).first()).toBeVisible()
})

test('[MKT-07] the card of a project that the viewer is no member of opens its dialog; going back gives the focus to the card', async ({
  page,
  server,
}) => {
  const api = await server.api(demo.contributor)
  const { data } = await api.projects.openProjects({ query: {} })
  const index = data.findIndex((project) => !project.isApproved)
  const dialogAddress = new RegExp(`/project/${data[index]?.id}/dialog$`)
  const card = cards(page).nth(index)
  await titleOf(card).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(dialogAddress)
  await expect(page.getByRole('dialog', { name: data[index]?.title ?? '' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/market$/)
  await expect(titleOf(card)).toBeFocused()
})

test('[MKT-18][MKT-19][MKT-20][MKT-21] a card keeps its shape from a phone to a wide screen @renderer', async ({
  page,
}) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Other tests publish projects too, not all of them with skills.
    const card = cards(page).filter({ hasText: 'Skills needed:' }).first()
    const lines = (locator: Locator) =>
      locator.evaluate((element) => {
        const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
        return Math.round(element.getBoundingClientRect().height / lineHeight)
      })
    expect(await lines(card.locator('p').first())).toBeLessThanOrEqual(2)
    expect(await lines(card.locator('p').filter({ hasText: 'Skills needed:' }))).toBe(1)
    const button = await card.getByRole('button', { name: 'View Details' }).boundingBox()
    const picture = await card.locator('img').boundingBox()
    expect(button?.width).toBeGreaterThanOrEqual(84)
    const heading = await card.getByRole('heading').boundingBox()
    expect(picture?.x).toBeGreaterThanOrEqual((heading?.x ?? 0) + (heading?.width ?? 0))
  }
})

test('on a phone the first job begins within 300 pixels, and filters come as a sheet @renderer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  const first = await cards(page).first().boundingBox()
  expect(first?.y).toBeLessThanOrEqual(300)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Budget').click()
  await page.getByRole('option', { name: '$1,000 or more' }).click()
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/\?pay=1000$/)
  await page.getByRole('button', { name: 'Remove the filter $1,000 or more' }).click()
  await expect(page).toHaveURL(/\/market$/)
})

test('a wide window shows two cards beside each other, of one height, and a laptop one @renderer', async ({ page }) => {
  const boxOf = async (at: number) => (await cards(page).nth(at).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(async () => {
    const [first, second] = [await boxOf(0), await boxOf(1)]
    expect([second.y, second.height]).toEqual([first.y, first.height])
    expect(second.x).toBeGreaterThan(first.x + first.width)
  }).toPass()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(async () => expect((await boxOf(1)).x).toBe((await boxOf(0)).x)).toPass()
})
