import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '#shared/rules/addresses.ts'
import { holdProjectToChange } from '#server/access/locks.ts'
import { withTx } from '#server/db/pool.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, unique } from '#support/factories.ts'
import { createRewardWorld, type RewardWorld } from '#support/rewards.ts'
import { testApp } from '#support/server.ts'
import { deleteDueAccounts } from '../own-data/erasure.ts'
import { HIDDEN, runRatingClock } from './service.ts'

const server = testApp()
let world: RewardWorld
beforeEach(async () => {
  world = await createRewardWorld(server)
})

type Person = RewardWorld['ana']
const marks = { again: 'yes', clear: 5, onTime: 4 } as const
const ofWorker = { ...marks, quality: 3 }
const ofPayer = { ...marks, fair: 2 }
const key = () => ({ idempotencyKey: unique('rating-key-') })
/** A task of this person is paid, and confirmed; returns the claim. */
const settled = async (who: Person = world.ana) => {
  const task = await world.owed(who, 1_000)
  const payment = await world.pay(who, task, 1_000)
  await who.api.payments.confirm({ params: { id: payment.id }, body: key() })
  await runRatingClock(server)
  return (await world.claimOf(task)).id
}
const own = async ({ api }: Person) => (await api.ratings.own({})).data
const about = async ({ username }: { username: string }, by = server.client()) =>
  by.ratings.ofPerson({ params: { username }, query: {} })
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status
const passDays = (days: number) =>
  sql`update rating_dues set ends_at = ends_at - make_interval(days => ${days})`.execute(server.db)
const kinds = async () =>
  (
    await server.db
      .selectFrom('events')
      .select('kind')
      .where('project_id', '=', world.params.id)
      .where('kind', 'like', 'rating.%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

test('[RATE-01] [RATE-02] a settled claim asks both sides, and three of a pair ask once', async () => {
  await world.setBudget('$9000')
  const task = await world.owed(world.ana, 1_000)
  const payment = await world.pay(world.ana, task, 1_000)
  await runRatingClock(server)
  expect(await own(world.ana)).toEqual([])
  await world.ana.api.payments.confirm({ params: { id: payment.id }, body: key() })
  await runRatingClock(server)
  for (let at = 0; at < 2; at++) await settled()
  expect(await own(world.ana)).toMatchObject([{ side: 'worker', worker: null, given: null, isGiven: false }])
  expect(await own(world.owner)).toMatchObject([{ side: 'payer', worker: { username: world.ana.username } }])
  expect(await kinds()).toEqual(['rating.due'])
})

test('[RATE-01] a payment that nobody objected to in 30 days settles it, too', async () => {
  const task = await world.owed(world.ana, 1_000)
  await world.pay(world.ana, task, 1_000)
  await world.passDays(30)
  await runRatingClock(server)
  expect(await own(world.ana)).toHaveLength(1)
})

test('[RATE-01] a member with a completed task who leaves, and each with one of a completed project, are asked', async () => {
  const { owner, ana, ben, params } = world
  const done = async (who: Person) => {
    const id = await world.addTask(who)
    await owner.api.tasks.update({ params: { id }, body: { status: 4 } })
  }
  const idle = await createPerson(server)
  await createMembership(server, params.id, idle.id)
  for (const who of [ana, ben]) await done(who)
  await ana.api.memberships.remove({ params: { ...params, userId: ana.id } })
  await runRatingClock(server)
  expect([await own(ana), await own(ben)].map((dues) => dues.length)).toEqual([1, 0])
  await owner.api.projects.update({ params, body: { status: 3 } })
  await runRatingClock(server)
  expect([await own(ana), await own(ben), await own(idle)].map((dues) => dues.length)).toEqual([1, 1, 0])
  expect(await own(owner)).toHaveLength(2)
})

test('[RATE-03] [RATE-04] each side gives its own marks once; others are refused', async () => {
  const claimID = await settled()
  const { owner, ana, ben, params } = world
  const stranger = await createPerson(server)
  for (const body of [ofWorker, { ...ofPayer, quality: 3 }, { ...ofPayer, clear: 6 }, { ...ofPayer, onTime: 0 }])
    expect(await statusOf(ana.api.ratings.give({ body: { claimID, ...body } }))).toBe(422)
  expect(await statusOf(ana.api.ratings.give({ body: { claimID, ...ofPayer, text: 'a'.repeat(501) } }))).toBe(422)
  expect(await statusOf(ana.api.ratings.give({ body: { ...ofPayer } }))).toBe(422)
  expect(await statusOf(owner.api.ratings.give({ body: { claimID, ...ofPayer } }))).toBe(422)
  expect(await statusOf(ben.api.ratings.give({ body: { claimID, ...ofPayer } }))).toBe(403)
  expect(await statusOf(stranger.api.ratings.give({ body: { claimID, ...ofPayer } }))).toBe(404)
  await owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const admin = await createPerson(server)
  await createMembership(server, params.id, admin.id, 'admin')
  expect(await statusOf(admin.api.ratings.give({ body: { claimID, ...ofWorker } }))).toBe(409)
  const { data } = await ana.api.ratings.give({ body: { projectID: params.id, ...ofPayer } })
  expect(data).toMatchObject({ ...ofPayer, quality: null, text: '', isOwn: true })
  expect(await statusOf(ana.api.ratings.give({ body: { claimID, ...ofPayer } }))).toBe(409)
})

test('[RATE-05] [RATE-06] [RATE-07] sealed and to be changed until both are given, then both appear at once', async () => {
  const claimID = await settled()
  const { owner, ana, params } = world
  const canary = unique('canary')
  const { data } = await owner.api.ratings.give({ body: { claimID, ...ofWorker, text: canary } })
  const change = () =>
    owner.api.ratings.change({ params: { id: data.id }, body: { ...ofWorker, text: `${canary} new` } })
  expect((await change()).data.text).toBe(`${canary} new`)
  expect(await statusOf(ana.api.ratings.change({ params: { id: data.id }, body: ofWorker }))).toBe(404)
  const administrator = await createPerson(server, { isAdministrator: true })
  const read = async () =>
    JSON.stringify([
      await about(ana),
      await about(owner),
      await own(ana),
      await ana.api.notifications.list({ query: {} }),
      await administrator.api.audit.list({ query: { projectID: params.id } }),
      await administrator.api.audit.list({ query: { kind: 'rating.given' } }),
    ])
  const before = await read()
  for (const secret of [canary, data.id, '"quality":3']) expect(before).not.toContain(secret)
  expect((await about(ana)).pagination.total).toBe(0)
  const log = await sql<{ data: string }>`select data::text from events where kind like 'rating.%'`.execute(server.db)
  expect(JSON.stringify(log.rows)).not.toContain(canary)
  await ana.api.ratings.give({ body: { claimID, ...ofPayer } })
  expect((await about(ana)).data).toMatchObject([{ side: 'payer', quality: 3, fair: null, text: `${canary} new` }])
  expect((await about(owner)).data).toMatchObject([{ side: 'worker', fair: 2, author: { username: ana.username } }])
  expect(await statusOf(change())).toBe(409)
  expect(await kinds()).toEqual(['rating.due', 'rating.revealed'])
})

test('[RATE-07] after 14 days the one that was given appears, and the other side cannot give its own any more', async () => {
  const claimID = await settled()
  const { data } = await world.owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  await passDays(14)
  expect(await statusOf(world.ana.api.ratings.give({ body: { claimID, ...ofPayer } }))).toBe(409)
  expect(await statusOf(world.owner.api.ratings.change({ params: { id: data.id }, body: ofWorker }))).toBe(409)
  await Promise.all([runRatingClock(server), runRatingClock(server)])
  expect((await about(world.ana)).data).toHaveLength(1)
  expect(await kinds()).toEqual(['rating.due', 'rating.revealed'])
  await settled()
  expect(await own(world.ana)).toHaveLength(1)
})

test('[RATE-07] the notice of a revealed review leads to the profile that shows it, who worked as a guest, too', async () => {
  const { ana, owner } = world
  const led = async ({ api }: Person) =>
    (await api.notifications.list({ query: { view: 'forYou' } })).data.find(({ kind }) => kind === 'rating.revealed')
      ?.address
  const claimID = await settled()
  await ana.api.ratings.give({ body: { claimID, ...ofPayer } })
  await passDays(14)
  await runRatingClock(server)
  // Ana alone gave one: both read it where the payer is.
  expect([await led(ana), await led(owner)]).toEqual([paths.profile(owner.username), paths.profile(owner.username)])
  // A later one changes nothing of what the earlier notice tells.
  const revealed = async () =>
    (await owner.api.notifications.list({ query: { view: 'forYou' } })).data.filter(
      ({ kind }) => kind === 'rating.revealed',
    )
  await owner.api.notifications.mark({ body: { ids: (await revealed()).map(({ id }) => id), as: 'read' } })
  await owner.api.ratings.give({ body: { claimID: await settled(), ...ofWorker } })
  await passDays(14)
  await runRatingClock(server)
  expect((await revealed()).map(({ address }) => address)).toEqual([ana, owner].map(({ username }) => paths.profile(username))) // prettier-ignore
  const again = await settled()
  await owner.api.ratings.give({ body: { claimID: again, ...ofWorker } })
  await ana.api.ratings.give({ body: { claimID: again, ...ofPayer } })
  expect([await led(ana), await led(owner)]).toEqual([paths.profile(ana.username), paths.profile(owner.username)])
})

const waiting = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
/** Ana's review waits for the project's row, and behind it the clock of a day on which the review's time is over. */
const secondBeforeClock = async (claimID: string, between: () => void) => {
  const begun = await withTx(server.db, async (tx) => {
    await holdProjectToChange(tx, world.params.id)
    const late = Promise.allSettled([world.ana.api.ratings.give({ body: { claimID, ...ofPayer } })])
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1)
    between()
    const now = new Date(server.clock.now().getTime() + 15 * 24 * 60 * 60_000)
    const clock = runRatingClock({ db: server.db, clock: { now: () => now } })
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(2)
    return { late, clock }
  })
  await begun.clock
  const [outcome] = await begun.late
  const seen = [await about(world.ana), await about(world.owner)].map(({ data }) => data.length)
  const revealed = (await kinds()).filter((kind) => kind === 'rating.revealed').length
  return { outcome, seen, revealed }
}

test('[RATE-08] a second review in its time is revealed with the first, once, though the clock waits behind it', async () => {
  const claimID = await settled()
  await world.owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const { outcome, seen, revealed } = await secondBeforeClock(claimID, () => undefined)
  expect([outcome.status, seen, revealed]).toEqual(['fulfilled', [1, 1], 1])
})

test('[RATE-08] a second review whose time ends while it waits answers 409, and the first is revealed alone', async () => {
  const claimID = await settled()
  await world.owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const { outcome, seen, revealed } = await secondBeforeClock(claimID, () => server.clock.advance(14 * 24 * 60 * 60))
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect([seen, revealed]).toEqual([[1, 0], 1])
})

test('[RATE-04] who becomes an admin while their review waits does not review themselves', async () => {
  await settled()
  const { ana, ben, params } = world
  const late = await withTx(server.db, async (tx) => {
    await holdProjectToChange(tx, params.id)
    const body = { projectID: params.id, userID: ben.id, ...ofWorker }
    const given = Promise.allSettled([ana.api.ratings.give({ body })])
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1)
    const memberships = tx.updateTable('memberships').where('project_id', '=', params.id)
    await memberships.set({ role: 'admin' }).where('user_id', '=', ana.id).execute()
    return { given }
  })
  expect((await late.given)[0]).toMatchObject({ status: 'rejected', reason: { status: 409 } })
  expect(await server.db.selectFrom('ratings').select('id').where('author_id', '=', ana.id).execute()).toEqual([])
})

test('[RATE-08] both sides at once are revealed once', async () => {
  const claimID = await settled()
  await Promise.all([
    world.owner.api.ratings.give({ body: { claimID, ...ofWorker } }),
    world.ana.api.ratings.give({ body: { claimID, ...ofPayer } }),
  ])
  expect((await about(world.owner)).data).toHaveLength(1)
  expect(await kinds()).toEqual(['rating.due', 'rating.revealed'])
})

test('[RATE-09] [RATE-12] [REPORT-01] [REPORT-06] [REPORT-11] the rated side answers once; what administrators hide keeps its numbers', async () => {
  const claimID = await settled()
  const { owner, ana, ben } = world
  const { data } = await owner.api.ratings.give({ body: { claimID, ...ofWorker, text: 'Too slow.' } })
  const answer = (by: Person, text = 'The wind was.') =>
    by.api.ratings.answer({ params: { id: data.id }, body: { text } })
  const report = () => ben.api.reports.create({ body: { kind: 'rating', id: data.id, reason: 'abuse' } })
  expect(await statusOf(answer(ana))).toBe(404)
  expect(await statusOf(report())).toBe(404)
  await ana.api.ratings.give({ body: { claimID, ...ofPayer } })
  expect(await statusOf(answer(ana, 'a'.repeat(301)))).toBe(422)
  for (const other of [owner, ben]) expect(await statusOf(answer(other))).toBe(403)
  expect((await answer(ana)).data.answer).toBe('The wind was.')
  expect(await statusOf(answer(ana))).toBe(409)
  const isOwn = async (by?: Person) => (await about(ana, by?.api)).data.map((one) => one.isOwnAnswer)
  expect([await isOwn(ana), await isOwn(ben), await isOwn()]).toEqual([[true], [false], [false]])
  const administrator = await createPerson(server, { isAdministrator: true })
  const admin = await createPerson(server)
  await createMembership(server, world.params.id, admin.id, 'admin')
  const mayAnswer = async (by?: Person) => (await about(owner, by?.api)).data.map((one) => one.mayAnswer)
  for (const by of [undefined, ana, ben]) expect(await mayAnswer(by)).toEqual([false])
  for (const by of [owner, admin]) expect(await mayAnswer(by)).toEqual([true])
  const { id } = (await report()).data
  const decide = (decision: 'hide' | 'dismiss') =>
    administrator.api.reports.decide({ params: { id }, body: { decision, text: 'Looked at.' } })
  await decide('hide')
  const texts = async (by?: Person) => {
    const [one] = (await about(ana, by?.api)).data
    return [one?.text, one?.answer, one?.quality, one?.isHidden]
  }
  for (const reader of [undefined, ana]) expect(await texts(reader)).toEqual([HIDDEN, HIDDEN, 3, true])
  for (const reader of [owner, administrator])
    expect(await texts(reader)).toEqual(['Too slow.', 'The wind was.', 3, true])
  await owner.api.reports.appeal({ params: { id }, body: { text: 'It was slow.' } })
  await decide('dismiss')
  expect(await texts(ben)).toEqual(['Too slow.', 'The wind was.', 3, false])
})

test('[RATE-01] [RATE-04] both sides give their reviews once the project is deleted, and its creator answers', async () => {
  const claimID = await settled()
  const { owner, ana, params } = world
  await owner.api.projects.remove({ params })
  expect(await own(owner)).toHaveLength(1)
  await owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const { id } = (await ana.api.ratings.give({ body: { claimID, ...ofPayer } })).data
  expect(await kinds()).toEqual(['rating.due', 'rating.revealed'])
  expect((await owner.api.ratings.answer({ params: { id }, body: { text: 'Thanks.' } })).data.answer).toBe('Thanks.')
})

test('[RATE-09] the creator answers what their profile shows, also when the project is somebody else’s by now', async () => {
  const claimID = await settled()
  const { owner, ana, ben, params } = world
  await owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const { id } = (await ana.api.ratings.give({ body: { claimID, ...ofPayer } })).data
  const memberships = server.db.updateTable('memberships').where('project_id', '=', params.id)
  await memberships.set({ role: 'owner' }).where('user_id', '=', ben.id).execute()
  await server.db.deleteFrom('memberships').where('user_id', '=', owner.id).execute()
  expect((await owner.api.ratings.answer({ params: { id }, body: { text: 'Thanks.' } })).data.answer).toBe('Thanks.')
})

test('[RATE-02] what settles after the time of a pair is over, and before it is revealed, is asked for again', async () => {
  await world.setBudget('$9000')
  await settled()
  await passDays(14)
  await settled()
  expect(await kinds()).toEqual(['rating.due', 'rating.due'])
  expect(await own(world.ana)).toHaveLength(1)
})

test('[RATE-10] [RATE-11] anybody reads them without private names; averages are by pairs, from 3 on', async () => {
  const { ana } = world
  const rate = async (fair: number, quality: number, times = 1) => {
    const other = await createRewardWorld(server)
    for (let at = 0; at < times; at++) {
      await server.db.insertInto('rating_causes').values({ project_id: other.params.id, worker_id: ana.id }).execute()
      await runRatingClock(server)
      const due = { projectID: other.params.id }
      await ana.api.ratings.give({ body: { ...due, ...ofPayer, fair } })
      await other.owner.api.ratings.give({ body: { ...due, userID: ana.id, ...ofWorker, quality } })
    }
    return other
  }
  const first = await rate(5, 5, 2)
  await rate(5, 2)
  expect((await about(ana)).averages).toEqual({ worker: null, payer: null })
  await rate(5, 2)
  const page = await about(ana)
  expect(page.averages.worker).toMatchObject({ pairs: 3, quality: 3, again: 1, clear: 5, fair: null })
  expect(page.pagination.total).toBe(4)
  await server.db.updateTable('projects').set({ status: 0 }).where('id', '=', first.params.id).execute()
  const hidden = JSON.stringify(await about(ana))
  expect(hidden).not.toContain(first.params.id)
  const { data } = await server.client().people.profileByUsername({ params: { username: ana.username } })
  expect([data.reputation, data.tier]).toEqual([0, 'basic'])
})

test('[RATE-16] rating.given is of its author alone, and every event has IDs only', async () => {
  const claimID = await settled()
  await world.owner.api.ratings.give({ body: { claimID, ...ofWorker, text: 'Words.' } })
  const { rows } = await sql<{ subject_id: string; project_id: string | null; data: object }>`
    select subject_id, project_id, data from events where kind = 'rating.given' and actor_id = ${world.owner.id}`.execute(
    server.db,
  )
  expect(rows).toMatchObject([{ subject_id: world.owner.id, project_id: null }])
  expect(Object.keys(rows[0]?.data ?? {})).toEqual(['ratingID'])
})

test('[RATE-17] the deletion of an account takes its texts and leaves the numbers', async () => {
  const claimID = await settled()
  const { owner, ana } = world
  await owner.api.ratings.give({ body: { claimID, ...ofWorker } })
  const { data } = await ana.api.ratings.give({ body: { claimID, ...ofPayer, text: 'Fair enough.' } })
  await server.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', ana.id)
    .execute()
  await deleteDueAccounts(server.deps)
  expect((await about(owner)).data).toMatchObject([{ id: data.id, author: null, text: '', fair: 2 }])
})

test('a pair of one’s own project is never asked', async () => {
  const { ben, owner } = world
  const { id } = await createProject(server, ben.id)
  await createMembership(server, id, owner.id, 'owner')
  await sql`update memberships set role = 'member' where project_id = ${id} and user_id = ${ben.id}`.execute(server.db)
  const body = { projectID: id, title: 'Draw', description: 'Work.', assignedToID: ben.id }
  const task = (await owner.api.tasks.create({ body })).data.id
  await owner.api.tasks.update({ params: { id: task }, body: { status: 4 } })
  await ben.api.memberships.remove({ params: { id, userId: ben.id } })
  await runRatingClock(server)
  expect(await own(ben)).toEqual([])
})
