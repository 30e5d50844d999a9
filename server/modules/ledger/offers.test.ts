import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let { owner, ana, params, setBudget, addTask, offer, ledger, claimOf, handIn } = {} as RewardWorld
beforeEach(async () => {
  ;({ owner, ana, params, setBudget, addTask, offer, ledger, claimOf, handIn } = await createRewardWorld(server))
})

describe('setting an offer', () => {
  test('[OFFER-01] [OFFER-04] it is set whole, answered with its version, and read with the task', async () => {
    const id = await addTask()
    const { data } = await offer(id, 40_000, { payDays: 20 })
    const terms = { amountCents: 40_000, currency: 'USD', mode: 'claim', takers: 'anyone', minTier: null }
    expect(data.offer).toMatchObject({
      ...terms,
      leaseDays: 7,
      reviewDays: 14,
      payDays: 20,
      aiRule: 'declare',
      version: 1,
    })
    expect(data.offer?.skills).toEqual(['Maps', 'React'])
    const task = (await owner.api.tasks.get({ params: { id } })).data
    expect([task.offer, task.rewardCents]).toEqual([data.offer, 40_000])
    expect((await offer(id, 40_000, { skills: ['Ink'] })).data.offer).toMatchObject({
      skills: ['Ink'],
      payDays: 14,
      version: 2,
    })
    const board = await owner.api.tasks.byProject({ params: { projectId: params.id }, query: {} })
    expect(board.data.map((card) => [card.rewardCents, card.offer])).toEqual([[40_000, undefined]])
  })

  test.each([1, 99, -100, 150.5, 1_000_000_001])('[OFFER-02] %d cents are refused (422)', async (cents) => {
    await expect(offer(await addTask(), cents)).rejects.toEqual(refused(422))
  })

  test('[OFFER-03] [OFFER-05] [OFFER-06] fields outside their bounds are refused (422)', async () => {
    const id = await addTask()
    const wrong: object[] = [
      ...[{ mode: 'auction' }, { takers: 'tier' }, { takers: 'friends' }, { minTier: 'gold' }, { aiRule: 'some' }],
      ...[{ leaseDays: 0 }, { leaseDays: 31 }, { reviewDays: 2 }, { reviewDays: 31 }, { payDays: 0 }, { payDays: 61 }],
      { skills: ['a', 'b', 'c', 'd', 'e', 'f'] },
    ]
    for (const more of wrong) await expect(offer(id, 0, more)).rejects.toEqual(refused(422))
    expect((await offer(id, 0, { takers: 'tier', minTier: 'silver' })).data.offer).toMatchObject({ minTier: 'silver' })
  })

  test('[OFFER-09] an older version gets the newer offer, and of two at once one takes effect', async () => {
    const id = await addTask()
    await offer(id, 10_000)
    const both = await Promise.allSettled([offer(id, 20_000, { version: 1 }), offer(id, 30_000, { version: 1 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const late = await failureOf(offer(id, 11_000, { version: 1 }))
    expect([late.status, (late.newer as { offer: { version: number } }).offer.version]).toEqual([409, 2])
    await owner.api.offers.close({ params: { id } })
    await expect(offer(id, 11_000, { version: 2 })).rejects.toEqual(refused(409))
    expect((await offer(id, 11_000, { version: 3 })).data.offer).toMatchObject({ version: 4 })
  })

  test('[OFFER-10] members get 403 and strangers 404, and nothing is promised', async () => {
    const id = await addTask()
    await expect(offer(id, 100, {}, ana)).rejects.toEqual(refused(403))
    await expect(offer(id, 100, {}, await createPerson(server))).rejects.toEqual(refused(404))
    expect((await ledger(id)).entries).toEqual([])
  })

  test('[OFFER-12] [LEDGER-05] raising reserves the difference, lowering and closing release it', async () => {
    const id = await addTask()
    for (const cents of [10_000, 25_000, 15_000, 0, 20_000]) await offer(id, cents)
    await owner.api.offers.close({ params: { id } })
    expect(await ledger(id)).toMatchObject({
      entries: ['reserve 10000', 'raise 15000', 'release 10000', 'release 15000', 'reserve 20000', 'release 20000'],
      reserved: 0,
      used: 0,
    })
  })

  test('[OFFER-13] a reward beyond what is left is refused with the true figure, and changes nothing', async () => {
    const [one, two] = [await addTask(), await addTask()]
    await offer(one, 38_000)
    const failure = await failureOf(offer(two, 12_001))
    expect([failure.status, failure.code, failure.message]).toEqual([
      ...[409, 'BUDGET_SHORT', 'Only $120.00 of the budget is left.'],
    ])
    await offer(two, 12_000)
    expect((await failureOf(offer(one, 38_001))).message).toBe('Only $0.00 of the budget is left.')
    expect((await ledger(one)).used).toBe(50_000)
  })

  test('[OFFER-14] [OFFER-15] the budget is one number in the project’s currency', async () => {
    const id = await addTask()
    const tries = [
      ...([
        ['2-3k', 'USD', 422],
        ['€3,000', 'USD', 422],
        ['$3,000', 'EUR', 422],
        ['', 'USD', 422],
      ] as const),
      ...([
        ['€3,000', 'EUR', 200],
        ['3,000 EUR', 'EUR', 200],
        ['3000 USD', 'USD', 200],
        ['$3,000.50', 'USD', 200],
      ] as const),
    ]
    for (const [budget, currency, status] of tries) {
      await setBudget(budget, currency)
      const answer = offer(id, 100)
      if (status === 200) expect((await answer).data.offer?.currency).toBe(currency)
      else
        expect(await failureOf(answer)).toMatchObject({
          status,
          message: "Say the project's budget as one number first.",
        })
      await owner.api.offers.close({ params: { id } }).catch(() => undefined)
    }
  })

  test('[OFFER-33] an amount in a currency without smaller units is a whole one', async () => {
    await setBudget('300000', 'JPY')
    const id = await addTask()
    await expect(offer(id, 150)).rejects.toEqual(refused(422))
    expect((await offer(id, 15_000)).data.offer).toMatchObject({ amountCents: 15_000, currency: 'JPY' })
  })

  test('[OFFER-28] completed and rejected tasks take no offer', async () => {
    for (const status of [4, 5]) {
      const id = await addTask()
      await owner.api.tasks.update({ params: { id }, body: { status } })
      await expect(offer(id, 0)).rejects.toEqual(refused(409))
    }
  })

  test('[OFFER-29] an owner is not paid, whichever comes first', async () => {
    const [own, other] = [await addTask(owner), await addTask()]
    await expect(offer(own, 100)).rejects.toEqual(refused(409))
    await offer(own, 0)
    await offer(other, 100)
    await expect(owner.api.tasks.update({ params: { id: other }, body: { assignedToID: owner.id } })).rejects.toEqual(
      refused(409),
    )
  })

  test('[OFFER-45] a change that changes nothing leaves no event', async () => {
    const id = await addTask()
    await offer(id, 100)
    await offer(id, 100)
    const { rows } = await sql`select kind from events where task_id = ${id} and kind like 'offer.%'`.execute(server.db)
    expect(rows).toEqual([{ kind: 'offer.made' }])
  })

  test('[LEDGER-39] of twenty who reserve the last $100 at once, one succeeds', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => addTask()))
    const first = await addTask()
    await offer(first, 40_000)
    const answers = await Promise.allSettled(ids.map((id) => offer(id, 10_000)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await ledger(first)).used).toBe(50_000)
  })
})

describe('a task that somebody has', () => {
  test('[OFFER-19] [OFFER-20] the amount can rise and the days fall, nothing else', async () => {
    const id = await addTask(ana)
    await offer(id, 10_000)
    for (const [cents, more] of [
      [9_000, {}],
      [10_000, { payDays: 15 }],
      [10_000, { mode: 'apply' }],
      [10_000, { leaseDays: 6 }],
    ] as const)
      expect(await failureOf(offer(id, cents, more))).toMatchObject({ status: 409, code: 'OFFER_HELD' })
    await offer(id, 20_000, { payDays: 7, reviewDays: 5 })
    const { terms } = await claimOf(id)
    expect(terms).toMatchObject({ amountCents: 20_000, payDays: 7, reviewDays: 5, currency: 'USD', leaseDays: 7 })
  })

  test('[CLAIM-05] it has a claim on the terms of the offer, whichever comes first', async () => {
    const [one, two] = [await addTask(ana), await addTask()]
    for (const id of [one, two]) await offer(id, 10_000, { mode: 'apply' })
    await owner.api.tasks.update({ params: { id: two }, body: { assignedToID: ana.id } })
    for (const id of [one, two]) {
      const { terms, ...row } = await claimOf(id)
      expect(row).toMatchObject({ user_id: ana.id, kind: 'assigned', state: 'active', lease_until: null })
      expect(terms).toMatchObject({ amountCents: 10_000, payDays: 14, title: 'Draw the map' })
    }
  })

  test('who took it before it was offered is promised the reward, without a lease', async () => {
    const id = await addTask()
    await ana.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-key-') } })
    await offer(id, 10_000)
    expect((await claimOf(id)).terms).toMatchObject({ amountCents: 10_000, leaseDays: null, payDays: 14 })
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    expect((await ledger(id)).entries).toEqual(['reserve 10000', 'due 10000'])
  })

  test('[CLAIM-22] rejected before a hand-in, it frees its reward, and the claim ends', async () => {
    const id = await addTask(ana)
    await offer(id, 10_000)
    await owner.api.tasks.update({ params: { id }, body: { status: 5 } })
    expect([await ledger(id), (await claimOf(id)).state]).toMatchObject([{ reserved: 0, used: 0 }, 'ended'])
  })

  test('[LEDGER-05] what is due below the reward frees the rest', async () => {
    const id = await addTask(ana)
    await offer(id, 10_000)
    await sql`update claims set terms = terms || '{"amountCents": 7000}' where task_id = ${id}`.execute(server.db)
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    expect(await ledger(id)).toMatchObject({
      entries: ['reserve 10000', 'due 7000', 'release 3000'],
      reserved: 0,
      used: 7000,
    })
  })

  test('[OFFER-23] [OFFER-25] its offer is not closed, and it is not deleted', async () => {
    const id = await addTask(ana)
    await offer(id, 10_000)
    expect((await failureOf(owner.api.offers.close({ params: { id } }))).message).toMatch('Ana')
    expect((await failureOf(owner.api.tasks.remove({ params: { id } }))).message).toMatch('Ana')
    expect((await ledger(id)).reserved).toBe(10_000)
  })

  test('[LEDGER-06] [SETTLE-17] [SETTLE-21] accepted, the reward is due once, and the task stays Completed', async () => {
    const id = await addTask(ana)
    await offer(id, 10_000)
    const complete = () => owner.api.tasks.update({ params: { id }, body: { status: 4 } })
    await Promise.allSettled([complete(), complete(), complete()])
    expect((await ledger(id)).entries).toEqual(['reserve 10000', 'due 10000'])
    const row = await claimOf(id)
    expect([row.state, row.pay_by === null]).toEqual(['finished', false])
    for (const act of [
      () => owner.api.tasks.update({ params: { id }, body: { status: 2 } }),
      () => owner.api.tasks.remove({ params: { id } }),
      () => owner.api.offers.close({ params: { id } }),
    ])
      expect((await failureOf(act())).message).toMatch(/^Ana is owed \$100\.00 for this/)
    expect(await failureOf(owner.api.projects.remove({ params }))).toMatchObject({
      status: 409,
      message: 'Ana is owed $100.00.',
    })
  })

  test('[SETTLE-22] at a reward of 0 the claim is active again when the task leaves Completed', async () => {
    const id = await addTask(ana)
    await offer(id, 0)
    for (const [status, state] of [
      [4, 'finished'],
      [2, 'active'],
      [4, 'finished'],
    ] as const) {
      await owner.api.tasks.update({ params: { id }, body: { status } })
      expect((await claimOf(id)).state).toBe(state)
    }
  })

  test('[SETTLE-19] a task with an offer comes to Under Review by a hand-in only', async () => {
    const id = await addTask(ana)
    await offer(id, 0)
    const move = (status: number) => ana.api.tasks.update({ params: { id }, body: { status } })
    await move(2)
    await expect(move(3)).rejects.toEqual(refused(409))
    await expect(owner.api.tasks.order({ params: { id }, body: { status: 3, rank: 'a0' } })).rejects.toEqual(
      refused(409),
    )
    await handIn(id)
    expect((await owner.api.tasks.get({ params: { id } })).data.status).toBe(3)
  })
})

test('[OFFER-25] [OFFER-26] deleting a task frees its reward, and restoring does not bring it back', async () => {
  const id = await addTask()
  await offer(id, 10_000)
  await owner.api.tasks.remove({ params: { id } })
  expect(await ledger(id)).toMatchObject({ reserved: 0, used: 0 })
  expect((await owner.api.tasks.restore({ params: { id }, body: {} })).data.offer).toBeNull()
})

test('a task that is completed or rejected without anybody having it frees its reward', async () => {
  for (const status of [4, 5]) {
    const id = await addTask()
    await offer(id, 10_000)
    await owner.api.tasks.update({ params: { id }, body: { status } })
    expect(await ledger(id)).toMatchObject({ reserved: 0, used: 0 })
  }
})

test('[LEDGER-29] deleting a project frees all that it reserved', async () => {
  const [one, two] = [await addTask(), await addTask(ana)]
  await offer(one, 10_000)
  await offer(two, 5_000)
  await owner.api.projects.remove({ params })
  expect([(await ledger(one)).used, (await ledger(two)).reserved]).toEqual([0, 0])
})

test('[LEDGER-27] somebody who has handed in stands against deleting the project', async () => {
  const id = await addTask(ana)
  await offer(id, 10_000)
  await ana.api.tasks.update({ params: { id }, body: { status: 2 } })
  await handIn(id)
  expect((await failureOf(owner.api.projects.remove({ params }))).message).toBe('Ana has handed in for $100.00.')
})

test('[OFFER-16] a budget does not fall below what is reserved, and may always rise', async () => {
  await offer(await addTask(), 40_000)
  const set = (budget: string) => owner.api.projects.update({ params, body: { budget } })
  expect((await failureOf(set('$399'))).message).toMatch('$400.00')
  await expect(set('a lot')).rejects.toEqual(refused(409))
  expect((await set('$400')).data.budget).toBe('$400')
  expect((await set('$4,000')).data.budget).toBe('$4,000')
})
