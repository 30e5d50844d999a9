import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { invite, newName } from './people.ts'

test('[NAV-01][WAIT-08] a visitor joins the waitlist on a page of its own, without the header @renderer', async ({
  page,
  open,
}) => {
  await open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  const box = page.getByLabel('Email address')
  await box.fill(`${newName()}@visitors.test`)
  await page.getByRole('button', { name: 'Request Access' }).click()
  await expect(box).toHaveValue('Thankyou for subscribing')
  await expect(box).toBeDisabled()
})

test('[WAIT-05][WAIT-06][WAIT-07][AUTH-11] an invited visitor sees a countdown and then the login with their address filled in @renderer', async ({
  page,
  open,
  server,
}) => {
  const email = `${newName()}@people.test`
  await invite(server, email)
  await open('/')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Email address').press('Enter')
  await expect(
    page.getByText(/You are an approved contributor! Redirecting to login in [3210] seconds\.\.\./),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('[WAIT-09][WAIT-10] a refusal and a dead network give different texts, and the person can try again', async ({
  page,
  open,
  network,
}) => {
  await open('/')
  await page.getByLabel('Email address').fill(`${newName()}@visitors.test`)
  network.fault({ path: /users\/subscribe/, drop: true })
  await page.getByRole('button', { name: 'Request Access' }).click()
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()
  network.heal()
  network.fault({ path: /users\/subscribe/, status: 429, body: { message: 'x', code: 'RATE_LIMITED' } })
  await page.getByRole('button', { name: 'Request Access' }).click()
  await expect(page.getByText('Failed to join waitlist. Please try again.')).toBeVisible()
  network.heal()
  await page.getByRole('button', { name: 'Request Access' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue('Thankyou for subscribing')
})

test('[WAIT-04] nothing is sent without an address @renderer', async ({ page, open, network }) => {
  await open('/')
  network.forget()
  await page.getByRole('button', { name: 'Request Access' }).click()
  await page.getByLabel('Email address').fill('no address')
  await page.getByRole('button', { name: 'Request Access' }).click()
  await page.waitForTimeout(300)
  expect(network.seen().filter(({ path }) => path.includes('subscribe'))).toEqual([])
})

/**
 * Lets the page's clock run at once for as long as a person would look, and returns where the story's card is then. It asks once: a test that
 * asks again and again meets every column, because the story starts over.
 */
const columnAfter = async (page: Page, ms: number): Promise<string | null> => {
  await page.clock.runFor(ms)
  await page.waitForTimeout(300)
  return page.locator('[data-story-column]').getAttribute('data-story-column')
}

test.describe('on a clock of the test', () => {
  test.use({ profile: 'new' })

  test('the picture of a board moves only while it is seen, and stands when it is paused @renderer', async ({
    page,
    open,
  }) => {
    await page.clock.install()
    await open('/')
    const column = page.locator('[data-story-column]')
    // A whole story takes 17 seconds, and after eight the card is under way; out of sight it does not begin.
    await expect(column).toHaveAttribute('data-story-column', '0')
    expect(await columnAfter(page, 8_000)).toBe('0')
    await column.scrollIntoViewIfNeeded()
    await expect(column).toHaveAttribute('data-story-column', '1', { timeout: 15_000 })
    await page.getByRole('button', { name: 'Pause the picture' }).click()
    const at = await column.getAttribute('data-story-column')
    expect(await columnAfter(page, 8_000)).toBe(at)
  })

  test('whoever wants no motion sees the end of the story, standing still @renderer', async ({ page, open }) => {
    await page.clock.install()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open('/')
    const column = page.locator('[data-story-column]')
    await column.scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Play the picture' })).toBeVisible()
    expect(await columnAfter(page, 6_000)).toBe('3')
    expect(await column.evaluate((track) => getComputedStyle(track).transitionDuration)).toBe('0s')
  })
})
