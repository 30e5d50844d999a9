import type { Page } from '@playwright/test'
import { brand } from '#shared/brand.ts'
import { demo, expect, test } from '../fixtures.ts'

// Tabs and what they share are the matter here.
test.use({ profile: 'new' })

/** These tests run in the browser alone, where two tabs share one storage; the desktop app has one window. */
const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu/ })
const secondTab = async (page: Page, path: string): Promise<Page> => {
  const tab = await page.context().newPage()
  await tab.goto(path)
  return tab
}

test('signing out in one tab signs out the other, even in the middle of a form', async ({
  page,
  openAs,
  newPerson,
}) => {
  const person = await newPerson()
  await openAs(person, '/market')
  const other = await secondTab(page, `/pf/${person.username}`)
  await other.getByRole('button', { name: 'Edit', exact: true }).click()
  await other.getByLabel('Your bio').fill('I draw maps.')
  await profileMenu(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Request Access' })).toBeVisible()
  expect(
    await other.evaluate(() => [sessionStorage.getItem('loginTime'), localStorage.getItem('accessToken')]),
  ).toEqual([null, null])
})

test('signing in in one tab signs in the other, which leaves its login form', async ({
  page,
  open,
  signIn,
  network,
}) => {
  const other = await secondTab(page, `${network.origin}/login`)
  await expect(other.getByLabel('Email')).toBeVisible()
  const visiting = await secondTab(page, `${network.origin}/pf/creator`)
  await expect(visiting.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await signIn(demo.contributor)
  await expect(profileMenu(other)).toBeVisible()
  await expect(other).toHaveTitle(new RegExp(`· ${brand.name}$`))
  await expect(other).not.toHaveURL(/\/(login|dashboard)$/)
  await expect(profileMenu(visiting)).toBeVisible()
  await expect(visiting).toHaveURL(/\/pf\/creator$/)
  await open('/market')
})

test('[SESS-23][SESS-26] when the token of two tabs has expired, one refresh serves both', async ({
  page,
  openAs,
  network,
}) => {
  await openAs(demo.contributor, '/my-projects')
  const other = await secondTab(page, '/my-projects')
  for (const tab of [page, other]) await expect(profileMenu(tab)).toBeVisible()
  // The proxy holds the refresh until both tabs have been refused, so that both want to refresh.
  let goOn: () => void = () => undefined
  network.fault({ path: /refresh-token/, until: new Promise<void>((resolve) => (goOn = resolve)) })
  network.forget()
  const kept = (tab: Page, key: string) => tab.evaluate((name) => localStorage.getItem(name), key)
  const before = await kept(page, 'refreshToken')
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  // A change of the storage reaches the other tab a little later.
  await expect.poll(() => kept(other, 'accessToken')).toBe('expired')
  // The click does not wait for a frame, which a tab in the background draws late.
  const findWork = (tab: Page) =>
    tab.getByRole('banner').getByRole('link', { name: 'Find Work' }).dispatchEvent('click')
  await Promise.all([findWork(page), findWork(other)])
  const refused = () =>
    network
      .seen()
      .filter(({ path, authorization }) => authorization === 'Bearer expired' && path.includes('open-projects'))
  await expect.poll(() => refused().length).toBe(2)
  goOn()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Available Jobs' })).toBeVisible()
    await expect(tab.getByRole('article').first()).toBeVisible()
  }
  expect(network.seen().filter(({ path }) => path.includes('refresh-token'))).toHaveLength(1)
  await expect.poll(() => kept(other, 'refreshToken')).not.toBe(before)
  expect(refused()).toHaveLength(2)
})

test('when the code of a screen does not arrive, the page says so, and Retry shows the screen', async ({
  page,
  openAs,
  network,
}) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(profileMenu(page)).toBeVisible()
  network.fault({ path: /\/assets\/MarketPage.*\.js/, drop: true })
  await page.getByRole('banner').getByRole('link', { name: 'Find Work' }).click()
  await expect(page.getByRole('alert').getByText('This part of the app could not be loaded')).toBeVisible()
  await expect(page).toHaveURL(/\/market$/)
  network.heal()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Available Jobs' })).toBeVisible()
  await expect(profileMenu(page)).toBeVisible()
})
