import type { Locator } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

/** Keys that act on fields of ours, in the order of Chrome and Firefox and in that of Safari, which ends the composition before the key. */
const presses = [true, false].flatMap((isComposing) => [
  ...['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp'].map((key) => ({ key, ctrlKey: false, isComposing })),
  { key: 'Enter', ctrlKey: true, isComposing },
])

/** Presses keys that an input method takes. Answers those that the app took. */
const compose = (field: Locator) =>
  field.evaluate((element, all) => {
    return all.flatMap(({ key, ...how }) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how })
      for (const name of ['keyCode', 'which']) Object.defineProperty(event, name, { value: 229 })
      element.dispatchEvent(event)
      return event.defaultPrevented ? [key] : []
    })
  }, presses)

test('while an input method proposes characters, its keys do nothing', async ({
  page,
  openAs,
  network,
  server,
  newPerson,
}) => {
  const { creator, person, task, path } = await createTeam(server, newPerson)
  const expectNothing = async (field: Locator, text: string) => {
    await field.fill(text)
    network.forget()
    const before = page.url()
    expect(await compose(field)).toEqual([])
    // What is sent on a key leaves at once, and a search after a moment.
    await page.waitForTimeout(500)
    expect(network.seen().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(page.url()).toBe(before)
    await expect(field).toHaveValue(text)
    await expect(field).toBeFocused()
  }
  await openAs(demo.creator, path)
  await page
    .getByRole('button', { name: /^Add task to/ })
    .first()
    .click()
  await expectNothing(page.getByLabel(/^New task in/), 'かんじ')

  await page.goto(new URL(`${path}/${task.taskId}`, page.url()).href)
  await expectNothing(page.getByRole('textbox', { name: 'Write a comment' }), `@${person.username.slice(0, 3)}`)
  await expect(page.getByRole('listbox', { name: 'Members to mention' })).toBeVisible()

  await page.goto(new URL(path.replace('tasks', 'collaborators'), page.url()).href)
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const wanted = page.getByRole('combobox', { name: 'Person' })
  const { username } = await newPerson()
  await wanted.fill(username)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectNothing(wanted, username)
  await expect(page.getByRole('option')).toHaveCount(1)

  const { data: kept } = await creator.savedSearches.create({ body: { name: 'gardens', search: { q: 'garden' } } })
  await page.goto(new URL('/market', page.url()).href)
  await page.getByRole('button', { name: 'Rename or delete your searches' }).click()
  await expectNothing(page.getByLabel(`Name of ${kept.name}`), 'にわ')
})
