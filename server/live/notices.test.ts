import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { tellAll, wholeLog } from '#support/inbox.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { readsOfLog, settleStreams } from '#support/log-reads.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { createLogger } from '../process/log.ts'
import { removeExpired } from '../process/housekeeping.ts'
import { type Doorbell, openDoorbell } from './doorbell.ts'

const statements = watchStatements()
/** Two processes on one database, both with the doorbell; the second looks by itself only once in ten minutes. */
let first: TestApp
let second: TestApp
const base = testApp()
let bells: Doorbell[]
beforeAll(async () => {
  bells = [0, 1].map(() => openDoorbell(base.databaseUrl, createLogger('silent')))
  const [one, other] = bells
  first = await startTestApp({ url: base.databaseUrl, deps: { ...(one && { doorbell: one }) } })
  const liveTimes = { every: 600_000, heartbeat: 900_000, patience: 500 }
  second = await startTestApp({ url: base.databaseUrl, deps: { ...(other && { doorbell: other }), liveTimes } })
})
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await Promise.all(bells.map((bell) => bell.stop()))
  statements.restore()
})
const within = { timeout: 15_000, interval: 20 }

const team = async () => {
  const { user, accessToken } = await createCreator(first)
  const { user: person, accessToken: token } = await createUser(first)
  const project = await createProject(first, user.id)
  await createMembership(first, project.id, person.id)
  const owner = { ...user, token: accessToken, api: first.client(accessToken) }
  return { owner, member: { ...person, token, api: first.client(token) }, project }
}
type Heard = Awaited<ReturnType<typeof followStream>>
const signals = (heard: Heard) => heard.kinds().filter((kind) => kind === 'notices.changed').length
/**
 * The signals that each stream has heard. Each look rings again: a transaction of another database of the cluster may have held the
 * log back at the ring for the change, and the second process would find it ten minutes later.
 */
const counts = (streams: readonly Heard[]): number[] => {
  bells[0]?.ring()
  return streams.map(signals)
}

test('[INBOX-42] a notice that comes, is read, snoozed or done is told to every stream of its person, at another process, and to nobody else', async () => {
  const { owner, member, project } = await team()
  await wholeLog(base)
  const windows = [await followStream(second, member.token), await followStream(second, member.token)] as const
  const others = await followStream(second, owner.token)
  const told = (count: number) => expect.poll(() => counts(windows), within).toEqual([count, count])
  const body = { projectID: project.id, title: 'Draw', description: 'Private words.', assignedToID: member.id }
  const { data: task } = await owner.api.tasks.create({ body })
  await told(1)
  const { data: notices, upTo } = await member.api.notifications.list({ query: {} })
  const ids = notices.map(({ id }) => id)
  expect(ids).toHaveLength(1)
  await member.api.notifications.mark({ body: { ids, as: 'read' } })
  await told(2)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await member.api.notifications.mark({ body: { ids, as: 'snoozed', until } })
  await told(3)
  await member.api.notifications.mark({ body: { ids, as: 'unread' } })
  await told(4)
  await member.api.notifications.mark({ body: { upTo: upTo ?? '', as: 'done' } })
  await told(5)
  // What follows a task is written by a reader of the log, after the event.
  await owner.api.tasks.update({ params: { id: task.id }, body: { status: 2 } })
  await tellAll(first)
  await told(6)
  const choice = structuredClone(defaultNotificationSettings)
  choice.groups.following.inbox = false
  await member.api.notifications.changeSettings({ body: choice })
  await told(7)
  // A mark that changes nothing, and one of somebody else's notices, are no news.
  await member.api.notifications.mark({ body: { ids, as: 'done' } })
  await owner.api.notifications.mark({ body: { ids, as: 'read' } })
  await sleep(300)
  expect([...windows, others].map(signals)).toEqual([7, 7, 0])
  const said = JSON.stringify(windows[0].frames.filter(({ kind }) => kind === 'notices.changed'))
  expect(said).not.toMatch(new RegExp(`Draw|Private|${task.id}|${project.id}|${owner.id}`))
  await Promise.all([...windows, others].map((stream) => stream.close()))
})

test('[INBOX-42] a withdrawn application takes the notice away in the windows of the owner', async () => {
  const { owner, project } = await team()
  const { user, accessToken } = await createUser(first)
  const api = first.client(accessToken)
  await wholeLog(base)
  const heard = await followStream(second, owner.token)
  await api.projects.apply({ params: { id: project.id }, body: {} })
  await expect.poll(() => counts([heard]), within).toEqual([1])
  await api.memberships.answer({ params: { id: project.id, userId: user.id }, body: { accept: false } })
  await expect.poll(() => counts([heard]), within).toEqual([2])
  await heard.close()
})

test('[INBOX-42] the stream goes on behind such a frame: none of the events after it is missed or repeated', async () => {
  const { owner, member, project } = await team()
  await wholeLog(base)
  const heard = await followStream(second, member.token)
  const body = { projectID: project.id, title: 'Draw', description: 'Work.' }
  await owner.api.tasks.create({ body: { ...body, assignedToID: member.id } })
  await expect.poll(() => counts([heard]), within).toEqual([1])
  await heard.close()
  const { data: next } = await owner.api.tasks.create({ body })
  const again = await followStream(first, member.token, { after: heard.cursor() })
  await expect.poll(() => again.frames.map(({ taskID }) => taskID), within).toEqual([next.id])
  await again.close()
})

test('[INBOX-42] looking for changed notices costs a process one query, whatever the number of streams', async () => {
  const { owner, member, project } = await team()
  const body = { projectID: project.id, title: 'Draw', description: 'Work.', assignedToID: member.id }
  const counted = async (streams: number) => {
    await wholeLog(base)
    const open = await Promise.all(Array.from({ length: streams }, () => followStream(second, member.token)))
    await settleStreams(statements)
    const asked = await statements.during(async () => {
      await owner.api.tasks.create({ body })
      await expect.poll(() => counts(open), within).toEqual(open.map(() => 1))
    })
    await Promise.all(open.map((stream) => stream.close()))
    await sleep(100)
    return { looks: asked.filter(({ text }) => text.includes('from inbox_changes')).length, turns: readsOfLog(asked) }
  }
  for (const { looks, turns } of [await counted(1), await counted(5)]) {
    expect(looks).toBeGreaterThan(0)
    // One for each turn, in which the log is read, too; the first look may belong to a turn that began before.
    expect(looks).toBeLessThanOrEqual(turns + 1)
  }
})

test('[INBOX-42] what was told an hour ago is not kept', async () => {
  const { user } = await createUser(first)
  await sql`insert into inbox_changes (user_id, changed_at) values
    (${user.id}, now() - interval '61 minutes'), (${user.id}, now() - interval '50 minutes')`.execute(first.db)
  await removeExpired(first.deps)
  const { rows } = await sql`select 1 from inbox_changes where user_id = ${user.id}`.execute(first.db)
  expect(rows).toHaveLength(1)
})
