import { TOTP } from 'otpauth'
import { expect, test } from './fixtures.ts'

/** The code that the authenticator app shows, a number of 30-second steps from now: the next one is good already. */
const codeOf = (key: string, stepsAhead = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

test('[ACCT-20] [ACCT-45] a person switches two-step sign-in on, signs in with a code, and with a recovery code', async ({
  page,
  open,
  openAs,
  newPerson,
}) => {
  const person = await newPerson()
  await openAs(person, '/settings/account')
  const card = page.getByRole('region', { name: 'Two-step sign-in' })
  await card.getByRole('button', { name: 'Switch on' }).click()
  await card.getByLabel('Your password').fill(person.password)
  await card.getByRole('button', { name: 'Continue' }).click()
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = (await card.getByLabel('Key', { exact: true }).inputValue()).replaceAll(' ', '')
  await card.getByLabel('Code', { exact: true }).fill(codeOf(key))
  await card.getByLabel('Code', { exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()

  const signOut = async () => {
    await page.getByRole('button', { name: /^Profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/(login|$)/)
  }
  const password = async () => {
    await open('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
  }
  await signOut()
  await password()
  // By the keyboard alone: the field has the focus.
  await page.keyboard.type(codeOf(key, -5))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid OTP')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/market$/)

  await signOut()
  await password()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.keyboard.type((codes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/market$/)
})
