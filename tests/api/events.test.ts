import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'
import { eventKinds } from '#shared/contract/events.ts'
import { type OperationName, operations } from '#shared/contract/index.ts'
import { allRows } from '../support/all-rows.ts'
import { TEST_PASSWORD } from '../support/factories.ts'
import { markLog } from '../support/log-mark.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import { accountCases } from './events-of-accounts.ts'
import { projectCases } from './events-of-projects.ts'
import { requestCases } from './events-of-requests.ts'
import { reviewCases } from './events-of-reviews.ts'
import { templateCases } from './events-of-templates.ts'
import { CANARY, createWorld } from './events-world.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ config: { registration: 'open' } })
})
afterAll(() => server.close())

const world = createWorld(() => server)
const cases = {
  ...accountCases(world),
  ...projectCases(world),
  ...reviewCases(world),
  ...requestCases(world),
  ...templateCases(world),
}

/** Calls that write nothing, or only what counts them: they are asked by POST because of what they send. */
const writeNothing: readonly OperationName[] = [
  'ai.generateProject',
  'ai.generateTask',
  'ai.suggestTasks',
  'ai.enhanceDescription',
]
/** Calls that change something and leave no event: codes and links, marks, follows and settings of one's own, private labels and notes. */
const withoutEvent: readonly string[] = [
  'auth.register',
  'auth.resendOtp',
  'auth.forgotPassword',
  'auth.refreshToken',
  'auth.login with two steps',
  'account.changeEmail',
  'account.confirm',
  'twoStep.setUp',
  'twoStep.renewCodes',
  'users.updateSettings',
  'users.welcome',
  'notifications.mark',
  'notifications.follow',
  'notifications.unfollow',
  'notifications.changeSettings',
  'notifications.unsubscribe',
  'savedProjects.add',
  'savedProjects.remove',
  'savedSearches.create',
  'savedSearches.update',
  'savedSearches.remove',
  'requests.setLabel',
  'requests.saveNotes',
  'waitlist.subscribe',
]

/** What `act` writes into the log, and whether it changes any other row. */
const watch = async (act: () => Promise<unknown>) => {
  await server.deps.background.idle()
  const { at } = await markLog(server.db)
  const before = await allRows(server, ['events'])
  await act()
  const isChanged = (await allRows(server, ['events'])) !== before
  const { events } = await markLog(server.db, at)
  return { events, isChanged }
}

/** A change that the log does not know, or an event of a change that was not made; null when they agree. */
const disagreement = (
  { events, isChanged }: Awaited<ReturnType<typeof watch>>,
  mayBeSilent: boolean,
): string | null => {
  if (isChanged && events.length === 0 && !mayBeSilent) return 'a change without its event'
  return !isChanged && events.length > 0 ? 'an event without its change' : null
}

describe('[EVT-06] [EVT-13] [EVT-15] [EVT-17] [EVT-18] [EVT-19] [EVT-20] [EVT-21] [EVT-26] every call that writes leaves exactly its events', () => {
  test.each(Object.entries(cases))('%s', async (name, prepare) => {
    const { act, told } = await prepare()
    const seen = await watch(act)
    expect(disagreement(seen, withoutEvent.includes(name))).toBeNull()
    expect(seen.events.map(({ kind }) => kind)).toEqual(told.map(({ kind }) => kind))
    expect(seen.events).toMatchObject(told)
    // No text, address, password or token.
    for (const { data } of seen.events)
      expect(JSON.stringify(data)).not.toMatch(new RegExp(`${CANARY}|@|${TEST_PASSWORD}|[\\w-]{41,}`))
  })

  test('a change without its event is caught, and an event without its change', async () => {
    const { id } = await world.person()
    const change = () => server.db.updateTable('users').set({ bio: CANARY }).where('id', '=', id).execute()
    const tell = () =>
      withTx(server.db, (tx) =>
        record(tx, new Date(), {
          kind: 'account.profileChanged',
          actorID: id,
          subjectID: id,
          data: { fields: ['bio'] },
        }),
      )
    expect(disagreement(await watch(change), false)).toBe('a change without its event')
    expect(disagreement(await watch(tell), false)).toBe('an event without its change')
  })

  test('every call that writes is among the cases, and every kind of event', () => {
    const named = new Set(Object.keys(cases).map((name) => name.split(' ')[0]))
    const writing = operations.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ operation }) => operation)
    expect(writing.filter((operation) => !named.has(operation)).sort()).toEqual([...writeNothing].sort())
    for (const name of withoutEvent) expect(Object.keys(cases)).toContain(name)
    const source = ['accounts', 'projects', 'requests', 'reviews']
      .map((of) => readFileSync(join(import.meta.dirname, `events-of-${of}.ts`), 'utf8'))
      .join('')
    // Commands on the server make administrators: server/commands/admin.test.ts.
    const byCommands = ['account.adminGranted']
    // Time alone makes these: server/modules/tasks/deadlines.test.ts and server/modules/memberships/decision-clock.test.ts, and
    // server/modules/own-data/erasure.test.ts.
    const byTime = ['request.reminded', 'task.due', 'task.overdue', 'account.deleted']
    expect(
      eventKinds.filter(
        (kind) =>
          !source.includes(`kind: '${kind}'`) && !source.includes(`? '${kind}'`) && !source.includes(`: '${kind}'`),
      ),
    ).toEqual([...byTime, ...byCommands])
  })
})
