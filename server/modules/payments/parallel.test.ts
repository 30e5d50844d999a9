import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembership, createProject, createUser, unique } from '../../../tests/support/factories.ts'
import { startTestApp, type TestApp } from '../../../tests/support/server.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

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
