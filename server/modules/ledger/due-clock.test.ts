import { beforeEach, expect, test } from 'vitest'
import { unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { runDueClock } from './due-clock.ts'

const server = testApp()
const DAY_MS = 24 * 60 * 60_000
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

/** Leaves a due that is paid within ten days by default, some days before its pay date. */
const daysLeft = async (taskID: string, days: number, of = 10) => {
  const payBy = new Date(server.clock.now().getTime() + days * DAY_MS)
  const endedAt = new Date(payBy.getTime() - of * DAY_MS)
  await server.db
    .updateTable('claims')
    .set({ ended_at: endedAt, pay_by: payBy, claimed_at: endedAt })
    .where('task_id', '=', taskID)
    .execute()
}
/** Two processes at once, then one of them again. */
const run = async () => {
  await Promise.all([runDueClock(server), runDueClock(server)])
  await runDueClock(server)
}
const reminders = async (taskID: string) => {
  const rows = await server.db
    .selectFrom('events')
    .select(['data', 'actor_id'])
    .where('task_id', '=', taskID)
    .where('kind', '=', 'reward.reminded')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ data, actor_id }) => {
    const { reminder, amountCents } = data as { reminder: string; amountCents: number }
    return [reminder, amountCents, actor_id]
  })
}

test('[SETTLE-43] [SETTLE-50] managers are reminded at half of the time and on the last day, each once', async () => {
  const { owed, ana, pay } = world
  const id = await owed(ana, 10_000)
  const after: unknown[] = []
  for (const days of [6, 4.9, 4, 0.9, -3]) {
    await daysLeft(id, days)
    await run()
    after.push(await reminders(id))
    if (days === 4) await pay(ana, id, 2_500)
  }
  const [half, last] = [
    ['half', 10_000, null],
    ['lastDay', 7_500, null],
  ]
  expect(after).toEqual([[], [half], [half], [half, last], [half, last]])
})

test('[SETTLE-50] after a stop of 40 days there is one reminder, and what was paid has none', async () => {
  const { owed, ana, ben, pay } = world
  const [late, paid] = [await owed(ana, 10_000), await owed(ben, 5_000)]
  await pay(ben, paid, 5_000)
  for (const id of [late, paid]) await daysLeft(id, -40)
  await run()
  expect(await reminders(late)).toEqual([['lastDay', 10_000, null]])
  expect(await reminders(paid)).toEqual([])
})

test('[SETTLE-50] a payment that did not arrive reminds again only where the pay date moves', async () => {
  const { owed, ana, pay } = world
  const id = await owed(ana, 10_000)
  const half = ['half', 10_000, null]
  const losePayment = async () => {
    const { id: paymentID } = await pay(ana, id, 10_000)
    await ana.api.payments.missing({
      params: { id: paymentID },
      body: { text: 'Nothing came.', idempotencyKey: unique('missing-') },
    })
    await run()
    return reminders(id)
  }
  // The date is farther away than the week that a payment gets.
  await daysLeft(id, 12, 40)
  await run()
  expect(await reminders(id)).toEqual([half])
  expect(await losePayment()).toEqual([half])
})
