import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createClaimWorld } from '#support/claims.ts'
import { createMembership, createPerson, unique } from '#support/factories.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { runDueClock } from '../ledger/service.ts'
import { runDecisionClock } from '../memberships/service.ts'
import { runLeaseClock, runReviewClock } from '../tasks/service.ts'

const server = testApp()
type World = Awaited<ReturnType<typeof createClaimWorld>>
let world: World
beforeEach(async () => {
  world = await createClaimWorld(server)
})
/** Moves the task between Assigned and In Progress, and back. */
const move = (taskID: string, by: World['ana'], status: 1 | 2) =>
  by.api.tasks.update({ params: { id: taskID }, body: { status } })

test('[CLAIM-15] holder and managers move a held task between 1 and 2; only the holder’s move is a sign of work', async () => {
  const { owner, ana, projectID, offered, take, claim, read, kinds } = world
  const admin = await createPerson(server)
  await createMembership(server, projectID, admin.id, 'admin')
  const taskID = await offered()
  const { id } = await take(taskID)
  const ends = new Date(server.clock.now().getTime() + 3 * 86_400_000)
  await server.db.updateTable('claims').set({ lease_until: ends }).where('id', '=', id).execute()
  const before = await claim(id)
  for (const [by, status] of [
    [owner, 1],
    [admin, 2],
    [owner, 1],
  ] as const) {
    await move(taskID, by, status)
    expect({ ...(await claim(id)), task: null }).toEqual({ ...before, task: null })
    expect(await read(taskID)).toMatchObject({ status, assignedToID: ana.id })
  }
  await move(taskID, ana, 2)
  const after = await claim(id)
  expect({ ...after, leaseUntil: null, task: null }).toEqual({ ...before, leaseUntil: null, task: null })
  expect(Date.parse(after.leaseUntil ?? '')).toBeGreaterThan(ends.getTime())
  expect(await kinds(taskID)).toEqual(['claim.made'])
})

test('[OFFER-21] what a held task says stays editable, and the terms keep it as it was when it was taken', async () => {
  const { owner, ana, offered, take, claim, read } = world
  const taskID = await offered()
  const params = { id: taskID }
  const line = (text: string) => [{ id: crypto.randomUUID(), text, isDone: false }]
  const written = { title: 'Draw', description: 'Of birds.', dueOn: '2027-03-01', doneWhen: line('In print size') }
  await owner.api.tasks.update({ params, body: written })
  const { id } = await take(taskID)
  const { terms } = await claim(id)
  expect(terms).toMatchObject({ title: 'Draw', description: 'Of birds.', dueOn: '2027-03-01' })
  expect(terms.doneWhen).toEqual(['In print size'])
  const other = { title: 'Paint', description: 'Of fish.', dueOn: '2027-04-02', doneWhen: line('In colour') }
  for (const [field, value] of Object.entries(other))
    await expect(owner.api.tasks.update({ params, body: { [field]: value } }), field).resolves.toBeDefined()
  expect(await read(taskID, ana)).toMatchObject({ title: 'Paint', description: 'Of fish.', dueOn: '2027-04-02' })
  expect((await claim(id, ana)).terms).toEqual(terms)
})

test.each([
  ['paused', { applicationsPaused: true }, []],
  ['archived', { archived: true }, []],
  ['completed', { status: 3 }, ['request.expired']],
])(
  '[CLAIM-36] in a %s project leases, reviews and dues go on, and only applications can stand',
  async (_, state, ended) => {
    const rewards = await createRewardWorld(server)
    const { owner, ana, ben, params, addTask, offer, handIn, owed, claimOf } = rewards
    const take = async (by: typeof ana) => {
      const id = await addTask()
      await offer(id, 5_000, { leaseDays: 7 })
      await by.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-key-') } })
      return id
    }
    const [leased, reviewed, due] = [await take(ben), await take(ana), await owed(ana, 10_000)]
    await handIn(reviewed)
    const applicant = await createPerson(server)
    await applicant.api.projects.apply({ params, body: {} })
    await owner.api.projects.update({ params, body: state })
    const before = await claimOf(leased)
    await runLeaseClock(server)
    expect((await claimOf(leased)).lease_until).toEqual(before.lease_until)

    const past = new Date(server.clock.now().getTime() - 60_000)
    await server.db.updateTable('claims').set({ lease_until: past }).where('task_id', '=', leased).execute()
    await server.db.updateTable('submissions').set({ review_by: past }).where('task_id', '=', reviewed).execute()
    const soon = new Date(past.getTime() + 3_600_000)
    await server.db.updateTable('claims').set({ pay_by: soon }).where('task_id', '=', due).execute()
    await sql`update project_requests set answer_by = ${past} where project_id = ${params.id} and answer_by is not null`.execute(
      server.db,
    )
    for (const run of [runLeaseClock, runReviewClock, runDueClock, runDecisionClock]) await run(server)
    expect((await claimOf(leased)).state).toBe('expired')
    expect((await claimOf(reviewed)).state).toBe('finished')
    const told = await server.db
      .selectFrom('events')
      .select('kind')
      .where('project_id', '=', params.id)
      .where('kind', 'in', ['reward.reminded', 'request.expired', 'request.reminded'])
      .execute()
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['reward.reminded', ...ended].toSorted())
  },
)
