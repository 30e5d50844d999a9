import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { openSession } from '../server/modules/auth/sessions.ts'
import { runCommand } from '../tests/support/cli-runner.ts'
import { createDisputeWorld, RULING } from '../tests/support/disputes.ts'
import { createUser, unique } from '../tests/support/factories.ts'
import { testApp } from '../tests/support/server.ts'
import { REFUSING } from '../tests/support/webhook-targets.ts'
import { exitCode } from './exit-codes.ts'
import { buildProgram } from './program.ts'

const server = testApp({ config: { webhookTargets: REFUSING } })
const SLOW = 300_000

/** The commands that release 3 has brought; each is tried below. */
const nouns = ['open', 'claim', 'offer', 'due', 'earnings', 'dispute', 'vouch', 'rating', 'report', 'webhook']
const more = ['waitlist funnel', 'events list']

const pathsOf = (command: Command, path: string): { path: string; command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((child) => pathsOf(child, `${path} ${child.name()}`)),
]
const all = buildProgram().commands.flatMap((command) => pathsOf(command, command.name()))
const ofRelease3 = all.filter(
  ({ path, command }) =>
    command.commands.length === 0 && (nouns.includes(path.split(' ')[0] ?? '') || more.includes(path)),
)

const envOf = async ({ id }: { id: string }) => ({
  GUILDHALL_SERVER_URL: server.origin,
  GUILDHALL_TOKEN: (await openSession(server.deps, server.db, id)).accessToken,
})

/** The names of all fields, with those of the first row of each list; what they hold is not looked at. */
const fieldsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [fieldsOf(value[0])]
  if (value === null || typeof value !== 'object') return null
  const names = Object.keys(value).sort()
  const nested = Object.entries(value).filter(([, one]) => Array.isArray(one) && one.length > 0)
  return nested.length === 0
    ? names.join(' ')
    : { fields: names.join(' '), ...Object.fromEntries(nested.map(([name, one]) => [name, fieldsOf(one)])) }
}

test(
  '[FEED-20] each command of release 3 has an example in its help, and is completed in every shell',
  async () => {
    expect(ofRelease3.length).toBeGreaterThan(20)
    for (const { path, command } of ofRelease3) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) })
      command.outputHelp()
      expect(help, path).toContain(`guildhall ${path}`)
      expect(help, path).toMatch(/Examples?:\n {2}\$ guildhall /)
      expect(help, path).toContain('--json')
    }
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout, exitCode: ended } = await runCommand(['completion', shell])
      expect(ended).toBe(exitCode.done)
      const missing = ofRelease3.filter(({ path }) => !path.split(' ').every((word) => stdout.includes(word)))
      expect(missing.map(({ path }) => path)).toEqual([])
    }
  },
  SLOW,
)

test(
  '[FEED-20] --json of each command has the fields that scripts rely on',
  async () => {
    const { ana, ben, grace, owner, params, owed, addTask, toRule } = await createDisputeWorld(server)
    const { user: other } = await createUser(server)
    const [asOwner, asAna, asGrace] = [await envOf(owner), await envOf(ana), await envOf(grace)]
    const id = params.id
    const shown: Record<string, unknown> = {}
    const tried = new Set<string>()
    const json = async (env: NodeJS.ProcessEnv, path: string, ...args: string[]) => {
      const result = await runCommand([...path.split(' '), ...args, '--json'], { env })
      expect([path, result.exitCode, result.stderr]).toEqual([path, exitCode.done, ''])
      const answer = JSON.parse(result.stdout) as { data?: { id?: string; number?: string }[] }
      tried.add(path)
      shown[path] = fieldsOf(answer)
      return answer
    }
    const { id: disputeID } = await toRule()
    const taskID = await addTask(undefined, unique('Free '))
    await owner.api.projects.update({ params, body: { status: 1 } })
    const { taskId: number } = (await owner.api.tasks.get({ params: { id: taskID } })).data
    await json(asOwner, 'offer set', id, number, '40', '--takers', 'members')
    await json(asAna, 'open list', '--project', id)
    await json(asAna, 'open show', taskID)
    await json(asAna, 'claim make', id, number)
    await json(asAna, 'claim list', '--state', 'active')
    await json(asAna, 'claim extend', id, number, '--reason', 'The numbers come on Tuesday.')
    await json(asAna, 'claim return', id, number)
    await json(await envOf(ben), 'claim make', id, number)
    await json(asOwner, 'claim take-back', id, number, '--reason', 'We need it on Monday.')
    await json(asOwner, 'offer clear', id, number)
    const { taskId: due } = (await owner.api.tasks.get({ params: { id: await owed(ana, 700, 'Sing') } })).data
    await json(asOwner, 'due list', id)
    await json(asOwner, 'due pay', id, due)
    await json(asAna, 'earnings list')
    await json(asAna, 'earnings statement')
    await json(asAna, 'dispute list')
    await json(asGrace, 'dispute show', disputeID)
    shown['dispute show, for an administrator'] = shown['dispute show']
    await json(asAna, 'dispute show', disputeID)
    await json(asGrace, 'dispute rule', disputeID, '300', '--text', RULING)
    await json(asOwner, 'vouch', id, other.username)
    await json(asOwner, 'rating list')
    await json(asGrace, 'waitlist funnel')
    await json(asAna, 'events list')
    await json(asOwner, 'webhook add', id, 'build', '--kinds', 'task.moved')
    await json(asOwner, 'webhook list', id)
    await json(asOwner, 'webhook secret', id, 'build')
    await json(asOwner, 'webhook deliveries', id, 'build')
    await json(asOwner, 'webhook remove', id, 'build')
    expect(shown).toMatchInlineSnapshot(`
      {
        "claim extend": "because claimedAt endedAt id kind leaseUntil number project projectID state taskID title",
        "claim list": {
          "data": [
            "because claimedAt endedAt id kind leaseUntil number project projectID state taskID title",
          ],
          "fields": "data",
        },
        "claim make": "because claimedAt endedAt id kind leaseUntil number project projectID state taskID title",
        "claim return": "because claimedAt endedAt id kind leaseUntil number project projectID state taskID title",
        "claim take-back": "because claimedAt endedAt id kind leaseUntil number project projectID state taskID title",
        "dispute list": {
          "data": [
            "by endedAt id isLate openedAt reason side state taskID title waitsFor",
          ],
          "fields": "data",
        },
        "dispute rule": {
          "fields": "askCents by currency dueCents endedAt holder id isLate mostCents openedAt paidCents reason ruling side state statements taskID title waitsFor",
          "statements": [
            "createdAt side text username",
          ],
        },
        "dispute show": {
          "fields": "askCents by currency dueCents endedAt holder id isLate mostCents openedAt paidCents reason ruling side state statements taskID title waitsFor",
          "statements": [
            "createdAt side text username",
          ],
        },
        "dispute show, for an administrator": {
          "entries": [
            "amountCents claimID createdAt currency from id kind paymentID person taskID to",
          ],
          "feed": [
            "comment createdAt event id",
          ],
          "fields": "askCents by currency dueCents endedAt entries feed holder id isLate mostCents openedAt paidCents reason rounds ruling side state statements task taskID terms title waitsFor",
          "rounds": [
            "aiUse answer answeredAt answeredByID answeredByName answeredByUsername authorID authorName authorUsername createdAt files id links note remarks round state taskID",
          ],
          "statements": [
            "createdAt side text username",
          ],
        },
        "due list": {
          "data": [
            "amountCents claimID currency isLate name number payBy since taskID title username",
          ],
          "fields": "data",
        },
        "due pay": {
          "data": [
            "amountCents currency id number username",
          ],
          "fields": "data",
        },
        "earnings list": "data",
        "earnings statement": "data",
        "events list": "data nextCursor reset",
        "offer clear": "closedAt offer projectID taskID",
        "offer set": "closedAt offer projectID taskID",
        "open list": {
          "data": [
            {
              "fields": "aiRule amountCents currency dueOn hours id leaseDays may mode number project projectID skills takers title whyNot",
              "skills": [
                null,
              ],
            },
          ],
          "fields": "data",
        },
        "open show": {
          "fields": "aiRule amountCents answerDays currency description doneWhen dueOn hours id leaseDays may mode number payDays project projectID reviewDays skills state takers title whyNot",
          "skills": [
            null,
          ],
        },
        "rating list": "data unanswered",
        "vouch": "data",
        "waitlist funnel": "total weeks",
        "webhook add": {
          "fields": "hasTarget id kinds madeAt secret secrets state target",
          "kinds": [
            null,
          ],
        },
        "webhook deliveries": "data",
        "webhook list": {
          "data": [
            {
              "fields": "hasTarget id kinds madeAt secrets state target",
              "kinds": [
                null,
              ],
            },
          ],
          "fields": "data targets",
          "targets": [
            null,
          ],
        },
        "webhook remove": "isRemoved target",
        "webhook secret": "secret target",
      }
    `)
    // What is not tried here has a test of its own that reads its fields.
    const elsewhere = ['rating give', 'rating answer', 'report list', 'report decide', 'webhook resend']
    expect([...tried, ...elsewhere].toSorted()).toEqual(ofRelease3.map(({ path }) => path).toSorted())
  },
  SLOW,
)

test(
  '[FEED-20] they end with the documented exit codes',
  async () => {
    const { ana, params } = await createDisputeWorld(server)
    const asAna = await envOf(ana)
    const codeOf = async (env: NodeJS.ProcessEnv, ...args: string[]) => (await runCommand(args, { env })).exitCode
    expect(await codeOf(asAna, 'due', 'list', params.id)).toBe(exitCode.refused)
    expect(await codeOf(asAna, 'open', 'list', '--limit', 'many')).toBe(exitCode.usage)
    expect(await codeOf(asAna, 'open', 'show', params.id)).toBe(exitCode.failed)
    const nobody = { GUILDHALL_SERVER_URL: server.origin, GUILDHALL_TOKEN: 'none' }
    expect(await codeOf(nobody, 'claim', 'list')).toBe(exitCode.notSignedIn)
    const away = { ...asAna, GUILDHALL_SERVER_URL: 'http://127.0.0.1:9' }
    expect(await codeOf(away, 'earnings', 'list')).toBe(exitCode.failed)
  },
  SLOW,
)
