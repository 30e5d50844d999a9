import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { createLogger } from '../process/log.ts'
import { type Doorbell, openDoorbell } from './doorbell.ts'

/** Two processes on one database, both with the doorbell; `base` only prepares what they tell of, and rings for nobody. */
let base: TestApp
let processes: TestApp[]
let bells: Doorbell[]
/** By themselves the processes look once in ten minutes, so that only the doorbell brings what the other has written. */
const liveTimes = { every: 600_000, heartbeat: 900_000, patience: 60_000 }
beforeAll(async () => {
  base = await startTestApp()
  bells = [0, 1].map(() => openDoorbell(base.databaseUrl, createLogger('silent')))
  processes = await Promise.all(
    bells.map((doorbell) => startTestApp({ url: base.databaseUrl, deps: { doorbell, liveTimes } })),
  )
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()))
  await Promise.all(bells.map((bell) => bell.stop()))
  await base.close()
})

const PEOPLE = 10
const MOVES = 30
const PAUSE_MS = 100
/**
 * What `npm run bench -- live_fanout` asks of the 99th of a hundred frames, with 200 clients and nothing else on the machine. Beside other
 * tests a frame waits for a processor, so only `npm run test:long -- timing`, which has the machine to itself, asks it of half of these.
 */
const TARGET_MS = process.env['GUILDHALL_LONG'] === '1' ? 100 : Infinity

test('[LIVE-24] ten moves a second reach twenty streams at two processes, each of them once, by the doorbell alone', async () => {
  const { user, accessToken } = await createCreator(base)
  const owner = base.client(accessToken)
  const project = await createProject(base, user.id)
  const task = (await owner.tasks.create({ body: { projectID: project.id, title: 'Draw', description: 'Maps.' } })).data
  /** When each move was sent, and how long its frames took: at the process that made it, and at the other. */
  const sent: number[] = []
  const took = { here: [] as number[], there: [] as number[] }
  const streams = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const person = await createUser(base)
      await createMembership(base, project.id, person.user.id)
      const follow = (one: TestApp, at: number) => {
        let moves = 0
        const within = at === 0 ? took.here : took.there
        // The nth frame of a stream tells of the nth move; the task in it can be newer already. It can tell of the task's creation, too.
        const onFrame = ({ kind }: { kind: string }) => {
          if (kind === 'task.moved') within.push(performance.now() - (sent[moves++] ?? -Infinity))
        }
        return followStream(one, person.accessToken, { onFrame })
      }
      return Promise.all(processes.map(follow))
    }),
  )
  // The process that makes a change rings: its own streams hear of it at once, those of the other by the doorbell.
  const mover = (processes[0] ?? base).client(accessToken)
  for (let move = 1; move <= MOVES; move += 1) {
    await sleep(PAUSE_MS)
    sent.push(performance.now())
    await mover.tasks.update({ params: { id: task.id }, body: { status: 1 + (move % 3) } })
  }
  const expected = MOVES * PEOPLE
  await expect.poll(() => [took.here.length, took.there.length], { timeout: 10_000 }).toEqual([expected, expected])
  await sleep(300)
  for (const times of [took.here, took.there]) {
    expect(times).toHaveLength(expected)
    expect(times.sort((a, b) => a - b)[expected / 2]).toBeLessThanOrEqual(TARGET_MS)
  }
  await Promise.all(streams.flat().map((stream) => stream.close()))
})
