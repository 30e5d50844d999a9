import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Stage } from '#shared/contract/index.ts'
import { createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { createStageWorld, fourStages, type SentStage, stageNamed } from '#support/stages.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

test('[STAGE-01] a project has up to 20 stages of a name, a status and a limit; anything else answers 422', async () => {
  const { list, write } = await createStageWorld(server)
  const many = Array.from({ length: 20 }, (_, n) => ({
    name: `Stage ${n}`,
    status: 1 + (n % 4),
    limit: n ? n + 1 : null,
  }))
  const { stages, version } = await write(many)
  expect(stages).toHaveLength(20)
  expect(version).toBe(1)
  const wrong: SentStage[][] = [
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
  const { write } = await createStageWorld(server)
  const { stages } = await write(fourStages)
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
  const { admin, member, list, write } = await createStageWorld(server)
  const stranger = await createPerson(server)
  await expect(write(fourStages, 0, member)).rejects.toEqual(refused(403))
  await expect(write(fourStages, 0, stranger)).rejects.toEqual(refused(404))
  await expect(list(stranger)).rejects.toEqual(refused(404))
  const newer = await write(fourStages, 0, admin)
  expect(await list()).toEqual(newer)
  await expect(write([], 0)).rejects.toMatchObject({ status: 409, newer })
  expect(await list()).toEqual(newer)
})

test('[STAGE-06] a removed stage hands its tasks, in their order, to the first stage of its status', async () => {
  const { read, write, add } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const build = stageNamed(stages, 'Build')
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
  const { read, write, add } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const design = stageNamed(stages, 'Design')
  const { id } = await add('Sketch', { status: 2 })
  await write([{ name: 'Triage', status: 2 }, ...stages])
  expect((await read(id)).stageID).toBe(design)
})

test('[STAGE-07] a stage whose status changes takes its tasks along, with what a move by hand does', async () => {
  const { member, read, write, add, eventsOf } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const [build, qa] = [stageNamed(stages, 'Build'), stageNamed(stages, 'QA')]
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
  const { admin, list, read, write, add } = await createStageWorld(server)
  const { stages, version } = await write(fourStages)
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

test('[STAGE-07] the tasks of a turned stage keep their order, whatever happens to each of them', async () => {
  const { owner, member, params, read, write, add, eventsOf } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const qa = stageNamed(stages, 'QA')
  const there = (await add('There', { status: 2 })).id
  const ids: string[] = []
  for (const title of ['Door', 'Wall', 'Roof', 'Yard'])
    ids.push((await add(title, { status: 2, stageID: stageNamed(stages, 'Build'), assignedToID: member.id })).id)
  const [door = '', wall = '', roof = '', yard = ''] = ids
  // Two of them have a round of review, which the move withdraws; the two others only move.
  for (const id of [wall, yard]) {
    await member.api.submissions.create({ params: { id }, body: { note: 'Done.', links: [], idempotencyKey: id } })
  }
  for (const id of ids) await owner.api.tasks.order({ params: { id }, body: { stageID: qa } })
  await write(stages.map((stage) => (stage.id === qa ? { ...stage, status: 2 } : stage)))
  const { data: board } = await member.api.tasks.byProject({ params: { projectId: params.id }, query: {} })
  const inOrder = board.toSorted((a, b) => ((a.rank ?? '') < (b.rank ?? '') ? -1 : 1)).map(({ id }) => id)
  expect(inOrder).toEqual([yard, roof, wall, door, there])
  for (const id of ids) {
    expect(await read(id)).toMatchObject({ status: 2, stageID: qa, openRound: null })
    const moved = { from: 3, to: 2, stage: { id: qa, name: 'QA' } }
    expect((await eventsOf(id)).findLast(({ kind }) => kind === 'task.moved')?.data).toMatchObject(moved)
  }
})

test('[STAGE-07] a stage of 60 tasks is turned by as many statements as one of 2', async () => {
  const turn = async (tasks: number) => {
    const { list, write, add, eventsOf } = await createStageWorld(server)
    const { stages, version } = await write(fourStages)
    let last = ''
    for (let n = 0; n < tasks; n++) last = (await add(`Task ${n}`, { stageID: stageNamed(stages, 'Next') })).id
    const turned = stages.map((stage) => (stage.name === 'Next' ? { ...stage, status: 3 } : stage))
    const ran = await statements.during(() => write(turned, version))
    expect((await list()).stages.find(({ name }) => name === 'Next')?.status).toBe(3)
    expect((await eventsOf(last)).at(-1)?.data).toMatchObject({ from: 1, to: 3 })
    return ran.filter(({ text }) => text.includes('update tasks')).length
  }
  expect(await turn(60)).toBe(await turn(2))
})

test('[STAGE-09] a stage of another project or status answers 422, and the database refuses one too', async () => {
  const { owner, write, add, order } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const build = stageNamed(stages, 'Build')
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
  await expect(update({ stageID: stageNamed(stages, 'QA') })).rejects.toEqual(refused(422))
  await expect(update({ status: 3, stageID: build })).rejects.toEqual(refused(422))
  await expect(order(id, { stageID: 9 })).rejects.toEqual(refused(422))
  await expect(order(id, { stageID: build, status: 3 })).rejects.toEqual(refused(422))
  expect(await update({ status: 3, stageID: stageNamed(stages, 'QA') })).toMatchObject({
    status: 3,
    stageID: stageNamed(stages, 'QA'),
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
