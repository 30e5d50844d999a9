import { expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

// A window of 1440x900 whose page is enlarged to 200 %.
const enlarged = { width: 720, height: 450 }

test('on an enlarged page filters are folded, the bars make room, and a task shows its title without scrolling', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const { assign, person, path, title } = await createTeam(server, newPerson)
  for (let n = 1; n <= 8; n++) await assign(`Chart ${n} of the coast`)
  await page.setViewportSize(enlarged)
  await openAs(person, path)
  const card = page.getByRole('link', { name: 'Chart 8 of the coast' })
  await expect(card).toBeVisible()
  const priority = page.getByRole('combobox', { name: 'Priority' })
  await expect(priority).toBeHidden()
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await expect(priority).toBeVisible()
  await page.getByRole('button', { name: 'Search and filters' }).click()
  await expect(priority).toBeHidden()
  // The first card is in sight as a whole: bars and counts leave it its room.
  const first = page.locator('[data-card]').first()
  await expect(first).toBeInViewport({ ratio: 0.9 })

  await page.getByRole('link', { name: title }).or(card).first().click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.goto(new URL(`${path}?view=backlog`, page.url()).href)
  await expect(page.getByRole('row').nth(6)).toBeVisible()
  const bar = page.getByRole('banner')
  await expect(bar).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 200))
  await expect(bar).not.toBeInViewport()
})
