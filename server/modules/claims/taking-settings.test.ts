import { beforeEach, describe, expect, test } from 'vitest'
import { createClaimWorld } from '#support/claims.ts'
import { createPerson, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type World = Awaited<ReturnType<typeof createClaimWorld>>
type Person = World['ana']
let world: World
beforeEach(async () => {
  world = await createClaimWorld(server)
})

const set = (body: object, by: Person = world.owner) =>
  by.api.projects.update({ params: { id: world.projectID }, body })
const handIn = async (taskID: string, by: Person) => {
  await world.take(taskID, by)
  await world.handIn(taskID, by)
}

test('[CLAIM-33] owner and admin choose from 1 to 50 hand-ins; 10 where nobody has', async () => {
  expect((await set({ title: 'Maps' })).data).toMatchObject({ reviewQueueMax: 10, membersTake: true })
  expect((await set({ reviewQueueMax: 50 })).data.reviewQueueMax).toBe(50)
  for (const reviewQueueMax of [0, 51, 2.5]) expect((await failureOf(set({ reviewQueueMax }))).status).toBe(422)
  expect((await failureOf(set({ reviewQueueMax: 2 }, world.ben))).status).toBe(403)
  const { data } = await world.owner.api.projects.get({ params: { id: world.projectID } })
  expect(data.reviewQueueMax).toBe(50)
})

const apply = async (taskID: string, by: Person) =>
  (await by.api.claims.apply({ params: { id: taskID }, body: { idempotencyKey: unique('apply-key-') } })).data
const approve = (requestId: string) =>
  world.owner.api.memberships.answerById({ params: { projectId: world.projectID }, body: { requestId, accept: true } })

test('[CLAIM-34] while that many wait nothing is taken, applied for or given, and the first answer lifts it', async () => {
  const [first, second, asked, other] = [
    await world.offered(),
    await world.offered(),
    await world.offered({ mode: 'apply' }),
    await world.offered({ mode: 'apply' }),
  ]
  const { id: request } = await apply(asked, world.ben)
  await set({ reviewQueueMax: 1 })
  await handIn(first, world.ana)
  const full = { status: 409, code: 'QUEUE_FULL', message: 'Marta has 1 hand-in to review first.' }
  for (const call of [() => world.take(second, world.ben), () => apply(other, world.ben), () => approve(request)])
    expect(await failureOf(call())).toMatchObject(full)
  const page = (await world.ben.api.openTasks.get({ params: { id: second } })).data
  expect(page).toMatchObject({ full: true, may: false })
  // Two may wait now.
  await set({ reviewQueueMax: 2 })
  expect((await world.ben.api.openTasks.get({ params: { id: second } })).data.may).toBe(true)
  await set({ reviewQueueMax: 1 })
  await world.owner.api.submissions.accept({ params: { id: first, n: 1 }, body: {} })
  await approve(request)
  expect((await world.take(second, world.ana)).state).toBe('active')
})

test('[CLAIM-17] members take free tasks unless the project has switched it off', async () => {
  const free = await world.add()
  expect((await set({ membersTake: false })).data.membersTake).toBe(false)
  const refused = { status: 403, message: 'In this project owners and admins give out the tasks.' }
  expect(await failureOf(world.take(free, world.ben))).toMatchObject(refused)
  expect((await failureOf(set({ membersTake: true }, world.ben))).status).toBe(403)
  await set({ membersTake: true })
  expect((await world.take(free, world.ben)).state).toBe('active')
})

describe('[CLAIM-35] a project gives nothing out', () => {
  const prepare = async () => {
    const stranger = await createPerson(server, { name: 'Cleo' })
    const [taken, asked] = [await world.offered(), await world.offered({ mode: 'apply' })]
    return { stranger, taken, asked, request: (await apply(asked, world.ben)).id }
  }

  test.each([
    ['a draft', { status: 0 }, 404],
    ['paused', { applicationsPaused: true }, 409],
    ['archived', { archived: true }, 404],
    ['completed', { status: 3 }, 409],
    ['rejected', { status: 4 }, 404],
  ] as const)('while it is %s', async (word, body, toStrangers) => {
    const { stranger, taken, asked, request } = await prepare()
    await set(body)
    const reason = { status: 409, message: `Not given out while the project is ${word}.` }
    for (const call of [() => world.take(taken, world.ana), () => apply(asked, world.ana), () => approve(request)])
      expect(await failureOf(call())).toMatchObject(reason)
    for (const call of [() => world.take(taken, stranger), () => apply(asked, stranger)])
      expect((await failureOf(call())).status).toBe(toStrangers)
  })

  test('once it is deleted', async () => {
    const { stranger, taken, asked, request } = await prepare()
    await world.owner.api.projects.remove({ params: { id: world.projectID } })
    const calls = [
      () => world.take(taken, world.ana),
      () => apply(asked, world.ana),
      () => apply(asked, stranger),
      () => approve(request),
    ]
    for (const call of calls) expect((await failureOf(call())).status).toBe(404)
  })
})
