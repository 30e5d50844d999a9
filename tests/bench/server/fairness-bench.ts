import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFairness, everyCall, type Fairness } from '#support/fairness.ts'
import { startTestApp, TEST_SECRET } from '#support/server.ts'
import { type Figure, milliseconds } from '../figure.ts'
import { startCluster } from './cluster.ts'
import { startOurs } from './programs.ts'

const DATABASE = 'fairness'
const SIGN_IN_MS = 2_000
const MEMORY_MB = 600
/** So many calls of those that made others wait most are shown. */
const SHOWN = 6

const inWords = ({ statuses }: Fairness) => [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')

/**
 * Measures, for every call of the contract, how long others wait who sign in while one account makes that call 20 times at once in a project
 * of 2,000 tasks, and how much memory the server has then.
 */
export const fairness = async (): Promise<Figure[]> => {
  const cluster = await startCluster()
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-fairness-'))
  try {
    await cluster.create(DATABASE)
    const url = cluster.urlOf(DATABASE)
    const server = await startOurs(url, { GUILDHALL_SECRET: TEST_SECRET, GUILDHALL_FILES_DIR: dataDir })
    const app = await startTestApp({ url, config: { dataDir, filesDir: dataDir } })
    const measured: Fairness[] = []
    try {
      const measure = await createFairness(app, server)
      for (const operation of everyCall) {
        const one = await measure(operation)
        measured.push(one)
        process.stderr.write(
          `  ${operation.padEnd(36)} ${one.signInMs.toFixed(0).padStart(6)} ms ${one.peakMB.toFixed(0).padStart(5)} MB  ${inWords(one)}\n`,
        )
      }
    } finally {
      await app.close()
      await server.stop()
    }
    const slowest = measured.toSorted((a, b) => b.signInMs - a.signInMs)
    const largest = measured.toSorted((a, b) => b.peakMB - a.peakMB)[0]
    const failed = measured.filter(({ signInStatus }) => signInStatus !== 200)
    return [
      ...slowest.slice(0, SHOWN).map((one, at) => ({
        what: `sign-in beside 20 x ${one.operation} (${inWords(one)})`,
        value: milliseconds(one.signInMs),
        ...(at === 0 && { target: `≤ ${milliseconds(SIGN_IN_MS)}`, reached: one.signInMs <= SIGN_IN_MS }),
      })),
      {
        what: `  of ${measured.length} calls, those beside which nobody can sign in`,
        value: failed.map(({ operation }) => operation).join(', ') || 'none',
        target: 'none',
        reached: failed.length === 0,
      },
      {
        what: `  most memory of the server's process, after ${largest?.operation}`,
        value: `${largest?.peakMB.toFixed(0)} MB`,
        target: `≤ ${MEMORY_MB} MB`,
        reached: (largest?.peakMB ?? Number.POSITIVE_INFINITY) <= MEMORY_MB,
      },
    ]
  } finally {
    await cluster.drop(DATABASE)
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
