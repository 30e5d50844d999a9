import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newName } from '../people.ts'
import { type Account, enterWeb } from '../sessions.ts'
import { createTeam } from '../teams.ts'

/** A window with a session of its own, as on another device. */
const openFor = async (browser: Browser, origin: string, account: Account, width = 1440): Promise<Page> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width, height: 844 } })
  const page = await context.newPage()
  await enterWeb(page, origin, account)
  await page.goto('/inbox')
  await page.getByRole('list', { name: 'Notices: For you' }).waitFor()
  return page
}
const rows = (page: Page) => page.getByRole('region', { name: 'Inbox' }).locator('[data-notice]')
const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[INBOX-42] what arrives, is read and is done in one window shows in the other at once, without a look of its own', async ({
  webBrowser,
  network,
  server,
  newPerson,
}) => {
  if (!webBrowser) throw new Error('This test needs a browser.')
  const team = await createTeam(server, newPerson)
  await team.assign(`Chart the harbour ${newName()}`)
  const here = await openFor(webBrowser, network.origin, team.person)
  const there = await openFor(webBrowser, network.origin, team.person)
  // A window whose stream were down would look by itself each 30 s.
  const soon = { timeout: 15_000 }
  await expect(bell(there, 'Inbox, 1 unread')).toBeVisible()
  const task = await team.assign(`Sound the harbour ${newName()}`)
  for (const page of [here, there]) await expect(rows(page)).toHaveCount(3, soon)
  await expect(bell(there, 'Inbox, 2 unread')).toBeVisible(soon)
  await rows(here).first().click()
  await expect(bell(there, 'Inbox, 1 unread')).toBeVisible(soon)
  await expect(rows(there).first()).not.toContainText('Unread', soon)
  await here.keyboard.press('e')
  await expect(rows(there)).toHaveCount(2, soon)
  await expect(rows(there).filter({ hasText: task.title })).toHaveCount(0)
  // A reader of the log notifies the people who follow a task.
  await team.creator.tasks.update({ params: { id: task.id }, body: { status: 3 } })
  await there.getByRole('tab', { name: /^Following/ }).click()
  await expect(there.getByText(`Marta Lindqvist moved ${task.title}`)).toBeVisible(soon)
  await Promise.all([here, there].map((page) => page.context().close()))
})

test('[INBOX-33] on a phone list and thing come one after the other, and back returns to the same place', async ({
  webBrowser,
  network,
  server,
  newPerson,
}) => {
  if (!webBrowser) throw new Error('This test needs a browser.')
  const team = await createTeam(server, newPerson)
  for (let number = 0; number < 20; number += 1) await team.assign(`Sound harbour ${number} ${newName()}`)
  const page = await openFor(webBrowser, network.origin, team.person, 390)
  await expect(rows(page)).toHaveCount(21)
  const list = page.getByRole('list', { name: 'Notices: For you' })
  const thing = page.getByRole('region', { name: 'Opened notice' })
  await expect(thing).toHaveCount(0)
  const opened = rows(page).nth(15)
  const id = await opened.getAttribute('data-notice')
  await opened.scrollIntoViewIfNeeded()
  const place = () => opened.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const before = await place()
  expect(await list.evaluate((element) => element.parentElement?.scrollTop ?? 0)).toBeGreaterThan(100)
  await opened.click()
  await expect(thing.getByRole('textbox', { name: 'Title' })).toBeVisible()
  await expect(list).toBeHidden()
  await page.goBack()
  await expect(list).toBeVisible()
  await expect(thing).toHaveCount(0)
  expect(await place()).toBe(before)
  await expect(page.locator(`[data-notice="${id}"]`)).toBeFocused()
  // The button above the thing does the same.
  await opened.click()
  await thing.getByRole('button', { name: 'Back to the list' }).click()
  await expect(list).toBeVisible()
  expect(await place()).toBe(before)
  await page.context().close()
})
