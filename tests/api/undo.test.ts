import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Task } from '#shared/contract/index.ts'
import type { AllFields } from '#shared/rules/task-fields.ts'
import { takeBack } from '#data/undo-calls.ts'
import { ACT_MINUTES, ACTS_MAX, beginAct, type Change, forgetActs, takeAct } from '#data/undo-log.ts'
import { createMembership, createPerson, createProject } from '../support/factories.ts'
import { testApp } from '../support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let member: Person
beforeAll(async () => {
  ;[owner, member] = await Promise.all([createPerson(server), createPerson(server)])
})
afterEach(forgetActs)

const TASKS = 5
const newProject = async () => {
  const projectID = (await createProject(server, owner.id)).id
  await createMembership(server, projectID, member.id)
  const params = { id: projectID }
  const labelIDs = []
  for (const name of ['Maps', 'Birds'])
    labelIDs.push((await owner.api.labels.create({ params, body: { name, colour: 'teal' } })).data.id)
  // Two stages of each status, so that a status alone does not say where a card is.
  const names = [1, 2, 3, 4].flatMap((status) => ['A', 'B'].map((name) => ({ name: `${name}${status}`, status })))
  const { stages } = (await owner.api.stages.replace({ params, body: { version: 0, stages: names } })).data
  const stageOf = (n: number) => (n % 3 ? { stageID: stages[n % 2 ? 3 : 1]?.id ?? null } : {})
  const ids = []
  for (let n = 0; n < TASKS; n++) {
    const body = { projectID, title: `Task ${n}`, description: 'Work.', status: 1 + (n % 2), ...stageOf(n) }
    ids.push((await owner.api.tasks.create({ body })).data.id)
  }
  return { projectID, labelIDs, ids, stages }
}
type World = Awaited<ReturnType<typeof newProject>>

const board = async ({ projectID }: World) =>
  (await owner.api.tasks.byProject({ params: { projectId: projectID }, query: {} })).data
const byRank = (a: Task, b: Task) => ((a.rank ?? '') < (b.rank ?? '') ? -1 : 1)
/** All that people see of the tasks: their fields, and the order of each column. */
const seen = async (world: World) => {
  const tasks = (await board(world)).toSorted(byRank)
  const shown = ({ id, title, status, stageID = null, assignedToID, dueOn, priority, labelIDs, openRound }: Task) => ({
    ...{ id, title, status, stageID, assignedToID, dueOn, priority, openRound },
    labelIDs: labelIDs?.toSorted(),
  })
  return [0, 1, 2, 3, 4, 5].map((status) => tasks.filter((task) => task.status === status).map(shown))
}
type Edit = Parameters<Person['api']['tasks']['update']>[0]['body']
type Command =
  | { act: 'move'; task: number; status: number }
  | { act: 'stage'; task: number; stage: number }
  | { act: 'order'; task: number; beside: number; isAfter: boolean }
  | { act: 'edit'; task: number; edit: (world: World) => Edit }
  | { act: 'delete'; task: number }
  | { act: 'bulk'; tasks: readonly number[]; edit: (world: World) => { status: number } | { priority: 'high' } }

const one = fc.nat({ max: TASKS - 1 })
const edits: fc.Arbitrary<(world: World) => Edit> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 9, unit: 'grapheme-ascii' }).map((word) => () => ({ title: `Title ${word}` })),
  fc.constantFrom('none' as const, 'low' as const, 'urgent' as const).map((priority) => () => ({ priority })),
  fc.constantFrom(null, '2026-12-05').map((dueOn) => () => ({ dueOn })),
  fc.subarray([0, 1]).map((which) => ({ labelIDs }: World) => ({ labelIDs: which.map((at) => labelIDs[at]!) })),
  fc.constantFrom(true, false).map((isTaken) => () => ({ assignedToID: isTaken ? member.id : null })),
  fc.nat({ max: 5 }).map((status) => () => ({ status, priority: 'medium' as const })),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ act: fc.constant('move' as const), task: one, status: fc.nat({ max: 5 }) }),
  fc.record({ act: fc.constant('stage' as const), task: one, stage: fc.nat({ max: 7 }) }),
  fc.record({ act: fc.constant('order' as const), task: one, beside: one, isAfter: fc.boolean() }),
  fc.record({ act: fc.constant('edit' as const), task: one, edit: edits }),
  fc.record({ act: fc.constant('delete' as const), task: one }),
  fc.record({
    act: fc.constant('bulk' as const),
    tasks: fc.uniqueArray(one, { minLength: 2 }),
    edit: fc.oneof(
      fc.nat({ max: 5 }).map((status) => () => ({ status })),
      fc.constant(() => ({ priority: 'high' as const })),
    ),
  }),
)

/** Does what a screen does: makes the ordinary call, and remembers what it has changed. */
const perform = async (world: World, command: Command): Promise<boolean> => {
  const tasks = await board(world)
  const find = (at: number) => tasks.find(({ id }) => id === world.ids[at])
  const chosen = ('tasks' in command ? command.tasks : [command.task]).map(find).filter((task) => task !== undefined)
  const [task] = chosen
  if (!task) return false
  const { api } = owner
  const params = { id: task.id }
  const changes: Change[] = []
  if (command.act === 'move') {
    if (command.status === task.status) return false
    const after = (await api.tasks.update({ params, body: { status: command.status } })).data
    changes.push({ before: task, after, fields: ['status'] })
  } else if (command.act === 'stage') {
    const stageID = world.stages[command.stage]?.id ?? 0
    if (stageID === task.stageID) return false
    const after = (await api.tasks.order({ params, body: { stageID } })).data
    changes.push({ before: task, after, fields: after.status === task.status ? [] : ['status'] })
  } else if (command.act === 'order') {
    const beside = find(command.beside)
    if (!beside || beside.id === task.id || beside.status !== task.status) return false
    const body = command.isAfter ? { afterID: beside.id } : { beforeID: beside.id }
    changes.push({ before: task, after: (await api.tasks.order({ params, body })).data, fields: [] })
  } else if (command.act === 'edit') {
    const edit = command.edit(world)
    const after = (await api.tasks.update({ params, body: edit })).data
    const fields = Object.keys(edit) as Array<keyof AllFields>
    changes.push({ before: task, after, fields })
  } else if (command.act === 'delete') {
    await api.tasks.remove({ params })
    changes.push({ before: task, after: null, fields: [] })
  } else {
    const edit = command.edit(world)
    const { data } = await api.tasks.bulk({ body: { ids: chosen.map(({ id }) => id), change: edit } })
    for (const before of chosen.toSorted(byRank)) {
      const after = data.find(({ id }) => id === before.id)?.task ?? null
      const fields = Object.keys(edit) as Array<keyof AllFields>
      if (after?.version !== before.version) changes.push({ before, after, fields })
    }
  }
  const real = changes.filter(({ before, after }) => after?.version !== before.version || after?.rank !== before.rank)
  const act = beginAct()
  if (real.length > 0) return act.done(real)
  act.failed()
  return false
}
const undoAll = async () => {
  for (let act = takeAct(); act; act = takeAct())
    for (const change of (await act.changes) ?? []) await takeBack(owner.api.tasks, change)
}

test(
  '[TASK2-42][TASK2-44][STAGE-13] whatever was done, moved, staged, placed, deleted, one by one or many at once: undoing it all brings it back',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
        forgetActs()
        const world = await newProject()
        const before = await seen(world)
        for (const one of commands) await perform(world, one)
        await undoAll()
        expect(await seen(world)).toEqual(before)
      }),
      { numRuns: 40, endOnFailure: true },
    )
  },
)

test(
  '[TASK2-44][TASK2-45] what somebody else has changed since is refused with 409, and stays as they left it',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(edits, edits, fc.boolean(), async (first, second, isAfterBoth) => {
        forgetActs()
        const world = await newProject()
        const id = world.ids[0]!
        const edit = (what: (world: World) => Edit) => perform(world, { act: 'edit', task: 0, edit: what })
        const theirs = () => member.api.tasks.update({ params: { id }, body: { title: 'Theirs' } })
        const hasFirst = await edit(first)
        if (!isAfterBoth) await theirs()
        const hasSecond = await edit(second)
        if (isAfterBoth) await theirs()
        // Their change is between the two acts, or behind both: ours after it is taken back, ours before it is not.
        const undoOne = async () => {
          const changes = (await takeAct()?.changes) ?? []
          return Promise.allSettled(changes.map((change) => takeBack(owner.api.tasks, change)))
        }
        const refused = [{ status: 'rejected', reason: expect.objectContaining({ status: 409 }) as unknown }]
        if (hasSecond) {
          const outcome = await undoOne()
          if (isAfterBoth) expect(outcome).toEqual(refused)
          else expect(outcome.map(({ status }) => status)).toEqual(['fulfilled'])
        }
        if (!hasFirst) return
        const before = await seen(world)
        expect(await undoOne()).toEqual(refused)
        expect(await seen(world)).toEqual(before)
      }),
      { numRuns: 25 },
    )
  },
)

test('a card that somebody else has placed since is not put back', async () => {
  const world = await newProject()
  const [a = '', , c = '', , e = ''] = world.ids
  await perform(world, { act: 'order', task: 0, beside: 4, isAfter: false })
  await member.api.tasks.order({ params: { id: a }, body: { afterID: c } })
  const before = await seen(world)
  const [change] = (await takeAct()?.changes) ?? []
  await expect(takeBack(owner.api.tasks, change!)).rejects.toMatchObject({ status: 409 })
  expect(await seen(world)).toEqual(before)
  expect(e).not.toBe('')
})

test('[TASK2-44] an undo is in the history, and asks for the same permission', async () => {
  const world = await newProject()
  const id = world.ids[0]!
  await perform(world, { act: 'edit', task: 0, edit: () => ({ assignedToID: member.id }) })
  const [change] = (await takeAct()?.changes) ?? []
  await expect(takeBack(member.api.tasks, change!)).rejects.toMatchObject({ status: 403 })
  await takeBack(owner.api.tasks, change!)
  const rows = await server.db
    .selectFrom('events')
    .where('task_id', '=', id)
    .orderBy('id')
    .select(['kind', 'data'])
    .execute()
  expect(rows.slice(-2)).toEqual([
    { kind: 'task.assigned', data: { from: null, to: member.id } },
    { kind: 'task.assigned', data: { from: member.id, to: null } },
  ])
})

test('[TASK2-43] undo reaches back over 20 acts and 10 minutes, the last one first', async () => {
  const world = await newProject()
  const [task] = await board(world)
  const start = 1_000_000
  for (let n = 0; n < ACTS_MAX + 2; n++)
    beginAct(start + n).done([
      { before: { ...task!, title: `${n}` }, after: { ...task!, version: n + 2 }, fields: ['title'] },
    ])
  const titles = []
  for (let act = takeAct(start + 100); act; act = takeAct(start + 100))
    titles.push((await act.changes)?.[0]?.before.title)
  expect(titles).toEqual(Array.from({ length: ACTS_MAX }, (_, at) => `${ACTS_MAX + 1 - at}`))
  beginAct(start).done([{ before: task!, after: task!, fields: ['title'] }])
  expect(takeAct(start + ACT_MINUTES * 60_000)).toBeUndefined()
})

test('an act that accepts what was handed in has no way back, and says so', async () => {
  const world = await newProject()
  const [task] = await board(world)
  const act = beginAct()
  const before = { ...task!, status: 3, openRound: 1 }
  expect(act.done([{ before, after: { ...task!, status: 4, openRound: null }, fields: ['status'] }])).toBe(false)
  expect(takeAct()?.whyNot).toBe('A finished review can’t be undone.')
})

test('[STAGE-13] a move out of a stage that is gone is taken back to the first stage of its status', async () => {
  const world = await newProject()
  expect(await perform(world, { act: 'move', task: 1, status: 3 })).toBe(true)
  const params = { id: world.projectID }
  const left = world.stages.filter(({ name }) => name !== 'B2')
  await owner.api.stages.replace({ params, body: { version: 1, stages: left } })
  await undoAll()
  const task = (await board(world)).find(({ id }) => id === world.ids[1])
  expect([task?.status, task?.stageID]).toEqual([2, undefined])
})
