import { expect } from '@playwright/test'
import { openRow, pane } from './inbox-screens.ts'
import type { Role, ScreenState } from './screens.ts'

const failed = { status: 500, body: { message: '', code: 'INTERNAL' } } as const

/** A page while its call is under way, and after it failed. */
export const waitingAndFailed = (
  name: string,
  as: Role,
  { at, path, text }: { at: string; path: RegExp; text: string },
) =>
  [
    {
      name: `${name}-loading`,
      as,
      show: async ({ page, open, network }) => {
        network.fault({ path, delayMs: 20_000 })
        await open(at)
        await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible()
      },
    },
    {
      name: `${name}-error`,
      as,
      show: async ({ page, open, network }) => {
        network.fault({ path, ...failed })
        await open(at)
        await expect(page.getByText(text).first()).toBeVisible()
      },
    },
  ] satisfies ScreenState[]

/** A page as it opens, when the text is there. */
export const plain = (name: string, as: Role, at: string, text: string | RegExp): ScreenState => ({
  name,
  as,
  show: async ({ page, open }) => {
    await open(at)
    await expect(page.getByText(text).first()).toBeVisible()
  },
})

/** The address of a task of the demo world, by its title. */
const taskAt = async (server: Parameters<ScreenState['show']>[0]['server'], as: Role, title: string) => {
  const api = await server.api({ email: `${as}@guildhall.test`, password: 'guildhall-demo' })
  const { data } = await api.openTasks.list({ query: { limit: 50 } })
  const found = data.find((task) => task.title === title)
  if (!found) throw new Error(`the demo world has no open task '${title}'`)
  return { id: found.id, projectID: found.project.id }
}

const openTasks: ScreenState[] = [
  plain('open-tasks', 'contributor', '/open', 'Write the house rules on one page'),
  plain('open-tasks-empty', 'contributor', '/market?view=tasks&q=zzqxzzqxzzqx', 'No open task matches.'),
  ...waitingAndFailed('open-tasks', 'contributor', {
    at: '/open',
    path: /open-tasks/,
    text: 'Failed to load the open tasks',
  }),
  {
    name: 'open-task',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const { id } = await taskAt(server, 'contributor', 'Write the house rules on one page')
      await open(`/open/${id}`)
      await expect(page.getByRole('button', { name: /^Take this task/ }).first()).toBeVisible()
    },
  },
  {
    name: 'open-task-sheet',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const { id } = await taskAt(server, 'contributor', 'Write the house rules on one page')
      await open(`/open/${id}`)
      await page
        .getByRole('button', { name: /^Take this task/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

const earnings: ScreenState[] = [
  plain('earnings', 'contributor', '/earnings', 'Received in'),
  plain('earnings-owner', 'creator', '/earnings', 'By me'),
  ...waitingAndFailed('earnings', 'contributor', {
    at: '/earnings',
    path: /users\/earnings/,
    text: 'Failed to load your earnings',
  }),
  plain('statement', 'contributor', '/earnings/statement', 'Make the rota fair'),
  plain('statement-empty', 'contributor', '/earnings/statement?year=2022', 'Nothing was paid to you in this time.'),
  ...waitingAndFailed('statement', 'contributor', {
    at: '/earnings/statement',
    path: /users\/earnings\/statement/,
    text: 'Failed to load the statement',
  }),
  {
    name: 'receipt',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/earnings')
      await page
        .getByRole('link', { name: /^Receipt/ })
        .first()
        .click()
      await expect(page.getByText('This is a record, not an invoice.')).toBeVisible()
    },
  },
  plain(
    'receipt-missing',
    'contributor',
    '/receipts/01890000-0000-7000-8000-000000000000',
    'This receipt is not there.',
  ),
  plain('settings-payout', 'contributor', '/settings/payout', 'Who has read them'),
  ...waitingAndFailed('settings-payout', 'contributor', {
    at: '/settings/payout',
    path: /users\/payout/,
    text: 'Failed to load your payout details',
  }),
]

const reviews: ScreenState[] = [
  plain('profile-reviews', 'contributor', '/pf/leila-farahani', 'She asked the shy ones, too.'),
  {
    name: 'profile-reviews-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /\/api\/.*\/ratings/, ...failed })
      await open('/pf/leila-farahani')
      await expect(page.getByText('Failed to load the reviews')).toBeVisible()
    },
  },
  {
    name: 'review-sheet',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/work')
      await page.getByRole('button', { name: /^Give a review of/ }).click()
      await expect(page.getByRole('radiogroup', { name: /^How clear/ })).toBeVisible()
      await page.getByRole('button', { name: 'Give the review' }).click()
    },
  },
]

const disputes: ScreenState[] = [
  plain('admin-disputes', 'admin', '/founder/admin?tab=disputes', 'Map who repairs what'),
  ...waitingAndFailed('admin-disputes', 'admin', {
    at: '/founder/admin?tab=disputes',
    path: /admin\/disputes/,
    text: 'Failed to load the disputes',
  }),
  {
    name: 'admin-dispute',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/founder/admin?tab=disputes')
      await page.getByRole('link', { name: 'Map who repairs what' }).click()
      await expect(page.getByRole('heading', { name: 'Both sides' })).toBeVisible()
    },
  },
  {
    name: 'task-disputed',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const { projectID } = await taskAt(server, 'creator', 'Write the house rules on one page')
      await open(`/project/${projectID}/tasks/9`)
      await expect(page.getByRole('heading', { name: 'Dispute' })).toBeVisible()
    },
  },
  {
    name: 'collaborators-owed',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const { projectID } = await taskAt(server, 'creator', 'Write the house rules on one page')
      await open(`/project/${projectID}/collaborators?view=payments`)
      await expect(page.getByRole('heading', { name: 'Owed now' })).toBeVisible()
    },
  },
]

/** What a reward passes through: open tasks, earnings, reviews and disputes, in their states. */
const guests: ScreenState[] = [
  {
    name: 'inbox-guest-task',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/inbox')
      await openRow(page, /recorded a payment to you in Captions for the valley/)
      await expect(pane(page).getByRole('heading', { level: 3, name: /^Name the people/ })).toBeVisible()
      await expect(pane(page).getByText('You have finished this task. You can read it here.')).toBeVisible()
      await expect(pane(page).getByRole('region', { name: 'Files' })).toBeVisible()
    },
  },
]

export const bargainScreens: readonly ScreenState[] = [...openTasks, ...earnings, ...reviews, ...disputes, ...guests]
