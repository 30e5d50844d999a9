import { expect, test } from 'vitest'
import { capabilityNames } from '#shared/contract/index.ts'
import { startTestApp } from '../support/server.ts'
import { REFUSING } from '../support/webhook-targets.ts'

test('[CAP-01] anyone may ask what the server can do, also with a token that is not good any more', async () => {
  const server = await startTestApp({ config: { publicPages: 'on', webhookTargets: REFUSING } })
  const answer = await fetch(`${server.origin}/api/capabilities`, { headers: { authorization: 'Bearer x' } })
  // calls.snap has the names.
  expect([answer.status, await answer.json()]).toEqual([200, { data: capabilityNames }])
  await server.close()
})
