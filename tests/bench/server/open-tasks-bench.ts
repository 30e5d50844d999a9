import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { median, openConnection, quantile, writeRequest } from './http-load.ts'
import { type Program, startOurs, tokenFor } from './programs.ts'
import { VIEWER } from './seed-market.ts'
import { seedOpenTasks, SKILLS } from './seed-open-tasks.ts'
import * as words from './seed-words.ts'

const TIMES = 200
const TARGET_MS = 30
const sorts = ['newest', 'reward', 'due', 'shortest'] as const

const of = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length]
/** Each filter with the value of its request number `n`, so that no answer comes from a cache. */
const filters: Record<string, (n: number) => string> = {
  'no filter': () => '',
  minCents: (n) => `&minCents=${100 * (1 + (n % 997))}`,
  maxHours: (n) => `&maxHours=${0.25 * (1 + (n % 160))}`,
  mode: (n) => `&mode=${n % 2 === 0 ? 'apply' : 'claim'}`,
  skill: (n) => `&skill=${of(SKILLS, n)}`,
  q: (n) => `&q=${encodeURIComponent(of(words.things, n)?.split(' ').at(-1) ?? 'map')}`,
  forMe: () => '&forMe=true',
}

/** [OPEN-26] Measures a page of open tasks of a market with this many of them, by each sort and filter; two together are sort and filter. */
export const openTasks = async (tasks: number): Promise<Figure[]> => {
  const cluster = await startCluster()
  let ours: Program | undefined
  try {
    const name = await cluster.cached(`opentasks${tasks}`, (connect) => {
      process.stderr.write(`Filling a market of ${tasks} open tasks, which later runs use again …\n`)
      return seedOpenTasks(connect, tasks)
    })
    ours = await startOurs(cluster.urlOf(name))
    const token = await tokenFor(VIEWER)
    const connection = await openConnection(ours.origin)
    const figures: Figure[] = []
    for (const [filter, valueOf] of Object.entries(filters))
      for (const sort of sorts) {
        const ask = async (n: number) => {
          const path = `/api/open-tasks?sort=${sort}${valueOf(n)}`
          const began = performance.now()
          const { status } = await connection.ask(writeRequest({ method: 'GET', path, token }))
          if (status !== 200) throw new Error(`${path} answered ${status}.`)
          return performance.now() - began
        }
        for (let n = 0; n < 10; n++) await ask(n)
        const took: number[] = []
        for (let n = 0; n < TIMES; n++) took.push(await ask(n))
        const p99 = quantile(
          took.sort((a, b) => a - b),
          0.99,
        )
        figures.push({
          what: `${filter}, by ${sort}: p99 (p50 ${milliseconds(median(took))})`,
          value: milliseconds(p99),
          target: `≤ ${TARGET_MS} ms`,
          reached: p99 <= TARGET_MS,
        })
      }
    connection.close()
    return figures
  } finally {
    await ours?.stop()
    await cluster.stop()
  }
}
