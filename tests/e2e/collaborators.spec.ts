import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'

type Account = { email: string; password: string; username: string }

/** Creates a published project of the demo creator with a budget of $1,000 and the demo contributor as a member. */
const createProject = async (server: ServerProcess) => {
  const creator = await server.api(demo.creator)
  const { data: project } = await creator.projects.create({
    body: { title: `Harbour map ${newName()}`, description: 'Charts and tides.', budget: '1000' },
  })
  const params = { id: project.id }
  await creator.projects.update({ params, body: { status: 1 } })
  const contributor = await server.api(demo.contributor)
  await contributor.projects.apply({ params, body: {} })
  const { data: self } = await contributor.users.profile({})
  await creator.memberships.answer({ params: { ...params, userId: self.id }, body: { accept: true } })
  return {
    creator,
    params,
    contributorID: self.id,
    address: `/project/${project.id}/collaborators`,
    apply: async (person: Account) => (await server.api(person)).projects.apply({ params, body: {} }),
  }
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('[COL-10][COL-11][COL-14][COL-45] an owner approves, promotes, exports and removes', async ({
  page,
  openAs,
  newPerson,
  server,
  desktop,
}, info) => {
  const { creator, params, address, apply } = await createProject(server)
  const person = await newPerson()
  await apply(person)
  await openAs(demo.creator, `${address}?view=requests`)
  const request = page.getByRole('article', { name: `Request of ${person.username}` })
  await request.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Request accepted successfully!')).toBeVisible()
  await expect(request.getByText('Approved')).toBeVisible()

  await page.getByRole('tab', { name: 'Collaborators' }).click()
  await row(page, person.username)
    .getByRole('button', { name: `Actions for ${person.username}` })
    .click()
  await page.getByRole('menuitem', { name: 'Change Role' }).click()
  await page.getByRole('radio', { name: /^Admin full project access and management$/ }).check()
  await page.getByRole('button', { name: 'Change Role' }).click()
  await expect(row(page, person.username).getByRole('cell', { name: 'Admin', exact: true })).toBeVisible()

  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await expect(page.getByText('1 of 3 collaborators')).toBeVisible()
  // The browser saves the export; on the desktop it would go into the person's own folder, so it is not tried there.
  if (!desktop) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^collaborators-harbour-map-.*\.csv$/)
    await download.saveAs(info.outputPath('list.csv'))
    const lines = (await readFile(info.outputPath('list.csv'), 'utf8')).split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`${person.username},${person.email},admin,Active,`)
    await expect(page.getByText(/^1 collaborator exported to collaborators-harbour-map-/)).toBeVisible()
  }

  await row(page, person.username)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove from Project' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`${person.username} was removed from the project.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible()
  const { data: members } = await creator.memberships.members({ params })
  expect(members.map(({ username }) => username).sort()).toEqual(['contributor', 'creator'])
})

test('[COL-20][COL-24][COL-27][COL-33] somebody is found and invited by keyboard alone @renderer', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const { address } = await createProject(server)
  const person = await newPerson()
  await openAs(demo.creator, address)
  const opener = page.getByRole('button', { name: 'Invite Member' })
  await opener.press('Enter')
  const field = page.getByLabel('Person')
  await expect(field).toBeFocused()
  await page.keyboard.type(person.username)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: new RegExp(person.username) })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).not.toBeEditable()
  await page.getByRole('radio', { name: /^Member/ }).press('ArrowUp')
  await page.getByRole('button', { name: 'Send Invitation' }).press('Enter')
  await expect(page.getByText(`Successfully invited ${person.username} to the project!`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
  const { data: received } = await (await server.api(person)).users.requests({ query: { type: 'received' } })
  expect(received).toMatchObject([{ role: 'admin', status: 0, fromUsername: 'creator' }])
  await page.getByRole('tab', { name: 'Requests' }).click()
  await page.getByRole('button', { name: 'Requests Sent' }).click()
  await expect(page.getByRole('article', { name: `Request of ${person.username}` })).toContainText('Pending')
})

test('an owner reads charts of what was done, paid and is to do, changes their time, and reads the numbers in a table @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { creator, params, address, contributorID } = await createProject(server)
  const body = { projectID: params.id, description: 'Work.' }
  const { data: task } = await creator.tasks.create({ body: { ...body, title: 'Draw the pier' } })
  await creator.tasks.create({ body: { ...body, title: 'Print it', assignedToID: contributorID, estimateHours: 3 } })
  const { data: begun } = await creator.tasks.update({
    params: { id: task.id },
    body: { status: 2, version: task.version },
  })
  await creator.tasks.update({ params: { id: task.id }, body: { status: 4, version: begun.version } })
  await creator.payments.create({
    params,
    body: { userID: contributorID, amountCents: 12_500, currency: 'USD', idempotencyKey: newName() },
  })
  await openAs(demo.creator, `${address}?view=analytics`)
  await expect(page.getByText('1 task done.')).toBeVisible()
  await expect(page.getByText('$125.00 recorded (without voided).')).toBeVisible()
  await expect(page.locator('.MuiBarChart-element:not([height="0"])').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show table: Statuses over time' }).click()
  await expect(
    page.getByRole('table', { name: 'Statuses over time' }).getByRole('row').last().getByRole('cell'),
  ).toHaveText(['0', '1', '0', '0', '1', '0'])
  await page.getByRole('combobox', { name: 'Time' }).click()
  await page.getByRole('option', { name: 'All' }).click()
  await expect(page).toHaveURL(/view=analytics&span=all$/)
  await page.getByRole('button', { name: 'Hours' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hours', pressed: true })).toBeVisible()
  await expect(page.getByText('1 open task now, 3 h estimated.')).toBeVisible()
})
