import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScratchDatabase, type ScratchDatabase } from '#support/database.ts'
import { unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { startTestApp, type TestApp } from '#support/server.ts'
import { loadConfig } from '../settings/config.ts'
import { backup, restore } from './commands.ts'

let scratch: string
let [from, to]: ScratchDatabase[] = []
let server: TestApp
let world: RewardWorld
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'guildhall-ledger-'))
  ;[from, to] = await Promise.all([createScratchDatabase(), createScratchDatabase({ empty: true })])
  server = await startTestApp({ url: from.url })
  world = await createRewardWorld(server)
})
afterEach(async () => {
  await server.close()
  await from?.drop()
  await to?.drop()
  await rm(scratch, { recursive: true, force: true })
})

const run = (command: typeof backup, url = '') => {
  const { config } = loadConfig(['--data-dir', join(scratch, 'data')], { DATABASE_URL: url })
  return command({ config, argument: join(scratch, 'all.backup'), options: new Set() })
}
const tables = ['offers', 'claims', 'proposals', 'ledger_entries', 'ledger_balances', 'project_people', 'saved_tasks']
const rowsIn = async (db: ScratchDatabase['db'] | undefined) => {
  const found: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db as never)
    found[table] = rows[0]?.n ?? 0
  }
  return found
}

test('[LEDGER-36] a backup has what is promised and owed, and a restore says that the ledger is sound', async () => {
  const { owner, ana, ben, params, owed, offer, addTask, claimOf, pay } = world
  const [due, open] = [await owed(ana, 10_000), await addTask()]
  await pay(ana, due, 4_000)
  await offer(open, 5_000)
  const body = { amountCents: 5_000, text: 'Less.', idempotencyKey: unique('proposal-') }
  await ana.api.proposals.make({ params: { id: (await claimOf(due)).id }, body })
  await owner.api.knownPeople.vouch({ params: { id: params.id, userID: ben.id }, body: {} })
  await ben.api.savedTasks.add({ params: { id: open }, body: {} })
  const before = await rowsIn(server.db)
  expect(Object.values(before)).not.toContain(0)
  await run(backup, from?.url)
  const { says, code = 0 } = await run(restore, to?.url)
  expect([says, code]).toEqual([expect.stringMatching(/^Restored .*\nThe ledger is sound: .* all 4 entries\.$/), 0])
  expect(await rowsIn(to?.db)).toEqual(before)
})

test('[LEDGER-36] a restore names a difference in the ledger, and ends with exit code 1', async () => {
  await world.owed(world.ana, 10_000)
  await sql`update ledger_balances set amount_cents = amount_cents + 1 where account = 'budget'`.execute(server.db)
  await run(backup, from?.url)
  const { says, code } = await run(restore, to?.url)
  expect(code).toBe(1)
  expect(says).toContain(`Project ${world.params.id}: the balance of budget in USD is -99.99, but should be -100.00.`)
})
