import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'

test('[LETTER-13] [LETTER-22] [LETTER-24] somebody applies with a letter, is rejected with a reason, reopened and approved', async ({
  page,
  openAs,
  newPerson,
  server,
}) => {
  const creator = await server.api(demo.creator)
  const body = { title: `Harbour map ${newName()}`, description: 'Charts and tides.', skills: 'Charts' }
  const { data: project } = await creator.projects.create({ body })
  const params = { id: project.id }
  await creator.projects.update({ params, body: { status: 1 } })
  const person = await newPerson()

  await openAs(person, `/project/${project.id}/dialog`)
  await page.getByRole('button', { name: 'Add a letter' }).click()
  await page.getByLabel('Letter').fill('I have mapped the birds of Turin.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /letter/i })).toBeHidden()

  await openAs(demo.creator, `/project/${project.id}/collaborators?view=requests`)
  const row = page.getByRole('article', { name: `Request of ${person.username}` })
  const reader = page.getByRole('region', { name: `Application of ${person.username}` })
  await row.getByRole('link').press('Enter')
  await expect(reader).toBeFocused()
  await expect(reader.getByText('I have mapped the birds of Turin.')).toBeVisible()
  await page.keyboard.press('s')
  await expect(row.getByText('Shortlist')).toBeVisible()

  await reader.getByRole('button', { name: 'Reject…' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject the request of ${person.username}?` })
  await dialog.getByRole('radio', { name: 'Skills do not match' }).check()
  await dialog.getByRole('textbox').fill('We need tides.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Request rejected successfully!')).toBeVisible()
  // The applicant reads why.
  const { data: applications } = await (await server.api(person)).users.requests({ query: { type: 'sent' } })
  expect(applications[0]?.rejection).toEqual({ reason: 'skills', text: 'We need tides.' })

  await reader.getByRole('button', { name: 'Reopen' }).click()
  await reader.getByRole('button', { name: 'Approve' }).click()
  await expect(reader.getByText(/has approved this application/)).toBeVisible()
  await expect(row.getByText('Approved')).toBeVisible()
  const { data: members } = await creator.memberships.members({ params })
  expect(members.map(({ username }) => username)).toContain(person.username)
})
