import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'

const statements = watchStatements()
const server = testApp()
afterAll(() => statements.restore())

let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
  await world.setBudget('$90000')
})

const recordOf = async ({ username }: { username: string }) =>
  (await server.client().people.profileByUsername({ params: { username } })).data.payerRecord
const dialogRecord = async () => (await world.ana.api.projects.get({ params: world.params })).data.payerRecord

test('[RECORD-01] it counts dues, days, shares, reviews by the clock and rulings', async () => {
  const paid = await world.owed(world.ana, 10_000)
  const claim = await world.claimOf(paid)
  await world.passDays(2)
  await sql`update payer_dues set due_at = due_at - interval '2 days' where claim_id = ${claim.id}`.execute(server.db)
  const payment = await world.pay(world.ana, paid, 10_000)
  await world.owed(world.ben, 20_000)
  // The entry of the due is two days older than any clock of a test can make it, so the row is.
  expect(await dialogRecord()).toMatchObject({ count: 2, paid: 1, withinPromise: 1, confirmed: 0, late: null })
  expect((await dialogRecord())?.medianDays).toBeCloseTo(2)
  await world.ana.api.payments.confirm({ params: { id: payment.id }, body: { idempotencyKey: unique('key-') } })
  expect(await dialogRecord()).toMatchObject({ confirmed: 1, reviewsByClock: 0, rulingsAgainst: 0 })
})

test('[RECORD-01] a payment that nobody objected to in 30 days counts as a confirmed one', async () => {
  const task = await world.owed(world.ana, 10_000)
  await world.pay(world.ana, task, 10_000)
  expect(await dialogRecord()).toMatchObject({ confirmed: 0 })
  await world.passDays(30)
  expect(await dialogRecord()).toMatchObject({ confirmed: 1 })
})

test('[RECORD-01] a payment that never arrived is none, and one recorded again does not win time by it', async () => {
  const task = await world.owed(world.ana, 10_000)
  const payment = await world.pay(world.ana, task, 10_000)
  expect(await dialogRecord()).toMatchObject({ count: 1, paid: 1, withinPromise: 1 })
  const body = { text: 'Nothing came.', idempotencyKey: unique('key-') }
  await world.ana.api.payments.missing({ params: { id: payment.id }, body })
  expect(await dialogRecord()).toMatchObject({ count: 1, paid: 0, withinPromise: null, medianDays: null })
})

test('[RECORD-04] what is late is answered in sums of each currency, with the days of the oldest, until it is paid', async () => {
  const [first, second] = [await world.owed(world.ana, 10_000), await world.owed(world.ben, 30_000)]
  await world.passDays(30)
  const late = { amounts: [{ amountCents: 40_000, currency: 'USD' }], days: 20 }
  expect(await dialogRecord()).toMatchObject({ count: 2, withinPromise: 0, late })
  expect(await recordOf(world.owner)).toEqual(await dialogRecord())
  await world.payDues([first, second])
  expect(await dialogRecord()).toMatchObject({ count: 2, paid: 2, withinPromise: 0, late: null })
})

test('[RECORD-04] what waits for its payee to say how to be paid is not late, and in time when it is paid', async () => {
  await server.db.deleteFrom('payout_details').where('user_id', '=', world.ana.id).execute()
  const task = await world.owed(world.ana, 10_000)
  await world.passDays(30)
  expect(await dialogRecord()).toMatchObject({ count: 1, paid: 0, late: null })
  await world.pay(world.ana, task, 10_000)
  expect(await dialogRecord()).toMatchObject({ paid: 1, withinPromise: 1 })
})

test('[RECORD-05] roles, hiding, archiving and deletions take no due away', async () => {
  const { owner, ana, params } = world
  const task = await world.owed(ana, 10_000)
  await world.pay(ana, task, 10_000)
  const before = await recordOf(owner)
  expect(before).toMatchObject({ count: 1, paid: 1 })
  const heir = await createPerson(server)
  await createMembership(server, params.id, heir.id, 'owner')
  await owner.api.users.updateSettings({ body: { showInTalentDirectory: false } })
  await owner.api.tasks.remove({ params: { id: task } }).catch(() => undefined)
  await server.db.updateTable('tasks').set({ deleted_at: new Date() }).where('id', '=', task).execute()
  await heir.api.memberships.remove({ params: { ...params, userId: owner.id } })
  expect(await recordOf(owner)).toEqual(before)
  await heir.api.projects.remove({ params })
  expect(await recordOf(owner)).toEqual(before)
})

test('[RECORD-16] agreed at 0, paid to oneself or paid without a due counts nowhere', async () => {
  const { owner, ana, ben, params } = world
  const task = await world.held(ana, 10_000)
  await ana.api.tasks.update({ params: { id: task }, body: { status: 2 } })
  await world.handIn(task)
  const claim = await world.claimOf(task)
  const terms = { amountCents: 0, text: 'For the name alone.', idempotencyKey: unique('key-') }
  const { data } = await owner.api.proposals.make({ params: { id: claim.id }, body: terms })
  await ana.api.proposals.accept({ params: { id: data.id }, body: {} })
  await owner.api.payments.create({
    params,
    body: { userID: ben.id, amountCents: 500, currency: 'USD', idempotencyKey: unique('key-') },
  })
  // A due of who made the project, once somebody else owns it.
  const own = await createProject(server, ben.id)
  await createMembership(server, own.id, owner.id, 'owner')
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', own.id).execute()
  await sql`update memberships set role = 'member' where project_id = ${own.id} and user_id = ${ben.id}`.execute(
    server.db,
  )
  const body = { projectID: own.id, title: 'Draw', description: 'Work.', assignedToID: ben.id }
  const mine = (await owner.api.tasks.create({ body })).data.id
  await owner.api.offers.set({ params: { id: mine }, body: { amountCents: 10_000, mode: 'assigned' } })
  await owner.api.tasks.update({ params: { id: mine }, body: { status: 4 } })
  expect(await dialogRecord()).toMatchObject({ count: 0, late: null })
  expect((await ben.api.projects.get({ params: own })).data.payerRecord).toMatchObject({ count: 0 })
})

test('[RECORD-03] market, dialog, open task and profile answer one record, each list by one statement', async () => {
  const { ana, params } = world
  const open = await world.addTask()
  await world.offer(open, 5_000)
  for (let at = 0; at < 3; at++) await world.owed(ana, 1_000)
  const listed = async () => {
    const market = await ana.api.projects.openProjects({ query: { limit: 50 } })
    const tasks = await ana.api.openTasks.list({ query: { projectID: params.id } })
    return [market.data.find(({ id }) => id === params.id)?.payerRecord, tasks.data[0]?.payerRecord]
  }
  const record = await dialogRecord()
  expect(record).toMatchObject({ count: 3, paid: 0 })
  const page = (await ana.api.openTasks.get({ params: { id: open } })).data.payerRecord
  expect([...(await listed()), page, await recordOf(world.owner)]).toEqual([record, record, record, record])
  for (let at = 0; at < 3; at++) {
    const { id } = await createProject(server, (await createPerson(server)).id)
    expect(id).toBeTruthy()
  }
  const made = await statements.during(() => ana.api.projects.openProjects({ query: { limit: 50 } }))
  expect(made.filter(({ text }) => text.includes('payer_dues'))).toHaveLength(1)
})

test('[RECORD-06] [RECORD-07] a worker’s record is answered from 3 accepted tasks on, to managers and on the profile', async () => {
  const { owner, ana, params } = world
  const record = async () =>
    (await server.client().people.profileByUsername({ params: { username: ana.username } })).data.workerRecord
  const task = async (dueOn?: string) => {
    const id = await world.held(ana, 1_000)
    if (dueOn) await sql`update claims set terms = terms || ${JSON.stringify({ dueOn })}::jsonb where task_id = ${id}`.execute(server.db) // prettier-ignore
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    return id
  }
  await task()
  await task('2020-01-31')
  expect(await record()).toBeNull()
  const last = await task('2999-12-31')
  const returned = await world.addTask()
  await world.offer(returned, 1_000)
  const taken = await ana.api.claims.take({ params: { id: returned }, body: { idempotencyKey: unique('key-') } })
  await ana.api.claims.giveBack({ params: { id: taken.data.id }, body: {} })
  const shown = { accepted: 3, onTime: 0.67, returned: 1, expired: 0, creators: 1 }
  expect(await record()).toEqual(shown)
  const { id } = await world.claimOf(last)
  expect((await owner.api.claims.get({ params: { id } })).data.workerRecord).toEqual(shown)
  // An application elsewhere, whose owner knows none of these projects.
  const other = await createPerson(server)
  const elsewhere = await createProject(server, other.id)
  const applied = await ana.api.projects.apply({ params: elsewhere, body: {} })
  const answer = await other.api.requests.applicant({ params: { id: applied.data.requestId ?? '' } })
  expect(answer.data.workerRecord).toEqual(shown)
  expect(JSON.stringify(answer.data.workerRecord)).not.toContain(params.id)
})
