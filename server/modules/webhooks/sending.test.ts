import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventKind } from '#shared/contract/events.ts'
import { withTx } from '#server/db/pool.ts'
import { beginNewLog, endOfLog, writeCursor } from '#server/events/read.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { wholeLog } from '#support/inbox.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { type Receiver, sendDue, startReceiver } from '#support/webhooks.ts'
import { removeExpired } from '#server/process/housekeeping.ts'
import { placeInNewLog } from './repository.ts'
import { PAUSES } from './sending.ts'
import { startSendingWebhooks } from './service.ts'
import { readOwnersRows } from '#server/live/owners-rows.ts'

let server: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  const webhookTargets = { build: `${receiver.origin}/build`, chat: `${receiver.origin}/chat` }
  server = await startTestApp({
    keepsFiles: true,
    config: { webhookTargets },
    deps: { webhookLimits: { ca: receiver.cert } },
  })
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
beforeEach(async () => {
  receiver.behave()
  receiver.received.length = 0
  await server.db.deleteFrom('webhooks').execute()
})

const MOVES: EventKind[] = ['task.created', 'task.moved']
const team = async () => {
  const [owner, member] = [await createPerson(server), await createPerson(server)]
  const { id } = await createProject(server, owner.id)
  await createMembership(server, id, member.id)
  const params = { id }
  const hook = async (kinds: EventKind[] = MOVES, target = 'build') =>
    (await owner.api.webhooks.add({ params, body: { target, kinds } })).data
  const add = async (title = unique('Draw ')) =>
    (await owner.api.tasks.create({ body: { projectID: id, title, description: 'Work.' } })).data
  const listed = async () => (await owner.api.webhooks.list({ params })).data[0]
  const deliveries = (target = 'build') => owner.api.webhooks.deliveries({ params: { id, target }, query: {} })
  return { owner, member, params, of: { id, target: 'build' }, hook, add, listed, deliveries }
}
/** Sends until nothing is due. */
const sendAll = async () => {
  await wholeLog(server)
  while ((await sendDue(server)) > 0);
}
const rows = (path = '/build') => receiver.rowsAt(path)
const kindsAt = (path?: string) => rows(path).map(({ kind }) => kind)

test('[FEED-09] a body is the row of GET /events as an owner gets it, of the chosen kinds of that project alone', async () => {
  const [here, there] = [await team(), await team()]
  await wholeLog(server)
  const after = writeCursor(await endOfLog(server.db))
  const kinds: EventKind[] = ['task.created', 'task.changed', 'payment.recorded', 'webhook.made', 'request.applied']
  await here.hook(kinds)
  const task = await here.add()
  await there.add()
  await here.owner.api.tasks.update({ params: { id: task.id }, body: { priority: 'high' } })
  const stranger = await createPerson(server)
  await stranger.api.projects.apply({ params: here.params, body: {} })
  await here.owner.api.payments.create({
    params: here.params,
    body: { userID: here.member.id, amountCents: 500, currency: 'USD', idempotencyKey: unique('payment-') },
  })
  await here.owner.api.imports.create({
    params: here.params,
    body: {
      idempotencyKey: unique('forty '),
      source: 'csv',
      labels: [],
      tasks: Array.from({ length: 40 }, (_, at) => ({ title: `Task ${at}`, description: 'Work.', status: 1 })),
    },
  })
  await sendAll()
  const { data } = await here.owner.api.events.list({
    query: { after, projectID: here.params.id, kinds: kinds.join(',') },
  })
  expect(rows()).toEqual(data)
  expect(new Set(kindsAt())).toEqual(new Set(kinds))
  // An act on many tasks is one row.
  expect(kindsAt().filter((kind) => kind === 'task.created')).toHaveLength(2)
})

test('[FEED-07] the headers verify by another program’s hand, by either secret while there are two', async () => {
  const { hook, add, owner, of } = await team()
  const first = (await hook()).secret
  const { data: second } = await owner.api.webhooks.makeSecret({ params: of, body: {} })
  await add()
  await sendAll()
  const [one] = receiver.received
  if (!one) throw new Error('Nothing came.')
  const headers = one.headers as Record<string, string>
  for (const secret of [first, second.secret])
    expect(new Webhook(secret).verify(one.body, headers)).toEqual(JSON.parse(one.body))
  expect(() => new Webhook(first).verify(`${one.body} `, headers)).toThrow()
  expect(headers['webhook-id']).toBe(rows()[0]?.id)
  await owner.api.webhooks.dropSecret({ params: of })
  await add()
  await sendAll()
  const later = receiver.received[1]
  expect(() => new Webhook(first).verify(later?.body ?? '', later?.headers as never)).toThrow()
  expect(new Webhook(second.secret).verify(later?.body ?? '', later?.headers as never)).toBeTruthy()
})

test('[FEED-10] events come in their order from where the webhook began, each once where all is well', async () => {
  const { hook, add } = await team()
  await add('Before')
  await wholeLog(server)
  await hook(['task.created'])
  const titles = ['One', 'Two', 'Three']
  for (const title of titles) await add(title)
  await sendAll()
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { task: { title: string } }).task.title)).toEqual(
    titles,
  )
})

test('[FEED-10] a receiver that answers slowly delays no other, and what it has is sent beside', async () => {
  const [slow, quick] = [await team(), await team()]
  await slow.hook(MOVES, 'chat')
  await quick.hook()
  const waiting: (() => void)[] = []
  receiver.behave((answer, { path }) => {
    if (path === '/chat') waiting.push(() => answer.end())
    else answer.end()
  })
  const stop = startSendingWebhooks({ ...server.deps, readOwnersRows })
  await slow.add()
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(1)
  await quick.add()
  await quick.add()
  await expect.poll(() => rows().length, { timeout: 10_000 }).toBe(2)
  expect(waiting).toHaveLength(1)
  receiver.behave()
  waiting.forEach((end) => end())
  await stop()
  expect((await slow.deliveries('chat')).data.map(({ answer }) => answer)).toEqual(['200'])
})

test('[FEED-12] a failed delivery is tried 10 times within 24 hours with growing pauses; then the webhook is paused', async () => {
  expect(PAUSES).toEqual([...PAUSES].sort((a, b) => a - b))
  expect(PAUSES.reduce((sum, pause) => sum + pause)).toBeLessThan(24 * 3600)
  const { hook, add, listed, deliveries, owner, of } = await team()
  await hook(['task.created'])
  await add('First')
  await add('Second')
  receiver.behave((answer) => answer.writeHead(500).end())
  await wholeLog(server)
  for (let tried = 1; tried <= 10; tried += 1) {
    await sendDue(server)
    expect(receiver.received).toHaveLength(tried)
    // Nothing is tried before its time.
    expect(await sendDue(server)).toBe(0)
    // As if the pause was over, since a session does not last as long.
    const { rows: next } = await sql<{ seconds: number }>`
      select round(extract(epoch from next_at - ${server.clock.now()}::timestamptz))::int as seconds
      from webhooks where next_at is not null`.execute(server.db)
    if (tried < 10) expect(Math.abs((next[0]?.seconds ?? 0) - (PAUSES[tried - 1] ?? 0))).toBeLessThan(30)
    await sql`update webhooks set next_at = ${server.clock.now()} where next_at is not null`.execute(server.db)
  }
  expect(new Set(rows().map(({ id }) => id)).size).toBe(1)
  expect((await deliveries()).data).toMatchObject([{ isDelivered: false, answer: '500', tries: 10 }])
  expect((await listed())?.state).toBe('paused')
  expect(await sendDue(server)).toBe(0)
  const { rows: events } = await sql<{ data: object }>`
    select data from events where kind = 'webhook.paused' and project_id = ${of.id}`.execute(server.db)
  expect(events).toEqual([{ data: { webhookID: expect.any(String) as string, target: 'build' } }])
  const { data: notices } = await owner.api.notifications.list({ query: {} })
  expect(notices.map(({ kind }) => kind)).toContain('webhook.paused')
  receiver.behave()
  receiver.received.length = 0
  await owner.api.webhooks.resume({ params: of, body: {} })
  await expect(owner.api.webhooks.resume({ params: of, body: {} })).rejects.toEqual(refused(409))
  await sendAll()
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { task: { title: string } }).task.title)).toEqual([
    'First',
    'Second',
  ])
})

test('[FEED-12] a receiver that answers 410 is gone: its webhook is paused at the first try, and goes on when it is resumed', async () => {
  const { hook, add, listed, owner, of } = await team()
  await hook(['task.created'])
  await add('First')
  receiver.behave((answer) => answer.writeHead(410).end())
  await sendAll()
  expect(receiver.received).toHaveLength(1)
  expect((await listed())?.state).toBe('paused')
  const { data: notices } = await owner.api.notifications.list({ query: {} })
  expect(notices.filter(({ kind }) => kind === 'webhook.paused')).toHaveLength(1)
  receiver.behave()
  await owner.api.webhooks.resume({ params: of, body: {} })
  await sendAll()
  expect(receiver.received).toHaveLength(2)
  expect((await listed())?.state).toBe('active')
})

test('[FEED-13] deliveries of 7 days are listed, the newest first, and each can be sent again under its ID', async () => {
  const { hook, add, deliveries, owner, member, of } = await team()
  await hook(['task.created'])
  for (let n = 0; n < 3; n += 1) await add(`Sent ${n}`)
  await sendAll()
  const { data, nextCursor } = await deliveries()
  expect([data.length, nextCursor]).toEqual([3, null])
  expect(data[0]).toMatchObject({ kind: 'task.created', isDelivered: true, answer: '200', tries: 1 })
  receiver.behave((answer) => answer.writeHead(503).end())
  const params = { ...of, deliveryID: data[2]?.id ?? '' }
  const { data: again } = await owner.api.webhooks.resend({ params, body: {} })
  expect(again).toMatchObject({ id: params.deliveryID, isDelivered: false, answer: '503', tries: 2 })
  expect(rows()[3]).toEqual(rows()[0])
  expect(receiver.received[3]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  await expect(member.api.webhooks.resend({ params, body: {} })).rejects.toEqual(refused(403))
  await sql`update webhook_deliveries set sent_at = sent_at - interval '7 days'`.execute(server.db)
  expect((await deliveries()).data).toEqual([])
  await expect(owner.api.webhooks.resend({ params, body: {} })).rejects.toEqual(refused(404))
  await removeExpired(server)
  const { rows: left } = await sql`select from webhook_deliveries`.execute(server.db)
  expect(left).toHaveLength(0)
})

test('[FEED-10] a webhook without its target holds up no other, and gets all that waited when it is back a month later', async () => {
  const { hook, add, listed, params } = await team()
  await hook(['task.created'], 'chat')
  await hook(['task.created'], 'build')
  const { build = '' } = server.deps.config.webhookTargets
  const without = { ...server, deps: { ...server.deps, config: { ...server.deps.config, webhookTargets: { build } } } }
  const titles = ['One', 'Two', 'Three']
  for (const title of titles) await add(title)
  await wholeLog(server)
  while ((await sendDue(without)) > 0);
  expect([rows('/build').length, rows('/chat').length]).toEqual([3, 0])
  await sql`alter table events disable trigger user`.execute(server.db)
  await sql`update events set created_at = created_at - interval '30 days' where project_id = ${params.id}`.execute(
    server.db,
  )
  await sql`alter table events enable trigger user`.execute(server.db)
  await removeExpired(server)
  await sendAll()
  const sent = receiver.received.filter(({ path }) => path === '/chat')
  expect(sent.map(({ body }) => (JSON.parse(body) as { task: { title: string } }).task.title)).toEqual(titles)
  expect(rows('/build')).toHaveLength(3)
  expect((await listed())?.state).toBe('active')
})

test('[FEED-10] after a restore a webhook goes on behind what it was sent', async () => {
  const { hook, add } = await team()
  await hook(['task.created'])
  await add('Before')
  await sendAll()
  // As a restore leaves it: another log, whose events are all of one transaction.
  await sql`alter table events disable trigger user`.execute(server.db)
  await sql`update events set xid = '1'`.execute(server.db)
  await sql`alter table events enable trigger user`.execute(server.db)
  await sql`update event_log set epoch = gen_random_uuid()`.execute(server.db)
  // Where nothing was written since, it comes to rest.
  await sendAll()
  expect(receiver.received).toHaveLength(1)
  await add('After')
  await sendAll()
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { task: { title: string } }).task.title)).toEqual([
    'Before',
    'After',
  ])
})

test('[FEED-10] a restore sends again rather than leaving out what an older ID would hide', async () => {
  const { hook, add, params } = await team()
  await hook(['task.created'])
  await add('Sent')
  await sendAll()
  await add('Written later by a process whose clock is behind')
  await sql`alter table events disable trigger user`.execute(server.db)
  await sql`update events set id = '01900000-0000-7000-8000-000000000001' where id = (
    select id from events where project_id = ${params.id} and kind = 'task.created' order by xid desc limit 1)`.execute(
    server.db,
  )
  await withTx(server.db, (tx) => beginNewLog(tx, (epoch) => placeInNewLog(tx, epoch)))
  await sql`alter table events enable trigger user`.execute(server.db)
  receiver.received.length = 0
  await sendAll()
  const titles = receiver.received.map(({ body }) => (JSON.parse(body) as { task: { title: string } }).task.title)
  expect(titles).toContain('Written later by a process whose clock is behind')
})

test('[FEED-07] secrets and addresses are in no table, event, notice or log that could be read', async () => {
  const { hook, add } = await team()
  const { secret } = await hook()
  await add()
  await sendAll()
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(server.db)
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables) {
    const { rows: found } = await sql`select from ${sql.table(name)} t
      where t::text like ${`%${secret.slice(6)}%`} or t::text like ${`%${receiver.origin}%`}`.execute(server.db)
    expect(found, name).toHaveLength(0)
  }
})
