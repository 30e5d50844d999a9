import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRows } from '../support/all-rows.ts'
import { plantFaults } from '../support/fail-statement.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { REFUSING } from '../support/webhook-targets.ts'
import { type Case, createOwnCell, endpointOf, send } from './case.ts'
import { continueHistory } from '#server/process/history.ts'
import { cases } from './cases/index.ts'
import { actsWithoutCalls } from './cases/without-calls.ts'

const faults = plantFaults()
let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ config: { registration: 'open', webhookTargets: REFUSING }, keepsFiles: true })
  // As every start does, of a command too: a log learns once which cluster it is in.
  await continueHistory(server.db)
})
afterAll(async () => {
  await server.close()
  faults.restore()
})

type Change = Pick<Case, 'isBehindAnswer' | 'except'> & {
  file: string
  /** Makes what the change needs, and returns the change. */
  prepare: () => Promise<() => Promise<unknown>>
}
/** Makes the case's call. Errors: where the call does not get the status that it gets without a fault. */
const callOf =
  (name: string, { input, by = 'owner', fails }: Case) =>
  async () => {
    const cell = await createOwnCell(server, by)
    const sent = (await input?.(cell)) ?? {}
    return async () => {
      const { statusCode } = await send(endpointOf(name), cell, sent)
      if (fails ? statusCode !== fails : statusCode >= 400) throw new Error(`${name} answered ${statusCode}.`)
    }
  }
const changes: [name: string, Change][] = [
  ...cases.flatMap(([name, one]): [string, Change][] =>
    one.rollsBack ? [[name, { ...one, file: one.rollsBack, prepare: callOf(name, one) }]] : [],
  ),
  ...Object.entries(actsWithoutCalls).map(([name, act]): [string, Change] => [
    name,
    { ...act, prepare: async () => act.prepare(await createOwnCell(server, 'stranger')) },
  ]),
]

/** More statements than any change has. */
const STATEMENTS_MAX = 120
describe('[EVT-01] whichever statement of a change fails, nothing of it stays, and no event', () => {
  test.each(changes)('%s', async (_, { prepare, isBehindAnswer = false, except = [] }) => {
    let act = await prepare()
    let before = await allRows(server, except)
    for (let n = 1; n < STATEMENTS_MAX; n++) {
      // Every try asks for mails and codes again from one network: more than that network may in an hour.
      await server.db.deleteFrom('rate_limits').execute()
      // Where a failed call leaves nothing behind, the next try repeats it.
      if (n > 1 && (isBehindAnswer || except.length > 0)) {
        act = await prepare()
        before = await allRows(server, except)
      }
      faults.failAt(n)
      const [outcome] = await Promise.allSettled([act()])
      await server.deps.background.idle()
      const hasFailed = faults.end()
      const after = await allRows(server, except)
      if (!hasFailed) {
        // Each statement has failed once. This time none has failed, and so the change is made.
        expect(outcome).toMatchObject({ status: 'fulfilled' })
        expect(n).toBeGreaterThan(1)
        return
      }
      if (!isBehindAnswer) expect(outcome?.status, `statement ${n}`).toBe('rejected')
      expect(after, `statement ${n}`).toBe(before)
    }
    throw new Error('The change never came to its end.')
  })
})

test('every transaction of the server has its case', () => {
  const root = new URL('../../server/', import.meta.url)
  // These have tests of their own. A fault while the role that serves is made, the demo world changed, a backup restored, a log begun or the configured
  // administrator made ends the start or the command; the worker notes a fault and tries again (server/jobs/jobs.test.ts).
  const startsAndCommands = [
    'process/serve.ts',
    'process/database.ts',
    'process/history.ts',
    'demo/index.ts',
    'demo/remove.ts',
    'backup/restore-backup.ts',
    'events/months.ts',
  ]
  const apart = ['db/pool.ts', 'jobs/worker.ts', ...startsAndCommands]
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !apart.includes(file))
  const uses = files.flatMap((file) => {
    const count = readFileSync(new URL(file, root), 'utf8').split('withTx(').length - 1
    return count > 0 ? [[file, count] as const] : []
  })
  expect(uses.length).toBeGreaterThan(10)
  const missing = uses.filter(([file, count]) => changes.filter(([, one]) => one.file === file).length < count)
  expect(missing).toEqual([])
})
