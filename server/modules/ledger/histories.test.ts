import { expect, test } from 'vitest'
import { playHistories } from '#support/reward-histories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[LEDGER-10] [LEDGER-11] [LEDGER-12] [LEDGER-38] after each step of random histories the ledger is sound', async () => {
  const counts = await playHistories(server, { runs: 6, steps: 45 })
  // Otherwise the histories would show nothing.
  expect(Object.keys(counts).length).toBeGreaterThan(10)
}, 60_000)
