import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

/** These journeys click nothing: they use the palette, the keys of the table of commands, Tab and Enter. */
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
/** Finds something by the palette and opens it. */
const goTo = async (page: Page, text: string) => {
  // The code of the keys comes a moment after the screen.
  await expect(async () => {
    await page.keyboard.press('Control+K')
    await expect(palette(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type(text)
  await expect(page.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}
/** Presses Tab until the button has the focus, then Enter. */
const pressButton = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} was not reached by Tab`)
}

test('[KEYS-02][KEYS-16] a contributor finds a task, moves it and hands it in; its owner accepts it: both without a mouse', async ({
  page,
  openAs,
  server,
}) => {
  test.setTimeout(120_000)
  const owner = await server.api(demo.creator)
  const contributor = await server.api(demo.contributor)
  const me = (await contributor.users.profile({})).data
  const owned = (await owner.projects.owned({})).data
  const mine = (await contributor.users.projects({})).data
  const project = owned.find(({ id }) => mine.some((one) => one.id === id && one.isApproved))
  if (!project) throw new Error('the demo has no project of both')
  const title = `Print the tide tables ${Date.now()}`
  const { data: task } = await owner.tasks.create({
    body: { title, description: 'On good paper.', projectID: project.id, assignedToID: me.id },
  })

  await openAs(demo.contributor, '/market')
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
  await goTo(page, title)
  const dialog = page.getByRole('dialog', { name: /^Task/ })
  await expect(dialog).toBeVisible()
  // The keys are about the open task, once nothing in it is typed into.
  await page.keyboard.press('s')
  await expect(page.getByRole('combobox', { name: 'Set the status' })).toBeFocused()
  await page.keyboard.type('progress')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await owner.tasks.get({ params: { id: task.id } })).data.status).toBe(2)
  await expect(page.getByRole('combobox', { name: 'Set the status' })).toBeHidden()
  await page.keyboard.press('r')
  const sheet = page.getByRole('dialog', { name: 'Submit for review' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('textbox').first()).toBeVisible()
  await sheet.getByRole('textbox').first().focus()
  await page.keyboard.type('Done, on good paper.')
  await pressButton(page, 'Submit')
  await expect.poll(async () => (await owner.tasks.get({ params: { id: task.id } })).data.status).toBe(3)

  await openAs(demo.creator, '/owner-dashboard')
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible()
  await goTo(page, title)
  await expect(dialog).toBeVisible()
  await pressButton(page, 'Accept')
  await expect.poll(async () => (await owner.tasks.get({ params: { id: task.id } })).data.status).toBe(4)
})
