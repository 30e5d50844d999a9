import type { BrowserContext } from '@playwright/test'
import type { Figure } from '../figure.ts'
import { onStage } from './browser.ts'
import { type Interaction, percentile98, readInteractions, recordInteractions } from './interactions.ts'
import { journey } from './journey.ts'

const INTERACTIONS_MIN = 60
const TARGET_MS = 50
/** How much the processor is slowed down: not at all, and as much as makes it like a laptop of some years ago. */
const slowdowns = [
  { factor: 1, name: 'no throttling' },
  { factor: 4, name: '4x CPU throttling' },
] as const

const walk = async (context: BrowserContext, origin: string, slowdown: number): Promise<Interaction[]> => {
  const page = await context.newPage()
  try {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await journey(page, origin)
    const interactions = await readInteractions(page)
    if (interactions.length < INTERACTIONS_MIN)
      throw new Error(`the journey has ${interactions.length} interactions only, ${INTERACTIONS_MIN} are wanted`)
    // Nobody is signed in when the next journey begins.
    await page.evaluate(() => localStorage.clear())
    return interactions
  } finally {
    await page.close()
  }
}

const milliseconds = (value: number) => `${Math.round(value)} ms`

/** Measures the time from interaction to next paint over a whole journey: the 98th percentile, and the slowest interactions. */
export const inpJourney = (): Promise<Figure[]> =>
  onStage(async ({ context, origin }) => {
    await recordInteractions(context)
    const figures: Figure[] = []
    for (const { factor, name } of slowdowns) {
      const interactions = await walk(context, origin, factor)
      const { milliseconds: p98 } = percentile98(interactions)
      figures.push({
        what: `p98 of ${interactions.length} interactions, ${name}`,
        value: milliseconds(p98),
        target: `≤ ${TARGET_MS} ms`,
        reached: p98 <= TARGET_MS,
      })
      for (const slow of interactions.slice(0, 3))
        figures.push({ what: `  among the slowest: ${slow.during}`, value: milliseconds(slow.milliseconds) })
    }
    return figures
  })
