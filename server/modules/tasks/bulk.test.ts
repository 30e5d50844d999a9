import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
type Body = Parameters<Person['api']['tasks']['create']>[0]['body']
type Bulk = Parameters<Person['api']['tasks']['bulk']>[0]['body']
let owner: Person
let member: Person
let projectID = ''
beforeEach(async () => {
  ;[owner, member] = await Promise.all([createPerson(server), createPerson(server, { name: 'Grace Hopper' })])
  projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, member.id)
})

const create = async (by: Person, more: Partial<Body> = {}) =>
  (await by.api.tasks.create({ body: { title: 'Draw it', description: 'On paper.', projectID, ...more } })).data
const several = async (count: number, more: Partial<Body> = {}) => {
  const made = []
  for (let n = 0; n < count; n++) made.push(await create(owner, more))
  return made
}
const bulk = async (by: Person, body: Bulk) => (await by.api.tasks.bulk({ body })).data
const read = async (id: string) => (await owner.api.tasks.get({ params: { id } })).data
const events = async (taskID: string) =>
  (await server.db.selectFrom('events').select('kind').where('task_id', '=', taskID).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const idsOf = (tasks: ReadonlyArray<{ id: string }>) => tasks.map(({ id }) => id)

test('[TASK2-38] one call sets one thing of many tasks, and answers for each with the task as it is then', async () => {
  const tasks = await several(3)
  const ids = idsOf(tasks)
  const labelID = (await owner.api.labels.create({ params: { id: projectID }, body: { name: 'Maps', colour: 'teal' } }))
    .data.id
  const changes: Array<[Bulk['change'], object]> = [
    [{ status: 2 }, { status: 2 }],
    [{ assignedToID: member.id }, { assignedToID: member.id, assignedToName: 'Grace Hopper' }],
    [{ assignedToID: null }, { assignedToID: null }],
    [{ priority: 'urgent' }, { priority: 'urgent' }],
    [{ dueOn: '2026-12-05' }, { dueOn: '2026-12-05' }],
    [{ dueOn: null }, { dueOn: null }],
    [{ addLabelID: labelID }, { labelIDs: [labelID] }],
    [{ removeLabelID: labelID }, { labelIDs: [] }],
  ]
  for (const [change, now] of changes) {
    const outcomes = await bulk(owner, { ids, change })
    expect(outcomes.map(({ id, isDone, code, reason }) => ({ id, isDone, code, reason }))).toEqual(
      ids.map((id) => ({ id, isDone: true, code: null, reason: null })),
    )
    for (const { id, task } of outcomes) {
      expect(task).toMatchObject(now)
      expect(await read(id)).toEqual(task)
    }
  }
  expect(await bulk(owner, { ids, change: { isDeleted: true } })).toEqual(
    ids.map((id) => ({ id, isDone: true, task: null, code: null, reason: null })),
  )
  for (const id of ids) await expect(read(id)).rejects.toEqual(refused(404))
})

test('[TASK2-38] 100 tasks are changed by one call, 101 are refused, and so is a task named twice', async () => {
  const tasks = await several(100)
  const outcomes = await bulk(member, { ids: idsOf(tasks), change: { status: 3 } })
  expect(outcomes.filter(({ isDone, task }) => isDone && task?.status === 3)).toHaveLength(100)
  const change = { status: 2 }
  await expect(bulk(owner, { ids: [...idsOf(tasks), uuidv7()], change })).rejects.toEqual(refused(422))
  await expect(bulk(owner, { ids: [tasks[0]!.id, tasks[0]!.id], change })).rejects.toEqual(refused(422))
  await expect(bulk(owner, { ids: idsOf(tasks), versions: [1], change })).rejects.toEqual(refused(422))
  await expect(bulk(owner, { ids: idsOf(tasks), change: {} as Bulk['change'] })).rejects.toEqual(refused(422))
  expect((await read(tasks[0]!.id)).status).toBe(3)
})

test('[TASK2-39] each task obeys the rules of its single call, and the others are done', async () => {
  const labelID = (await owner.api.labels.create({ params: { id: projectID }, body: { name: 'Maps', colour: 'teal' } }))
    .data.id
  const make = async () => [
    await create(member),
    await create(owner, { assignedToID: member.id }),
    await create(owner),
    await create(owner, { status: 4 }),
  ]
  const changes: Array<Bulk['change']> = [
    { status: 2 },
    { status: 4 },
    { assignedToID: member.id },
    { priority: 'high' },
    { dueOn: '2026-12-05' },
    { addLabelID: labelID },
    { isDeleted: true },
  ]
  for (const change of changes) {
    const [twins, tasks] = [await make(), await make()]
    const single = []
    for (const { id } of twins) {
      const call =
        'isDeleted' in change
          ? member.api.tasks.remove({ params: { id } })
          : member.api.tasks.update({
              params: { id },
              body: 'addLabelID' in change ? { labelIDs: [change.addLabelID] } : (change as { status: number }),
            })
      single.push(
        await call.then(
          () => null,
          ({ message }: Error) => message,
        ),
      )
    }
    const outcomes = await bulk(member, { ids: idsOf(tasks), change })
    expect([change, outcomes.map(({ reason }) => reason)]).toEqual([change, single])
    expect(outcomes.map(({ isDone }) => isDone)).toEqual(single.map((message) => message === null))
    for (const [at, { id }] of tasks.entries()) expect(await events(id)).toEqual(await events(twins[at]!.id))
  }
})

test('[TASK2-39] what has changed since is reported with the newer task, and the others are done', async () => {
  const tasks = await several(3)
  const versions = tasks.map(({ version = 0 }) => version)
  const other = tasks[1]!
  await owner.api.tasks.update({ params: { id: other.id }, body: { title: 'Draw it twice' } })
  for (const change of [{ priority: 'high' as const }, { isDeleted: true as const }]) {
    const now = change.priority ? versions : versions.map((version) => version + 1)
    const outcomes = await bulk(owner, {
      ids: idsOf(tasks),
      versions: change.isDeleted ? [now[0]!, 1, now[2]!] : now,
      change,
    })
    expect(outcomes.map(({ isDone, code }) => [isDone, code])).toEqual([
      [true, null],
      [false, 'CONFLICT'],
      [true, null],
    ])
    expect(outcomes[1]?.task).toMatchObject({ title: 'Draw it twice', priority: 'none', version: 2 })
  }
  expect(await read(other.id)).toMatchObject({ title: 'Draw it twice', priority: 'none' })
})

test('[TASK2-40] a call repeated after its answer was lost, or after it was cut off, ends in the same state', async () => {
  for (const change of [{ priority: 'high' as const }, { isDeleted: true as const }]) {
    const tasks = await several(6)
    const [ids, versions] = [idsOf(tasks), tasks.map(({ version = 0 }) => version)]
    // What a process that was killed half way has left, then the whole call twice.
    await bulk(owner, { ids: ids.slice(0, 3), versions: versions.slice(0, 3), change })
    const again = await bulk(owner, { ids, versions, change })
    expect(again.map(({ isDone }) => isDone)).toEqual(ids.map(() => true))
    expect((await bulk(owner, { ids, versions, change })).map(({ isDone }) => isDone)).toEqual(ids.map(() => true))
    for (const id of ids)
      expect(await events(id)).toEqual(['task.created', change.isDeleted ? 'task.deleted' : 'task.changed'])
  }
})

test('[TASK2-40] a task of another project, of a stranger or of nobody is reported as not found', async () => {
  const [mine] = await several(1)
  const otherProject = (await createProject(server, owner.id)).id
  const elsewhere = await create(owner, { projectID: otherProject })
  const stranger = await createPerson(server)
  const hidden = (await createProject(server, stranger.id)).id
  const foreign = await create(stranger, { projectID: hidden })
  const ids = [uuidv7(), foreign.id, mine!.id, elsewhere.id]
  const outcomes = await bulk(owner, { ids, change: { status: 2 } })
  const missing = { isDone: false, task: null, code: 'NOT_FOUND', reason: 'Task not found' }
  expect(outcomes).toEqual([
    { id: ids[0], ...missing },
    { id: ids[1], ...missing },
    { id: ids[2], isDone: true, task: await read(mine!.id), code: null, reason: null },
    { id: ids[3], ...missing },
  ])
  expect((await read(elsewhere.id)).status).toBe(1)
  expect(await bulk(stranger, { ids: [mine!.id], change: { status: 3 } })).toEqual([{ id: mine!.id, ...missing }])
})

test('[TASK2-39] what was handed in is answered by the same table as by a single move', async () => {
  const make = async () => {
    const { id } = await create(owner, { status: 2, assignedToID: member.id })
    await member.api.submissions.create({ params: { id }, body: { idempotencyKey: id } })
    return id
  }
  const [one, other] = [await make(), await make()]
  const byAuthor = await bulk(member, { ids: [one], change: { status: 4 } })
  expect(byAuthor[0]).toMatchObject({ isDone: false, code: 'FORBIDDEN' })
  await bulk(owner, { ids: [one, other], change: { status: 4 } })
  for (const id of [one, other]) {
    expect(await read(id)).toMatchObject({ status: 4, openRound: null })
    expect(await events(id)).toContain('submission.accepted')
  }
})

test('a place asked for from where a task stood is refused once somebody else has placed it', async () => {
  const [a, b, c] = await several(3)
  const place = (by: Person, afterID: string, from?: string) =>
    by.api.tasks.order({ params: { id: a!.id }, body: { afterID, ...(from !== undefined && { from }) } })
  const placed = (await place(owner, b!.id)).data
  await place(member, c!.id)
  await expect(place(owner, b!.id, placed.rank)).rejects.toMatchObject({ status: 409, newer: { id: a!.id } })
  const move = { beforeID: b!.id, status: 1 }
  const moved = (await owner.api.tasks.update({ params: { id: a!.id }, body: { status: 2 } })).data
  await member.api.tasks.update({ params: { id: a!.id }, body: { title: 'Mine' } })
  const back = (version: number) => owner.api.tasks.order({ params: { id: a!.id }, body: { ...move, version } })
  await expect(back(moved.version!)).rejects.toMatchObject({ status: 409 })
  expect((await back(moved.version! + 1)).data).toMatchObject({ status: 1, title: 'Mine' })
})

test('a task comes back to the place that it had, or stands behind the one that has it now', async () => {
  const [a, b] = await several(2)
  const order = (id: string, rank: string) => owner.api.tasks.order({ params: { id }, body: { rank } })
  const before = a!.rank!
  await order(a!.id, 'zzzzzzzzzzzzzzzzzzzzzzzzzzz')
  expect((await order(b!.id, before)).data.rank).toBe(before)
  expect((await order(a!.id, before)).data.rank! > before).toBe(true)
  for (const rank of ['b', 'S0', 'a00']) await expect(order(a!.id, rank)).rejects.toEqual(refused(422))
})
