import { expect } from '@playwright/test'
import { createNewPerson } from './people.ts'
import type { ScreenState } from './screens.ts'

/** Public profiles, the invite-to-project dialog and the talent directory, in their states. */
export const peopleScreens: readonly ScreenState[] = [
  {
    name: 'profile-visitor',
    show: async ({ page, open }) => {
      await open('/pf/creator')
      await expect(page.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'profile-hire',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/pf/contributor')
      await expect(page.getByRole('button', { name: 'Hire Me' })).toBeVisible()
    },
  },
  {
    name: 'profile-empty',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const { username } = await createNewPerson(server)
      await open(`/pf/${username}`)
      await expect(page.getByText('No bio added yet.')).toBeVisible()
    },
  },
  {
    name: 'profile-edit',
    as: 'contributor',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/bio/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/pf/contributor')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Failed to update bio')).toBeVisible()
    },
  },
  {
    name: 'profile-unknown',
    show: async ({ page, open }) => {
      await open('/pf/nobody-of-this-name')
      await expect(page.getByText('Failed to load profile')).toBeVisible()
    },
  },
  {
    name: 'profile-loading',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/profile\//, delayMs: 20_000 })
      await open('/pf/creator')
      await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible()
    },
  },
  {
    name: 'profile-invite',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/pf/contributor')
      await page.getByRole('button', { name: 'Hire Me' }).click()
      await page.getByRole('button', { name: 'Send Invitation' }).click()
      await expect(page.getByText('Please select a project')).toBeVisible()
    },
  },
  {
    name: 'talent',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/talent')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    name: 'talent-drawer',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/talent?level=intermediate')
      await expect(page.getByRole('article').first()).toBeVisible()
      const button = page.getByRole('button', { name: /^Filters/ })
      if (await button.isVisible()) await button.click()
    },
  },
  {
    name: 'talent-empty',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/talent?q=zzqxzzqxzzqx')
      await expect(page.getByText('No talents found')).toBeVisible()
    },
  },
  {
    name: 'talent-error',
    as: 'creator',
    show: async ({ page, open, network }) => {
      network.fault({ path: /\/talents/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/talent')
      await expect(page.getByText('Failed to load talents').first()).toBeVisible()
    },
  },
  {
    name: 'talent-loading',
    as: 'creator',
    show: async ({ page, open, network }) => {
      network.fault({ path: /\/talents/, delayMs: 20_000 })
      await open('/talent')
      await expect(page.locator('.MuiSkeleton-root').first()).toBeVisible()
    },
  },
]
