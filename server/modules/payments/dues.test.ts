import { beforeEach, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { emptyTrash } from '../tasks/service.ts'

const server = testApp()
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})
const duesOf = async (late?: 'true') =>
  (await world.owner.api.dues.list({ params: world.params, query: late ? { late } : {} })).data

test('[SETTLE-30] [LEDGER-07] all that is owed for several tasks is recorded at once, a payment for each', async () => {
  const { owed, ana, ben, payDues, pay, ledger } = world
  const [first, second] = [await owed(ana, 10_000), await owed(ben, 5_000, 'Draw the trees')]
  await pay(ana, first, 4_000)
  const paid = await payDues([second, first], { note: 'December' })
  expect(paid.map(({ userID, amountCents, note, task }) => [userID, amountCents, note, task?.title])).toEqual([
    [ben.id, 5_000, 'December', 'Draw the trees'],
    [ana.id, 6_000, 'December', 'Draw the map'],
  ])
  expect((await ledger(first)).entries).toEqual(['reserve 10000', 'due 10000', 'settle 4000', 'settle 6000'])
  expect([await duesOf(), (await ledger(first)).used]).toEqual([[], 15_000])
})

test('[SETTLE-30] [SETTLE-33] what is owed again for a task in Trash is paid, and the task stays there until it is', async () => {
  const { owed, ana, owner, pay, payDues, ledger } = world
  const taskID = await owed(ana, 10_000)
  const { id } = await pay(ana, taskID, 10_000)
  await owner.api.tasks.remove({ params: { id: taskID } })
  await owner.api.payments.void({ params: { ...world.params, paymentId: id }, body: {} })
  expect((await duesOf()).map(({ taskID: of, amountCents }) => [of, amountCents])).toEqual([[taskID, 10_000]])
  const late = new Date(server.clock.now().getTime() + 31 * 24 * 3600_000)
  await emptyTrash(server.db, late)
  expect(await payDues([taskID])).toMatchObject([{ userID: ana.id, amountCents: 10_000 }])
  expect([await duesOf(), (await ledger(taskID)).due]).toEqual([[], 0])
  await emptyTrash(server.db, late)
  expect(await server.db.selectFrom('tasks').select('id').where('id', '=', taskID).execute()).toEqual([])
})

test('[SETTLE-30] one task without a due refuses all, and is named', async () => {
  const { owed, held, ana, payDues, ledger } = world
  const [due, active] = [await owed(ana, 10_000), await held(ana, 5_000, 'Draw the trees')]
  for (const order of [
    [due, active],
    [active, due],
  ])
    expect(await failureOf(payDues(order))).toMatchObject({
      status: 422,
      message: 'Nothing is owed for #2 ‘Draw the trees’.',
    })
  await expect(payDues([due, due])).rejects.toEqual(refused(422))
  await expect(payDues([due, ana.id])).rejects.toEqual(refused(422))
  await expect(payDues(Array.from({ length: 51 }, () => due))).rejects.toEqual(refused(422))
  expect((await ledger(due)).entries).toEqual(['reserve 10000', 'due 10000'])
})

test('[SETTLE-30] a repeated key records once, also five times at once, and is refused for other tasks', async () => {
  const { owed, ana, payDues, ledger } = world
  const [first, second] = [await owed(ana, 10_000), await owed(ana, 5_000)]
  const idempotencyKey = unique('payment-')
  const answers = await Promise.all(Array.from({ length: 5 }, () => payDues([first], { idempotencyKey })))
  expect(new Set(answers.map(([one]) => one?.id)).size).toBe(1)
  expect((await ledger(first)).entries).toEqual(['reserve 10000', 'due 10000', 'settle 10000'])
  await expect(payDues([second], { idempotencyKey })).rejects.toEqual(refused(409))
})

test('[SETTLE-30] an admin records dues, a member does not, and nobody else learns of them', async () => {
  const { owed, ana, ben, params, payDues } = world
  const [first, second] = [await owed(ana, 10_000), await owed(ana, 5_000)]
  const admin = await createPerson(server)
  await createMembership(server, params.id, admin.id, 'admin')
  for (const by of [ana, ben, await createPerson(server)])
    await expect(payDues([first], { by })).rejects.toEqual(refused(403))
  expect(await payDues([first], { by: admin })).toHaveLength(1)
  await server.db.updateTable('projects').set({ status: 0 }).where('id', '=', params.id).execute()
  await expect(payDues([second], { by: await createPerson(server) })).rejects.toEqual(refused(404))
})

test('[SETTLE-30] [OFFER-33] dues are paid in the smallest unit of their currency', async () => {
  const { setBudget, owed, ana, payDues, ledger } = world
  await setBudget('300000', 'JPY')
  const taskID = await owed(ana, 150_000)
  expect(await payDues([taskID])).toMatchObject([{ amountCents: 1_500, currency: 'JPY' }])
  expect((await ledger(taskID)).due).toBe(0)
})

test('[SETTLE-54] a poster records a payment before the payee has said how to be paid, and the due is settled', async () => {
  const { owed, ana, pay, ledger, owner } = world
  const taskID = await owed(ana, 10_000)
  // Nobody has given details for payments yet.
  await pay(ana, taskID, 10_000)
  expect(await ledger(taskID)).toMatchObject({ entries: ['reserve 10000', 'due 10000', 'settle 10000'], due: 0 })
  expect((await owner.api.rewards.get({ params: { id: taskID } })).data?.state).toBe('recorded')
})

test('[SETTLE-29] a part leaves the rest due with the same pay date', async () => {
  const { owed, ana, pay, claimOf } = world
  const taskID = await owed(ana, 10_000)
  const { pay_by: before } = await claimOf(taskID)
  await pay(ana, taskID, 2_500)
  expect(await duesOf()).toMatchObject([{ taskID, amountCents: 7_500, payBy: before?.toISOString() }])
})

test('[SETTLE-31] [LEDGER-07] what exceeds a due, or comes after it, needs a note and is paid from the budget', async () => {
  const { owed, ana, pay, ledger } = world
  const taskID = await owed(ana, 10_000)
  const refusal = { status: 422, message: 'Ana was paid for this. Say what more it is for.' }
  expect(await failureOf(pay(ana, taskID, 12_000))).toMatchObject(refusal)
  await pay(ana, taskID, 12_000, { note: 'And the frame' })
  expect(await failureOf(pay(ana, taskID, 100))).toMatchObject(refusal)
  await pay(ana, taskID, 100, { note: 'And the nails' })
  expect((await ledger(taskID)).entries).toEqual([
    ...['reserve 10000', 'due 10000', 'settle 10000', 'pay 2000', 'pay 100'],
  ])
})

test('[SETTLE-35] [PAY-06] voided, a payment puts the due back with its former pay date', async () => {
  const { owner, params, owed, ana, pay, ledger, claimOf } = world
  const taskID = await owed(ana, 10_000)
  const { pay_by: before } = await claimOf(taskID)
  const { id } = await pay(ana, taskID, 12_000, { note: 'And the frame' })
  await owner.api.payments.void({ params: { ...params, paymentId: id }, body: {} })
  expect(await ledger(taskID)).toMatchObject({ due: 10_000, used: 10_000 })
  expect((await claimOf(taskID)).pay_by).toEqual(before)
})

test('[SETTLE-35] what settled a due is not voided after 30 days without an objection, and what settled none is', async () => {
  const { owner, params, owed, addTask, ana, pay, passDays } = world
  const [settling, other] = [await owed(ana, 10_000), await addTask()]
  const payments = [await pay(ana, settling, 10_000), await pay(ana, other, 500)]
  await passDays(31)
  const [first, second] = await Promise.allSettled(
    payments.map(({ id }) => owner.api.payments.void({ params: { ...params, paymentId: id }, body: {} })),
  )
  expect(first).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(second?.status).toBe('fulfilled')
})
