import { expect } from '@playwright/test'
import type { ScreenState } from './screens.ts'

const SETTINGS = '/settings/notifications'

/** One's own settings, section by section, and the page that ends mails, in their states. */
export const settingsScreens: readonly ScreenState[] = [
  {
    name: 'settings-notifications',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open(SETTINGS)
      await expect(page.getByRole('group', { name: 'Money' })).toBeVisible()
      await page.getByRole('switch', { name: 'Quiet hours' }).click()
      await expect(page.getByLabel('From', { exact: true })).toBeVisible()
      await expect(page.getByRole('switch', { name: 'Email on invitation' })).toBeVisible()
    },
  },
  {
    name: 'settings-notifications-not-saved',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      await open(SETTINGS)
      await page.getByRole('group', { name: 'Money' }).getByRole('switch', { name: 'Inbox' }).click()
      network.fault({ path: /notification-settings/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('What you chose is still here.')).toBeVisible()
    },
  },
  {
    name: 'settings-notifications-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /notification-settings/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open(SETTINGS)
      await expect(page.getByText('Failed to load settings')).toBeVisible()
    },
  },
  {
    name: 'settings-notifications-loading',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /notification-settings/, delayMs: 20_000 })
      await open(SETTINGS)
      await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible()
    },
  },
  {
    name: 'settings-account',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/account')
      await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
      await page.getByLabel('New password', { exact: true }).fill('guildhall')
      await expect(page.getByText('as the password')).toBeVisible()
    },
  },
  {
    name: 'settings-account-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/sessions/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/settings/account')
      await expect(page.getByText('Failed to load your sessions')).toBeVisible()
    },
  },
  {
    name: 'settings-account-address',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/account')
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await expect(page.getByLabel('New address')).toBeVisible()
    },
  },
  {
    name: 'settings-two-step',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/account')
      const card = page.getByRole('region', { name: 'Two-step sign-in' })
      await card.getByRole('button', { name: 'Switch on' }).click()
      await card.getByLabel('Your password').fill('guildhall-demo')
      await card.getByRole('button', { name: 'Continue' }).click()
      await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
    },
  },
  {
    name: 'settings-two-step-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/two-step/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/settings/account')
      await expect(page.getByText('Failed to load your two-step sign-in')).toBeVisible()
    },
  },
  {
    name: 'not-me',
    show: async ({ page, open }) => {
      await open('/not-me?token=a.b')
      await expect(page.getByRole('button', { name: /take it back/ })).toBeVisible()
    },
  },
  {
    name: 'settings-profile',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/profile')
      await expect(page.getByRole('textbox', { name: 'Headline' })).toBeVisible()
    },
  },
  {
    name: 'settings-profile-error',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ method: 'GET', path: /users\/profile$/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/settings/profile')
      await expect(page.getByText('Failed to load profile')).toBeVisible()
    },
  },
  {
    name: 'settings-privacy',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/privacy')
      await expect(page.getByRole('switch', { name: 'Show me in the talent directory' })).toBeVisible()
    },
  },
  {
    name: 'settings-appearance',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/settings/appearance')
      await expect(page.getByRole('radio', { name: /^System/ })).toBeVisible()
      await expect(page.getByRole('switch', { name: 'Keys of single letters' })).toBeVisible()
    },
  },
  {
    name: 'unsubscribe',
    show: async ({ page, open }) => {
      await open('/unsubscribe?token=a.b&group=money')
      await expect(page.getByRole('button', { name: 'Yes, no more of these mails' })).toBeVisible()
    },
  },
  {
    name: 'unsubscribed',
    show: async ({ page, open }) => {
      await open('/unsubscribe?token=a.b&group=money')
      await page.getByRole('button', { name: 'Yes, no more of these mails' }).click()
      await expect(page.getByText('You get no more mail about payments to you.')).toBeVisible()
    },
  },
]
