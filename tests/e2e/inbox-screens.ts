import { expect, type Page } from '@playwright/test'
import type { ScreenState } from './screens.ts'

const list = (page: Page, tab: string) => expect(page.getByRole('list', { name: `Notices: ${tab}` })).toBeVisible()
export const pane = (page: Page) => page.getByRole('region', { name: 'Opened notice' })
/** Opens the first notice of that kind. */
export const openRow = async (page: Page, name: RegExp) => {
  await list(page, 'For you')
  const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name }).first()
  // Only the rows in sight are drawn, and what other tests have done is above.
  await expect(async () => {
    if ((await row.count()) > 0) return
    await page.getByRole('region', { name: 'Inbox' }).hover()
    await page.mouse.wheel(0, 300)
    expect(await row.count()).toBeGreaterThan(0)
  }).toPass()
  await row.click()
}
const noRows = { data: [], nextCursor: null, upTo: null }

/** The inbox and its bell, in their states. */
export const inboxScreens: readonly ScreenState[] = [
  {
    name: 'inbox-bell',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/talent')
      await page.getByRole('button', { name: /^Inbox/ }).click()
      await expect(page.getByRole('list', { name: 'Latest notices' })).toBeVisible()
    },
  },
  {
    name: 'inbox',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/inbox')
      await list(page, 'For you')
    },
  },
  {
    name: 'inbox-task',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/inbox')
      await openRow(page, /assigned you to/)
      await expect(pane(page).getByRole('textbox', { name: 'Title' })).toBeVisible()
    },
  },
  {
    name: 'inbox-request',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/inbox')
      await openRow(page, /applied to/)
      await expect(pane(page).getByRole('article', { name: /^Request of/ })).toBeVisible()
    },
  },
  {
    name: 'inbox-invitation',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/inbox')
      await openRow(page, /invited you to/)
      await expect(pane(page).getByRole('heading', { name: 'Project brief' })).toBeVisible()
    },
  },
  {
    name: 'inbox-payment',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/inbox')
      // A payment for a task opens the task.
      await openRow(page, /recorded a payment to you in [^,]+, Money ,/)
      await expect(pane(page).getByRole('heading', { name: 'Your payments' })).toBeVisible()
      await expect(pane(page).getByRole('heading', { name: 'Project brief' })).toBeVisible()
    },
  },
  {
    name: 'inbox-following',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/inbox?tab=following')
      await list(page, 'Following')
    },
  },
  {
    name: 'inbox-snooze',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/inbox')
      await openRow(page, /applied to/)
      await pane(page).getByRole('button', { name: 'Snooze' }).click()
      await expect(page.getByRole('menuitem', { name: /Monday 9:00/ })).toBeVisible()
    },
  },
  {
    name: 'inbox-empty',
    as: 'admin',
    show: async ({ page, open, network }) => {
      network.fault({ path: /notifications\?/, status: 200, body: noRows })
      await open('/inbox')
      await expect(page.getByText(/^Nothing waits for you/)).toBeVisible()
    },
  },
  {
    name: 'inbox-error',
    as: 'admin',
    show: async ({ page, open, network }) => {
      network.fault({ path: /notifications\?/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/inbox')
      await expect(page.getByText('Failed to load the inbox')).toBeVisible()
    },
  },
  {
    name: 'inbox-gone',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/inbox?notice=01890000-0000-7000-8000-000000000001')
      await expect(page.getByText('This is no longer there.')).toBeVisible()
    },
  },
]
