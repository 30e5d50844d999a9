import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STREAMS_MAX } from '#shared/contract/index.ts'
import { createCreator, createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { holdsWithin } from '#support/loop-time.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { wholeLog } from '#support/inbox.ts'
import { readsOfLog, settleStreams } from '#support/log-reads.ts'
import { type Statement, watchStatements } from '#support/watch-statements.ts'
import { endOfLog, startOfLog, writeCursor } from '../events/read.ts'
import { createLogger } from '../process/log.ts'
import { revokeFamily } from '../modules/auth/sessions-repository.ts'
import { type Doorbell, openDoorbell } from './doorbell.ts'

const statements = watchStatements()
/** Two processes on one database: the first rings and listens, the second finds changes by itself (GUILDHALL_LIVE=poll). */
let first: TestApp
let second: TestApp
let doorbell: Doorbell
beforeAll(async () => {
  const base = await startTestApp()
  doorbell = openDoorbell(base.databaseUrl, createLogger('silent'))
  first = Object.assign(base, {})
  second = await startTestApp({
    url: base.databaseUrl,
    deps: { liveTimes: { every: 200, heartbeat: 600, patience: 500 } },
  })
  ringing = await startTestApp({ url: base.databaseUrl, deps: { doorbell } })
})
let ringing: TestApp
afterAll(async () => {
  await Promise.all([second.close(), ringing.close()])
  await doorbell.stop()
  await first.close()
  statements.restore()
})
/** Transactions of other databases of the cluster hold the log back, too. */
const within = { timeout: 15_000, interval: 20 }

const team = async () => {
  const { user, accessToken } = await createCreator(first)
  const owner = { ...user, token: accessToken, api: first.client(accessToken) }
  const { user: person, accessToken: token } = await createUser(first)
  const member = { ...person, token, api: first.client(token) }
  const project = await createProject(first, owner.id)
  await createMembership(first, project.id, member.id)
  const add = async (title = 'Draw') => {
    const body = { projectID: project.id, title, description: 'Private words.' }
    return (await owner.api.tasks.create({ body })).data
  }
  return { owner, member, project, add }
}

test('[LIVE-01] [LIVE-12] a member hears of a change with the task as its board shows it; strangers hear nothing', async () => {
  const { owner, member, project, add } = await team()
  const stranger = await createUser(first)
  const heard = await followStream(first, member.token)
  const not = await followStream(first, stranger.accessToken)
  expect(heard.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const task = await add()
  await expect.poll(() => heard.frames.length, within).toBe(1)
  const { description: _, taskCreatedByUsername: __, ...more } = task
  const {
    estimateHours: _hours,
    doneWhen: _lines,
    fileIDs: _files,
    blockedByIDs: _blockers,
    offer: _offer,
    ...shown
  } = more
  const [frame] = heard.frames
  expect(frame).toMatchObject({ kind: 'task.created', actorID: owner.id, projectID: project.id, taskID: task.id })
  expect(frame?.task).toEqual(shown)
  expect(JSON.stringify(heard.frames)).not.toContain('Private')
  expect(heard.names).toEqual(['ready', 'change'])
  await sleep(300)
  expect(not.names).toEqual(['ready'])
  expect((await followStream(first, 'nonsense')).status).toBe(401)
  expect((await fetch(`${first.origin}/api/events/stream`)).status).toBe(401)
  await Promise.all([heard.close(), not.close()])
})

test('[LIVE-01] each kind reaches those whom it concerns: managers a request, administrators the waitlist, oneself one’s account', async () => {
  const { owner, member, project } = await team()
  const { user: applicant, accessToken } = await createUser(first)
  const admin = await createUser(first, { isAdministrator: true })
  const streams = {
    owner: await followStream(first, owner.token),
    member: await followStream(first, member.token),
    applicant: await followStream(first, accessToken),
    admin: await followStream(first, admin.accessToken),
  }
  await first.client(accessToken).projects.apply({ params: { id: project.id }, body: {} })
  await first.client(accessToken).users.updateBio({ body: { bio: 'Keeps bees.' } })
  const email = `w${Date.now()}@example.org`
  await first.client(admin.accessToken).waitlist.createInvitation({ body: { email } })
  await expect.poll(() => streams.admin.kinds(), within).toEqual(['waitlist.invited'])
  await expect.poll(() => streams.applicant.kinds(), within).toEqual(['request.applied', 'account.profileChanged'])
  await expect.poll(() => streams.owner.kinds(), within).toContain('request.applied')
  expect(streams.owner.kinds()).not.toContain('account.profileChanged')
  expect(streams.member.kinds()).toEqual([])
  expect(streams.applicant.frames[0]).toMatchObject({ subjectID: applicant.id, task: null })
  await Promise.all(Object.values(streams).map((stream) => stream.close()))
})

test('[LIVE-01] a payment reaches the managers and whom it is for, and no other member', async () => {
  const { owner, member, project } = await team()
  const { user: other, accessToken } = await createUser(first)
  await createMembership(first, project.id, other.id)
  const streams = await Promise.all([owner.token, member.token, accessToken].map((token) => followStream(first, token)))
  const body = { userID: member.id, amountCents: 500, currency: 'USD', idempotencyKey: `payment of ${project.id}` }
  await owner.api.payments.create({ params: { id: project.id }, body })
  const kinds = () => streams.slice(0, 2).map((stream) => stream.kinds().filter((kind) => kind.startsWith('payment')))
  await expect.poll(kinds, within).toEqual([['payment.recorded'], ['payment.recorded']])
  await sleep(200)
  expect(streams[2]?.kinds()).toEqual([])
  await Promise.all(streams.map((stream) => stream.close()))
})

test('[LIVE-05] a silent stream has heartbeats, and nothing on its way may hold it back', async () => {
  const { accessToken } = await createUser(first)
  const heard = await followStream(second, accessToken)
  expect(heard.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(heard.headers.get('x-accel-buffering')).toBe('no')
  expect(heard.headers.get('x-content-type-options')).toBe('nosniff')
  await expect.poll(() => heard.beats()).toBeGreaterThan(2)
  expect([heard.names, heard.isOver()]).toEqual([['ready'], false])
  await heard.close()
})

test('[LIVE-06] [LIVE-10] a stream resumes behind its cursor at another process, which has no doorbell: no gap, no repeat', async () => {
  const { member, add } = await team()
  const wanted: string[] = []
  const got: string[] = []
  let after: string | undefined
  let isOver = false
  const adding = (async () => {
    const begin = await endOfLog(first.db)
    after = writeCursor(begin)
    for (let n = 0; n < 40; n++) wanted.push((await add(`Task ${n}`)).id)
    isOver = true
  })()
  await sleep(20)
  for (let turn = 0; !isOver || got.length < wanted.length; turn++) {
    const heard = await followStream(turn % 2 === 0 ? second : first, member.token, { after })
    await sleep(120)
    await heard.close()
    got.push(...heard.frames.map(({ taskID }) => taskID ?? ''))
    after = heard.cursor() ?? after
    if (turn > 100) break
  }
  await adding
  expect(got).toEqual(wanted)
}, 60_000)

test('[LIVE-07] an unknown cursor, one of another log and one older than a day are answered by reset', async () => {
  const { member, add } = await team()
  await add()
  await wholeLog(first)
  const end = await endOfLog(first.db)
  const foreign = writeCursor({ ...end, epoch: '01890a5d-ac96-774b-bcce-b302099a8057' })
  const ahead = writeCursor({ ...end, xid: '9999999999999' })
  for (const after of ['nonsense', foreign, ahead]) {
    const heard = await followStream(first, member.token, { after })
    await expect.poll(() => heard.names, within).toEqual(['ready', 'reset'])
    await add()
    await expect.poll(() => heard.kinds(), within).toEqual(['task.created'])
    await heard.close()
    await wholeLog(first)
  }
  const later = await startTestApp({ url: first.databaseUrl })
  later.clock.advance(25 * 3600)
  const { accessToken } = await createUser(later)
  const old = await followStream(later, accessToken, { after: writeCursor(await startOfLog(first.db)) })
  await expect.poll(() => old.names, within).toEqual(['ready', 'reset'])
  await old.close()
  await later.close()
})

test('[LIVE-08] [LIVE-09] no writing transaction rings; changes come by the doorbell, and a second later without it', async () => {
  const { member, add } = await team()
  const listening = await followStream(ringing, member.token)
  const polling = await followStream(second, member.token)
  const asked: Statement[] = await statements.during(async () => {
    for (let n = 0; n < 10; n++) await add()
    await expect.poll(() => [listening.frames.length, polling.frames.length], within).toEqual([10, 10])
  })
  expect(asked.filter(({ text }) => /^notify/i.test(text))).toEqual([])
  // A process that rings does so beside its transactions, and for many changes at once.
  const owner = await createPerson(ringing)
  const project = await createProject(ringing, owner.id)
  const rung = await statements.during(async () => {
    const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
    await Promise.all(Array.from({ length: 20 }, () => owner.api.tasks.create({ body })))
    await sleep(120)
  })
  const rings = rung.filter(({ text }) => /notify/i.test(text))
  expect(rings.length).toBeGreaterThan(0)
  expect(rings.length).toBeLessThan(20)
  for (const { text } of rings) expect(text).toBe('notify guildhall_events')
  await Promise.all([listening.close(), polling.close()])
})

test('[LIVE-11] reading the log costs one query, whatever the number of streams', async () => {
  const { owner, member, add } = await team()
  const counted = async (streams: number) => {
    await wholeLog(first)
    const open = await Promise.all(
      Array.from({ length: streams }, (_, n) => followStream(first, n % 2 === 0 ? member.token : owner.token)),
    )
    await settleStreams(statements)
    const asked = await statements.during(async () => {
      await add()
      await expect.poll(() => open.every(({ frames }) => frames.length === 1), within).toBe(true)
    })
    await Promise.all(open.map((stream) => stream.close()))
    await sleep(100)
    const times = (part: string) => asked.filter(({ text }) => text.includes(part)).length
    return {
      reads: readsOfLog(asked),
      rights: times('union all'),
      tasks: times('t.task_number::text'),
    }
  }
  const [one, many] = [await counted(1), await counted(8)]
  expect([one.rights, one.tasks, many.rights, many.tasks]).toEqual([1, 1, 1, 1])
  // A turn by the clock may fall into this time.
  expect(many.reads).toBeLessThanOrEqual(one.reads + 2)
})

test('[LIVE-18] who is removed hears no more of the project, and a new member hears without connecting again', async () => {
  const { owner, member, project, add } = await team()
  const { user: late, accessToken } = await createUser(first)
  const streams = [await followStream(second, member.token), await followStream(second, accessToken)] as const
  await owner.api.memberships.remove({ params: { id: project.id, userId: member.id } })
  await createMembership(first, project.id, late.id)
  await add()
  await expect.poll(() => streams[1].kinds(), within).toContain('task.created')
  expect(streams[0].kinds()).not.toContain('task.created')
  expect(streams[0].kinds()).toContain('member.removed')
  await Promise.all(streams.map((stream) => stream.close()))
})

test('[LIVE-19] a session that ends is cut off at every process within two seconds', async () => {
  const { accessToken } = await createUser(first)
  const streams = [await followStream(first, accessToken), await followStream(second, accessToken)]
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  await revokeFamily(first.db, sid, 'administrator', new Date())
  expect(await holdsWithin(2_000, () => streams.every((stream) => stream.isOver()))).toBe(true)
})

test('[LIVE-20] a sixth stream is refused with 429 and Retry-After at whichever process, and the others stay', async () => {
  const { accessToken } = await createUser(first)
  const open = await Promise.all(
    Array.from({ length: STREAMS_MAX }, (_, at) => followStream(at % 2 === 0 ? first : second, accessToken)),
  )
  expect((await followStream(second, accessToken)).status).toBe(429)
  const sixth = await followStream(first, accessToken)
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(open.map(({ status, isOver }) => [status, isOver()])).toEqual(open.map(() => [200, false]))
  await open[0]?.close()
  await expect
    .poll(async () => {
      const again = await followStream(first, accessToken)
      await again.close()
      return again.status
    }, within)
    .toBe(200)
  await Promise.all(open.map((stream) => stream.close()))
})

test('[LIVE-20] twelve windows that open at the same moment have five streams', async () => {
  const { accessToken } = await createUser(first)
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) => followStream(at % 2 === 0 ? first : second, accessToken)),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(STREAMS_MAX)
  await Promise.all(all.map((stream) => stream.close()))
})

test('[LIVE-20] the streams of a process that was killed count no longer than they were held for', async () => {
  const { user, accessToken } = await createUser(first)
  const seats = [1, 2, 3, 4, 5].map((seat) => ({
    user_id: user.id,
    seat,
    stream_id: uuidv7(),
    held_until: sql<Date>`now() + interval '1 second'`,
  }))
  await first.db.insertInto('stream_seats').values(seats).execute()
  expect((await followStream(first, accessToken)).status).toBe(429)
  await expect
    .poll(async () => {
      const stream = await followStream(first, accessToken)
      await stream.close()
      return stream.status
    }, within)
    .toBe(200)
})

test('[LIVE-21] a client that does not read is dropped, and the others hear on', async () => {
  const { owner, member, add } = await team()
  const { port, hostname } = new URL(second.origin)
  const socket = connect(Number(port), hostname)
  socket.pause()
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.write(
    `GET /api/events/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${member.token}\r\n\r\n`,
  )
  const heard = await followStream(second, owner.token)
  const task = await add('x'.repeat(200))
  // Events are written directly, since thousands of calls would take long, and 20 at a time: one act on more tasks is one frame.
  for (let n = 0; n < 1_000; n++)
    await sql`insert into events (id, kind, actor_id, project_id, task_id, data, created_at)
      select gen_random_uuid(), 'task.moved', ${owner.id}::uuid, ${task.projectID}::uuid, ${task.id}::uuid, '{"from":1,"to":2}', now()
      from generate_series(1, 20)`.execute(first.db)
  await expect.poll(() => heard.frames.length, { timeout: 30_000 }).toBe(20_001)
  await sleep(1_000)
  socket.resume()
  await gone
  expect(heard.isOver()).toBe(false)
  await heard.close()
}, 60_000)

test('[LIVE-27] a stopping server ends its streams first, and stops at once', async () => {
  const own = await startTestApp()
  const { accessToken } = await createUser(own)
  const heard = await followStream(own, accessToken)
  // A stream that it waited for would fail this test at its time limit: it would end by itself never.
  await own.close()
  expect(heard.isOver()).toBe(true)
})

test('an import of 2,000 tasks is told in one frame without a task, at each process and to a stream that resumes; a few tasks are told each', async () => {
  const { owner, member, project, add } = await team()
  const before = writeCursor(await endOfLog(first.db))
  const streams = await Promise.all([first, second].map((app) => followStream(app, member.token)))
  const tasks = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ title: `Task ${at}`, description: 'Work.', status: 1 }))
  const importing = (count: number) =>
    owner.api.imports.create({
      params: { id: project.id },
      body: { idempotencyKey: `${count} tasks`, source: 'csv', labels: [], tasks: tasks(count) },
    })
  const { data: imported } = await importing(2_000)
  await importing(5)
  await add()
  const created = { kind: 'task.created', projectID: project.id }
  const told = [{ ...created, taskID: null, task: null }, ...Array.from({ length: 6 }, () => created)]
  for (const heard of streams) {
    await expect.poll(() => heard.frames.length, within).toBeGreaterThanOrEqual(7)
    expect(heard.frames).toMatchObject(told)
    expect(heard.frames.slice(1).every(({ task }) => task !== null)).toBe(true)
  }
  const resumed = await followStream(second, member.token, { after: before })
  await expect.poll(() => resumed.frames.length, within).toBe(7)
  await owner.api.imports.undo({ params: { id: project.id, importID: imported.id } })
  await expect.poll(() => streams[0]?.frames.at(-1), within).toMatchObject({ kind: 'task.deleted', taskID: null })
  expect(streams[0]?.frames).toHaveLength(8)
  await Promise.all([...streams, resumed].map((stream) => stream.close()))
})
