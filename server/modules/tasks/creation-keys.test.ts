import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '#shared/api-client/index.ts'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { startFaultProxy } from '#support/fault-proxy.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { limitOf } from '#server/limits/limit-table.ts'

const app = testApp()
let api: Api
let owner: Awaited<ReturnType<typeof createUser>>
let projectID: string
beforeAll(async () => {
  owner = await createUser(app)
  api = app.client(owner.accessToken)
})
beforeEach(async () => {
  projectID = (await createProject(app, owner.user.id)).id
})

const bodyOf = (idempotencyKey: string, more: object = {}) => ({
  projectID,
  title: 'Draw the pier',
  description: 'All of it.',
  idempotencyKey,
  ...more,
})
const boardOf = async (id = projectID) => (await api.tasks.byProject({ params: { projectId: id }, query: {} })).data
const keyOfLimit = () => limitOf('task', owner.user.id).key
const countedOf = async () =>
  (await app.db.selectFrom('rate_limits').where('key', '=', keyOfLimit()).select('count').executeTakeFirst())?.count ??
  0

test('a task whose answer was lost is sent again with its key, and is there once, counted once', async () => {
  const proxy = await startFaultProxy(app.origin)
  proxy.fault({ method: 'POST', path: /user-tasks/, losesAnswer: true, times: 1 })
  const send = () =>
    fetch(`${proxy.origin}/api/user-tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf('lost answer')),
    })
  await expect(send()).rejects.toThrow()
  const [first] = await boardOf()
  const counted = await countedOf()
  const again = await send()
  expect([again.status, ((await again.json()) as { data: { id: string } }).data.id]).toEqual([201, first?.id])
  expect([(await boardOf()).length, await countedOf()]).toEqual([1, counted])
  await proxy.close()
})

test.each([
  ['two', 2, {}],
  ['so many that they go together', 30, {}],
  ['two with more fields', 2, { priority: 'high' as const }],
])('%s at the same time with one key make one task', async (name, times, more) => {
  const before = await boardOf()
  const answers = await Promise.all(
    Array.from({ length: times }, () => api.tasks.create({ body: bodyOf(`at once, ${name}`, more) })),
  )
  const ids = new Set(answers.map(({ data }) => data.id))
  expect(ids.size).toBe(1)
  const board = await boardOf()
  expect(board.length).toBe(before.length + 1)
  // No number was used up by those that came second.
  expect(Math.max(...board.map(({ taskId }) => Number(taskId)))).toBe(board.length)
})

test("the key of another person, or for another project, says nothing of anybody's task", async () => {
  const mine = (await api.tasks.create({ body: bodyOf('everybody has this key') })).data
  const member = await createUser(app)
  await createMembership(app, projectID, member.user.id)
  const theirs = (await app.client(member.accessToken).tasks.create({ body: bodyOf('everybody has this key') })).data
  const other = (await createProject(app, owner.user.id)).id
  const elsewhere = (await api.tasks.create({ body: { ...bodyOf('everybody has this key'), projectID: other } })).data
  expect(new Set([mine.id, theirs.id, elsewhere.id]).size).toBe(3)
  const stranger = app.client((await createUser(app)).accessToken)
  await expect(stranger.tasks.create({ body: bodyOf('everybody has this key') })).rejects.toEqual(refused(403))
})

test('a task that has changed since is answered as it is now; one in Trash is not made again', async () => {
  const { data: task } = await api.tasks.create({ body: bodyOf('kept in mind') })
  await api.tasks.update({ params: { id: task.id }, body: { status: 2, title: 'Another title' } })
  const again = (await api.tasks.create({ body: bodyOf('kept in mind') })).data
  expect([again.id, again.title, again.status]).toEqual([task.id, 'Another title', 2])
  await api.tasks.remove({ params: { id: task.id } })
  await expect(api.tasks.create({ body: bodyOf('kept in mind') })).rejects.toEqual(refused(409))
})

test('a full limit refuses new tasks, and still answers the one whose answer was lost', async () => {
  const { data: task } = await api.tasks.create({ body: bodyOf('before the limit') })
  await app.db.updateTable('rate_limits').set({ count: 10_000 }).where('key', '=', keyOfLimit()).execute()
  await expect(api.tasks.create({ body: bodyOf('after the limit') })).rejects.toEqual(refused(429))
  expect((await api.tasks.create({ body: bodyOf('before the limit') })).data.id).toBe(task.id)
  await app.db.deleteFrom('rate_limits').where('key', '=', keyOfLimit()).execute()
})

test('without a key every call makes a task', async () => {
  const before = (await boardOf()).length
  const { idempotencyKey: _key, ...body } = bodyOf('not sent')
  await Promise.all([api.tasks.create({ body }), api.tasks.create({ body })])
  expect((await boardOf()).length).toBe(before + 2)
})
