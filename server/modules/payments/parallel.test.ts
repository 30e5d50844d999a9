import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { plantHolds } from '#support/hold-statement.ts'
import { testApp } from '#support/server.ts'

const holds = plantHolds()
const server = testApp()

afterAll(async () => {
  holds.restore()
})

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { id: user.id, api: server.client(accessToken) }
}

test('[PAY-04] [PERM-07] when one owner pays a person whose role another owner changes, both succeed in either order', async () => {
  // The paid person is made first, so that locking by ID differs from the order in which the owners act.
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

describe('a payment is recorded only while the person who pays is a manager', () => {
  const stage = async () => {
    const [owner, payer, paid] = [await person(), await person(), await person()]
    const { id } = await createProject(server, owner.id)
    await createMembership(server, id, payer.id, 'admin')
    // The paid person is not an owner: a role change locks owners, too, and would wait for the payment to one anyway.
    await createMembership(server, id, paid.id)
    const body = { userID: paid.id, amountCents: 5, currency: 'USD', idempotencyKey: unique('payment-key-') }
    return {
      pay: () => payer.api.payments.create({ params: { id }, body }),
      demote: () => owner.api.memberships.setRole({ params: { id, userId: payer.id }, body: { role: 'member' } }),
      paidCents: async () => (await owner.api.payments.list({ params: { id }, query: {} })).summary.paidCents,
    }
  }

  test('[PAY-04] a manager who loses that role between the first check and the lock pays nothing', async () => {
    const { pay, demote, paidCents } = await stage()
    const hasCome = holds.before(/from "projects".* for no key update/s, demote)
    expect((await failureOf(pay())).status).toBe(403)
    expect({ hasCome: hasCome(), paid: await paidCents() }).toEqual({ hasCome: true, paid: 0 })
  })

  test('[PAY-04] a manager who is about to lose that role keeps it until the payment is recorded', async () => {
    const { pay, demote, paidCents } = await stage()
    let isDemoted = false
    let demoting: Promise<unknown> = Promise.resolve()
    let wasDemoted: boolean | undefined
    holds.before(/insert into "payments"/, async () => {
      demoting = demote().then(() => (isDemoted = true))
      // Without the lock the role change would be done in a few milliseconds.
      await sleep(300)
      wasDemoted = isDemoted
    })
    await pay()
    await demoting
    expect({ wasDemoted, isDemoted, paid: await paidCents() }).toEqual({ wasDemoted: false, isDemoted: true, paid: 5 })
    expect((await failureOf(pay())).status).toBe(403)
  })
})
