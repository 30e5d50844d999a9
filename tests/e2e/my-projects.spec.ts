import { demo, expect, test } from './fixtures.ts'

test('[MYP-02] the layout toggle is there on wider screens only @renderer', async ({ page, openAs }) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('article').first()).toBeVisible()
  const toggle = page.getByRole('group', { name: 'Layout' })
  await expect(toggle).toBeVisible()
  const columns = () =>
    page.locator('[data-layout]').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  expect(await columns()).toBe(2)
  await toggle.getByRole('button', { name: 'List' }).click()
  expect(await columns()).toBe(1)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(toggle).toBeHidden()
})

test('[MYP-09] My Projects does not open a project that the person is no member of @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const api = await server.api(demo.contributor)
  const { data } = await api.users.projects({})
  const unapproved = data.filter((project) => !project.isApproved)
  expect(unapproved.length).toBeGreaterThan(0)
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const { id } of unapproved) await expect(page.locator(`a[href*="${id}"]`)).toHaveCount(0)
})

test('My Projects works by keyboard alone @renderer', async ({ page, openAs }) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Active Projects' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Requests' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('combobox', { name: 'Show' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveText('Sent')
})
