import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'

const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const projects = (page: Page) => box(page, 'Projects').getByRole('article')

test('[PROF-01][PROF-02][PROF-03][PROF-16] a visitor without an account sees the whole profile, and no way to hire or edit @renderer', async ({
  page,
  open,
}) => {
  await open('/pf/CREATOR')
  await expect(page.getByRole('heading', { level: 1, name: 'Marta Lindqvist' })).toBeVisible()
  await expect(page.getByText('ML', { exact: true })).toBeVisible()
  // The test looks at the header alone: the projects below it show tiers too, and other tests add projects.
  const header = page.locator('header').filter({ hasText: '@creator' })
  await expect(header.getByText('Basic', { exact: true })).toBeVisible()
  await expect(page.getByText(/^[\d,]+ reputation$/)).toBeVisible()
  await expect(box(page, 'Bio')).toContainText('Turns good intentions into small, finished things.')
  await expect(box(page, 'Skills').getByRole('listitem')).toHaveText(['Product Management', 'UI/UX Design', 'Writing'])
  await expect(box(page, 'Endorsements')).toContainText('No endorsements yet.')
  await expect(box(page, 'Portfolio')).toContainText('Work samples will appear here.')
  await expect(page.getByRole('button', { name: 'Hire Me' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(page).toHaveTitle(/^Marta Lindqvist/)
})

test('[PROF-08][PROF-09][PROF-10] a profile shows three projects at a time; a project opens its dialog page, and back leads to the profile @renderer', async ({
  page,
  openAs,
  server,
}) => {
  const { data } = await (
    await server.api(demo.contributor)
  ).people.profileByUsername({ params: { username: 'creator' } })
  const total = data.projects.length
  expect(total).toBeGreaterThan(3)
  await openAs(demo.contributor, '/pf/creator')
  await expect(projects(page)).toHaveCount(3)
  await page.getByRole('button', { name: `See More (${total - 3} more)` }).click()
  await expect(projects(page)).toHaveCount(Math.min(6, total))
  await page.getByRole('button', { name: 'See Less' }).click()
  await expect(projects(page)).toHaveCount(3)
  await projects(page).first().getByRole('button', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${data.projects[0]?.id}/dialog$`))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: data.name })).toBeVisible()
})

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

test("[PROF-11][PROF-12] a profile that fails shows 'Loading profile...', then in red 'Failed to load profile', and Retry loads it @renderer", async ({
  page,
  open,
  network,
}) => {
  network.fault({ path: /users\/profile\//, delayMs: 1500, status: 500, body: { message: '', code: 'INTERNAL' } })
  await open('/pf/creator')
  await expect(page.getByText('Loading profile...')).toBeVisible()
  const failure = page.getByText('Failed to load profile')
  await expect(failure).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await failure.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).slice(0, 3).map(Number),
  )
  expect(red).toBeGreaterThan(1.4 * Math.max(green, blue))
  network.heal()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marta Lindqvist' })).toBeVisible()
})

test('[PROF-12] the address of a name that nobody has says so @renderer', async ({ page, open }) => {
  await open('/pf/nobody-of-this-name')
  await expect(page.getByText('Failed to load profile')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'There is nobody by this name' })).toBeVisible()
})

test("[PROF-06] 'Hire Me' is for creators who look at somebody else @renderer", async ({ page, openAs, open }) => {
  await openAs(demo.creator, '/pf/contributor')
  await expect(page.getByRole('button', { name: 'Hire Me' })).toBeVisible()
  await open('/pf/creator')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hire Me' })).toBeHidden()
})

test('[PROF-06] a contributor sees nobody to hire @renderer', async ({ page, open, enter }) => {
  await enter(demo.contributor)
  const details = page.waitForResponse(/users\/details/).catch(() => null)
  await open('/pf/creator')
  await expect(page.getByRole('heading', { level: 1, name: 'Marta Lindqvist' })).toBeVisible()
  await Promise.race([details, page.waitForTimeout(1500)])
  await expect(page.getByRole('button', { name: 'Hire Me' })).toBeHidden()
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

test('[INV-09][INV-10] projects that fail to load, and an invitation that does not get through @renderer', async ({
  page,
  openAs,
  network,
}) => {
  await openAs(demo.creator, '/pf/contributor')
  network.fault({ path: /owned-projects/, status: 500, body: { message: 'No.', code: 'INTERNAL' } })
  await page.getByRole('button', { name: 'Hire Me' }).click()
  await expect(page.getByText('Failed to load your projects. Please try again.')).toBeVisible()
  network.heal()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('combobox').click()
  await page.getByRole('option').nth(1).click()
  network.fault({ path: /\/invite$/, status: 500, body: { message: '', code: 'INTERNAL' } })
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(page.getByText('Failed to send invite. Please try again.')).toBeVisible()
})
