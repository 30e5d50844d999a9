import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDisputeWorld, type DisputeWorld, RULING } from '#support/disputes.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { findLedgerDifferences, findStateDifferences } from '../ledger/service.ts'
import { runLeaseClock, runReviewClock } from '../tasks/service.ts'

const server = testApp()
let world: DisputeWorld
beforeEach(async () => {
  world = await createDisputeWorld(server)
})
const DAY = 24 * 60 * 60_000
const statusOf = async (id: string) => (await world.owner.api.tasks.get({ params: { id } })).data.status
const isSound = async () => {
  expect(await findLedgerDifferences(server.db)).toEqual([])
  expect(await findStateDifferences(server.db, new Date())).toEqual([])
}
const roundOf = async (claimID: string) => {
  const { rows } = await sql<{ state: string; review_by: Date | null }>`
    select state, review_by from submissions where claim_id = ${claimID} order by round desc limit 1`.execute(server.db)
  return rows[0]
}
/** All but what says that time went on. */
const frozen = async (taskID: string) => {
  const { state, lease_until, pay_by, user_id } = await world.claimOf(taskID)
  return {
    state,
    lease_until,
    pay_by,
    user_id,
    round: await roundOf((await world.claimOf(taskID)).id),
    status: await statusOf(taskID),
  }
}

describe('a ruling', () => {
  test.each([
    [0, { entries: ['reserve 40000', 'release 40000'], due: 0, used: 0 }],
    [30_000, { entries: ['reserve 40000', 'due 30000', 'release 10000'], due: 30_000, used: 30_000 }],
    [40_000, { entries: ['reserve 40000', 'due 40000'], due: 40_000, used: 40_000 }],
  ])('[DISPUTE-05] of %i before acceptance finishes the claim and writes its entries', async (amountCents, entries) => {
    const { toRule, rule, claimOf, ledger, get, owner } = world
    const { id, taskID } = await toRule()
    expect(await rule(id, amountCents)).toMatchObject({ state: 'ruled', waitsFor: null, by: null })
    expect(await ledger(taskID)).toMatchObject({ ...entries, reserved: 0 })
    expect([(await claimOf(taskID)).state, await statusOf(taskID)]).toEqual(['finished', 4])
    for (const by of [world.ana, owner]) expect((await get(id, by)).ruling).toEqual({ amountCents, text: RULING })
    await expect(rule(id, amountCents)).rejects.toEqual(refused(409))
    await isSound()
  })

  test('[DISPUTE-05] of a due lies between what was paid and what was due, and lowers it', async () => {
    const { ana, owed, pay, open, state, rule, ledger } = world
    const taskID = await owed(ana, 40_000)
    await sql`update claims set pay_by = now() - interval '1 day' where task_id = ${taskID}`.execute(server.db)
    const { id } = await open(taskID, ana, { reason: 'notPaid', askCents: 40_000 })
    await state(id)
    await pay(ana, taskID, 10_000)
    for (const amountCents of [9_999, 40_001]) {
      const failure = await failureOf(rule(id, amountCents))
      expect([failure.status, failure.message]).toEqual([422, 'Please enter an amount from $100.00 to $400.00.'])
    }
    await rule(id, 25_000)
    expect(await ledger(taskID)).toMatchObject({
      entries: ['reserve 40000', 'due 40000', 'settle 10000', 'forgive 15000'],
      due: 15_000,
    })
    await isSound()
  })

  test('[DISPUTE-05] [SETTLE-01] only a ruling of nothing is named where nothing is owed, and no agreement after one', async () => {
    const { ana, owner, params, toRule, rule } = world
    const [none, some] = [await toRule(), await toRule()]
    await rule(none.id, 0)
    await rule(some.id, 30_000)
    const body = { amountCents: 0, text: 'Let it be.', idempotencyKey: unique('proposal-') }
    const { data } = await owner.api.proposals.make({ params: { id: some.claimID }, body })
    await ana.api.proposals.accept({ params: { id: data.id }, body: {} })
    const whatOf = async (id: string) => (await ana.api.rewards.get({ params: { id } })).data?.blocker?.what
    expect([await whatOf(none.taskID), await whatOf(some.taskID)]).toEqual(['ruling', 'accepted'])
    await owner.api.memberships.remove({ params: { ...params, userId: ana.id } })
    const { data: guests } = await owner.api.guests.list({ params })
    expect(guests.map(({ taskID, state, isRuled }) => [taskID, state, isRuled]).toSorted()).toEqual(
      [
        [none.taskID, 'accepted', true],
        [some.taskID, 'accepted', false],
      ].toSorted(),
    )
    await isSound()
  })

  test('[DISPUTE-05] beyond its bounds it is refused, and before both sides had their time', async () => {
    const { handedIn, open, state, rule, ana, owner, ben } = world
    const { id } = await open((await handedIn()).taskID)
    await expect(rule(id, 0)).rejects.toEqual(refused(409))
    await state(id)
    await expect(rule(id, 40_001)).rejects.toEqual(refused(422))
    for (const text of ['x'.repeat(49), 'x'.repeat(3_001)])
      await expect(rule(id, 0, world.grace, text)).rejects.toEqual(refused(422))
    for (const by of [ana, owner, ben]) await expect(rule(id, 0, by)).rejects.toEqual(refused(403))
  })

  test('[DISPUTE-11] an administrator who belongs to the project, or holds a task of it, neither reads nor rules it', async () => {
    const { grace, toRule, rule, params, handedIn } = world
    const { id } = await toRule(1_000)
    const read = () => grace.api.disputes.administer({ params: { id } })
    await createMembership(server, params.id, grace.id)
    const isRefused = async () => {
      await expect(read()).rejects.toEqual(refused(403))
      await expect(rule(id, 0)).rejects.toEqual(refused(403))
    }
    await isRefused()
    await sql`delete from memberships where user_id = ${grace.id}`.execute(server.db)
    await read()
    // A guest of another task.
    const { claimID } = await handedIn(1_000)
    await sql`update claims set user_id = ${grace.id} where id = ${claimID}`.execute(server.db)
    await isRefused()
    await sql`update claims set user_id = ${world.ana.id} where id = ${claimID}`.execute(server.db)
    // Who has stated for a side, and left.
    await sql`update dispute_statements set written_by = ${grace.id} where dispute_id = ${id} and side = 'managers'`.execute(
      server.db,
    )
    await isRefused()
  })

  test('[DISPUTE-13] [DISPUTE-12] administrators read the task and nothing else of the project; both sides see when', async () => {
    const { ana, owner, grace, params, toRule, get, events } = world
    const canary = unique('canary')
    await owner.api.tasks.create({ body: { projectID: params.id, title: canary, description: canary } })
    await sql`update projects set title = ${canary}, description = ${canary} where id = ${params.id}`.execute(server.db)
    const { id, taskID } = await toRule()
    const say = (body: string) =>
      owner.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('said-') } })
    await say('Said since the offer.')
    await sql`
      insert into comments (id, task_id, author_id, body, idempotency_key, created_at)
      values (gen_random_uuid(), ${taskID}, ${owner.id}, ${canary}, 'early', now() - interval '9 days')`.execute(
      server.db,
    )
    const { data } = await grace.api.disputes.administer({ params: { id } })
    expect(data).toMatchObject({
      dispute: { id, ownSide: null, mayState: false, mayWithdraw: false },
      task: { title: 'Draw the map', status: 3 },
      terms: { amountCents: 40_000 },
      rounds: [{ state: 'open', round: 1 }],
      entries: [{ kind: 'reserve', amountCents: 40_000 }],
    })
    expect(data.feed.map(({ comment }) => comment?.body)).toContain('Said since the offer.')
    const { data: queue } = await grace.api.disputes.queue({})
    expect(queue).toContainEqual(expect.objectContaining({ id, waitsFor: 'administrators' }))
    expect(JSON.stringify([data, queue])).not.toContain(canary)
    const { name } = await server.db
      .selectFrom('users')
      .where('id', '=', ana.id)
      .select('name')
      .executeTakeFirstOrThrow()
    expect(data.dispute.statements[0]).toMatchObject({ username: ana.username, name })
    await grace.api.disputes.administer({ params: { id } })
    expect((await events(id)).filter((kind) => kind === 'dispute.read')).toHaveLength(2)
    for (const by of [ana, owner])
      expect((await get(id, by)).readings.map(({ username }) => username)).toEqual([grace.username, grace.username])
  })
})

describe('an agreement', () => {
  test.each(['stating', 'ruling'])('[DISPUTE-07] an accepted proposal ends one in %s', async (state) => {
    const { ana, owner, handedIn, open, get, ledger, events } = world
    const { taskID, claimID } = await handedIn()
    const { id } = await open(taskID)
    if (state === 'ruling') await world.state(id)
    const body = { amountCents: 10_000, text: 'A quarter.', idempotencyKey: unique('proposal-') }
    const { data } = await owner.api.proposals.make({ params: { id: claimID }, body })
    await ana.api.proposals.accept({ params: { id: data.id }, body: {} })
    expect(await get(id)).toMatchObject({ state: 'agreed', ruling: null, waitsFor: null })
    expect((await ledger(taskID)).entries).toEqual(['reserve 40000', 'due 10000', 'release 30000'])
    expect((await events(id)).at(-1)).toBe('dispute.agreed')
    await isSound()
  })

  test('[DISPUTE-07] so do an agreement on a due, and a manager who accepts in full', async () => {
    const { ana, owner, owed, handedIn, open, get, ledger, claimOf } = world
    const due = await owed(ana, 10_000)
    await sql`update claims set pay_by = now() - interval '1 day' where task_id = ${due}`.execute(server.db)
    const first = await open(due, ana, { reason: 'notPaid', askCents: 10_000 })
    const body = { amountCents: 4_000, text: 'Less.', idempotencyKey: unique('proposal-') }
    const { data } = await owner.api.proposals.make({ params: { id: (await claimOf(due)).id }, body })
    await ana.api.proposals.accept({ params: { id: data.id }, body: {} })
    expect([(await get(first.id)).state, (await ledger(due)).due]).toEqual(['agreed', 4_000])

    const { taskID } = await handedIn()
    const second = await open(taskID)
    await owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
    expect([(await get(second.id)).state, (await ledger(taskID)).due]).toEqual(['agreed', 40_000])
    await isSound()
  })
})

describe('while it is open', () => {
  test('[DISPUTE-09] what would change task or claim is refused; paying, proposing and talking go on', async () => {
    const { ana, owner, handedIn, open, state, ben } = world
    const { taskID, claimID } = await handedIn()
    await open(taskID)
    const [params, of] = [{ id: taskID }, { params: { id: claimID } }]
    const acts = {
      takeBack: () => owner.api.claims.takeBack({ ...of, body: { reason: 'Late.' } }),
      giveBack: () => ana.api.claims.giveBack({ ...of, body: {} }),
      withdraw: () => ana.api.submissions.withdraw({ params: { id: taskID, n: 1 }, body: {} }),
      changes: () => owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } }),
      moved: () => owner.api.tasks.update({ params, body: { status: 2 } }),
      rejected: () => owner.api.tasks.update({ params, body: { status: 5 } }),
      reassigned: () => owner.api.tasks.update({ params, body: { assignedToID: ben.id } }),
      closed: () => owner.api.offers.close({ params }),
      deleted: () => owner.api.tasks.remove({ params }),
    }
    for (const [name, act] of Object.entries(acts)) expect([name, (await failureOf(act())).status]).toEqual([name, 409])
    await owner.api.tasks.update({ params, body: { title: 'Draw the big map' } })
    await ana.api.comments.create({ params, body: { body: 'Hello.', idempotencyKey: unique('said-') } })
    const body = { amountCents: 10_000, text: 'A quarter.', idempotencyKey: unique('proposal-') }
    await owner.api.proposals.make({ ...of, body })
    await state((await ana.api.disputes.list({})).data[0]?.id ?? '')
  })

  test('[DISPUTE-09] nothing is handed in between two rounds', async () => {
    const { ana, owner, handedIn, open, handIn } = world
    const { taskID } = await handedIn()
    await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
    await open(taskID, ana)
    expect((await failureOf(handIn(taskID))).status).toBe(409)
  })

  test('[SETTLE-16] [DISPUTE-09] [DISPUTE-08] the review stands still, and has the time that was left after a withdrawal', async () => {
    const { owner, handedIn, open, withdraw, get, passDaysOf } = world
    const { taskID, claimID } = await handedIn()
    const before = await frozen(taskID)
    const left = (before.round?.review_by?.getTime() ?? 0) - Date.now()
    const { id } = await open(taskID)
    await passDaysOf(id, 40)
    await server.db
      .updateTable('disputes')
      .set({ state_by: new Date(Date.now() + DAY) })
      .where('id', '=', id)
      .execute()
    await runReviewClock(server)
    expect([(await roundOf(claimID))?.state, await statusOf(taskID)]).toEqual(['open', 3])
    await expect(withdraw(id, owner)).rejects.toEqual(refused(403))
    await withdraw(id)
    const round = await roundOf(claimID)
    // 40 days went by since it was opened: the time that was left is there again, from the original date on.
    const moved = (round?.review_by?.getTime() ?? 0) - (before.round?.review_by?.getTime() ?? 0)
    expect(Math.round(moved / DAY)).toBe(40)
    expect(left).toBeGreaterThan(13 * DAY)
    expect({ ...(await frozen(taskID)), round: null }).toEqual({ ...before, round: null })
    expect((await get(id)).state).toBe('withdrawn')
    // As the offer said, not 40 days later than that.
    await sql`update submissions set created_at = created_at - interval '55 days', review_by = review_by - interval '55 days'
      where claim_id = ${claimID}`.execute(server.db)
    await sql`update disputes set opened_at = opened_at - interval '14 days', ended_at = ended_at - interval '14 days'
      where id = ${id}`
      .execute(server.db)
      .catch(() => undefined)
    await runReviewClock(server)
    const [accepted] = (await world.ana.api.submissions.list({ params: { id: taskID } })).data
    expect(accepted).toMatchObject({ state: 'accepted', answer: expect.stringContaining('in 14 days') as string })
  })

  test('[DISPUTE-08] [DISPUTE-09] so do lease, and a due whose payment did not arrive', async () => {
    const { ana, owner, addTask, offer, open, withdraw, passDaysOf, claimOf, owed, pay, handIn } = world
    const taskID = await addTask()
    await offer(taskID, 10_000)
    await ana.api.claims.take({ params: { id: taskID }, body: { idempotencyKey: unique('claim-') } })
    await handIn(taskID)
    await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
    const lease = (await claimOf(taskID)).lease_until
    const { id } = await open(taskID, ana, { askCents: 0 })
    await passDaysOf(id, 20)
    await runLeaseClock(server)
    expect(await claimOf(taskID)).toMatchObject({ state: 'active', lease_until: null })
    await withdraw(id)
    const days = ((await claimOf(taskID)).lease_until?.getTime() ?? 0) - (lease?.getTime() ?? 0)
    expect(Math.round(days / DAY)).toBe(20)

    const due = await owed(ana, 5_000)
    const payment = await pay(ana, due, 5_000)
    const missing = { text: 'Nothing.', idempotencyKey: unique('missing-') }
    await ana.api.payments.missing({ params: { id: payment.id }, body: missing })
    const payBy = (await claimOf(due)).pay_by
    const other = await open(due, ana, { reason: 'notPaid', askCents: 5_000 })
    await passDaysOf(other.id, 3)
    await withdraw(other.id)
    const later = ((await claimOf(due)).pay_by?.getTime() ?? 0) - (payBy?.getTime() ?? 0)
    expect(Math.round(later / DAY)).toBe(3)
  })

  test('[DISPUTE-08] it is withdrawn once, and ends with the account of who has the task', async () => {
    const { grace, ana, handedIn, open, withdraw, get, owner } = world
    const { taskID } = await handedIn()
    const { id } = await open(taskID)
    await withdraw(id)
    await expect(withdraw(id)).rejects.toEqual(refused(409))
    const other = await open((await handedIn()).taskID)
    await grace.api.administration.suspend({ params: { id: ana.id }, body: { reason: 'Spam.' } })
    expect((await get(other.id, owner)).state).toBe('withdrawn')
    await isSound()
  })
})

describe('two at once', () => {
  test('[DISPUTE-18] of a ruling and an agreement one takes effect', async () => {
    for (let round = 0; round < 3; round++) {
      const { toRule, rule, owner, ana, get, ledger } = world
      const { id, claimID, taskID } = await toRule(10_000)
      const body = { amountCents: 4_000, text: 'Less.', idempotencyKey: unique('proposal-') }
      const { data } = await owner.api.proposals.make({ params: { id: claimID }, body })
      const both = await Promise.allSettled([
        rule(id, 7_000),
        ana.api.proposals.accept({ params: { id: data.id }, body: {} }),
      ])
      const lost = both.filter((one) => one.status === 'rejected')
      expect(lost.map(({ reason }) => reason as unknown)).toEqual([refused(409)])
      const { state } = await get(id)
      const amount = state === 'ruled' ? 7_000 : 4_000
      expect((await ledger(taskID)).entries).toEqual(['reserve 10000', `due ${amount}`, `release ${10_000 - amount}`])
    }
    await isSound()
  })

  test('[DISPUTE-18] of a ruling and a withdrawal one takes effect, and the other answers 409', async () => {
    for (let round = 0; round < 3; round++) {
      const { toRule, rule, withdraw, get, ledger } = world
      const { id, taskID } = await toRule(10_000)
      const both = await Promise.allSettled([rule(id, 10_000), withdraw(id)])
      const lost = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      expect(lost.reason).toEqual(refused(409))
      const { state } = await get(id)
      expect((await ledger(taskID)).entries).toEqual(['reserve 10000', ...(state === 'ruled' ? ['due 10000'] : [])])
    }
    await isSound()
  })
})

test('[DISPUTE-19] each event is written once, and none says a text', async () => {
  const { toRule, rule, events } = world
  const { id } = await toRule()
  await rule(id, 0)
  expect(await events(id)).toEqual(['dispute.opened', 'dispute.stated', 'dispute.reminded toRule', 'dispute.ruled'])
  const rows = await server.db.selectFrom('events').select('data').where('kind', 'like', 'dispute.%').execute()
  expect(JSON.stringify(rows)).not.toMatch(/Monday|legend/)
})

test('[DISPUTE-19] the notice of a dispute to rule opens that dispute in Administration', async () => {
  const { id } = await world.toRule()
  const { data } = await world.grace.api.notifications.list({ query: {} })
  expect(data.map(({ kind, address }) => [kind, address])).toContainEqual([
    'dispute.reminded',
    `/founder/admin?tab=disputes&dispute=${id}`,
  ])
})
