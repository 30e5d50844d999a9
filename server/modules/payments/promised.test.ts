import { beforeEach, expect, test } from 'vitest'
import { createPerson, unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})
const summaryFor = async (who: RewardWorld['ana'], query: { userID?: string } = {}) =>
  (await who.api.payments.list({ params: world.params, query })).summary
const none = { reservedCents: null, dueCents: null, lateCents: null, availableCents: null }

test('[LEDGER-22] the summary says what is reserved, due, late and free; what remains is the budget less what is paid', async () => {
  const { owner, ana, ben, owed, held, pay, passDays } = world
  const late = await owed(ana, 10_000)
  await passDays(11)
  await owed(ben, 5_000)
  await held(ana, 7_000)
  await pay(ana, late, 4_000)
  const parts = { reservedCents: 7_000, dueCents: 11_000, lateCents: 6_000, availableCents: 28_000 }
  expect(await summaryFor(owner)).toMatchObject({
    budgetCents: 50_000,
    paidCents: 4_000,
    remainingCents: 46_000,
    ...parts,
  })
  // Of one person alone, and for members, they would say what others are promised.
  expect(await summaryFor(owner, { userID: ana.id })).toMatchObject(none)
  expect(await summaryFor(ana)).toMatchObject({ ...none, remainingCents: null, paidCents: 4_000 })
})

test('[LEDGER-22] without a budget that is one number nothing is said to be free, and more than it is below 0', async () => {
  const { owner, ana, owed, setBudget, pay, addTask } = world
  await owed(ana, 10_000)
  await pay(ana, await addTask(), 45_000, { note: 'Paper' })
  expect((await summaryFor(owner)).availableCents).toBe(-5_000)
  await setBudget('2-3k')
  expect(await summaryFor(owner)).toMatchObject({ dueCents: 10_000, availableCents: null })
})

test('[LEDGER-13] a bulk payment settles no due, also one to somebody who is owed', async () => {
  const { owner, ana, ben, owed, ledger, params } = world
  const id = await owed(ana, 10_000)
  const body = { userIDs: [ana.id, ben.id], amountCents: 20_000, currency: 'USD', split: 'equal' as const, taskID: id }
  await owner.api.payments.bulk({ params, body: { ...body, idempotencyKey: unique('payment-') } })
  expect(await ledger(id)).toMatchObject({ due: 10_000, used: 30_000 })
  expect((await owner.api.dues.list({ params, query: {} })).data).toMatchObject([{ amountCents: 10_000 }])
})

test('in an archived project dues are paid, confirmed and proposed on as before', async () => {
  const { owner, ana, owed, ledger, params, pay, claimOf } = world
  const id = await owed(ana, 10_000)
  await owner.api.projects.update({ params, body: { archived: true } })
  const { data } = await owner.api.proposals.make({
    params: { id: (await claimOf(id)).id },
    body: { amountCents: 8_000, text: 'Without the legend.', idempotencyKey: unique('proposal-') },
  })
  await ana.api.proposals.accept({ params: { id: data.id }, body: {} })
  const payment = await pay(ana, id, 8_000)
  const answer = { params: { id: payment.id }, body: { idempotencyKey: unique('answer-') } }
  expect((await ana.api.payments.confirm(answer)).data.confirmedAt).not.toBeNull()
  expect(await ledger(id)).toMatchObject({ due: 0, used: 8_000 })
})

test('[GUEST-21] a guest, also a former one, is paid by each kind of payment; another person is not', async () => {
  const { owner, ana, addTask, offer, pay, payDues, params, handIn, ledger } = world
  const [guest, stranger] = [await createPerson(server, { name: 'Gus' }), await createPerson(server)]
  const take = async (id: string) => {
    await guest.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-') } })
    return id
  }
  const [held, done] = [await addTask(), await addTask()]
  await offer(held, 10_000)
  await offer(done, 5_000)
  await take(held)
  await pay(guest, held, 1_000)
  const { id: claimID } = await world.claimOf(held)
  await guest.api.claims.giveBack({ params: { id: claimID }, body: {} })
  const bulk = { userIDs: [guest.id, ana.id], amountCents: 200, currency: 'USD', split: 'equal' as const }
  await owner.api.payments.bulk({ params, body: { ...bulk, idempotencyKey: unique('payment-') } })
  await take(done)
  await handIn(done, guest)
  await owner.api.submissions.accept({ params: { id: done, n: 1 }, body: {} })
  // Nobody has said how to be paid.
  expect(await payDues([done])).toMatchObject([{ userID: guest.id, amountCents: 5_000 }])
  expect((await ledger(done)).due).toBe(0)
  await expect(pay(stranger, held, 1_000)).rejects.toMatchObject({ status: 422 })
})
