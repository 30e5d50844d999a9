import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'
import { axeFindings } from '../axe.ts'

const WHY = 'It asks people for money before they can begin.'
const APPEAL = 'The money is a deposit, and everybody gets it back.'

/** Presses a control by keyboard alone. */
const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' | 'radio' = 'button') => {
  const control = page.getByRole(role, { name }).last()
  await control.focus()
  await expect(control).toBeFocused()
  await page.keyboard.press(role === 'radio' ? ' ' : 'Enter')
}
const isWithin = async (page: Page) => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBe(0)
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`[REPORT-09] [REPORT-10] [REPORT-11] a report, what is decided, the appeal and its end by keyboard, ${size.width} pixels wide`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    const person = await newPerson()
    const creator = await server.api(demo.creator)
    const title = `Well map ${newName()}`
    const { data: project } = await creator.projects.create({
      body: { title, description: 'All wells of the coast.', budget: '1000' },
    })
    await creator.projects.update({ params: { id: project.id }, body: { status: 1 } })
    await page.setViewportSize(size)

    await openAs(person, `/project/${project.id}/dialog`)
    await press(page, 'Report the project')
    await press(page, 'Scam', 'radio')
    await page.getByLabel('What should the administrators know?').focus()
    await page.keyboard.type(WHY)
    await press(page, 'Report')
    await expect(page.getByText('Reported. The administrators will look at it.')).toBeVisible()

    await openAs(demo.admin, '/founder/admin?tab=reports')
    await press(page, `Hide: Project: ${title}`)
    await page.getByRole('dialog').getByRole('textbox').focus()
    await page.keyboard.type(WHY)
    await press(page, 'Hide')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await isWithin(page)

    await openAs(demo.creator, '/reports')
    const decision = page.getByRole('heading', { name: 'Your project was hidden' })
    await expect(decision.first()).toBeVisible()
    await expect(page.getByText(title)).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await isWithin(page)
    await page.getByLabel('Why is the decision wrong?').first().focus()
    await page.keyboard.type(APPEAL)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/The administrators look at it again/).first()).toBeVisible()

    await openAs(demo.admin, '/founder/admin?tab=reports')
    await expect(page.getByText(APPEAL)).toBeVisible()
    await press(page, `Grant the appeal: Project: ${title}`)
    await page.getByRole('dialog').getByRole('textbox').focus()
    await page.keyboard.type('It is a deposit.')
    await press(page, 'Grant the appeal')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openAs(demo.creator, '/reports')
    await expect(page.getByText('Your appeal was granted: all is as it was.').first()).toBeVisible()
    await openAs(person, '/reports')
    await expect(page.getByText('Looked at', { exact: true })).toBeVisible()
    await expect(page.getByText(WHY)).toHaveCount(0)
    expect(await axeFindings(page)).toEqual([])
    await isWithin(page)
    await openAs(person, `/project/${project.id}/dialog`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })
