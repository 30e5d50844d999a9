import type { Page } from '@playwright/test'
import type { ServerProcess } from '../support/server-process.ts'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'

const workspaceOf = (id: string, tab: string) => `/project/${id}/${tab}`
const nav = (page: Page) => page.getByRole('navigation', { name: 'Workspace' })

/** Creates a draft of the demo creator with one task. */
const createDraft = async (server: ServerProcess) => {
  const creator = await server.api(demo.creator)
  const title = `Harbour map ${newName()}`
  const { data: project } = await creator.projects.create({ body: { title, description: 'Charts and tides.' } })
  await creator.tasks.create({
    body: { title: 'Draw the pier', description: 'With all steps.', projectID: project.id },
  })
  return { ...project, creator }
}

test('[WS-01][WS-04][NAV-05] the tabs stand in a side panel, or on small screens in a bar at the lower edge, and each tab opens @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { id, title } = await createDraft(server)
  await openAs(demo.creator, workspaceOf(id, 'overview'))
  await expect(page.getByRole('link', { name: 'Draw the pier' })).toBeVisible()
  for (const [label, tab] of [
    ['Tasks', 'tasks'],
    ['Files', 'files'],
    ['Manage Collaborators', 'collaborators'],
    ['Settings', 'settings'],
    ['Home', 'overview'],
  ] as const) {
    const link = nav(page).getByRole('link', { name: label, exact: true })
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${workspaceOf(id, tab)}$`))
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
  const place = async () => (await nav(page).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
  const panel = await place()
  expect(panel.x).toBeLessThan(40)
  expect(panel.width).toBeLessThan(260)
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = await place()
  // The desktop's window has a scroll bar beside the page.
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  expect([bar.x, bar.width, Math.round(bar.y + bar.height)]).toEqual([0, width, 844])
  await nav(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
})

test('a person opens the settings, edits the title, keeps editing and saves it, by keyboard alone @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { id, creator } = await createDraft(server)
  await openAs(demo.creator, workspaceOf(id, 'overview'))
  const press = (key: string) => page.keyboard.press(key)
  await nav(page).getByRole('link', { name: 'Home' }).focus()
  for (let step = 0; step < 4; step += 1) await press('Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Settings' })).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit project' })
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link')
  await press('Tab')
  await expect(sections.first()).toBeFocused()
  await expect(sections.filter({ hasText: 'Audit' })).toBeVisible()
  const count = await sections.count()
  for (let step = 0; step < count; step += 1) await press('Tab')
  await expect(edit).toBeFocused()
  await press('Enter')
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await press('Control+A')
  await page.keyboard.type('Harbour atlas')
  await press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  await press('Escape')
  await expect(title).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour atlas' })).toBeVisible()
  await expect(edit).toBeFocused()
  expect((await creator.projects.get({ params: { id } })).data.title).toBe('Harbour atlas')
})

test('on a phone the main act of each tab is above the bar at the lower right, and covers nothing that cannot be scrolled from below it @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { id } = await createDraft(server)
  await page.setViewportSize({ width: 390, height: 844 })
  const acts = {
    overview: 'Create New Task',
    tasks: 'Create New Task',
    files: 'Upload files',
    collaborators: 'Invite Member',
  }
  for (const [tab, name] of Object.entries(acts)) {
    await openAs(demo.creator, workspaceOf(id, tab))
    const act = page.getByRole('button', { name, exact: true })
    await expect(act).toBeVisible()
    const { x, y, width, height } = (await act.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const bar = (await nav(page).boundingBox())?.y ?? 0
    expect([tab, x + width > 340, y > 600, y + height < bar]).toEqual([tab, true, true, true])
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = await page.locator('main :is(a, button, input):visible').evaluateAll((all) => {
      const ofPage = all.filter((one) => !one.closest('nav, [data-foot], [role="region"][aria-label="Messages"]'))
      return Math.max(...ofPage.map((one) => one.getBoundingClientRect().bottom))
    })
    expect(last, tab).toBeLessThan(y + 56)
  }
})
