import { demo, expect, test } from './fixtures.ts'
import { mailedCode, newName } from './people.ts'

test('[NAV-03][CAPP-09][ADM-14][CAPP-06] a person applies, an administrator approves, and the person may publish', async ({
  page,
  server,
  newPerson,
  openAs,
  open,
}) => {
  const person = await newPerson()
  await openAs(person, '/creator-application')
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await expect(page.getByText("Application submitted! We'll review and get back to you soon.")).toBeVisible()
  await expect(page.getByText('Pending')).toBeVisible()

  await openAs(demo.admin, '/founder/admin?tab=applications')
  await page.getByRole('searchbox', { name: 'Search applications' }).fill(person.username)
  await page.getByRole('button', { name: `Approve ${person.username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Application approved successfully! User can now create projects.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: person.username })).toContainText('Approved')

  await openAs(person, '/creator-application')
  await expect(page.getByRole('link', { name: 'Create My First Project' })).toBeVisible()
  const api = await server.api(person)
  expect((await api.users.isPageAllowed({ params: { page: 'owner-dashboard' } })).data).toBe(true)
  await open('/owner-dashboard')
  await expect(page.getByRole('button', { name: 'Create New Project' }).first()).toBeVisible()
})

test('[ADM-03][ADM-10] an administrator invites an address by keyboard, and its owner can register @renderer', async ({
  page,
  server,
  openAs,
}) => {
  const email = `${newName()}@waiting.test`
  const visitor = await server.api()
  await visitor.waitlist.subscribe({ body: { email } })
  await openAs(demo.admin, '/founder/admin')
  await page.getByRole('searchbox', { name: 'Search the waitlist' }).fill(email)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Not Invited')
  await row.getByRole('button', { name: `Invite ${email}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invitation created successfully')).toBeVisible()
  await expect(row).not.toContainText('Not Invited')
  await visitor.auth.register({ body: { email, password: 'a-good-password', username: newName() } })
  expect(await mailedCode(server, email)).toMatch(/^\d{6}$/)
})
