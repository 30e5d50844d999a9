import { afterAll, expect, test } from 'vitest'
import { testApp } from '../support/server.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { REFUSING } from '../support/webhook-targets.ts'
import { createOwnCell, endpointOf, send } from './case.ts'
import { cases } from './cases/index.ts'
import { journeys, JOURNEYS_MAX } from './journeys.ts'

const LATENCY_MS = 10
const statements = watchStatements(LATENCY_MS)
const server = testApp({ config: { registration: 'open', webhookTargets: REFUSING }, keepsFiles: true })
afterAll(() => statements.restore())

const writing = cases.filter(([, { rollsBack, leaves }]) => rollsBack ?? leaves)

/** Work behind an answer may begin before it: the fewest journeys of a few tries are the call's own. */
const TRIES = 4
test.each(writing)('%s', async (name, { by = 'owner', input }) => {
  const most = journeys[name] ?? JOURNEYS_MAX
  let fewest = Infinity
  for (let tries = 0; tries < TRIES && fewest > most; tries++) {
    const cell = await createOwnCell(server, by)
    const sent = (await input?.(cell)) ?? {}
    await server.deps.background.idle()
    await server.db.deleteFrom('rate_limits').execute()
    await statements.during(() => send(endpointOf(name), cell, sent))
    fewest = Math.min(fewest, statements.journeys())
  }
  expect(fewest).toBeLessThanOrEqual(most)
})

test('the table has calls that write, and need more journeys than others', () => {
  const names = writing.map(([name]) => name)
  expect(Object.keys(journeys).filter((name) => !names.includes(name))).toEqual([])
  expect(Object.values(journeys).filter((count) => count <= JOURNEYS_MAX)).toEqual([])
})
