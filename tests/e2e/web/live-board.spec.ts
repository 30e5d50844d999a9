import type { Browser, Page } from '@playwright/test'
import type { FaultProxy } from '#support/fault-proxy.ts'
import { demo, expect, test } from '../fixtures.ts'
import { type Account, enterWeb } from '../sessions.ts'
import { createTeam } from '../teams.ts'

// The desktop's side of this is in tests/desktop/live.test.ts.
const openFor = async (browser: Browser, origin: string, account: Account, path: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await enterWeb(page, origin, account)
  await page.goto(path)
  await page.locator('[data-card]').first().waitFor()
  return page
}
/** Notes in the page each column into which the card comes, in their order. */
const noteColumns = (page: Page, taskID: string) =>
  page.evaluate((id) => {
    const seen: string[] = []
    const look = () => {
      const card = document.querySelector(`[data-card="${id}"]`)
      const column = card?.closest('[data-column]')?.getAttribute('data-column')
      if (column && seen.at(-1) !== column) seen.push(column)
    }
    look()
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    Object.assign(window, { seen })
  }, taskID)
const columnsSeen = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
/** Waits until these pages follow the board, and have read what they read when their streams begin. */
const settle = async (network: FaultProxy, pages: readonly Page[], move: (status: 1 | 2) => Promise<unknown>) => {
  const streams = () => network.seen().filter(({ path }) => path.includes('/events/stream')).length
  await expect.poll(streams).toBeGreaterThanOrEqual(pages.length)
  for (const status of [2, 1] as const) {
    await move(status)
    for (const page of pages) await expect(page.locator(`[data-column="${status}"] [data-card]`)).toHaveCount(1)
  }
  await expect.poll(() => network.quietFor(), { timeout: 30_000 }).toBeGreaterThan(1_500)
}

// How soon a frame comes, `npm run bench -- live_fanout` measures; how soon the page draws it, src-renderer/data/live.test.ts asks by a clock
// of its own. Here no read of the board is answered, so what the other page shows has come by its stream, however busy the machine is.
test('[LIVE-13][LIVE-25] two people on one board see each other’s moves by their streams alone, each once, and neither reads the board again', async ({
  webBrowser,
  network,
  server,
  newPerson,
}) => {
  if (!webBrowser) throw new Error('This test needs a browser.')
  network.forget()
  const { creator, person, task, title, path } = await createTeam(server, newPerson)
  const pages = [
    await openFor(webBrowser, network.origin, demo.creator, path),
    await openFor(webBrowser, network.origin, person, path),
  ] as const
  await settle(network, pages, (status) => creator.tasks.update({ params: { id: task.id }, body: { status } }))
  for (const page of pages) await noteColumns(page, task.id)
  network.forget()
  let end = () => {}
  network.fault({ method: 'GET', path: /by-project/, until: new Promise<void>((resolve) => (end = resolve)) })
  // The creator carries the card to the right, the member back to the left, and so on, both by keyboard.
  const columns = ['1']
  for (const [turn, key] of ['Right', 'Left', 'Right', 'Left', 'Right', 'Left', 'Right'].entries()) {
    const [mover, watcher] = turn % 2 === 0 ? pages : [pages[1], pages[0]]
    const answered = mover.waitForResponse((response) => response.request().method() === 'PUT')
    await mover.getByRole('link', { name: title }).focus()
    await mover.keyboard.press('Space')
    await expect(mover.getByText(`Picked up ${title} from`)).toBeAttached()
    await mover.keyboard.press(`Arrow${key}`)
    await expect(mover.getByText(`${title} is over ${key === 'Right' ? 'In Progress' : 'Assigned'}.`)).toBeAttached()
    await mover.keyboard.press('Space')
    expect((await answered).status()).toBe(200)
    columns.push(key === 'Right' ? '2' : '1')
    await expect.poll(() => columnsSeen(watcher)).toEqual(columns)
  }
  expect(await columnsSeen(pages[0])).toEqual(columns)
  expect(network.seen().filter(({ method, path: read }) => method === 'GET' && read.includes('by-project'))).toEqual([])
  end()
  for (const page of pages) await page.context().close()
})

test('[LIVE-23] a board whose stream was cut off catches up with what it missed, without a reload', async ({
  webBrowser,
  network,
  server,
  newPerson,
}) => {
  if (!webBrowser) throw new Error('This test needs a browser.')
  const { creator, person, task, title, path } = await createTeam(server, newPerson)
  network.forget()
  const page = await openFor(webBrowser, network.origin, person, path)
  await settle(network, [page], (status) => creator.tasks.update({ params: { id: task.id }, body: { status } }))
  // The network is away while the creator moves the card, and comes back.
  network.fault({ path: /events\/stream/, status: 503, body: { message: '', code: 'UNAVAILABLE' } })
  network.cut()
  await creator.tasks.update({ params: { id: task.id }, body: { status: 3 } })
  await expect(page.getByText('Reconnecting…')).toBeVisible({ timeout: 15_000 })
  network.heal()
  await expect(
    page.getByRole('region', { name: 'Under Review', exact: true }).getByRole('link', { name: title }),
  ).toBeVisible({
    timeout: 35_000,
  })
  await expect(page.getByText('Reconnecting…')).toBeHidden({ timeout: 35_000 })
  await page.context().close()
})
