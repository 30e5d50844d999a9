import type { Page } from '@playwright/test'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { demo, expect, test } from './fixtures.ts'

const unauthorized = { status: 401, body: { message: 'Please log in.', code: 'NOT_AUTHENTICATED' } }
const calls = (network: FaultProxy, path: RegExp) => network.seen().filter((call) => path.test(call.path))
const bio = (page: Page) => page.getByLabel('Your bio')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** Presses Edit on the person's own profile and types a bio, which is not saved yet. */
const startWriting = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await bio(page).fill(text)
}

test('[SESS-27][SESS-13] when a session is refused in the middle of a form, the app says so for 3 seconds, shows /login, and comes back to the page', async ({
  page,
  openAs,
  newPerson,
  network,
}) => {
  const person = await newPerson()
  await openAs(person, `/pf/${person.username}?from=talent`)
  await startWriting(page, 'I draw maps.')
  network.fault({ path: /users\/bio|refresh-token/, ...unauthorized })
  const refusedAt = Date.now()
  await save(page).click()
  await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible()
  // Before the login screen appears, the person can still copy what they wrote.
  await expect(bio(page)).toHaveValue('I draw maps.')
  // The app does not ask whether to discard the text: without a session it could not save the text anyway.
  await expect(page).toHaveURL(/\/login$/)
  expect(Date.now() - refusedAt).toBeGreaterThanOrEqual(3000)
  network.heal()
  expect(await page.evaluate(() => [localStorage.getItem('accessToken'), sessionStorage.getItem('loginTime')])).toEqual(
    [null, null],
  )
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/pf/${person.username}\\?from=talent$`))
})

test('when the server goes away while a form is written, the app says so at once, keeps the text, and saves it when the server is back', async ({
  page,
  openAs,
  newPerson,
  network,
}) => {
  const person = await newPerson()
  await openAs(person, `/pf/${person.username}`)
  await startWriting(page, 'I draw maps.')
  network.fault({ path: /\/api\//, drop: true })
  await save(page).click()
  await expect(page.getByText('Failed to update bio')).toBeVisible()
  const banner = page.getByRole('alert').filter({ hasText: 'The server cannot be reached right now.' })
  await expect(banner).toBeVisible()
  await expect(bio(page)).toHaveValue('I draw maps.')
  network.heal()
  // What the app asks by itself may find the server before the press does, and takes the banner away under it.
  await expect(async () => {
    if (await banner.isVisible()) await banner.getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 })
    await expect(banner).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expect(bio(page)).toHaveValue('I draw maps.')
  await save(page).click()
  await expect(bio(page)).toBeHidden()
  await expect(page.getByText('I draw maps.')).toBeVisible()
})

test('on a slow network skeletons appear after a moment of nothing', async ({ page, openAs, network }) => {
  await openAs(demo.contributor, '/my-projects')
  await expect(page.getByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  // What was drawn, in its order. How long the moment is, the hook's own test asks, by a clock that no load delays.
  await page.evaluate(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    new MutationObserver(() => {
      if (document.querySelector('[aria-label="Loading projects"]')) drawn.add('skeletons')
      else if (document.querySelector('main [aria-busy="true"]')) drawn.add('nothing yet')
    }).observe(document.body, { childList: true, subtree: true })
  })
  network.fault({ path: /open-projects/, delayMs: 2000 })
  await page.getByRole('banner').getByRole('link', { name: 'Find Work' }).click()
  await expect(page.getByRole('list', { name: 'Loading projects' })).toBeVisible()
  expect(await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])).toEqual([
    'nothing yet',
    'skeletons',
  ])
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('on a slow network pressing twice signs in once and applies once', async ({
  page,
  open,
  network,
  server,
  newPerson,
}) => {
  const person = await newPerson()
  await open('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  network.fault({ path: /users\/login/, delayMs: 800 })
  network.fault({ path: /\/apply/, method: 'POST', delayMs: 800 })
  network.forget()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/market$/)
  expect(calls(network, /users\/login/)).toHaveLength(1)

  const { data } = await (await server.api(person)).projects.openProjects({ query: {} })
  await open(`/project/${data[0]?.id}/dialog`)
  const apply = page.getByRole('button', { name: /^apply/i })
  await apply.focus()
  network.forget()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /withdraw/i })).toBeVisible()
  expect(network.seen().filter(({ method, path }) => method === 'POST' && /\/apply$/.test(path))).toHaveLength(1)
})
