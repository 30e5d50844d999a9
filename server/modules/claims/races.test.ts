import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { plantHolds } from '#support/hold-statement.ts'
import { limitKey } from '#server/limits/limit-table.ts'
import { testApp } from '#support/server.ts'
import { createClaimWorld } from '#support/claims.ts'

const holds = plantHolds()
const server = testApp()
let administrator: Awaited<ReturnType<typeof createPerson>>
beforeAll(async () => {
  administrator = await createPerson(server, { isAdministrator: true })
})
afterAll(() => {
  holds.restore()
})
const active = (taskID: string) =>
  server.db.selectFrom('claims').where('task_id', '=', taskID).where('state', '=', 'active').select('id').execute()

test('[CLAIM-23] two people with a task are removed at once, and both lose it', async () => {
  for (let round = 0; round < 5; round++) {
    const { offered, take, read, owner, ana, ben, projectID } = await createClaimWorld(server)
    const tasks = [await offered(), await offered()] as const
    await take(tasks[0], ana)
    await take(tasks[1], ben)
    const remove = (userId: string) => owner.api.memberships.remove({ params: { id: projectID, userId } })
    await Promise.all([remove(ana.id), remove(ben.id)])
    for (const id of tasks) expect(await read(id)).toMatchObject({ status: 1, assignedToID: null })
  }
})

test('[CLAIM-24] a task that is taken while its project is being deleted is nobody’s afterwards', async () => {
  const { offered, take, owner, projectID } = await createClaimWorld(server)
  const taskID = await offered()
  const hasCome = holds.before(/from "projects".* for no key update/s, () => take(taskID))
  await owner.api.projects.remove({ params: { id: projectID } })
  expect({ hasCome: hasCome(), active: await active(taskID) }).toEqual({ hasCome: true, active: [] })
})

const suspend = (id: string) => administrator.api.administration.suspend({ params: { id }, body: { reason: 'Spam.' } })

test('[CLAIM-24] who takes a task while being suspended has it no more', async () => {
  const { offered, take, ana } = await createClaimWorld(server)
  const taskID = await offered()
  const hasCome = holds.before(/pg_advisory_xact_lock/, () => take(taskID))
  await suspend(ana.id)
  expect({ hasCome: hasCome(), active: await active(taskID) }).toEqual({ hasCome: true, active: [] })
})

test('[CLAIM-24] who is suspended while waiting for a task does not get it', async () => {
  const { offered, take, ana } = await createClaimWorld(server)
  const taskID = await offered()
  const hasCome = holds.before(/pg_advisory_xact_lock/, () => suspend(ana.id))
  expect((await failureOf(take(taskID))).status).toBe(401)
  expect({ hasCome: hasCome(), active: await active(taskID) }).toEqual({ hasCome: true, active: [] })
})

test('[CLAIM-07] an application whose repeat was answered while it waited is answered like that', async () => {
  const { offered, owner, ana, projectID } = await createClaimWorld(server)
  const params = { id: await offered({ mode: 'apply' }) }
  const body = { idempotencyKey: unique('apply-key-') }
  const apply = async () => (await ana.api.claims.apply({ params, body })).data
  const hasCome = holds.before(/pg_advisory_xact_lock/, async () => {
    const { id: requestId } = await apply()
    await owner.api.memberships.answerById({ params: { projectId: projectID }, body: { requestId, accept: false } })
  })
  expect(await apply()).toMatchObject({ status: 2 })
  expect(hasCome()).toBe(true)
  const requests = server.db.selectFrom('project_requests').where('task_id', '=', params.id)
  expect(await requests.select('status').execute()).toEqual([{ status: 2 }])
})

test('[CLAIM-22] a claim that comes while its task is assigned decides before the limit of assigning', async () => {
  const { add, owner, ana, ben, projectID } = await createClaimWorld(server)
  const id = await add()
  const now = server.clock.now()
  const limit = { key: limitKey('assign', owner.id), window_start: sql<Date>`'epoch'`, count: 100 }
  const expires_at = new Date(now.getTime() + 60_000)
  await server.db
    .insertInto('rate_limits')
    .values({ ...limit, expires_at })
    .execute()
  const claim = { id: uuidv7(), project_id: projectID, task_id: id, user_id: ana.id, kind: 'claimed' } as const
  const times = { claimed_at: now, first_hand_in_at: now }
  const terms = JSON.stringify({ amountCents: 1_000, leaseDays: null })
  const hasCome = holds.before(/from "memberships".* for share/s, () =>
    server.db
      .insertInto('claims')
      .values({ ...claim, ...times, terms })
      .execute(),
  )
  const call = owner.api.tasks.update({ params: { id }, body: { assignedToID: ben.id } })
  expect(await failureOf(call)).toMatchObject({ status: 409 })
  expect(hasCome()).toBe(true)
})

test('[CLAIM-22] a move that waited for the task sees the claim that came with the change before it', async () => {
  const { add, read, ana, ben, projectID } = await createClaimWorld(server)
  const taskID = await add()
  let moving: Promise<unknown> = Promise.resolve()
  await server.db.transaction().execute(async (tx) => {
    await sql`update tasks set status = 2, assigned_to_id = ${ana.id}, version = version + 1 where id = ${taskID}`.execute(
      tx,
    )
    await tx
      .insertInto('claims')
      .values({
        ...{
          id: uuidv7(),
          project_id: projectID,
          task_id: taskID,
          user_id: ana.id,
          kind: 'claimed',
          claimed_at: new Date(),
        },
        terms: JSON.stringify({ amountCents: null, leaseDays: null }),
      })
      .execute()
    moving = failureOf(ben.api.tasks.update({ params: { id: taskID }, body: { status: 5 } }))
    const isWaiting = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db)
      return rows[0]?.n
    }
    await expect.poll(isWaiting).toBe(1)
  })
  expect(await moving).toMatchObject({ status: 403 })
  expect(await read(taskID)).toMatchObject({ status: 2, assignedToID: ana.id })
})
