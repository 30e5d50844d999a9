import { beforeEach, expect, test } from 'vitest'
import { createPerson, createProject, unique } from '#support/factories.ts'
import { createClaimWorld } from '#support/claims.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
type Person = Awaited<ReturnType<typeof createPerson>>
let world: Awaited<ReturnType<typeof createClaimWorld>>
/** Two people who are no members. */
let cleo: Person
let dan: Person
beforeEach(async () => {
  world = await createClaimWorld(server)
  cleo = await createPerson(server, { name: 'Cleo' })
  dan = await createPerson(server, { name: 'Dan' })
})

const DAY = 24 * 60 * 60_000
const open = () => world.offered({ mode: 'apply' })
const apply = async (taskID: string, by: Person, more: object = {}) =>
  (await by.api.claims.apply({ params: { id: taskID }, body: { idempotencyKey: unique('apply-key-'), ...more } })).data
const answer = (requestId: string, accept: boolean, by: Person = world.owner) =>
  by.api.memberships.answerById({ params: { projectId: world.projectID }, body: { requestId, accept } })
const sent = async (by: Person) => (await by.api.users.requests({ query: { type: 'sent' } })).data
const expectFailure = async (call: Promise<unknown>, status: number, text = '') => {
  const failure = await failureOf(call)
  expect([failure.status, failure.message]).toEqual([status, expect.stringContaining(text)])
}
const noticesOf = async ({ id }: Person) =>
  (await server.db.selectFrom('notifications').where('user_id', '=', id).select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )

test('[CLAIM-08] [CLAIM-47] somebody who is no member applies once to a task, with a letter and an answer date', async () => {
  const taskID = await open()
  const { taskId } = await world.read(taskID)
  await expectFailure(apply(taskID, cleo, { letter: 'x'.repeat(2_001) }), 422)
  const made = await apply(taskID, cleo, { letter: 'I have drawn such maps.' })
  expect(made).toMatchObject({ kind: 'taskApplication', taskID, task: { id: taskID, taskId }, status: 0 })
  expect(made.letter).toBe('I have drawn such maps.')
  expect(Date.parse(made.answerBy ?? '') - Date.parse(made.createdAt)).toBe(14 * DAY)
  await expectFailure(apply(taskID, cleo), 409, 'You have already applied for this task.')
  // Out of the way of everything else: the membership, and an application to the project.
  const { data: access } = await cleo.api.memberships.access({ params: { id: world.projectID } })
  expect(access).toMatchObject({ status: null, requestId: null })
})

test('[CLAIM-07] an application that is sent again with its key is there once, also in parallel', async () => {
  const taskID = await open()
  const body = { idempotencyKey: unique('apply-key-') }
  const send = () => cleo.api.claims.apply({ params: { id: taskID }, body })
  const answers = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(await noticesOf(world.owner)).toEqual(['request.applied'])
})

test('[CLAIM-09] a task is taken or applied for as its offer says, and one that is assigned neither', async () => {
  const { offered, take } = world
  await expectFailure(take(await open(), cleo), 409, 'Apply for this task; it is not taken at once.')
  await expectFailure(apply(await offered(), cleo), 409, 'Take this task; it needs no application.')
  const assigned = await offered({ mode: 'assigned' })
  await expectFailure(apply(assigned, cleo), 409, 'Marta gives this task to somebody.')
  await expectFailure(take(assigned, cleo), 409, 'Marta gives this task to somebody.')
})

test('[CLAIM-41] an owner cannot apply to a task of their project, also without a reward', async () => {
  await expectFailure(apply(await open(), world.owner), 403, 'Owners do not take tasks of their own project.')
})

test('[CLAIM-48] an application to a task leaves the one to the project as it is, and counts among the answers', async () => {
  const [first, second] = [await open(), await open()]
  const made = await apply(first, cleo)
  await apply(second, cleo)
  await cleo.api.projects.apply({ params: { id: world.projectID }, body: {} })
  await answer(made.id, false)
  const { data: access } = await cleo.api.memberships.access({ params: { id: world.projectID } })
  expect(access).toMatchObject({ status: 0, isApproved: false })
  // Both of the people that one of them is chosen among are answered.
  const chosen = await apply(first, dan)
  await apply(first, cleo)
  await answer(chosen.id, true)
  const record = await server.db
    .selectFrom('answer_records')
    .where('user_id', '=', world.owner.id)
    .select(['closed', 'answered'])
    .executeTakeFirst()
  expect(record).toEqual({ closed: 3, answered: 3 })
})

test('[CLAIM-49] [COL-52] approving makes a claim with a lease and no member, and answers all others', async () => {
  const taskID = await open()
  const chosen = await apply(taskID, cleo)
  const other = await apply(taskID, dan)
  const elsewhere = await apply(await open(), dan)
  const { data: access } = await answer(chosen.id, true)
  expect(access).toMatchObject({ status: null, isApproved: false })
  expect(await world.read(taskID)).toMatchObject({ status: 2, assignedToID: cleo.id })
  const [claim] = (await cleo.api.claims.list({ query: { state: 'active' } })).data
  expect(claim).toMatchObject({ taskID, kind: 'applied' })
  expect(Date.parse(claim?.leaseUntil ?? '') - Date.parse(claim?.claimedAt ?? '')).toBe(7 * DAY)
  const outcomes = new Map((await sent(dan)).map(({ id, status, rejection }) => [id, { status, rejection }]))
  expect(outcomes.get(other.id)).toEqual({ status: 2, rejection: { reason: 'otherChosen', text: '' } })
  expect(outcomes.get(elsewhere.id)).toEqual({ status: 0, rejection: null })
  expect(await noticesOf(cleo)).toEqual(['request.approved'])
  expect(await noticesOf(dan)).toEqual(['request.rejected'])
  await expectFailure(answer(other.id, true), 409)
  // The owner has given the task to somebody, and has not taken it.
  const { data: feed } = await world.owner.api.comments.feed({ params: { id: taskID }, query: {} })
  const kinds = feed.flatMap(({ event }) => event?.kind ?? [])
  expect(kinds).toContain('task.assigned')
  expect(kinds).not.toContain('claim.made')
})

test('[CLAIM-49] a member to whom the task is assigned has their own application approved by that', async () => {
  const taskID = await open()
  await apply(taskID, world.ana)
  await apply(taskID, cleo)
  await world.owner.api.tasks.update({ params: { id: taskID }, body: { assignedToID: world.ana.id } })
  expect((await sent(world.ana)).map(({ status }) => status)).toEqual([1])
  expect((await sent(cleo)).map(({ status }) => status)).toEqual([2])
})

test('[CLAIM-50] who holds as many tasks as they may is not approved, and goes on waiting', async () => {
  const made = await apply(await open(), cleo)
  await world.take(await world.offered(), cleo)
  await expectFailure(answer(made.id, true), 409, 'Cleo holds 1 of 1 task.')
  expect((await sent(cleo)).map(({ status }) => status)).toEqual([0])
  await answer(made.id, false)
})

test('[CLAIM-51] requests are approved, rejected and withdrawn by their ID, and the call by person leaves them alone', async () => {
  const taskID = await open()
  const mine = await apply(taskID, cleo)
  const byPerson = { params: { id: world.projectID, userId: cleo.id }, body: { accept: true } }
  await expectFailure(world.owner.api.memberships.answer(byPerson), 409)
  await expectFailure(answer(mine.id, false, world.ana), 403)
  await expectFailure(answer(mine.id, true, cleo), 403)
  await answer(mine.id, false, cleo)
  expect(await sent(cleo)).toEqual([])
  const again = await apply(taskID, cleo)
  const body = { requestId: again.id, accept: false, reason: 'skills' as const, text: 'Maps only.' }
  await world.owner.api.memberships.answerById({ params: { projectId: world.projectID }, body })
  expect((await sent(cleo))[0]).toMatchObject({ status: 2, rejection: { reason: 'skills', text: 'Maps only.' } })
})

test('[CLAIM-32] [LETTER-07] the eleventh undecided application is refused, to a project or a task', async () => {
  const params = async () => ({ id: (await createProject(server, world.owner.id)).id })
  for (let n = 0; n < 5; n++) await cleo.api.projects.apply({ params: await params(), body: {} })
  for (let n = 0; n < 5; n++) await apply(await open(), cleo)
  const full = /^10 of 10 applications wait; the oldest is answered by \w+ \d+ \w+\.$/
  const last = await open()
  for (const call of [cleo.api.projects.apply({ params: await params(), body: {} }), apply(last, cleo)]) {
    const failure = await failureOf(call)
    expect(failure).toMatchObject({ status: 409, code: 'CAP_REACHED', message: expect.stringMatching(full) as string })
  }
  const [newest] = await sent(cleo)
  await answer(newest?.id ?? '', false)
  await apply(last, cleo)
})

test('[OFFER-24] closing an offer, or deleting its task, rejects who waits, because the project has changed', async () => {
  const [closed, deleted] = [await open(), await open()]
  await apply(closed, cleo)
  await apply(deleted, dan)
  await world.owner.api.offers.close({ params: { id: closed } })
  await world.owner.api.tasks.remove({ params: { id: deleted } })
  for (const person of [cleo, dan]) {
    expect(await sent(person)).toMatchObject([{ status: 2, rejection: { reason: 'projectChanged' } }])
    expect(await noticesOf(person)).toEqual(['request.rejected'])
  }
})

test('an offer that is no longer given after applications rejects who waits, because the project has changed', async () => {
  const taskID = await open()
  await apply(taskID, cleo)
  await world.offer(taskID, { mode: 'apply', leaseDays: 9 })
  expect(await sent(cleo)).toMatchObject([{ status: 0 }])
  await world.offer(taskID, { mode: 'claim' })
  expect(await sent(cleo)).toMatchObject([{ status: 2, rejection: { reason: 'projectChanged' } }])
  expect((await world.take(taskID, cleo)).state).toBe('active')
})

test('[CLAIM-52] the lists name the project and the number of the task, and the project’s own one its title', async () => {
  const taskID = await open()
  const made = await apply(taskID, cleo)
  const task = await world.read(taskID)
  const [mine] = await sent(cleo)
  expect(mine).toMatchObject({ kind: 'application', description: `Task #${task.taskId}` })
  expect(mine?.task).toEqual({ id: taskID, taskId: task.taskId })
  const { data } = await world.owner.api.memberships.requests({
    params: { id: world.projectID },
    query: { type: 'received' },
  })
  expect(data).toMatchObject([{ id: made.id, task: { id: taskID, taskId: task.taskId, title: task.title } }])
  const openTask = { id: taskID, taskId: task.taskId }
  expect((await cleo.api.work.get({ query: {} })).data.waiting.rows).toMatchObject([{ kind: 'application', openTask }])
  expect((await world.owner.api.work.get({ query: {} })).data.waitingForMe?.rows).toMatchObject([
    { kind: 'application', openTask, person: { id: cleo.id } },
  ])
  const { data: notices } = await world.owner.api.notifications.list({ query: { view: 'forYou' } })
  expect(JSON.stringify(notices)).toContain(`Task #${task.taskId} of `)
})
