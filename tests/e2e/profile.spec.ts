import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('[PROF-04][PROF-05][PROF-13][PROF-14][PROF-15][PROF-17] a new person writes a bio by keyboard; a failed save loses nothing @renderer', async ({
  page,
  openAs,
  newPerson,
  network,
}) => {
  const person = await newPerson()
  await openAs(person, `/pf/${person.username}`)
  for (const text of ['No bio added yet.', 'No projects yet.', 'No skills added yet.'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  const field = page.getByLabel('Your bio')
  await expect(field).toBeFocused()
  await page.keyboard.insertText('x'.repeat(450))
  await expect(field).toHaveValue('x'.repeat(400))
  await expect(page.getByText('400 / 400')).toBeVisible()
  await field.fill('Maps, mostly of rivers.')
  network.fault({ path: /users\/bio/, status: 500, body: { message: 'No.', code: 'INTERNAL' } })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to update bio')).toBeVisible()
  await expect(field).toHaveValue('Maps, mostly of rivers.')
  network.heal()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(box(page, 'Bio').getByText('Maps, mostly of rivers.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused()
  await page.reload()
  await expect(box(page, 'Bio').getByText('Maps, mostly of rivers.')).toBeVisible()
})

test('[PROF-07][INV-01][INV-02][INV-03][INV-05][INV-06][INV-07][INV-10] a creator invites by keyboard, and the person finds it among their requests', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const person = await newPerson()
  await openAs(demo.creator, `/pf/${person.username}`)
  const hire = page.getByRole('button', { name: 'Hire Me' })
  await hire.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Invite ${person.username} to a project` })
  await dialog.getByRole('button', { name: 'Send Invitation' }).press('Enter')
  await expect(dialog.getByText('Please select a project')).toBeVisible()
  await dialog.getByRole('combobox').press('Enter')
  // Another test may have made a draft since; the list marks drafts.
  const published = page.getByRole('option').filter({ hasNotText: '(draft)' })
  const option = published.nth(1)
  const title = (await option.textContent()) ?? ''
  await option.press('Enter')
  await dialog.getByRole('radio', { name: /^Member/ }).press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^Admin manage project and team members$/ })).toBeChecked()
  await dialog.getByLabel('Message (optional)').fill('We need maps.')
  await expect(dialog.getByText('13 / 200')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send Invitation' }).press('Enter')
  await expect(dialog.getByText('Invitation Sent!')).toBeVisible()
  await expect(dialog).toBeHidden({ timeout: 6000 })
  await expect(hire).toBeFocused()
  const requests = await (await server.api(person)).users.requests({ query: { type: 'received' } })
  expect(requests.data).toMatchObject([{ title, role: 'admin', message: 'We need maps.', fromUsername: 'creator' }])
  // A second invitation to the same project is refused, and the dialog shows the server's reason.
  await hire.press('Enter')
  await dialog.getByRole('combobox').press('Enter')
  await published.nth(1).press('Enter')
  await dialog.getByRole('button', { name: 'Send Invitation' }).press('Enter')
  await expect(dialog.getByText('This person has already been invited.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
