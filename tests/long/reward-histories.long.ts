import { expect, test } from 'vitest'
import { playHistories } from '../support/reward-histories.ts'
import { testApp } from '../support/server.ts'

const HISTORIES = Number(process.env['GUILDHALL_HISTORIES'] ?? 500)
const server = testApp()

test('[LEDGER-10] [LEDGER-12] [LEDGER-38] after each step of many random histories the ledger is sound', async () => {
  const counts = await playHistories(server, { runs: HISTORIES, steps: 60 })
  expect(Object.keys(counts).length).toBeGreaterThan(20)
}, 86_400_000)
