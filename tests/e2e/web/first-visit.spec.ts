import { FIRST_VISIT_BEFORE, OPEN_TARGET, scriptBytes } from '#support/script-bytes.ts'
import { demo, expect, test } from '../fixtures.ts'

test('[OPEN-27] open tasks add nothing to the JavaScript of a first visit, and their page little to that of the market', async ({
  page,
  openAs,
}) => {
  await page.goto('/login')
  const { origin } = new URL(page.url())
  expect((await scriptBytes(page, `${origin}/login`)).gzip).toBeLessThanOrEqual(FIRST_VISIT_BEFORE)
  await openAs(demo.contributor, '/market?view=tasks')
  await page.getByRole('list', { name: 'Open tasks' }).getByRole('link').first().click()
  await page.waitForURL(/\/open\//)
  const open = page.url()
  const market = (await scriptBytes(page, `${origin}/market`)).gzip
  expect((await scriptBytes(page, open)).gzip - market).toBeLessThanOrEqual(OPEN_TARGET)
})
