import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('article')
const titleOf = (card: Locator) => card.getByRole('heading').getByRole('link')
const pageNumbers = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /^Page / })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search projects' })

test.beforeEach(async ({ page, openAs }) => {
  await openAs(demo.contributor, '/market')
  await expect(cards(page).first()).toBeVisible()
})

test("[MKT-01][MKT-02][MKT-03][MKT-04] 'Available Jobs' has search, level, saved searches, ten cards and five pages @renderer", async ({
  page,
}) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Available Jobs' })).toBeVisible()
  await expect(search(page)).toBeVisible()
  await expect(page.getByLabel('Skill level')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Popular searches' }).getByRole('button')).toHaveText([
    'UI/UX Design',
    'Mobile App Development',
    'Content Writing',
    'React',
    'Node.js',
  ])
  await expect(cards(page)).toHaveCount(10)
  await expect(pageNumbers(page)).toHaveText(['1', '2', '3', '4', '5'])
})

test('[MKT-03] the address has the page number: forward, back and reload show the same ten projects @renderer', async ({
  page,
}) => {
  const first = await titleOf(cards(page).first()).textContent()
  await page.getByRole('link', { name: 'Page 3', exact: true }).click()
  await expect(page).toHaveURL(/\/market\?page=3$/)
  await expect(titleOf(cards(page).first())).not.toHaveText(first ?? '')
  const third = (await titleOf(cards(page).first()).textContent()) ?? ''
  await page.reload()
  await expect(titleOf(cards(page).first())).toHaveText(third)
  await page.goBack()
  await expect(titleOf(cards(page).first())).toHaveText(first ?? '')
})

test('[MKT-05] a skill level selects its tiers @renderer', async ({ page }) => {
  // Cards and options use the same names of tiers.
  const wanted = [
    ['Beginner · Basic', 'beginner', /Basic/],
    ['Intermediate · Bronze and Silver', 'intermediate', /Bronze|Silver/],
    ['Advanced · Gold', 'advanced', /Gold/],
  ] as const
  for (const [option, level, badge] of wanted) {
    await page.getByRole('combobox', { name: 'Skill level' }).click()
    await page.getByRole('option', { name: option }).click()
    await expect(page).toHaveURL(new RegExp(`level=${level}`))
    // The old cards stay until the new ones arrive, so the test looks at all cards again and again until they fit.
    await expect(async () => {
      const texts = await cards(page).allTextContents()
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) expect(text).toMatch(badge)
    }).toPass({ timeout: 10_000 })
  }
})

test('[MKT-02] a saved search is a toggle, by keyboard too @renderer', async ({ page }) => {
  const total = await page.getByText(/^\d+ projects$/).textContent()
  const chip = page.getByRole('button', { name: 'React', exact: true })
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=React$/)
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(search(page)).toHaveValue('React')
  await expect(page.getByText(/projects? for “React”/)).toBeVisible()
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/market$/)
  await expect(page.getByText(total ?? '', { exact: true })).toBeVisible()
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

test('[MKT-22][MKT-23] a card and its button open the same dialog, and each opens it once @renderer', async ({
  page,
}) => {
  const card = cards(page).first()
  await card.getByText('Posted').click()
  await expect(page).not.toHaveURL(/\/market$/)
  const opened = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/\/market$/)
  await card.getByRole('button', { name: 'View Details' }).click()
  await expect(page).toHaveURL(opened)
  // One step back is enough, because the press opened the dialog once.
  await page.goBack()
  await expect(page).toHaveURL(/\/market$/)
})

test('[MKT-08] a search that finds no project says so @renderer', async ({ page }) => {
  await search(page).fill('zzqxzzqxzzqx')
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms or filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(cards(page)).toHaveCount(10)
  await expect(search(page)).toHaveValue('')
})

test("[MKT-10] a failed load reads 'Failed to load projects', and Retry mends it", async ({ page, network }) => {
  network.fault({ path: /open-projects/, status: 500, body: { message: '', code: 'INTERNAL' } })
  await page.getByRole('button', { name: 'Content Writing', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to load projects' })).toBeVisible()
  network.heal()
  await page.getByRole('button', { name: 'Retry' }).last().click()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByText('Failed to load projects')).toBeHidden()
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
