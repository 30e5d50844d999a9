import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { type Account, enterWeb } from '../sessions.ts'
import { createTeam } from '../teams.ts'

// What needs a browser of the feed: places, the address, and two people at once. The rest is in TaskFeed.test.tsx.
const feedOf = (page: Page) => page.getByRole('region', { name: 'Comments and history' })
const rowsOf = (page: Page) => feedOf(page).getByRole('list', { name: 'Comments and history' }).locator(':scope > li')
const topOf = async (page: Page, text: string) => {
  let top = NaN
  // A row has no place while it is drawn again with the entries around it.
  const read = async () => (top = (await feedOf(page).getByText(text).boundingBox())?.y ?? NaN)
  await expect.poll(read).not.toBeNaN()
  return top
}

/** A task with so many entries: moves by two people in turn, so that each is a line, and a comment at each tenth. */
const createTalk = async (
  server: Parameters<typeof createTeam>[0],
  newPerson: Parameters<typeof createTeam>[1],
  entries: number,
) => {
  const team = await createTeam(server, newPerson)
  const { creator, member, task } = team
  for (let count = 1; count < entries; count++) {
    const by = count % 2 === 0 ? creator : member
    if (count % 10 === 0)
      await by.comments.create({
        params: { id: task.id },
        body: { body: `Comment at ${count}`, idempotencyKey: `entry ${count} of it` },
      })
    else await by.tasks.update({ params: { id: task.id }, body: { status: count % 2 === 0 ? 2 : 3 } })
  }
  return { ...team, address: `${team.path}/${task.taskId}` }
}
const openAs = async (page: Page, origin: string, account: Account, address: string) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterWeb(page, origin, account)
  await page.goto(address)
  await rowsOf(page).first().waitFor()
}

test('[TALK-01] a task opens at its own address over the board; reload and back stay true to it', async ({
  page,
  openAs: openPage,
  server,
  newPerson,
}) => {
  const { path, title, address } = await createTalk(server, newPerson, 2)
  await openPage(demo.creator, path)
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await rowsOf(page).first().waitFor()
  await page.reload()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(title)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(title)
})

test('[TALK-05] [TALK-26] what one reads stays in its place when earlier entries come above it, and new ones below', async ({
  page,
  network,
  server,
  newPerson,
}) => {
  const { member, task, address } = await createTalk(server, newPerson, 130)
  await openAs(page, network.origin, demo.creator, address)
  // The newest are at the end, and the feed begins there.
  await expect(feedOf(page).getByText('Comment at 120')).toBeInViewport()
  const list = feedOf(page).getByRole('group', { name: 'Feed' })
  await list.evaluate((box) => box.scrollTo({ top: 0 }))
  const before = await topOf(page, 'Comment at 90')
  const rows = await rowsOf(page).count()
  await feedOf(page).getByRole('button', { name: 'Show earlier' }).click()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(rows)
  expect(Math.abs((await topOf(page, 'Comment at 90')) - before)).toBeLessThan(2)
  await member.comments.create({
    params: { id: task.id },
    body: { body: 'Something new', idempotencyKey: 'something new' },
  })
  await feedOf(page).getByRole('button', { name: 'New below' }).waitFor()
  expect(Math.abs((await topOf(page, 'Comment at 90')) - before)).toBeLessThan(2)
  await feedOf(page).getByRole('button', { name: 'New below' }).click()
  await expect(feedOf(page).getByText('Something new')).toBeInViewport()
  await expect(feedOf(page).getByRole('button', { name: 'New below' })).toHaveCount(0)
})

test('[TALK-03] fields stand left and the feed right on wide screens, below each other on narrow ones', async ({
  page,
  network,
  server,
  newPerson,
}) => {
  const { address } = await createTalk(server, newPerson, 3)
  await openAs(page, network.origin, demo.creator, address)
  const dialog = page.getByRole('dialog', { name: /, task \d+$/ })
  await expect(dialog.getByLabel('Title')).toBeVisible()
  const places = async () => [await dialog.getByLabel('Title').boundingBox(), await feedOf(page).boundingBox()] as const
  const [left, right] = await places()
  expect(right?.x ?? 0).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 844 })
    const [above, below] = await places()
    expect(below?.y ?? 0).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
