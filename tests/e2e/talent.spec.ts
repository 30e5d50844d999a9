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

test("[TAL-08][TAL-09] a card shows the person, and 'View Profile' opens the profile by keyboard @renderer", async ({
  page,
  server,
}) => {
  const { talents } = await (await server.api(demo.creator)).people.talents({ query: {} })
  expect(await names(page)).toEqual(talents.map(({ name }) => name))
  const [first] = talents
  const card = cards(page).first()
  await expect(card.getByText(`${first?.reputation.toLocaleString('en-US')} reputation`)).toBeVisible()
  await expect(card.getByText(first?.tier ?? '', { exact: false }).first()).toBeVisible()
  await expect(card.getByText(first?.bio ?? '')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveText(first?.skills ?? [])
  await card.getByRole('link', { name: 'View Profile' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/pf/${first?.username}$`))
  await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible()
})

test('[TAL-01] a search narrows the list, stands in the address and survives a reload @renderer', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search talents' }).fill('postgres')
  await expect(page).toHaveURL(/\/talent\?q=postgres$/)
  await expect(page.getByText(/people for “postgres”$/)).toBeVisible()
  await settled(page)
  for (const card of await cards(page).all()) await expect(card).toContainText(/postgres/i)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('postgres')
  await expect(cards(page).first()).toContainText(/postgres/i)
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

test('[TAL-05] budget, duration and rating cannot be used, and say why @renderer', async ({ page }) => {
  for (const label of ['Budget', 'Duration', 'Rating']) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toBeDisabled()
    await expect(field).toHaveAccessibleDescription(/^Not available: ./)
  }
})

test('[TAL-06] each of the five popular skills is a toggle that finds somebody @renderer', async ({ page }) => {
  const chips = page.getByRole('group', { name: 'Popular skills' }).getByRole('button')
  await expect(chips).toHaveText([
    'UI/UX Designer',
    'React Developer',
    'Content Writer',
    'Full Stack',
    'Data Scientist',
  ])
  for (const chip of await chips.all()) {
    const skill = (await chip.textContent()) ?? ''
    await chip.press('Enter')
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(new RegExp(`^[1-9]\\d* (people|person) for “${skill}”$`))).toBeVisible()
    await chip.press('Enter')
    await expect(page).toHaveURL(/\/talent$/)
  }
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

test('[TAL-10][TAL-12] a page has ten people and five page buttons, and its number is in the address @renderer', async ({
  page,
  server,
}) => {
  const numbers = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Page / })
  await expect(cards(page)).toHaveCount(10)
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5'])
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect(page).toHaveURL(/\/talent\?page=3$/)
  const api = await server.api(demo.creator)
  // Other tests may add people between the screen's answer and this one.
  await expect(async () => {
    await page.reload()
    await settled(page)
    const { talents } = await api.people.talents({ query: { page: 3 } })
    expect(await names(page)).toEqual(talents.map(({ name }) => name))
  }).toPass()
  await page.goBack()
  await expect(page).toHaveURL(/\/talent$/)
})

test("[TAL-13] a search that finds nobody says 'No talents found' and offers the way back to everybody @renderer", async ({
  page,
}) => {
  await page.getByRole('searchbox').fill('zzqxzzqxzzqx')
  await expect(page.getByRole('heading', { name: 'No talents found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test("[TAL-14] a failed load reads 'Failed to load talents', and Retry mends it @renderer", async ({
  page,
  network,
}) => {
  network.fault({ path: /\/talents/, status: 500, body: { message: '', code: 'INTERNAL' } })
  await page.getByRole('button', { name: 'Full Stack' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load talents' })).toBeVisible()
  network.heal()
  await page.getByRole('button', { name: 'Retry' }).last().click()
  await expect(page.getByText('Failed to load talents')).toBeHidden()
  await expect(cards(page).first()).toBeVisible()
})
