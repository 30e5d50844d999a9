import { expect } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import type { ScreenState } from './screens.ts'

const password = 'guildhall-demo'
const creator = { email: 'creator@guildhall.test', password }

/** The creator's project in progress with the most people; its ledger has some payments, one of them voided. */
const busyProject = (server: ServerProcess) => projectOf(server, 2)
const projectOf = async (server: ServerProcess, wanted: number): Promise<string> => {
  const api = await server.api(creator)
  const { data: owned } = await api.projects.owned({ query: {} })
  const teams = await Promise.all(
    owned
      .filter(({ status, archivedAt }) => status === wanted && !archivedAt)
      .map(async ({ id }) => ({ id, members: (await api.memberships.members({ params: { id } })).data })),
  )
  const [busiest] = teams.sort((a, b) => b.members.length - a.members.length || a.id.localeCompare(b.id))
  if (!busiest) throw new Error(`the demo world has no project of the creator with the status ${wanted}`)
  return busiest.id
}

/** One that is over has weeks behind it. */
const completedProject = (server: ServerProcess) => projectOf(server, 3)

const managed = (name: string, search: string, show: ScreenState['show'], project = busyProject): ScreenState => ({
  name,
  as: 'creator',
  show: async (stage) => {
    await stage.open(`/project/${await project(stage.server)}/collaborators${search}`)
    // An open dialog hides the heading from screen readers.
    await expect(stage.page.getByRole('heading', { name: 'Manage Collaborators', includeHidden: true })).toBeVisible()
    await show(stage)
  },
})

/** A project's collaborators: the list, payments, the dialogs and requests as its owner sees them, and a member's list. */
export const collaboratorsScreens: readonly ScreenState[] = [
  managed('collaborators', '', async ({ page }) => {
    await expect(page.getByRole('table', { name: 'Collaborators' })).toBeVisible()
  }),
  managed(
    'collaborators-analytics',
    '?view=analytics&span=12m',
    async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Load by person' })).toBeVisible()
      await expect(page.locator('.MuiBarChart-element:not([height="0"])').first()).toBeVisible()
      await page.getByRole('button', { name: 'Show table: Time to done' }).click()
    },
    completedProject,
  ),
  managed('collaborators-payments', '?view=payments', async ({ page }) => {
    await page.getByRole('button', { name: 'Record Payment' }).click()
    await expect(page.getByText('Enter an amount.')).toBeVisible()
    await expect(page.getByText('Voided', { exact: true })).toBeVisible()
  }),
  managed('collaborators-bulk', '?view=payments&dialog=bulk', async ({ page }) => {
    await page.getByLabel('Total amount').fill('1000')
    await page.getByRole('checkbox', { name: 'Everybody' }).check()
    await page.getByRole('combobox', { name: 'Split' }).click()
    await page.getByRole('option', { name: 'By hours worked' }).click()
    await page
      .getByLabel(/^Hours of/)
      .first()
      .fill('7.5')
    await page
      .getByLabel(/^Hours of/)
      .last()
      .fill('eight')
    await expect(page.getByText('Some hours cannot be read.')).toBeVisible()
  }),
  managed('collaborators-invite', '?dialog=invite', async ({ page }) => {
    await page.getByLabel('Person').fill('an')
    await page.getByLabel('Person').press('Enter')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.getByLabel('Person').press('ArrowDown')
  }),
  managed('collaborators-requests', '?view=requests', async ({ page }) => {
    await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
  }),
  managed('collaborators-application', '?view=requests', async ({ page }) => {
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Past work here' })).toBeVisible()
    await expect(page.getByLabel('Private notes')).toBeVisible()
  }),
  managed('collaborators-reject', '?view=requests', async ({ page }) => {
    await page.getByRole('button', { name: 'Reject', exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Please choose a reason.')).toBeVisible()
  }),
  {
    name: 'collaborators-member',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const api = await server.api({ email: 'contributor@guildhall.test', password })
      const { data } = await api.users.projects({})
      const mine = data.find(({ role, isApproved }) => role === 'member' && isApproved)
      await open(`/collaborator-management/${mine?.id ?? ''}`)
      await expect(page.getByRole('heading', { name: 'View Collaborators' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Collaborators' })).toBeVisible()
    },
  },
]
