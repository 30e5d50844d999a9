import { expect } from '@playwright/test'
import type { ScreenState } from './screens.ts'

/** The administrators' page and the creator application, in their states. */
export const adminScreens: readonly ScreenState[] = [
  {
    name: 'admin-users',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/founder/admin')
      await expect(page.getByRole('grid', { name: 'Waitlist' }).getByRole('rowheader').first()).toBeVisible()
      await page.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    },
  },
  {
    name: 'admin-applications',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/founder/admin?tab=applications')
      await expect(page.getByRole('button', { name: /^Approve / }).first()).toBeVisible()
    },
  },
  {
    name: 'admin-refused',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/founder/admin')
      await expect(page.getByRole('heading', { name: 'Waitlist Access Required' })).toBeVisible()
    },
  },
  {
    name: 'admin-people',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/founder/admin?tab=people')
      await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
    },
  },
  {
    name: 'admin-people-suspend',
    as: 'admin',
    show: async ({ page, open }) => {
      await open('/founder/admin?tab=people')
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Suspend…' }).click()
      await expect(page.getByRole('dialog', { name: /^Suspend/ })).toBeVisible()
    },
  },
  {
    name: 'creator-application',
    as: 'contributor',
    show: async ({ page, open }) => {
      await open('/creator-application')
      await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible()
    },
  },
  {
    name: 'creator-application-approved',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/creator-application')
      await expect(page.getByRole('link', { name: 'Create My First Project' })).toBeVisible()
    },
  },
]
