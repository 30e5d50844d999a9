import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { withTx } from '#server/db/pool.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { giveDetails } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { findStateDifferences } from './check-states.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
let ana: Person
let ben: Person
let projectID: string

beforeEach(async () => {
  const create = (name: string) => createPerson(server, { username: unique(name), name })
  ;[owner, ana, ben] = await Promise.all([create('Marta'), create('Ana'), create('Ben')])
  projectID = (await createProject(server, owner.id)).id
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', projectID).execute()
  for (const { id } of [ana, ben]) await createMembership(server, projectID, id)
  await giveDetails(server, ana.id)
})

type OfferBody = Parameters<Person['api']['offers']['set']>[0]['body']
/** A task with an offer that nobody has. */
const offered = async (offer: Partial<OfferBody> = {}) => {
  const body = { projectID, title: 'Draw the map', description: 'Of birds.' }
  const { id } = (await owner.api.tasks.create({ body })).data
  await owner.api.offers.set({ params: { id }, body: { amountCents: 10_000, mode: 'claim', ...offer } })
  return id
}
const take = (who: Person, id: string) =>
  who.api.claims.take({ params: { id }, body: { idempotencyKey: unique('claim-') } })
const handIn = (who: Person, id: string) =>
  who.api.submissions.create({
    params: { id },
    body: { note: 'Done.', aiUse: 'none', idempotencyKey: unique('round-') },
  })
const askForChanges = (id: string, n: number) =>
  owner.api.submissions.changes({ params: { id, n }, body: { text: 'Print it larger.' } })
const pay = (id: string, amountCents: number) =>
  owner.api.payments.create({
    params: { id: projectID },
    body: { userID: ana.id, taskID: id, amountCents, currency: 'USD', idempotencyKey: unique('payment-') },
  })
const read = async (who: Person, id: string) => (await who.api.rewards.get({ params: { id } })).data
/** Ana confirms the last payment that she has not answered. */
const confirm = async (id: string) => {
  const paymentID = (await read(ana, id))?.paymentID ?? ''
  await ana.api.payments.confirm({ params: { id: paymentID }, body: { idempotencyKey: unique('answer-') } })
}
/** State and blocker as the person reads them. */
const seen = async (who: Person, id: string) => {
  const { state, blocker } = (await read(who, id)) ?? {}
  return [state, blocker?.who, blocker?.what]
}
const statesOfProject = async () =>
  (await findStateDifferences(server.db, server.clock.now())).filter(({ project }) => project === projectID)

test('[SETTLE-01] [SETTLE-38] a task goes from the offer to the money, and its entries agree at each step', async () => {
  const id = await offered()
  const steps: Array<[act: () => Promise<unknown>, ...Awaited<ReturnType<typeof seen>>]> = [
    [async () => undefined, 'open', 'anybody', 'free'],
    [() => take(ana, id), 'held', 'holder', 'work'],
    [() => handIn(ana, id), 'inReview', 'managers', 'review'],
    [() => askForChanges(id, 1), 'changes', 'holder', 'changes'],
    [() => handIn(ana, id), 'inReview', 'managers', 'review'],
    [() => owner.api.submissions.accept({ params: { id, n: 2 }, body: {} }), 'due', 'managers', 'payment'],
    [() => pay(id, 4_000), 'due', 'managers', 'payment'],
    [() => pay(id, 6_000), 'recorded', 'holder', 'confirmation'],
    [() => confirm(id), 'recorded', 'holder', 'confirmation'],
    [() => confirm(id), 'settled', null, 'confirmed'],
  ]
  for (const [act, ...expected] of steps) {
    await act()
    expect(await seen(ana, id)).toEqual(expected)
    expect(await statesOfProject()).toEqual([])
  }
  const reward = await read(ana, id)
  expect(reward).toMatchObject({
    ...{ owner: { id: owner.id, name: 'Marta' }, holder: { id: ana.id, name: 'Ana' } },
    ...{ terms: { amountCents: 10_000, currency: 'USD', title: 'Draw the map' }, mode: 'claim' },
  })
  expect(reward?.entries.map(({ kind }) => kind)).toEqual(['settle', 'settle', 'due'])
  expect((await read(owner, id))?.entries.map(({ kind }) => kind)).toEqual(['settle', 'settle', 'due', 'reserve'])
  expect((await read(ben, id))?.entries).toEqual([])
})

test('[SETTLE-38] with changes requested it names who asked, and until when the holder has it', async () => {
  const id = await offered({ leaseDays: 5 })
  await take(ana, id)
  await handIn(ana, id)
  const waiting = await read(owner, id)
  expect(waiting?.blocker?.by).not.toBeNull()
  expect(waiting?.actor).toBeNull()
  await askForChanges(id, 1)
  const { blocker, actor } = (await read(ana, id)) ?? {}
  expect(actor?.id).toBe(owner.id)
  expect(Date.parse(blocker?.by ?? '') - Date.parse(blocker?.since ?? '')).toBe(5 * 24 * 60 * 60_000)
})

test('[SETTLE-38] a member reads why they may not take it, a manager that it waits', async () => {
  const id = await offered({ takers: 'tier', minTier: 'gold' })
  expect((await read(ana, id))?.whyNot).toBe('For people of Gold and above.')
  expect((await read(owner, id))?.whyNot).toBe('Owners do not take tasks of their own project.')
  expect((await read(ana, await offered()))?.whyNot).toBeNull()
  expect(await seen(ana, await offered({ mode: 'assigned' }))).toEqual(['open', 'owner', 'assignment'])
  await server.db.updateTable('projects').set({ applications_paused: true }).where('id', '=', projectID).execute()
  expect(await seen(ana, id)).toEqual(['open', 'owner', 'notGivenOut'])
})

test('[SETTLE-38] others read state and terms of a listed task, and know of no other', async () => {
  const stranger = await createPerson(server)
  const id = await offered()
  expect(await read(stranger, id)).toMatchObject({
    ...{ state: 'open', terms: { amountCents: 10_000, title: 'Draw the map' } },
    ...{ blocker: null, owner: null, holder: null, claimID: null, entries: [] },
  })
  for (const hidden of [await offered({ takers: 'members' }), await offered({ mode: 'assigned' })])
    await expect(read(stranger, hidden)).rejects.toEqual(refused(404))
  await take(ana, id)
  await expect(read(stranger, id)).rejects.toEqual(refused(404))
  await server.db.deleteFrom('memberships').where('project_id', '=', projectID).where('user_id', '=', ana.id).execute()
  // Who has the task is its guest.
  expect(await seen(ana, id)).toEqual(['held', 'holder', 'work'])
})

test('a task without an offer has no reward, and a closed offer reads closed', async () => {
  const { id } = (await owner.api.tasks.create({ body: { projectID, title: 'Count', description: 'Birds.' } })).data
  expect(await read(ana, id)).toBeNull()
  const closed = await offered()
  await owner.api.offers.close({ params: { id: closed } })
  expect(await seen(ana, closed)).toEqual(['closed', null, 'offerClosed'])
  expect(await statesOfProject()).toEqual([])
})

test('[LEDGER-15] a finished claim whose due was never written is found, and a due that reads as paid', async () => {
  const [finished, paid] = [await offered({ mode: 'assigned' }), await offered()]
  const assign = { params: { id: finished }, body: { assignedToID: ana.id } }
  await owner.api.tasks.update(assign)
  await take(ana, paid)
  await owner.api.tasks.update({ params: { id: paid }, body: { status: 4 } })
  expect(await statesOfProject()).toEqual([])
  const undo = new Error('undo')
  let found: Awaited<ReturnType<typeof findStateDifferences>> = []
  await withTx(server.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update claims set state = 'finished', ended_at = now(), pay_by = now() where task_id = ${finished}`.execute(
      tx,
    )
    await sql`update ledger_balances set amount_cents = 0
      where project_id = ${projectID} and account like 'due:%'`.execute(tx)
    found = await findStateDifferences(tx, server.clock.now())
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  const differences = found.filter(({ project }) => project === projectID)
  expect(differences).toHaveLength(2)
  expect(differences).toEqual(
    expect.arrayContaining([
      { project: projectID, what: `task ${finished} is accepted`, says: 'its reward is reserved, and was never owed' },
      { project: projectID, what: `task ${paid} is accepted`, says: 'something is owed' },
    ]),
  )
})
