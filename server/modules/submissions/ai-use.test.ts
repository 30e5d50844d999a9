import { expect, test } from 'vitest'
import type { AiRule, AiUse } from '#shared/contract/task-offer.ts'
import { createClaimWorld } from '#support/claims.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>

/** A task with an offer of that rule, which its holder has taken, and how it is handed in. */
const taken = async (aiRule: AiRule) => {
  const world = await createClaimWorld(server)
  // One who is no member is the guest of this task.
  const guest = await createPerson(server)
  const params = { id: await world.add() }
  await world.owner.api.offers.set({ params, body: { amountCents: 0, mode: 'claim', aiRule } })
  await world.take(params.id, guest)
  const handIn = (aiUse?: AiUse) => {
    const body = { note: 'Done.', ...(aiUse && { aiUse }), idempotencyKey: unique('hand-in-') }
    return guest.api.submissions.create({ params, body })
  }
  const uses = async (by: Person) => (await by.api.submissions.list({ params })).data.map(({ aiUse }) => aiUse)
  return { ...world, guest, params, handIn, uses }
}
const refusedAt = async (call: Promise<unknown>) => {
  const { status, details } = await failureOf(call)
  return [status, details.map(({ path }) => path)]
}

test('[OFFER-07] where the rule is none a hand-in is taken only with none, and says so to all its readers', async () => {
  const { handIn, uses, guest, owner, ana, params } = await taken('none')
  for (const use of ['some', 'mostly', undefined] as const)
    expect(await refusedAt(handIn(use))).toEqual([422, ['aiUse']])
  expect(await uses(owner)).toEqual([])
  expect((await owner.api.tasks.get({ params })).data.status).toBe(2)
  expect((await handIn('none')).data.submission.aiUse).toBe('none')
  for (const reader of [owner, ana, guest]) expect(await uses(reader)).toEqual(['none'])
})

test('[OFFER-06] where it is to be declared a hand-in without aiUse is refused, and each of the three is taken', async () => {
  const { handIn, uses, guest, ana, params } = await taken('declare')
  expect(await refusedAt(handIn())).toEqual([422, ['aiUse']])
  for (const [at, use] of (['none', 'some', 'mostly'] as const).entries()) {
    await handIn(use)
    await guest.api.submissions.withdraw({ params: { ...params, n: at + 1 }, body: {} })
  }
  expect(await uses(ana)).toEqual(['mostly', 'some', 'none'])
})

test('[OFFER-06] where any is allowed nothing need be said', async () => {
  const { handIn, uses, owner } = await taken('any')
  await handIn()
  expect(await uses(owner)).toEqual([null])
})

test('the rule is the one under which the task was taken, also once its offer is another one', async () => {
  const { handIn, params } = await taken('none')
  await server.db.updateTable('offers').set({ ai_rule: 'any' }).where('task_id', '=', params.id).execute()
  expect(await refusedAt(handIn('some'))).toEqual([422, ['aiUse']])
})
