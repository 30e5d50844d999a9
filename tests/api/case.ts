import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { EventKind } from '#shared/contract/events.ts'
import { type EndpointDef, operations } from '#shared/contract/index.ts'
import { unique } from '../support/factories.ts'
import type { TestApp } from '../support/server.ts'
import type { Actor, Rights } from './rights.ts'
import {
  createPeople,
  createProjectWorld,
  type People,
  type Person,
  type ProjectWorld,
  restoreCreatorApplications,
} from './world.ts'

/** What a case can use to arrange its call. */
export type Cell = {
  server: TestApp
  actor: Actor
  /** The person who calls; for an anonymous call, somebody who is not signed in. */
  self: Person
  people: People
  project: ProjectWorld
  /** The applicant's open application to be a creator. */
  creatorApplicationID: string
  /** Calls as that person, or as nobody. */
  as: (who?: keyof People) => ReturnType<TestApp['client']>
}
/** The parts of a request. A plain object as the body is sent as JSON, a FormData as a form. */
export type CallInput = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  /** Whose account it is about, where that is not one of the people. */
  account?: { id: string }
}
/** An event that a call leaves, by who calls or by nobody. `of` is whom it is about; an event of an account is about the caller. */
export type Left = {
  kind: EventKind
  actorID?: null
  of?: keyof People
  projectID?: unknown
  taskID?: unknown
  requestID?: unknown
  data?: object
}
type Input = (cell: Cell) => CallInput | Promise<CallInput>

/** One way to make a call: what it sends, who may send it, and what it leaves behind. */
export type Case = {
  /** Where `may` is stated, it changes nothing, because every actor tries it on the same project. */
  input?: Input
  /** What each actor gets: tests/api/matrix.test.ts. */
  may?: Rights
  /** Who calls in the tests of events and transactions: the owner, unless it is stated. */
  by?: Actor
  /** The status that this caller gets, where it is no success and `may` does not say so. */
  fails?: number
  /** The events it leaves, in their order; `silently` where it changes something and leaves none: tests/api/events.test.ts. */
  leaves?: readonly Left[] | 'silently' | ((cell: Cell, sent: CallInput) => readonly Left[])
  /** Sent a second time, it changes nothing. */
  once?: true
  /** The file below server/ that has its transaction, of which nothing stays when a statement fails: tests/api/transactions.test.ts. */
  rollsBack?: string
  /** It answers before its transaction begins. */
  isBehindAnswer?: true
  /** Columns ("table.column") that keep what was written before the transaction. */
  except?: readonly string[]
}
/** The cases by the call's name, with words behind it where a call has several. */
export type Cases = Readonly<Record<string, Case>>

/** Is in every text that the cases send: no event may have it. */
export const CANARY = 'canary-in-a-text'
export const text = () => unique(`${CANARY} `)
export const address = () => `${unique('who')}@example.org`
export const any = expect.anything() as unknown
/** The prefix of the network that the tests of events call from. */
export const network = { network: '127.0.0.0/24' }

export const endpointOf = (name: string): EndpointDef => {
  const found = operations.find(({ operation }) => operation === name.split(' ')[0])
  if (!found) throw new Error(`The contract has no call ${name}.`)
  return found.endpoint
}

export const createCell = (
  server: TestApp,
  actor: Actor,
  world: Pick<Cell, 'people' | 'project' | 'creatorApplicationID'>,
): Cell => ({
  ...world,
  server,
  actor,
  self: world.people[actor === 'anonymous' ? 'outsider' : actor],
  as: (who) => server.client(who && world.people[who].accessToken),
})

/** A cell with people and a project of its own. */
export const createOwnCell = async (server: TestApp, actor: Actor): Promise<Cell> => {
  const people = await createPeople(server)
  const project = await createProjectWorld(server, people, 'open')
  return createCell(server, actor, {
    people,
    project,
    creatorApplicationID: await restoreCreatorApplications(server, people),
  })
}

/** Makes the call as the cell's actor. */
export const send = (
  endpoint: EndpointDef,
  { server, actor, self }: Cell,
  { params = {}, query = {}, body = {} }: CallInput,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  server.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`,
    query,
    headers: { ...headers, ...(actor !== 'anonymous' && { authorization: `Bearer ${self.accessToken}` }) },
    ...(endpoint.method !== 'GET' && { payload: body }),
    // A stream's answer has no end that one could wait for.
    payloadAsStream: endpoint.transfer === 'stream',
  })
