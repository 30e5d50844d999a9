import { expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

test('[WORK-09] a task of My Work opens at its address, and back returns to the same place: scroll and focus', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const { assign, person, path } = await createTeam(server, newPerson)
  for (let n = 1; n <= 24; n++) await assign(`Chart ${n} of the coast`)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(person, '/work')
  const row = page.getByRole('link', { name: /^Chart 20 of the coast/ })
  await row.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 40))
  const place = () => page.evaluate(() => Math.round(scrollY))
  const before = await place()
  expect(before).toBeGreaterThan(100)
  await row.click()
  await expect(page).toHaveURL(new RegExp(`${path}/\\d+$`))
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Chart 20 of the coast')
  await page.goBack()
  await expect(page).toHaveURL(/\/work$/)
  await expect(row).toBeFocused()
  await expect.poll(place).toBe(before)
})
