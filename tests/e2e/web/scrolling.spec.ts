import { demo, expect, test } from '../fixtures.ts'

const phone = { width: 390, height: 844 }

// These tests run in the browser alone, because the desktop app has no address bar.
test('a typed address opens at the top, however far the page before was scrolled; reload and back keep the scroll position', async ({
  page,
  open,
  enter,
}) => {
  await page.setViewportSize(phone)
  const place = () => page.evaluate(() => scrollY)
  const scrolledTo = (y: number) => expect.poll(place).toBe(y)
  const heading = page.getByRole('heading', { level: 1 })
  await open('/')
  await expect(heading).toBeVisible()
  await page.evaluate(() => scrollTo(0, 300))
  await scrolledTo(300)

  await page.reload()
  await expect(heading).toBeVisible()
  await scrolledTo(300)
  await open('/terms')
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible()
  expect(await place()).toBe(0)
  await page.goBack()
  await expect(heading).toBeVisible()
  await scrolledTo(300)

  await enter(demo.contributor)
  await open('/')
  await expect(page.getByText('Go to dashboard').first()).toBeVisible()
  expect(await place()).toBe(0)
})

test('the page does not scroll under a menu, and does again when it is closed', async ({ page, open }) => {
  await open('/')
  await page
    .getByRole('button', { name: /^Theme/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  const isLocked = () => page.evaluate(() => getComputedStyle(document.body).overflowY === 'hidden')
  await expect.poll(isLocked).toBe(true)
  await page.mouse.move(200, 400)
  await page.mouse.wheel(0, 300)
  // What a wheel does shows after some frames.
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(isLocked).toBe(false)
})

test('the wizard that Post project opens survives a reload, and closes onto the dashboard; back leads to the page before', async ({
  page,
  openAs,
}) => {
  // The market keeps the mode, and only a contributor's menu posts a project.
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: /^Profile menu of/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await openAs(demo.creator, '/market')
  await choose('Start working')
  await page.getByRole('banner').getByRole('link', { name: 'Find Work' }).click()
  await expect(page).toHaveURL(/\/market$/)
  await choose('Post project')
  const wizard = page.getByRole('dialog', { name: 'Create a New Project' })
  await expect(wizard).toBeVisible()
  await expect(page).toHaveURL(/\/owner-dashboard\?new$/)
  await page.reload()
  await expect(wizard).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(wizard).toHaveCount(0)
  await expect(page).toHaveURL(/\/owner-dashboard$/)
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(wizard).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/market$/)

  // A wizard that was opened from the dashboard is an entry of the history: back closes it, forward opens it again.
  await page.goto('/owner-dashboard')
  await page.getByRole('button', { name: 'Create New Project' }).click()
  await expect(wizard).toBeVisible()
  await page.goBack()
  await expect(wizard).toHaveCount(0)
  await page.goForward()
  await expect(wizard).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/owner-dashboard$/)
})

test('a link to the project’s audit brings it to the top, and switches begin where their hints do', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(demo.creator, '/owner-dashboard')
  // Its audit fills the window; that of a project that a test beside this one has just made does not.
  const named = page.locator('a[href^="/project/"]').filter({ hasText: 'Repair days on Harbour Lane' })
  const home = await named.first().getAttribute('href')
  const project = home?.split('/').slice(0, 3).join('/') ?? ''
  await page.goto(`${project}/settings#audit`)
  const audit = page.getByRole('heading', { name: 'Audit' })
  await expect(audit).toBeVisible()
  const top = async () => (await audit.boundingBox())?.y ?? Infinity
  await expect.poll(top).toBeLessThan(260)
  const left = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.x
  expect(await left('Email on invitation')).toBe(await left('Somebody invites you to a project.'))
})
