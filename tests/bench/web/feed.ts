import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, wholeChromiumPath } from '#support/chromium.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from '../server/cluster.ts'
import { type Program, startOurs, tokenFor } from '../server/programs.ts'
import { seedBoards } from '../server/seed-boards.ts'

const DATABASE = 'feed'
const COMMENTS = 1000
/** The number of tasks with a long feed; the first opened one also fetches the code. */
const TASKS = 6
const TARGET_MS = 100

/** Notes in the page how long each opening of a task takes: from the press until its last comment has been painted. */
const noteOpenings = () => {
  const openings: number[] = []
  Object.assign(window, { openings })
  let pressed: number | undefined
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-card]')) pressed = performance.now()
  }, true) // prettier-ignore
  new MutationObserver(() => {
    if (pressed === undefined || !document.querySelector('[data-entry]:last-child article')) return
    const began = pressed
    pressed = undefined
    requestAnimationFrame(() => setTimeout(() => openings.push(performance.now() - began)))
  }).observe(document, { childList: true, subtree: true })
}
const openingsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(window as unknown as { openings: number[] }).openings])

const openTask = async (page: Page, taskID: string): Promise<number> => {
  const before = (await openingsOf(page)).length
  await page.locator(`[data-card="${taskID}"] a`).click()
  while ((await openingsOf(page)).length === before) await page.waitForTimeout(20)
  // Let the page come to rest, as people do before they open another.
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForTimeout(500)
  return (await openingsOf(page)).at(-1) ?? Number.NaN
}

const measure = async (page: Page, taskIDs: readonly string[]): Promise<Figure[]> => {
  const [first = Number.NaN, ...others] = await taskIDs.reduce<Promise<number[]>>(
    async (done, id) => [...(await done), await openTask(page, id)],
    Promise.resolve([]),
  )
  const again = await openTask(page, taskIDs[1] ?? '')
  const time = others.sort((a, b) => a - b)[Math.floor(others.length / 2)] ?? Number.NaN
  return [
    {
      what: `a task with ${COMMENTS} comments, from the press to its last comment (median of ${others.length})`,
      value: milliseconds(time),
      target: `≤ ${TARGET_MS} ms`,
      reached: time <= TARGET_MS,
    },
    { what: '  the first task of a visit, whose code is fetched too', value: milliseconds(first) },
    { what: '  a task that was open before', value: milliseconds(again) },
  ]
}

/** Measures how soon a task is open with its feed, in a browser, when the feed has a thousand comments. */
export const feedOpen = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  let program: Program | undefined
  const executablePath = wholeChromiumPath()
  const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) })
  try {
    await cluster.create(DATABASE)
    const client = await cluster.connect(DATABASE)
    const boards = await seedBoards(client)
    const projectID = boards.large[1000]
    const { rows } = await client.query<{ id: string }>(
      'select id from tasks where project_id = $1 and status = 1 order by rank, id limit $2',
      [projectID, TASKS],
    )
    const taskIDs = rows.map(({ id }) => id)
    await client.query(
      `insert into comments (id, task_id, author_id, body, idempotency_key, created_at)
      select uuidv7(), t.id, (select id from users where username = 'member' || (1 + n % 60)),
        'Comment ' || n || ': the **second** half is drawn, see \`north.svg\`.' || chr(10) || chr(10) || '- walls' || chr(10) || '- doors', 'key ' || n,
        now() - (1001 - n) * interval '10 minutes'
      from unnest($1::uuid[]) t(id), generate_series(1, ${COMMENTS}) n`,
      [taskIDs],
    )
    await client.query('vacuum analyze comments')
    await client.end()
    program = await startOurs(cluster.urlOf(DATABASE))
    const [session] = boards.sessions
    if (!session) throw new Error('There is nobody to look.')
    const page = await browser.newPage({ viewport: { width: 1350, height: 940 } })
    await page.addInitScript(noteOpenings)
    await page.goto(`${program.origin}/favicon.svg`)
    const kept = { accessToken: await tokenFor(session), refreshToken: 'none', userID: session.userID }
    await page.evaluate((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), kept)
    await page.goto(`${program.origin}/project/${projectID}/tasks`)
    await page.locator('[data-card]').first().waitFor()
    await page.waitForTimeout(3_000)
    return await measure(page, taskIDs)
  } finally {
    await browser.close()
    await program?.stop()
    await cluster.drop(DATABASE)
    await cluster.stop()
  }
}
