import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { TEST_PASSWORD } from '../tests/support/factories.ts'
import { createRewardWorld } from '../tests/support/rewards.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()

test(
  '[PAYOUT-19] list and statement print what the page shows, as table, JSON and CSV without formulas, and no payout details',
  { timeout: 90_000 },
  async () => {
    const { owner, ana, owed, held, pay, addTask } = await createRewardWorld(server)
    const body = { method: 'bank' as const, details: 'quetzal', receiptName: '', receiptAddress: '' }
    await ana.api.payout.set({ body: { ...body, password: TEST_PASSWORD } })
    await owed(ana, 10_000)
    await held(ana, 3_000, 'Draw the sea')
    await pay(ana, await addTask(undefined, '=1+1'), 5_050)
    const env = {
      GUILDHALL_SERVER_URL: server.origin,
      GUILDHALL_TOKEN: (await openSession(server.deps, server.db, ana.id)).accessToken,
    }
    const run = (...args: string[]) => runCommand(['earnings', ...args], { env })
    const table = await run('list')
    for (const text of ['owed', '$100.00', 'coming', '$30.00', 'paid', '$50.50']) expect(table.stdout).toContain(text)
    expect(table.stdout).toContain('Ana works on it')
    expect(table.stderr).toContain('USD: $50.50 received.')
    const list = JSON.parse((await run('list', '--json')).stdout) as { data: object }
    expect(list.data).toMatchObject({
      rows: [
        { kind: 'owed', amountCents: 10_000, state: 'due', waits: '' },
        { kind: 'coming', state: 'held' },
        { kind: 'paid', amountCents: 5_050 },
      ],
      sums: [{ currency: 'USD', receivedCents: 5_050, owedCents: 10_000 }],
    })
    const token = (await openSession(server.deps, server.db, owner.id)).accessToken
    const byMe = await runCommand(['earnings', 'list', '--json'], { env: { ...env, GUILDHALL_TOKEN: token } })
    expect(JSON.parse(byMe.stdout)).toMatchObject({
      data: { rows: [{ kind: 'by me', amountCents: 10_000, state: 'due', person: ana.username }] },
    })
    const ofOwner = await runCommand(['earnings', 'list'], { env: { ...env, GUILDHALL_TOKEN: token } })
    expect(ofOwner.stdout).toContain(ana.username)
    const csv = await run('statement', '--csv', '--year', String(server.clock.now().getUTCFullYear()))
    expect(csv.stdout).toContain('paid,50.5,USD,')
    expect(csv.stdout).toContain(",'=1+1,1,")
    const statement = JSON.parse((await run('statement', '--json')).stdout) as { data: object }
    expect(statement.data).toMatchObject({ lines: [{ amountCents: 5_050 }], sums: [{ receivedCents: 5_050 }] })
    const today = server.clock.now().toISOString().slice(0, 10)
    const ofToday = await run('statement', '--from', today, '--to', today, '--csv')
    expect(ofToday.stdout).toContain('paid,50.5,USD,')
    expect((await run('statement', '--to', '2020-01-31')).stderr).toContain('Nothing was paid to you in this time.')
    for (const wrong of [
      ['--from', 'March'],
      ['--from', '2026-02-30'],
      ['--year', '2026', '--from', today],
    ])
      expect([wrong, (await run('statement', ...wrong)).exitCode]).toEqual([wrong, 2])
    for (const { stdout, stderr } of [table, csv]) expect(stdout + stderr).not.toContain('quetzal')
    expect((await run('list', '--csv', '--json')).exitCode).toBe(2)
  },
)

test('[PAYOUT-19] [PAYOUT-15] a statement has the days of the time zone in which they were asked for', async () => {
  const { ana, pay, addTask } = await createRewardWorld(server)
  await pay(ana, await addTask(), 5_050)
  await server.db.transaction().execute(async (tx) => {
    // A trigger refuses to change an entry.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger_entries set created_at = '2026-03-01T20:00:00Z' where user_id = ${ana.id}`.execute(tx)
  })
  const env = {
    ...{ GUILDHALL_SERVER_URL: server.origin, TZ: 'Asia/Tokyo' },
    GUILDHALL_TOKEN: (await openSession(server.deps, server.db, ana.id)).accessToken,
  }
  const day = '2026-03-02'
  const { stdout } = await runCommand(['earnings', 'statement', '--from', day, '--to', day], { env })
  expect(stdout).toMatch(/paid +2026-03-02 +\$50\.50/)
}, 90_000)
