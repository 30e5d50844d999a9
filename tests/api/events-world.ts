import { expect } from 'vitest'
import type { EventKind } from '#shared/contract/events.ts'
import {
  createCreator,
  createMembership,
  createPerson,
  createProject,
  createUser,
  unique,
} from '../support/factories.ts'
import type { TestApp } from '../support/server.ts'

/** Stands in every text that these calls send: no event may have it. */
export const CANARY = 'canary-in-a-text'
export type Told = { kind: EventKind; actorID: string | null } & Partial<
  Record<'projectID' | 'taskID' | 'requestID' | 'subjectID' | 'data', unknown>
>
/** A call that is made once everything is prepared, and the events that it must leave, in their order. */
export type Case = () => Promise<{ act: () => Promise<unknown>; told: readonly Told[] }>
export const any = expect.anything() as unknown
/** The prefix of the network that these tests call from. */
export const network = { network: '127.0.0.0/24' }

type Person = Awaited<ReturnType<typeof createPerson>>
type Creator = Person & { accessToken: string; refreshToken: string }
type Team = { owner: Creator; member: Person; stranger: Person; id: string; params: { id: string } }

/** People and projects for the calls that leave events. `app` is asked when a case runs, since cases are listed before the server is there. */
export const createWorld = (app: () => TestApp) => {
  const text = () => unique(`${CANARY} `)
  const address = () => `${unique(CANARY)}@example.org`
  const auth = (): ReturnType<TestApp['client']>['auth'] => app().client().auth
  const person = (options = {}): Promise<Person> => createPerson(app(), options)
  const administrator = (): Promise<Person> => person({ isAdministrator: true })
  const creator = async (): Promise<Creator> => {
    const { user, accessToken, refreshToken } = await createCreator(app())
    return { ...user, accessToken, refreshToken, api: app().client(accessToken) }
  }
  const team = async (status = 1): Promise<Team> => {
    const [owner, member, stranger] = [await creator(), await person(), await person()]
    const { id } = await createProject(app(), owner.id, { status })
    await createMembership(app(), id, member.id)
    return { owner, member, stranger, id, params: { id } }
  }
  const unverified = async () => {
    const { user } = await createUser(app(), { isEmailVerified: false, email: address() })
    await auth().resendOtp({ body: { email: user.email } })
    return { ...user, mail: (await app().mails(user.email))[0] }
  }
  const upload = async ({ owner, id }: Team): Promise<string> => {
    const body = new FormData()
    body.append('file', new Blob([CANARY]), `${CANARY}.txt`)
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const answer = await fetch(`${app().origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const payment = (userID: string) => ({
    userID,
    amountCents: 500,
    currency: 'USD',
    method: CANARY,
    note: text(),
    idempotencyKey: unique('key'),
  })
  const comment = async ({ api }: Pick<Person, 'api'>, taskID: string, body: string, key = unique('comment')) =>
    (await api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: key } })).data
  return { app, text, address, auth, person, administrator, creator, team, unverified, upload, payment, comment }
}
export type World = ReturnType<typeof createWorld>
