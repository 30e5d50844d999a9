import type { Locator } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'

/** Pixels of a phone's screen in which the first button is to be. */
const FIRST = 600

const topOf = async (part: Locator): Promise<number> => {
  const box = await part.first().boundingBox()
  if (!box) throw new Error(`${String(part)} is not there.`)
  return box.y
}

test("[NEXT-05] on a phone a task shows bar, description, 'Done when', review, talk, then fields", async ({
  page,
  openAs,
  server,
}) => {
  const creator = await server.api(demo.creator)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Bird atlas ${name}`, description: 'All that breeds on the coast.', budget: '1000' },
  })
  const { data: task } = await creator.tasks.create({
    body: {
      ...{ projectID: project.id, title: `Draw the terns ${name}`, description: 'In flight.', status: 2 },
      ...{ doneWhen: [{ text: 'In print size' }], assignedToID: (await creator.users.profile({})).data.id },
    },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(demo.creator, `/project/${project.id}/tasks/${task.taskId}`)
  const dialog = page.getByRole('dialog')
  const bar = dialog.getByRole('region', { name: 'What now' })
  const button = bar.getByRole('button').first()
  await expect(button).toBeVisible()
  const box = await button.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(FIRST)
  const parts = [
    bar,
    dialog.getByLabel('Description'),
    dialog.getByRole('group', { name: /^Done when/ }),
    dialog.getByRole('heading', { name: 'Review', exact: true }),
    dialog.getByRole('heading', { name: 'Comments and history' }),
    dialog.getByLabel('Status'),
    dialog.getByLabel('Assignee'),
  ]
  for (const part of parts) await expect(part.first()).toBeAttached()
  // What is read one after the other is also reached so by the Tab key.
  const inOrder = await Promise.all(
    parts.map((part) => part.first().evaluate((node) => [...document.querySelectorAll('*')].indexOf(node))),
  )
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  const tops = await Promise.all(parts.map(topOf))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  // Each field is saved when it is left.
  await dialog.getByLabel('Title').fill(`Draw the gulls ${name}`)
  await dialog.getByLabel('Estimate in hours').fill('6')
  await dialog.getByLabel('Estimate in hours').press('Enter')
  await expect
    .poll(async () => (await creator.tasks.get({ params: { id: task.id } })).data)
    .toMatchObject({ title: `Draw the gulls ${name}`, estimateHours: 6 })
})

test('[OPEN-17] on a phone the button of an open task stays at the foot while one reads, and hides no text', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const creator = await server.api(demo.creator)
  const name = newName()
  const { data: project } = await creator.projects.create({
    body: { title: `Bird atlas ${name}`, description: 'All that breeds on the coast.', budget: '1000' },
  })
  await creator.projects.update({ params: { id: project.id }, body: { status: 1 } })
  const { data: task } = await creator.tasks.create({
    body: { projectID: project.id, title: `Draw the terns ${name}`, description: 'In flight.\n\n'.repeat(40) },
  })
  await creator.offers.set({ params: { id: task.id }, body: { amountCents: 40_000, mode: 'claim' } })
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(await newPerson(), `/open/${task.id}`)
  const button = page.getByRole('button', { name: 'Take this task' })
  await expect(button).toBeVisible()
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height : Infinity
  }
  for (const at of [0, 0.5, 1]) {
    await page.evaluate((share) => window.scrollTo(0, document.documentElement.scrollHeight * share), at)
    await expect(button).toBeInViewport({ ratio: 1 })
    // At the foot, with its own margin below it at most.
    expect(await bottomOf(button)).toBeGreaterThan(844 - 80)
  }
  // At the end of the page everything is above the button's bar.
  const barTop = await button.evaluate((one) => {
    let bar: Element | null = one
    while (bar && getComputedStyle(bar).position !== 'sticky') bar = bar.parentElement
    return bar?.getBoundingClientRect().top ?? 0
  })
  const main = page.getByRole('main')
  for (const text of ['Recorded, not held.', 'Anyone may take it.'])
    expect(await bottomOf(main.getByText(text).last())).toBeLessThanOrEqual(barTop)
})
