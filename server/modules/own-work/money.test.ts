import { expect, test } from 'vitest'
import type { Api } from '#shared/api-client/index.ts'
import { createDisputeWorld } from '#support/disputes.ts'
import { unique } from '#support/factories.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
const waitingFor = async ({ api }: { api: Api }) => (await api.work.get({ query: {} })).data.waitingForMe
const kindsFor = async (person: { api: Api }) => (await waitingFor(person))?.rows.map(({ kind }) => kind)
const start = ({ api }: { api: Api }, id: string) => api.tasks.update({ params: { id }, body: { status: 2 } })

test('[SETTLE-41] [WORK-05] reviews wait by their date, dues by pay date, and payments for who is to confirm them', async () => {
  const { owner, ana, ben, held, owed, handIn, payDues } = await createRewardWorld(server)
  expect(await waitingFor(ana)).toBeNull()
  // Paid within 10 days, while the review has 14.
  const due = await owed(ana, 10_000, 'Owed')
  const waits = await held(ben, 20_000, 'Waits')
  await start(ben, waits)
  await handIn(waits, ben)
  const mine = await waitingFor(owner)
  expect(mine?.rows).toMatchObject([
    { kind: 'due', id: due, person: { id: ana.id }, money: { amountCents: 10_000, currency: 'USD' }, reasons: [] },
    { kind: 'submission', id: waits, person: { id: ben.id }, money: null },
  ])
  const dates = mine?.rows.map(({ by }) => Date.parse(by ?? '')) ?? []
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  expect(dates.every((date) => date > server.clock.now().getTime())).toBe(true)

  const [payment] = await payDues([due])
  expect(await kindsFor(owner)).toEqual(['submission'])
  expect((await waitingFor(ana))?.rows).toMatchObject([
    { kind: 'payment', id: payment?.id, person: null, money: { amountCents: 10_000 }, task: { title: 'Owed' } },
  ])
  const body = { idempotencyKey: unique('confirm-key-') }
  await ana.api.payments.confirm({ params: { id: payment?.id ?? '' }, body })
  expect(await waitingFor(ana)).toBeNull()
})

test('[SETTLE-41] a payment without a task waits for who is to confirm it, too', async () => {
  const { owner, ana, params } = await createRewardWorld(server)
  const body = { userID: ana.id, amountCents: 900, currency: 'USD', idempotencyKey: unique('payment-') }
  const { data } = await owner.api.payments.create({ params, body })
  expect((await waitingFor(ana))?.rows).toMatchObject([
    { kind: 'payment', id: data.id, task: null, project: { id: params.id }, money: { amountCents: 900 } },
  ])
})

test('[DISPUTE-09] a task in dispute says so in My Work', async () => {
  const world = await createDisputeWorld(server)
  const { taskID } = await world.handedIn()
  await world.owner.api.submissions.changes({ params: { id: taskID, n: '1' }, body: { text: 'Larger.' } })
  const now = async () => (await world.ana.api.work.get({ query: {} })).data.now.rows
  expect(await now()).toMatchObject([{ id: taskID, isDisputed: false }])
  const { id } = await world.open(taskID)
  expect(await now()).toMatchObject([{ id: taskID, isDisputed: true }])
  await world.withdraw(id)
  expect(await now()).toMatchObject([{ id: taskID, isDisputed: false }])
})

test('[SETTLE-41] a late due says so, and one’s own is not one’s to pay', async () => {
  const { owner, ana, owed, passDays } = await createRewardWorld(server)
  await owed(ana, 10_000)
  await passDays(11)
  expect((await waitingFor(owner))?.rows).toMatchObject([{ kind: 'due', reasons: ['overdue'] }])
  expect(await waitingFor(ana)).toBeNull()
})

test('[WORK-05] a proposal waits for the other side', async () => {
  const { owner, ana, held, handIn, claimOf } = await createRewardWorld(server)
  const taskID = await held(ana, 10_000)
  await start(ana, taskID)
  await handIn(taskID, ana)
  await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
  const propose = async (by: typeof ana, amountCents: number) => {
    const { id } = await claimOf(taskID)
    const body = { amountCents, text: 'Half is done.', idempotencyKey: unique('proposal-key-') }
    return (await by.api.proposals.make({ params: { id }, body })).data.id
  }
  const made = await propose(owner, 5_000)
  expect((await waitingFor(ana))?.rows).toMatchObject([
    { kind: 'proposal', id: taskID, person: { id: owner.id }, money: { amountCents: 5_000 } },
  ])
  expect(await kindsFor(owner)).toEqual([])
  await ana.api.proposals.refuse({ params: { id: made }, body: {} })
  expect(await waitingFor(ana)).toBeNull()
  await propose(ana, 6_000)
  expect(await kindsFor(owner)).toEqual(['proposal'])
  expect(await waitingFor(ana)).toBeNull()
})

test('[SETTLE-41] [OFFER-33] a payment in a currency without smaller units waits with its amount in hundredths, as dues do', async () => {
  const { owner, ana, owed, payDues, setBudget } = await createRewardWorld(server)
  await setBudget('300000', 'JPY')
  const due = await owed(ana, 150_000)
  const money = { amountCents: 150_000, currency: 'JPY' }
  expect((await waitingFor(owner))?.rows).toMatchObject([{ kind: 'due', money }])
  await payDues([due])
  expect((await waitingFor(ana))?.rows).toMatchObject([{ kind: 'payment', money }])
})
