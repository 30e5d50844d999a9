import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#support/server.ts'
import { createClaimWorld } from '#support/claims.ts'
import { createMembership, createPerson } from '#support/factories.ts'
import { runLeaseClock, runReviewClock } from './claim-clock.ts'

const server = testApp()
const HOUR = 3600

/** Puts all dates of this claim and its rounds that many hours back, since the tokens of the world end soon. */
const later = async (claimID: string, hours: number) => {
  const ago = sql`make_interval(hours => ${hours})`
  await sql`update claims set claimed_at = claimed_at - ${ago}, lease_until = lease_until - ${ago},
    half_warned_at = half_warned_at - ${ago}, last_warned_at = last_warned_at - ${ago} where id = ${claimID}`.execute(
    server.db,
  )
  await sql`update submissions set created_at = created_at - ${ago}, review_by = review_by - ${ago},
    half_reminded_at = half_reminded_at - ${ago}, last_reminded_at = last_reminded_at - ${ago}
    where claim_id = ${claimID}`.execute(server.db)
}
const runTwice = async (run: typeof runLeaseClock) => {
  await Promise.all([run(server), run(server)])
  await run(server)
}

test('[CLAIM-20] [CLAIM-26] [CLAIM-60] the clock warns at half and on the last day, then ends the claim, each once', async () => {
  const { offered, take, kinds, read, claim } = await createClaimWorld(server)
  const taskID = await offered()
  const { id } = await take(taskID)
  const after: string[][] = []
  for (const hours of [83, 2, 60, 20, 4]) {
    await later(id, hours)
    await runTwice(runLeaseClock)
    after.push((await kinds(taskID)).slice(1))
  }
  const [warned, expired] = ['claim.warned', 'claim.expired']
  expect(after).toEqual([[], [warned], [warned, warned], [warned, warned], [warned, warned, expired]])
  expect(await claim(id)).toMatchObject({ state: 'expired', leaseUntil: null })
  expect(await read(taskID)).toMatchObject({ status: 1, assignedToID: null })
})

test('[CLAIM-65] a server that was stopped for 40 days ends the claim once, without warnings', async () => {
  const { offered, take, kinds } = await createClaimWorld(server)
  const taskID = await offered()
  const { id } = await take(taskID)
  await later(id, 40 * 24)
  await runTwice(runLeaseClock)
  expect(await kinds(taskID)).toEqual(['claim.made', 'claim.expired'])
})

test('[CLAIM-25] a comment by the holder pushes the lease on, one by others does not', async () => {
  const { offered, take, claim, ana, owner } = await createClaimWorld(server)
  const taskID = await offered()
  const { id } = await take(taskID)
  await later(id, 48)
  const before = await claim(id)
  const comment = (by: typeof ana) =>
    by.api.comments.create({ params: { id: taskID }, body: { body: 'Well?', idempotencyKey: `comment by ${by.id}` } })
  await comment(owner)
  expect((await claim(id)).leaseUntil).toBe(before.leaseUntil)
  await comment(ana)
  const pushed = Date.parse((await claim(id)).leaseUntil ?? '') - Date.parse(before.leaseUntil ?? '')
  expect(Math.round(pushed / 1000 / HOUR)).toBe(48)
})

test('[SETTLE-18] an admin makes no due to themselves: they complete no rewarded task that they hold or give to themselves', async () => {
  const { offered, add, offer, take, projectID, owner, claim } = await createClaimWorld(server)
  await server.db.updateTable('projects').set({ budget: '$500' }).where('id', '=', projectID).execute()
  const admin = await createPerson(server)
  const { api, id: adminID } = admin
  await createMembership(server, projectID, adminID, 'admin')
  const held = await offered({ amountCents: 20_000 })
  const { id } = await take(held, admin)
  const given = await offer(await add(), { amountCents: 20_000, mode: 'assigned' })
  for (const [taskID, body] of [
    [held, { status: 4 }],
    [given, { assignedToID: adminID, status: 4 }],
  ] as const)
    await expect(api.tasks.update({ params: { id: taskID }, body })).rejects.toMatchObject({ status: 403 })
  expect(await claim(id)).toMatchObject({ state: 'active', payBy: null })
  await owner.api.tasks.update({ params: { id: held }, body: { status: 4 } })
  expect(await claim(id)).toMatchObject({ state: 'finished' })
})

test('[SETTLE-14] [SETTLE-15] [SETTLE-18] managers are reminded twice, then the clock accepts the round', async () => {
  const { offered, take, handIn, read, claim, ana } = await createClaimWorld(server)
  const taskID = await offered()
  const { id } = await take(taskID)
  await handIn(taskID)
  const reminders = async () =>
    (
      await server.db
        .selectFrom('events')
        .select(['kind', 'actor_id'])
        .where('task_id', '=', taskID)
        .where('kind', 'in', ['submission.reminded', 'submission.accepted'])
        .orderBy('created_at')
        .execute()
    ).map(({ kind, actor_id }) => [kind, actor_id])
  const [reminded, accepted] = [
    ['submission.reminded', null],
    ['submission.accepted', null],
  ]
  const after: unknown[] = []
  for (const hours of [167, 2, 144, 30]) {
    await later(id, hours)
    await runTwice(runReviewClock)
    after.push(await reminders())
  }
  expect(after).toEqual([[], [reminded], [reminded, reminded], [reminded, reminded, accepted]])
  expect(await read(taskID)).toMatchObject({ status: 4, assignedToID: ana.id })
  expect(await claim(id)).toMatchObject({ state: 'finished' })
  const [round] = (await ana.api.submissions.list({ params: { id: taskID } })).data
  expect(round).toMatchObject({ state: 'accepted', answeredByID: null })
  expect(round?.answer).toBe('Nobody answered in 14 days, as the offer said.')
})
