import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'

const suggested = (page: Page) => page.getByRole('list', { name: 'Suggested tasks' }).getByRole('article')
const published = (page: Page, title: string) =>
  expect(page.getByText(`“${title}” is published. People find it on the market now.`)).toBeVisible()

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} was not reached`)
}

test('[WIZ-07][WIZ-13][WIZ-15][WIZ-24][DASH-14] a project is filled in from a sentence, begins with three tasks of a written plan, is published and found on the market', async ({
  page,
  openAs,
  server,
}) => {
  const name = newName()
  await openAs(demo.creator, '/owner-dashboard')
  await page.getByRole('button', { name: 'Create New Project' }).click()
  await page
    .getByLabel('AI prompt')
    .fill(`A website with tide tables for our harbour office, in React, 10 hours a week, $2,500`)
  await page.getByRole('button', { name: 'Fill from my words' }).click()
  await expect(page.getByText(/^Filled in from your own words/)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  const title = `Tide website ${name}`
  await page.getByLabel('Title').fill(title)
  await expect(page.getByLabel('Weekly hours')).toHaveValue('10')
  await page.getByRole('button', { name: 'Next: suggested tasks' }).click()

  await expect(page.getByRole('heading', { name: 'Suggested Tasks' })).toBeFocused()
  await expect(suggested(page).first().getByText('Not Started')).toBeVisible()
  for (const place of [0, 1, 2]) await suggested(page).nth(place).getByRole('checkbox').click()
  const kept = await suggested(page).getByRole('heading').allTextContents()
  await page.getByRole('button', { name: 'Publish' }).click()
  await published(page, title)
  await expect(page).toHaveURL(/\/owner-dashboard$/)
  await expect(page.getByRole('article', { name: title }).getByText('Active', { exact: true })).toBeVisible()

  await openAs(demo.contributor, `/market?q=${name}`)
  await expect(page.getByRole('article', { name: title })).toBeVisible()
  const api = await server.api(demo.creator)
  const { data: projects } = await api.projects.owned({ query: {} })
  const made = projects.filter((project) => project.title === title)
  expect(made.map(({ status }) => status)).toEqual([1])
  const { data: tasks } = await api.tasks.byProject({ params: { projectId: made[0]?.id ?? '' }, query: {} })
  expect(tasks.map((task) => task.title).sort()).toEqual(kept.slice(0, 3).sort())
})

test('[DASH-17][WIZ-22][WIZ-24] a draft is saved, reopened and published by keyboard alone @renderer', async ({
  page,
  openAs,
}) => {
  const title = `Harbour map ${newName()}`
  await openAs(demo.creator, '/owner-dashboard')
  await tabTo(page, page.getByRole('button', { name: 'Create New Project' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('AI prompt')).toBeFocused()
  await tabTo(page, page.getByLabel('Title'))
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Charts and tides.')
  await tabTo(page, page.getByLabel('Estimated deadline'))
  await page.keyboard.type('9-3-2031')
  await tabTo(page, page.getByRole('button', { name: 'Save as draft' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`“${title}” is saved as a draft.`)).toBeVisible()

  const draft = page.getByRole('article', { name: title })
  await expect(draft.getByText('Draft', { exact: true })).toBeVisible()
  await tabTo(page, draft.getByRole('button', { name: 'Continue editing' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Estimated deadline')).toHaveValue('09-03-2031')
  await page.keyboard.press('Escape')
  // Nothing was changed, so the wizard closes without a question, and the focus is back on the button that opened it.
  await expect(draft.getByRole('button', { name: 'Continue editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await tabTo(page, page.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')
  await published(page, title)
  await expect(page.getByRole('article', { name: title }).getByText('Active', { exact: true })).toBeVisible()
})

test('on a phone the keyboard goes over a project as one sees it: title, menu, then what waits @renderer', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(demo.creator, '/owner-dashboard')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: / in / }) })
  const stops = await card.first().evaluate((article) =>
    [...article.querySelectorAll('a, button')]
      .map((stop) => stop.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ top, left }) => ({ top, left })),
  )
  expect(stops.length).toBeGreaterThan(2)
  const [title, menu, ...waiting] = stops
  expect(menu?.left).toBeGreaterThan(title?.left ?? 0)
  for (const { top } of waiting) expect(top).toBeGreaterThan(menu?.top ?? 0)
  // What waits leads to the list of exactly that.
  await card
    .first()
    .getByRole('link', { name: /to review in / })
    .click()
  await expect(page).toHaveURL(/\/tasks\?view=backlog&status=3$/)
})
