import { expect, test } from 'vitest'
import { createDisputeWorld } from '#support/disputes.ts'
import { unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

test('[DISPUTE-09] [RECORD-04] a due that was not late is not late in public, is in no calendar and stops nobody, while its dispute is open', async () => {
  const world = await createDisputeWorld(server)
  const { owner, ana, owed, pay, open, withdraw, passDays, addTask, offer } = world
  const taskID = await owed(ana, 5_000)
  const { id } = await pay(ana, taskID, 5_000)
  const missing = { text: 'Nothing.', idempotencyKey: unique('missing-') }
  await ana.api.payments.missing({ params: { id }, body: missing })
  const { address } = (await owner.api.calendar.make({ body: { hideTitles: true } })).data
  const days = async () => (await (await fetch(address)).text()).match(/SUMMARY:.*pay\r/g)
  expect(await days()).toHaveLength(1)
  const dispute = await open(taskID, ana, { reason: 'notPaid', askCents: 5_000 })
  await passDays(60)
  const late = async () =>
    (await ana.api.people.profileByUsername({ params: { username: owner.username } })).data.payerRecord?.late
  expect(await late()).toBeNull()
  const dues = (await owner.api.dues.list({ params: world.params, query: {} })).data
  expect(dues).toMatchObject([{ isLate: false, waitsForPayee: false }])
  expect((await owner.api.work.get({ query: {} })).data.waitingForMe?.rows).toMatchObject([{ kind: 'due', reasons: [], by: null }]) // prettier-ignore
  await offer(await addTask(), 1_000)
  expect(await days()).toBeNull()
  await withdraw(dispute.id)
  expect(await days()).toHaveLength(1)
  expect(await late()).toMatchObject({ amounts: [{ amountCents: 5_000 }] })
  await expect(offer(await addTask(), 1_000)).rejects.toMatchObject({ status: 409 })
})
