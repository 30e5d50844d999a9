import { brand } from '#shared/brand.ts'
import { demo, expect, test } from './fixtures.ts'

test('[NAV-16][NAV-17][NAV-20][NAV-21] the top bar stays 64 pixels high while a page scrolls', async ({
  page,
  openAs,
}) => {
  await openAs(demo.contributor, '/market')
  await expect(page.getByRole('heading', { name: 'Available Jobs' })).toBeVisible()
  const bar = page.getByRole('banner')
  await page.mouse.wheel(0, 600)
  const box = await bar.boundingBox()
  expect([box?.y, box?.height]).toEqual([0, 64])
  await bar.getByRole('link', { name: 'My Projects' }).click()
  await expect(page).toHaveURL(/\/my-projects$/)
  await bar.getByRole('link', { name: brand.name }).click()
  await expect(page).toHaveURL(/\/market$/)
})

test('[NAV-02] a visitor gets sign-in, registration and password reset @renderer', async ({ page, open }) => {
  for (const [path, title] of [
    ['/login', 'Welcome back'],
    ['/register', `Join ${brand.name}`],
    ['/reset-password?token=made-up&email=nobody%40nobody.test', 'Invalid Reset Link'],
  ] as const) {
    await open(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path.split('?')[0]}(\\?|$)`))
  }
})

test('[NAV-06][NAV-07][PROF-16] the dialog of a project asks for a login first; a public profile does not', async ({
  page,
  open,
  server,
}) => {
  const { data } = await (await server.api(demo.contributor)).projects.openProjects({ query: {} })
  const project = data.find(({ isApproved }) => !isApproved)
  await open('/pf/contributor')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
  await expect(page).toHaveURL(/\/pf\/contributor$/)
  await expect(page.getByRole('button', { name: 'Hire Me' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await open(`/project/${project?.id}/dialog`)
  await expect(page.getByRole('button', { name: 'Request Access' })).toBeVisible()
  await open('/login')
  await page.getByLabel('Email').fill(demo.contributor.email)
  await page.getByLabel('Password', { exact: true }).fill(demo.contributor.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${project?.id}/dialog$`))
  await expect(page.getByRole('dialog', { name: project?.title ?? '' })).toBeVisible()
})

test("[NAV-27][NAV-20] on a small screen the slide-out menu leads to 'Find Gigs' @renderer", async ({
  page,
  open,
  enter,
}) => {
  await enter(demo.contributor)
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/my-projects')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const gigs = page.getByRole('link', { name: 'Find Gigs' })
  await expect(gigs).toBeVisible()
  await gigs.click()
  await expect(page).toHaveURL(/\/market$/)
  await expect(gigs).toBeHidden()
})

test('[NAV-28] the badge is blue for a creator and green for a contributor @renderer', async ({
  page,
  signIn,
  open,
}) => {
  const hue = async (label: string) => {
    const color = await page
      .getByRole('banner')
      .getByText(label, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).color)
    const [red = 0, green = 0, blue = 0] = (/\d+(?:, ?| )\d+(?:, ?| )\d+/.exec(color)?.[0] ?? '')
      .split(/[, ]+/)
      .map(Number)
    return blue > green && blue > red ? 'blue' : green > blue && green > red ? 'green' : color
  }
  await signIn(demo.creator)
  expect(await hue('Creator')).toBe('blue')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Start working' }).click()
  await expect(page).toHaveURL(/\/my-projects$/)
  expect(await hue('Contributor')).toBe('green')
  await open('/market')
})

test("[NAV-26] 'Logout' goes to /, and the next guarded address asks for a login", async ({ page, open, openAs }) => {
  await openAs(demo.contributor, '/my-projects')
  await page.getByRole('button', { name: /^Profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Request Access' })).toBeVisible()
  await open('/market')
  await expect(page.getByRole('button', { name: 'Request Access' })).toBeVisible()
})

test('a chosen theme is kept, and is there before the first paint of the next start', async ({ page, open }) => {
  await open('/login')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await page.getByRole('button', { name: /^Theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
})

test('the first Tab reaches a link that jumps over the header @renderer', async ({ page, openAs }) => {
  await openAs(demo.contributor, '/my-projects')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
