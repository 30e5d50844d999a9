import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { inCurrency } from '#support/currency.ts'
import { createMembership, createProject, createUser, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, api: server.client(accessToken).payments }
}
/** A project with owner, admin and two members, and a stranger. */
const team = async ({ budget = '$3,000', status = 1 } = {}) => {
  const [owner, admin, member, other, stranger] = await Promise.all([person(), person(), person(), person(), person()])
  const { id } = await createProject(server, owner.id, { status })
  await server.db.updateTable('projects').set({ budget }).where('id', '=', id).execute()
  await createMembership(server, id, admin.id, 'admin')
  await createMembership(server, id, member.id)
  await createMembership(server, id, other.id)
  return { params: { id }, owner, admin, member, other, stranger }
}
const key = () => unique('payment-key-')
const pay = (userID: string, amountCents: number, more: object = {}) => ({
  userID,
  amountCents,
  currency: 'USD',
  idempotencyKey: key(),
  ...more,
})

describe('recording', () => {
  test('[PAY-04] owner and admin record payments, each with recipient, amount, recorder and note', async () => {
    const { params, owner, admin, member } = await team()
    const body = pay(member.id, 12_345, { method: 'Bank transfer', note: 'First milestone' })
    const { data } = await owner.api.create({ params, body })
    expect(data).toMatchObject({
      projectID: params.id,
      userID: member.id,
      username: member.username,
      amountCents: 12_345,
      currency: 'USD',
      method: 'Bank transfer',
      note: 'First milestone',
      recordedByUsername: owner.username,
      voidedAt: null,
    })
    await admin.api.create({ params, body: pay(member.id, 100) })
    const { data: list, pagination } = await admin.api.list({ params, query: { limit: 1 } })
    expect(list.map(({ amountCents }) => amountCents)).toEqual([100])
    expect(pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2 })
    const second = await admin.api.list({ params, query: { limit: 1, page: 2 } })
    expect(second.data).toEqual([data])
  })

  test('[PAY-04] members may not record or void (403), a draft is a 404 to strangers, and nothing is written', async () => {
    const { params, owner, member, stranger } = await team({ status: 0 })
    const { data } = await owner.api.create({ params, body: pay(member.id, 500) })
    for (const [who, status] of [
      [member, 403],
      [stranger, 404],
    ] as const) {
      const body = pay(member.id, 1_000)
      const bulk = {
        userIDs: [member.id],
        amountCents: 5,
        currency: 'USD',
        split: 'equal' as const,
        idempotencyKey: key(),
      }
      await expect(who.api.create({ params, body })).rejects.toEqual(refused(status))
      await expect(who.api.bulk({ params, body: bulk })).rejects.toEqual(refused(status))
      const entry = { params: { ...params, paymentId: data.id }, body: {} }
      await expect(who.api.void(entry)).rejects.toEqual(refused(status))
    }
    await expect(stranger.api.list({ params, query: {} })).rejects.toEqual(refused(404))
    expect((await owner.api.list({ params, query: {} })).data).toEqual([data])
  })

  test('[PAY-04] a member sees only their own entries and sums', async () => {
    const { params, owner, member, other } = await team()
    await owner.api.create({ params, body: pay(member.id, 1_000) })
    await owner.api.create({ params, body: pay(other.id, 2_000) })
    const own = await member.api.list({ params, query: {} })
    expect(own.data.map(({ userID }) => userID)).toEqual([member.id])
    expect(own.pagination.total).toBe(1)
    expect(own.summary).toMatchObject({ budgetCents: 300_000, paidCents: 1_000, remainingCents: null })
    expect(own.summary.people).toEqual([{ userID: member.id, username: member.username, paidCents: 1_000 }])
    await expect(member.api.list({ params, query: { userID: other.id } })).rejects.toEqual(refused(403))
    const filtered = await owner.api.list({ params, query: { userID: other.id } })
    expect(filtered.data.map(({ amountCents }) => amountCents)).toEqual([2_000])
  })

  test('[PAY-04] only members are paid, in whole positive amounts', async () => {
    const { params, owner, member, stranger } = await team()
    await expect(owner.api.create({ params, body: pay(stranger.id, 100) })).rejects.toEqual(refused(422))
    for (const amountCents of [0, -1, 0.5, 1_000_000_001])
      await expect(owner.api.create({ params, body: pay(member.id, amountCents) })).rejects.toEqual(refused(422))
    for (const currency of ['usd', 'XXX', 'BTC', 'ABC'])
      await expect(owner.api.create({ params, body: pay(member.id, 1, { currency }) })).rejects.toEqual(refused(422))
    expect((await owner.api.list({ params, query: {} })).data).toEqual([])
  })
})

describe('idempotency', () => {
  test('[LEDGER-19] nobody records a payment to themselves, single or bulk, unless nobody else manages the project', async () => {
    const { params, owner, admin, member } = await team()
    const bulk = (userIDs: string[]) => ({
      ...{ userIDs, amountCents: 100, currency: 'USD', split: 'equal' as const, idempotencyKey: key() },
    })
    for (const who of [owner, admin]) {
      await expect(who.api.create({ params, body: pay(who.id, 500) })).rejects.toEqual(refused(403))
      await expect(who.api.bulk({ params, body: bulk([member.id, who.id]) })).rejects.toEqual(refused(403))
    }
    expect((await owner.api.list({ params, query: {} })).data).toEqual([])
    await owner.api.create({ params, body: pay(admin.id, 500) })
    await admin.api.create({ params, body: pay(owner.id, 500) })
    await server.db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', admin.id).execute()
    await owner.api.create({ params, body: pay(owner.id, 300) })
    await owner.api.bulk({ params, body: bulk([owner.id, member.id]) })
    expect((await owner.api.list({ params, query: {} })).summary.paidCents).toBe(1_400)
  })

  test('[PAY-05] a repeated key with the same body gets the same entry again, and only one is recorded', async () => {
    const { params, owner, member } = await team()
    const body = pay(member.id, 700)
    const first = await owner.api.create({ params, body })
    const { idempotencyKey, ...rest } = body
    expect(await owner.api.create({ params, body: { idempotencyKey, ...rest } })).toEqual(first)
    expect((await owner.api.list({ params, query: {} })).pagination.total).toBe(1)
  })

  test('[PAY-05] a key that was used for another payment is refused (409), for single and bulk', async () => {
    const { params, owner, admin, member, other } = await team()
    const body = pay(member.id, 700)
    await owner.api.create({ params, body })
    await expect(owner.api.create({ params, body: { ...body, amountCents: 701 } })).rejects.toEqual(refused(409))
    const { idempotencyKey } = body
    const userIDs = [member.id, other.id]
    const bulk = { userIDs, amountCents: 700, currency: 'USD', split: 'equal', idempotencyKey } as const
    await expect(owner.api.bulk({ params, body: bulk })).rejects.toEqual(refused(409))
    // Two recorders may use equal keys.
    await admin.api.bulk({ params, body: bulk })
    expect((await owner.api.list({ params, query: {} })).summary.paidCents).toBe(1_400)
  })

  test('[PAY-05] three people who each send their payment five times at once record three entries', async () => {
    const { params, owner, admin, member } = await team()
    const second = await person()
    await createMembership(server, params.id, second.id, 'owner')
    const bodies = [owner, admin, second].map((who, index) => ({ who, body: pay(member.id, (index + 1) * 100) }))
    const answers = await Promise.all(
      bodies.flatMap(({ who, body }) => Array.from({ length: 5 }, () => who.api.create({ params, body }))),
    )
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(3)
    const { pagination, summary } = await owner.api.list({ params, query: {} })
    expect(pagination.total).toBe(3)
    expect(summary.paidCents).toBe(600)
  })

  test('[PAY-04] owner and admin who pay each other and a member, all at once, never wait for each other in a circle', async () => {
    const { params, owner, admin, member } = await team()
    const bulk = (order: string[]) => ({
      userIDs: order,
      amountCents: 2,
      currency: 'USD',
      split: 'equal' as const,
      idempotencyKey: key(),
    })
    await Promise.all(
      Array.from({ length: 6 }, () => [
        owner.api.bulk({ params, body: bulk([member.id, admin.id]) }),
        admin.api.bulk({ params, body: bulk([owner.id, member.id]) }),
      ]).flat(),
    )
    expect((await owner.api.list({ params, query: {} })).summary.paidCents).toBe(24)
  })

  test('[PAY-05] a bulk payment sent five times at once is recorded once, complete', async () => {
    const { params, owner, member, other, admin } = await team()
    const userIDs = [member.id, other.id, admin.id]
    const body = { userIDs, amountCents: 100, currency: 'USD', split: 'equal', idempotencyKey: key() } as const
    const answers = await Promise.all(Array.from({ length: 5 }, () => owner.api.bulk({ params, body })))
    for (const { data } of answers) {
      expect(data).toEqual(answers[0]?.data)
      expect(data.map(({ userID, amountCents }) => [userID, amountCents])).toEqual([
        [member.id, 34],
        [other.id, 33],
        [admin.id, 33],
      ])
    }
    expect((await owner.api.list({ params, query: {} })).pagination.total).toBe(3)
  })
})

describe('splitting', () => {
  const terms = (userIDs: string[], amountCents: number) => ({
    userIDs,
    amountCents,
    currency: 'USD',
    idempotencyKey: key(),
  })

  test('[PAY-04] hours, completed tasks and amounts per person decide the parts of a bulk payment', async () => {
    const { params, owner, member, other } = await team()
    const userIDs = [member.id, other.id]
    const parts = async (body: Parameters<typeof owner.api.bulk>[0]['body']) =>
      (await owner.api.bulk({ params, body })).data.map(({ userID, amountCents }) => [userID, amountCents])
    const hours = { [member.id]: 7.5, [other.id]: 2.5 }
    expect(await parts({ ...terms(userIDs, 1_000), split: 'hours', hours })).toEqual([
      [member.id, 750],
      [other.id, 250],
    ])
    const amounts = { [member.id]: 1, [other.id]: 999 }
    expect(await parts({ ...terms(userIDs, 1_000), split: 'custom', amounts })).toEqual([
      [member.id, 1],
      [other.id, 999],
    ])
    const task = (assigned_to_id: string, status: number, task_number: number) => ({
      id: uuidv7(),
      project_id: params.id,
      task_number,
      title: 'A task',
      status,
      assigned_to_id,
    })
    const tasks = [task(member.id, 4, 1), task(other.id, 4, 2), task(other.id, 4, 3), task(member.id, 3, 4)]
    await server.db.insertInto('tasks').values(tasks).execute()
    expect(await parts({ ...terms(userIDs, 300), split: 'tasks' })).toEqual([
      [member.id, 100],
      [other.id, 200],
    ])
  })

  test('[PAY-04] an impossible split is refused with the reason, and its key can be used again', async () => {
    const { params, owner, member, other, stranger } = await team()
    const userIDs = [member.id, other.id]
    const body = terms(userIDs, 1_000)
    const wrong = [
      { ...body, split: 'hours' },
      { ...body, split: 'hours', hours: { [member.id]: 0 } },
      { ...body, split: 'hours', hours: { [member.id]: 1, [stranger.id]: 1 } },
      { ...body, split: 'tasks' },
      { ...body, split: 'custom', amounts: { [member.id]: 999 } },
      { ...body, split: 'equal', userIDs: [member.id, member.id] },
      { ...body, split: 'equal', userIDs: [member.id, stranger.id] },
    ] as const
    for (const one of wrong)
      await expect(owner.api.bulk({ params, body: { ...one, userIDs: [...one.userIDs] } })).rejects.toEqual(
        refused(422),
      )
    expect((await owner.api.list({ params, query: {} })).data).toEqual([])
    expect((await owner.api.bulk({ params, body: { ...body, split: 'equal' } })).data).toHaveLength(2)
  })
})

describe('voiding', () => {
  test('[PAY-06] a voided entry stays listed with the reason, is in no sum, and cannot be voided again', async () => {
    const { params, owner, admin, member } = await team({ budget: '3000' })
    const { data } = await owner.api.create({ params, body: pay(member.id, 1_000) })
    await owner.api.create({ params, body: pay(member.id, 250) })
    const entry = { params: { ...params, paymentId: data.id }, body: { reason: 'Entered twice' } }
    const voided = await admin.api.void(entry)
    expect(voided.data).toMatchObject({ ...data, voidReason: 'Entered twice', voidedAt: expect.any(String) as string })
    await expect(admin.api.void(entry)).rejects.toEqual(refused(409))
    const list = await owner.api.list({ params, query: {} })
    expect(list.data.map(({ id }) => id)).toContain(data.id)
    expect(list.summary).toMatchObject({ budgetCents: 300_000, paidCents: 250, remainingCents: 299_750 })
    expect(list.summary.people).toMatchObject([{ userID: member.id, paidCents: 250 }])
  })

  test('[PAY-06] when three people void an entry at once, one succeeds, and the others get 409', async () => {
    const { params, owner, admin, member } = await team()
    const { data } = await owner.api.create({ params, body: pay(member.id, 1_000) })
    const entry = { params: { ...params, paymentId: data.id }, body: {} }
    const results = await Promise.allSettled([owner.api.void(entry), admin.api.void(entry), owner.api.void(entry)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 })
  })

  test('[PAY-06] an owner cannot find an entry of another project', async () => {
    const [one, two] = await Promise.all([team(), team()])
    const { data } = await one.owner.api.create({ params: one.params, body: pay(one.member.id, 1_000) })
    const entry = { params: { ...two.params, paymentId: data.id }, body: {} }
    await expect(two.owner.api.void(entry)).rejects.toEqual(refused(404))
  })

  test('[PAY-06] the database itself refuses to delete or change an entry', async () => {
    const { params, owner, member } = await team()
    const { data } = await owner.api.create({ params, body: pay(member.id, 1_000) })
    const { db } = server
    const change = { amount_cents: 1, voided_at: new Date(), voided_by: owner.id }
    await expect(db.deleteFrom('payments').where('id', '=', data.id).execute()).rejects.toThrow('never deleted')
    await expect(db.updateTable('payments').set(change).where('id', '=', data.id).execute()).rejects.toThrow('never')
  })
})

test('[PAY-04] sums never add different currencies, and a budget in words gives no remainder', async () => {
  const { params, owner, member } = await team({ budget: 'To be agreed' })
  await owner.api.create({ params, body: pay(member.id, 1_000) })
  const euros = pay(member.id, 400, { currency: 'EUR' })
  await inCurrency(server.db, params.id, 'EUR', () => owner.api.create({ params, body: euros }))
  const { summary } = await owner.api.list({ params, query: {} })
  expect(summary).toMatchObject({ budgetCents: null, paidCents: 1_000, remainingCents: null, currency: 'USD' })
  expect(summary.otherCurrencies).toEqual([{ currency: 'EUR', paidCents: 400 }])
})

describe('a time', () => {
  test('narrows entries, their number and their sums, of a member alone too, and leaves the sums of the whole ledger as they are', async () => {
    const { params, owner, member, other } = await team()
    const record = async (userID: string, amount: number, more = {}) => {
      server.clock.advance(1)
      return (await owner.api.create({ params, body: pay(userID, amount, more) })).data
    }
    await record(member.id, 100)
    const { createdAt: from } = await record(member.id, 200)
    await record(other.id, 400)
    await inCurrency(server.db, params.id, 'EUR', () => record(other.id, 50, { currency: 'EUR' }))
    const voided = await record(member.id, 800)
    await owner.api.void({ params: { ...params, paymentId: voided.id }, body: {} })
    const { createdAt: to } = await record(member.id, 1600)
    const answer = await owner.api.list({ params, query: { limit: 2, from, to } })
    expect(answer.pagination).toMatchObject({ total: 4, totalPages: 2 })
    expect(answer.data.map(({ amountCents }) => amountCents)).toEqual([800, 50])
    expect(answer.periodSums).toEqual([
      { currency: 'USD', paidCents: 600 },
      { currency: 'EUR', paidCents: 50 },
    ])
    expect(answer.summary.paidCents).toBe(2300)
    const own = await member.api.list({ params, query: { from } })
    expect([own.pagination.total, own.periodSums]).toEqual([3, [{ currency: 'USD', paidCents: 1800 }]])
    expect((await owner.api.list({ params, query: {} })).periodSums).toBeNull()
  })
})
