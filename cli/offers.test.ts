import { expect, test } from 'vitest'
import { tiers } from '../shared/contract/index.ts'
import { aiRules, aiUses, offerModes, offerTakers } from '../shared/contract/task-offer.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createRewardWorld } from '../tests/support/rewards.ts'
import { testApp } from '../tests/support/server.ts'
import { aiRuleWords, aiUseWords, offerModeWords, offerTakersWords, tierWords } from './words.ts'

const server = testApp()

/** Several programs are started in each test, one after the other. */
const SLOW = 90_000
const world = async () => {
  const { owner, ana, params, addTask, held } = await createRewardWorld(server)
  const runAs =
    (who: typeof owner) =>
    async (...args: string[]) => {
      const endsAt = new Date(Date.now() + 60 * 60_000).toISOString()
      const sent = { name: 'A script', scopes: ['read' as const, 'manage' as const], endsAt }
      const { token } = (await who.api.tokens.create({ body: sent })).data
      return runCommand(args, { env: { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: token } })
    }
  const numberOf = async (id: string) => (await owner.api.tasks.get({ params: { id } })).data.taskId
  return { owner, ana, project: params.id, addTask, held, runAs, numberOf, run: runAs(owner) }
}

test(
  '[OFFER-47] an owner sets an offer with every field, and closes it',
  async () => {
    const { project, addTask, numberOf, run } = await world()
    const number = await numberOf(await addTask())
    const plain = await run('offer', 'set', project, number, '40')
    expect(plain.stderr).toBe(`The offer of task #${number} is set.\n`)
    expect(plain.stdout).toBe(
      '$40.00\nRecorded, not held.\nMode: claim. Anyone may take it.\nSkills: Maps, React.\nTheirs for 7 days, reviewed within 14 days, paid within 14 days.\nSay with your hand-in whether an AI generator was used.\n',
    )
    const options = '--mode apply --takers tier --min-tier silver --skills Ink,Maps --lease-days 3'
    const more = '--review-days 5 --pay-days 1 --ai-rule none --json'
    const set = await run('offer', 'set', project, number, '40.50', ...`${options} ${more}`.split(' '))
    const wanted = { amountCents: 4_050, mode: 'apply', takers: 'tier', minTier: 'silver', skills: ['Ink', 'Maps'] }
    expect(JSON.parse(set.stdout)).toMatchObject({
      offer: { ...wanted, leaseDays: 3, reviewDays: 5, payDays: 1, aiRule: 'none', version: 2 },
    })
    expect((await run('offer', 'set', project, number, '0')).stdout).toContain('No reward: for reputation\nMode:')
    const cleared = await run('offer', 'clear', project, number, '--json')
    expect(JSON.parse(cleared.stdout)).toMatchObject({ offer: null, closedAt: expect.any(String) as string })
  },
  SLOW,
)

test(
  "[OFFER-47] what is refused ends with code 4 and the server's sentence",
  async () => {
    const { ana, project, addTask, held, numberOf, run, runAs } = await world()
    const number = await numberOf(await addTask())
    const tooMuch = await run('offer', 'set', project, number, '501')
    expect([tooMuch.exitCode, tooMuch.stderr]).toEqual([4, 'Only $500.00 of the budget is left.\n'])
    const byMember = await runAs(ana)('offer', 'set', project, number, '5')
    expect([byMember.exitCode, byMember.stderr]).toEqual([4, expect.stringContaining('Only owners and admins')])
    const taken = await run('offer', 'clear', project, await numberOf(await held(ana, 10_000)))
    expect([taken.exitCode, taken.stderr]).toEqual([
      4,
      'Ana works on this task. Take it back first, or wait for the end.\n',
    ])
    const noAmount = await run('offer', 'set', project, number, 'much')
    expect([noAmount.exitCode, noAmount.stderr]).toEqual([2, expect.stringContaining('such as 40 or 40.50')])
  },
  SLOW,
)

test("the words of --help about offers are the contract's", () => {
  expect(offerModeWords).toEqual(offerModes)
  expect(offerTakersWords).toEqual(offerTakers)
  expect(tierWords).toEqual(tiers)
  expect(aiRuleWords).toEqual(aiRules)
  expect(aiUseWords).toEqual(aiUses)
})
