import type { ServerProcess } from '#support/server-process.ts'
import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

/** How a person presses, types and chooses. */
type Hands = Record<'press' | 'choose', (at: Locator) => Promise<void>> & {
  type: (at: Locator, text: string) => Promise<void>
}
const mouse = (): Hands => ({
  press: (at) => at.click(),
  choose: (at) => at.check(),
  type: (at, text) => at.fill(text),
})
/** Nothing but Tab, Enter, Space and letters. */
const keys = (page: Page): Hands => {
  const reach = async (at: Locator) => {
    await at.waitFor()
    const isThere = () => at.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; tabs < 150 && !(await isThere()); tabs++) await page.keyboard.press('Tab')
    await expect(at).toBeFocused()
  }
  const then = (key: string) => async (at: Locator) => {
    await reach(at)
    await page.keyboard.press(key)
  }
  return {
    press: then('Enter'),
    choose: then('Space'),
    type: async (at, text) => {
      await reach(at)
      await page.keyboard.type(text)
    },
  }
}

/** A published project of the demo creator with a task that anybody may take for $400. */
const offerTask = async (server: ServerProcess, isOffered = true) => {
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
  if (isOffered) await creator.offers.set({ params: { id: task.id }, body: { amountCents: 40_000, mode: 'claim' } })
  const kinds = async () => {
    const { data } = await creator.ledger.list({ params: { id: project.id }, query: {} })
    return data.entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`).toReversed()
  }
  return { title, id: task.id, path: `/project/${project.id}/tasks/${task.taskId}`, kinds }
}

const ways = [
  { way: 'by mouse', size: { width: 1440, height: 900 }, hands: mouse },
  { way: 'without a mouse', size: { width: 1440, height: 900 }, hands: keys },
  { way: 'at 390 px', size: { width: 390, height: 844 }, hands: mouse },
]

for (const { way, size, hands } of ways) {
  test(`[SETTLE-52] a stranger finds a task with a reward, takes it, hands it in and is paid, ${way}`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    const { title, id, path, kinds } = await offerTask(server)
    const person = await newPerson()
    await page.setViewportSize(size)
    const bar = page.getByRole('region', { name: 'What now' })
    const { press, type, choose } = hands(page)
    const next = (name: string) => press(bar.getByRole('button', { name }))

    await openAs(person, '/market')
    await press(page.getByRole('navigation', { name: 'Views of the market' }).getByRole('link', { name: 'Open tasks' }))
    const card = page.getByRole('article', { name: title })
    await expect(card).toContainText('$400')
    await press(card.getByRole('link', { name: title }))
    await expect(page).toHaveURL(new RegExp(`/open/${id}$`))
    await expect(page.getByRole('button', { name: 'Take this task' })).toBeInViewport()
    await press(page.getByRole('button', { name: 'Take this task' }))
    await press(page.getByRole('dialog', { name: 'Take this task' }).getByRole('button', { name: 'Take it' }))
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(bar).toContainText('Taken · $400')
    await expect(bar).toBeFocused()

    await next('Submit for review')
    const sheet = page.getByRole('dialog', { name: 'Submit for review' })
    await type(sheet.getByLabel('Note'), 'Twelve drawings.')
    await choose(sheet.getByRole('radio', { name: 'Made without a generator' }))
    await press(sheet.getByRole('button', { name: 'Submit', exact: true }))
    await expect(bar).toContainText('In review')

    await openAs(demo.creator, path)
    await next('Accept')
    await expect(bar).toContainText('Due · $400')
    await next('Record payment')
    const record = page.getByRole('dialog', { name: 'Record payment' })
    await expect(record).toContainText('$400.00')
    await press(record.getByRole('button', { name: 'Record Payment' }))
    await expect(page.getByText('Nobody is owed anything.')).toBeVisible()

    await openAs(person, path)
    await expect(bar).toContainText('Recorded as paid')
    await next('Confirm')
    await expect(bar).toContainText('Paid and confirmed.')
    await openAs(demo.creator, path)
    await expect(bar).toContainText('Paid and confirmed.')
    expect(await kinds()).toEqual(['reserve 40000', 'due 40000', 'settle 40000'])
  })

  test(`[SETTLE-52] a creator offers a reward, reviews the work and pays it, ${way}`, async ({
    page,
    openAs,
    server,
    newPerson,
  }) => {
    const { id, path, kinds } = await offerTask(server, false)
    const person = await newPerson()
    await page.setViewportSize(size)
    const { press, type } = hands(page)
    const bar = page.getByRole('region', { name: 'What now' })

    await openAs(demo.creator, path)
    await press(page.getByRole('button', { name: 'Set a reward' }))
    const offer = page.getByRole('dialog', { name: 'Set a reward' })
    await type(offer.getByLabel(/^Reward in USD/), '400')
    await press(offer.getByRole('button', { name: 'Set reward' }))
    // Once a person is asked whether everybody may read the task; the test before may have been asked.
    const explained = page.getByRole('button', { name: 'Offer it' })
    await expect(explained.or(bar.getByText('Open · $400'))).toBeVisible()
    if (await explained.isVisible()) await press(explained)
    await expect(bar).toContainText('Open · $400')

    const worker = await server.api(person)
    await worker.claims.take({ params: { id }, body: { idempotencyKey: `claim of ${id}` } })
    await worker.submissions.create({ params: { id }, body: { aiUse: 'none', idempotencyKey: `hand-in of ${id}` } })
    await openAs(demo.creator, path)
    await press(bar.getByRole('button', { name: 'Accept' }))
    await expect(bar).toContainText('Due · $400')
    await press(bar.getByRole('button', { name: 'Record payment' }))
    const record = page.getByRole('dialog', { name: 'Record payment' })
    await press(record.getByRole('button', { name: 'Record Payment' }))
    await expect(page.getByText('Nobody is owed anything.')).toBeVisible()
    await openAs(demo.creator, path)
    await expect(bar).toContainText('Recorded as paid')
    expect(await kinds()).toEqual(['reserve 40000', 'due 40000', 'settle 40000'])
  })
}
