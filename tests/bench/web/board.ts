import { type Figure, milliseconds, times } from '../figure.ts'
import { CLIENTS, countNodes, firstCard, onBoards, openTimes, SETTLED_MS } from './boards.ts'

const OPEN_TARGET_MS = 350
export const NODES_TARGET = 1000
export const GROWTH_TARGET = 1.2
const IMPORTED = 2000
const LONGEST_TASK_TARGET_MS = 200

/** Measures opening a board of 1,600 cards until the first card is drawn, its DOM nodes, and how much longer 5,000 cards take than 1,000. */
export const boardOpen = (hasFields: boolean): Promise<Figure[]> =>
  onBoards(
    [1000, 1600, 5000].map((size) => ({ size, hasFields })),
    async (page, [small = '', middle = '', large = '']) => {
      const [ofSmall = 0, ofLarge = 0, time = 0] = await openTimes(page, [small, large, middle])
      const nodes = await countNodes(page)
      const growth = ofLarge / ofSmall
      return [
        {
          what: 'a board of 1,600 cards, first card painted',
          value: milliseconds(time),
          target: `≤ ${OPEN_TARGET_MS} ms`,
          reached: time <= OPEN_TARGET_MS,
        },
        {
          what: 'its nodes, with the frame around it',
          value: String(nodes),
          target: `≤ ${NODES_TARGET}`,
          reached: nodes <= NODES_TARGET,
        },
        {
          what: '5,000 cards',
          value: milliseconds(ofLarge),
          ratio: `${times(growth)} the ${milliseconds(ofSmall)} of 1,000`,
          target: `≤ ${times(GROWTH_TARGET)}`,
          reached: growth <= GROWTH_TARGET,
        },
      ]
    },
  )

const startLongTasks = () => {
  const longTasks: number[] = []
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
  })
  Object.assign(window, { longTasks })
}
const readLongTasks = () => (window as unknown as { longTasks: number[] }).longTasks.splice(0)
const projectOf = (url: string) => /project\/([^/]+)/.exec(url)?.[1] ?? ''

/**
 * Measures the longest task of the main thread while others change an open board of 5,000 cards: an import of 2,000 tasks, its undo,
 * and 200 tasks that are created one by one as fast as the server can.
 */
export const boardBatch = (hasFields: boolean): Promise<Figure[]> =>
  onBoards(
    [4000, 5000].map((size) => ({ size, hasFields })),
    async (page, urls, api) => {
      const figures: Figure[] = []
      const note = async (what: string, act: () => Promise<unknown>): Promise<void> => {
        await page.waitForTimeout(SETTLED_MS)
        await page.evaluate(readLongTasks)
        await act()
        await page.waitForTimeout(2 * SETTLED_MS)
        const longest = Math.max(0, ...(await page.evaluate(readLongTasks)))
        figures.push({
          what,
          value: milliseconds(longest),
          target: `≤ ${LONGEST_TASK_TARGET_MS} ms`,
          reached: longest <= LONGEST_TASK_TARGET_MS,
        })
      }
      for (const [url, size] of [
        [urls[1] ?? '', 5000],
        [urls[0] ?? '', 4000],
      ] as const) {
        const projectID = projectOf(url)
        await page.goto(url)
        await firstCard(page)
        await page.evaluate(startLongTasks)
        const tasks = Array.from({ length: IMPORTED }, (_, at) => ({
          title: `Imported task ${at}`,
          description: 'Words about what is to be done, and why.',
          status: 1 + (at % 4),
        }))
        let importID = ''
        await note(`longest task, ${IMPORTED} tasks imported on an open board of ${size}`, async () => {
          const body = { idempotencyKey: `import ${size}`, source: 'csv' as const, labels: [], tasks }
          importID = (await api.imports.create({ params: { id: projectID }, body })).data.id
          await page.getByText('Imported task 0', { exact: true }).first().waitFor()
        })
        await note(`longest task, the import taken back (${size})`, async () => {
          await api.imports.undo({ params: { id: projectID, importID } })
          await page.getByText('Imported task 0', { exact: true }).first().waitFor({ state: 'detached' })
        })
      }
      const projectID = projectOf(urls[0] ?? '')
      await note('longest task, 200 tasks created one by one (4000)', async () => {
        let next = 0
        const create = async () => {
          while (next < 200)
            await api.tasks.create({ body: { title: `One ${next++}`, description: 'One.', status: 1, projectID } })
        }
        await Promise.all(Array.from({ length: CLIENTS }, create))
      })
      return figures
    },
  )
