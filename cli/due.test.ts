import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createRewardWorld } from '../tests/support/rewards.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()

/** Several programs are started in each test, one after the other. */
const SLOW = 90_000
const envOf = async ({ id }: { id: string }) => ({
  GUILDHALL_SERVER_URL: server.origin,
  GUILDHALL_TOKEN: (await openSession(server.deps, server.db, id)).accessToken,
})

test(
  '[SETTLE-47] an owner lists what is owed and late, records it for several tasks, and is refused for others',
  async () => {
    const { owner, ana, ben, owed, held, passDays, params, ledger } = await createRewardWorld(server)
    const env = await envOf(owner)
    const run = (...args: string[]) => runCommand(args, { env })
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as { data: unknown[] }
    const first = await owed(ana, 10_000)
    await passDays(11)
    const second = await owed(ben, 5_050, 'Draw the trees')
    await held(ana, 3_000, 'Draw the sea')
    expect((await run('due', 'list', params.id, '--late')).stdout).toContain('$100.00')
    expect((await json('due', 'list', params.id, '--late')).data).toMatchObject([
      { taskID: first, number: '1', username: ana.username, amountCents: 10_000, currency: 'USD', isLate: true },
    ])
    expect((await json('due', 'list', params.id)).data).toHaveLength(2)
    const refused = await run('due', 'pay', params.id, '1', '3')
    expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('Nothing is owed for task #3.')])
    expect((await ledger(first)).due).toBe(10_000)
    const paid = await run('due', 'pay', params.id, '1', '2', '--method', 'Bank transfer')
    expect(paid.stderr).toBe(
      '#1 Draw the map: $100.00 to Ana is recorded as paid.\n#2 Draw the trees: $50.50 to Ben is recorded as paid.\n',
    )
    expect([(await ledger(first)).due, (await ledger(second)).due]).toEqual([0, 0])
    expect((await run('due', 'list', params.id)).stderr).toBe('Nobody is owed anything.\n')
  },
  SLOW,
)

test(
  '[SETTLE-47] a member is refused with the exit code 4',
  async () => {
    const { ana, owed, params } = await createRewardWorld(server)
    await owed(ana, 10_000)
    const { exitCode, stderr } = await runCommand(['due', 'list', params.id], { env: await envOf(ana) })
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('Only owners and admins of the project see')])
  },
  SLOW,
)
