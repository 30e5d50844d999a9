import type { Page } from '@playwright/test'
import { createTeam } from '../teams.ts'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

const tabs = ['overview', 'tasks', 'files', 'collaborators', 'settings'] as const

/** The upper edge of the first thing that fits, in pixels of the window. */
const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().top)

test('the board begins high on the screen: at most 170 px down at 1440x900, and 200 px at 390x844, with nothing sticking out', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const { path } = await createTeam(server, newPerson)
  for (const [width, height, most] of [
    [1440, 900, 170],
    [390, 844, 200],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openAs(demo.creator, path)
    await expect(page.locator('[data-column]')).toHaveCount(4)
    await expect(page.getByText(/^\d+ tasks?$/)).toBeVisible()
    await expect.poll(() => topOf(page, '[data-column]')).toBeLessThanOrEqual(most)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  // The bar at the lower edge has one line of labels: none is higher than the others, and none is cut off.
  const labels = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link')
  const shapes = await labels.evaluateAll((links) =>
    links.map((link) => ({
      isCut: link.scrollWidth > link.clientWidth,
      lines: Math.round((link.querySelector('span')?.getBoundingClientRect().height ?? 0) / 14),
    })),
  )
  expect(shapes).toEqual(shapes.map(() => ({ isCut: false, lines: 1 })))
})

test('on a wide screen all tabs have one width, one bar of 48 to 56 px, and the main action at one place', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const { path } = await createTeam(server, newPerson)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openAs(demo.creator, path)
  const bars: number[] = []
  const edges: number[][] = []
  const widths: number[] = []
  for (const tab of tabs) {
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link').nth(tabs.indexOf(tab)).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeAttached()
    const body = page.locator('[data-tab-body]')
    widths.push(Math.round((await body.boundingBox())?.width ?? 0))
    bars.push(await page.locator('[data-bar]').evaluate((bar) => Math.round(bar.getBoundingClientRect().height)))
    const action = page.locator('[data-area="actions"] button').last()
    if (tab === 'settings') continue
    // A button that is just drawn again has no box for a moment.
    let edge: number[] | null = null
    const measure = async () => {
      const box = await action.boundingBox()
      edge = box && [Math.round(box.x + box.width), Math.round(box.y)]
      return edge
    }
    await expect.poll(measure).not.toBeNull()
    edges.push(edge ?? [])
  }
  expect(new Set(widths).size).toBe(1)
  for (const height of bars) expect(height).toBeGreaterThanOrEqual(48)
  for (const height of bars) expect(height).toBeLessThanOrEqual(56)
  expect([...new Set(edges.map(String))], edges.join(' ')).toHaveLength(1)
})

test('[TASK-31] the backlog never scrolls sideways: on narrower windows its later columns give way to the titles', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const { path } = await createTeam(server, newPerson)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(demo.creator, `${path}?view=backlog`)
  const grid = page.getByRole('grid', { name: 'Backlog' })
  const header = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  for (const [width, shown, hidden] of [
    [1920, ['Due', 'Priority', 'Labels', 'Reward', 'Updated', 'Created'], []],
    [1600, ['Due', 'Priority', 'Labels', 'Reward', 'Updated'], ['Created']],
    [1440, ['Due', 'Priority', 'Labels', 'Reward'], ['Updated', 'Created']],
    [1280, ['Due', 'Priority', 'Reward'], ['Labels', 'Updated', 'Created']],
    [1130, ['Due', 'Priority'], ['Labels', 'Reward']],
    [1024, ['Due'], ['Priority']],
    [900, ['Status', 'Assignee'], ['Due']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of shown) await expect(header(name)).toBeVisible()
    for (const name of hidden) await expect(header(name)).toHaveCount(0)
    const over = () =>
      grid.locator('.MuiDataGrid-virtualScroller').evaluate((element) => element.scrollWidth - element.clientWidth)
    await expect.poll(over, { message: `too wide at ${width}` }).toBeLessThanOrEqual(0)
    const titles = await header('Task').boundingBox()
    expect(titles?.width, `the titles at ${width}`).toBeGreaterThan(width < 1200 ? 130 : 240)
  }
})

test('where the bar is one row, the search covers none of the views beside it', async ({ page, openAs, server }) => {
  const creator = await server.api(demo.creator)
  const { data: project } = await creator.projects.create({
    body: { title: `Signage and identity for a riverside market ${newName()}`, description: 'No two signs alike.' },
  })
  await page.setViewportSize({ width: 1200, height: 800 })
  await openAs(demo.creator, `/project/${project.id}/tasks`)
  const last = page.getByRole('tab', { name: 'Trash' })
  // The field around what is typed, with its picture.
  const search = page.getByRole('searchbox', { name: 'Search tasks' }).locator('..')
  for (const width of [1200, 1240, 1280, 1360, 1440, 1536, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(last).toBeVisible()
    const [view, field] = [await last.boundingBox(), await search.boundingBox()]
    expect((field?.x ?? 0) - ((view?.x ?? 0) + (view?.width ?? 0)), `at ${width}`).toBeGreaterThan(0)
    expect(field?.width, `at ${width}`).toBeGreaterThan(120)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})
