import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { noticeSentence } from '#shared/rules/notice-text.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { withTx } from '#server/db/pool.ts'
import { type NewEvent, record } from '#server/events/record.ts'
import type { Metrics } from '#server/process/metrics.ts'
import { createSetAside, notifyFollowers } from './followers.ts'

const server = testApp()

const team = async () => {
  const [owner, member] = await Promise.all([createPerson(server), createPerson(server)])
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, member.id)
  const create = async (assignedToID?: string) => {
    const body = { projectID: project.id, title: 'Draw', description: 'Work.', ...(assignedToID && { assignedToID }) }
    return (await owner.api.tasks.create({ body })).data
  }
  const following = async () => (await member.api.notifications.list({ query: { view: 'following', limit: 100 } })).data
  return { owner, member, project, create, following }
}

test('followers hear of what comes behind more events than are read at once', async () => {
  const { owner, member, project, create, following } = await team()
  const task = await create()
  await member.api.notifications.follow({ params: { id: task.id }, body: {} })
  // None of these is for followers, and together they are more than one reading.
  const upload: NewEvent = {
    kind: 'file.uploaded',
    actorID: owner.id,
    projectID: project.id,
    data: { fileID: project.id },
  }
  for (let n = 0; n < 5; n++)
    await withTx(server.db, (tx) => record(tx, new Date(), ...Array.from({ length: 50 }, () => upload)))
  await owner.api.tasks.update({ params: { id: task.id }, body: { status: 2 } })
  await tellAll(server)
  expect(await following()).toMatchObject([{ kind: 'task.moved', task: { id: task.id }, count: 1 }])
})

test('[INBOX-26] who is removed finds no notice of before when they become a member again', async () => {
  const { owner, member, project, create } = await team()
  await create(member.id)
  const forMe = async () => (await member.api.notifications.list({ query: { view: 'forYou', limit: 100 } })).data
  expect(await forMe()).toHaveLength(1)
  await owner.api.memberships.remove({ params: { id: project.id, userId: member.id } })
  expect(await forMe()).toMatchObject([{ kind: 'member.removed' }])
  await createMembership(server, project.id, member.id)
  expect((await forMe()).map(({ kind }) => kind)).toEqual(['member.removed'])
})

test('[INBOX-26] a project that is deleted takes the notices of it along, but for the one of its end', async () => {
  const { owner, member, project, create } = await team()
  await create(member.id)
  await owner.api.projects.remove({ params: { id: project.id } })
  await tellAll(server)
  const rows = await server.db.selectFrom('notifications').select('kind').where('user_id', '=', member.id).execute()
  expect(rows.map(({ kind }) => kind)).toEqual(['project.deleted'])
})

test('[INBOX-24] [INBOX-25] moves that are read together are told each to its own notice; one there and back among them to none', async () => {
  const { owner, member, create, following } = await team()
  const tasks = [await create(), await create(), await create()]
  for (const { id } of tasks) await member.api.notifications.follow({ params: { id }, body: {} })
  const move = (at: number, status: number) =>
    owner.api.tasks.update({ params: { id: tasks[at]?.id ?? '' }, body: { status } })
  await move(0, 2)
  await move(1, 2)
  await move(2, 2)
  await move(1, 1)
  await move(2, 3)
  await tellAll(server)
  expect((await following()).map(({ task, count }) => [task?.id, count]).toSorted()).toEqual(
    [
      [tasks[0]?.id, 1],
      [tasks[2]?.id, 2],
    ].toSorted(),
  )
})

test('moves that are told together give way to whoever writes notices in another order', async () => {
  const { owner, member, create, following } = await team()
  const tasks = [await create(), await create()]
  const moveAll = async (status: number) => {
    for (const { id } of tasks) await owner.api.tasks.update({ params: { id }, body: { status } })
  }
  for (const { id } of tasks) await member.api.notifications.follow({ params: { id }, body: {} })
  await moveAll(2)
  await tellAll(server)
  await moveAll(3)
  const threads = tasks.map(({ id }) => id).toSorted()
  let telling: Promise<void> | undefined
  await withTx(server.db, async (tx) => {
    const hold = (thread: string | undefined) =>
      tx.selectFrom('notifications').select('id').where('thread', '=', thread ?? '').forUpdate().execute() // prettier-ignore
    await hold(threads[1])
    telling = tellAll(server)
    // By now it has written the first notice and waits for the second, which is ours.
    await setTimeout(100)
    await hold(threads[0])
  })
  await telling
  expect((await following()).map(({ count }) => count)).toEqual([2, 2])
})

test('an event that cannot be handled is set aside after ten turns, named and counted, and what came behind it is told', async () => {
  const { member, owner, project, create, following } = await team()
  const task = await create()
  await member.api.notifications.follow({ params: { id: task.id }, body: {} })
  await tellAll(server)
  const id = uuidv7()
  await sql`insert into events (id, kind, actor_id, project_id, task_id, data, created_at)
    values (${id}, 'task.moved', ${owner.id}, ${project.id}, ${task.id}, '{"from": "here", "to": "there"}', now())`.execute(
    server.db,
  )
  await owner.api.tasks.update({ params: { id: task.id }, body: { status: 2 } })
  const errors: unknown[] = []
  let count = 0
  const logger = { error: (about: unknown) => errors.push(about) } as unknown as FastifyBaseLogger
  const metrics = { eventSetAside: () => (count += 1) } as unknown as Metrics
  const isSetAside = createSetAside({ logger, metrics })
  for (let turn = 1; turn < 10; turn++) await expect(notifyFollowers(server, isSetAside)).rejects.toThrow()
  expect(await following()).toEqual([])
  await notifyFollowers(server, isSetAside)
  expect({ errors, count }).toMatchObject({ errors: [{ event: id, kind: 'task.moved' }], count: 1 })
  expect(await following()).toMatchObject([{ kind: 'task.moved', task: { id: task.id }, count: 1 }])
})

const deletedTasks = (notices: ReadonlyArray<{ kind: string; deletedTask: string | null; count: number }>) =>
  notices.flatMap(({ kind, deletedTask, count }) => (kind === 'task.deleted' ? [[deletedTask, count]] : [])).toSorted()

test('[INBOX-19] each deleted task has a notice of its own, which names it as it was called until it is done', async () => {
  const { owner, member, create, following } = await team()
  const [one, other] = [await create(member.id), await create(member.id)]
  await owner.api.tasks.update({ params: { id: other.id }, body: { title: 'Paint' } })
  for (const { id } of [one, other]) await owner.api.tasks.remove({ params: { id } })
  await tellAll(server)
  const both = [
    ['Draw', 1],
    ['Paint', 1],
  ]
  expect(deletedTasks(await following())).toEqual(both)
  expect((await following()).map(({ task }) => task)).toEqual([null, null])
  expect((await member.api.notifications.count({})).data).toEqual({ forYou: 0, following: 2 })
  // One comes back under another name, the other one is gone for good.
  await owner.api.tasks.restore({ params: { id: one.id }, body: {} })
  await owner.api.tasks.update({ params: { id: one.id }, body: { title: 'Carve' } })
  await server.db.deleteFrom('tasks').where('id', '=', other.id).execute()
  await tellAll(server)
  expect(deletedTasks(await following())).toEqual(both)
  await member.api.notifications.mark({ body: { ids: (await following()).map(({ id }) => id), as: 'done' } })
  expect(await following()).toEqual([])
})

test('[INBOX-18] [INBOX-26] who has left the project hears of no deleted task, and loses what they heard', async () => {
  const { owner, member, project, create, following } = await team()
  const [before, after] = [await create(member.id), await create(member.id)]
  await owner.api.tasks.remove({ params: { id: before.id } })
  await tellAll(server)
  expect(deletedTasks(await following())).toEqual([['Draw', 1]])
  await member.api.notifications.follow({ params: { id: after.id }, body: {} })
  await owner.api.memberships.remove({ params: { id: project.id, userId: member.id } })
  await owner.api.tasks.remove({ params: { id: after.id } })
  await tellAll(server)
  expect(deletedTasks(await following())).toEqual([])
})

test('[INBOX-19] tasks that one call deletes are one notice, which names and counts them', async () => {
  const { owner, member, project, create, following } = await team()
  const tasks = []
  for (let n = 1; n <= 12; n++) {
    const { id } = await create(member.id)
    await owner.api.tasks.update({ params: { id }, body: { title: `Chart ${n}` } })
    tasks.push(id)
  }
  const [first = '', ...others] = tasks
  await owner.api.tasks.bulk({ body: { ids: others.slice(0, 2), change: { isDeleted: true } } })
  await owner.api.tasks.bulk({ body: { ids: [first], change: { isDeleted: true } } })
  await tellAll(server)
  const said = async () => (await following()).map((notice) => noticeSentence(notice))
  const { username } = owner
  expect(await said()).toEqual([
    `${username} deleted Chart 1`,
    `${username} deleted 2 tasks in ${project.title}: Chart 2, Chart 3`,
  ])
  for (const id of tasks.slice(0, 3)) await owner.api.tasks.restore({ params: { id }, body: {} })
  await member.api.notifications.mark({ body: { ids: (await following()).map(({ id }) => id), as: 'done' } })
  await owner.api.tasks.bulk({ body: { ids: tasks, change: { isDeleted: true } } })
  await tellAll(server)
  const ten = tasks.slice(0, 10).map((_, at) => `Chart ${at + 1}`)
  expect(await said()).toEqual([`${username} deleted 12 tasks in ${project.title}: ${ten.join(', ')}, …`])
})

test('an import that is undone is one notice, which counts its tasks', async () => {
  const { owner, member, project, following } = await team()
  const params = { id: project.id }
  const task = { title: 'Draw', description: 'Work.', status: 1, assignedToID: member.id }
  const body = { idempotencyKey: 'an-import', source: 'csv' as const, tasks: [task, task, task] }
  const { data } = await owner.api.imports.create({ params, body })
  await owner.api.imports.undo({ params: { ...params, importID: data.id } })
  await tellAll(server)
  expect(await following()).toMatchObject([{ kind: 'tasks.deleted', count: 3, project: { id: project.id } }])
})
