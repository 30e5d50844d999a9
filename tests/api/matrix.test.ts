import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EndpointDef, operations } from '#shared/contract/index.ts'
import { allRows } from '../support/all-rows.ts'
import { startTestApp, type TestApp } from '../support/server.ts'
import type { Row } from './matrix-outcomes.ts'
import { table } from './matrix-table.ts'
import {
  type Actor,
  actors,
  createPeople,
  createProjectWorld,
  type Kind,
  type People,
  type ProjectWorld,
  refreshTokenOf,
  restoreCreatorApplications,
} from './matrix-world.ts'

let server: TestApp
let people: People
/** The projects for calls that change nothing: reads, and calls that are refused. */
let lasting: Record<Kind, ProjectWorld>
let creatorApplicationID: string
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guildhall-matrix-'))
  server = await startTestApp({ config: { trustedProxies: ['127.0.0.1'], dataDir } })
  people = await createPeople(server)
  const world = (kind: Kind) => createProjectWorld(server, people, kind)
  lasting = { open: await world('open'), hidden: await world('hidden'), deleted: await world('deleted') }
})
// A test before this one may have approved the application, and whoever is a creator may do more.
beforeEach(async () => {
  creatorApplicationID = await restoreCreatorApplications(server, people)
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** A wrong code uses up a try of the change of address that another row began: that is what refuses guesses. */
const TRIES = 'email_changes.tries'
/** Every ten seconds the server goes on holding the seats of the streams that rows before this one have opened. */
const HELD_UNTIL = 'stream_seats.held_until'

const linesOfTables = async () => (await allRows(server, [TRIES, HELD_UNTIL])).split('\n')
const nameOf = (line: string) => line.split(' ')[0] ?? ''
/** The tables whose rows differ; a table that is empty before or after has a line on one side only. */
const changedTables = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set(
    [...before.filter((line) => !after.includes(line)), ...after.filter((line) => !before.includes(line))].map(nameOf),
  ),
]

let sent = 0
const call = async (endpoint: EndpointDef, row: Row, actor: Actor, project: ProjectWorld) => {
  const refreshToken =
    endpoint.path.endsWith('-token') || endpoint.endsSession ? await refreshTokenOf(server, people.member) : ''
  const {
    params = {},
    query = {},
    body = {},
  } = row.input?.({ actor, people, project, creatorApplicationID, refreshToken }) ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  sent += 1
  return server.app.inject({
    method: endpoint.method,
    url: `/api${path}`,
    query,
    headers: {
      // Each call comes from an address of its own, so that no limit answers instead of the policy.
      'x-forwarded-for': `10.3.${Math.floor(sent / 250)}.${sent % 250}`,
      ...(actor !== 'anonymous' && { authorization: `Bearer ${people[actor].accessToken}` }),
    },
    ...(endpoint.method !== 'GET' && { payload: body }),
    // A stream's answer has no end that one could wait for.
    payloadAsStream: endpoint.transfer === 'stream',
  })
}

const outcomesOf = (row: Row): Array<[Kind, number[]]> => {
  const numbers = (text: string) => text.split(' ').map(Number)
  if (row.hidden === undefined) return [['open', numbers(row.open)]]
  const gone = actors.map((actor) => (actor === 'anonymous' ? 401 : 404))
  return [
    ['open', numbers(row.open)],
    ['hidden', numbers(row.hidden)],
    ['deleted', gone],
  ]
}

test('every call of the contract has an entry, and every entry has a status for every actor', () => {
  expect(operations.map(({ operation }) => operation).filter((operation) => !(operation in table))).toEqual([])
  for (const [operation, rows] of Object.entries(table)) {
    expect(rows.length, operation).toBeGreaterThan(0)
    for (const row of rows)
      for (const [kind, statuses] of outcomesOf(row))
        expect(statuses, `${operation}, ${kind}`).toHaveLength(actors.length)
  }
})

describe('[PERM-29][PERM-30] every call answers every actor as the table says, and a refused call changes nothing', () => {
  const cases = operations.flatMap(({ operation, endpoint }) =>
    (table[operation as keyof typeof table] ?? []).map(
      (row) => [`${operation}${row.what ? ` ${row.what}` : ''}`, endpoint, row] as const,
    ),
  )
  test.each(cases)('%s', async (_, endpoint, row) => {
    const isRead = endpoint.method === 'GET'
    const outcomes = outcomesOf(row).map(([kind, expected]) => {
      const refused = actors.filter((_, index) => (expected[index] ?? 0) >= 400)
      const actual: Partial<Record<Actor, number>> = {}
      return { kind, expected, refused, actual }
    })
    const before = isRead ? [] : await linesOfTables()
    for (const { kind, refused, actual } of outcomes)
      for (const actor of refused) actual[actor] = (await call(endpoint, row, actor, lasting[kind])).statusCode
    if (!isRead && endpoint.policy !== 'public')
      expect(changedTables(before, await linesOfTables()), 'tables that refused calls have changed').toEqual([])
    for (const { kind, expected, refused, actual } of outcomes) {
      for (const actor of actors.filter((each) => !refused.includes(each))) {
        const project =
          isRead || row.hidden === undefined ? lasting[kind] : await createProjectWorld(server, people, kind)
        if (endpoint.path.includes('creatorApplication'))
          creatorApplicationID = await restoreCreatorApplications(server, people)
        const answer = await call(endpoint, row, actor, project)
        actual[actor] = answer.statusCode
        const isJson = String(answer.headers['content-type']).startsWith('application/json')
        if (answer.statusCode < 300 && isJson) endpoint.response.parse(answer.json())
      }
      expect(actual, kind).toEqual(Object.fromEntries(actors.map((actor, index) => [actor, expected[index]])))
    }
  })
})
