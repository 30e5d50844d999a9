import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let ana: Person
let ben: Person
let params: { id: string }

beforeEach(async () => {
  const create = (name: string) => createPerson(server, { username: unique(name), name })
  ;[owner, ana, ben] = await Promise.all([create('Marta'), create('Ana'), create('Ben')])
  params = { id: (await createProject(server, owner.id)).id }
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', params.id).execute()
  for (const { id } of [ana, ben]) await createMembership(server, params.id, id)
})

/** A task with a reward that this person has. */
const held = async (who: Person, amountCents: number, title = 'Draw the map') => {
  const body = { projectID: params.id, title, description: 'Of birds.', assignedToID: who.id }
  const { id } = (await owner.api.tasks.create({ body })).data
  await owner.api.offers.set({ params: { id }, body: { amountCents, mode: 'assigned', payDays: 10 } })
  return id
}
/** What this person is owed for a task. */
const owed = async (who: Person, amountCents: number, title?: string) => {
  const id = await held(who, amountCents, title)
  await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
  return id
}
const pay = (who: Person, taskID: string, amountCents: number) =>
  owner.api.payments.create({
    params,
    body: { userID: who.id, taskID, amountCents, currency: 'USD', idempotencyKey: unique('payment-') },
  })
/** As many days later the pay dates have come closer. */
const passDays = (days: number) =>
  sql`update claims set pay_by = pay_by - make_interval(days => ${days}) where project_id = ${params.id}`.execute(
    server.db,
  )

describe('the ledger', () => {
  test('[LEDGER-21] owner and admin read all entries, newest first, others those that name them', async () => {
    const [anas, bens] = [await owed(ana, 10_000), await owed(ben, 5_000)]
    await pay(ana, anas, 4_000)
    const read = async (by: Person, query: object = {}) => (await by.api.ledger.list({ params, query })).data
    const all = await read(owner)
    expect(all.entries.map(({ kind, amountCents }) => `${kind} ${amountCents}`)).toEqual([
      ...['settle 4000', 'due 5000', 'reserve 5000', 'due 10000', 'reserve 10000'],
    ])
    expect(all).toMatchObject({
      balances: { budgetCents: 50_000, reservedCents: 0, dueCents: 11_000, paidCents: 4_000 },
      currency: 'USD',
    })
    const own = await read(ben)
    expect(own.entries).toMatchObject([{ kind: 'due', taskID: bens, person: { id: ben.id } }])
    expect(own.balances).toEqual({ budgetCents: null, reservedCents: 0, dueCents: 5_000, paidCents: 0 })
    expect((await read(ben, { userID: ana.id })).entries).toEqual([])
    expect((await read(owner, { userID: ana.id })).entries.map(({ kind }) => kind)).toEqual(['settle', 'due'])
    expect((await read(owner, { taskID: bens })).entries.map(({ kind }) => kind)).toEqual(['due', 'reserve'])
    const later = new Date(server.clock.now().getTime() + 1000).toISOString()
    expect((await read(owner, { from: later })).entries).toEqual([])
    await expect((await createPerson(server)).api.ledger.list({ params, query: {} })).rejects.toEqual(refused(404))
  })

  test('[LEDGER-21] pages follow each other without a gap', async () => {
    for (const cents of [100, 200, 300]) await owed(ana, cents)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const page = await owner.api.ledger.list({ params, query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.data.entries.map(({ amountCents }) => amountCents))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual([300, 300, 200, 200, 100, 100])
    await expect(owner.api.ledger.list({ params, query: { cursor: 'x' } })).rejects.toEqual(refused(422))
  })
})

describe('what is owed', () => {
  test('[SETTLE-39] owner and admin read who is owed what, the earliest pay date first, or only what is late', async () => {
    const first = await owed(ana, 10_000, 'Draw the birds')
    await passDays(11)
    const second = await owed(ben, 5_000)
    const read = async (query: object) =>
      (await owner.api.dues.list({ params, query })).data.map(({ taskID, isLate }) => [taskID, isLate])
    expect(await read({})).toEqual([
      [first, true],
      [second, false],
    ])
    expect(await read({ late: 'true' })).toEqual([[first, true]])
    expect(await read({ late: 'false' })).toEqual([[second, false]])
    await pay(ana, first, 4_000)
    expect((await owner.api.dues.list({ params, query: {} })).data[0]).toMatchObject({
      ...{ taskID: first, taskId: '1', title: 'Draw the birds', amountCents: 6_000, currency: 'USD' },
      ...{ person: { id: ana.id, name: 'Ana' }, project: { id: params.id } },
    })
    await expect(ana.api.dues.list({ params, query: {} })).rejects.toEqual(refused(403))
    await expect((await createPerson(server)).api.dues.list({ params, query: {} })).rejects.toEqual(refused(404))
  })

  test('[SETTLE-40] everybody reads what they are owed, and what their projects owe, and nothing else', async () => {
    const [anas, bens] = [await owed(ana, 10_000), await owed(ben, 5_000)]
    const read = async (by: Person) => {
      const { owedToMe, owedByMe } = (await by.api.dues.own({})).data
      return [owedToMe, owedByMe].map((all) => all.map(({ taskID, amountCents }) => [taskID, amountCents]))
    }
    expect(await read(ana)).toEqual([[[anas, 10_000]], []])
    expect(await read(owner)).toEqual([
      [],
      [
        [anas, 10_000],
        [bens, 5_000],
      ],
    ])
    await pay(ana, anas, 10_000)
    expect([await read(ana), await read(owner)]).toEqual([
      [[], []],
      [[], [[bens, 5_000]]],
    ])
  })
})

test('[OFFER-30] nobody who works for a reward, or is owed one, is made an owner', async () => {
  const makeOwner = (who: Person) =>
    owner.api.memberships.setRole({ params: { id: params.id, userId: who.id }, body: { role: 'owner' } })
  await held(ana, 100, 'Draw the birds')
  const bens = await owed(ben, 200, 'Draw the trees')
  for (const [who, title] of [
    [ana, 'Draw the birds'],
    [ben, 'Draw the trees'],
  ] as const) {
    const failure = await failureOf(makeOwner(who))
    expect([failure.status, failure.message]).toEqual([409, expect.stringContaining(`‘${title}’`)])
  }
  await pay(ben, bens, 200)
  expect((await makeOwner(ben)).data.role).toBe('owner')
})
