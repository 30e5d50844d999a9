import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { withTx } from '#server/db/pool.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { addUpLedger, findLedgerDifferences } from './check-repository.ts'
import { findCheckedFacts, findCheckedPages } from './facts-repository.ts'

const server = testApp()
let world: { projectID: string; reserved: string; due: string; ana: string }

beforeAll(async () => {
  const [owner, ana] = await Promise.all([createPerson(server), createPerson(server)])
  const { id: projectID } = await createProject(server, owner.id)
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', projectID).execute()
  await createMembership(server, projectID, ana.id)
  const offered = async () => {
    const { data } = await owner.api.tasks.create({
      body: { projectID, title: 'Draw the map', description: 'Of birds.', assignedToID: ana.id },
    })
    await owner.api.offers.set({ params: { id: data.id }, body: { amountCents: 10_000, mode: 'assigned' } })
    return data.id
  }
  const [reserved, due] = [await offered(), await offered()]
  await owner.api.tasks.update({ params: { id: due }, body: { status: 4 } })
  const body = { amountCents: 4_000, currency: 'USD', taskID: due, userID: ana.id, idempotencyKey: 'a part of the due' }
  await owner.api.payments.create({ params: { id: projectID }, body })
  world = { projectID, reserved, due, ana: ana.id }
})

/** What is found with the fault, which is undone then. */
const findWith = async (fault: ReturnType<typeof sql>) => {
  let found: Awaited<ReturnType<typeof findLedgerDifferences>> = []
  const undo = new Error('undo')
  await withTx(server.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await fault.execute(tx)
    found = await findLedgerDifferences(tx)
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return found.filter(({ project }) => project === world.projectID)
}

test('[LEDGER-10] [LEDGER-11] [LEDGER-12] a ledger with rewards, dues and payments is sound', async () => {
  expect(await findLedgerDifferences(server.db)).toEqual([])
})

test('[LEDGER-15] each fault is found, with the account and both figures', async () => {
  const { projectID, reserved, due, ana } = world
  const found = (what: string, is: number, shouldBe: number) => [
    { project: projectID, what: expect.stringContaining(what) as string, is, shouldBe },
  ]
  expect(
    await findWith(sql`update ledger_balances set amount_cents = amount_cents + 1
      where project_id = ${projectID} and account = 'budget'`),
  ).toEqual(found('the balance of budget in USD', -19_999, -20_000))
  expect(await findWith(sql`update tasks set offer_cents = 5 where id = ${reserved}`)).toEqual(
    found(`the reward in the row of task ${reserved}`, 5, 10_000),
  )
  expect(await findWith(sql`delete from claims where task_id = ${due}`)).toEqual(
    expect.arrayContaining(found('what is owed without a finished claim', 6_000, 0)),
  )
  expect(await findWith(sql`update payments set amount_cents = 3_000 where project_id = ${projectID}`)).toEqual(
    found(`what was paid to ${ana} in USD`, 4_000, 3_000),
  )
  expect(await findWith(sql`update offers set amount_cents = 20_000 where task_id = ${reserved}`)).toEqual(
    expect.arrayContaining(found(`what is reserved for task ${reserved}`, 10_000, 20_000)),
  )
})

test('[LEDGER-43] tasks are checked page by page, and each has its place on one', async () => {
  const all = await findCheckedFacts(server.db, { after: null, limit: 5_000 })
  expect(all.length).toBeGreaterThan(1)
  const starts = [null, ...(await findCheckedPages(server.db, 1))]
  const pages = await Promise.all(starts.map((after) => findCheckedFacts(server.db, { after, limit: 1 })))
  expect(pages.flat().map(({ task_id: id }) => id)).toEqual(all.map(({ task_id: id }) => id))
  expect(await addUpLedger(server.db)).toEqual(await findLedgerDifferences(server.db))
})
