import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFairness, everyCall, heaviest } from '../support/fairness.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { startProcess } from './two-servers.ts'

/** Of the calls that are not known as heavy, one in this number is tried here; `npm run bench -- fairness` tries all. */
const EVERY = 15
const MEMORY_MB = 600
/** The most that the median of some sign-ins may take, or on a busy machine the most times as long as just before. */
const SIGN_IN_MS = 2_000
const TIMES = 8

let dataDir: string
let app: TestApp
let server: Awaited<ReturnType<typeof startProcess>>
let measure: Awaited<ReturnType<typeof createFairness>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-fairness-'))
  app = await startTestApp({ config: { dataDir, filesDir: dataDir } })
  server = await startProcess(app.databaseUrl, { GUILDHALL_FILES_DIR: dataDir })
  measure = await createFairness(app, server)
}, 120_000)
afterAll(async () => {
  await server.kill()
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const sample = everyCall.filter((operation, at) => at % EVERY === 0 && !heaviest.some((known) => known === operation))

test.each([...heaviest, ...sample])(
  'while one account makes the call %s 20 times at once, somebody else signs in, and memory stays in bounds',
  async (operation) => {
    const { signInMs, beforeMs, signInStatus, peakMB, statuses } = await measure(operation)
    expect(signInStatus).toBe(200)
    // A call that is only refused takes nothing from anybody, and would prove nothing.
    if (heaviest.some((known) => known === operation)) expect(Math.min(...statuses.keys())).toBeLessThan(400)
    expect(signInMs).toBeLessThan(Math.max(SIGN_IN_MS, TIMES * beforeMs))
    expect(peakMB).toBeLessThan(MEMORY_MB)
    // Each call was answered, if only by what says when to come again.
    expect(statuses.get(0)).toBeUndefined()
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  },
  60_000,
)
