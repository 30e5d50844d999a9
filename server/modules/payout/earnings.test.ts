import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMembership, createPerson, TEST_PASSWORD, unique } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { deleteDueAccounts } from '../own-data/erasure.ts'

const server = testApp()

type World = Awaited<ReturnType<typeof createRewardWorld>>
type Person = World['ana']
const list = async (who: Person, query: object = {}) => (await who.api.earnings.list({ query })).data
/** What the person has got by the entries of the ledger, in each currency. */
const inLedger = async (userID: string): Promise<Record<string, number>> => {
  const account = `paid:${userID}`
  const { rows } = await sql<{ currency: string; cents: number }>`
    select currency, sum(case ${account} when to_account then amount_cents when from_account then -amount_cents end)::float8 as cents
    from ledger_entries where ${account} in (to_account, from_account) group by currency`.execute(server.db)
  return Object.fromEntries(rows.map(({ currency, cents }) => [currency, cents]))
}
const received = (sums: ReadonlyArray<{ currency: string; receivedCents: number }>) =>
  Object.fromEntries(sums.map(({ currency, receivedCents }) => [currency, receivedCents]))
const voidOf = ({ owner, params }: World, paymentId: string) =>
  owner.api.payments.void({ params: { ...params, paymentId }, body: { reason: 'A mistake.' } })

test('[PAYOUT-11] lines and sums equal the ledger after each act, and no currencies are added', async () => {
  const [dollars, euros] = [await createRewardWorld(server), await createRewardWorld(server)]
  await euros.setBudget('€500', 'EUR')
  const { ana, owed, pay, payDues, held, addTask, owner, params } = dollars
  const agree = async () => {
    const { lines, sums } = await list(ana)
    expect(received(sums.filter(({ receivedCents }) => receivedCents !== 0))).toEqual(
      Object.fromEntries(Object.entries(await inLedger(ana.id)).filter(([, cents]) => cents !== 0)),
    )
    for (const { currency, receivedCents } of sums) {
      const ofCurrency = lines.filter((line) => line.currency === currency)
      expect(ofCurrency.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(receivedCents)
    }
    return { lines, sums }
  }
  const first = await owed(ana, 10_000)
  expect((await agree()).sums).toEqual([{ currency: 'USD', receivedCents: 0, owedCents: 10_000 }])
  await pay(ana, first, 4_000)
  await agree()
  // More than is due: one line, though the ledger has two entries.
  const { id } = await pay(ana, first, 8_000, { note: 'And the frame.' })
  const { lines } = await agree()
  expect(lines).toMatchObject([
    { kind: 'paid', amountCents: 8_000, paymentID: id, task: 'Draw the map' },
    { kind: 'paid', amountCents: 4_000, taskId: expect.stringMatching(/^\d+$/) as string },
  ])
  await voidOf(dollars, id)
  expect((await agree()).lines[0]).toMatchObject({ kind: 'voided', amountCents: -8_000, paymentID: id })
  const [again] = await payDues([first])
  await ana.api.payments.missing({
    params: { id: again?.id ?? '' },
    body: { text: 'Nothing came.', idempotencyKey: unique('missing-') },
  })
  expect((await agree()).lines[0]).toMatchObject({ kind: 'missing', amountCents: -6_000 })
  await owner.api.payments.create({
    params,
    body: { userID: ana.id, amountCents: 700, currency: 'USD', idempotencyKey: unique('payment-') },
  })
  await agree()
  await held(ana, 3_000)
  await addTask(ana)
  const { coming } = await list(ana)
  expect(coming).toMatchObject([{ amountCents: 3_000, currency: 'USD', isInReview: false, reward: { state: 'held' } }])
  expect(coming[0]?.taskId).toMatch(/^\d+$/)
})

test('[PAYOUT-11] amounts of another currency stand apart', async () => {
  const world = await createRewardWorld(server)
  const other = await createRewardWorld(server)
  await other.setBudget('€500', 'EUR')
  const { ana, pay, addTask } = world
  await pay(ana, await addTask(), 1_000)
  await server.db
    .insertInto('memberships')
    .values({ project_id: other.params.id, user_id: ana.id, role: 'member' })
    .execute()
  await other.pay(ana, await other.addTask(), 2_000, { currency: 'EUR' })
  expect((await list(ana)).sums).toEqual([
    { currency: 'EUR', receivedCents: 2_000, owedCents: 0 },
    { currency: 'USD', receivedCents: 1_000, owedCents: 0 },
  ])
})

test('[PAYOUT-11] from, to and cursor cut lines, and sums are those of the time', async () => {
  const { ana, ben, pay, addTask } = await createRewardWorld(server)
  const taskID = await addTask()
  for (const cents of [100, 200, 300]) await pay(ana, taskID, cents, { note: 'A part.' })
  await pay(ben, taskID, 900, { note: 'A part.' })
  const pages: number[] = []
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const { data, nextCursor } = await ana.api.earnings.list({ query: { limit: 1, ...(cursor && { cursor }) } })
    pages.push(...data.lines.map(({ amountCents }) => amountCents))
    cursor = nextCursor ?? undefined
  }
  expect([pages, cursor]).toEqual([[300, 200, 100], undefined])
  const { lines } = await list(ana)
  const from = lines[1]?.at
  expect(received((await list(ana, { from })).sums)).toEqual({ USD: 500 })
  expect(received((await list(ana, { to: from })).sums)).toEqual({ USD: 100 })
})

test('[PAYOUT-15] a statement of a year, and of a time, has the sums of the ledger', async () => {
  const { ana, pay, addTask } = await createRewardWorld(server)
  const taskID = await addTask()
  for (const cents of [100, 200]) await pay(ana, taskID, cents, { note: 'A part.' })
  const year = server.clock.now().getUTCFullYear()
  const { data } = await ana.api.earnings.statement({ query: { year } })
  expect(data).toMatchObject({ person: { name: 'Ana' }, isCut: false, from: `${year}-01-01T00:00:00.000Z` })
  expect(data.lines.map(({ amountCents }) => amountCents)).toEqual([100, 200])
  expect(received(data.sums)).toEqual(await inLedger(ana.id))
  expect((await ana.api.earnings.statement({ query: { year: year - 1 } })).data.lines).toEqual([])
  const from = data.lines[1]?.at ?? ''
  expect(received((await ana.api.earnings.statement({ query: { from } })).data.sums)).toEqual({ USD: 200 })
})

test('[PAYOUT-13] receipts are numbered in each project from 1 on, also those recorded together and at once', async () => {
  const [world, other] = [await createRewardWorld(server), await createRewardWorld(server)]
  const { ana, ben, owner, params, pay, addTask } = world
  const taskID = await addTask()
  const body = { userIDs: [ana.id, ben.id], amountCents: 200, currency: 'USD', split: 'equal' as const }
  await owner.api.payments.bulk({ params, body: { ...body, idempotencyKey: unique('payment-') } })
  await Promise.all([1, 2, 3].map(() => pay(ana, taskID, 100, { note: 'A part.' })))
  await other.pay(other.ana, await other.addTask(), 100)
  const numbers = async ({ params: { id } }: World) =>
    (await server.db.selectFrom('payments').select('receipt_number').where('project_id', '=', id).execute())
      .map(({ receipt_number }) => receipt_number ?? 0)
      .sort((a, b) => a - b)
  expect([await numbers(world), await numbers(other)]).toEqual([[1, 2, 3, 4, 5], [1]])
})

test('[PAYOUT-12] [PAYOUT-02] both sides read a receipt, with their names for receipts, and nobody else does', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, ben, pay, addTask } = world
  const { id } = await pay(ana, await addTask(), 100)
  const read = async (who: Pick<Person, 'api'>) => (await who.api.earnings.receipt({ params: { paymentID: id } })).data
  expect(await read(ana)).toMatchObject({
    number: 1,
    task: 'Draw the map',
    amountCents: 100,
    recordedBy: 'Marta',
    from: { name: 'Marta', address: '' },
    to: { name: 'Ana', address: '' },
    voidedAt: null,
  })
  await ana.api.payout.set({
    body: {
      ...{ method: 'bank', details: 'quetzal', receiptName: 'Ana Silva Ltd', receiptAddress: 'Porto' },
      password: TEST_PASSWORD,
    },
  })
  const seen = await read(owner)
  expect(seen.to).toEqual({ name: 'Ana Silva Ltd', address: 'Porto' })
  expect(JSON.stringify(seen)).not.toContain('quetzal')
  // An access token reads nothing of what is sealed.
  const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
  for (const who of [owner, ana]) {
    const { token } = (await who.api.tokens.create({ body: { name: 'CI', scopes: ['read'], endsAt } })).data
    const api = server.client(token)
    expect((await read({ api })).to).toEqual({ name: 'Ana', address: '' })
    const { person } = (await api.earnings.statement({ query: {} })).data
    expect(person).toEqual({ name: who === ana ? 'Ana' : 'Marta', address: '' })
  }
  for (const who of [ben, await createPerson(server)]) expect(await failureOf(read(who))).toMatchObject({ status: 404 })
  await voidOf(world, id)
  expect(await read(ana)).toMatchObject({ voidedAt: expect.any(String) as string, mayAnswer: false })
})

test('[PAYOUT-12] a receipt names the owner who paid, also after another has the project, and they keep it', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, ben, params, pay, addTask } = world
  const [heir, admin] = [await createPerson(server, { name: 'Hera' }), await createPerson(server, { name: 'Ada' })]
  await createMembership(server, params.id, heir.id, 'owner')
  await createMembership(server, params.id, admin.id, 'admin')
  const taskID = await addTask()
  const theirs = await pay(ana, taskID, 100)
  const [ofAdmin, ofHeir] = [
    await pay(ana, taskID, 100, { by: admin, note: 'More.' }),
    await pay(ana, taskID, 100, { by: heir, note: 'More.' }),
  ]
  await heir.api.memberships.remove({ params: { ...params, userId: owner.id } })
  const later = await pay(ana, taskID, 100, { by: admin, note: 'More.' })
  const read = async (who: Pick<Person, 'api'>, { id }: { id: string }) =>
    (await who.api.earnings.receipt({ params: { paymentID: id } })).data
  for (const [payment, name] of [
    [theirs, 'Marta'],
    [ofAdmin, 'Marta'],
    [ofHeir, 'Hera'],
    [later, 'Hera'],
  ] as const)
    expect((await read(ana, payment)).from.name).toBe(name)
  expect((await read(owner, theirs)).recordedBy).toBe('Marta')
  for (const [who, payment] of [
    [owner, ofHeir],
    [ben, theirs],
  ] as const)
    expect(await failureOf(read(who, payment))).toMatchObject({ status: 404 })
})

test('[PAYOUT-12] [PAYOUT-02] who has left keeps the receipts of what they paid, without what the payee has sealed', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, params, pay, addTask } = world
  const heir = await createPerson(server)
  await createMembership(server, params.id, heir.id, 'owner')
  const { id } = await pay(ana, await addTask(), 100)
  const names = { receiptName: 'Ana Silva Ltd', receiptAddress: 'Porto' }
  await ana.api.payout.set({ body: { method: 'bank', details: 'quetzal', ...names, password: TEST_PASSWORD } })
  const read = async (who: Pick<Person, 'api'>) =>
    (await who.api.earnings.receipt({ params: { paymentID: id } })).data.to
  expect(await read(owner)).toEqual({ name: 'Ana Silva Ltd', address: 'Porto' })
  await heir.api.memberships.remove({ params: { ...params, userId: owner.id } })
  expect(await read(owner)).toEqual({ name: 'Ana', address: '' })
  for (const who of [ana, heir]) expect(await read(who)).toEqual({ name: 'Ana Silva Ltd', address: 'Porto' })
  // Of what was recorded before payers were kept, who made the project is named and keeps it as well.
  const recordings = server.db.updateTable('payment_recordings').set({ payer_id: null })
  await recordings.where('project_id', '=', params.id).execute()
  expect(await read(owner)).toEqual({ name: 'Ana', address: '' })
})

test('[SETTLE-32] [SETTLE-33] a receipt says whether its payee can answer still, also of what was paid in parts', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, pay, owed, passDays } = world
  const taskID = await owed(ana, 10_000)
  const part = (await pay(ana, taskID, 4_000)).id
  const read = async (who: Person, paymentID = part) => (await who.api.earnings.receipt({ params: { paymentID } })).data
  expect([(await read(ana)).mayAnswer, (await read(owner)).mayAnswer]).toEqual([true, false])
  await ana.api.payments.confirm({ params: { id: part }, body: { idempotencyKey: 'a confirmation of this part' } })
  expect(await read(owner)).toMatchObject({ confirmedAt: expect.any(String) as string })
  expect((await read(ana)).mayAnswer).toBe(false)
  const rest = (await pay(ana, taskID, 6_000)).id
  await passDays(31)
  expect((await read(ana, rest)).mayAnswer).toBe(false)
})

test('[PAYOUT-16] earnings, receipts and statements outlive the project, with its title as it was', async () => {
  const world = await createRewardWorld(server)
  const { owner, ana, params, pay, addTask } = world
  const { id } = await pay(ana, await addTask(), 100)
  const { title } = (await owner.api.projects.get({ params })).data
  expect((await list(ana)).lines).toMatchObject([{ task: 'Draw the map', taskId: '1' }])
  await owner.api.projects.remove({ params })
  expect((await list(ana)).lines).toMatchObject([{ paymentID: id, project: { title }, taskId: null }])
  expect((await ana.api.earnings.statement({ query: {} })).data.lines).toHaveLength(1)
  expect((await ana.api.earnings.receipt({ params: { paymentID: id } })).data.project.title).toBe(title)
})

test('[PAYOUT-11] a line names the number of a task only while the person can open it', async () => {
  const { owner, ana, params, pay, addTask, owed } = await createRewardWorld(server)
  await pay(ana, await addTask(), 100)
  await pay(ana, await owed(ana, 200), 200)
  const numbers = async () => (await list(ana)).lines.map(({ taskId }) => taskId)
  expect(await numbers()).toEqual(['2', '1'])
  await owner.api.memberships.remove({ params: { ...params, userId: ana.id } })
  // She is a guest of the task that she finished.
  expect(await numbers()).toEqual(['2', null])
})

test('[PAYOUT-22] a deleted account leaves receipts with ‘former member’', async () => {
  const { owner, ana, pay, addTask } = await createRewardWorld(server)
  const { id } = await pay(ana, await addTask(), 100)
  await server.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', ana.id)
    .execute()
  await deleteDueAccounts(server.deps)
  const { data } = await owner.api.earnings.receipt({ params: { paymentID: id } })
  expect(data.to).toEqual({ name: 'former member', address: '' })
})
