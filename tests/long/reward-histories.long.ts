import { expect, test } from 'vitest'
import { type Counts, playHistories } from '../support/reward-histories.ts'
import { startTestApp } from '../support/server.ts'

const HISTORIES = Number(process.env['GUILDHALL_HISTORIES'] ?? 500)
/** As many as one database gets, because each step adds up all that is in it. */
const OF_ONE_DATABASE = 20
/** One waits for its database while the others work. */
const SIDE_BY_SIDE = 3

test('[LEDGER-10] [LEDGER-12] [LEDGER-38] after each step of many random histories the ledger is sound', async () => {
  const counts: Counts = {}
  let left = HISTORIES
  const playAll = async (): Promise<void> => {
    while (left > 0) {
      const runs = Math.min(OF_ONE_DATABASE, left)
      left -= runs
      const server = await startTestApp()
      for (const [act, count] of Object.entries(await playHistories(server, { runs, steps: 60 })))
        counts[act as keyof Counts] = (counts[act as keyof Counts] ?? 0) + count
      await server.close()
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, playAll))
  process.stderr.write(`Of ${HISTORIES} histories were done: ${JSON.stringify(counts)}\n`)
  expect(Object.keys(counts).length).toBeGreaterThan(20)
}, 86_400_000)
