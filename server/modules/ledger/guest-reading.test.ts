import { expect, test } from 'vitest'
import { projectStatus } from '#shared/rules/statuses.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[GUEST-11] a guest reads the entries and payments that name them, without balances and sums of the project', async () => {
  const { owner, ana, params, addTask, offer, owed, pay, handIn } = await createRewardWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const [anas, taskID] = [await owed(ana, 10_000), await addTask()]
  await pay(ana, anas, 4_000)
  await offer(taskID, 5_000)
  await expect(guest.api.ledger.list({ params, query: {} })).rejects.toEqual(refused(404))
  await expect(guest.api.payments.list({ params, query: {} })).rejects.toEqual(refused(403))
  const body = { idempotencyKey: unique('claim-key-') }
  await guest.api.claims.take({ params: { id: taskID }, body })
  const ledger = async () => (await guest.api.ledger.list({ params, query: {} })).data
  const nothing = { budgetCents: null, reservedCents: 0, dueCents: 0, paidCents: 0 }
  expect(await ledger()).toEqual({ entries: [], balances: nothing, currency: 'USD' })
  await handIn(taskID, guest)
  await owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
  await pay(guest, taskID, 2_000)

  const own = await ledger()
  expect(own.entries).toMatchObject([
    { kind: 'settle', amountCents: 2_000, taskID, person: { id: guest.id } },
    { kind: 'due', amountCents: 5_000, taskID, person: { id: guest.id } },
  ])
  expect(own.balances).toEqual({ ...nothing, dueCents: 3_000, paidCents: 2_000 })
  expect((await guest.api.ledger.list({ params, query: { userID: ana.id } })).data.entries).toEqual([])
  const paid = await guest.api.payments.list({ params, query: {} })
  expect(paid.data).toMatchObject([{ userID: guest.id, amountCents: 2_000, task: { id: taskID } }])
  expect(paid.summary).toMatchObject({
    ...{ budgetCents: null, remainingCents: null, paidCents: 2_000, reservedCents: null, dueCents: null },
    people: [{ userID: guest.id }],
  })
  const others = guest.api.payments.list({ params, query: { userID: ana.id } })
  expect((await failureOf(others)).status).toBe(403)

  // Also where the project is shown to nobody else any more, and where its people want no more of them.
  const status = projectStatus.drafted
  await server.db.updateTable('projects').set({ status }).where('id', '=', params.id).execute()
  await owner.api.knownPeople.block({ params: { ...params, userID: guest.id }, body: {} })
  expect((await ledger()).entries).toHaveLength(2)
  expect((await guest.api.payments.list({ params, query: {} })).data).toHaveLength(1)
})
