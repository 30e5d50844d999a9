import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('article')
const names = (page: Page) => cards(page).getByRole('heading').allTextContents()
const list = (page: Page) => page.getByRole('list', { name: 'Talents' })
const settled = (page: Page) => expect(list(page)).toHaveAttribute('aria-busy', 'false')

test.beforeEach(async ({ page, openAs }) => {
  await openAs(demo.creator, '/talent')
  await expect(cards(page).first()).toBeVisible()
})

test('[TAL-02] a skill level selects its tiers @renderer', async ({ page }) => {
  const wanted = { Beginner: /^Basic$/, Intermediate: /^(Bronze|Silver)$/, Advanced: /^Gold$/ }
  for (const [level, tier] of Object.entries(wanted)) {
    await page.getByRole('combobox', { name: 'Skill level' }).click()
    await page.getByRole('option', { name: level }).click()
    await expect(page).toHaveURL(new RegExp(`level=${level.toLowerCase()}`))
    await expect(page.getByText(/^\d+ (people|person)$/)).toBeVisible()
    await settled(page)
    await expect(cards(page).first()).toBeVisible()
    await expect(cards(page).filter({ hasNot: page.getByText(tier) })).toHaveCount(0)
  }
})

test('[TAL-03] an industry selects the people who have its skills @renderer', async ({ page, server }) => {
  await page.getByRole('combobox', { name: 'Industry' }).click()
  await page.getByRole('option', { name: 'Writing' }).click()
  await expect(page).toHaveURL(/industry=Writing/)
  const api = await server.api(demo.creator)
  const { talents, pagination } = await api.people.talents({ query: { industry: 'Writing' } })
  await expect(page.getByText(`${pagination.total} people`, { exact: true })).toBeVisible()
  await settled(page)
  expect(await names(page)).toEqual(talents.map(({ name }) => name))
})

test('[TAL-07] on a phone the filters are in a drawer @renderer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('combobox', { name: 'Skill level' }).click()
  await page.getByRole('option', { name: 'Advanced · Gold' }).click()
  await drawer.getByRole('button', { name: /^Show \d+ (people|person)$/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/level=advanced/)
  await expect(page.getByRole('button', { name: 'Filters, 1 set' })).toBeFocused()
})
