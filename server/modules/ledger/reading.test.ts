import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = RewardWorld['ana']
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

describe('the ledger', () => {
  test('[LEDGER-21] owner and admin read all entries, newest first, others those that name them', async () => {
    const { owner, ana, ben, params, owed, pay } = world
    const [anas, bens] = [await owed(ana, 10_000), await owed(ben, 5_000)]
    await pay(ana, anas, 4_000)
    const read = async (by: Person, query: object = {}) => (await by.api.ledger.list({ params, query })).data
    const all = await read(owner)
    expect(all.entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`)).toEqual([
      ...['settle 4000', 'due 5000', 'reserve 5000', 'due 10000', 'reserve 10000'],
    ])
    expect(all).toMatchObject({
      balances: { budgetCents: 50_000, reservedCents: 0, dueCents: 11_000, paidCents: 4_000 },
      currency: 'USD',
    })
    const own = await read(ben)
    expect(own.entries).toMatchObject([{ kind: 'due', taskID: bens, person: { id: ben.id } }])
    expect(own.balances).toEqual({ budgetCents: null, reservedCents: 0, dueCents: 5_000, paidCents: 0 })
    expect((await read(ben, { userID: ana.id })).entries).toEqual([])
    expect((await read(owner, { userID: ana.id })).entries.map(({ kind }) => kind)).toEqual(['settle', 'due'])
    expect((await read(owner, { taskID: bens })).entries.map(({ kind }) => kind)).toEqual(['due', 'reserve'])
    const later = new Date(server.clock.now().getTime() + 1000).toISOString()
    expect((await read(owner, { from: later })).entries).toEqual([])
    await expect((await createPerson(server)).api.ledger.list({ params, query: {} })).rejects.toEqual(refused(404))
  })

  test('[LEDGER-21] pages follow each other without a gap', async () => {
    const { owner, ana, params, owed } = world
    for (const cents of [100, 200, 300]) await owed(ana, cents)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await owner.api.ledger.list({ params, query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.data.entries.map(({ amountCents }) => amountCents))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([300, 300, 200, 200, 100, 100])
    await expect(owner.api.ledger.list({ params, query: { cursor: 'x' } })).rejects.toEqual(refused(422))
  })
})

describe('what is owed', () => {
  test('[SETTLE-39] owner and admin read who is owed what, the earliest pay date first, or only what is late', async () => {
    const { owner, ana, ben, params, owed, pay, passDays } = world
    const first = await owed(ana, 10_000, 'Draw the birds')
    await passDays(11)
    const second = await owed(ben, 5_000)
    const read = async (query: object) =>
      (await owner.api.dues.list({ params, query })).data.map(({ taskID, isLate }) => [taskID, isLate])
    expect(await read({})).toEqual([
      [first, true],
      [second, false],
    ])
    expect(await read({ late: 'true' })).toEqual([[first, true]])
    expect(await read({ late: 'false' })).toEqual([[second, false]])
    await pay(ana, first, 4_000)
    expect((await owner.api.dues.list({ params, query: {} })).data[0]).toMatchObject({
      ...{ taskID: first, taskId: '1', title: 'Draw the birds', amountCents: 6_000, currency: 'USD' },
      ...{ person: { id: ana.id, name: 'Ana' }, project: { id: params.id } },
    })
    await expect(ana.api.dues.list({ params, query: {} })).rejects.toEqual(refused(403))
    await expect((await createPerson(server)).api.dues.list({ params, query: {} })).rejects.toEqual(refused(404))
  })

  test('[SETTLE-39] pages follow each other without a gap, also of those that are due at the same moment', async () => {
    const { owner, ana, params, owed } = world
    const ids = [await owed(ana, 100), await owed(ana, 200), await owed(ana, 300)]
    await server.db.updateTable('claims').set({ pay_by: new Date() }).where('project_id', '=', params.id).execute()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await owner.api.dues.list({ params, query: { limit: 2, late: 'true', ...(cursor && { cursor }) } })
      seen.push(...page.data.map(({ taskID }) => taskID))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen.toSorted()).toEqual(ids.toSorted())
    await expect(owner.api.dues.list({ params, query: { cursor: 'x' } })).rejects.toEqual(refused(422))
  })

  test('[SETTLE-40] everybody reads what they are owed, and what their projects owe, and nothing else', async () => {
    const { owner, ana, ben, owed, pay } = world
    const [anas, bens] = [await owed(ana, 10_000), await owed(ben, 5_000)]
    const read = async (by: Person) => {
      const { owedToMe, owedByMe } = (await by.api.dues.own({})).data
      return [owedToMe, owedByMe].map((all) => all.map(({ taskID, amountCents }) => [taskID, amountCents]))
    }
    expect(await read(ana)).toEqual([[[anas, 10_000]], []])
    expect(await read(owner)).toEqual([
      [],
      [
        [anas, 10_000],
        [bens, 5_000],
      ],
    ])
    await pay(ana, anas, 10_000)
    expect([await read(ana), await read(owner)]).toEqual([
      [[], []],
      [[], [[bens, 5_000]]],
    ])
  })
})

test('[OFFER-30] nobody who works for a reward, or is owed one, is made an owner', async () => {
  const { owner, ana, ben, params, held, owed, pay } = world
  const makeOwner = (who: Person) =>
    owner.api.memberships.setRole({ params: { id: params.id, userId: who.id }, body: { role: 'owner' } })
  await held(ana, 100, 'Draw the birds')
  const bens = await owed(ben, 200, 'Draw the trees')
  for (const [who, title] of [
    [ana, 'Draw the birds'],
    [ben, 'Draw the trees'],
  ] as const) {
    const failure = await failureOf(makeOwner(who))
    expect([failure.status, failure.message]).toEqual([409, expect.stringContaining(`‘${title}’`)])
  }
  await pay(ben, bens, 200)
  expect((await makeOwner(ben)).data.role).toBe('owner')
})

test('[PAYOUT-10] a due says what holds it up: an open proposal, and then a dispute', async () => {
  const { owner, ana, owed, claimOf } = world
  const taskID = await owed(ana, 6_000)
  const rewardOfDue = async () =>
    (await ana.api.dues.own({})).data.owedToMe.find((due) => due.taskID === taskID)?.reward
  expect(await rewardOfDue()).toMatchObject({ state: 'due', blocker: { what: 'payment' }, owner: { id: owner.id } })
  const { id } = await claimOf(taskID)
  const body = { amountCents: 5_000, text: 'The legend is missing.', idempotencyKey: 'a proposal' }
  await owner.api.proposals.make({ params: { id }, body })
  expect(await rewardOfDue()).toMatchObject({ state: 'proposed', blocker: { who: 'holder', amountCents: 5_000 } })
  await server.db
    .updateTable('claims')
    .set({ pay_by: new Date(Date.now() - 24 * 60 * 60_000) })
    .where('id', '=', id)
    .execute()
  const text = 'Nothing has been paid for weeks now.'
  await ana.api.disputes.open({ params: { id: taskID }, body: { reason: 'notPaid', text, askCents: 6_000 } })
  expect(await rewardOfDue()).toMatchObject({ state: 'disputed', blocker: { who: 'managers', what: 'statement' } })
})
