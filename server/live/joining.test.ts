import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STREAMS_MAX } from '../../shared/contract/index.ts'
import { createCreator, createMembership, createProject, createUser } from '../../tests/support/factories.ts'
import { followStream } from '../../tests/support/follow-stream.ts'
import { startTestApp, type TestApp } from '../../tests/support/server.ts'
import { wholeLog } from '../../tests/support/inbox.ts'
import { readsOfLog } from '../../tests/support/log-reads.ts'
import { watchStatements } from '../../tests/support/watch-statements.ts'
import type { Doorbell } from './doorbell.ts'

const statements = watchStatements()
/** A doorbell that rings when the test says so, and for no change. */
const heard = new Set<() => void>()
const doorbell: Doorbell = {
  ring: () => undefined,
  onRing: (hear) => {
    heard.add(hear)
    return () => void heard.delete(hear)
  },
  stop: () => Promise.resolve(),
}
const ring = () => heard.forEach((hear) => hear())
/** A process that looks by itself only once in ten minutes. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ deps: { doorbell, liveTimes: { every: 600_000, heartbeat: 900_000, patience: 500 } } })
})
afterAll(async () => {
  await app.close()
  statements.restore()
})
const within = { timeout: 10_000, interval: 20 }

const team = async (members: number) => {
  const { user, accessToken } = await createCreator(app)
  const project = await createProject(app, user.id)
  const tokens = await Promise.all(
    Array.from({ length: members }, async () => {
      const person = await createUser(app)
      await createMembership(app, project.id, person.user.id)
      return person.accessToken
    }),
  )
  const body = { projectID: project.id, title: 'Draw', description: 'Maps.' }
  return { tokens, add: () => app.client(accessToken).tasks.create({ body }) }
}
const closeAll = (streams: ReadonlyArray<{ close: () => Promise<void> }>) =>
  Promise.all(streams.map((stream) => stream.close()))

test('[LIVE-11] forty streams that open at once cost few readings of the log', async () => {
  const { tokens, add } = await team(8)
  const windows = tokens.flatMap((token) => Array.from({ length: STREAMS_MAX }, () => token))
  let streams: Array<Awaited<ReturnType<typeof followStream>>> = []
  await wholeLog(app)
  const asked = await statements.during(async () => {
    streams = await Promise.all(windows.map((token) => followStream(app, token)))
    await sleep(500)
  })
  const reads = readsOfLog(asked)
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(windows.length)
  await add()
  const told = () => {
    // Transactions of other databases of the cluster may have held the log back when this process looked first.
    ring()
    return streams.filter(({ frames }) => frames.length === 1).length
  }
  await expect.poll(told, within).toBe(windows.length)
  await closeAll(streams)
})

test('[LIVE-11] a stream joins the others though the doorbell rings without a pause', async () => {
  const { tokens, add } = await team(2)
  const [token = '', other = ''] = tokens
  await wholeLog(app)
  const before = await followStream(app, token)
  let isRinging = true
  const ringing = (async () => {
    for (; isRinging; await nextTurn()) ring()
  })()
  const late = await followStream(app, other)
  await sleep(100)
  await add()
  const told = () => [before, late].map((stream) => stream.kinds())
  await expect.poll(told, within).toEqual([['task.created'], ['task.created']])
  isRinging = false
  await ringing
  await closeAll([before, late])
})
