import { beforeEach, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { findLedgerDifferences } from '../ledger/service.ts'

const NOW = new Date()
const WEEK_MS = 7 * 24 * 60 * 60_000
const server = testApp({ clock: { now: () => NOW, advance: () => undefined } })
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

type By = RewardWorld['ana']
const key = () => unique('answer-')
const confirm = (id: string, by: By = world.ana, idempotencyKey = key()) =>
  by.api.payments.confirm({ params: { id }, body: { idempotencyKey } })
const missing = (id: string, by: By = world.ana, idempotencyKey = key(), text = 'Nothing came.') =>
  by.api.payments.missing({ params: { id }, body: { text, idempotencyKey } })
const voidIt = (id: string) => world.owner.api.payments.void({ params: { ...world.params, paymentId: id }, body: {} })
const paidSum = async () => (await world.owner.api.payments.list({ params: world.params, query: {} })).summary.paidCents
/** A task of Ana that was paid, and the payment. */
const paid = async (amountCents = 10_000) => {
  const taskID = await world.owed(world.ana, amountCents)
  const [payment] = await world.payDues([taskID])
  return { taskID, id: payment?.id ?? '' }
}

test('[SETTLE-32] who was paid confirms it, with or without a due, and then nobody voids it', async () => {
  const { ana, pay, addTask } = world
  const plain = await pay(ana, await addTask(), 500)
  for (const id of [(await paid()).id, plain.id]) {
    const { data } = await confirm(id)
    expect(data).toMatchObject({ id, confirmedAt: NOW.toISOString(), missingAt: null })
    expect((await failureOf(voidIt(id))).status).toBe(409)
    expect((await failureOf(missing(id))).status).toBe(409)
  }
})

test('[SETTLE-32] everybody else gets 404, owner, admin and other members too', async () => {
  const { id } = await paid()
  for (const by of [world.owner, world.ben, await createPerson(server)]) {
    await expect(confirm(id, by)).rejects.toEqual(refused(404))
    await expect(missing(id, by)).rejects.toEqual(refused(404))
  }
})

test('[SETTLE-33] [LEDGER-08] what did not arrive is due again, a week ahead at least, and in no sum', async () => {
  const { taskID, id } = await paid()
  await world.passDays(20)
  const { data } = await missing(id)
  expect(data).toMatchObject({ missingText: 'Nothing came.', confirmedAt: null })
  const { entries, due, used } = await world.ledger(taskID)
  expect(entries).toEqual(['reserve 10000', 'due 10000', 'settle 10000', 'missing 10000'])
  expect([due, used, await paidSum()]).toEqual([10_000, 10_000, 0])
  expect((await world.claimOf(taskID)).pay_by).toEqual(new Date(NOW.getTime() + WEEK_MS))
  expect(await findLedgerDifferences(server.db)).toEqual([])
})

test('[SETTLE-33] a pay date further ahead stays, and the second time each pay date does', async () => {
  const { taskID, id } = await paid()
  const { pay_by: promised } = await world.claimOf(taskID)
  await missing(id)
  expect((await world.claimOf(taskID)).pay_by).toEqual(promised)
  await world.passDays(20)
  const { pay_by: late } = await world.claimOf(taskID)
  const [again] = await world.payDues([taskID])
  await missing(again?.id ?? '')
  expect((await world.claimOf(taskID)).pay_by).toEqual(late)
  expect((await world.owner.api.dues.list({ params: world.params, query: { late: 'true' } })).data).toHaveLength(1)
})

test('[SETTLE-32] [LEDGER-08] without a due, and beyond one, the amount goes back to the budget', async () => {
  const { ana, pay, addTask, owed, ledger } = world
  const plain = await pay(ana, await addTask(), 500)
  await missing(plain.id)
  const taskID = await owed(ana, 10_000)
  const { id } = await pay(ana, taskID, 12_000, { note: 'And the frame' })
  await missing(id)
  expect(await ledger(taskID)).toMatchObject({ due: 10_000, used: 10_000 })
})

test('[SETTLE-33] it needs a text, of at most 1,000 characters', async () => {
  const { id } = await paid()
  for (const text of ['', '  ', 'x'.repeat(1001)])
    await expect(missing(id, world.ana, key(), text)).rejects.toEqual(refused(422))
})

test('[SETTLE-34] after 30 days nobody objected: confirm and missing answer 409', async () => {
  const { taskID, id } = await paid()
  await world.passDays(31)
  await expect(confirm(id)).rejects.toEqual(refused(409))
  await expect(missing(id)).rejects.toEqual(refused(409))
  expect((await world.ledger(taskID)).due).toBe(0)
})

test('[SETTLE-51] an answer that is repeated with its key has one effect and answers the same', async () => {
  const [first, second] = [await paid(), await paid()]
  const [one, two] = [key(), key()]
  const answers = await Promise.all([confirm(first.id, world.ana, one), confirm(first.id, world.ana, one)])
  expect(answers[0]?.data).toEqual(answers[1]?.data)
  expect((await missing(second.id, world.ana, two)).data).toEqual((await missing(second.id, world.ana, two)).data)
  expect((await world.ledger(second.taskID)).entries.filter((entry) => entry.startsWith('missing'))).toHaveLength(1)
  await expect(confirm(first.id)).rejects.toEqual(refused(409))
})

test('[LEDGER-41] of confirm, missing and void at once one takes effect, and the others get 409', async () => {
  for (let round = 0; round < 4; round++) {
    const { taskID, id } = await paid()
    const acts = await Promise.allSettled([confirm(id), missing(id), voidIt(id)])
    const isDone = acts.map(({ status }) => status === 'fulfilled')
    expect(isDone.filter(Boolean)).toHaveLength(1)
    for (const act of acts) if (act.status === 'rejected') expect(act.reason).toMatchObject({ status: 409 })
    expect((await world.ledger(taskID)).due).toBe(isDone[0] ? 0 : 10_000)
  }
  expect(await findLedgerDifferences(server.db)).toEqual([])
})

test('[SETTLE-32] a payment of a deleted project is confirmed, and is not due again', async () => {
  const [first, second] = [await paid(), await paid()]
  await world.owner.api.projects.remove({ params: world.params })
  expect((await confirm(first.id)).data.confirmedAt).not.toBeNull()
  await expect(missing(second.id)).rejects.toEqual(refused(409))
})

test('[SETTLE-46] by an access token the answers need the scope work', async () => {
  const { id } = await paid()
  const withScope = async (scope: 'read' | 'work') => {
    const endsAt = new Date(NOW.getTime() + WEEK_MS).toISOString()
    return server.client(
      (await world.ana.api.tokens.create({ body: { name: scope, scopes: [scope], endsAt } })).data.token,
    )
  }
  const body = { idempotencyKey: key() }
  const failure = await failureOf((await withScope('read')).payments.confirm({ params: { id }, body }))
  expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('work') as string })
  expect((await (await withScope('work')).payments.confirm({ params: { id }, body })).data.confirmedAt).not.toBeNull()
})

test('[SETTLE-45] each answer is one event, which does not say the text', async () => {
  const [first, second] = [await paid(), await paid()]
  await confirm(first.id)
  await missing(second.id, world.ana, key(), 'canary of a letter box')
  const rows = await server.db
    .selectFrom('events')
    .select(['kind', 'data', 'subject_id'])
    .where('project_id', '=', world.params.id)
    .where('kind', 'in', ['payment.confirmed', 'payment.missing'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const data = (paymentID: string) => ({ paymentID, amountCents: 10_000, currency: 'USD' })
  expect(rows).toEqual([
    { kind: 'payment.confirmed', data: data(first.id), subject_id: world.ana.id },
    { kind: 'payment.missing', data: data(second.id), subject_id: world.ana.id },
  ])
})
