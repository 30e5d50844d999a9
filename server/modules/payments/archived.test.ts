import { expect, test } from 'vitest'
import { unique } from '#support/factories.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[LEDGER-30] what an archived project owes is recorded, confirmed, said to be missing and proposed on as before', async () => {
  const { owner, ana, params, owed, pay, payDues, ledger, claimOf } = await createRewardWorld(server)
  const [paid, lost, less, part] = [
    await owed(ana, 10_000),
    await owed(ana, 8_000),
    await owed(ana, 6_000),
    await owed(ana, 4_000),
  ]
  const { data: archived } = await owner.api.projects.update({ params, body: { archived: true } })
  expect(archived.archivedAt).not.toBeNull()
  const key = () => ({ idempotencyKey: unique('archived-') })

  const [first, second] = await payDues([paid, lost])
  const answer = (id = '') => ({ params: { id } })
  expect((await ana.api.payments.confirm({ ...answer(first?.id), body: key() })).data.confirmedAt).not.toBeNull()
  await ana.api.payments.missing({ ...answer(second?.id), body: { text: 'Nothing came.', ...key() } })
  expect((await ledger(lost)).due).toBe(8_000)
  const body = { amountCents: 5_000, text: 'Less.', ...key() }
  const { data: proposal } = await owner.api.proposals.make({ params: { id: (await claimOf(less)).id }, body })
  await ana.api.proposals.accept({ params: { id: proposal.id }, body: {} })
  expect((await ledger(less)).due).toBe(5_000)
  const { id } = await pay(ana, part, 1_500)
  await owner.api.payments.void({ params: { ...params, paymentId: id }, body: {} })
  const { data: dues } = await owner.api.dues.list({ params, query: {} })
  expect(dues.map(({ taskID, amountCents }) => [taskID, amountCents])).toEqual([
    [lost, 8_000],
    [less, 5_000],
    [part, 4_000],
  ])
})
