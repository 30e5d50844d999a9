import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Stage } from '#shared/contract/index.ts'
import { testApp } from '#support/server.ts'
import { createStageWorld, fourStages, type SentStage, stageNamed } from '#support/stages.ts'
import { taskHistory } from '#support/task-history.ts'
import { getAnalytics } from './service.ts'

/** A thousandth of an hour: the sessions of the tests' people end before long. */
const STEP_SECONDS = 3.6
/** The time goes on only when a test says so. */
let now = Date.now()
const clock = {
  now: () => new Date(now),
  advance: (seconds: number) => {
    now += seconds * 1000
  },
}
const server = testApp({ clock })
beforeEach(() => {
  now = Date.now()
})

type World = Awaited<ReturnType<typeof createStageWorld>>
const timesIn = async ({ owner, params }: World, query: { from?: string; to?: string } = {}) => {
  const viewer = { ...owner, userID: owner.id, sessionID: '', isAdministrator: false, accountType: 'creator' as const }
  const { stages } = await getAnalytics({ db: server.db, clock }, viewer, {
    params,
    query: { timeZone: 'UTC', ...query },
  })
  return stages
}
const steps = (hours: number) => Math.round(hours * 1000)
const pass = (count: number) => clock.advance(count * STEP_SECONDS)

test('[STAGE-18] a project that never had stages has no time in them', async () => {
  const world = await createStageWorld(server)
  await world.add('Wall', { status: 2 })
  pass(1)
  expect(await timesIn(world)).toBeUndefined()
})

test('[STAGE-18] the time in each stage is what the events say, also after it was renamed, removed and turned', async () => {
  const world = await createStageWorld(server)
  const { owner, write, add, order } = world
  // A task that was there before the first stages is in the first one of its status from then on.
  const old = await add('Old', { status: 2 })
  pass(5)
  const { stages } = await write(fourStages)
  const [design, build, qa] = [stageNamed(stages, 'Design'), stageNamed(stages, 'Build'), stageNamed(stages, 'QA')]
  const wall = await add('Wall')
  pass(1)
  await order(wall.id, { stageID: build })
  pass(2)
  await order(wall.id, { stageID: design })
  pass(3)
  const renamed = stages.map((stage) => (stage.id === build ? { ...stage, name: 'Raise' } : stage))
  await write(renamed)
  await order(wall.id, { stageID: build })
  pass(4)
  // What is in Trash is in no stage.
  await owner.api.tasks.remove({ params: { id: old.id } })
  pass(10)
  await owner.api.tasks.restore({ params: { id: old.id }, body: {} })
  pass(1)
  await write(renamed.filter(({ id }) => id !== build))
  pass(1)
  // Its tasks go along to Under Review, where it is behind QA.
  await write([...renamed.filter(({ id }) => ![design, build].includes(id)), { id: design, name: 'Design', status: 3 }])
  pass(1)
  const times = await timesIn(world)
  expect(
    times?.map(({ name, status, isRemoved, tasks, hours, medianHours }) => [
      ...[name, status, isRemoved, tasks],
      ...[steps(hours), medianHours === null ? null : steps(medianHours)],
    ]),
  ).toEqual([
    ['Next', 1, false, 1, 1, 1],
    ['QA', 3, false, 0, 0, null],
    // Old: 10 before Trash, 3 after it; Wall: 3, and 2 since its own stage was removed.
    ['Design', 3, false, 2, 18, 9],
    ['Raise', 2, true, 1, 17, 17],
  ])
  expect(times?.find(({ id }) => id === qa)).toMatchObject({ p85Hours: null })
})

test('[STAGE-18] a stay counts within the asked time only, and one that has not ended until now', async () => {
  now = Date.parse('2026-02-16T00:00:00Z')
  const world = await createStageWorld(server)
  const { params, write } = world
  await server.db.updateTable('projects').set({ created_at: clock.now() }).where('id', '=', params.id).execute()
  const play = taskHistory(server)
  const task = await play.create(params.id, '2026-02-16T00:00:00Z', { status: 2 })
  await write(fourStages)
  await play.move(task, '2026-03-03T12:00:00Z', 3)
  const daysIn = async (from: string, to: string) =>
    Object.fromEntries((await timesIn(world, { from, to }))?.map((one) => [one.name, one.hours / 24]) ?? [])
  now = Date.parse('2026-03-11T06:00:00Z')
  expect(await daysIn('2026-02-23', '2026-03-01')).toEqual({ Next: 0, Design: 7, Build: 0, QA: 0 })
  expect(await daysIn('2026-03-02', '2026-03-08')).toEqual({ Next: 0, Design: 1.5, Build: 0, QA: 5.5 })
  expect(await daysIn('2026-03-09', '2026-03-15')).toEqual({ Next: 0, Design: 0, Build: 0, QA: 2.25 })
})

/** Changes the list by one of the ways that there are. */
const changed = (stages: readonly Stage[], act: string, which: number): readonly SentStage[] => {
  const [one] = stages.slice(which % Math.max(1, stages.length))
  const others = stages.filter((stage) => stage !== one)
  if (act === 'add' || !one) return [{ name: `Stage ${now} ${which}`, status: 1 + (which % 4) }, ...stages]
  if (act === 'rename') return stages.map((stage) => (stage === one ? { ...one, name: `Named ${now}` } : stage))
  if (act === 'remove') return others
  if (act === 'turn') return [...others, { ...one, status: 1 + ((one.status + which) % 4) }]
  return [...others, one]
}

test('[STAGE-18] whatever happens, the time in each stage is that in which the board showed the tasks there', async () => {
  const step = fc.record({
    act: fc.constantFrom('place', 'place', 'move', 'trash', 'restore', 'add', 'rename', 'remove', 'turn', 'last'),
    task: fc.nat(3),
    which: fc.nat(7),
    time: fc.integer({ min: 0, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (all) => {
      const world = await createStageWorld(server)
      const { owner, params, list, write, add, order } = world
      const tasks = [
        (await add('One')).id,
        (await add('Two', { status: 2 })).id,
        (await add('Three', { status: 4 })).id,
      ]
      const expected = new Map<number, number>()
      for (const { act, task, which, time } of all) {
        const { stages } = await list()
        const id = tasks[task]
        const isThere =
          (
            await server.db
              .selectFrom('tasks')
              .where('id', '=', id ?? params.id)
              .select('deleted_at')
              .executeTakeFirst()
          )?.deleted_at === null
        if (id === undefined && act === 'place') tasks.push((await add('Four', { status: 3 })).id)
        else if (act === 'place' && id && isThere) {
          const stage = stages[which % Math.max(1, stages.length)]
          if (stage) await order(id, { stageID: stage.id }, owner)
        } else if (act === 'move' && id && isThere)
          await owner.api.tasks.update({ params: { id }, body: { status: which % 6 } })
        else if (act === 'trash' && id && isThere) await owner.api.tasks.remove({ params: { id } })
        else if (act === 'restore' && id && !isThere) await owner.api.tasks.restore({ params: { id }, body: {} })
        else if (['add', 'rename', 'remove', 'turn', 'last'].includes(act)) await write(changed(stages, act, which))
        const { rows } = await sql<{ stage: number }>`
          select (select s.id from project_stages s
            where s.project_id = t.project_id and s.status = t.status and (t.stage_id is null or s.id = t.stage_id)
            order by s.place limit 1) as stage
          from tasks t where t.project_id = ${params.id} and t.deleted_at is null`.execute(server.db)
        for (const { stage } of rows) if (stage) expected.set(stage, (expected.get(stage) ?? 0) + time)
        pass(time)
        // What happens at one moment has no order but that of the log.
        if (time === 0) clock.advance(0.001)
      }
      const told = (await timesIn(world))?.map(({ id, hours }) => [id, steps(hours)] as const) ?? []
      const beyond = (times: Iterable<readonly [number, number]>) =>
        Object.fromEntries([...times].filter(([, time]) => time > 0))
      expect(beyond(told)).toEqual(beyond(expected))
    }),
    { numRuns: 8 },
  )
}, 120_000)
