import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/api-client/api-error.ts'
import { countPayer, countWorker } from '#support/counted-records.ts'
import { createPlayed, historyStep, play } from '#support/reward-histories.ts'
import { testApp } from '#support/server.ts'
import { payerOf, workerOf } from './service.ts'

const server = testApp()
/** Each run is a whole history of calls; a long run has 1,000 (scripts/test-long.mjs). */
const RUNS = Math.min(1_000, Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 5))
const STEPS = 40

test('[RECORD-14] after each of many random histories the records are what their rows add up to', async () => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(historyStep, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      const world = await createPlayed(server)
      await world.setBudget('$5000')
      const [first] = [await world.owed(world.ana, 10_000), await world.owed(world.ben, 20_000)]
      await world.payDues([first])
      for (const one of steps)
        await play(world, one).catch((error: unknown) => {
          if (!(error instanceof ApiError) || (error.status ?? 500) >= 500) throw error
        })
      const now = server.clock.now()
      for (const { id } of Object.values(world.of)) {
        const [record, counted] = [await payerOf(server.db, id, now), await countPayer(server.db, id, now)]
        expect(record).toEqual(counted)
        expect(await workerOf(server.db, id)).toEqual(await countWorker(server.db, id))
        paid += counted.paid
      }
    }),
    { numRuns: RUNS },
  )
  // Otherwise the histories would show nothing.
  expect(paid).toBeGreaterThan(0)
}, 3_600_000)
