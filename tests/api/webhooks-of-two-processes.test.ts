import { randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
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
/** `npm run test:long` makes a thousand. */
const KILLS = Number(process.env['GUILDHALL_WEBHOOK_KILLS'] ?? 3)
/** A process is killed within about this many milliseconds after the first event of its round. */
const LATEST_MS = 120

/** Makes tasks in a project of its own that tells the receiver of them; `told` has those that have arrived, in their order. */
const createTold = async () => {
  const owner = await createPerson(app)
  const { id } = await createProject(app, owner.id)
  await owner.api.webhooks.add({ params: { id }, body: { target: 'build', kinds: ['task.created'] } })
  const create = async (title: string) => {
    const { data } = await owner.api.tasks.create({ body: { projectID: id, title, description: 'Work.' } })
    return data.id
  }
  const told = () =>
    receiver.received
      .map((one) => JSON.parse(one.body) as { projectID: string; taskID: string })
      .flatMap(({ projectID, taskID }) => (projectID === id ? [taskID] : []))
  return { create, told }
}

test('[FEED-10] two processes and kill -9 in the middle: every event comes at least once, first in its order', async () => {
  const { create, told } = await createTold()
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
  for (let at = 0; at < TASKS; at += 1) made.push(await create(`Task ${at}`))
  await began
  await Promise.all([servers.kill(0), servers.kill(1)])
  await Promise.all([servers.restart(0), servers.restart(1)])
  await expect.poll(() => new Set(told()).size, { timeout: 60_000, interval: 100 }).toBe(TASKS)
  // Each comes first after those before it, and what was under way at the kill came again.
  expect([...new Set(told())]).toEqual(made)
  expect(told().length).toBeGreaterThan(TASKS)
}, 120_000)

/** As many as an owner's limits allow tasks for. */
const KILLS_OF_PROJECT = 20

test(`[FEED-10] ${KILLS} kills, each of another process at any moment: no event is lost, and none comes before an earlier one`, async () => {
  receiver.behave((answer) => void answer.end())
  for (let left = KILLS; left > 0; left -= KILLS_OF_PROJECT) {
    const { create, told } = await createTold()
    const made: string[] = []
    for (let round = 0; round < Math.min(left, KILLS_OF_PROJECT); round += 1) {
      const which = round % 2 === 0 ? 0 : 1
      const killed = after(randomInt(LATEST_MS)).then(() => servers.kill(which))
      for (let at = 0; at < 3; at += 1) made.push(await create(`Task ${round} ${at}`))
      await killed
      await servers.restart(which)
    }
    await expect.poll(() => new Set(told()).size, { timeout: 60_000, interval: 100 }).toBe(made.length)
    expect([...new Set(told())]).toEqual(made)
  }
}, 86_400_000)
