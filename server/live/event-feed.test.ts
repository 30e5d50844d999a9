import { once } from 'node:events'
import http from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS_MAX, type LiveFrame, WAITING_MAX } from '#shared/contract/index.ts'
import { createPeople, createProjectWorld, type People, type ProjectWorld } from '../../tests/api/world.ts'
import { createUser } from '#support/factories.ts'
import { fillLimit } from '#support/fill-limit.ts'
import { followStream } from '#support/follow-stream.ts'
import { wholeLog } from '#support/inbox.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { limitOf } from '../limits/limit-table.ts'
import { revokeFamily } from '../modules/auth/sessions-repository.ts'
import { endOfLog, startOfLog, writeCursor } from '../events/read.ts'

const server = testApp({ keepsFiles: true })
/** Another process on the database, which finds changes by itself. */
let other: TestApp
let people: People
let project: ProjectWorld
beforeAll(async () => {
  other = await startTestApp({
    url: server.databaseUrl,
    deps: { liveTimes: { every: 100, heartbeat: 600, patience: 500 } },
  })
  people = await createPeople(server)
  project = await createProjectWorld(server, people, 'open')
})
afterAll(() => other.close())
const within = { timeout: 15_000, interval: 20 }

const as = (who: keyof People, app: TestApp = server) => app.client(people[who].accessToken)
type Asked = NonNullable<Parameters<ReturnType<typeof as>['events']['list']>[0]>['query']
const ask = (who: keyof People, query: Asked, app?: TestApp) => as(who, app).events.list({ query })
/** The place behind all that was written so far. */
const here = async (): Promise<string> => {
  await wholeLog(server)
  return writeCursor(await endOfLog(server.db))
}
const add = async (title = 'Draw', more: object = {}) =>
  (await as('owner').tasks.create({ body: { projectID: project.id, title, description: 'Private words.', ...more } }))
    .data

const raw = (query: string, token = people.member.accessToken, app: TestApp = server) =>
  fetch(`${app.origin}/api/events${query}`, { headers: token === '' ? {} : { authorization: `Bearer ${token}` } })

/** Some of all that can happen, so that each kind of person hears of something that others do not. */
const act = async () => {
  const task = await add('Sing', { assignedToID: people.colleague.id })
  await as('owner').tasks.update({ params: { id: task.id }, body: { priority: 'high' } })
  const said = (who: keyof People, id: string) =>
    as(who).comments.create({ params: { id }, body: { body: 'Words.', idempotencyKey: `${who} says ${task.id}` } })
  await said('member', task.id)
  await said('owner', project.guestTaskID)
  await said('guest', project.guestTaskID)
  await as('outsider').projects.apply({ params: { id: project.id }, body: {} })
  await as('administrator').waitlist.createInvitation({ body: { email: `${task.id}@example.org` } })
  await as('stranger').users.updateBio({ body: { bio: 'Keeps bees.' } })
  await as('owner').payments.create({
    params: { id: project.id },
    body: { userID: people.member.id, amountCents: 500, currency: 'USD', idempotencyKey: `payment ${task.id}` },
  })
  await as('owner').imports.create({
    params: { id: project.id },
    body: {
      idempotencyKey: `forty for ${task.id}`,
      source: 'csv',
      labels: [],
      tasks: Array.from({ length: 40 }, (_, at) => ({ title: `Task ${at}`, description: 'Work.', status: 1 })),
    },
  })
}

const withoutNotices = (frames: readonly LiveFrame[]) => frames.filter(({ kind }) => kind !== 'notices.changed')

test('[FEED-01] [FEED-02] the rows are the frames of the person’s own stream, for each kind of person and for a token', async () => {
  const after = await here()
  await act()
  await wholeLog(server)
  const { accessToken } = people.administrator
  const { data: token } = await server.client(accessToken).tokens.create({
    body: { name: 'Reads', scopes: ['read'], endsAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  const all: Record<string, string> = {
    ...Object.fromEntries(Object.entries(people).map(([who, one]) => [who, one.accessToken])),
    'the token of an administrator': token.token,
  }
  const heard: Record<string, string[]> = {}
  for (const [who, one] of Object.entries(all)) {
    const { data, nextCursor, reset } = await server.client(one).events.list({ query: { after } })
    expect(reset).toBe(false)
    const stream = await followStream(other, one, { after })
    await expect.poll(() => withoutNotices(stream.frames).length, within).toBe(data.length)
    expect(withoutNotices(stream.frames), who).toEqual(data)
    await stream.close()
    const behind = await server.client(one).events.list({ query: { after: nextCursor } })
    expect([behind.data, behind.reset]).toEqual([[], false])
    heard[who] = data.map(({ kind }) => kind)
  }
  // The people do not hear the same, or nothing would be compared.
  expect(heard['member']).toContain('payment.recorded')
  expect(heard['member']?.filter((kind) => kind === 'task.created')).toHaveLength(2)
  expect(heard['colleague']).not.toContain('payment.recorded')
  expect(heard['guest']).toEqual(['comment.added', 'comment.added'])
  expect(heard['owner']).toContain('request.applied')
  expect(heard['stranger']).toEqual(['account.profileChanged'])
  expect(heard['administrator']).toContain('waitlist.invited')
  expect(heard['the token of an administrator']).not.toContain('waitlist.invited')
  expect(heard['rejected']).toEqual([])
  expect(JSON.stringify(heard)).not.toContain('Private')
})

test('[FEED-01] it needs the scope read; a stranger gets 401', async () => {
  expect((await raw('', '')).status).toBe(401)
  const { data: token } = await as('owner').tokens.create({
    body: { name: 'Works', scopes: ['work'], endsAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  expect((await raw('', token.token)).status).toBe(403)
})

test('[FEED-01] more than one answer carries comes in several, each event once, in the order of the commits', async () => {
  const after = await here()
  const tasks = []
  for (let n = 0; n < 12; n += 1) tasks.push(await add(`Page ${n}`))
  // 20 in each act: one on more tasks is one frame.
  for (let n = 0; n < 30; n += 1)
    await sql`insert into events (id, kind, actor_id, project_id, task_id, data, created_at)
      select gen_random_uuid(), 'task.moved', ${people.owner.id}::uuid, ${project.id}::uuid, ${tasks[0]?.id}::uuid,
        '{"from":1,"to":2}', now() from generate_series(1, 20)`.execute(server.db)
  await wholeLog(server)
  const seen: string[] = []
  const sizes: number[] = []
  for (let at = after; ;) {
    const { data, nextCursor } = await ask('member', { after: at })
    if (data.length === 0) break
    seen.push(...data.map(({ id }) => id))
    sizes.push(data.length)
    at = nextCursor
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(EVENTS_MAX)
  expect(sizes.length).toBeGreaterThan(1)
  expect(seen).toHaveLength(612)
  const { rows } = await sql<{ id: string }>`select id from events where project_id = ${project.id}::uuid
    and id = any(${seen}::uuid[]) order by xid, id`.execute(server.db)
  expect(seen).toEqual(rows.map(({ id }) => id))
})

test('[FEED-02] a cursor that is unknown, too old or of another log is answered by reset; without one the answer says where now is', async () => {
  const first = await ask('member', {})
  expect(first).toMatchObject({ data: [], reset: false })
  const day = { epoch: (await endOfLog(server.db)).epoch, xid: '1' }
  const old = writeCursor({ ...day, id: '01890a5d-ac96-774b-bcce-b302099a8057' })
  const elsewhere = writeCursor({ ...day, epoch: people.owner.id, id: people.owner.id })
  for (const after of ['nonsense', old, elsewhere]) {
    const answer = await ask('member', { after, wait: 25 })
    expect(answer).toMatchObject({ data: [], reset: true })
    expect((await ask('member', { after: answer.nextCursor })).reset).toBe(false)
  }
  expect(writeCursor(await startOfLog(server.db))).not.toBe(first.nextCursor)
})

test('[FEED-03] an empty answer comes when its time is over, a new event at once, at another process too', async () => {
  const after = await here()
  const empty = await ask('member', { after, wait: 1 })
  expect(empty).toMatchObject({ data: [], reset: false })
  // These would end by themselves only behind the time limit of the test.
  const waiting = [ask('member', { after: empty.nextCursor, wait: 25 }), ask('colleague', { after, wait: 25 }, other)]
  const inAll = ask('admin', { wait: 25 }, other)
  await expect.poll(() => waitingCalls(), within).toBe(3)
  const task = await add('New')
  for (const answer of [...(await Promise.all(waiting)), await inAll])
    expect(answer.data).toMatchObject([{ kind: 'task.created', taskID: task.id, task: { title: 'New' } }])
}, 20_000)

test('[FEED-03] more than 25 seconds or less than 0 answers 422', async () => {
  for (const wait of ['26', '-1', '1.5', 'long']) expect((await raw(`?wait=${wait}`)).status).toBe(422)
  expect((await raw('?wait=0')).status).toBe(200)
})

/** The calls that wait at both processes, as the database has them. */
const waitingCalls = async (userID?: string): Promise<number> => {
  const rows = await server.db
    .selectFrom('stream_seats')
    .select('user_id')
    .where('seat', '>', 5)
    .$if(userID !== undefined, (query) => query.where('user_id', '=', userID ?? ''))
    .execute()
  return rows.length
}

/** A call whose connection the test can close. */
const hold = async (token: string, app: TestApp) => {
  const request = http.get(`${app.origin}/api/events?wait=25`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  request.on('error', () => undefined)
  await once(request, 'socket')
  return request
}

test('[FEED-03] a person holds at most 5 waiting calls, at all processes together; a closed connection frees one, and streams are not counted', async () => {
  const { user, accessToken } = await createUser(server)
  const stream = await followStream(server, accessToken)
  const held = []
  for (let n = 0; n < WAITING_MAX; n += 1) held.push(await hold(accessToken, n % 2 === 0 ? server : other))
  await expect.poll(() => waitingCalls(user.id), within).toBe(WAITING_MAX)
  const refused = await raw('?wait=25', accessToken, other)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await raw('', accessToken)).status).toBe(200)
  held[0]?.destroy()
  await expect.poll(() => waitingCalls(user.id), within).toBe(WAITING_MAX - 1)
  const again = await hold(accessToken, other)
  await expect.poll(() => waitingCalls(user.id), within).toBe(WAITING_MAX)
  for (const one of [...held, again]) one.destroy()
  await expect.poll(() => waitingCalls(user.id), within).toBe(0)
  await stream.close()
})

test('[FEED-01] a person’s calls that do not wait are counted, and those that wait are not', async () => {
  const { user, accessToken } = await createUser(server)
  const limit = limitOf('events', user.id)
  await fillLimit(server, limit, limit.limit)
  const refused = await raw('', accessToken)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await raw('?wait=1', accessToken)).status).toBe(200)
})

test('[FEED-03] a call that waits ends with its session, and with the server', async () => {
  const { accessToken } = await createUser(other)
  const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
  const answered = other.client(accessToken).events.list({ query: { wait: 25 } })
  await expect.poll(() => waitingCalls(), within).toBeGreaterThan(0)
  await revokeFamily(server.db, sid, 'administrator', new Date())
  expect((await answered).data).toEqual([])
  const own = await startTestApp({ url: server.databaseUrl })
  const waiting = own.client(people.member.accessToken).events.list({ query: { wait: 25 } })
  await expect.poll(() => waitingCalls(people.member.id), within).toBe(1)
  await own.close()
  expect((await waiting).data).toEqual([])
}, 20_000)

test('[FEED-04] kinds and project only narrow, and the cursor passes what was left out', async () => {
  const mine = await createProjectWorld(server, people, 'open')
  const after = await here()
  const task = await add()
  await as('owner').tasks.update({ params: { id: task.id }, body: { status: 2 } })
  await as('owner').tasks.create({ body: { projectID: mine.id, title: 'There', description: 'Work.' } })
  await wholeLog(server)
  const all = await ask('member', { after })
  expect(all.data.map(({ kind }) => kind)).toEqual(['task.created', 'task.moved', 'task.created'])
  const moved = await ask('member', { after, kinds: 'task.moved,comment.added' })
  expect(moved.data).toEqual(all.data.slice(1, 2))
  const there = await ask('member', { after, projectID: mine.id, kinds: 'task.created' })
  expect(there.data).toEqual(all.data.slice(2))
  for (const { nextCursor } of [moved, there]) expect((await ask('member', { after: nextCursor })).data).toEqual([])
  // What is left out wakes nobody, and is behind the cursor of the empty answer.
  const waiting = ask('member', { after: moved.nextCursor, kinds: 'comment.added', wait: 25 })
  await expect.poll(() => waitingCalls(people.member.id), within).toBe(1)
  const last = await add('Left out')
  await as('owner').comments.create({ params: { id: last.id }, body: { body: 'Words.', idempotencyKey: `wakes ${last.id}` } }) // prettier-ignore
  const woken = await waiting
  expect(woken.data.map(({ kind }) => kind)).toEqual(['comment.added'])
  expect((await ask('member', { after: woken.nextCursor })).data).toEqual([])
}, 20_000)

test('[FEED-04] an unknown kind answers 422, a project that one may not see 404', async () => {
  for (const kinds of ['comet.seen', 'task.moved,', 'notices.changed', ''])
    expect((await raw(`?kinds=${kinds}`)).status).toBe(422)
  const hidden = await createProjectWorld(server, people, 'hidden')
  const statusFor = async (who: keyof People) => (await raw(`?projectID=${hidden.id}`, people[who].accessToken)).status
  expect(await statusFor('member')).toBe(200)
  expect(await statusFor('guest')).toBe(200)
  expect(await statusFor('stranger')).toBe(404)
  expect(await statusFor('formerGuest')).toBe(404)
  expect((await raw(`?projectID=${people.owner.id}`)).status).toBe(404)
  expect((await raw('?projectID=nonsense')).status).toBe(422)
})
