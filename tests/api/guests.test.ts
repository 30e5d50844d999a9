import { beforeEach, describe, expect, test } from 'vitest'
import type { Claim } from '#shared/contract/index.ts'
import { notifyFollowers } from '#server/modules/notifications/followers.ts'
import { runLeaseClock } from '#server/modules/tasks/claim-clock.ts'
import { createClaimWorld } from '../support/claims.ts'
import { failureOf } from '../support/expect-failure.ts'
import { createMembership, createPerson, unique } from '../support/factories.ts'
import { testApp } from '../support/server.ts'

const server = testApp({ keepsFiles: true })
type Person = Awaited<ReturnType<typeof createPerson>>
type World = Awaited<ReturnType<typeof createClaimWorld>> & { guest: Person; taskID: string; held: Claim }

/** A task that somebody from outside has taken. Before the offer Ben has written about it, and since then nobody. */
const createGuestWorld = async (): Promise<World> => {
  const world = await createClaimWorld(server)
  const guest = await createPerson(server, { name: 'Gus' })
  const taskID = await world.add({ doneWhen: [{ text: 'In print size' }] })
  await say(world.ben, taskID, 'Before the offer.')
  server.clock.advance(1)
  await world.offer(taskID)
  const held = await world.take(taskID, guest)
  return { ...world, guest, taskID, held }
}
const say = async (who: Person, taskID: string, body: string) =>
  (await who.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('words-') } })).data
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status
const upload = async (who: Person, taskID: string) =>
  (await who.api.files.uploadToTask({ params: { id: taskID } }, { file: new File(['Birds.'], 'birds.txt') })).data.id

let world: World
beforeEach(async () => {
  world = await createGuestWorld()
})
const params = () => ({ id: world.taskID })

describe('who has taken a task without being a member', () => {
  test('[GUEST-01] is in no list and no count of members, and has no role', async () => {
    const { owner, guest, projectID } = world
    const { data } = await owner.api.memberships.members({ params: { id: projectID } })
    expect(data.map(({ username }) => username)).not.toContain(guest.username)
    const { data: project } = await guest.api.projects.get({ params: { id: projectID } })
    expect(JSON.stringify(project)).not.toContain('guest')
    expect((await guest.api.memberships.access({ params: { id: projectID } })).data).not.toHaveProperty(
      'role',
      'member',
    )
  })

  test('[GUEST-03] reads the task, its lines, its files and all its rounds', async () => {
    const { guest, taskID } = world
    const { data: task } = await guest.api.tasks.get({ params: params() })
    expect(task).toMatchObject({ id: taskID, assignedToID: guest.id, doneWhen: [{ text: 'In print size' }] })
    expect((await guest.api.submissions.list({ params: params() })).data).toEqual([])
    expect((await guest.api.files.listOfTask({ params: params() })).data).toEqual([])
  })

  test('[GUEST-06] comments, changes and deletes what they wrote, ticks, follows, hands in and withdraws', async () => {
    const { guest, taskID, owner } = world
    const { id } = await say(guest, taskID, 'In two colours?')
    const { data } = await guest.api.comments.update({ params: { id }, body: { body: 'In three?' } })
    expect(data).toMatchObject({ body: 'In three?', mayEdit: true, author: { id: guest.id } })
    expect((await guest.api.comments.remove({ params: { id } })).data.isDeleted).toBe(true)
    const theirs = await say(owner, taskID, 'In two.')
    expect(await statusOf(guest.api.comments.remove({ params: { id: theirs.id } }))).toBe(403)
    const lineID = (await guest.api.tasks.get({ params: params() })).data.doneWhen?.[0]?.id ?? ''
    const ticked = await guest.api.tasks.tick({ params: { ...params(), lineID }, body: { isDone: true } })
    expect(ticked.data.doneWhen).toMatchObject([{ isDone: true }])
    expect((await guest.api.notifications.following({ params: params() })).data.isFollowing).toBe(true)
    await world.handIn(taskID, guest)
    const { data: reviewed } = await guest.api.submissions.withdraw({ params: { ...params(), n: 1 }, body: {} })
    expect(reviewed).toMatchObject({ submission: { state: 'withdrawn' }, task: { status: 2 } })
  })

  test('[GUEST-06] hands in also where an owner has put the task back, since a guest moves none', async () => {
    const { owner, guest, ana, taskID, take, offered, handIn } = world
    const back = (id: string) => owner.api.tasks.update({ params: { id }, body: { status: 1 } })
    await back(taskID)
    await handIn(taskID, guest)
    expect((await guest.api.tasks.get({ params: params() })).data).toMatchObject({ status: 3, openRound: 1 })
    const ofMember = await offered()
    await take(ofMember, ana)
    await back(ofMember)
    expect(await statusOf(handIn(ofMember, ana))).toBe(409)
  })

  test(
    '[GUEST-07] attaches up to 20 files, hands in those alone, and deletes only their own',
    { timeout: 60_000 },
    async () => {
      const { guest, owner, taskID, projectID } = world
      const theirs = await upload(owner, taskID)
      const own: string[] = []
      for (let n = 0; n < 20; n++) own.push(await upload(guest, taskID))
      expect(await failureOf(upload(guest, taskID))).toMatchObject({
        status: 409,
        message: 'You can attach 20 files. Please delete one first.',
      })
      expect((await guest.api.files.listOfTask({ params: params() })).data).toHaveLength(21)
      const [first = '', second = ''] = own
      const file = (fileId: string) => ({ params: { ...params(), fileId } })
      expect(await statusOf(guest.api.files.removeFromTask(file(theirs)))).toBe(403)
      await guest.api.files.removeFromTask(file(first))
      await upload(guest, taskID)
      // Another file of the project is none that they know, wherever its ID is from.
      const elsewhere = await upload(owner, await world.add())
      const fileIDs = [elsewhere]
      const body = { aiUse: 'none' as const, idempotencyKey: unique('hand-in-'), fileIDs }
      expect(await statusOf(guest.api.submissions.create({ params: params(), body }))).toBe(422)
      expect(await statusOf(guest.api.files.removeFromTask(file(fileIDs[0] ?? '')))).toBe(404)
      for (const id of [projectID])
        expect(await statusOf(guest.api.files.list({ params: { id }, query: {} }))).toBe(404)
      expect((await guest.api.tasks.get({ params: params() })).data.fileIDs).toContain(second)
    },
  )

  test('[GUEST-04] reads of comments, history and their number what came since the offer', async () => {
    const { guest, owner } = world
    const bodies = async (who: Person) =>
      (await who.api.comments.list({ params: params(), query: {} })).data.map(({ body }) => body)
    expect(await bodies(owner)).toContain('Before the offer.')
    expect(await bodies(guest)).not.toContain('Before the offer.')
    const [theirs, all] = [guest, owner].map(
      async (who) => (await who.api.tasks.get({ params: params() })).data.comments,
    )
    expect(await theirs).toBe(((await all) ?? 0) - 1)
    const { data } = await guest.api.comments.feed({ params: params(), query: { show: 'history' } })
    expect(data.map(({ event }) => event?.kind)).toContain('offer.made')
    expect(data.map(({ event }) => event?.kind)).not.toContain('task.created')
  })

  test('[GUEST-08] names owners, admins and those who wrote; another name stays plain text and tells nobody', async () => {
    const { guest, owner, ana, ben, taskID } = world
    const people = async () =>
      (await guest.api.comments.people({ params: params(), query: {} })).data.map(({ id }) => id)
    expect(await people()).toEqual([owner.id])
    const said = await say(guest, taskID, `Ask @${owner.username}, @${ana.username} and @${ben.username}.`)
    expect(said.mentions.map(({ id }) => id)).toEqual([owner.id])
    const inbox = async (who: Person) => (await who.api.notifications.list({ query: {} })).data.map(({ kind }) => kind)
    expect(await inbox(owner)).toContain('comment.mentioned')
    expect(await inbox(ben)).not.toContain('comment.mentioned')
    await say(ana, taskID, `Here I am, @${guest.username}.`)
    expect(await people()).toEqual([owner.id, ana.id])
    expect(await inbox(guest)).toContain('comment.mentioned')
  })

  test("[GUEST-09] gets '#1' as plain text", async () => {
    const { guest, owner, taskID } = world
    const other = await world.add({ title: 'The other task' })
    const { data } = await owner.api.tasks.get({ params: { id: other } })
    const { id } = await say(owner, taskID, `As in #${data.taskId}.`)
    const found = async (who: Person) =>
      (await who.api.comments.list({ params: params(), query: {} })).data.find((one) => one.id === id)?.tasks
    expect(await found(owner)).toMatchObject([{ id: other }])
    expect(await found(guest)).toEqual([])
  })

  test('[GUEST-12] finds that task and no other of the project', async () => {
    const { guest, taskID, owner } = world
    const { data: task } = await owner.api.tasks.get({ params: params() })
    const tasks = async (q: string) => (await guest.api.search.find({ query: { q } })).data.tasks.map(({ id }) => id)
    expect(await tasks(task.title)).toEqual([taskID])
    expect(await tasks('Task')).toEqual([taskID])
    expect(await tasks('The other task')).toEqual([])
    expect(await tasks('1')).toEqual(task.taskId === '1' ? [taskID] : [])
  })
})

describe('[GUEST-14] once the claim is over', () => {
  test.each(['returned', 'takenBack', 'expired'] as const)(
    'as %s, they read what they wrote and nothing else',
    async (how) => {
      const { guest, owner, taskID, held, ...rest } = await createGuestWorld()
      const params = { id: taskID }
      const own = await say(guest, taskID, 'My words.')
      await say(owner, taskID, 'Words of the owner.')
      await rest.handIn(taskID, guest)
      await guest.api.submissions.withdraw({ params: { ...params, n: 1 }, body: {} })
      const claim = { params: { id: held.id } }
      if (how === 'returned') await guest.api.claims.giveBack({ ...claim, body: {} })
      else if (how === 'takenBack') {
        await server.db.updateTable('claims').set({ first_hand_in_at: null }).where('id', '=', held.id).execute()
        await owner.api.claims.takeBack({ ...claim, body: { reason: 'No answer.' } })
      } else {
        await server.db
          .updateTable('claims')
          .set({ lease_until: new Date(0) })
          .where('id', '=', held.id)
          .execute()
        await runLeaseClock(server)
      }
      await owner.api.comments.remove({ params: { id: own.id } })
      await owner.api.tasks.update({ params, body: { title: 'Called otherwise' } })
      await say(owner, taskID, 'Words after the end.')
      const reads = [
        guest.api.tasks.get({ params }),
        guest.api.comments.feed({ params, query: {} }),
        guest.api.comments.people({ params, query: {} }),
        guest.api.submissions.list({ params }),
        guest.api.files.listOfTask({ params }),
        guest.api.notifications.following({ params }),
      ]
      expect(await Promise.all(reads.map(statusOf))).toEqual(reads.map(() => 404))
      expect(await statusOf(say(guest, taskID, 'Once more.'))).toBe(404)
      const { data } = await guest.api.claims.get(claim)
      expect(data).toMatchObject({ state: how, task: null, terms: { description: 'Work.' } })
      expect(data.copy?.comments.map(({ body }) => body)).toEqual(['My words.'])
      expect(data.copy?.rounds).toMatchObject([{ round: 1, state: 'withdrawn' }])
      expect(JSON.stringify(data)).not.toMatch(/Words of the owner|Words after|Called otherwise/)
      // Of the end they learn what they knew.
      await notifyFollowers(server)
      const { data: notices } = await guest.api.notifications.list({ query: {} })
      expect(notices.map(({ kind }) => kind)).toEqual(
        { returned: [], takenBack: ['claim.takenBack'], expired: ['claim.expiredOwn'] }[how],
      )
      expect(JSON.stringify(notices)).not.toContain('Called otherwise')
      expect((await owner.api.claims.get(claim)).data.copy).toBeNull()
    },
  )
})

test('[GUEST-15] [GUEST-16] [GUEST-20] [GUEST-22] a finished task counts, is read as before and written no more, until the project blocks its guest', async () => {
  const { guest, owner, taskID, held, projectID, handIn } = await createGuestWorld()
  const params = { id: taskID }
  const own = await say(guest, taskID, 'My words.')
  const lineID = (await guest.api.tasks.get({ params })).data.doneWhen?.[0]?.id ?? ''
  await handIn(taskID, guest)
  await owner.api.submissions.accept({ params: { ...params, n: 1 }, body: {} })
  expect((await guest.api.reputation.lines({ params: { username: guest.username }, query: {} })).data).toMatchObject([
    { rule: 'completed' },
  ])
  const later = await say(owner, taskID, 'Thank you.')
  const { data } = await guest.api.comments.list({ params, query: {} })
  expect(data.map(({ id, mayEdit, mayDelete }) => [id, mayEdit, mayDelete])).toEqual([
    [own.id, false, false],
    [later.id, false, false],
  ])
  expect((await guest.api.submissions.list({ params })).data).toMatchObject([{ state: 'accepted', answer: '' }])
  const writes = [
    say(guest, taskID, 'Once more.'),
    guest.api.comments.update({ params: { id: own.id }, body: { body: 'Else.' } }),
    guest.api.comments.remove({ params: { id: own.id } }),
    guest.api.tasks.tick({ params: { ...params, lineID }, body: { isDone: true } }),
    handIn(taskID, guest),
    guest.api.submissions.withdraw({ params: { ...params, n: 1 }, body: {} }),
  ]
  expect(await Promise.all(writes.map(statusOf))).toEqual(writes.map(() => 403))
  expect(await statusOf(upload(guest, taskID))).toBe(403)
  await server.db
    .insertInto('project_people')
    .values({ project_id: projectID, user_id: guest.id, mark: 'blocked', marked_by: owner.id, marked_at: new Date() })
    .execute()
  expect(await statusOf(guest.api.tasks.get({ params }))).toBe(404)
  const copy = (await guest.api.claims.get({ params: { id: held.id } })).data
  expect(copy).toMatchObject({
    state: 'finished',
    task: null,
    // Who accepted without a word is not named in what is left to them.
    copy: { comments: [{ body: 'My words.' }], rounds: [{ round: 1, state: 'accepted', answeredByUsername: null }] },
  })
})

test('[GUEST-19] a guest who becomes a member keeps the claim; a member removed after a hand-in is its guest', async () => {
  const { guest, owner, ana, taskID, held, projectID, offered, take, handIn } = await createGuestWorld()
  await createMembership(server, projectID, guest.id)
  const { data } = await guest.api.claims.get({ params: { id: held.id } })
  expect(data).toMatchObject({ state: 'active', terms: held.terms, leaseUntil: held.leaseUntil })
  const bodies = async () =>
    (await guest.api.comments.list({ params: { id: taskID }, query: {} })).data.map(({ body }) => body)
  expect(await bodies()).toEqual(['Before the offer.'])
  const other = await offered()
  await take(other, ana)
  await handIn(other, ana)
  await owner.api.memberships.remove({ params: { id: projectID, userId: ana.id } })
  expect((await ana.api.tasks.get({ params: { id: other } })).data).toMatchObject({ id: other, status: 3 })
  expect(await statusOf(ana.api.tasks.get({ params: { id: taskID } }))).toBe(404)
})

test('[GUEST-18] owners and admins read who is a guest, of which task and in which state; a member does not', async () => {
  const { owner, ana, guest, taskID, offered, take, handIn, projectID, held } = world
  const other = await offered()
  await take(other, ana)
  const second = await createPerson(server, { name: 'Hal' })
  const finished = await offered()
  await take(finished, second)
  await handIn(finished, second)
  const api = owner.api
  const listed = async () =>
    (await api.guests.list({ params: { id: projectID } })).data.map(({ person, taskID: of, state, by }) => [
      ...[person.name, of, state, by],
    ])
  expect(await listed()).toContainEqual(['Gus', taskID, 'held', held.leaseUntil])
  expect(await listed()).toContainEqual(['Hal', finished, 'inReview', expect.any(String)])
  await api.submissions.accept({ params: { id: finished, n: 1 }, body: {} })
  await expect(listed()).resolves.toEqual([
    ['Gus', taskID, 'held', held.leaseUntil],
    ['Hal', finished, 'accepted', null],
  ])
  expect(await statusOf(ana.api.guests.list({ params: { id: projectID } }))).toBe(403)
  // A guest who is a member now is none any more; who has given the task back is none either.
  await createMembership(server, projectID, second.id)
  await guest.api.claims.giveBack({ params: { id: held.id }, body: {} })
  expect(await listed()).toEqual([])
})
