import type { Page } from '@playwright/test'
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
