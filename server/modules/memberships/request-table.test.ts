import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { runDecisionClock } from './decision-clock.ts'

type Person = Awaited<ReturnType<typeof createPerson>>
const actors = ['owner', 'admin', 'member', 'person', 'stranger'] as const
const clocks = ['runs', 'is over', 'stands'] as const
const HOUR_MS = 3_600_000

/** A request's columns in each state. */
const states = {
  'application, pending': { kind: 'application', status: 0 },
  'application, pending and prolonged': { kind: 'application', status: 0, prolonged_at: new Date() },
  'application, approved': { kind: 'application', status: 1 },
  'application, rejected': { kind: 'application', status: 2 },
  'application, withdrawn': { kind: 'application', status: 0, withdrawn_at: new Date() },
  'application, closed by the clock': {
    kind: 'application',
    status: 0,
    withdrawn_at: new Date(),
    expired_at: new Date(),
  },
  'invitation, pending': { kind: 'invitation', status: 0 },
  'invitation, accepted': { kind: 'invitation', status: 1 },
  'invitation, declined': { kind: 'invitation', status: 2 },
} as const
type State = keyof typeof states

const acts = {
  accept: ({ api }: Person, { id, userID }: Cell) =>
    api.memberships.answer({ params: { id, userId: userID }, body: { accept: true } }),
  refuse: ({ api }: Person, { id, userID }: Cell) =>
    api.memberships.answer({ params: { id, userId: userID }, body: { accept: false } }),
  prolong: ({ api }: Person, { requestID }: Cell) =>
    api.requests.prolong({ params: { id: requestID }, body: { reason: 'Away.' } }),
}
type Act = keyof typeof acts
type Cell = { id: string; userID: string; requestID: string }

const closed = { accept: '409 409 403 409 403', refuse: '409 409 403 409 403', prolong: '409 409 403 403 404' }
/** What each actor is answered, in the order of `actors`: the same whatever the clock says, until the clock has acted. */
const answers: Readonly<Record<State, Record<Act, string>>> = {
  'application, pending': {
    accept: '200 200 403 403 403',
    refuse: '200 200 403 200 403',
    prolong: '200 200 403 403 404',
  },
  'application, pending and prolonged': {
    accept: '200 200 403 403 403',
    refuse: '200 200 403 200 403',
    prolong: '409 409 403 403 404',
  },
  'application, approved': closed,
  'application, rejected': closed,
  'application, withdrawn': closed,
  'application, closed by the clock': closed,
  'invitation, pending': {
    accept: '403 403 403 200 403',
    refuse: '403 403 403 200 403',
    prolong: '200 200 403 403 404',
  },
  'invitation, accepted': closed,
  'invitation, declined': closed,
}

const server = testApp()
let team: Record<(typeof actors)[number], Person>
const projects: Record<string, string> = {}
beforeAll(async () => {
  const [owner, admin, member, stranger, person] = [
    await createPerson(server),
    await createPerson(server),
    await createPerson(server),
    await createPerson(server),
    await createPerson(server),
  ]
  team = { owner, admin, member, stranger, person }
  for (const clock of clocks) {
    const { id } = await createProject(server, owner.id)
    await createMembership(server, id, admin.id, 'admin')
    await createMembership(server, id, member.id)
    if (clock === 'stands') await owner.api.projects.update({ params: { id }, body: { applicationsPaused: true } })
    projects[clock] = id
  }
})

const prepare = async (state: State, clock: (typeof clocks)[number]) => {
  const person = await createPerson(server)
  const id = projects[clock] ?? ''
  const requestID = randomUUID()
  const now = Date.now()
  await server.db
    .insertInto('project_requests')
    .values({
      ...states[state],
      id: requestID,
      project_id: id,
      user_id: person.id,
      created_by: states[state].kind === 'application' ? person.id : team.owner.id,
      clock_from: new Date(now - HOUR_MS),
      answer_by: new Date(now + (clock === 'runs' ? 72 * HOUR_MS : -HOUR_MS / 2)),
    })
    .execute()
  if (states[state].status === 1) await createMembership(server, id, person.id)
  return { id, userID: person.id, requestID, person }
}
const rowOf = (id: string) =>
  server.db.selectFrom('project_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const rows = (Object.keys(answers) as State[]).flatMap((state) => clocks.map((clock) => [state, clock] as const))
test.each(rows)('[CLOCK-06] [CLOCK-07] [CLOCK-10] %s, while its clock %s', async (state, clock) => {
  const seen: Record<string, string> = {}
  for (const act of Object.keys(acts) as Act[]) {
    const statuses: number[] = []
    for (const actor of actors) {
      const { person, ...cell } = await prepare(state, clock)
      const before = await rowOf(cell.requestID)
      const status = await acts[act](actor === 'person' ? person : team[actor], cell).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
      // Who is refused changes nothing.
      if (status !== 200) expect(await rowOf(cell.requestID)).toEqual(before)
      statuses.push(status)
    }
    seen[act] = statuses.join(' ')
  }
  expect(seen).toEqual(answers[state])
  const { requestID } = await prepare(state, clock)
  const before = await rowOf(requestID)
  await runDecisionClock(server)
  const isPending = before.status === 0 && before.withdrawn_at === null
  if (isPending && clock === 'is over') expect((await rowOf(requestID)).expired_at).not.toBeNull()
  else expect(await rowOf(requestID)).toEqual(before)
})
