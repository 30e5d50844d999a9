import type { Page } from '@playwright/test'
import { type Figure, milliseconds, times } from '../figure.ts'
import { GROWTH_TARGET, NODES_TARGET } from './board.ts'
import { countNodes, firstCard, median, onBoards, openTimes, SETTLED_MS } from './boards.ts'

const DRAGS = 5
const DRAG_STEPS = 40
const FRAME_TARGET_MS = 25

const startFrames = () => {
  const frames: number[] = []
  let last = performance.now()
  const note = (now: number) => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  Object.assign(window, { frames })
}
const readFrames = () => (window as unknown as { frames: number[] }).frames.splice(0)

/** Carries the first card of the first column over all the others and back, in steps, and drops it where it was. */
const carry = async (page: Page): Promise<void> => {
  const box = await page.locator('[data-column="1"] [data-card]').first().boundingBox()
  const far = await page.locator('[data-column="4"]').boundingBox()
  if (!box || !far) throw new Error('the board is not there')
  const [fromX, toX, y] = [box.x + 60, far.x + far.width / 2, box.y + 40]
  await page.mouse.move(fromX, y)
  await page.mouse.down()
  for (let step = 1; step <= DRAG_STEPS; step += 1) {
    // The first half of the steps goes there, the second half back.
    const way = 1 - Math.abs(1 - (2 * step) / DRAG_STEPS)
    await page.mouse.move(fromX + (toX - fromX) * way, y + step)
  }
  await page.mouse.up()
}

/** Carries a card to an edge of the board, and holds it there until the board has scrolled to its end. */
const carryToEnd = async (page: Page, from: number, to: number, y: number): Promise<void> => {
  for (let step = 1; step <= DRAG_STEPS / 2; step += 1)
    await page.mouse.move(from + ((to - from) * step * 2) / DRAG_STEPS, y + step)
  await page.waitForFunction((isForwards) => {
    const board = document.querySelector('[data-column]')?.parentElement
    const [left, rest] = [board?.scrollLeft ?? 0, (board?.scrollWidth ?? 0) - (board?.clientWidth ?? 0)]
    return isForwards ? left > rest - 2 : left < 2
  }, to > from)
}

/** Carries the first card of the first column to the last one, beyond the edge of the screen, and back to where it was. */
const carryByScrolling = async (page: Page): Promise<void> => {
  const box = await page.locator('[data-column] [data-card]').first().boundingBox()
  const board = await page.getByRole('group', { name: 'Tasks by stage' }).boundingBox()
  if (!box || !board) throw new Error('the board is not there')
  const [x, y] = [box.x + 60, box.y + 40]
  const [left, right] = [board.x + 10, board.x + board.width - 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await carryToEnd(page, x, right, y)
  await carryToEnd(page, right, left, y)
  await page.mouse.move(x, y)
  await page.mouse.up()
}

/** The worst frame of a drag, the median of several, and how many frames were seen in all. */
const worstFrame = async (page: Page, url: string, drag: (page: Page) => Promise<void>) => {
  await page.goto(url)
  await firstCard(page)
  // The code that waits for a quiet moment comes within this time.
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(startFrames)
  await drag(page)
  const worst: number[] = []
  let frames = 0
  for (let n = 0; n < DRAGS; n += 1) {
    await page.waitForTimeout(500)
    await page.evaluate(readFrames)
    await drag(page)
    const seen = await page.evaluate(readFrames)
    frames += seen.length
    worst.push(Math.max(...seen))
  }
  return { time: median(worst), frames }
}

/** Measures the worst frame while a card is carried over all columns of a board of 5,000 cards in 40 steps. */
export const boardDrag = (hasFields: boolean): Promise<Figure[]> =>
  onBoards([{ size: 5000, hasFields }], async (page, [url = '']) => {
    const { time, frames } = await worstFrame(page, url, carry)
    return [
      {
        what: `worst frame of a ${DRAG_STEPS}-step drag over 5,000 cards (median of ${DRAGS})`,
        value: milliseconds(time),
        target: `≤ ${FRAME_TARGET_MS} ms`,
        reached: time <= FRAME_TARGET_MS,
      },
      { what: '  frames seen', value: String(frames) },
    ]
  })

/** Measures the same of a board of 5,000 cards in 20 stages: opening it, beside a plain board of 1,000 and of 5,000, and carrying a card to its last column and back. */
export const boardStages = (hasFields: boolean): Promise<Figure[]> =>
  onBoards(
    [
      { size: 1000, hasFields },
      { size: 5000, hasFields },
      { size: 5000, hasFields, hasStages: true },
    ],
    async (page, [small = '', plain = '', staged = '']) => {
      const [ofSmall = 0, ofPlain = 0, time = 0] = await openTimes(page, [small, plain, staged])
      const nodes = await countNodes(page)
      const growth = time / ofSmall
      const drag = await worstFrame(page, staged, carryByScrolling)
      return [
        {
          what: '5,000 cards in 20 stages, first card painted',
          value: milliseconds(time),
          ratio: `${times(growth)} the ${milliseconds(ofSmall)} of 1,000 without stages`,
          target: `≤ ${times(GROWTH_TARGET)}`,
          reached: growth <= GROWTH_TARGET,
        },
        { what: '  5,000 cards without stages', value: milliseconds(ofPlain) },
        {
          what: 'its nodes, with the frame around it',
          value: String(nodes),
          target: `≤ ${NODES_TARGET}`,
          reached: nodes <= NODES_TARGET,
        },
        {
          what: `worst frame of a drag to the last stage and back (median of ${DRAGS})`,
          value: milliseconds(drag.time),
          target: `≤ ${FRAME_TARGET_MS} ms`,
          reached: drag.time <= FRAME_TARGET_MS,
        },
        { what: '  frames seen', value: String(drag.frames) },
      ]
    },
  )
