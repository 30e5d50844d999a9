import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { allRows } from '../support/all-rows.ts'
import { testApp } from '../support/server.ts'
import { REFUSING } from '../support/webhook-targets.ts'
import { type Case, createCell, endpointOf, send } from './case.ts'
import { cases } from './cases/index.ts'
import { type Actor, actors, type Kind, outcomesOf } from './rights.ts'
import {
  createPeople,
  createProjectWorld,
  type People,
  type ProjectWorld,
  restoreCreatorApplications,
} from './world.ts'

const server = testApp({ config: { trustedProxies: ['127.0.0.1'], webhookTargets: REFUSING }, keepsFiles: true })
let people: People
/** The projects for calls that change nothing: reads, and calls that are refused. */
let lasting: Record<Kind, ProjectWorld>
let creatorApplicationID: string
beforeAll(async () => {
  people = await createPeople(server)
  const world = (kind: Kind) => createProjectWorld(server, people, kind)
  lasting = { open: await world('open'), hidden: await world('hidden'), deleted: await world('deleted') }
})
// A test before this one may have approved the application, and a creator may do more.
beforeEach(async () => {
  // Cases come in any order, and some are about who has no calendar.
  await server.db.deleteFrom('calendars').execute()
  creatorApplicationID = await restoreCreatorApplications(server, people)
})

/** A wrong code uses up a try of the change of address that another case began: that is what refuses guesses. */
const TRIES = 'email_changes.tries'
/** Every ten seconds the server goes on holding the seats of the streams that cases before this one have opened, or gives them up. */
const isOfSeats = (line: string) => line.startsWith('stream_seats ')

const linesOfTables = async () => (await allRows(server, [TRIES])).split('\n').filter((line) => !isOfSeats(line))
const nameOf = (line: string) => line.split(' ')[0] ?? ''
/** The tables whose rows differ; a table that is empty before or after has a line on one side only. */
const changedTables = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set(
    [...before.filter((line) => !after.includes(line)), ...after.filter((line) => !before.includes(line))].map(nameOf),
  ),
]

let sent = 0
const call = async (name: string, { input }: Case, actor: Actor, project: ProjectWorld) => {
  const cell = createCell(server, actor, { people, project, creatorApplicationID })
  sent += 1
  // Each call comes from an address of its own, so that no limit answers instead of the policy.
  const headers = { 'x-forwarded-for': `10.3.${Math.floor(sent / 250)}.${sent % 250}` }
  return send(endpointOf(name), cell, (await input?.(cell)) ?? {}, headers)
}

const withoutCase = (calls: readonly string[]) => {
  const named = new Set(cases.filter(([, { may }]) => may).map(([name]) => name.split(' ')[0]))
  return calls.filter((call) => !named.has(call))
}
test('[GUEST-02] every call of the contract has a case that says which of eleven kinds of people may make it', () => {
  expect(actors).toHaveLength(11)
  expect(actors).toEqual(expect.arrayContaining(['guest', 'formerGuest']))
  const calls = operations.map(({ operation }) => operation)
  expect(withoutCase([...calls, 'planted.call'])).toEqual(['planted.call'])
})
test('every case is of a call', () => {
  for (const [name] of cases) expect(endpointOf(name)).toBeDefined()
  expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length)
})

describe('[PERM-29][PERM-30] every call answers every actor as its case says, and a refused call changes nothing', () => {
  const stated = cases.flatMap(([name, one]) => (one.may ? [[name, { ...one, may: one.may }] as const] : []))
  test.each(stated)('%s', async (name, one) => {
    const endpoint = endpointOf(name)
    const isRead = endpoint.method === 'GET'
    const outcomes = outcomesOf(one.may, endpoint.status ?? 200).map(([kind, expected]) => {
      const refused = actors.filter((actor) => expected[actor] >= 400)
      const actual: Partial<Record<Actor, number>> = {}
      return { kind, expected, refused, actual }
    })
    const before = isRead ? [] : await linesOfTables()
    for (const { kind, refused, actual } of outcomes)
      for (const actor of refused) actual[actor] = (await call(name, one, actor, lasting[kind])).statusCode
    if (!isRead && endpoint.policy !== 'public')
      expect(changedTables(before, await linesOfTables()), 'tables that refused calls have changed').toEqual([])
    for (const { kind, expected, refused, actual } of outcomes) {
      for (const actor of actors.filter((each) => !refused.includes(each))) {
        const project = isRead || !one.may.draft ? lasting[kind] : await createProjectWorld(server, people, kind)
        if (endpoint.path.includes('creatorApplication'))
          creatorApplicationID = await restoreCreatorApplications(server, people)
        const answer = await call(name, one, actor, project)
        actual[actor] = answer.statusCode
        const isJson = String(answer.headers['content-type']).startsWith('application/json')
        if (answer.statusCode < 300 && isJson) endpoint.response.parse(answer.json())
      }
      expect(actual, kind).toEqual(expected)
    }
  })
})
