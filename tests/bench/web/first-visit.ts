import type { Figure } from '../figure.ts'
import { onStage, signInAs } from './browser.ts'
import { FIRST_VISIT_BEFORE, OPEN_TARGET, scriptBytes } from '#support/script-bytes.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** [OPEN-27] Measures the JavaScript of a first visit, and how much more the page of an open task loads than the market's projects. */
export const firstVisit = (): Promise<Figure[]> =>
  onStage(async ({ context, origin }) => {
    const page = await context.newPage()
    const first = (await scriptBytes(page, `${origin}/login`)).gzip
    await signInAs(page, 'contributor')
    await page.goto(`${origin}/market?view=tasks`)
    await page.getByRole('list', { name: 'Open tasks' }).getByRole('link').first().click()
    await page.waitForURL(/\/open\//)
    const open = page.url()
    const projects = (await scriptBytes(page, `${origin}/market`)).gzip
    const task = (await scriptBytes(page, open)).gzip
    return [
      {
        what: 'JavaScript of the first visit, gzip',
        value: kilobytes(first),
        target: `≤ ${kilobytes(FIRST_VISIT_BEFORE)}`,
        reached: Math.round(first / 100) <= FIRST_VISIT_BEFORE / 100,
      },
      { what: 'JavaScript of /market, gzip', value: kilobytes(projects) },
      { what: 'JavaScript of /open/ID, gzip', value: kilobytes(task) },
      {
        what: '  more than /market',
        value: kilobytes(task - projects),
        target: `≤ ${kilobytes(OPEN_TARGET)}`,
        reached: task - projects <= OPEN_TARGET,
      },
    ]
  })
