import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '../../../tests/support/factories.ts'
import { failureOf } from '../../../tests/support/expect-failure.ts'
import { plantHolds } from '../../../tests/support/hold-statement.ts'
import { startTestApp, type TestApp } from '../../../tests/support/server.ts'

const holds = plantHolds()
let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(async () => {
  await server.close()
  holds.restore()
})

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { id: user.id, api: server.client(accessToken) }
}

test('[PAY-04] [PERM-07] one owner pays while another changes the role of who is paid: both are done, whatever the order', async () => {
  // Made before the owners, so that rows held in the order of their IDs come in another order than people act.
  const [paid, owner, payer] = [await person(), await person(), await person()]
  const { id } = await createProject(server, owner.id)
  const params = { id }
  await createMembership(server, id, paid.id)
  await createMembership(server, id, payer.id, 'owner')
  const pay = () => {
    const body = { userID: paid.id, amountCents: 1, currency: 'USD', idempotencyKey: unique('payment-key-') }
    return payer.api.payments.create({ params, body })
  }
  const setRole = (role: 'admin' | 'member') =>
    owner.api.memberships.setRole({ params: { ...params, userId: paid.id }, body: { role } })
  for (let round = 0; round < 10; round++) await Promise.all([pay(), pay(), pay(), setRole('admin'), setRole('member')])
  expect((await owner.api.payments.list({ params, query: {} })).summary.paidCents).toBe(30)
})

describe('whoever pays is a manager when they do, and until it is done', () => {
  const stage = async () => {
    const [owner, payer, paid] = [await person(), await person(), await person()]
    const { id } = await createProject(server, owner.id)
    await createMembership(server, id, payer.id, 'admin')
    // No owner: whoever changes a role holds the owners, too, and waits for who pays one of them in any case.
    await createMembership(server, id, paid.id)
    const body = { userID: paid.id, amountCents: 5, currency: 'USD', idempotencyKey: unique('payment-key-') }
    return {
      pay: () => payer.api.payments.create({ params: { id }, body }),
      demote: () => owner.api.memberships.setRole({ params: { id, userId: payer.id }, body: { role: 'member' } }),
      paidCents: async () => (await owner.api.payments.list({ params: { id }, query: {} })).summary.paidCents,
    }
  }

  test('[PAY-04] who is made a member between the first question and the lock pays nothing', async () => {
    const { pay, demote, paidCents } = await stage()
    const hasCome = holds.before(/from "memberships".* for no key update/s, demote)
    expect((await failureOf(pay())).status).toBe(403)
    expect({ hasCome: hasCome(), paid: await paidCents() }).toEqual({ hasCome: true, paid: 0 })
  })

  test('[PAY-04] who is about to be made a member stays a manager until the payment is recorded', async () => {
    const { pay, demote, paidCents } = await stage()
    let isDemoted = false
    let demoting: Promise<unknown> = Promise.resolve()
    let wasDemoted: boolean | undefined
    holds.before(/insert into "payments"/, async () => {
      demoting = demote().then(() => (isDemoted = true))
      // Without the lock it is done in a few milliseconds.
      await sleep(300)
      wasDemoted = isDemoted
    })
    await pay()
    await demoting
    expect({ wasDemoted, isDemoted, paid: await paidCents() }).toEqual({ wasDemoted: false, isDemoted: true, paid: 5 })
    expect((await failureOf(pay())).status).toBe(403)
  })
})
