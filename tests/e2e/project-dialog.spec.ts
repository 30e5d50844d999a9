import type { Page } from '@playwright/test'
import { tierBadge } from '#shared/rules/tiers.ts'
import { demo, expect, test } from './fixtures.ts'
import type { ServerProcess } from '../support/server-process.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const addressOf = (id: string) => `/project/${id}/dialog`

/** An open project that the demo creator owns, and the creator's client. */
const ownedProject = async (server: ServerProcess) => {
  const owner = await server.api(demo.creator)
  const { data } = await owner.projects.openProjects({ query: { limit: 100 } })
  const project = data.find(({ role }) => role === 'owner')
  if (!project) throw new Error('the demo creator owns no open project')
  return { owner, project }
}
const userIDOf = async (server: ServerProcess, account: { email: string; password: string }) => {
  const api = await server.api(account)
  return { api, userID: (await api.users.profile({})).data.id }
}

test('[DLG-01][DLG-06][DLG-12][DLG-14][DLG-16] the dialog page shows a project @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { project } = await ownedProject(server)
  await openAs(demo.contributor, addressOf(project.id))
  const dialog = page.getByRole('dialog', { name: project.title })
  await expect(dialog).toBeFocused()
  await expect(dialog.getByText(/^Posted (today|\d+ days? ago)$/)).toBeVisible()
  const { label, hours } = tierBadge(project.tier)
  await expect(dialog.getByText(label, { exact: true }).first()).toBeVisible()
  // A project that names its weekly hours shows these instead of its tier's range.
  const { api } = await userIDOf(server, demo.contributor)
  const { weeklyHours } = (await api.projects.get({ params: { id: project.id } })).data
  const shown = weeklyHours > 0 ? String(weeklyHours) : hours
  await expect(dialog.getByText(`${shown} hours/week`, { exact: true }).first()).toBeVisible()
  for (const skill of project.skills.split(','))
    await expect(dialog.getByRole('listitem').filter({ hasText: skill.trim() }).first()).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^Description/ })).toContainText(project.description)
  for (const row of ['Deliverables', 'Success Metrics'])
    await expect(dialog.getByRole('rowheader', { name: row })).toBeVisible()
})

test('[DLG-20][DLG-19] a similar project opens its own dialog, and closing leads back @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { project } = await ownedProject(server)
  await openAs(demo.contributor, addressOf(project.id))
  const strip = page.getByRole('region', { name: 'Similar Projects' })
  const card = strip.getByRole('link').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  expect(await card.locator('.MuiChip-root').count()).toBeLessThanOrEqual(3)
  await card.click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(project.id))
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: project.title })).toBeVisible()
})

test('[DLG-02] without an id, and with an unknown one, the project is not found @renderer', async ({
  page,
  open,
  enter,
}) => {
  await enter(demo.contributor)
  for (const path of ['/project', addressOf('01890000-0000-7000-8000-000000000000'), addressOf('nonsense')]) {
    await open(path)
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  }
})

test('[DLG-03][DLG-04] closing goes back in history, and to the market when there is none', async ({
  page,
  openAs,
  open,
  server,
}) => {
  const { project } = await ownedProject(server)
  await openAs(demo.contributor, addressOf(project.id))
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/market$/)
  await open('/market?q=React')
  await page.getByRole('button', { name: 'View Details' }).first().click()
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/market\?q=React$/)
})

test('[DLG-22][DLG-26][DLG-28][DLG-29][DLG-33] apply, withdraw and apply again, by mouse and by keyboard @renderer', async ({
  page,
  openAs,
  newPerson,
  network,
  server,
}) => {
  const { project } = await ownedProject(server)
  await openAs(await newPerson(), addressOf(project.id))
  network.fault({ method: 'POST', path: /\/apply$/, delayMs: 800, times: 1 })
  await button(page, 'Apply').click()
  await expect(button(page, 'Requesting...')).toBeDisabled()
  await expect(page.getByText('Request Sent Successfully!')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'owner and admins decide' })).toBeFocused()
  await expect(page.getByText('Applied', { exact: true })).toBeVisible()
  await button(page, 'Withdraw').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Apply')).toBeEnabled()
  await button(page, 'Apply').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Withdraw')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Applied', { exact: true })).toBeVisible()
  await expect(page.getByText('Request Sent Successfully!')).toBeHidden()
})

test('[DLG-21] the dialog says Checking... while it loads the access @renderer', async ({
  page,
  open,
  enter,
  network,
  server,
}) => {
  const { project } = await ownedProject(server)
  await enter(demo.contributor)
  network.fault({ path: /is-user-project/, delayMs: 1500, times: 1 })
  await open(addressOf(project.id))
  await expect(page.getByText('Checking...')).toBeVisible()
  await expect(page.getByText('Checking...')).toBeHidden()
})

test('[DLG-30][DLG-31] a failed application shows an alert in a red box, and the next try works @renderer', async ({
  page,
  openAs,
  newPerson,
  network,
  server,
}) => {
  const { project } = await ownedProject(server)
  await openAs(await newPerson(), addressOf(project.id))
  network.fault({ method: 'POST', path: /\/apply$/, status: 500, body: { message: '', code: 'INTERNAL' }, times: 1 })
  await button(page, 'Apply').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to request project. Please try again.' })
  await expect(alert).toBeVisible()
  await expect(alert).toHaveCSS('border-top-color', 'rgb(179, 38, 30)')
  await button(page, 'Apply').click()
  await expect(button(page, 'Withdraw')).toBeVisible()
  await expect(alert).toBeHidden()
})

test('[DLG-24][DLG-25][DLG-34] an invitation is rejected, then another is accepted and brings the role @renderer', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const { owner, project } = await ownedProject(server)
  const person = await newPerson()
  const { userID } = await userIDOf(server, person)
  const invite = () => owner.memberships.invite({ params: { id: project.id, userId: userID }, body: { role: 'admin' } })
  await invite()
  await openAs(person, addressOf(project.id))
  await button(page, 'Reject').click()
  await expect(button(page, 'Apply')).toBeEnabled()
  await invite()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Your application' }).getByText('Admin', { exact: true })).toBeVisible()
  await button(page, 'Accept').click()
  await expect(page.getByRole('link', { name: 'Open project' })).toBeVisible()
  await expect(page.getByText('Admin', { exact: true })).toBeVisible()
})

test('[DLG-23] a rejected applicant sees Rejected and no button @renderer', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const { owner, project } = await ownedProject(server)
  const person = await newPerson()
  const { api, userID } = await userIDOf(server, person)
  await api.projects.apply({ params: { id: project.id }, body: {} })
  await owner.memberships.answer({ params: { id: project.id, userId: userID }, body: { accept: false } })
  await openAs(person, addressOf(project.id))
  const area = page.getByRole('group', { name: 'Your application' })
  await expect(area.getByText('Rejected')).toBeVisible()
  await expect(area.getByRole('button')).toHaveCount(0)
})

test('[DLG-32] the dialog is blue for creators, and green for contributors and for people without a stored type @renderer', async ({
  page,
  open,
  enter,
  newPerson,
  server,
}) => {
  const { project } = await ownedProject(server)
  await page.emulateMedia({ colorScheme: 'light' })
  await enter(await newPerson())
  const green = 'rgb(21, 112, 60)'
  const blue = 'rgb(29, 78, 216)'
  for (const [type, colour] of [
    ['creator', blue],
    ['contributor', green],
    [null, green],
  ] as const) {
    await open('/terms')
    await page.evaluate((stored) => {
      if (stored) sessionStorage.setItem('userType', stored)
      else sessionStorage.removeItem('userType')
    }, type)
    await open(addressOf(project.id))
    await expect(button(page, 'Apply')).toHaveCSS('background-color', colour)
  }
})
