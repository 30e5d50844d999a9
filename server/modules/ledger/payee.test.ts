import { expect, test } from 'vitest'
import { TEST_PASSWORD } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { noteKey } from '../payout/repository.ts'
import { runDueClock } from './service.ts'

const server = testApp()

const DAY = 24 * 60 * 60_000
/** Ana is owed $40 since now, payable within 10 days, and has not said how to be paid. */
const world = async () => {
  const made = await createRewardWorld(server)
  await server.db.deleteFrom('payout_details').where('user_id', 'in', [made.ana.id, made.ben.id]).execute()
  return { ...made, taskID: await made.owed(made.ana, 4_000) }
}
type World = Awaited<ReturnType<typeof world>>
const stateOf = async ({ ana }: World, id: string) => (await ana.api.rewards.get({ params: { id } })).data
const lateIn = async ({ owner, params }: World) =>
  (await owner.api.payments.list({ params, query: {} })).summary.lateCents
const say = ({ ana }: World, ago = 0) =>
  ana.api.payout
    .set({ body: { method: 'bank', details: 'IBAN', receiptName: '', receiptAddress: '', password: TEST_PASSWORD } })
    .then(() => {
      const given_at = new Date(server.clock.now().getTime() - ago * DAY)
      return server.db.updateTable('payout_details').set({ given_at }).where('user_id', '=', ana.id).execute()
    })

test('[SETTLE-53] without payout details a due is never late, and waits for its payee', async () => {
  const made = await world()
  const { owner, params, taskID, passDays, addTask, offer } = made
  await passDays(60)
  expect(await stateOf(made, taskID)).toMatchObject({
    state: 'due',
    blocker: { who: 'holder', what: 'payoutDetails', by: null, saidHow: false },
  })
  const { data } = await owner.api.dues.list({ params, query: {} })
  expect(data).toMatchObject([{ taskID, isLate: false, waitsForPayee: true }])
  expect((await owner.api.dues.list({ params, query: { late: 'true' } })).data).toEqual([])
  expect((await owner.api.dues.list({ params, query: { late: 'false' } })).data).toHaveLength(1)
  expect(await lateIn(made)).toBe(0)
  // It neither reminds nor stops its poster.
  await runDueClock(server)
  const reminded = await server.db
    .selectFrom('events')
    .select('id')
    .where('project_id', '=', params.id)
    .where('kind', '=', 'reward.reminded')
    .execute()
  expect(reminded).toEqual([])
  await offer(await addTask(), 1_000)
})

test('[SETTLE-53] details give the poster 7 days, or what is left of the promised ones', async () => {
  const made = await world()
  const { taskID, passDays, owner, params } = made
  await say(made)
  const promised = (await stateOf(made, taskID))?.blocker
  expect(promised).toMatchObject({ who: 'managers', what: 'payment', saidHow: true })
  expect(Date.parse(promised?.by ?? '')).toBeGreaterThan(server.clock.now().getTime() + 9 * DAY)
  await passDays(9)
  const by = Date.parse((await stateOf(made, taskID))?.blocker?.by ?? '')
  expect(by).toBeGreaterThan(server.clock.now().getTime() + 6 * DAY)
  expect(by).toBeLessThanOrEqual(server.clock.now().getTime() + 7 * DAY)
  const { data } = await owner.api.dues.list({ params, query: {} })
  expect(data).toMatchObject([{ payBy: new Date(by).toISOString(), isLate: false, waitsForPayee: false }])
})

test('[SETTLE-53] after these days it is late, and after 14 more it stops its poster', async () => {
  const made = await world()
  const { taskID, passDays, addTask, offer } = made
  await passDays(60)
  await say(made, 8)
  expect((await stateOf(made, taskID))?.state).toBe('late')
  expect(await lateIn(made)).toBe(4_000)
  await offer(await addTask(), 1_000)
  await server.db
    .updateTable('payout_details')
    .set({ given_at: new Date(server.clock.now().getTime() - 22 * DAY) })
    .where('user_id', '=', made.ana.id)
    .execute()
  expect(await failureOf(offer(await addTask(), 1_000))).toMatchObject({ status: 409 })
})

test('[SETTLE-53] whom the project has paid before needs to say nothing, unless nothing of it arrived', async () => {
  const made = await world()
  const { ana, taskID, passDays, addTask, pay } = made
  await passDays(60)
  const { id } = await pay(ana, await addTask(), 100)
  expect((await stateOf(made, taskID))?.state).toBe('late')
  await ana.api.payments.missing({ params: { id }, body: { text: 'Nothing.', idempotencyKey: 'nothing arrived' } })
  expect((await stateOf(made, taskID))?.state).toBe('due')
})

test('[SETTLE-53] [PAYOUT-04] where nobody can say how to be paid nothing waits for it', async () => {
  const made = await world()
  const { taskID, passDays } = made
  await passDays(60)
  await noteKey(server.db, false)
  try {
    const reward = await stateOf(made, taskID)
    expect(reward).toMatchObject({ state: 'late', blocker: { who: 'managers', saidHow: null } })
    expect(await lateIn(made)).toBe(4_000)
  } finally {
    await noteKey(server.db, true)
  }
})
