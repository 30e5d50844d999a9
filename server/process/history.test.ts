import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { endOfLog } from '../events/read.ts'
import { beginHistory, continueHistory } from './history.ts'

const server = testApp()
const run = (text: string) => sql.raw(text).execute(server.db)
const epoch = async () => (await endOfLog(server.db)).epoch

/** A task with a follower, and what the follower hears. */
const followed = async () => {
  const [{ user, accessToken }, member] = await Promise.all([createUser(server), createPerson(server)])
  const owner = { ...user, accessToken, api: server.client(accessToken) }
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, member.id)
  const { data: task } = await owner.api.tasks.create({
    body: { projectID: project.id, title: 'Draw', description: 'Work.' },
  })
  await member.api.notifications.follow({ params: { id: task.id }, body: {} })
  const move = (status: 2 | 3) => owner.api.tasks.update({ params: { id: task.id }, body: { status } })
  const heard = async () => {
    const { data } = await member.api.notifications.list({ query: { view: 'following', limit: 100 } })
    return data.map(({ kind, count }) => [kind, count])
  }
  return { owner, project, move, heard }
}

/** As a dump leaves them: the numbers of another cluster, which has made many more transactions than this one. */
const FAR = 1_000_000_000
const moveAway = async () => {
  for (const table of ['events', 'notifications']) await run(`alter table ${table} disable trigger user`)
  for (const table of ['events', 'notifications', 'notification_cursor', 'inbox_changes'])
    await run(`update ${table} set xid = ((xid::text)::bigint + ${FAR})::text::xid8`)
  for (const table of ['events', 'notifications']) await run(`alter table ${table} enable trigger user`)
}

test('a database that comes from another cluster goes on telling followers, and its audit is whole', async () => {
  const { move, heard, owner, project } = await followed()
  await move(2)
  await moveAway()
  const before = await epoch()
  expect(await continueHistory(server.db)).toBe(true)
  expect(await epoch()).not.toBe(before)
  // Followers hear of what waited when the database was moved, and of what comes.
  await tellAll(server)
  expect(await heard()).toEqual([['task.moved', 1]])
  await move(3)
  await tellAll(server)
  expect(await heard()).toEqual([['task.moved', 2]])
  const { data } = await owner.api.audit.list({ query: { projectID: project.id } })
  expect(data.filter(({ kind }) => kind === 'task.moved')).toHaveLength(2)
  // The next start finds it in order.
  expect(await continueHistory(server.db)).toBe(false)
})

test('what was written since a move that an older release did not notice is not left out', async () => {
  const { move, heard } = await followed()
  await move(2)
  await tellAll(server)
  await moveAway()
  // By numbers this comes before everything that was there, and nobody heard of it.
  await move(3)
  await run('update event_log set cluster = null')
  expect(await heard()).toEqual([['task.moved', 1]])
  expect(await continueHistory(server.db)).toBe(true)
  await tellAll(server)
  expect(await heard()).toEqual([['task.moved', 2]])
})

test('a log knows its cluster from the first start on, and another cluster by its name', async () => {
  await run('update event_log set cluster = null')
  const before = await epoch()
  expect(await continueHistory(server.db)).toBe(false)
  const { rows } = await sql<{ cluster: string; is: string }>`
    select cluster, (select system_identifier::text from pg_control_system()) as is from event_log`.execute(server.db)
  expect(rows[0]?.cluster).toBe(rows[0]?.is)
  expect(await epoch()).toBe(before)
  await run("update event_log set cluster = '1'")
  // Of two processes that start at once, one begins the log.
  const began = await Promise.all([continueHistory(server.db), continueHistory(server.db)])
  expect(began.toSorted()).toEqual([false, true])
  expect(await epoch()).not.toBe(before)
})

test('[WIRE2-40] after a new log has begun, no board is confirmed that a client knows of the log before', async () => {
  const { owner, project } = await followed()
  const get = (tag = '') =>
    fetch(`${server.origin}/api/user-tasks/by-project/${project.id}`, {
      headers: { authorization: `Bearer ${owner.accessToken}`, 'if-none-match': tag },
    })
  const tag = (await get()).headers.get('etag') ?? ''
  expect((await get(tag)).status).toBe(304)
  await beginHistory(server.db)
  const after = await get(tag)
  expect(after.status).toBe(200)
  expect((await get(after.headers.get('etag') ?? '')).status).toBe(304)
})
