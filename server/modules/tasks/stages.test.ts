import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import type { Stage } from '#shared/contract/index.ts'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let admin: Person
let member: Person
let params = { id: '' }
beforeEach(async () => {
  ;[owner, admin, member] = await Promise.all([createPerson(server), createPerson(server), createPerson(server)])
  params = { id: (await createProject(server, owner.id)).id }
  await createMembership(server, params.id, admin.id, 'admin')
  await createMembership(server, params.id, member.id)
})

type Sent = { id?: number; name: string; status: number; limit?: number | null }
const list = async (by = member) => (await by.api.stages.list({ params })).data
const write = async (stages: readonly Sent[], version?: number, by = owner) => {
  const body = { stages: [...stages], version: version ?? (await list()).version }
  return (await by.api.stages.replace({ params, body })).data
}
const named = (stages: readonly Stage[], name: string): number => {
  const stage = stages.find((one) => one.name === name)
  if (!stage) throw new Error(`There is no stage ${name}.`)
  return stage.id
}
const board: Sent[] = [
  { name: 'Next', status: 1 },
  { name: 'Design', status: 2 },
  { name: 'Build', status: 2, limit: 3 },
  { name: 'QA', status: 3 },
]
const add = async (title: string, more: object = {}, by = owner) =>
  (await by.api.tasks.create({ body: { projectID: params.id, title, description: 'Work.', ...more } })).data
const read = async (id: string) => (await member.api.tasks.get({ params: { id } })).data
const isAbove = async (id: string, other: string) => {
  const [one, two] = await Promise.all([id, other].map(read))
  return (one?.rank ?? '') < (two?.rank ?? '')
}
const order = async (id: string, body: object, by = member) => (await by.api.tasks.order({ params: { id }, body })).data
const eventsOf = async (taskID: string) => {
  const { rows } = await sql<{ kind: string; data: object }>`
    select kind, data from events where task_id = ${taskID} order by created_at, id`.execute(server.db)
  return rows
}

test('[STAGE-01] a project has up to 20 stages of a name, a status and a limit; anything else answers 422', async () => {
  const many = Array.from({ length: 20 }, (_, n) => ({
    name: `Stage ${n}`,
    status: 1 + (n % 4),
    limit: n ? n + 1 : null,
  }))
  const { stages, version } = await write(many)
  expect(stages).toHaveLength(20)
  expect(version).toBe(1)
  const wrong: Sent[][] = [
    [...many, { name: 'One more', status: 1 }],
    [{ name: 'x'.repeat(41), status: 1 }],
    [{ name: ' \u200b', status: 1 }],
    [
      { name: 'Café', status: 1 },
      { name: 'CAFE\u0301', status: 2 },
    ],
    [{ name: 'Odd', status: 0 }],
    [{ name: 'Odd', status: 5 }],
    [{ name: 'Odd', status: 1, limit: 0 }],
    [{ name: 'Odd', status: 1, limit: 100 }],
    [{ id: 99, name: 'Unknown', status: 1 }],
  ]
  for (const stages of wrong) await expect(write(stages), JSON.stringify(stages)).rejects.toEqual(refused(422))
  expect(await list()).toEqual({ stages, version })
  expect((await write([{ name: 'x'.repeat(40), status: 4, limit: 99 }])).stages).toEqual([
    { id: 21, name: 'x'.repeat(40), status: 4, limit: 99 },
  ])
  expect(await write([])).toEqual({ stages: [], version: 3 })
})

test('[STAGE-01] stages keep their numbers when they exchange names and places, by status and then by place', async () => {
  const { stages } = await write(board)
  const [next, design, build, qa] = stages as [Stage, Stage, Stage, Stage]
  const changed = await write([qa, { ...build, name: design.name }, { ...design, name: build.name }, next])
  expect(changed.stages.map(({ id, name }) => [id, name])).toEqual([
    [next.id, 'Next'],
    [build.id, 'Design'],
    [design.id, 'Build'],
    [qa.id, 'QA'],
  ])
  // Nothing has changed, so there is no new version.
  expect((await write(changed.stages)).version).toBe(changed.version)
})

test('[STAGE-04] members read the stages, owner and admin write them, and an older version gets the newer list', async () => {
  const stranger = await createPerson(server)
  await expect(write(board, 0, member)).rejects.toEqual(refused(403))
  await expect(write(board, 0, stranger)).rejects.toEqual(refused(404))
  await expect(list(stranger)).rejects.toEqual(refused(404))
  const newer = await write(board, 0, admin)
  expect(await list()).toEqual(newer)
  await expect(write([], 0)).rejects.toMatchObject({ status: 409, newer })
  expect(await list()).toEqual(newer)
})

test('[STAGE-06] a removed stage hands its tasks, in their order, to the first stage of its status', async () => {
  const { stages } = await write(board)
  const build = named(stages, 'Build')
  const ids: string[] = []
  for (const title of ['a', 'b', 'c']) ids.push((await add(title, { status: 2, stageID: build })).id)
  const before = await Promise.all(ids.map(read))
  await write(stages.filter(({ id }) => id !== build))
  for (const task of before)
    expect(await read(task.id)).toMatchObject({ stageID: null, status: 2, rank: task.rank, version: task.version })
  await write([])
  for (const task of before) expect(await read(task.id)).toMatchObject({ stageID: null, status: 2 })
})

test('[STAGE-06] a stage that is no longer the first of its status keeps its tasks', async () => {
  const { stages } = await write(board)
  const design = named(stages, 'Design')
  const { id } = await add('Sketch', { status: 2 })
  await write([{ name: 'Triage', status: 2 }, ...stages])
  expect((await read(id)).stageID).toBe(design)
})

test('[STAGE-07] a stage whose status changes takes its tasks along, with what a move by hand does', async () => {
  const { stages } = await write(board)
  const [build, qa] = [named(stages, 'Build'), named(stages, 'QA')]
  const started = await add('Wall', { status: 2, stageID: build, assignedToID: member.id })
  const above = await add('Roof', { status: 2, stageID: build })
  const { id: handedIn } = await add('Door', { status: 2, assignedToID: member.id })
  await member.api.submissions.create({
    params: { id: handedIn },
    body: { note: 'Done.', links: [], idempotencyKey: 'first hand-in' },
  })
  await write(stages.map((stage) => (stage.id === build || stage.id === qa ? { ...stage, status: 4 } : stage)))
  const [wall, roof, door] = await Promise.all([started.id, above.id, handedIn].map(read))
  expect([wall, roof]).toMatchObject([
    { status: 4, stageID: build },
    { status: 4, stageID: build },
  ])
  expect((roof?.rank ?? '') < (wall?.rank ?? '')).toBe(true)
  expect(door).toMatchObject({ status: 4, stageID: qa, openRound: null })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from reputation_events where user_id = ${member.id} and delta > 0`.execute(server.db)
  expect(rows[0]?.n).toBe(2)
  expect((await eventsOf(started.id)).at(-1)).toEqual({
    kind: 'task.moved',
    data: { from: 2, to: 4, stage: { id: build, name: 'Build' } },
  })
  expect((await member.api.submissions.list({ params: { id: handedIn } })).data[0]?.state).toBe('accepted')
})

test('[STAGE-07] a task that may not move refuses the whole list, and is named', async () => {
  const { stages, version } = await write(board)
  const { id } = await add('Own work', { status: 2, assignedToID: admin.id })
  await admin.api.submissions.create({
    params: { id },
    body: { note: 'Done.', links: [], idempotencyKey: 'first hand-in' },
  })
  const turned = stages.map((stage) => (stage.name === 'QA' ? { ...stage, status: 4 } : stage))
  await expect(write(turned, version, admin)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/#1 “Own work”/) as unknown,
  })
  expect(await list()).toEqual({ stages, version })
  expect(await read(id)).toMatchObject({ status: 3, openRound: 1 })
})

test('[STAGE-09] a stage of another project or status answers 422, and the database refuses one too', async () => {
  const { stages } = await write(board)
  const build = named(stages, 'Build')
  const other = (await createProject(server, owner.id)).id
  await owner.api.stages.replace({
    params: { id: other },
    body: { version: 0, stages: Array.from({ length: 9 }, (_, n) => ({ name: `${n}`, status: 2 })) },
  })
  await expect(add('Wall', { status: 3, stageID: build })).rejects.toEqual(refused(422))
  await expect(add('Wall', { status: 2, stageID: 9 })).rejects.toEqual(refused(422))
  const { id, stageID } = await add('Wall', { status: 2, stageID: build })
  expect(stageID).toBe(build)
  const update = async (body: object) => (await owner.api.tasks.update({ params: { id }, body })).data
  await expect(update({ stageID: named(stages, 'QA') })).rejects.toEqual(refused(422))
  await expect(update({ status: 3, stageID: build })).rejects.toEqual(refused(422))
  await expect(order(id, { stageID: 9 })).rejects.toEqual(refused(422))
  await expect(order(id, { stageID: build, status: 3 })).rejects.toEqual(refused(422))
  expect(await update({ status: 3, stageID: named(stages, 'QA') })).toMatchObject({
    status: 3,
    stageID: named(stages, 'QA'),
  })
  expect(await update({ stageID: null })).toMatchObject({ status: 3, stageID: null })
  for (const wrong of [9, build])
    await expect(sql`update tasks set stage_id = ${wrong} where id = ${id}`.execute(server.db)).rejects.toThrow(
      /tasks_stage_fkey/,
    )
  await expect(
    sql`delete from project_stages where project_id = ${other} and id = 1`.execute(server.db),
  ).resolves.toBeDefined()
})

test('[STAGE-10] a place in a stage brings its status, by the same permissions as a change of status', async () => {
  const { stages } = await write([...board, { name: 'Done', status: 4 }, { name: 'Shipped', status: 4 }])
  const at = (name: string) => named(stages, name)
  const [wall, roof] = [await add('Wall'), await add('Roof', { status: 2, stageID: at('Build') })]
  expect(await order(wall.id, { stageID: at('Build'), afterID: roof.id })).toMatchObject({
    status: 2,
    stageID: at('Build'),
  })
  expect(await isAbove(wall.id, roof.id)).toBe(false)
  expect(await order(wall.id, { stageID: at('Design') })).toMatchObject({ status: 2, stageID: at('Design') })
  expect(await isAbove(wall.id, roof.id)).toBe(true)
  await expect(order(wall.id, { stageID: at('Done') })).rejects.toEqual(refused(403))
  expect(await order(wall.id, { stageID: at('Done') }, owner)).toMatchObject({ status: 4, stageID: at('Done') })
  await expect(order(wall.id, { stageID: at('Shipped') })).rejects.toEqual(refused(403))
  await expect(order(wall.id, { stageID: at('QA') })).rejects.toEqual(refused(403))
  expect(await order(wall.id, { stageID: null, status: 2 }, owner)).toMatchObject({ status: 2, stageID: null })
  expect((await eventsOf(wall.id)).map(({ kind, data }) => [kind, data])).toEqual([
    ['task.created', { status: 1, stage: { id: at('Next'), name: 'Next' } }],
    ['task.moved', { from: 1, to: 2, stage: { id: at('Build'), name: 'Build' } }],
    ['task.staged', { from: { id: at('Build'), name: 'Build' }, to: { id: at('Design'), name: 'Design' } }],
    ['task.moved', { from: 2, to: 4, stage: { id: at('Done'), name: 'Done' } }],
    ['task.moved', { from: 4, to: 2, stage: { id: at('Design'), name: 'Design' } }],
  ])
})

test('[STAGE-11] whatever changes the status alone puts the task on top of the first stage of the new one', async () => {
  const { stages } = await write([...board, { name: 'Fix', status: 2 }, { name: 'Check', status: 3 }])
  const [build, check] = [named(stages, 'Build'), named(stages, 'Check')]
  const below = await add('Below', { status: 3 })
  const task = await add('Wall', { status: 2, stageID: build, assignedToID: member.id })
  const change = async (body: object) => (await owner.api.tasks.update({ params: { id: task.id }, body })).data
  // What keeps the status keeps the stage.
  expect(await change({ title: 'High wall' })).toMatchObject({ stageID: build })
  expect(await order(task.id, { beforeID: (await add('Roof', { status: 2 })).id })).toMatchObject({ stageID: build })
  // By hand, alone and together with another field.
  expect(await change({ status: 3 })).toMatchObject({ status: 3, stageID: null })
  expect(await isAbove(task.id, below.id)).toBe(true)
  await order(task.id, { stageID: check })
  expect(await change({ status: 2, title: 'Wall' })).toMatchObject({ status: 2, stageID: null })
  // Handing in, and its answer.
  await order(task.id, { stageID: build })
  const sent = { note: 'Done.', links: [], idempotencyKey: 'first hand-in' }
  const { data } = await member.api.submissions.create({ params: { id: task.id }, body: sent })
  expect(data.task).toMatchObject({ status: 3, stageID: null })
  expect(await order(task.id, { stageID: check }, owner)).toMatchObject({ status: 3, stageID: check, openRound: 1 })
  const answered = await owner.api.submissions.changes({ params: { id: task.id, n: 1 }, body: { text: 'Higher.' } })
  expect(answered.data.task).toMatchObject({ status: 2, stageID: null })
  // Many at once.
  await order(task.id, { stageID: build })
  await owner.api.tasks.bulk({ body: { ids: [task.id], change: { status: 1 } } })
  expect(await read(task.id)).toMatchObject({ status: 1, stageID: null })
})

test('[STAGE-11] moves that are joined into one statement leave their stages', async () => {
  const { stages } = await write(board)
  const tasks = []
  for (let n = 0; n < 12; n++) tasks.push(await add(`Task ${n}`, { status: 2, stageID: named(stages, 'Build') }))
  await Promise.all(tasks.map(({ id }) => member.api.tasks.update({ params: { id }, body: { status: 3 } })))
  for (const { id } of tasks) {
    expect(await read(id)).toMatchObject({ status: 3, stageID: null })
    expect((await eventsOf(id)).at(-1)?.data).toEqual({
      from: 2,
      to: 3,
      stage: { id: named(stages, 'QA'), name: 'QA' },
    })
  }
})

test('[STAGE-13] templates, Trash, backlog, search and boards carry the stage', async () => {
  const { stages } = await write(board)
  const [design, build] = [named(stages, 'Design'), named(stages, 'Build')]
  const template = { name: 'Wall', title: 'Wall', description: 'Work.' }
  const make = (stageID: number) => owner.api.templates.create({ params, body: { ...template, stageID } })
  await expect(make(99)).rejects.toEqual(refused(422))
  expect((await make(build)).data.stageID).toBe(build)
  const { id } = await add('Wall', { status: 2, stageID: build })
  const { id: plain } = await add('Roof', { status: 2 })
  const backlog = async (stage: number) =>
    (await member.api.tasks.backlog({ params, query: { stage } })).data.map(({ title }) => title)
  expect(await backlog(build)).toEqual(['Wall'])
  expect(await backlog(design)).toEqual(['Roof'])
  const { data: cards } = await member.api.tasks.byProject({ params: { projectId: params.id }, query: {} })
  expect(cards.map((card) => [card.title, card.stageID])).toEqual([
    ['Roof', undefined],
    ['Wall', build],
  ])
  const { data: hits } = await member.api.search.find({ query: { q: 'Wall' } })
  expect(hits.tasks.find((hit) => hit.id === id)?.stageID).toBe(build)
  await owner.api.tasks.remove({ params: { id } })
  await owner.api.tasks.remove({ params: { id: plain } })
  expect(
    (await owner.api.tasks.trash({ params, query: {} })).data.map(({ title, stageID }) => [title, stageID]),
  ).toEqual([
    ['Roof', null],
    ['Wall', build],
  ])
  expect((await owner.api.tasks.restore({ params: { id }, body: {} })).data.stageID).toBe(build)
  // A task in Trash whose stage goes is in the first one of its status when it comes back.
  await owner.api.tasks.remove({ params: { id } })
  await write(stages.filter((stage) => stage.id !== build))
  expect((await owner.api.tasks.restore({ params: { id }, body: {} })).data).toMatchObject({ status: 2, stageID: null })
  expect((await owner.api.templates.byProject({ params })).data[0]?.stageID).toBeNull()
})

test('[STAGE-13] a copy of a project has its stages, and so have exports and imports', async () => {
  await server.db.insertInto('creator_applications').values({ id: uuidv7(), user_id: owner.id, status: 1 }).execute()
  const { stages } = await write([{ name: 'Old', status: 1 }])
  const { stages: kept } = await write([{ name: 'Ideas', status: 1 }, { name: 'Next', status: 1 }, ...board.slice(1)])
  expect(named(kept, 'Next')).toBeGreaterThan(named(stages, 'Old'))
  await add('Wall', { stageID: named(kept, 'Next') })
  await add('Roof', { status: 2, stageID: named(kept, 'Build') })
  const exported = (await member.api.imports.download(
    { params, query: { format: 'json' } },
    { saveAs: '' },
  )) as unknown as { bytes: Uint8Array }
  const file = JSON.parse(Buffer.from(exported.bytes).toString()) as { tasks: Array<{ title: string; stage: string }> }
  expect(file.tasks.map(({ title, stage }) => [title, stage])).toEqual([
    ['Wall', 'Next'],
    ['Roof', 'Build'],
  ])
  const bring = (stage: string) =>
    owner.api.imports.create({
      params,
      body: {
        idempotencyKey: stage,
        source: 'project',
        tasks: [{ title: 'Door', description: 'Work.', status: 2, stage }],
      },
    })
  await expect(bring('QA')).rejects.toEqual(refused(422))
  await bring('build')
  const { data: cards } = await member.api.tasks.byProject({ params: { projectId: params.id }, query: {} })
  expect(cards.find(({ title }) => title === 'Door')?.stageID).toBe(named(kept, 'Build'))
  await owner.api.templates.create({
    params,
    body: { name: 'Wall', title: 'Wall', description: 'Work.', stageID: named(kept, 'QA') },
  })
  const { data: copy } = await owner.api.projects.duplicate({ params, body: {} })
  const there = { params: { id: copy.id } }
  const { data: copied } = await owner.api.stages.list(there)
  expect(copied.stages.map(({ name, status, limit }) => ({ name, status, limit }))).toEqual(
    kept.map(({ name, status, limit }) => ({ name, status, limit })),
  )
  const { data: tasks } = await owner.api.tasks.byProject({ params: { projectId: copy.id }, query: {} })
  expect(Object.fromEntries(tasks.map(({ title, status, stageID = null }) => [title, [status, stageID]]))).toEqual({
    Wall: [1, named(copied.stages, 'Next')],
    Roof: [1, null],
    Door: [1, null],
  })
  expect((await owner.api.templates.byProject(there)).data[0]?.stageID).toBe(named(copied.stages, 'QA'))
})

test('[STAGE-21] a card without a stage is not a byte longer, and one with a stage has at most 13 more', async () => {
  const one = await add('Wall', { status: 2 })
  const { accessToken, user } = await createUser(server)
  await createMembership(server, params.id, user.id)
  const board = async () => {
    const url = `/api/user-tasks/by-project/${params.id}`
    const { body } = await server.app.inject({ url, headers: { authorization: `Bearer ${accessToken}` } })
    return body
  }
  const plain = await board()
  expect(plain).toContain(one.id)
  const { stages } = await write(Array.from({ length: 20 }, (_, n) => ({ name: `Stage ${n}`, status: 1 + (n % 4) })))
  expect(await board()).toBe(plain)
  const last = stages.filter(({ status }) => status === 2).at(-1)
  await order(one.id, { stageID: last?.id })
  expect((await board()).length - plain.length).toBe(`"stageID":${last?.id},`.length)
})
