import { beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, testApp } from '#support/server.ts'

const server = testApp()

const newPerson = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, accessToken, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof newPerson>>
let [owner, admin, member, other]: Person[] = []
const people = () => {
  if (!owner || !admin || !member || !other) throw new Error('not made yet')
  return { owner, admin, member, other }
}
let projectID = ''
beforeEach(async () => {
  ;[owner, admin, member, other] = await Promise.all([newPerson(), newPerson(), newPerson(), newPerson()])
  projectID = (await createProject(server, people().owner.id)).id
  await createMembership(server, projectID, people().admin.id, 'admin')
  await createMembership(server, projectID, people().member.id, 'member')
})

const create = async (by: Person, more: { status?: number; assignedToID?: string; title?: string } = {}) =>
  (await by.api.tasks.create({ body: { title: 'Draw it', description: 'On paper.', projectID, ...more } })).data
type Edit = Parameters<Person['api']['tasks']['update']>[0]['body']
/** What an answer says of the fields that a task need not have. */
const unset = {
  dueOn: null,
  priority: 'none',
  labelIDs: [],
  estimateHours: null,
  doneWhen: [],
  doneOf: null,
  fileIDs: [],
  blockedByIDs: [],
  blockedBy: [],
  comments: 0,
  waitsSince: null,
  openRound: null,
}
const edit = async (by: Person, id: string, body: Edit) => (await by.api.tasks.update({ params: { id }, body })).data
const read = async (id: string) => (await people().owner.api.tasks.get({ params: { id } })).data

describe('creating', () => {
  test('[WIRE2-43] a task is created from title, description, projectID and optional status and assignedToID', async () => {
    const { member, owner } = people()
    const task = await create(member, { status: 2, assignedToID: owner.id })
    expect(task).toMatchObject({
      title: 'Draw it',
      description: 'On paper.',
      projectID,
      status: 2,
      assignedToID: owner.id,
      assignedToUsername: owner.username,
      taskCreatedByUsername: member.username,
      version: 1,
    })
    const body = { title: 'x', description: 'y', projectID, createdAt: '2020-01-01T00:00:00.000Z' }
    await expect(member.api.tasks.create({ body })).rejects.toEqual(refused(422))
  })

  test('[WIRE-61] over the limit nothing is written, no number is left out, and nobody else is limited', async () => {
    const { member, owner } = people()
    const narrow = await startTestApp({ url: server.databaseUrl, config: { taskLimit: 2 } })
    const add = (accessToken: string, more: object = {}) =>
      narrow.client(accessToken).tasks.create({ body: { title: 'x', description: 'y', projectID, ...more } })
    try {
      // The calls run at once, so that they count at the same moment; some are plain tasks, some need a transaction.
      const outcomes = await Promise.allSettled(
        [{}, {}, { assignedToID: member.id }, { assignedToID: member.id }].map((more) => add(member.accessToken, more)),
      )
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
      await expect(add(member.accessToken)).rejects.toEqual(refused(429))
      expect((await add(owner.accessToken)).data.taskId).toBe('3')
      const rows = await server.db.selectFrom('tasks').select('id').where('project_id', '=', projectID).execute()
      expect(rows).toHaveLength(3)
    } finally {
      await narrow.close()
    }
  })

  test('[TASK-08] a task created without a status gets status 1', async () => {
    expect((await create(people().member)).status).toBe(1)
  })

  test('[WIRE2-44] without a title or a description no task is created', async () => {
    const { owner } = people()
    for (const body of [
      { title: ' ', description: 'x', projectID },
      { title: 'x', description: '', projectID },
    ])
      await expect(owner.api.tasks.create({ body })).rejects.toEqual(
        refused(422, 'Please fill in all required fields.'),
      )
    // @ts-expect-error: a title is required
    await expect(owner.api.tasks.create({ body: { description: 'x', projectID } })).rejects.toEqual(refused(422))
    expect((await owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data).toEqual([])
  })

  test('tasks are numbered within their project, even when many are created at once', async () => {
    const { owner, admin, member } = people()
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => create([owner, admin, member][n % 3] ?? owner)))
    const numbers = made.map(({ taskId }) => Number(taskId)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  })

  test('a task can be assigned only to a member, at its creation and later', async () => {
    const { owner, other } = people()
    await expect(create(owner, { assignedToID: other.id })).rejects.toEqual(refused(422))
    const task = await create(owner)
    await expect(edit(owner, task.id, { assignedToID: other.id })).rejects.toEqual(refused(422))
    expect((await read(task.id)).assignedToID).toBeNull()
  })

  test('[PERM-30] a stranger gets 404 for tasks, and 403 for adding one to a project that everybody knows', async () => {
    const { owner, other } = people()
    const task = await create(owner)
    await expect(other.api.tasks.get({ params: { id: task.id } })).rejects.toEqual(refused(404))
    await expect(edit(other, task.id, { title: 'Mine' })).rejects.toEqual(refused(404))
    await expect(create(other)).rejects.toEqual(refused(403))
    await expect(other.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).rejects.toEqual(
      refused(403),
    )
    const draft = await createProject(server, owner.id, { status: 0 })
    await expect(
      other.api.tasks.create({ body: { title: 'x', description: 'y', projectID: draft.id } }),
    ).rejects.toEqual(refused(404))
    await expect(other.api.tasks.byProject({ params: { projectId: draft.id }, query: {} })).rejects.toEqual(
      refused(404),
    )
  })
})

describe('reading', () => {
  test('[WIRE2-39] a task carries its fields', async () => {
    const { member } = people()
    const { id } = await create(member, { assignedToID: member.id })
    expect((await member.api.tasks.get({ params: { id } })).data).toEqual({
      id,
      taskId: '1',
      title: 'Draw it',
      description: 'On paper.',
      status: 1,
      projectID,
      assignedToID: member.id,
      assignedToUsername: member.username,
      assignedToName: null,
      taskCreatedByUsername: member.username,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      version: 1,
      ...unset,
      rank: expect.any(String) as string,
      shown: 1,
      rewardCents: null,
      offer: null,
      stageID: null,
    })
  })

  test('[WIRE2-38] the list has the tasks assigned to the viewer or created by them, last changed first, in pages', async () => {
    const { owner, member } = people()
    const assigned = await create(owner, { assignedToID: member.id })
    await create(owner)
    const created = await create(member)
    await edit(owner, assigned.id, { title: 'Changed last' })
    const { data, pagination } = await member.api.tasks.list({ query: {} })
    expect(data.map(({ id }) => id)).toEqual([assigned.id, created.id])
    expect(pagination).toEqual({ page: 1, limit: 10, total: 2, totalPages: 1 })
    const second = await member.api.tasks.list({ query: { page: 2, limit: 1 } })
    expect(second.data.map(({ id }) => id)).toEqual([created.id])
    expect(second.pagination.total).toBe(2)
    await expect(member.api.tasks.list({ query: { limit: 101 } })).rejects.toEqual(refused(422))
  })

  test('[WIRE2-41] active tasks are those assigned to the viewer that are begun or to be begun', async () => {
    const { owner, member } = people()
    const made = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((status) => create(owner, { status, assignedToID: member.id })),
    )
    await create(owner, { status: 2, assignedToID: owner.id })
    const { data } = await member.api.tasks.active({ query: {} })
    expect(data.map(({ id }) => id).sort()).toEqual(
      made
        .slice(1, 4)
        .map(({ id }) => id)
        .sort(),
    )
  })

  test('[SET-22] [SET-21] a deleted project’s tasks disappear from every call, and a former member’s from their lists', async () => {
    const { owner, member } = people()
    const task = await create(owner, { assignedToID: member.id })
    const isGoneFor = async ({ api }: Person) => {
      await expect(api.tasks.get({ params: { id: task.id } })).rejects.toEqual(refused(404))
      await expect(api.tasks.update({ params: { id: task.id }, body: { title: 'x' } })).rejects.toEqual(refused(404))
      expect((await api.tasks.list({ query: {} })).data).toEqual([])
      expect((await api.tasks.active({ query: {} })).data).toEqual([])
    }
    await server.db.deleteFrom('memberships').where('user_id', '=', member.id).execute()
    await isGoneFor(member)
    await server.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectID).execute()
    await isGoneFor(owner)
    await expect(owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).rejects.toEqual(
      refused(404),
    )
    await expect(create(owner)).rejects.toEqual(refused(404))
  })
})

describe('permissions', () => {
  test.each([
    ['[PERM-17] owner', () => people().owner],
    ['[PERM-18] admin', () => people().admin],
  ])('%s: moving a task to Completed, and out of it, is allowed', async (_, who) => {
    const { id } = await create(people().member)
    expect(await edit(who(), id, { status: 4 })).toMatchObject({ status: 4, version: 2 })
    expect(await edit(who(), id, { status: 2 })).toMatchObject({ status: 2, version: 3 })
    expect((await create(who(), { status: 4 })).status).toBe(4)
  })

  test('[PERM-19] member: moving into or out of Completed answers 403 in every call, and the task keeps its status', async () => {
    const { owner, member } = people()
    const open = await create(member, { assignedToID: member.id })
    await expect(edit(member, open.id, { status: 4 })).rejects.toEqual(refused(403))
    await expect(edit(member, open.id, { status: 4, title: 'x', version: 1 })).rejects.toEqual(refused(403))
    expect(await read(open.id)).toEqual(open)
    await expect(create(member, { status: 4 })).rejects.toEqual(refused(403))
    await edit(owner, open.id, { status: 4 })
    for (const status of [0, 1, 2, 3, 5]) await expect(edit(member, open.id, { status })).rejects.toEqual(refused(403))
    expect((await read(open.id)).status).toBe(4)
    expect((await owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data).toHaveLength(1)
  })

  test.each([
    ['[PERM-20] owner', () => people().owner],
    ['[PERM-21] admin', () => people().admin],
  ])('%s: editing description and assignee is allowed', async (_, who) => {
    const { member } = people()
    const { id } = await create(member)
    const changed = await edit(who(), id, { description: 'In ink.', assignedToID: member.id })
    expect(changed).toMatchObject({ description: 'In ink.', assignedToUsername: member.username })
    expect((await edit(who(), id, { assignedToID: null })).assignedToUsername).toBeNull()
  })

  test('[PERM-22] [PERM-29] member: editing the description answers 403, and no other field changes either', async () => {
    const { member } = people()
    const task = await create(member)
    await expect(edit(member, task.id, { description: 'In ink.', title: 'New' })).rejects.toEqual(refused(403))
    expect(await read(task.id)).toEqual(task)
  })

  test('[PERM-23] member: editing the assignee answers 403, whether it sets or clears the assignee', async () => {
    const { owner, member } = people()
    const task = await create(owner, { assignedToID: owner.id })
    for (const assignedToID of [member.id, null])
      await expect(edit(member, task.id, { assignedToID })).rejects.toEqual(refused(403))
    expect(await read(task.id)).toEqual(task)
  })

  test.each([
    ['[PERM-24] owner', () => people().owner],
    ['[PERM-24] admin', () => people().admin],
    ['[PERM-25] member', () => people().member],
  ])('%s: viewing tasks and editing a title are allowed', async (_, who) => {
    const task = await create(people().owner)
    expect((await who().api.tasks.get({ params: { id: task.id } })).data).toEqual(task)
    const board = await who().api.tasks.byProject({ params: { projectId: projectID }, query: {} })
    expect(board.data.map(({ id }) => id)).toEqual([task.id])
    expect((await edit(who(), task.id, { title: 'Paint it' })).title).toBe('Paint it')
  })

  test('[WIRE2-42] a change takes fields or only the status; a member may also send unchanged fields', async () => {
    const { owner, member } = people()
    const task = await create(owner, { assignedToID: owner.id })
    expect(await edit(member, task.id, { status: 2 })).toMatchObject({
      ...task,
      status: 2,
      version: 2,
      updatedAt: expect.anything() as string,
      rank: expect.any(String) as string,
      shown: 2,
    })
    const { title, description, assignedToID } = task
    expect(await edit(member, task.id, { title, description, assignedToID, status: 3 })).toMatchObject({ status: 3 })
    await expect(edit(owner, task.id, { status: 6 })).rejects.toEqual(refused(422))
    // @ts-expect-error: a task does not move to another project
    await expect(edit(owner, task.id, { projectID })).rejects.toEqual(refused(422))
  })
})

describe('changes at the same time', () => {
  test('[TASK-38] a change based on an old version answers 409 with the newer task and overwrites nothing', async () => {
    const { owner, admin } = people()
    const task = await create(owner)
    const newer = await edit(admin, task.id, { status: 3, version: task.version })
    await expect(edit(owner, task.id, { status: 2, version: task.version })).rejects.toMatchObject({
      status: 409,
      code: 'CONFLICT',
      newer,
    })
    expect(await read(task.id)).toEqual(newer)
    expect(await edit(owner, task.id, { status: 2, version: newer.version })).toMatchObject({ status: 2, version: 3 })
  })

  test('[TASK-38] of many changes based on the same version one wins, the others answer 409', async () => {
    const { owner, admin, member } = people()
    const task = await create(owner)
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, (_, n) =>
        edit([owner, admin, member][n % 3] ?? owner, task.id, { title: `Title ${n}`, version: task.version }),
      ),
    )
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(winners).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
    expect(await read(task.id)).toEqual(winners[0])
  })

  test('[TASK-38] without a version the last write wins, for each field by itself, and each change counts', async () => {
    const { owner, admin, member } = people()
    const task = await create(owner)
    await Promise.all([
      edit(owner, task.id, { description: 'By the owner.' }),
      edit(admin, task.id, { status: 3 }),
      edit(member, task.id, { title: 'By the member' }),
    ])
    expect(await read(task.id)).toMatchObject({
      title: 'By the member',
      description: 'By the owner.',
      status: 3,
      version: 4,
    })
  })

  test('a change that changes nothing keeps version and time', async () => {
    const { owner } = people()
    const task = await create(owner)
    server.clock.advance(5)
    expect(await edit(owner, task.id, { title: task.title, status: task.status })).toEqual(task)
    expect(await edit(owner, task.id, {})).toEqual(task)
  })
})
