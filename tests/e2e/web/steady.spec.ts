import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

/** How far what was drawn has moved by itself, as browsers score it: below 0.1 counts as steady (web.dev/articles/cls). */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 1_500)
      }),
  )

const inProject = ['overview', 'tasks', 'tasks?view=backlog', 'files', 'collaborators', 'collaborators?view=payments']
const inApp = ['/dashboard', '/market', '/talent', '/my-projects', '/inbox', '/work', '/settings']

test('no screen moves what it has drawn when later answers come', async ({ page, openAs, server, newPerson }) => {
  const { project, assign } = await createTeam(server, newPerson)
  for (let n = 1; n <= 6; n++) await assign(`Chart ${n} of the coast`)
  const slow = /\/api\/(?!users\/(?:login|profile))/
  await openAs(demo.creator, '/dashboard')
  // Each answer comes at another time, so that each part is drawn by itself.
  await page.route(slow, async (route) => {
    await new Promise((go) => setTimeout(go, 150 * (route.request().url().length % 5)))
    await route.continue().catch(() => {})
  })
  const analytics = `/project/${project.id}/collaborators?view=analytics`
  const paths = [...inApp, ...inProject.map((tab) => `/project/${project.id}/${tab}`), analytics]
  const shifts: Record<string, number> = {}
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href)
    await expect(page.getByRole('heading').first()).toBeVisible()
    shifts[path.replace(project.id, ':id')] = await layoutShift(page)
  }
  await page.unroute(slow)
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.1)).toEqual([])
})

test('toasts cover no card of a board', async ({ page, openAs, server, newPerson }) => {
  const { assign, path } = await createTeam(server, newPerson)
  for (let n = 1; n <= 8; n++) await assign(`Chart ${n} of the coast`)
  await openAs(demo.creator, path)
  const cards = page.locator('[data-card]')
  await expect(cards.first()).toBeVisible()
  await cards.first().getByRole('link').first().focus()
  const status = page.getByRole('combobox', { name: 'Set the status' })
  // The keys' code comes a moment after the board.
  await expect(async () => {
    await page.keyboard.press('s')
    await expect(status).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await status.fill('In Progress')
  await page.keyboard.press('Enter')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.locator('> *').first()).toBeVisible()
  const board = page.locator('[data-column]').first()
  const [toasts, column] = [await messages.boundingBox(), await board.boundingBox()]
  expect(column!.y + column!.height).toBeLessThanOrEqual(toasts!.y)
})

test('on a phone toasts do not cover the button at the foot of a task', async ({ page, openAs, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { data } = await (await server.api(demo.contributor)).openTasks.list({ query: {} })
  const [task] = data
  await openAs(demo.contributor, `/open/${task!.id}`)
  const save = page.getByRole('button', { name: 'Save for later' }).first()
  await save.click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.locator('> *').first()).toBeVisible()
  const [toasts, button] = [await messages.boundingBox(), await save.boundingBox()]
  expect(toasts!.y + toasts!.height).toBeLessThan(button!.y)
})
