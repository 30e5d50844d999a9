import { beforeEach, describe, expect, test } from 'vitest'
import { inCurrency } from '#support/currency.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})
type Change = Parameters<RewardWorld['owner']['api']['projects']['update']>[0]['body']
const set = async (body: Change, by = world.owner) =>
  (await by.api.projects.update({ params: world.params, body })).data
const read = async () => (await world.owner.api.projects.get({ params: world.params })).data
const admin = async () => {
  const person = await createPerson(server)
  await createMembership(server, world.params.id, person.id, 'admin')
  return person
}

describe('[OFFER-31] the currency of a project', () => {
  test('is USD when not set, and is set by an owner', async () => {
    expect((await read()).currency).toBe('USD')
    expect(await set({ currency: 'EUR', budget: '€900' })).toMatchObject({ currency: 'EUR', budget: '€900' })
    expect((await read()).currency).toBe('EUR')
    for (const currency of ['eur', 'XXX', 'BTC', '', 'EURO'])
      expect(await failureOf(set({ title: 'With it', currency }))).toMatchObject({ status: 422 })
    expect(await read()).toMatchObject({ currency: 'EUR' })
    expect((await read()).title).not.toBe('With it')
  })

  test('[OFFER-17] an admin sets neither it nor the budget, nor anything beside them', async () => {
    const by = await admin()
    const before = await read()
    for (const body of [{ currency: 'EUR' }, { budget: '$900' }, { currency: 'USD' }, { budget: '' }])
      expect(await failureOf(set({ title: 'By the admin', ...body }, by))).toMatchObject({ status: 403 })
    expect(await read()).toEqual(before)
    expect((await set({ title: 'By the admin', tags: 'maps' }, by)).title).toBe('By the admin')
    await expect(set({ currency: 'EUR' }, world.ana)).rejects.toEqual(refused(403))
    await expect(set({ budget: '$5' }, await createPerson(server))).rejects.toEqual(refused(403))
  })

  test('stays after the first entry in the ledger; the same one is always taken', async () => {
    const id = await world.addTask()
    await world.offer(id, 1_000)
    await world.owner.api.offers.close({ params: { id } })
    expect(await failureOf(set({ title: 'With it', currency: 'EUR' }))).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await read()).toMatchObject({ currency: 'USD' })
    expect((await read()).title).not.toBe('With it')
    expect((await set({ title: 'The same', currency: 'USD' })).title).toBe('The same')
  })

  test('stays after a payment, also a voided one', async () => {
    const task = await world.addTask()
    const { id: paymentId } = await world.pay(world.ana, task, 500)
    await world.owner.api.payments.void({ params: { ...world.params, paymentId }, body: {} })
    expect(await failureOf(set({ currency: 'EUR' }))).toMatchObject({ status: 409 })
  })

  test('takes along what promises nothing yet', async () => {
    const [open, taken] = [await world.addTask(), await world.addTask(world.ana)]
    await world.offer(open, 0)
    await world.offer(taken, 0, { mode: 'assigned' })
    await set({ currency: 'EUR' })
    const offered = async (id: string) => (await world.owner.api.tasks.get({ params: { id } })).data.offer
    expect([await offered(open), await offered(taken)]).toMatchObject([{ currency: 'EUR' }, { currency: 'EUR' }])
    expect((await world.claimOf(taken)).terms).toMatchObject({ amountCents: 0, currency: 'EUR' })
    const listed = await (await createPerson(server)).api.openTasks.get({ params: { id: open } })
    expect(listed.data.currency).toBe('EUR')
    await set({ budget: '€500' })
    await world.offer(taken, 4_000, { mode: 'assigned' })
    expect((await world.claimOf(taken)).terms).toMatchObject({ amountCents: 4_000, currency: 'EUR' })
  })

  test('of a first offer and a change at once one is refused', async () => {
    const id = await world.addTask()
    await set({ budget: '500' })
    const [change, offer] = await Promise.allSettled([set({ currency: 'EUR' }), world.offer(id, 1_000)])
    const offers = await server.db.selectFrom('offers').select('currency').where('task_id', '=', id).execute()
    const { currency } = await read()
    expect(offer.status).toBe('fulfilled')
    expect(currency).toBe(change.status === 'fulfilled' ? 'EUR' : 'USD')
    expect(offers).toEqual([{ currency }])
  })
})

describe('[LEDGER-14] a payment is in the currency of the project', () => {
  const refusal = { status: 422, message: 'Payments in this project are in EUR.' }
  beforeEach(() => set({ currency: 'EUR', budget: '€500' }))

  test('a single one, a bulk one and one for a due', async () => {
    const { ana, ben, owner, params, owed, pay, ledger } = world
    const due = await owed(ana, 10_000)
    const body = { userIDs: [ana.id, ben.id], amountCents: 100, split: 'equal' as const }
    const bulk = (currency: string) =>
      owner.api.payments.bulk({ params, body: { ...body, currency, idempotencyKey: unique('bulk-key-') } })
    expect(await failureOf(pay(ana, due, 10_000))).toMatchObject(refusal)
    expect(await failureOf(pay(ben, await world.addTask(), 100, { currency: 'JPY' }))).toMatchObject(refusal)
    expect(await failureOf(bulk('USD'))).toMatchObject(refusal)
    expect((await ledger(due)).entries).toEqual(['reserve 10000', 'due 10000'])
    expect(await pay(ana, due, 10_000, { currency: 'EUR' })).toMatchObject({ currency: 'EUR', amountCents: 10_000 })
    expect((await bulk('EUR')).data).toMatchObject([{ currency: 'EUR' }, { currency: 'EUR' }])
  })

  test('all that is due, where the project had another currency', async () => {
    const due = await world.owed(world.ana, 10_000)
    const inDollars = () => failureOf(world.payDues([due]))
    expect(await inCurrency(server.db, world.params.id, 'USD', inDollars)).toMatchObject({
      ...{ status: 422, message: 'Payments in this project are in USD.' },
    })
    expect(await world.payDues([due])).toMatchObject([{ currency: 'EUR' }])
  })

  test('one that was recorded before stays what it was, and its key answers it', async () => {
    const { ana, params, owner } = world
    const key = { idempotencyKey: unique('payment-key-') }
    const body = { userID: ana.id, amountCents: 700, currency: 'USD', ...key }
    const record = () => owner.api.payments.create({ params, body })
    const first = await inCurrency(server.db, params.id, 'USD', record)
    expect((await record()).data.id).toBe(first.data.id)
    const { summary } = await owner.api.payments.list({ params, query: {} })
    expect(summary).toMatchObject({ currency: 'EUR', budgetCents: 50_000, paidCents: 0, remainingCents: 50_000 })
    expect(summary.otherCurrencies).toEqual([{ currency: 'USD', paidCents: 700 }])
  })
})
