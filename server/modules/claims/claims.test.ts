import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectStatus } from '#shared/rules/statuses.ts'
import { createPerson, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createClaimWorld } from '#support/claims.ts'

const server = testApp()
type World = Awaited<ReturnType<typeof createClaimWorld>>
let world: World
beforeAll(async () => {
  world = await createClaimWorld(server)
})
const at = (text: string | null) => Date.parse(text ?? '')
const DAY = 24 * 60 * 60_000
const expectFailure = async (call: Promise<unknown>, status: number, text = '') => {
  const failure = await failureOf(call)
  expect([failure.status, failure.message]).toEqual([status, expect.stringContaining(text)])
}

test('[CLAIM-06] [CLAIM-03] taking an open task makes the taker its assignee, on its terms, and moves it to In Progress', async () => {
  const { offered, take, read, ana, kinds } = world
  const taskID = await offered()
  const claim = await take(taskID)
  expect(claim).toMatchObject({ taskID, userID: ana.id, kind: 'claimed', state: 'active', endedAt: null })
  expect(claim.terms).toMatchObject({ amountCents: 0, currency: 'USD', leaseDays: 7, description: 'Work.' })
  expect(at(claim.leaseUntil) - at(claim.claimedAt)).toBe(7 * DAY)
  expect(await read(taskID)).toMatchObject({ status: 2, assignedToID: ana.id })
  expect(await kinds(taskID)).toEqual(['claim.made'])
  await world.ana.api.claims.giveBack({ params: { id: claim.id }, body: {} })
})

test('[CLAIM-07] a claim that is sent again with its key is there once', async () => {
  const { offered, ana, kinds } = world
  const [taskID, body] = [await offered(), { idempotencyKey: unique('claim-key-') }]
  const send = () => ana.api.claims.take({ params: { id: taskID }, body })
  const answers = [...(await Promise.all([send(), send()])), await send()].map(({ data }) => data.id)
  expect(new Set(answers).size).toBe(1)
  expect(await kinds(taskID)).toEqual(['claim.made'])
  await ana.api.claims.giveBack({ params: { id: answers[0] ?? '' }, body: {} })
})

describe('a claim that ends', () => {
  test('[CLAIM-11] [CLAIM-27] by being given back leaves the task open to others, and to the same person after a day', async () => {
    const { offered, take, read, ana, ben } = world
    const taskID = await offered()
    const { id } = await take(taskID)
    const { data } = await ana.api.claims.giveBack({ params: { id }, body: { reason: 'Too much.' } })
    expect(data).toMatchObject({ state: 'returned', because: 'Too much.', leaseUntil: null })
    expect(await read(taskID)).toMatchObject({ status: 1, assignedToID: null })
    await expectFailure(take(taskID), 409, 'You had this task.')
    const second = await take(taskID, ben)
    await ben.api.claims.giveBack({ params: { id: second.id }, body: {} })
  })

  test('[CLAIM-12] [CLAIM-13] by owner or admin needs a reason, and is refused after the first hand-in', async () => {
    const { offered, take, ana, ben, owner, handIn, read } = world
    const taskID = await offered()
    const { id } = await take(taskID)
    const body = { reason: 'No answer since Monday.' }
    await expectFailure(ben.api.claims.takeBack({ params: { id }, body }), 403)
    await expectFailure(ben.api.claims.giveBack({ params: { id }, body }), 403)
    await expectFailure(owner.api.claims.takeBack({ params: { id }, body: { reason: ' ' } }), 422)
    const stranger = await createPerson(server)
    await expectFailure(stranger.api.claims.takeBack({ params: { id }, body }), 404)
    await handIn(taskID)
    await expectFailure(owner.api.claims.takeBack({ params: { id }, body }), 409, 'Propose an amount instead.')
    await expectFailure(ana.api.claims.giveBack({ params: { id }, body: {} }), 409)
    await ana.api.submissions.withdraw({ params: { id: taskID, n: 1 }, body: {} })
    await ana.api.claims.giveBack({ params: { id }, body: {} })
    expect(await read(taskID)).toMatchObject({ status: 1, assignedToID: null })
    const other = await offered()
    const fresh = await take(other)
    const { data } = await owner.api.claims.takeBack({ params: { id: fresh.id }, body })
    expect(data).toMatchObject({ state: 'takenBack', because: body.reason })
  })
})

test('[CLAIM-10] a lease is extended once, before the first hand-in', async () => {
  const { offered, take, owner, ana } = world
  const claim = await take(await offered())
  const extend = (reason = 'The numbers are late.') =>
    ana.api.claims.extend({ params: { id: claim.id }, body: { reason } })
  for (const reason of ['', 'x'.repeat(201)]) await expectFailure(extend(reason), 422)
  const { data } = await extend()
  expect(at(data.leaseUntil) - at(claim.leaseUntil)).toBe(7 * DAY)
  // Managers read why.
  expect((await owner.api.claims.get({ params: { id: claim.id } })).data.because).toBe('The numbers are late.')
  await expectFailure(extend(), 409)
  await ana.api.claims.giveBack({ params: { id: claim.id }, body: {} })
})

test('[CLAIM-19] [CLAIM-31] [SETTLE-13] while a round waits the lease does not run, and changes begin it again', async () => {
  const { offered, take, claim, handIn, owner, ana } = world
  const taskID = await offered()
  const { id } = await take(taskID)
  await handIn(taskID)
  const waiting = await claim(id)
  expect(waiting).toMatchObject({ state: 'active', leaseUntil: null })
  expect(at(waiting.reviewBy) - at(waiting.firstHandInAt)).toBe(14 * DAY)
  // The place is free again.
  const second = await take(await offered())
  await ana.api.claims.giveBack({ params: { id: second.id }, body: {} })
  await owner.api.submissions.changes({ params: { id: taskID, n: 1 }, body: { text: 'The legend is missing.' } })
  const now = server.clock.now().getTime()
  expect(Math.abs(at((await claim(id)).leaseUntil) - now - 7 * DAY)).toBeLessThan(60_000)
  await ana.api.claims.giveBack({ params: { id }, body: {} })
})

test('[CLAIM-30] at the cap another task is refused with one’s own numbers', async () => {
  const { offered, take, ana } = world
  const { id } = await take(await offered())
  await expectFailure(take(await offered()), 409, 'You hold 1 of 1 task. Hand one in or give one back.')
  await ana.api.claims.giveBack({ params: { id }, body: {} })
})

test('[CLAIM-05] [CLAIM-22] assigning makes a claim without lease, and reassigning another one', async () => {
  const { offered, owner, ana, ben, kinds } = world
  const taskID = await offered({ mode: 'assigned' })
  const assign = (assignedToID: string) => owner.api.tasks.update({ params: { id: taskID }, body: { assignedToID } })
  await assign(ana.id)
  const [first] = (await ana.api.claims.list({ query: { state: 'active' } })).data
  expect(first).toMatchObject({ taskID, kind: 'assigned', leaseUntil: null })
  await assign(ben.id)
  expect((await ana.api.claims.list({ query: { state: 'ended' } })).data[0]).toMatchObject({ taskID })
  expect((await ben.api.claims.list({ query: { state: 'active' } })).data).toMatchObject([{ taskID }])
  expect(await kinds(taskID)).toEqual(['claim.made', 'claim.ended', 'claim.made'])
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 5 } })
  expect((await ben.api.claims.list({ query: { state: 'active' } })).data).toEqual([])
})

test('[CLAIM-21] [SETTLE-22] acceptance finishes the claim, and out of Completed it is active with a whole lease again', async () => {
  const { offered, take, claim, handIn, owner, ana } = world
  const taskID = await offered()
  const { id } = await take(taskID)
  await handIn(taskID)
  await owner.api.submissions.accept({ params: { id: taskID, n: 1 }, body: {} })
  expect(await claim(id)).toMatchObject({ state: 'finished', payBy: null })
  await owner.api.tasks.update({ params: { id: taskID }, body: { status: 2 } })
  const again = await claim(id)
  expect(again).toMatchObject({ state: 'active', endedAt: null })
  expect(Math.abs(at(again.leaseUntil) - server.clock.now().getTime() - 7 * DAY)).toBeLessThan(60_000)
  await ana.api.claims.giveBack({ params: { id }, body: {} })
})

test('[SETTLE-19] a task with an offer comes to Under Review by a hand-in alone', async () => {
  const { offered, owner, read } = world
  const taskID = await offered()
  await expectFailure(owner.api.tasks.update({ params: { id: taskID }, body: { status: 3 } }), 409)
  expect(await read(taskID)).toMatchObject({ status: 1 })
})

test('[CLAIM-16] members take tasks without an offer, without lease and cap; strangers do not know of them', async () => {
  const { add, take, ben, read } = world
  const stranger = await createPerson(server)
  const tasks = [await add(), await add(), await add()]
  const taken = []
  for (const taskID of tasks) taken.push(await take(taskID, ben))
  expect(taken.map(({ leaseUntil, terms }) => [leaseUntil, terms.amountCents])).toEqual(tasks.map(() => [null, null]))
  await expectFailure(take(await add(), stranger), 404)
  for (const { id } of taken) await ben.api.claims.giveBack({ params: { id }, body: {} })
  expect(await read(tasks[0] ?? '')).toMatchObject({ status: 1, assignedToID: null })
})

test('[CLAIM-01] [CLAIM-14] one’s claims are listed page by page, and read by holder and managers alone', async () => {
  const { offered, take, ana, ben, owner } = world
  const { id } = await take(await offered())
  const first = await ana.api.claims.list({ query: { limit: 1 } })
  expect(first.data.map((one) => one.id)).toEqual([id])
  const second = await ana.api.claims.list({ query: { limit: 1, cursor: first.nextCursor ?? '' } })
  expect(second.data[0]?.id).not.toBe(id)
  expect((await owner.api.claims.get({ params: { id } })).data.id).toBe(id)
  await expectFailure(ben.api.claims.get({ params: { id } }), 404)
  await ana.api.claims.giveBack({ params: { id }, body: {} })
})

test('one’s claims of a task are found by its project and number, also after their end', async () => {
  const { offered, read, take, ana, ben, projectID } = world
  const taskID = await offered()
  const { id } = await take(taskID)
  await ana.api.claims.giveBack({ params: { id }, body: {} })
  const number = Number((await read(taskID)).taskId)
  const idsOf = async (person: typeof ana, query: { projectID?: string; number?: number }) =>
    (await person.api.claims.list({ query })).data.map((one) => one.id)
  expect(await idsOf(ana, { projectID, number })).toEqual([id])
  expect(await idsOf(ana, { projectID, number: number + 1000 })).toEqual([])
  expect(await idsOf(ana, { projectID: (await createClaimWorld(server)).projectID, number })).toEqual([])
  expect(await idsOf(ben, { projectID, number })).toEqual([])
})

test('[CLAIM-23] [CLAIM-24] who leaves loses the claim, and so does who is suspended', async () => {
  const own = await createClaimWorld(server)
  const taskID = await own.offered()
  const { id } = await own.take(taskID)
  await own.owner.api.memberships.remove({ params: { id: own.projectID, userId: own.ana.id } })
  expect(await own.claim(id)).toMatchObject({ state: 'ended' })
  expect(await own.read(taskID)).toMatchObject({ status: 1, assignedToID: null })
  const second = await own.take(taskID, own.ben)
  await own.handIn(taskID, own.ben)
  const administrator = await createPerson(server, { isAdministrator: true })
  const body = { reason: 'Spam.' }
  await administrator.api.administration.suspend({ params: { id: own.ben.id }, body })
  expect(await own.claim(second.id)).toMatchObject({ state: 'ended' })
  expect(await own.read(taskID)).toMatchObject({ status: 1, assignedToID: null })
})

test('[CLAIM-23] [GUEST-01] who took a task before it had an offer keeps it as its guest after the first hand-in', async () => {
  const { add, take, offer, handIn, owner, ana, claim, projectID } = await createClaimWorld(server)
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', projectID).execute()
  const taskID = await add()
  const { id } = await take(taskID)
  await offer(taskID, { amountCents: 20_000 })
  await handIn(taskID)
  await owner.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  expect(await claim(id, ana)).toMatchObject({ state: 'active' })
  expect((await ana.api.tasks.get({ params: { id: taskID } })).data).toMatchObject({ id: taskID, assignedToID: ana.id })
})

test('[CLAIM-12] a task without an offer is taken back after a hand-in, too', async () => {
  const { add, take, handIn, owner, read } = world
  const taskID = await add()
  const { id } = await take(taskID)
  await handIn(taskID)
  const { data } = await owner.api.claims.takeBack({ params: { id }, body: { reason: 'We do it ourselves.' } })
  expect(data).toMatchObject({ state: 'takenBack' })
  expect(await read(taskID)).toMatchObject({ status: 1, assignedToID: null })
})

test('[CLAIM-25] a file, a tick and a move by the holder begin the lease again; those of others do not', async () => {
  const { offered, take, claim, read, ana, owner, projectID } = await createClaimWorld(server)
  // Of members, only managers add files to a task.
  await owner.api.memberships.setRole({ params: { id: projectID, userId: ana.id }, body: { role: 'admin' } })
  const taskID = await offered()
  const params = { id: taskID }
  await owner.api.tasks.update({ params, body: { doneWhen: [{ id: uuidv7(), text: 'In print size', isDone: false }] } })
  const { id } = await take(taskID)
  const lineID = (await read(taskID)).doneWhen?.[0]?.id ?? ''
  const upload = async () => {
    const file = { id: uuidv7(), project_id: projectID, uploaded_by: ana.id, name: 'birds.csv' }
    await server.db
      .insertInto('files')
      .values({ ...file, state: 'stored' })
      .execute()
    return file.id
  }
  const files = [await upload(), await upload()]
  /** How much later the lease ends by an act, where its beginning was three days ago. */
  const pushedBy = async (act: () => Promise<unknown>) => {
    const ends = new Date(server.clock.now().getTime() + 4 * DAY)
    await server.db.updateTable('claims').set({ lease_until: ends }).where('id', '=', id).execute()
    await act()
    return Math.round((at((await claim(id)).leaseUntil) - ends.getTime()) / DAY)
  }
  const put = (who: typeof ana, fileIDs: string[]) => who.api.tasks.update({ params, body: { fileIDs } })
  expect(await pushedBy(() => put(ana, files.slice(0, 1)))).toBe(3)
  expect(await pushedBy(() => put(owner, files))).toBe(0)
  expect(await pushedBy(() => put(ana, []))).toBe(0)
  const tick = (who: typeof ana, isDone: boolean) =>
    who.api.tasks.tick({ params: { id: taskID, lineID }, body: { isDone } })
  expect(await pushedBy(() => tick(ana, true))).toBe(3)
  expect(await pushedBy(() => tick(owner, false))).toBe(0)
  const move = (who: typeof ana, status: number) => who.api.tasks.update({ params, body: { status } })
  expect(await pushedBy(() => move(owner, 1))).toBe(0)
  expect(await pushedBy(() => move(ana, 2))).toBe(3)
  await ana.api.claims.giveBack({ params: { id }, body: {} })
})

test('[CLAIM-14] who has left reads a lost claim by its terms alone, and a finished one with its task', async () => {
  const { offered, take, handIn, owner, ana, projectID } = await createClaimWorld(server)
  const [done, lost] = [await offered(), await offered()]
  await take(done)
  await handIn(done)
  await owner.api.submissions.accept({ params: { id: done, n: 1 }, body: {} })
  await take(lost)
  const read = async (state: 'finished' | 'ended') => (await ana.api.claims.list({ query: { state } })).data[0]
  await owner.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  await owner.api.tasks.update({ params: { id: lost }, body: { title: 'A secret' } })
  await owner.api.tasks.update({ params: { id: done }, body: { title: 'A bird' } })
  const status = projectStatus.drafted
  await server.db.updateTable('projects').set({ status }).where('id', '=', projectID).execute()
  expect(await read('finished')).toMatchObject({ task: { title: 'A bird' }, project: { id: projectID } })
  const ended = await read('ended')
  expect(ended).toMatchObject({ taskID: lost, task: null, project: { id: projectID, title: '' } })
  // A list names nobody's record, and the holder reads none of their own here.
  const { copy, workerRecord, ...alone } = (await ana.api.claims.get({ params: { id: ended?.id ?? '' } })).data
  expect([alone, workerRecord]).toEqual([ended, null])
  expect(copy).toEqual({ comments: [], rounds: [] })
})

test('[TALK-06] history tells once of what a claim and its task have in common', async () => {
  const { offered, owner, ana, ben } = world
  const taskID = await offered({ mode: 'assigned' })
  const change = (body: object) => owner.api.tasks.update({ params: { id: taskID }, body })
  await change({ assignedToID: ana.id })
  await change({ assignedToID: ben.id })
  await change({ status: 4 })
  const { data } = await owner.api.comments.feed({ params: { id: taskID }, query: {} })
  expect(data.map(({ event }) => event?.kind).filter((kind) => kind?.startsWith('claim.'))).toEqual([])
  expect(data.map(({ event }) => event?.kind)).toContain('task.assigned')
})
