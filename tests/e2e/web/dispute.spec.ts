import type { Page } from '@playwright/test'
import type { ServerProcess } from '#support/server-process.ts'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

const STATEMENT = 'Nobody has answered my hand-in since Monday.'
const RULING = 'The map is complete but for its legend, which is a quarter of the work.'

/** A task with a reward of $400 that this person has taken and handed in. */
const handedIn = async (server: ServerProcess, person: Parameters<ServerProcess['api']>[0]) => {
  const [creator, worker] = [await server.api(demo.creator), await server.api(person)]
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Bird atlas ${name}`, description: 'All that breeds on the coast.', budget: '1000' },
  })
  await creator.projects.update({ params: { id: project.id }, body: { status: 1 } })
  const title = `Draw the terns ${name}`
  const { data: task } = await creator.tasks.create({
    body: { projectID: project.id, title, description: 'In flight and at rest.' },
  })
  const params = { id: task.id }
  await creator.offers.set({ params, body: { amountCents: 40_000, mode: 'claim' } })
  await worker.claims.take({ params, body: { idempotencyKey: name } })
  await worker.submissions.create({ params, body: { note: 'Twelve drawings.', aiUse: 'none', idempotencyKey: name } })
  return { title, path: `/project/${project.id}/tasks/${task.taskId}` }
}

/** Presses a control by keyboard alone. */
const press = async (page: Page, name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button') => {
  const control = page.getByRole(role, { name, exact: true }).last()
  await control.focus()
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
}
const isWithin = async (page: Page) => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBe(0)
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`[DISPUTE-22] a dispute from its opening to the ruling by keyboard, ${size.width} pixels wide`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    const person = await newPerson()
    const { title, path } = await handedIn(server, person)
    await page.setViewportSize(size)
    const dispute = page.getByRole('region', { name: 'Dispute', exact: true })

    await openAs(person, path)
    await press(page, 'Open a dispute')
    await expect(page.getByLabel('What happened?')).toBeFocused()
    await page.keyboard.type(STATEMENT)
    await press(page, 'Open the dispute')
    await expect(dispute).toContainText('Waits for: The project')
    await isWithin(page)

    await openAs(demo.creator, path)
    await press(page, 'Say what happened')
    await expect(page.getByLabel('What happened?')).toBeFocused()
    await page.keyboard.type('The legend is missing, and I have said so twice.')
    await press(page, 'Send')
    await expect(dispute).toContainText('Waits for: The administrators')

    await openAs(demo.admin, '/founder/admin?tab=disputes')
    await press(page, title, 'link')
    await expect(page.getByRole('region', { name: 'Terms' })).toBeVisible()
    await isWithin(page)
    await press(page, 'Rule')
    await expect(page.getByLabel(/What is owed in all/)).toBeFocused()
    await page.keyboard.type('300')
    await expect(page.getByRole('status', { name: 'What this means' })).toContainText('Released: $100.00')
    await page.keyboard.press('Tab')
    await page.keyboard.type(RULING)
    await press(page, 'Rule')
    await expect(page.getByText('Ruled: $300.00')).toBeVisible()

    for (const who of [person, demo.creator]) {
      await openAs(who, path)
      await expect(dispute).toContainText(RULING)
    }
  })
