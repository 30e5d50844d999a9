import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { readBoardPage } from './board-repository.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let admin: Person
let member: Person
let other: Person
let projectID = ''
beforeEach(async () => {
  ;[owner, admin, member, other] = await Promise.all([
    createPerson(server),
    createPerson(server),
    createPerson(server, { name: 'Grace Hopper' }),
    createPerson(server),
  ])
  projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, admin.id, 'admin')
  for (const { id } of [member, other]) await createMembership(server, projectID, id)
})

type Body = Parameters<Person['api']['tasks']['create']>[0]['body']
type Edit = Parameters<Person['api']['tasks']['update']>[0]['body']
const create = async (by: Person, more: Partial<Body> = {}) =>
  (await by.api.tasks.create({ body: { title: 'Draw it', description: 'On paper.', projectID, ...more } })).data
const edit = async (by: Person, id: string, body: Edit) => (await by.api.tasks.update({ params: { id }, body })).data
const read = async (id: string) => (await owner.api.tasks.get({ params: { id } })).data
const label = async (name: string) =>
  (await owner.api.labels.create({ params: { id: projectID }, body: { name, colour: 'teal' } })).data.id
/** A stored file's row; its bytes matter to nobody here. */
const file = async (of = projectID) => {
  const row = { id: uuidv7(), project_id: of, name: 'a.txt', size_bytes: 1, state: 'stored' as const }
  await server.db
    .insertInto('files')
    .values({ ...row, uploaded_by: owner.id })
    .execute()
  return row.id
}
const nothingSet = {
  dueOn: null,
  priority: 'none',
  labelIDs: [],
  estimateHours: null,
  doneWhen: [],
  fileIDs: [],
  blockedByIDs: [],
}

test('[TASK2-10] a task is created and changed with all of the fields, and without any of them', async () => {
  const plain = await create(owner)
  expect(plain).toMatchObject(nothingSet)
  expect(await edit(owner, plain.id, { title: 'Draw it twice' })).toMatchObject({ ...nothingSet, version: 2 })
  const fields = {
    dueOn: '2026-12-05',
    priority: 'urgent' as const,
    labelIDs: [await label('Maps'), await label('Birds')],
    estimateHours: 2.25,
    fileIDs: [await file()],
    blockedByIDs: [plain.id],
  }
  const full = await create(owner, { ...fields, doneWhen: [{ text: 'Two colours' }, { text: 'Sent', isDone: true }] })
  expect(full).toMatchObject({ ...fields, doneOf: [1, 2], blockedBy: [1] })
  expect(full.doneWhen?.map(({ text, isDone }) => [text, isDone])).toEqual([
    ['Two colours', false],
    ['Sent', true],
  ])
  expect(await read(full.id)).toEqual(full)
  const moved = await edit(owner, plain.id, { ...fields, blockedByIDs: [] })
  expect(moved).toMatchObject({ ...fields, blockedByIDs: [], version: 3, title: 'Draw it twice' })
  const [renamed] = [await edit(owner, full.id, { title: 'Only this' })]
  expect(renamed).toMatchObject({ ...fields, doneWhen: full.doneWhen })
  const cleared = await edit(owner, full.id, {
    dueOn: null,
    priority: 'none',
    labelIDs: [],
    estimateHours: null,
    doneWhen: [],
    fileIDs: [],
    blockedByIDs: [],
  })
  expect(cleared).toMatchObject({ ...nothingSet, doneOf: null })
})

describe('what is refused', () => {
  const tries = async (bodies: readonly Edit[]) => {
    const { id } = await create(owner)
    for (const body of bodies) await expect(edit(owner, id, body), JSON.stringify(body)).rejects.toEqual(refused(422))
    expect(await read(id)).toMatchObject({ ...nothingSet, version: 1 })
  }
  test('[TASK2-01] a due date is a day without a time, and null clears it', async () => {
    await tries(
      ['2026-12-05T10:00:00Z', '05.12.2026', '2026-02-30', '2026-13-01', '', 'tomorrow', '0000-01-01'].map((dueOn) => ({
        dueOn,
      })),
    )
    const { id } = await create(owner, { dueOn: '2028-02-29' })
    expect((await read(id)).dueOn).toBe('2028-02-29')
    expect((await edit(owner, id, { dueOn: null })).dueOn).toBeNull()
  })
  test('[TASK2-02] a priority is one of five words', async () => {
    await tries([{ priority: 'Urgent' as never }, { priority: 4 as never }, { priority: null as never }])
    for (const priority of ['low', 'medium', 'high', 'urgent', 'none'] as const)
      expect((await create(owner, { priority })).priority).toBe(priority)
  })
  test('[TASK2-05] an estimate is 0.25 to 999 hours', async () => {
    await tries([0, 0.2, -1, 999.01, 1000].map((estimateHours) => ({ estimateHours })))
    for (const estimateHours of [0.25, 999, 7.5])
      expect((await create(owner, { estimateHours })).estimateHours).toBe(estimateHours)
  })
  test("[TASK2-06] 'Done when' has up to 20 lines of 1 to 200 characters", async () => {
    const lines = (count: number, text = 'x') => Array.from({ length: count }, () => ({ text }))
    await tries([{ doneWhen: lines(21) }, { doneWhen: [{ text: ' ' }] }, { doneWhen: lines(1, 'x'.repeat(201)) }])
    expect((await create(owner, { doneWhen: lines(20, 'x'.repeat(200)) })).doneOf).toEqual([0, 20])
  })
  test('[TASK2-07] a task has up to 20 files of its own project, and a deleted file leaves it', async () => {
    const elsewhere = await createProject(server, owner.id)
    await tries([{ fileIDs: [await file(elsewhere.id)] }, { fileIDs: [uuidv7()] }])
    const files = await Promise.all(Array.from({ length: 21 }, () => file()))
    await tries([{ fileIDs: files }, { fileIDs: [files[0] ?? '', files[0] ?? ''] }])
    const { id } = await create(owner, { fileIDs: files.slice(0, 20) })
    await owner.api.files.remove({ params: { id: projectID, fileId: files[3] ?? '' } })
    expect((await read(id)).fileIDs).toEqual(files.slice(0, 20).filter((one) => one !== files[3]))
    await expect(edit(owner, id, { fileIDs: [files[3] ?? ''] })).rejects.toEqual(refused(422))
  })
  test('[TASK2-08] a task is blocked by others of its project, never by itself nor in a circle', async () => {
    const elsewhere = await createProject(server, owner.id)
    const foreign = await create(owner, { projectID: elsewhere.id })
    const [a, b, c] = [await create(owner), await create(owner), await create(owner)]
    await tries([{ blockedByIDs: [foreign.id] }, { blockedByIDs: [uuidv7()] }])
    const blocked = { blockedByIDs: [a.id] }
    await expect(edit(owner, a.id, blocked)).rejects.toEqual(refused(422))
    await edit(owner, b.id, blocked)
    await edit(owner, c.id, { blockedByIDs: [b.id] })
    await expect(edit(owner, a.id, { blockedByIDs: [c.id] })).rejects.toEqual(refused(422))
    // Being named twice closes no circle.
    expect((await edit(owner, c.id, { blockedByIDs: [b.id, a.id] })).blockedBy).toEqual([1, 2])
  })
  test('[TASK2-08] two people who close a circle at once do not both succeed', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await create(owner), await create(owner)]
      const results = await Promise.allSettled([
        edit(owner, a.id, { blockedByIDs: [b.id] }),
        edit(admin, b.id, { blockedByIDs: [a.id] }),
      ])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

test('[TASK2-06] two people who tick different lines at once both succeed', async () => {
  const lines = Array.from({ length: 6 }, (_, n) => ({ text: `Line ${n}` }))
  const task = await create(owner, { doneWhen: lines, assignedToID: member.id })
  const by = [owner, member, admin]
  await Promise.all(
    (task.doneWhen ?? []).map(({ id: lineID }, n) =>
      (by[n % 3] ?? owner).api.tasks.tick({ params: { id: task.id, lineID }, body: { isDone: true } }),
    ),
  )
  expect((await read(task.id)).doneOf).toEqual([6, 6])
  const [{ id: lineID = '' } = {}] = task.doneWhen ?? []
  const untick = { params: { id: task.id, lineID }, body: { isDone: false } }
  expect((await member.api.tasks.tick(untick)).data.doneWhen?.map(({ isDone }) => isDone)).toEqual([
    false,
    ...Array.from({ length: 5 }, () => true),
  ])
  const version = (await read(task.id)).version
  await member.api.tasks.tick(untick)
  expect((await read(task.id)).version).toBe(version)
  await expect(
    owner.api.tasks.tick({ params: { id: task.id, lineID: uuidv7() }, body: { isDone: true } }),
  ).rejects.toEqual(refused(404))
})

test('lines that stay keep their ticks when lines are added, removed and ordered anew', async () => {
  const task = await create(owner, { doneWhen: [{ text: 'A', isDone: true }, { text: 'B' }] })
  const [a, b] = task.doneWhen ?? []
  const doneWhen = [{ text: 'C' }, { id: b?.id, text: 'B2' }, { id: a?.id, text: 'A' }]
  const changed = await edit(owner, task.id, { doneWhen })
  expect(changed.doneWhen).toEqual([
    { id: expect.any(String) as string, text: 'C', isDone: false },
    { id: b?.id, text: 'B2', isDone: false },
    { id: a?.id, text: 'A', isDone: true },
  ])
})

describe('who may', () => {
  const ofManagers: Edit[] = [{ doneWhen: [{ text: 'x' }] }, { fileIDs: [] }, { blockedByIDs: [] }]
  const concerned = { dueOn: '2026-12-05', priority: 'low', estimateHours: 3 } as const

  test('[TASK2-11] owner and admin change all fields of any task', async () => {
    for (const by of [owner, admin]) {
      const { id } = await create(member, { assignedToID: other.id })
      const more = { doneWhen: [{ text: 'x' }], fileIDs: [await file()], blockedByIDs: [(await create(other)).id] }
      expect(
        await edit(by, id, { ...concerned, labelIDs: [await label(`L${by.id}`.slice(0, 30))], ...more }),
      ).toMatchObject({
        ...concerned,
        doneOf: [0, 1],
        fileIDs: more.fileIDs,
        blockedByIDs: more.blockedByIDs,
      })
    }
  })
  test('[TASK2-12] a member sets due date, priority, labels and estimate of what they created or do, and of nothing else', async () => {
    const labelIDs = [await label('Maps')]
    const own = await create(member, { ...concerned, labelIDs })
    expect(own).toMatchObject({ ...concerned, labelIDs })
    expect((await edit(member, own.id, { priority: 'high' })).priority).toBe('high')
    const assigned = await create(owner, { assignedToID: member.id })
    expect(await edit(member, assigned.id, { ...concerned, labelIDs })).toMatchObject({ ...concerned, labelIDs })
    const foreign = await create(owner, { assignedToID: other.id })
    for (const body of [{ dueOn: '2026-12-05' }, { priority: 'low' as const }, { labelIDs }, { estimateHours: 3 }])
      await expect(edit(member, foreign.id, body)).rejects.toEqual(refused(403))
    expect(await read(foreign.id)).toMatchObject({ ...nothingSet, version: 1 })
  })
  test('[TASK2-13] a member changes neither lines, files nor blockers; they tick lines of their own tasks only', async () => {
    const text = [{ text: 'x' }]
    const blocker = await create(owner)
    for (const more of [{ doneWhen: text }, { fileIDs: [await file()] }, { blockedByIDs: [blocker.id] }])
      await expect(create(member, more)).rejects.toEqual(refused(403))
    const task = await create(owner, {
      doneWhen: text,
      fileIDs: [await file()],
      blockedByIDs: [blocker.id],
      assignedToID: member.id,
    })
    for (const body of ofManagers) await expect(edit(member, task.id, body)).rejects.toEqual(refused(403))
    const tick = { params: { id: task.id, lineID: task.doneWhen?.[0]?.id ?? '' }, body: { isDone: true } }
    await expect(other.api.tasks.tick(tick)).rejects.toEqual(refused(403))
    expect((await read(task.id)).version).toBe(1)
    expect((await member.api.tasks.tick(tick)).data.doneOf).toEqual([1, 1])
  })
})

test('[TASK2-25] a change of any of the fields takes the version, and a stale one changes nothing and brings the newer task', async () => {
  const labelIDs = [await label('Maps')]
  const bodies: Edit[] = [
    { dueOn: '2026-12-05' },
    { priority: 'high' },
    { labelIDs },
    { estimateHours: 1 },
    { doneWhen: [{ text: 'x' }] },
    { fileIDs: [await file()] },
    { blockedByIDs: [(await create(owner)).id] },
  ]
  for (const body of bodies) {
    const { id } = await create(owner)
    expect((await edit(owner, id, { ...body, version: 1 })).version).toBe(2)
    const newer = await read(id)
    await expect(edit(admin, id, { dueOn: '2030-01-01', version: 1 })).rejects.toMatchObject({ status: 409, newer })
    expect(await read(id)).toEqual(newer)
  }
})

test('[TASK2-19] the board’s JSON of a card with everything set is at most a quarter larger than in release 1', async () => {
  const description =
    'Take the sketch of Monday, and draw the opening hours of all branches; add the holidays of this year and a note for the winter.'
  const body = { title: 'Draw the opening hours', description, assignedToID: member.id }
  const blocker = await create(owner)
  const labelIDs = [await label('Maps'), await label('Birds')]
  const doneWhen = [{ text: 'A', isDone: true }, { text: 'B' }, { text: 'C' }]
  const { id } = await create(owner, {
    ...body,
    dueOn: '2026-12-05',
    priority: 'urgent',
    labelIDs,
    doneWhen,
    estimateHours: 2.5,
    fileIDs: [await file()],
    blockedByIDs: [blocker.id],
  })
  await sql`update tasks set comment_count = 12 where id = ${id}`.execute(server.db)
  const page = { projectID, limit: 1, status: null, after: null }
  const { tasks } = await readBoardPage(server.db, page)
  const [card] = JSON.parse(tasks) as [Record<string, unknown>]
  expect(card).toMatchObject({ dueOn: '2026-12-05', doneOf: [1, 3], comments: 12, blockedBy: [1], labelIDs })
  const ofRelease1 = [
    ...['id', 'taskId', 'title', 'description', 'status', 'projectID', 'assignedToID', 'assignedToUsername'],
    ...['assignedToName', 'taskCreatedByUsername', 'createdAt', 'updatedAt', 'version'],
  ]
  const before = JSON.stringify(Object.fromEntries(ofRelease1.map((name) => [name, card[name]])))
  expect(JSON.stringify([card])).toBe(tasks)
  expect(JSON.stringify(card).length / before.length).toBeLessThanOrEqual(1.25)
})
