import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { demo, expect, test as base } from './fixtures.ts'
import { newName } from './people.ts'
import type { Account } from './sessions.ts'

/** Creates a project of the demo creator with one task in the first column, and the contributor as a member. */
const createBoard = async (server: ServerProcess) => {
  const creator = await server.api(demo.creator)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Board ${name}`, description: 'Charts and tides.' },
  })
  const projectID = project.id
  const title = `Draw the map ${name}`
  const { data: task } = await creator.tasks.create({
    body: { title, description: 'With all harbours.', projectID: projectID },
  })
  const member = await server.api(demo.contributor)
  const { data: self } = await member.users.profile({})
  await creator.memberships.invite({ params: { id: projectID, userId: self.id }, body: { role: 'member' } })
  await member.memberships.answer({ params: { id: projectID, userId: self.id }, body: { accept: true } })
  const status = async () => (await creator.tasks.get({ params: { id: task.id } })).data.status
  return { path: `/project/${projectID}/tasks`, title, status, creator, projectID }
}

const test = base.extend<{
  /** Creates a board and opens it for the account. */
  openBoard: (account: Account, search?: string) => ReturnType<typeof createBoard>
}>({
  openBoard: async ({ server, signIn, open }, use) => {
    await use(async (account, search = '') => {
      const board = await createBoard(server)
      await signIn(account)
      await open(board.path + search)
      return board
    })
  },
})

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cardIn = (page: Page, name: string, title: string) => column(page, name).getByRole('link', { name: title })

/** Carries a card with the mouse, in steps as a hand does. */
const drag = async (page: Page, title: string, to: string) => {
  const card = page.getByRole('link', { name: title })
  const [from, target] = [await card.boundingBox(), await column(page, to).boundingBox()]
  if (!from || !target) throw new Error('the board is not there yet')
  await page.mouse.move(from.x + 60, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 80, from.y + 40, { steps: 4 })
  await page.mouse.move(target.x + target.width / 2, target.y + 200, { steps: 12 })
  await page.mouse.up()
}

test('[TASK-26] a card dragged with the mouse is where it was dropped, also after a reload @renderer', async ({
  page,
  open,
  openBoard,
}) => {
  const { path, title, status } = await openBoard(demo.creator)
  await drag(page, title, 'Under Review')
  await expect(cardIn(page, 'Under Review', title)).toBeVisible()
  await expect.poll(status).toBe(3)
  await open(path)
  await expect(cardIn(page, 'Under Review', title)).toBeVisible()
  // A click without a drag opens the task.
  await cardIn(page, 'Under Review', title).click()
  await expect(page.getByRole('dialog', { name: /, task \d+$/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[TASK-37] a card is carried, dropped, opened and renamed by keyboard alone, and keeps the focus', async ({
  page,
  open,
  openBoard,
}) => {
  const { path, title, status } = await openBoard(demo.creator)
  await page.getByRole('link', { name: title }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Picked up ${title} from Assigned.`)).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${title} is over In Progress.`)).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${title} is over Under Review.`)).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${title} is over Completed.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(`Dropped. ${title} is now in Completed.`)).toBeAttached()
  await expect(cardIn(page, 'Completed', title)).toBeFocused()
  await expect.poll(status).toBe(4)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /, task \d+$/ })
  await dialog.getByLabel('Title').fill(`${title}, again`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task updated.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cardIn(page, 'Completed', `${title}, again`)).toBeFocused()
  await open(path)
  await expect(cardIn(page, 'Completed', `${title}, again`)).toBeVisible()
})

test('[TASK-05][DEMO-17] a task filled in from a person’s own words is created, assigned and in the backlog @renderer', async ({
  page,
  openBoard,
}) => {
  const { creator, projectID } = await openBoard(demo.creator, '?view=backlog')
  await page.getByRole('button', { name: 'Create New Task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await dialog.getByLabel('AI prompt').fill('print the tide tables')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Task details generated successfully!')).toBeVisible()
  await expect(dialog.getByText(/^Filled in from your own words/)).toBeVisible()
  const written = await dialog.getByLabel('Title').inputValue()
  expect(written.toLowerCase()).toContain('tide')
  await dialog.getByRole('combobox', { name: 'Assignee (optional)' }).fill('contributor')
  await page.getByRole('option', { name: /contributor/ }).click()
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(written.slice(0, 20).replace(/[^\w ]/g, '.'), 'i') })
  const { data } = await creator.tasks.byProject({ params: { projectId: projectID }, query: {} })
  const task = data.find(({ title }) => title === written)
  expect(task?.assignedToUsername).toBe('contributor')
  await expect(row.getByText(task?.assignedToName ?? 'the name of contributor')).toBeVisible()
})

test('the header of the backlog stays while its rows scroll, and nothing that the arrow keys reach is left below it @renderer', async ({
  page,
  openBoard,
}) => {
  const { creator, projectID } = await openBoard(demo.creator, '?view=backlog')
  for (let number = 2; number <= 24; number += 1)
    await creator.tasks.create({ body: { title: `Sound number ${number}`, description: 'In metres.', projectID } })
  await page.reload()
  const table = page.getByRole('grid', { name: 'Backlog' })
  const head = table.getByRole('columnheader', { name: 'Task' })
  const topOf = async (thing: typeof head) => (await thing.boundingBox())?.y ?? Number.NaN
  const row = table.getByRole('row', { name: 'Sound number 20 ' })
  await row.getByRole('checkbox').check()
  await table.getByRole('row', { name: 'Sound number 4 ' }).getByRole('rowheader').scrollIntoViewIfNeeded()
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, 600)
  const bar = page.getByRole('group', { name: 'Selected tasks' })
  await expect.poll(() => topOf(row)).toBeLessThan(0)
  // The two are measured one after the other, and the wheel may still turn the page in between.
  const gap = async () => {
    const { y, height } = (await bar.boundingBox()) ?? { y: 0, height: 0 }
    return Math.abs((await topOf(head)) - (y + height))
  }
  await expect.poll(gap).toBeLessThanOrEqual(12)
  await table.getByRole('row', { name: 'Sound number 8 ' }).getByRole('checkbox').focus()
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowUp')
  const focused = table.locator(':focus')
  expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual((await topOf(head)) + 44)
})
