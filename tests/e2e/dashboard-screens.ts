import { expect } from '@playwright/test'
import { newName } from './people.ts'
import type { ScreenState } from './screens.ts'

const creator = { email: 'creator@guildhall.test', password: 'guildhall-demo' }

/** The owner dashboard and the project wizard, in their states. */
export const dashboardScreens: readonly ScreenState[] = [
  {
    name: 'dashboard',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/owner-dashboard')
      await expect(page.getByRole('article').first()).toBeVisible()
    },
  },
  {
    name: 'dashboard-first-time',
    as: 'creator',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/owned-projects/, status: 200, body: { data: [] } })
      await open('/owner-dashboard')
      await expect(page.getByText('Your first project starts with a sentence')).toBeVisible()
    },
  },
  {
    name: 'dashboard-error',
    as: 'creator',
    show: async ({ page, open, network }) => {
      network.fault({ path: /users\/owned-projects/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open('/owner-dashboard')
      await expect(page.getByText('Failed to fetch owner projects')).toBeVisible()
    },
  },
  {
    name: 'wizard-generated',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/owner-dashboard?new')
      await page
        .getByLabel('AI prompt')
        .fill('A tide table for our harbour office with a map and printable pages, in React, 10 hours a week, $2,500')
      await page.getByRole('button', { name: 'Fill from my words' }).click()
      await expect(page.getByText(/^Filled in from your own words/)).toBeVisible()
    },
  },
  {
    name: 'wizard-missing',
    as: 'creator',
    show: async ({ page, open }) => {
      await open('/owner-dashboard?new')
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
    },
  },
  {
    name: 'wizard-tasks',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const api = await server.api(creator)
      const { data } = await api.projects.create({
        body: {
          title: `Tide table ${newName()}`,
          description: 'Charts, a map and printable pages.',
          skills: 'React, GIS',
        },
      })
      await open(`/owner-dashboard?draft=${data.id}&step=tasks`)
      const tasks = page.getByRole('list', { name: 'Suggested tasks' }).getByRole('article')
      await tasks.nth(1).getByRole('button', { name: 'Edit' }).click()
      await tasks.nth(2).getByRole('checkbox').click()
      await expect(page.getByLabel('Task title')).toBeVisible()
    },
  },
]
