import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCreator, createMembership, createProject, createUser } from '../../tests/support/factories.ts'
import { followStream } from '../../tests/support/follow-stream.ts'
import { startTestApp, type TestApp } from '../../tests/support/server.ts'
import { createLogger } from '../log.ts'
import { type Doorbell, openDoorbell } from './doorbell.ts'

/** Two processes on one database, both with the doorbell. */
let base: TestApp
let processes: TestApp[]
let bells: Doorbell[]
beforeAll(async () => {
  base = await startTestApp()
  bells = [0, 1].map(() => openDoorbell(base.databaseUrl, createLogger('silent')))
  processes = await Promise.all(bells.map((doorbell) => startTestApp({ url: base.databaseUrl, deps: { doorbell } })))
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()))
  await Promise.all(bells.map((bell) => bell.stop()))
  await base.close()
})

const PEOPLE = 10
const MOVES = 30
const PAUSE_MS = 100
/** What `npm run bench -- live_fanout` asks of the 99th of a hundred frames, with 200 clients and nothing else on the machine. */
const TARGET_MS = 100

test('[LIVE-24] ten moves a second reach twenty streams at two processes, each of them once, and half of them within 100 ms', async () => {
  const { user, accessToken } = await createCreator(base)
  const owner = base.client(accessToken)
  const project = await createProject(base, user.id)
  const task = (await owner.tasks.create({ body: { projectID: project.id, title: 'Draw', description: 'Maps.' } })).data
  /** When each move was sent, by the version that it gives the task; and how long each frame of it took. */
  const sent = new Map<number, number>()
  const took: number[] = []
  const streams = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const person = await createUser(base)
      await createMembership(base, project.id, person.user.id)
      const onFrame = ({ kind, task: shown }: { kind: string; task: { version?: number | undefined } | null }) => {
        // The frame of the task's creation can come late, and shows the task as it is by then.
        if (kind !== 'task.moved') return
        const at = sent.get(shown?.version ?? 0)
        if (at !== undefined) took.push(performance.now() - at)
      }
      return Promise.all(processes.map((one) => followStream(one, person.accessToken, { onFrame })))
    }),
  )
  for (let move = 1; move <= MOVES; move += 1) {
    await sleep(PAUSE_MS)
    sent.set((task.version ?? 0) + move, performance.now())
    await owner.tasks.update({ params: { id: task.id }, body: { status: 1 + (move % 3) } })
  }
  const expected = MOVES * PEOPLE * processes.length
  await expect.poll(() => took.length, { timeout: 10_000 }).toBe(expected)
  await sleep(300)
  expect(took).toHaveLength(expected)
  expect(took.sort((a, b) => a - b)[expected / 2]).toBeLessThanOrEqual(TARGET_MS)
  await Promise.all(streams.flat().map((stream) => stream.close()))
})
