import type { BrowserContext, Page } from '@playwright/test'

/** One interaction: the step that it belongs to, and how long its slowest event took from input to the next paint. */
export type Interaction = { during: string; milliseconds: number }

type Entry = { interactionId: number; duration: number; during: string }
/** The fields that the recorder keeps on `window`. */
type BenchWindow = { benchEntries: Entry[]; benchStep: string }

/** Records interactions in every document of the context, from its first moment. */
export const recordInteractions = (context: BrowserContext) =>
  context.addInitScript(() => {
    const recorded = Object.assign(window, { benchEntries: [], benchStep: '' }) as unknown as BenchWindow
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId)
          recorded.benchEntries.push({
            interactionId: entry.interactionId,
            duration: entry.duration,
            during: recorded.benchStep,
          })
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })

/** Names the step that begins now, so that a slow interaction can be found again. */
export const nameStep = (page: Page, step: string) =>
  page.evaluate((name) => {
    ;(window as unknown as BenchWindow).benchStep = name
  }, step)

/** Every interaction since the document was opened. The browser does not report the fastest, which count with 16 ms. */
export const readInteractions = async (page: Page): Promise<Interaction[]> => {
  // The browser hands out an entry some time after the frame that ended it.
  await page.waitForTimeout(500)
  const { entries, count } = await page.evaluate(() => ({
    entries: (window as unknown as BenchWindow).benchEntries,
    count: (performance as unknown as { interactionCount: number }).interactionCount,
  }))
  const worst = new Map<number, Interaction>()
  for (const { interactionId, duration, during } of entries)
    if (duration > (worst.get(interactionId)?.milliseconds ?? 0))
      worst.set(interactionId, { during, milliseconds: duration })
  const unreported = Math.max(0, count - worst.size)
  const fast = Array.from({ length: unreported }, () => ({ during: '', milliseconds: 16 }))
  return [...worst.values(), ...fast].sort((a, b) => b.milliseconds - a.milliseconds)
}

/** The 98th percentile as web-vitals reckons it: of each fifty interactions the worst one is left out. */
export const percentile98 = (slowestFirst: readonly Interaction[]): Interaction => {
  const found = slowestFirst[Math.min(slowestFirst.length - 1, Math.floor(slowestFirst.length / 50))]
  if (!found) throw new Error('there was no interaction')
  return found
}
