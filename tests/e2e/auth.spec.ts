import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { mailedCode, mailedPath, newInvited } from './people.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const password = 'a-good-password'

const fillLogin = async (page: Page, email: string, secret: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await button(page, 'Log in').click()
}

test('[AUTH-19] a creator logs in and lands on the owner dashboard, in creator mode', async ({ page, open }) => {
  await open('/login')
  await fillLogin(page, demo.creator.email, demo.creator.password)
  await expect(page).toHaveURL(/\/owner-dashboard$/)
  await expect(page.getByRole('banner').getByText('Creator', { exact: true })).toBeVisible()
})

test('[AUTH-19] a newcomer without projects logs in and lands on the market @renderer', async ({
  page,
  open,
  newPerson,
}) => {
  const person = await newPerson()
  await open('/login')
  await fillLogin(page, person.email, person.password)
  await expect(page).toHaveURL(/\/market$/)
})

test('[AUTH-24][AUTH-25][AUTH-27][ERR-06] an invited person registers, mistypes the code, and gets in', async ({
  page,
  open,
  server,
}) => {
  const { username, email } = await newInvited(server)
  await open(await mailedPath(server, email, 'register'))
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Create Account').click()
  await expect(heading(page, 'Verifying Email')).toBeVisible()
  await expect(page).toHaveURL(/\/register/)
  const code = await mailedCode(server, email)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await page.getByLabel('Verification code').fill(wrong)
  await button(page, 'Verify').click()
  await expect(page.getByRole('alert')).toContainText('Invalid OTP')
  await page.getByLabel('Verification code').fill(code)
  await button(page, 'Verify').click()
  await expect(heading(page, 'Email Verified')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to dashboard' })).toBeVisible()
})

test('[AUTH-14] an unverified account gets the code step at login, and the mailed link does what the code does', async ({
  page,
  open,
  server,
}) => {
  const { username, email } = await newInvited(server)
  await (await server.api()).auth.register({ body: { email, username, password } })
  await open('/login')
  await fillLogin(page, email, password)
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await open(await mailedPath(server, email, 'verify-email'))
  await expect(page.getByText(`This finishes the registration of “${username}”`)).toBeVisible()
  await button(page, 'Yes, verify my email').click()
  await expect(heading(page, 'Email Verified')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to dashboard' })).toBeVisible()
})

test('[AUTH-04][AUTH-06][AUTH-38][AUTH-44] a forgotten password is replaced by the mailed link, which works once', async ({
  page,
  open,
  server,
  newPerson,
}) => {
  const { email } = await newPerson()
  await open('/login')
  await button(page, 'Forgot password?').click()
  await page.getByLabel('Email').fill(email)
  await button(page, 'Send reset link').click()
  await expect(heading(page, 'Check your email')).toBeVisible()
  const link = await mailedPath(server, email, 'reset-password')
  await open(link)
  await page.getByLabel('New Password').fill('another-password')
  await page.getByLabel('Confirm Password').fill('another-password')
  await button(page, 'Reset Password').click()
  await expect(heading(page, 'Password Reset Success')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, email, 'another-password')
  await expect(page).toHaveURL(/\/market$/)
})
