import { demo, expect, test } from './fixtures.ts'

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
