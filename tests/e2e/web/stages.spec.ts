import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const colourOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((element) => getComputedStyle(element).color)

/** Carries a card one column to the right by the keyboard. */
const carryRight = async (page: Page, title: string, from: string, to: string) => {
  await page.getByRole('link', { name: title, exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Picked up ${title} from ${from}.`)).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${title} is over ${to}.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(column(page, to).getByRole('link', { name: title, exact: true })).toBeVisible()
}

test('[STAGE-15][STAGE-03] an owner adds a stage, carries cards into it by keyboard, sees that it is too full, and renames it', async ({
  page,
  openAs,
  open,
  server,
  newPerson,
}) => {
  const { creator, project, task, title, assign, path } = await createTeam(server, newPerson)
  const other = `Print it ${title}`
  const stages = { version: 0, stages: [{ name: 'Design', status: 2 }] }
  await creator.stages.replace({ params: { id: project.id }, body: stages })
  const { id } = await assign(other)
  for (const one of [task.id, id]) await creator.tasks.update({ params: { id: one }, body: { status: 2 } })
  await openAs(demo.creator, path)
  await expect(column(page, 'Design').getByRole('link')).toHaveCount(2)

  await page.getByRole('button', { name: 'Add stage' }).click()
  const dialog = page.getByRole('dialog', { name: 'New stage' })
  await dialog.getByLabel('Name').fill('QA')
  await dialog.getByLabel('Limit (optional)').fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(column(page, 'QA')).toBeVisible()

  await carryRight(page, title, 'Design', 'QA')
  const within = await colourOf(page, '1 in QA')
  await carryRight(page, other, 'Design', 'QA')
  const beyond = '2 in QA, 1 more than its limit of 1'
  await expect(page.getByRole('img', { name: beyond })).toHaveText('2 of 1')
  expect(await colourOf(page, beyond)).not.toBe(within)

  await page.getByRole('button', { name: 'Stage QA' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of QA' })).toBeFocused()
  await page.keyboard.type('Trial')
  await page.keyboard.press('Enter')
  await expect(column(page, 'Trial').getByRole('link')).toHaveCount(2)
  // All of it is the server's by then.
  await open(path)
  await expect(column(page, 'Trial').getByRole('link')).toHaveCount(2)
  const { data } = await creator.tasks.get({ params: { id } })
  expect(data.status).toBe(2)
})
