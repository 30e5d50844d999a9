import type { ServerProcess } from '#support/server-process.ts'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

/** A published project of the demo creator with a task that anybody may take for $400. */
const offerTask = async (server: ServerProcess) => {
  const creator = await server.api(demo.creator)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Bird atlas ${name}`, description: 'All that breeds on the coast.', budget: '1000' },
  })
  await creator.projects.update({ params: { id: project.id }, body: { status: 1 } })
  const title = `Draw the terns ${name}`
  const { data: task } = await creator.tasks.create({
    body: { projectID: project.id, title, description: 'In flight and at rest.' },
  })
  await creator.offers.set({ params: { id: task.id }, body: { amountCents: 40_000, mode: 'claim' } })
  const kinds = async () => {
    const { data } = await creator.ledger.list({ params: { id: project.id }, query: {} })
    return data.entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`).toReversed()
  }
  return { title, id: task.id, path: `/project/${project.id}/tasks/${task.taskId}`, kinds }
}

const ways = [
  { way: 'by mouse', size: { width: 1440, height: 900 } },
  { way: 'on a phone', size: { width: 390, height: 844 } },
]

for (const { way, size } of ways)
  test(`a stranger finds a task with a reward, takes it, hands it in and is paid, ${way}`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    const { title, id, path, kinds } = await offerTask(server)
    const person = await newPerson()
    await page.setViewportSize(size)
    const bar = page.getByRole('region', { name: 'What now' })
    const next = (name: string) => bar.getByRole('button', { name }).click()

    await openAs(person, '/market')
    await page
      .getByRole('navigation', { name: 'Views of the market' })
      .getByRole('link', { name: 'Open tasks' })
      .click()
    const card = page.getByRole('article', { name: title })
    await expect(card).toContainText('$400')
    await card.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(new RegExp(`/open/${id}$`))
    await expect(page.getByRole('button', { name: 'Take this task' })).toBeInViewport()
    await page.getByRole('button', { name: 'Take this task' }).click()
    await page.getByRole('dialog', { name: 'Take this task' }).getByRole('button', { name: 'Take it' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(bar).toContainText('Taken · $400')
    await expect(bar).toBeFocused()

    await next('Submit for review')
    const sheet = page.getByRole('dialog', { name: 'Submit for review' })
    await sheet.getByLabel('Note').fill('Twelve drawings.')
    await sheet.getByRole('radio', { name: 'Made without a generator' }).check()
    await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(bar).toContainText('In review')

    await openAs(demo.creator, path)
    await next('Accept')
    await expect(bar).toContainText('Due · $400')
    await next('Record payment')
    const record = page.getByRole('dialog', { name: 'Record payment' })
    await expect(record).toContainText('$400.00')
    await record.getByRole('button', { name: 'Record Payment' }).click()
    await expect(page.getByText('Nobody is owed anything.')).toBeVisible()

    await openAs(person, path)
    await expect(bar).toContainText('Recorded as paid')
    await next('Confirm')
    await expect(bar).toContainText('Paid and confirmed.')
    await openAs(demo.creator, path)
    await expect(bar).toContainText('Paid and confirmed.')
    expect(await kinds()).toEqual(['reserve 40000', 'due 40000', 'settle 40000'])
  })
