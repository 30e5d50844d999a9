import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createDisputeWorld, RULING, STATEMENT } from '../tests/support/disputes.ts'
import { createRewardWorld } from '../tests/support/rewards.ts'
import { testApp } from '../tests/support/server.ts'

const server = testApp()

/** Several programs are started in each test, one after the other. */
const SLOW = 90_000
const runAs = async ({ id }: { id: string }, at = server) => {
  const env = {
    GUILDHALL_SERVER_URL: at.origin,
    GUILDHALL_TOKEN: (await openSession(at.deps, at.db, id)).accessToken,
  }
  return (...args: string[]) => runCommand(args, { env })
}

test(
  '[DISPUTE-20] sides and administrators list and read a dispute, an administrator rules it, and others are refused',
  async () => {
    const { ana, ben, grace, toRule, ledger } = await createDisputeWorld(server)
    const { id, taskID } = await toRule()
    const [asAna, asBen, asGrace] = await Promise.all([ana, ben, grace].map((one) => runAs(one)))
    if (!asAna || !asBen || !asGrace) throw new Error('Three people.')
    const rows = JSON.parse((await asAna('dispute', 'list', '--json')).stdout) as { data: unknown[] }
    expect(rows.data).toMatchObject([
      { id, taskID, state: 'ruling', waitsFor: 'administrators', reason: 'notReviewed' },
    ])
    const all = (await asGrace('dispute', 'list', '--all')).stdout
    expect([all.includes('Draw the map'), all.includes('To be ruled')]).toEqual([true, true])
    for (const run of [asAna, asGrace]) expect((await run('dispute', 'show', id)).stdout).toContain(STATEMENT)
    const body = { body: 'The legend is on its way.', idempotencyKey: 'a comment' }
    await ana.api.comments.create({ params: { id: taskID }, body })
    const ofGrace = (await asGrace('dispute', 'show', id)).stdout
    for (const shown of ['Terms:\n', 'Handed in, round 1', 'Ana: The legend', 'Ledger:\n', ' reserve $400.00'])
      expect(ofGrace).toContain(shown)
    for (const args of [
      ['list', '--all'],
      ['show', id],
      ['rule', id, '300', '--text', RULING],
    ])
      expect([args[0], (await asBen('dispute', ...args)).exitCode]).toEqual([args[0], 4])
    expect((await asAna('dispute', 'rule', id, '300', '--text', RULING)).exitCode).toBe(4)
    const ruled = await asGrace('dispute', 'rule', id, '300', '--text', RULING)
    expect([ruled.exitCode, ruled.stderr]).toEqual([0, 'Draw the map is ruled: $300.00.\n'])
    expect((await ledger(taskID)).due).toBe(30_000)
    const shown = JSON.parse((await asAna('dispute', 'show', id, '--json')).stdout) as object
    expect(shown).toMatchObject({ state: 'ruled', ruling: { amountCents: 30_000, text: RULING } })
  },
  SLOW,
)

test(
  '[DISPUTE-09] what one has to do says of a task that it is in dispute',
  async () => {
    const { ana, owner, handedIn, open } = await createDisputeWorld(server)
    const { taskID } = await handedIn()
    await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'No legend.' } })
    const run = await runAs(ana)
    const isNow = async () => {
      const { now } = JSON.parse((await run('work', '--json')).stdout) as { now: Array<{ isDisputed: boolean }> }
      return [now.map(({ isDisputed }) => isDisputed), (await run('work')).stdout.includes(', in dispute)')]
    }
    expect(await isNow()).toEqual([[false], false])
    await open(taskID, ana)
    expect(await isNow()).toEqual([[true], true])
  },
  SLOW,
)

const without = testApp({ config: { disputes: 'off' } })
test(
  '[DISPUTE-14] where the server has no disputes, an offer that is set or shown says how amounts are settled',
  async () => {
    const { owner, params, addTask } = await createRewardWorld(without)
    const id = await addTask()
    const number = (await owner.api.tasks.get({ params: { id } })).data.taskId
    await owner.api.projects.update({ params, body: { status: 1 } })
    const run = await runAs(owner, without)
    const said = 'No disputes on this server; amounts are settled by proposal.'
    expect((await run('offer', 'set', params.id, String(number), '40')).stdout).toContain(said)
    expect((await run('open', 'show', id)).stdout).toContain(said)
    expect((await run('offer', 'set', params.id, String(number), '0')).stdout).not.toContain(said)
  },
  SLOW,
)
