import lighthouse, { desktopConfig } from 'lighthouse'
import type { Figure } from '../figure.ts'
import { onStage, signInAs } from './browser.ts'
import { scriptBytes } from '#support/script-bytes.ts'

/** How often each screen is measured. The median counts, so that other work on the machine does not decide. */
const RUNS = 3
const screens = [
  { name: 'login', path: '/login', isGuarded: false },
  { name: 'landing', path: '/', isGuarded: false },
  { name: 'market', path: '/market', isGuarded: true },
  { name: 'My Projects', path: '/my-projects', isGuarded: true },
  { name: 'talent', path: '/talent', isGuarded: true },
] as const
const SCRIPT_BYTES_MAX = 200_000
const SCORE_MIN = 0.99

type Audit = {
  performance: number
  accessibility: number
  bestPractices: number
  /** Largest contentful paint and total blocking time in milliseconds, then the cumulative layout shift. */
  paintedMs: number
  blockedMs: number
  shift: number
  /** Audits outside of the category "performance" that failed. */
  complaints: string[]
}

/** Measures one cold load with Lighthouse's desktop preset: the browser's cache is empty, the session stays. */
const audit = async (url: string, port: number): Promise<Audit> => {
  const result = await lighthouse(
    url,
    { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices'] },
    desktopConfig,
  )
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse could not load ${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}, which is another screen`)
  const score = (id: string) => categories[id]?.score ?? 0
  const measured = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    paintedMs: measured('largest-contentful-paint'),
    blockedMs: measured('total-blocking-time'),
    shift: measured('cumulative-layout-shift'),
    complaints: ['accessibility', 'best-practices'].flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id),
    ),
  }
}

const figuresOf = (name: string, runs: Audit[]): Figure[] => {
  const middle = runs.sort((a, b) => a.performance - b.performance)[Math.floor(runs.length / 2)]
  if (!middle) throw new Error('no run')
  const { performance, accessibility, bestPractices, paintedMs, blockedMs, shift, complaints } = middle
  const others = `accessibility ${accessibility}, practices ${bestPractices}`
  const parts = `LCP ${Math.round(paintedMs)} ms, blocked ${Math.round(blockedMs)} ms, shift ${shift.toFixed(3)}`
  return [
    {
      what: `Lighthouse performance, ${name}`,
      value: performance.toFixed(2),
      target: `≥ ${SCORE_MIN}`,
      reached: performance >= SCORE_MIN,
    },
    { what: `  ${parts}`, value: '' },
    { what: `  ${[others, ...complaints].join(', ')}`, value: '' },
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Measures a cold start of the web build: bytes of JavaScript at /login, and Lighthouse's score of the screens that people arrive at. */
export const webColdLoad = (): Promise<Figure[]> =>
  onStage(async ({ context, debuggingPort, origin }) => {
    const page = await context.newPage()
    const { gzip, br } = await scriptBytes(page, `${origin}/login`)
    const figures: Figure[] = [
      {
        what: 'JavaScript of /login, gzip',
        value: kilobytes(gzip),
        target: '≤ 200 kB',
        reached: gzip <= SCRIPT_BYTES_MAX,
      },
      { what: 'JavaScript of /login, brotli', value: kilobytes(br) },
    ]
    let isSignedIn = false
    for (const { name, path, isGuarded } of screens) {
      if (isGuarded && !isSignedIn) {
        await page.goto(`${origin}/login`)
        await signInAs(page, 'contributor')
        await page.goto('about:blank')
        isSignedIn = true
      }
      const runs: Audit[] = []
      for (let run = 0; run < RUNS; run += 1) runs.push(await audit(origin + path, debuggingPort))
      figures.push(...figuresOf(name, runs))
    }
    return figures
  })
