import type { ProjectAccess, ProjectDetails, ProjectRequest } from '#shared/contract/index.ts'
import type { Notice } from '#shared/contract/notifications.ts'
import { runDecisionClock } from '#server/modules/memberships/decision-clock.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { createMembership, createPerson, createProject } from './factories.ts'
import type { TestApp } from './server.ts'

const DAY = 24 * 3600

export type TimedPerson = Awaited<ReturnType<typeof createPerson>>

export type TimedWorld = Record<'owner' | 'admin' | 'member' | 'person' | 'stranger', TimedPerson> & {
  id: string
  params: { id: string }
  apply: (by?: TimedPerson) => Promise<ProjectAccess>
  /** Invites the person, and returns the ID of the request. */
  invite: () => Promise<string>
  answer: (by: TimedPerson, accept: boolean) => Promise<unknown>
  access: (by?: TimedPerson) => Promise<ProjectAccess>
  /** The project's applications, as its owner reads them. */
  received: () => Promise<ProjectRequest[]>
  /** The verbs of all events of the project's requests. */
  kinds: () => Promise<string[]>
  notices: (of: TimedPerson) => Promise<Notice[]>
  set: (
    body: { applicationsPaused?: boolean; archived?: boolean; answersWithinDays?: number },
    by?: TimedPerson,
  ) => Promise<{ data: ProjectDetails }>
}

/** Requests to projects, for tests in which days go by. `app` is asked when a test runs. */
export const timedRequests = (app: () => TestApp) => {
  let people: TimedPerson[] = []
  const somebody = async (): Promise<TimedPerson> => {
    const person = await createPerson(app())
    people.push(person)
    return person
  }

  /** Lets time go by; people sign in again, because their tokens end. */
  const pass = async (days: number) => {
    app().clock.advance(days * DAY)
    for (const person of people)
      person.api = app().client((await openSession(app().deps, app().db, person.id)).accessToken)
  }
  const run = () => runDecisionClock(app())
  /** Lets time go by, and the clock act then. */
  const wait = async (days: number) => {
    await pass(days)
    await run()
  }

  const world = async (days?: number): Promise<TimedWorld> => {
    const [owner, admin, member, person, stranger] = [
      await somebody(),
      await somebody(),
      await somebody(),
      await somebody(),
      await somebody(),
    ]
    const { id } = await createProject(app(), owner.id, { createdAt: app().clock.now() })
    await createMembership(app(), id, admin.id, 'admin')
    await createMembership(app(), id, member.id)
    const params = { id }
    if (days) await owner.api.projects.update({ params, body: { answersWithinDays: days } })
    const apply = async (by: TimedPerson = person) => (await by.api.projects.apply({ params, body: {} })).data
    const invite = async () => {
      const input = { params: { ...params, userId: person.id }, body: { role: 'member' as const } }
      return (await owner.api.memberships.invite(input)).data.requestId
    }
    const answer = (by: TimedPerson, accept: boolean) =>
      by.api.memberships.answer({ params: { ...params, userId: person.id }, body: { accept } })
    const access = async (by: TimedPerson = person) => (await by.api.memberships.access({ params })).data
    const received = async () => (await owner.api.memberships.requests({ params, query: { type: 'received' } })).data
    const kinds = async () =>
      (
        await app()
          .db.selectFrom('events')
          .select('kind')
          .where('project_id', '=', id)
          .where('kind', 'like', 'request.%')
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map(({ kind }) => kind.replace('request.', ''))
    const notices = async ({ api }: TimedPerson): Promise<Notice[]> =>
      (await api.notifications.list({ query: { view: 'forYou' } })).data
    const set = (body: { applicationsPaused?: boolean; archived?: boolean; answersWithinDays?: number }, by = owner) =>
      by.api.projects.update({ params, body })
    return {
      owner,
      admin,
      member,
      person,
      stranger,
      id,
      params,
      apply,
      invite,
      answer,
      access,
      received,
      kinds,
      notices,
      set,
    }
  }
  const daysUntil = (time: string | null | undefined) =>
    Math.round(((Date.parse(time ?? '') - app().clock.now().getTime()) / 1000 / DAY) * 100) / 100
  const requestID = async ({ access }: TimedWorld) => (await access()).requestId ?? ''

  /** What other tests have left open would be closed, too. */
  const forget = async () => {
    people = []
    await app()
      .db.updateTable('project_requests')
      .set({ withdrawn_at: new Date(0) })
      .where('status', '=', 0)
      .execute()
  }
  return { world, somebody, pass, run, wait, daysUntil, requestID, forget }
}
