import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures.ts'
import { newName } from './people.ts'
import { createTeam } from './teams.ts'

const bell = (page: Page, name: string | RegExp = /^Inbox/) => page.getByRole('button', { name, exact: true })
const inbox = (page: Page) => page.getByRole('region', { name: 'Inbox' })
const row = (page: Page, name: RegExp) => inbox(page).getByRole('link', { name })
const pane = (page: Page) => page.getByRole('region', { name: 'Opened notice' })

type Member = Awaited<ReturnType<typeof createTeam>>['member']
/** Signing in from the desktop app is a new device, whose notice is not what these tests count. */
const dismissSignIn = async (member: Member) => {
  const { data } = await member.notifications.list({ query: {} })
  const ids = data.filter(({ kind }) => kind === 'account.signedIn').map(({ id }) => id)
  if (ids.length > 0) await member.notifications.mark({ body: { ids, as: 'done' } })
}

test('[INBOX-29][INBOX-32] an assignment arrives at the bell without a reload, is opened and answered in the inbox, and done', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const team = await createTeam(server, newPerson)
  await team.assign(`Chart the harbour ${newName()}`)
  await openAs(team.person, '/talent')
  await dismissSignIn(team.member)
  await expect(bell(page, 'Inbox, 1 unread')).toBeVisible()
  const task = await team.assign(`Sound the harbour ${newName()}`)
  await expect(bell(page, 'Inbox, 2 unread')).toBeVisible()
  await bell(page).click()
  await page
    .getByRole('dialog', { name: 'Latest notices' })
    .getByRole('link', { name: new RegExp(`Marta Lindqvist assigned you to ${task.title}`) })
    .click()
  await expect(pane(page).getByRole('heading', { name: `Marta Lindqvist assigned you to ${task.title}` })).toBeVisible()
  await expect(bell(page, 'Inbox, 1 unread')).toBeVisible()
  // It is worked on here: the task is begun without leaving the inbox.
  await pane(page).getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect(page.getByText('Moved to In Progress.')).toBeVisible()
  expect((await team.member.tasks.get({ params: { id: task.id } })).data.status).toBe(2)
  await expect(pane(page).getByRole('combobox', { name: 'Status' })).toHaveText('In Progress')
  await pane(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, new RegExp(task.title))).toHaveCount(0)
  await page.getByRole('tab', { name: 'Done' }).click()
  await expect(row(page, new RegExp(task.title))).toBeVisible()
})

test('[INBOX-32] an invitation is accepted in the inbox, and who invited hears of it at once', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const creator = await server.api(demo.creator)
  const { data: project } = await creator.projects.create({
    body: { title: `Invited ${newName()}`, description: 'Charts and tides.' },
  })
  const person = await newPerson()
  const { data: self } = await (await server.api(person)).users.profile({})
  await creator.memberships.invite({ params: { id: project.id, userId: self.id }, body: { role: 'member' } })
  await openAs(person, '/inbox')
  await row(page, /invited you to/).click()
  await pane(page).getByRole('button', { name: 'Accept' }).click()
  await expect(pane(page).getByText('You are part of this project now.')).toBeVisible()
  const { data: told } = await creator.notifications.list({ query: {} })
  expect(told.some(({ kind, project: of }) => kind === 'request.accepted' && of?.id === project.id)).toBe(true)
})

test('[INBOX-30][INBOX-35][INBOX-41] the bell and the inbox work by keyboard alone', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const team = await createTeam(server, newPerson)
  const titles = [1, 2, 3].map((number) => `Sound harbour ${number} ${newName()}`)
  for (const title of titles) await team.assign(title)
  const [first, second, third] = titles as [string, string, string]
  const press = (key: string) => page.keyboard.press(key)
  const focusedRow = (title: string) => expect(row(page, new RegExp(title))).toBeFocused()
  await openAs(team.person, '/talent')
  await dismissSignIn(team.member)
  await expect(bell(page, 'Inbox, 3 unread')).toBeVisible()
  for (let step = 0; step < 30; step += 1) {
    await press('Tab')
    if (await bell(page).evaluate((element) => element === document.activeElement)) break
  }
  await press('Enter')
  const latest = page.getByRole('dialog', { name: 'Latest notices' })
  await expect(latest.getByRole('list')).toBeVisible()
  await press('ArrowDown')
  await expect(latest.getByRole('link').first()).toBeFocused()
  await press('Escape')
  await expect(bell(page)).toBeFocused()
  await press('Enter')
  await expect(latest.getByRole('list')).toBeVisible()
  await press('End')
  await expect(latest.getByRole('link', { name: 'See all' })).toBeFocused()
  await press('Enter')
  await expect(row(page, new RegExp(third))).toBeVisible()
  await press('j')
  await focusedRow(third)
  await press('j')
  await focusedRow(second)
  await press('k')
  await press('Enter')
  await expect(pane(page).getByRole('heading', { name: `Marta Lindqvist assigned you to ${third}` })).toBeVisible()
  await press('e')
  await focusedRow(second)
  await expect(row(page, new RegExp(third))).toHaveCount(0)
  await expect(pane(page).getByRole('heading', { name: `Marta Lindqvist assigned you to ${second}` })).toBeVisible()
  await press('u')
  await expect(row(page, new RegExp(`^Unread, .*${second}`))).toBeFocused()
  await press('h')
  await expect(page.getByRole('menuitem', { name: '1 hour' })).toBeFocused()
  await press('Enter')
  await focusedRow(first)
  await expect(row(page, new RegExp(second))).toHaveCount(0)
  await press('Shift+U')
  await expect(bell(page, 'Inbox')).toBeVisible()
  await press('m')
  await expect(page.getByText(`${first} is muted.`, { exact: false })).toBeVisible()
})

test('a notice that is made unread at the moment at which it is opened stays unread @renderer', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  const team = await createTeam(server, newPerson)
  const other = await team.assign(`Sound the harbour ${newName()}`)
  const { title } = await team.assign(`Light the harbour ${newName()}`)
  const kept = async () => (await team.member.notifications.list({ query: {} })).data
  const press = (key: string) => page.keyboard.press(key)
  await openAs(team.person, '/inbox')
  await dismissSignIn(team.member)
  await expect(bell(page, 'Inbox, 2 unread')).toBeVisible()
  // The code of the keys comes a moment after the screen.
  await expect(async () => {
    await press('j')
    await expect(row(page, /./).and(page.locator(':focus'))).toBeVisible({ timeout: 500 })
  }).toPass()
  await row(page, new RegExp(title)).focus()
  // U comes as soon as the page has the heading, before anything else runs.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[aria-label="Opened notice"] h2')) return
      observer.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', code: 'KeyU', bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await press('Enter')
  await expect(pane(page).getByRole('heading', { name: new RegExp(title) })).toBeVisible()
  // Marks are sent one after the other: when this one has arrived, those before it have.
  await press('j')
  await press('e')
  await expect.poll(async () => (await kept()).map(({ task }) => task?.title)).not.toContain(other.title)
  expect((await kept()).find(({ task }) => task?.title === title)?.isUnread).toBe(true)
})
