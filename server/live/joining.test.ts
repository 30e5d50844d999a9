import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { STREAMS_MAX } from '#shared/contract/index.ts'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { testApp } from '#support/server.ts'
import { plantHolds } from '#support/hold-statement.ts'
import { wholeLog } from '#support/inbox.ts'
import { readsOfLog, settleStreams } from '#support/log-reads.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { endOfLog, writeCursor } from '../events/read.ts'
import type { Doorbell } from './doorbell.ts'
import { createLive } from './hub.ts'

const statements = watchStatements()
const holds = plantHolds()
/** A doorbell that rings when the test says so, and for no change. */
const heard = new Set<() => void>()
const doorbell: Doorbell = {
  ring: () => undefined,
  onRing: (hear) => {
    heard.add(hear)
    return () => void heard.delete(hear)
  },
  isHeard: () => Promise.resolve(true),
  stop: () => Promise.resolve(),
}
const ring = () => heard.forEach((hear) => hear())
/** A process that looks by itself only once in ten minutes. */
const app = testApp({ deps: { doorbell, liveTimes: { every: 600_000, heartbeat: 900_000, patience: 500 } } })

afterAll(async () => {
  holds.restore()
  statements.restore()
})
const within = { timeout: 10_000, interval: 20 }

const team = async (members: number) => {
  const { user, accessToken } = await createCreator(app)
  const project = await createProject(app, user.id)
  const people = await Promise.all(
    Array.from({ length: members }, async () => {
      const person = await createUser(app)
      await createMembership(app, project.id, person.user.id)
      return person
    }),
  )
  const body = { projectID: project.id, title: 'Draw', description: 'Maps.' }
  return {
    project,
    people,
    tokens: people.map(({ accessToken: token }) => token),
    add: () => app.client(accessToken).tasks.create({ body }),
  }
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

test('[LIVE-21] a stream that stops reading right after it caught up is dropped, though nothing more comes', async () => {
  const { people, project } = await team(1)
  const [person] = people
  if (!person) throw new Error('There is nobody.')
  await wholeLog(app)
  const after = writeCursor(await endOfLog(app.db))
  // Fewer than are read at a time, and more than may be left unread.
  await sql`insert into events (id, kind, actor_id, project_id, data, created_at)
    select gen_random_uuid(), 'member.joined', ${person.user.id}::uuid, ${project.id}::uuid, '{}', now()
    from generate_series(1, 95)`.execute(app.db)
  await wholeLog(app)
  const live = createLive(app.deps, { streams: () => undefined, framesSent: () => undefined })
  const viewer = { ...person.user, userID: person.user.id, sessionID: person.user.id, isAdministrator: false }
  const readable = await live.open({ ...viewer, accountType: 'contributor' }, { after, mayAdminister: true })
  const left = () => readable.readableLength
  await expect.poll(left, within).toBeGreaterThan(32 * 1024)
  await once(readable, 'close', { signal: AbortSignal.timeout(5_000) })
  await live.stop()
})

test('[LIVE-11] where the last stream closes while the log is read, nobody’s rights are asked for', async () => {
  const { tokens, people, add } = await team(2)
  const [token = ''] = tokens
  await wholeLog(app)
  const rightsAsked = async (act: (stream: Awaited<ReturnType<typeof followStream>>) => Promise<unknown>) => {
    const stream = await followStream(app, token)
    await settleStreams(statements)
    const asked = await statements.during(() => act(stream))
    await stream.close()
    await sleep(100)
    return asked.filter(({ text }) => text.includes('union all')).map(({ values }) => values.flat())
  }
  const told = await rightsAsked(async (stream) => {
    await add()
    await expect.poll(() => (ring(), stream.frames.length), within).toBe(1)
  })
  // Of those who are here alone: the other member is not.
  expect(told.flat()).toContain(people[0]?.user.id)
  expect(told.flat()).not.toContain(people[1]?.user.id)
  const untold = await rightsAsked(async (stream) => {
    const isRead = holds.before(/from event_log log/, async () => {
      await stream.close()
      await wholeLog(app)
      await sleep(100)
    })
    await add()
    await expect.poll(isRead, within).toBe(true)
    await sleep(300)
  })
  expect(untold).toEqual([])
})
