import { expect, type Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import type { Role, ScreenState } from './screens.ts'

/** The ID of the project with the most tasks: of those that the creator owns, or of those in which the contributor is a plain member. */
const fullestProject = async (server: ServerProcess, role: Role): Promise<string> => {
  const api = await server.api({ email: `${role}@guildhall.test`, password: 'guildhall-demo' })
  const { data: projects } = role === 'creator' ? await api.projects.owned({ query: {} }) : await api.users.projects({})
  let fullest = { id: '', count: -1 }
  for (const { id, role: roleThere, isApproved } of projects) {
    if (!isApproved || roleThere !== (role === 'creator' ? 'owner' : 'member')) continue
    const { data } = await api.tasks.byProject({ params: { projectId: id }, query: {} })
    if (data.length > fullest.count) fullest = { id, count: data.length }
  }
  if (!fullest.id) throw new Error(`the demo world has no project of ${role}`)
  return fullest.id
}

/** The ID of the creator's project whose board has stages. */
const stagedProject = async (server: ServerProcess): Promise<string> => {
  const api = await server.api({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
  for (const { id } of (await api.projects.owned({ query: {} })).data)
    if ((await api.stages.list({ params: { id } })).data.stages.length > 0) return id
  throw new Error('the demo world has no project of creator with stages')
}

/** A file with something of each kind that the sheet asks about or tells. */
const moved = [
  'Title;Status;Assignee;Due date;Priority;Labels;Berth',
  'Caulk the hull;Dry dock;lin@example.org;05/06/2026;P2-High;hull, blue;North',
  'Trim the sails;Sea trial;Nobody Known;someday;Whenever;;',
  'Paint the name;Done;;;;;',
  ';Done;;;;;',
].join('\n')

const openImport = async ({ page, open, server }: Parameters<ScreenState['show']>[0]) => {
  await open(`/project/${await fullestProject(server, 'creator')}/tasks`)
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: /^Import tasks/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Import tasks' })
  await expect(sheet.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  return sheet
}

/** The task's dialog with all that comes a moment after its title. */
const isWhole = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Title')).toBeVisible()
  await expect(dialog.getByLabel('Blocked by').first()).toBeAttached()
  await expect(dialog.getByLabel('Write a comment').first()).toBeAttached()
  await expect(dialog.getByRole('region', { name: 'What now' }).getByRole('status')).toBeVisible()
}

/** The Tasks tab of a project's workspace, in its states. */
export const tasksScreens: readonly ScreenState[] = [
  {
    name: 'tasks-board',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'creator')}/tasks`)
      await expect(page.locator('[data-card]').first()).toBeVisible()
    },
  },
  {
    name: 'tasks-board-stages',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await stagedProject(server)}/tasks`)
      await expect(page.getByRole('group', { name: 'Tasks by stage' }).locator('[data-card]').first()).toBeVisible()
    },
  },
  {
    name: 'tasks-board-refused',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'contributor')}/tasks`)
      await page.locator('[data-column="1"] [data-card] button, [data-column="2"] [data-card] button').first().click()
      await expect(page.getByRole('menuitem', { name: /Only admins and owners/ }).first()).toBeVisible()
    },
  },
  {
    name: 'tasks-backlog',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'creator')}/tasks?view=backlog`)
      await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible()
    },
  },
  {
    name: 'tasks-error',
    as: 'creator',
    show: async ({ page, open, server, network }) => {
      const project = await fullestProject(server, 'creator')
      network.fault({ path: /user-tasks\/by-project/, status: 500, body: { message: '', code: 'INTERNAL' } })
      await open(`/project/${project}/tasks`)
      await expect(page.getByText('Failed to fetch tasks').first()).toBeVisible()
    },
  },
  {
    name: 'tasks-create',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'creator')}/tasks?task=new`)
      await page.getByLabel('AI prompt').fill('draw the map of the harbour')
      await page.getByRole('button', { name: 'Fill from my words' }).click()
      await expect(page.getByText('Task details generated successfully!')).toBeVisible()
      await page.getByLabel('Description').fill('')
      await page.getByRole('button', { name: 'Create Task' }).click()
      await expect(page.getByText('Please fill in all required fields.')).toBeVisible()
    },
  },
  {
    name: 'tasks-create-member',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'contributor')}/tasks?task=new`)
      await expect(page.getByText('Owners and admins choose who does a task.')).toBeVisible()
    },
  },
  {
    name: 'tasks-nothing-found',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'creator')}/tasks?q=zzzz`)
      await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
    },
  },
  {
    name: 'tasks-details',
    as: 'contributor',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'contributor')}/tasks`)
      await page.locator('[data-card] a').first().click()
      await isWhole(page)
    },
  },
  {
    name: 'tasks-details-owner',
    as: 'creator',
    show: async ({ page, open, server }) => {
      await open(`/project/${await fullestProject(server, 'creator')}/tasks`)
      await page.locator('[data-card] a').first().click()
      await isWhole(page)
    },
  },
  {
    name: 'tasks-details-conflict',
    as: 'creator',
    show: async ({ page, open, server }) => {
      const api = await server.api({ email: 'creator@guildhall.test', password: 'guildhall-demo' })
      const title =
        'Walk the whole length of the river with a stallholder and write down each place where people stop to ask the way'
      const { data: task } = await api.tasks.create({
        body: { projectID: await fullestProject(server, 'creator'), title, description: 'On foot.', status: 2 },
      })
      await open(`/project/${task.projectID}/tasks/${task.taskId}`)
      await isWhole(page)
      await page.getByRole('dialog').getByLabel('Title').fill(`${title}, by bicycle`)
      await api.tasks.update({
        params: { id: task.id },
        body: { title: 'Walk along the river', version: task.version ?? 1 },
      })
      await page.getByRole('dialog').getByLabel('Title').press('Enter')
      await expect(page.getByRole('alert').filter({ hasText: 'has changed this task' })).toBeVisible()
    },
  },
  {
    name: 'tasks-import-refused',
    as: 'creator',
    show: async (context) => {
      const sheet = await openImport(context)
      const zip = { name: 'export.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 of tasks') }
      await sheet.getByLabel('File with tasks').setInputFiles(zip)
      await expect(sheet.getByText(/This is a ZIP file/)).toBeVisible()
    },
  },
  {
    name: 'tasks-import-preview',
    as: 'creator',
    show: async (context) => {
      const sheet = await openImport(context)
      const file = { name: 'yard.csv', mimeType: 'text/csv', buffer: Buffer.from(moved) }
      await sheet.getByLabel('File with tasks').setInputFiles(file)
      await expect(sheet.getByRole('region', { name: 'First tasks' })).toBeVisible()
      await expect(sheet.getByRole('region', { name: 'Please note' })).toBeVisible()
    },
  },
]
