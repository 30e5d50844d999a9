import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures.ts'
import { createTeam } from '../teams.ts'

const AT_ONCE = 1_250
const BOARD = 5_000

/** The processor's time that the page's main thread has used, in seconds. On a busy machine it is the same. */
const processorSeconds = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN
}

test('[TASK2-18] cards have one of three heights, and a board of 5,000 of them stays virtual and quick', async ({
  page,
  openAs,
  server,
  newPerson,
}) => {
  test.setTimeout(180_000)
  const { creator, project, path } = await createTeam(server, newPerson)
  const params = { id: project.id }
  // Of all that a card can show, in each combination of lines; long titles and many labels, too.
  const long = 'A title that is far longer than a card is wide, and goes on and on and on until nobody reads it'
  const kinds = [
    {},
    { priority: 'high' as const },
    {
      dueOn: '2020-01-05',
      doneWhen: [
        { text: 'So', isDone: true },
        { text: 'And so', isDone: false },
      ],
      priority: 'urgent' as const,
    },
    { labels: ['Maps'] },
    { labels: ['Maps', 'Birds of the northern coast', 'Zoo', 'Harbours'], dueOn: '2026-12-05' },
  ]
  const taskOf = (n: number) => ({
    title: n % 2 ? `Task ${n}` : `${n} ${long}`,
    description: 'Work.',
    status: 1 + (n % 4),
    ...kinds[n % kinds.length],
  })
  for (let n = 0; n < BOARD - 1; n += AT_ONCE) {
    const count = Math.min(AT_ONCE, BOARD - 1 - n)
    const tasks = Array.from({ length: count }, (_, at) => taskOf(n + at))
    const body = { idempotencyKey: `${project.id} ${n}`, source: 'csv' as const, tasks }
    await creator.imports.create({ params, body })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAs(demo.creator, path)
  await expect(page.getByText('The 5000 tasks changed last')).toBeVisible()
  const heights = () =>
    page
      .locator('[data-card]')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)))
  const seen = new Set(await heights())
  const scroller = page.locator('[data-column] [data-card]').first()
  for (let turn = 0; turn < 5; turn++) {
    await scroller.hover()
    await page.mouse.wheel(0, 1_200)
    await page.waitForTimeout(150)
    for (const height of await heights()) seen.add(height)
  }
  expect([...seen].sort((a, b) => a - b)).toEqual([100, 124, 148])
  // What is not to be seen is not drawn.
  expect(await page.locator('[data-card]').count()).toBeLessThan(150)
  // A look at another view and back draws the board again, within what nobody waits for.
  await page.getByRole('tab', { name: 'Backlog' }).click()
  await expect(page.getByRole('grid', { name: 'Backlog' })).toBeVisible()
  const before = await processorSeconds(page)
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('#tab-tracker')?.click()
    while (!document.querySelector('[data-card]')) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  expect((await processorSeconds(page)) - before).toBeLessThan(2)
})
