import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { findLedgerDifferences } from '../ledger/service.ts'
import { runProposalClock } from './service.ts'

const server = testApp()
type Person = RewardWorld['ana']
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

/** A task of Ana that she has handed in, and her claim. */
const handedIn = async (amountCents = 40_000) => {
  const taskID = await world.held(world.ana, amountCents)
  await world.ana.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
  await world.handIn(taskID)
  return { taskID, claimID: (await world.claimOf(taskID)).id }
}
const propose = async (claimID: string, by: Person, amountCents = 30_000, more: object = {}) => {
  const body = { amountCents, text: 'The legend is missing.', idempotencyKey: unique('proposal-'), ...more }
  return (await by.api.proposals.make({ params: { id: claimID }, body })).data
}
const act = (name: 'accept' | 'refuse' | 'withdraw', id: string, by: Person) =>
  by.api.proposals[name]({ params: { id }, body: {} })
const statusOf = async (taskID: string) => (await world.owner.api.tasks.get({ params: { id: taskID } })).data.status

describe('proposing', () => {
  test('[SETTLE-23] holder and managers propose after the first hand-in, and both read what was proposed', async () => {
    const { owner, ana, held, claimOf } = world
    const early = await claimOf(await held(ana, 5_000))
    expect((await failureOf(propose(early.id, ana, 1_000))).status).toBe(409)
    for (const [by, side] of [
      [ana, 'holder'],
      [owner, 'managers'],
    ] as const) {
      const { claimID } = await handedIn(10_000)
      const made = await propose(claimID, by, 10_000)
      expect(made).toMatchObject({ claimID, side, amountCents: 10_000, currency: 'USD', state: 'open' })
      expect(new Date(made.endsAt).getTime() - new Date(made.createdAt).getTime()).toBe(7 * 24 * 60 * 60_000)
      for (const reader of [ana, owner])
        expect((await reader.api.proposals.list({ params: { id: claimID } })).data).toEqual([made])
    }
  })

  test('[SETTLE-23] more than was promised, or is owed, is refused, and so are wrong texts', async () => {
    const { owner, ana, pay } = world
    const { taskID, claimID } = await handedIn()
    expect(await failureOf(propose(claimID, ana, 40_001))).toMatchObject({
      status: 422,
      message: 'At most $400.00 can be proposed.',
    })
    for (const more of [{ amountCents: -1 }, { text: ' ' }, { text: 'x'.repeat(1001) }, { amountCents: 0.5 }])
      await expect(propose(claimID, ana, 100, more)).rejects.toEqual(refused(422))
    await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
    await pay(ana, taskID, 10_000)
    expect((await failureOf(propose(claimID, ana, 30_001))).message).toBe('At most $300.00 can be proposed.')
    await pay(ana, taskID, 30_000)
    expect((await failureOf(propose(claimID, ana, 0))).status).toBe(409)
  })

  test('[SETTLE-23] other members get 403, strangers 404, and neither reads any', async () => {
    const { claimID } = await handedIn()
    const { id } = await propose(claimID, world.ana)
    for (const [by, status] of [
      [world.ben, 403],
      [await createPerson(server), 404],
    ] as const) {
      await expect(propose(claimID, by)).rejects.toEqual(refused(status))
      for (const name of ['accept', 'refuse', 'withdraw'] as const)
        await expect(act(name, id, by)).rejects.toEqual(refused(status))
      await expect(by.api.proposals.list({ params: { id: claimID } })).rejects.toEqual(refused(404))
    }
  })

  test('[SETTLE-24] one is open at a time, also of two at once; a second gets the open one', async () => {
    const { owner, ana } = world
    const { claimID } = await handedIn()
    const both = await Promise.allSettled([propose(claimID, ana), propose(claimID, owner, 20_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [open] = (await ana.api.proposals.list({ params: { id: claimID } })).data
    const failure = await failureOf(propose(claimID, owner))
    expect([failure.status, failure.newer]).toEqual([409, open])
  })

  test('[SETTLE-51] repeated with its key it is the same one, and another under the key is refused', async () => {
    const { claimID } = await handedIn()
    const more = { idempotencyKey: unique('proposal-') }
    const [first, again] = await Promise.all([1, 2].map(() => propose(claimID, world.ana, 30_000, more)))
    expect(again).toEqual(first)
    await expect(propose(claimID, world.ana, 20_000, more)).rejects.toEqual(refused(409))
  })
})

describe('answering', () => {
  test('[SETTLE-25] the other side answers, the own side withdraws, and only once', async () => {
    const { owner, ana } = world
    const { claimID } = await handedIn()
    for (const [own, other] of [
      [ana, owner],
      [owner, ana],
    ] as const)
      for (const [name, state] of [
        ['refuse', 'refused'],
        ['withdraw', 'withdrawn'],
      ] as const) {
        const { id } = await propose(claimID, own)
        const [right, wrong] = name === 'withdraw' ? [own, other] : [other, own]
        await expect(act(name, id, wrong)).rejects.toEqual(refused(403))
        await expect(act('accept', id, own)).rejects.toEqual(refused(403))
        expect((await act(name, id, right)).data).toMatchObject({ id, state })
        for (const [late, by] of [
          [name, right],
          ['accept', other],
        ] as const)
          await expect(act(late, id, by)).rejects.toEqual(refused(409))
      }
  })

  test.each(['ana', 'owner'] as const)(
    '[SETTLE-26] accepted by %s before acceptance it completes the task, with that amount due and the rest free',
    async (by) => {
      const { owner, ana, ledger, claimOf } = world
      const { taskID, claimID } = await handedIn()
      const { id } = await propose(claimID, by === 'ana' ? owner : ana)
      expect((await act('accept', id, world[by])).data.state).toBe('accepted')
      expect(await ledger(taskID)).toEqual({
        ...{ entries: ['reserve 40000', 'due 30000', 'release 10000'], reserved: 0, due: 30_000, used: 30_000 },
      })
      expect(await statusOf(taskID)).toBe(4)
      const claim = await claimOf(taskID)
      expect([claim.state, claim.pay_by === null]).toEqual(['finished', false])
      const [round] = (await ana.api.submissions.list({ params: { id: taskID } })).data
      expect(round).toMatchObject({ state: 'accepted', answeredByUsername: world[by].username })
      expect(await findLedgerDifferences(server.db)).toEqual([])
    },
  )

  test('[SETTLE-26] agreed at 0 no due is written, everything is free, and the claim does not come back', async () => {
    const { owner, ana, ledger, claimOf } = world
    const { taskID, claimID } = await handedIn()
    await act('accept', (await propose(claimID, ana, 0)).id, owner)
    expect(await ledger(taskID)).toMatchObject({ entries: ['reserve 40000', 'release 40000'], used: 0 })
    expect([await statusOf(taskID), (await claimOf(taskID)).pay_by]).toEqual([4, null])
    expect(await findLedgerDifferences(server.db)).toEqual([])
  })

  test('[SETTLE-26] agreeing between two rounds completes the task, too, and gives its reputation', async () => {
    const { owner, ana } = world
    const { taskID, claimID } = await handedIn()
    await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
    await act('accept', (await propose(claimID, owner)).id, ana)
    expect(await statusOf(taskID)).toBe(4)
    const credit = await server.db.selectFrom('tasks').select('credited_reputation').where('id', '=', taskID).execute()
    expect(Number(credit[0]?.credited_reputation)).toBeGreaterThan(0)
  })

  test('[SETTLE-27] [LEDGER-09] accepted on a due it lowers that, down to nothing', async () => {
    const { owner, ana, ledger, params } = world
    const { taskID, claimID } = await handedIn()
    await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
    await act('accept', (await propose(claimID, owner, 25_000)).id, ana)
    await act('accept', (await propose(claimID, ana, 25_000)).id, owner)
    expect(await ledger(taskID)).toMatchObject({ due: 25_000, used: 25_000 })
    await act('accept', (await propose(claimID, ana, 0)).id, owner)
    expect(await ledger(taskID)).toMatchObject({
      entries: ['reserve 40000', 'due 40000', 'forgive 15000', 'forgive 25000'],
      due: 0,
      used: 0,
    })
    expect((await owner.api.dues.list({ params, query: {} })).data).toEqual([])
    expect(await findLedgerDifferences(server.db)).toEqual([])
    // Nobody was paid for it.
    expect(await failureOf(owner.api.tasks.update({ params: { id: taskID }, body: { status: 2 } }))).toMatchObject({
      status: 409,
      message: 'Nothing is owed for this any more: it stays completed.',
    })
  })

  test('[SETTLE-26] [SETTLE-27] of acceptance, agreement and refusal at once the ledger has one due, and one answer', async () => {
    const { owner, ana, ledger } = world
    for (let round = 0; round < 4; round++) {
      const { taskID, claimID } = await handedIn(10_000)
      const { id } = await propose(claimID, owner, 5_000)
      await Promise.allSettled([
        act('accept', id, ana),
        act('refuse', id, ana),
        owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } }),
      ])
      const { entries, due } = await ledger(taskID)
      expect(entries.filter((entry) => entry.startsWith('due'))).toHaveLength(1)
      const [answered] = (await ana.api.proposals.list({ params: { id: claimID } })).data
      expect(due).toBe(answered?.state === 'accepted' ? 5_000 : 10_000)
    }
  })

  test('[SETTLE-27] what is owed by now can be less than was proposed', async () => {
    const { owner, ana, pay } = world
    const { taskID, claimID } = await handedIn()
    await owner.api.tasks.update({ params: { id: taskID }, body: { status: 4 } })
    const { id } = await propose(claimID, ana)
    await pay(ana, taskID, 20_000)
    await expect(act('accept', id, owner)).rejects.toEqual(refused(409))
  })
})

describe('after seven days', () => {
  test('[SETTLE-25] the clock ends it once, without effect, and another can be made', async () => {
    const { owner, ana, passDays, ledger } = world
    const { taskID, claimID } = await handedIn()
    const { id } = await propose(claimID, ana)
    await runProposalClock(server)
    expect((await ana.api.proposals.list({ params: { id: claimID } })).data[0]?.state).toBe('open')
    await passDays(8)
    await expect(act('accept', id, owner)).rejects.toEqual(refused(409))
    await Promise.all([runProposalClock(server), runProposalClock(server)])
    expect((await ana.api.proposals.list({ params: { id: claimID } })).data[0]?.state).toBe('expired')
    expect((await ledger(taskID)).entries).toEqual(['reserve 40000'])
    const told = await server.db
      .selectFrom('events')
      .select('id')
      .where('task_id', '=', taskID)
      .where('kind', '=', 'proposal.expired')
      .execute()
    expect(told).toHaveLength(1)
    expect((await propose(claimID, owner)).state).toBe('open')
  })

  test('[SETTLE-25] a new one ends the old one that the clock has not met yet', async () => {
    const { owner, ana, passDays } = world
    const { claimID } = await handedIn()
    await propose(claimID, ana)
    await passDays(8)
    await propose(claimID, owner)
    const { data } = await ana.api.proposals.list({ params: { id: claimID } })
    expect(data.map(({ state }) => state)).toEqual(['open', 'expired'])
  })
})

test('[SETTLE-45] each event is written once, and none says the text', async () => {
  const { owner, ana } = world
  const { taskID, claimID } = await handedIn()
  const more = { text: 'canary of a proposal' }
  await act('refuse', (await propose(claimID, ana, 100, more)).id, owner)
  await act('withdraw', (await propose(claimID, ana, 100, more)).id, ana)
  await act('accept', (await propose(claimID, owner, 100, more)).id, ana)
  const rows = await server.db
    .selectFrom('events')
    .select(['kind', 'data'])
    .where('task_id', '=', taskID)
    .where('kind', 'like', 'proposal.%')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const [made, refusedKind, withdrawn, accepted] = ['made', 'refused', 'withdrawn', 'accepted'].map(
    (word) => `proposal.${word}`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual([made, refusedKind, made, withdrawn, made, accepted])
  expect(JSON.stringify(rows)).not.toContain('canary')
})

test('[SETTLE-46] for a holder a token needs the scope work, for managers manage', async () => {
  const { owner, ana } = world
  const { claimID } = await handedIn()
  const withScopes = async (who: Person, scopes: Array<'work' | 'manage'>) => {
    const endsAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    const { token } = (await who.api.tokens.create({ body: { name: 'A script', scopes, endsAt } })).data
    return { ...who, api: server.client(token) }
  }
  const failure = await failureOf(propose(claimID, await withScopes(owner, ['work'])))
  expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('manage') as string })
  const { id } = await propose(claimID, await withScopes(ana, ['work']))
  expect((await act('refuse', id, await withScopes(owner, ['work', 'manage']))).data.state).toBe('refused')
})
