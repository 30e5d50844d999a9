import { expect } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { newName } from './people.ts'
import type { ScreenState } from './screens.ts'

const creator = { email: 'creator@guildhall.test', password: 'guildhall-demo' }

/** The ID of the creator's project with the most people, so that the lists are longer than the screen shows. */
const busyProject = async (server: ServerProcess): Promise<string> => {
  const api = await server.api(creator)
  const { data: owned } = await api.projects.owned({ query: {} })
  const teams = await Promise.all(
    owned.map(async ({ id }) => ({ id, count: (await api.memberships.members({ params: { id } })).data.length })),
  )
  const [busiest] = teams.sort((a, b) => b.count - a.count || a.id.localeCompare(b.id))
  if (!busiest) throw new Error('the demo world has no project of the creator')
  return busiest.id
}

/** A project's workspace: its frame, the overview and the settings, in their states. */
export const workspaceScreens: readonly ScreenState[] = [
  {
    name: 'workspace-overview',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await busyProject(server)}/overview`)
      await expect(page.getByRole('link', { name: 'All tasks' })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Team members' })).toBeVisible()
    },
  },
  {
    name: 'workspace-overview-empty',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const api = await server.api(creator)
      const { data } = await api.projects.create({
        body: { title: `Harbour map ${newName()}`, description: 'Charts and tides.' },
      })
      await open(`/project/${data.id}/overview`)
      await expect(page.getByText('No tasks yet')).toBeVisible()
    },
  },
  {
    name: 'workspace-error',
    as: 'creator',
    show: async ({ page, open, server, network }) => {
      const id = await busyProject(server)
      network.fault({ path: new RegExp(`/projects/${id}$`), status: 500, body: { message: '', code: 'INTERNAL' } })
      await open(`/project/${id}/overview`)
      await expect(page.getByText('Failed to load project data')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Team members' })).toBeVisible()
    },
  },
  {
    name: 'workspace-settings',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await busyProject(server)}/settings`)
      await expect(page.getByRole('switch').first()).toBeVisible()
      await page.getByRole('button', { name: 'Delete Project' }).click()
      await expect(page.getByRole('button', { name: 'Confirm Delete' })).toBeVisible()
    },
  },
  {
    name: 'workspace-settings-edit',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await busyProject(server)}/settings`)
      await page.getByRole('button', { name: 'Edit project' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill('')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
    },
  },
  {
    name: 'workspace-settings-member',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      const api = await server.api({ email: 'contributor@guildhall.test', password: 'guildhall-demo' })
      const { data } = await api.users.projects({})
      const project = data.find(({ role, isApproved }) => role === 'member' && isApproved)
      if (!project) throw new Error('the demo contributor is a member nowhere')
      await open(`/project/${project.id}/settings`)
      await expect(page.getByText('Contact Project Owner')).toBeVisible()
      await expect(page.getByRole('switch').first()).toBeVisible()
    },
  },
]
