import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unique } from '#support/factories.ts'
import { createRewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { giveUpDues } from './service.ts'

const server = testApp()

/** The events of the ledger, and the kinds of entries that each of them tells of. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  'reward.reserved': ['reserve', 'raise'],
  'reward.released': ['release'],
  'reward.due': ['due'],
  'reward.settled': ['settle'],
  'reward.forgiven': ['forgive'],
}

test('[LEDGER-37] the amounts of the events add up to the entries of each kind, in IDs, amount and currency', async () => {
  const { owner, ana, params, addTask, offer, held, owed, handIn, pay, claimOf } = await createRewardWorld(server)
  const [free, agreed, due, left] = [await addTask(), await held(ana, 9_000), await owed(ana, 8_000), await addTask()]
  for (const amount of [4_000, 6_500, 3_200]) await offer(free, amount)
  await owner.api.offers.close({ params: { id: free } })
  await offer(left, 1_234)
  await owner.api.tasks.remove({ params: { id: left } })
  // Agreed on less before acceptance, and after it.
  await ana.api.tasks.update({ params: { id: agreed }, body: { status: 2 } })
  await handIn(agreed)
  for (const [taskID, amountCents] of [
    [agreed, 7_000],
    [due, 6_000],
  ] as const) {
    const body = { amountCents, text: 'Less.', idempotencyKey: unique('proposal-') }
    const { data } = await ana.api.proposals.make({ params: { id: (await claimOf(taskID)).id }, body })
    await owner.api.proposals.accept({ params: { id: data.id }, body: {} })
  }
  await pay(ana, due, 2_500)
  await giveUpDues(server, ana.id)

  const { rows } = await sql<{ kind: string; cents: number; data: Record<string, unknown> }>`
    select kind, (data ->> 'amountCents')::float8 as cents, data from events
    where project_id = ${params.id} and kind like 'reward.%'`.execute(server.db)
  const { rows: entries } = await sql<{ kind: string; cents: number }>`
    select kind, sum(amount_cents)::float8 as cents from ledger_entries where project_id = ${params.id} group by 1`.execute(
    server.db,
  )
  for (const [kind, of] of Object.entries(kinds)) {
    const told = rows.filter((row) => row.kind === kind).reduce((sum, { cents }) => sum + cents, 0)
    const entered = entries.filter((row) => of.includes(row.kind)).reduce((sum, { cents }) => sum + cents, 0)
    expect(told, kind).toBeGreaterThan(0)
    expect(told, kind).toBe(entered)
  }
  const names = ['amountCents', 'claimID', 'currency', 'isGivenUp']
  for (const { data } of rows) {
    expect(names).toEqual(expect.arrayContaining(Object.keys(data)))
    expect(data).toMatchObject({ amountCents: expect.any(Number) as number, currency: 'USD' })
  }
})
