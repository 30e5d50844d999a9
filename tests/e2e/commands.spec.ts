import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { createTeam } from './teams.ts'

/** These journeys click nothing: they use the palette, the keys of the table of commands, Tab and Enter. */
const FARTHEST = 60
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
const press = (page: Page, key: string) => page.keyboard.press(key)
const hasFocus = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement))

/** Presses a key until the target, or something in it, has the focus. */
const pressUntilFocused = async (page: Page, key: string, target: Locator) => {
  await expect(target).toBeVisible()
  for (let step = 0; step < FARTHEST; step += 1) {
    if (await hasFocus(target)) return
    await press(page, key)
  }
  throw new Error(`${String(target)} was not reached by ${FARTHEST} presses of ${key}`)
}
const pressButton = async (page: Page, name: string) => {
  await pressUntilFocused(page, 'Tab', page.getByRole('button', { name, exact: true }))
  await press(page, 'Enter')
}
/** Finds a project by the palette and opens it. */
const findProject = async (page: Page, title: string) => {
  // The code of the keys comes a moment after the screen.
  await expect(async () => {
    await press(page, 'Control+K')
    await expect(palette(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type(title)
  await expect(page.getByRole('option', { name: title })).toBeVisible()
  await press(page, 'Enter')
  await expect(palette(page)).toBeHidden()
}

test('[KEYS-15][KEYS-16] a member finds the project, opens its board, takes their card, moves it and hands it in without a mouse', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  test.setTimeout(120_000)
  const { creator, person, project, assign } = await createTeam(server, newPerson)
  const task = await assign('Print the tide tables')
  const statusNow = async () => (await creator.tasks.get({ params: { id: task.id } })).data.status

  await openAs(person, '/market')
  await findProject(page, project.title)
  await pressUntilFocused(page, 'Tab', page.getByRole('link', { name: 'Tasks', exact: true }))
  await press(page, 'Enter')
  const card = page.locator(`[data-card="${task.id}"]`)
  await expect(card).toBeVisible()
  await pressUntilFocused(page, 'j', card)
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: /^Print the tide tables, task \d+$/ })
  await expect(dialog).toBeVisible()

  await press(page, 's')
  await expect(page.getByRole('combobox', { name: 'Set the status' })).toBeFocused()
  await page.keyboard.type('progress')
  await press(page, 'Enter')
  await expect.poll(statusNow).toBe(2)
  await expect(page.getByRole('combobox', { name: 'Set the status' })).toBeHidden()

  await press(page, 'r')
  const sheet = page.getByRole('dialog', { name: 'Submit for review' })
  await pressUntilFocused(page, 'Tab', sheet.getByRole('textbox').first())
  await page.keyboard.type('Done, on good paper.')
  await pressButton(page, 'Submit')
  await expect.poll(statusNow).toBe(3)
  await expect(sheet).toBeHidden()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(() => hasFocus(card)).toBe(true)
})

test('[KEYS-13][WORK-12] an owner finds what waits for them, reviews and accepts it, and goes on to the next without a mouse @renderer', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  test.setTimeout(120_000)
  const { creator, member, assign } = await createTeam(server, newPerson)
  const tasks = [await assign('Print the tide tables'), await assign('Bind the tide tables')]
  for (const { id } of tasks) {
    await member.tasks.update({ params: { id }, body: { status: 2 } })
    await member.submissions.create({
      params: { id },
      body: { note: 'Done, on good paper.', idempotencyKey: crypto.randomUUID() },
    })
  }

  await openAs(demo.creator, '/owner-dashboard')
  const waiting = page.getByRole('list', { name: 'Waiting for me' })
  const openWork = () =>
    expect(async () => {
      await press(page, 'g')
      await press(page, 'w')
      await expect(waiting).toBeVisible({ timeout: 2_000 })
    }).toPass()
  for (const { id, title } of tasks) {
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${title}, task \\d+$`) })
    await openWork()
    const row = waiting.getByRole('link').filter({ hasText: title })
    await pressUntilFocused(page, 'j', row.last())
    await press(page, 'Enter')
    await expect(dialog).toContainText('Done, on good paper.')
    await pressButton(page, 'Accept')
    await expect.poll(async () => (await creator.tasks.get({ params: { id } })).data.status).toBe(4)
    // The button leaves with what it was for, and the frame around the dialog has the focus then.
    await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeHidden()
    await expect.poll(() => hasFocus(page.locator('.MuiDialog-root'))).toBe(true)
    await press(page, 'Escape')
    await expect(dialog).toBeHidden()
  }
})
