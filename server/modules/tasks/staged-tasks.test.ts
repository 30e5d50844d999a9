import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { historySentence } from '#shared/rules/history-text.ts'
import { createMembership, createPerson, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { createStageWorld, fourStages, type SentStage, stageNamed } from '#support/stages.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

test('[STAGE-10] a place in a stage brings its status, by the same permissions as a change of status', async () => {
  const { owner, write, add, order, isAbove, eventsOf } = await createStageWorld(server)
  const { stages } = await write([...fourStages, { name: 'Done', status: 4 }, { name: 'Shipped', status: 4 }])
  const at = (name: string) => stageNamed(stages, name)
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
  const { owner, member, read, write, add, order, isAbove } = await createStageWorld(server)
  const { stages } = await write([...fourStages, { name: 'Fix', status: 2 }, { name: 'Check', status: 3 }])
  const [build, check] = [stageNamed(stages, 'Build'), stageNamed(stages, 'Check')]
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
  // Many at once, by their status or to a stage.
  const toStage = { ids: [task.id, below.id], change: { stageID: build } }
  const { data: outcomes } = await owner.api.tasks.bulk({ body: toStage })
  expect(outcomes.map((outcome) => outcome.task)).toMatchObject([
    { status: 2, stageID: build },
    { status: 2, stageID: build },
  ])
  expect(await isAbove(below.id, task.id)).toBe(true)
  await owner.api.tasks.bulk({ body: { ids: [task.id], change: { status: 1 } } })
  expect(await read(task.id)).toMatchObject({ status: 1, stageID: null })
})

test('[STAGE-11] moves that are joined into one statement leave their stages', async () => {
  const { member, read, write, add, eventsOf } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const tasks = []
  for (let n = 0; n < 12; n++) tasks.push(await add(`Task ${n}`, { status: 2, stageID: stageNamed(stages, 'Build') }))
  await Promise.all(tasks.map(({ id }) => member.api.tasks.update({ params: { id }, body: { status: 3 } })))
  for (const { id } of tasks) {
    expect(await read(id)).toMatchObject({ status: 3, stageID: null })
    expect((await eventsOf(id)).at(-1)?.data).toEqual({
      from: 2,
      to: 3,
      stage: { id: stageNamed(stages, 'QA'), name: 'QA' },
    })
  }
})

test('[STAGE-20] a move is the same one statement on a board with stages as on one without', async () => {
  const moves = async (stages: readonly SentStage[]) => {
    const { member, read, write, add, eventsOf } = await createStageWorld(server)
    await write(stages)
    const { id } = await add('Wall', { status: 2 })
    const move = (status: number) => member.api.tasks.update({ params: { id }, body: { status } })
    // The first move of a connection prepares the statement.
    await move(1)
    const ran = await statements.during(() => move(3))
    expect(await read(id)).toMatchObject({ status: 3, stageID: null })
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['task.created', 'task.moved', 'task.moved'])
    return ran.map(({ text }) => text).filter((text) => text.includes(' tasks '))
  }
  const [without, withStages] = [await moves([]), await moves(fourStages)]
  expect(withStages).toEqual(without)
  expect(withStages.filter((text) => text.includes('update tasks'))).toHaveLength(1)
})

/** The same acts in a project of its own, and all the numbers that people read of them. */
const play = async (stages: readonly SentStage[]) => {
  const [lead, worker] = [await createPerson(server), await createPerson(server)]
  const { id } = await createProject(server, lead.id)
  await createMembership(server, id, worker.id)
  await lead.api.stages.replace({ params: { id }, body: { version: 0, stages: [...stages] } })
  const has = (await lead.api.stages.list({ params: { id } })).data.stages
  const tasks: string[] = []
  for (let n = 0; n < 5; n++) {
    const body = { projectID: id, title: `Task ${n}`, description: 'Work.', assignedToID: worker.id }
    tasks.push((await lead.api.tasks.create({ body })).data.id)
  }
  for (const [n, taskID] of tasks.entries())
    for (const status of [2, 3, 4].slice(0, n)) {
      const params = { id: taskID }
      await lead.api.tasks.update({ params, body: { status } })
      // Where there are stages, the card also goes through the others of the status.
      for (const stage of has.filter((one) => one.status === status))
        await lead.api.tasks.order({ params, body: { stageID: stage.id } })
    }
  // The time in each stage is the one figure that is of stages.
  const { stages: _, ...analytics } = (await lead.api.projects.analytics({ params: { id }, query: {} })).data
  const { data: active } = await worker.api.tasks.active({ query: {} })
  const { data: work } = await worker.api.work.get({ query: {} })
  const { data: profile } = await worker.api.users.profile({})
  const { data: inbox } = await worker.api.notifications.list({ query: {} })
  // Names, IDs, times and the places of cards differ in any two projects, and so does how long the acts took.
  const told = JSON.stringify({ analytics, work, kinds: inbox.map(({ kind }) => kind), active: active.length })
    .replaceAll(
      /"(?:stageID|stage|rank|shown|version|medianHours|p85Hours|statusesSince)":(?:"[^"]*"|[\d.e-]+|null),?/g,
      '',
    )
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(?:user|Project )\d+x\d+/g, 'NAME')
  return { told: JSON.parse(told) as unknown, reputation: profile.reputation }
}

test('[STAGE-12] the same acts give the same numbers with and without stages', async () => {
  const [without, withStages] = [
    await play([]),
    await play([
      ...fourStages,
      { name: 'Check', status: 3 },
      { name: 'Done', status: 4 },
      { name: 'Shipped', status: 4 },
    ]),
  ]
  expect(withStages).toEqual(without)
  expect(without.reputation).toBeGreaterThan(0)
})

test('[STAGE-13] templates, Trash, backlog, search and boards carry the stage', async () => {
  const { owner, member, params, write, add } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const [design, build] = [stageNamed(stages, 'Design'), stageNamed(stages, 'Build')]
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
  expect(hits.tasks.find((hit) => hit.id === id)).toMatchObject({ stageID: build, stage: 'Build' })
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

test('My Work names the stage of a task, and none where its status has no stage', async () => {
  const { member, write, add } = await createStageWorld(server)
  const { stages } = await write(fourStages.slice(1))
  const mine = { assignedToID: member.id }
  await add('Wall', { ...mine, status: 2, stageID: stageNamed(stages, 'Build') })
  await add('Roof', { ...mine, status: 2 })
  await add('Door', mine)
  const { now, next } = (await member.api.work.get({ query: {} })).data
  const named = [...now.rows, ...next.rows].map(({ task }) => [task?.title, task?.stage])
  expect(Object.fromEntries(named)).toEqual({ Wall: 'Build', Roof: 'Design', Door: '' })
})

test('[STAGE-13] a copy of a project has its stages, and so have exports and imports', async () => {
  const { owner, member, params, write, add } = await createStageWorld(server)
  await server.db.insertInto('creator_applications').values({ id: uuidv7(), user_id: owner.id, status: 1 }).execute()
  const { stages } = await write([{ name: 'Old', status: 1 }])
  const { stages: kept } = await write([
    { name: 'Ideas', status: 1 },
    { name: 'Next', status: 1 },
    ...fourStages.slice(1),
  ])
  expect(stageNamed(kept, 'Next')).toBeGreaterThan(stageNamed(stages, 'Old'))
  await add('Wall', { stageID: stageNamed(kept, 'Next') })
  await add('Roof', { status: 2, stageID: stageNamed(kept, 'Build') })
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
  expect(cards.find(({ title }) => title === 'Door')?.stageID).toBe(stageNamed(kept, 'Build'))
  await owner.api.templates.create({
    params,
    body: { name: 'Wall', title: 'Wall', description: 'Work.', stageID: stageNamed(kept, 'QA') },
  })
  const { data: copy } = await owner.api.projects.duplicate({ params, body: {} })
  const there = { params: { id: copy.id } }
  const { data: copied } = await owner.api.stages.list(there)
  expect(copied.stages.map(({ name, status, limit }) => ({ name, status, limit }))).toEqual(
    kept.map(({ name, status, limit }) => ({ name, status, limit })),
  )
  const { data: tasks } = await owner.api.tasks.byProject({ params: { projectId: copy.id }, query: {} })
  expect(Object.fromEntries(tasks.map(({ title, status, stageID = null }) => [title, [status, stageID]]))).toEqual({
    Wall: [1, stageNamed(copied.stages, 'Next')],
    Roof: [1, null],
    Door: [1, null],
  })
  expect((await owner.api.templates.byProject(there)).data[0]?.stageID).toBe(stageNamed(copied.stages, 'QA'))
})

test('[STAGE-21] a card without a stage is not a byte longer, and one with a stage has at most 13 more', async () => {
  const { params, write, add, order } = await createStageWorld(server)
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

test('[STAGE-14] the history of a task has the names that its stages had at the time', async () => {
  const { write, add, order, member } = await createStageWorld(server)
  const { stages } = await write(fourStages)
  const wall = await add('Wall')
  await order(wall.id, { stageID: stageNamed(stages, 'QA') })
  await order(wall.id, { stageID: stageNamed(stages, 'Design') })
  await order(wall.id, { stageID: stageNamed(stages, 'Build') })
  const renamed = stages.map((stage) => ({ ...stage, name: stage.name === 'QA' ? 'Testing' : stage.name }))
  await write(renamed.filter(({ name }) => name !== 'Design'))
  const { data } = await member.api.comments.feed({ params: { id: wall.id }, query: {} })
  const said = data.flatMap(({ event }) =>
    event && event.kind !== 'task.created' ? historySentence({ actor: null, events: [event] }) : [],
  )
  expect(said.toSorted()).toEqual([
    'Somebody moved this to Build',
    'Somebody moved this to Design',
    'Somebody moved this to QA',
  ])
})
