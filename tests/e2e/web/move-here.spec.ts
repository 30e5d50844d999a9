import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

/** Goes on by Tab until the element has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeEnabled()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the element cannot be reached by Tab')
}
const press = async (page: Page, target: Locator): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
/** Chooses an option by its first letters. */
const chooseByKeys = async (page: Page, select: Locator, option: string): Promise<void> => {
  await press(page, select)
  await expect(page.getByRole('option', { name: option })).toBeVisible()
  await page.keyboard.type(option.slice(0, 2))
  await expect(page.getByRole('option', { name: option })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(select).toHaveText(option)
}
const scrollsSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

test('[MOVE-34] a team of five moves here by import at 390 px without a mouse: file, choices, preview, invitations, board', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const creator = await server.api(demo.creator)
  const { data: project } = await creator.projects.create({
    body: { title: `Boat yard ${newName()}`, description: 'Charts and tides.' },
  })
  const people = [await newPerson(), await newPerson(), await newPerson(), await newPerson()]
  const [ada, ben, cleo, dan] = people.map(({ username, email }) => ({ username, email }))
  if (!ada || !ben || !cleo || !dan) throw new Error('there are four people')
  const rows = [
    'Title;Status;Assignee;Due date;Priority',
    `Caulk the hull;Dry dock;${ada.email};05/06/2026;P2-High`,
    `Scrape the keel;Dry dock;${ada.email};;`,
    `Splice the stays;Rigging;${ben.username};;`,
    `Trim the sails;Sea trial;Cleo <${cleo.email}>;;`,
    `Paint the name;Done;${dan.email};;`,
  ]
  await openAs(demo.creator, `/project/${project.id}/tasks`)
  await press(page, page.getByRole('button', { name: 'Import and export' }))
  await expect(page.getByRole('menuitem', { name: /^Import tasks/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Import tasks' })
  const choosing = page.waitForEvent('filechooser')
  await press(page, sheet.getByRole('button', { name: 'Choose a file' }))
  await (await choosing).setFiles({ name: 'yard.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })

  await expect(sheet.getByRole('combobox', { name: 'Separator' })).toHaveText('Semicolon')
  await chooseByKeys(page, sheet.getByRole('combobox', { name: /^Dates like/ }), 'Day first: 12 March')
  await chooseByKeys(page, sheet.getByRole('combobox', { name: 'Rigging' }), 'In Progress')
  await chooseByKeys(page, sheet.getByRole('combobox', { name: 'Sea trial' }), 'Under Review')
  await expect(sheet.getByText('New columns: Dry dock, Rigging, Sea trial')).toBeVisible()
  const strangers = sheet.getByRole('region', { name: 'Not in the project' })
  await expect(strangers.getByRole('listitem')).toHaveCount(4)
  await expect(strangers.getByText(`${ada.email} · 2 tasks`)).toBeVisible()
  for (const name of [ada.email, ben.username, `Cleo <${cleo.email}>`, dan.email]) {
    await press(page, strangers.getByRole('button', { name: `Invite ${name}`, exact: true }))
    await expect(strangers.getByRole('listitem').filter({ hasText: name }).getByRole('status')).toContainText(
      'Invited.',
    )
  }
  expect(await scrollsSideways(page)).toBe(false)
  for (const person of people) {
    const own = await server.api(person)
    const { data: self } = await own.users.profile({})
    await own.memberships.answer({ params: { id: project.id, userId: self.id }, body: { accept: true } })
  }
  // Who has accepted is no stranger to the plan.
  await expect(strangers).toBeHidden()
  await expect(sheet.getByRole('region', { name: 'First tasks' }).getByRole('row', { name: /^Caulk the hull/ })).toContainText('2026-06-05') // prettier-ignore
  await press(page, sheet.getByRole('button', { name: 'Import 5 tasks' }))
  await expect(sheet.getByText('5 tasks are on the board.')).toBeVisible()
  await press(page, sheet.getByRole('button', { name: 'Close', exact: true }).last())
  await expect(sheet).toBeHidden()

  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(column('Dry dock').getByRole('link', { name: 'Caulk the hull' })).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)
  const { data: tasks } = await creator.tasks.byProject({ params: { projectId: project.id }, query: {} })
  const { data: stages } = await creator.stages.list({ params: { id: project.id } })
  const placeOf = (id: number | null | undefined) => stages.stages.find((stage) => stage.id === id)?.name ?? null
  const said = tasks.map(({ title, stageID, status, assignedToUsername }) => [title, placeOf(stageID), status, assignedToUsername]) // prettier-ignore
  expect(said.toSorted()).toEqual(
    [
      ['Caulk the hull', 'Dry dock', 1, ada.username],
      ['Scrape the keel', 'Dry dock', 1, ada.username],
      ['Splice the stays', 'Rigging', 2, ben.username],
      ['Trim the sails', 'Sea trial', 3, cleo.username],
      ['Paint the name', null, 4, dan.username],
    ].toSorted(),
  )

  // One of the five opens the board on a phone and finds the columns of the old tool.
  await openAs(people[2] ?? demo.contributor, `/project/${project.id}/tasks`)
  for (const name of ['Dry dock', 'Rigging', 'Sea trial']) await expect(column(name)).toBeAttached()
  await press(page, column('Sea trial').getByRole('link', { name: 'Trim the sails' }))
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Trim the sails')
})
