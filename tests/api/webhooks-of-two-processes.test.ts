import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, createProject } from '../support/factories.ts'
import { type Receiver, startReceiver } from '../support/webhooks.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { REFUSING } from '../support/webhook-targets.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

let app: TestApp
let servers: TwoServers
let receiver: Receiver
let folder: string
beforeAll(async () => {
  receiver = await startReceiver()
  folder = await mkdtemp(join(tmpdir(), 'guildhall-webhooks-'))
  const cert = join(folder, 'receiver.pem')
  await writeFile(cert, receiver.cert)
  app = await startTestApp({ config: { webhookTargets: REFUSING } })
  const environment = { GUILDHALL_WEBHOOK_TARGETS: `build=${receiver.origin}/build`, NODE_EXTRA_CA_CERTS: cert }
  servers = await startTwoServers(app.databaseUrl, [environment, environment])
}, 60_000)
afterAll(async () => {
  await servers.close()
  await app.close()
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const TASKS = 12

test('[FEED-10] two processes and kill -9 in the middle: every event comes at least once, first in its order', async () => {
  const owner = await createPerson(app)
  const { id } = await createProject(app, owner.id)
  const body = { target: 'build', kinds: ['task.created' as const] }
  await owner.api.webhooks.add({ params: { id }, body })
  // The first delivery is under way when both processes, one of which sends it, are killed.
  let isFirst = true
  const began = new Promise<void>((resolve) =>
    receiver.behave((answer) => {
      if (!isFirst) return void answer.end()
      isFirst = false
      resolve()
    }),
  )
  const made: string[] = []
  for (let at = 0; at < TASKS; at += 1) {
    const { data } = await owner.api.tasks.create({
      body: { projectID: id, title: `Task ${at}`, description: 'Work.' },
    })
    made.push(data.id)
  }
  await began
  await Promise.all([servers.kill(0), servers.kill(1)])
  await Promise.all([servers.restart(0), servers.restart(1)])
  const tasks = () => receiver.received.map((one) => (JSON.parse(one.body) as { taskID: string }).taskID)
  await expect.poll(() => new Set(tasks()).size, { timeout: 60_000, interval: 100 }).toBe(TASKS)
  // Each comes first after those before it, and what was under way at the kill came again.
  expect([...new Set(tasks())]).toEqual(made)
  expect(tasks().length).toBeGreaterThan(TASKS)
}, 120_000)
