import { expect, test } from 'vitest'
import { runDueWork } from '#server/process/what-is-due.ts'
import { unique } from '#support/factories.ts'
import { createDisputeWorld } from '#support/disputes.ts'
import { startTestApp, type TestApp } from '#support/server.ts'

const DAY = 24 * 60 * 60_000

/** A place and a moment, and what the clock on the wall there says 0, 7, 14 and 30 days of 24 hours later. */
const starts: Array<[why: string, zone: string, start: string, wall: [string, string, string, string]]> = [
  [
    'clocks go forward',
    'Europe/Berlin',
    '2026-03-28T23:30:00.000Z',
    ['29/03/2026, 00:30', '05/04/2026, 01:30', '12/04/2026, 01:30', '28/04/2026, 01:30'],
  ],
  [
    'clocks go forward',
    'America/New_York',
    '2026-03-07T21:00:00.000Z',
    ['07/03/2026, 16:00', '14/03/2026, 17:00', '21/03/2026, 17:00', '06/04/2026, 17:00'],
  ],
  [
    'clocks go back, and a day begins earlier',
    'Pacific/Auckland',
    '2026-04-04T12:00:00.000Z',
    ['05/04/2026, 01:00', '12/04/2026, 00:00', '19/04/2026, 00:00', '05/05/2026, 00:00'],
  ],
  [
    'clocks go back by half an hour',
    'Australia/Lord_Howe',
    '2026-04-04T12:00:00.000Z',
    ['04/04/2026, 23:00', '11/04/2026, 22:30', '18/04/2026, 22:30', '04/05/2026, 22:30'],
  ],
  [
    '29 February',
    'Europe/Berlin',
    '2028-02-25T12:00:00.000Z',
    ['25/02/2028, 13:00', '03/03/2028, 13:00', '10/03/2028, 13:00', '26/03/2028, 14:00'],
  ],
]

/** A server whose clock has stopped at this moment, and the work that time makes due as at another one. */
const serverAt = async (start: string) => {
  const at = new Date(start)
  const server = await startTestApp({
    clock: { now: () => new Date(at), advance: () => undefined },
    config: { membersInvite: 'on' },
  })
  const runAt = (moment: number) => runDueWork({ ...server.deps, clock: { now: () => new Date(moment) } })
  return { server, runAt, at: at.getTime() }
}

/** Every date that begins at this moment, as the answers have it. */
const datesOf = async (server: TestApp) => {
  const world = await createDisputeWorld(server)
  const { owner, ana, offer, addTask, held, owed, handIn, pay, open, state, params } = world
  const byOf = async (id: string) => (await ana.api.rewards.get({ params: { id } })).data?.blocker?.by
  const taken = await addTask()
  await offer(taken, 1_000, { leaseDays: 7 })
  const take = { params: { id: taken }, body: { idempotencyKey: unique('take-') } }
  const { data: claim } = await ana.api.claims.take(take)
  const inReview = await held(ana, 1_000)
  await ana.api.tasks.update({ params: { id: inReview }, body: { status: 2 } })
  await handIn(inReview)
  const review = await byOf(inReview)
  const due = await owed(ana, 1_000)
  const pays = await byOf(due)
  await pay(ana, due, 1_000)
  const proposed = await world.handedIn()
  await owner.api.proposals.make({
    params: { id: proposed.claimID },
    body: { amountCents: 500, text: 'A half of it.', idempotencyKey: unique('half-') },
  })
  const disputed = await open((await world.handedIn()).taskID)
  const toRule = await open((await world.handedIn()).taskID)
  await state(toRule.id)
  const email = `${unique('new')}@example.org`
  const invited = await owner.api.addressInvitations.create({ params, body: { email, role: 'member' } })
  const extended = await ana.api.claims.extend({ params: { id: claim.id }, body: { reason: 'I was ill.' } })
  return {
    taken,
    dates: {
      lease: claim.leaseUntil,
      extended: extended.data.leaseUntil,
      review,
      pay: pays,
      confirmation: await byOf(due),
      proposal: await byOf(proposed.taskID),
      dispute: disputed.by,
      ruling: (await world.get(toRule.id)).by,
      invitation: invited.data.endsAt,
    },
  }
}

const days = { lease: 7, extended: 14, review: 14, pay: 10, confirmation: 30, proposal: 7, dispute: 7, ruling: 14 }

test.each(starts)(
  '[CLAIM-66] every date is whole days of 24 hours after its beginning, also where %s (%s)',
  async (_why, zone, start, wall) => {
    const { server, at } = await serverAt(start)
    try {
      const { dates } = await datesOf(server)
      const after = (count: number) => new Date(at + count * DAY).toISOString()
      const wanted = Object.entries({ ...days, invitation: 14 }).map(([name, count]) => [name, after(count)])
      expect(dates).toEqual(Object.fromEntries(wanted))
      const there = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      const read = [start, dates.lease, dates.review, dates.confirmation].map((iso) => there.format(new Date(iso ?? 0)))
      expect(read).toEqual(wall)
    } finally {
      await server.close()
    }
  },
  120_000,
)

test('[CLAIM-66] a warning comes at half of the lease and a day before its end, not a second earlier', async () => {
  const { server, runAt, at } = await serverAt('2026-03-28T23:30:00.000Z')
  try {
    const world = await createDisputeWorld(server)
    const id = await world.addTask()
    await world.offer(id, 0, { leaseDays: 7 })
    await world.ana.api.claims.take({ params: { id }, body: { idempotencyKey: unique('take-') } })
    const kinds = async () => {
      const rows = await server.db.selectFrom('events').select(['kind', 'data']).where('task_id', '=', id).execute()
      return rows.flatMap(({ kind, data }) => {
        if (!['claim.warned', 'claim.expired'].includes(kind)) return []
        return [`${kind} ${(data as { warning?: string }).warning ?? ''}`.trim()]
      })
    }
    const moments = [
      [3.5 * DAY, 'claim.warned half'],
      [6 * DAY, 'claim.warned lastDay'],
      [7 * DAY, 'claim.expired'],
    ] as const
    const seen: string[] = []
    for (const [after, kind] of moments) {
      await runAt(at + after - 1_000)
      expect((await kinds()).toSorted()).toEqual(seen.toSorted())
      await runAt(at + after)
      await runAt(at + after)
      seen.push(kind)
      expect((await kinds()).toSorted()).toEqual(seen.toSorted())
    }
  } finally {
    await server.close()
  }
}, 120_000)

test('[CLAIM-66] a server that was stopped for 40 days does each thing once, and a paused project keeps its clocks', async () => {
  const { server, runAt, at } = await serverAt('2028-02-25T12:00:00.000Z')
  try {
    const world = await createDisputeWorld(server)
    const { owner, params, ana } = world
    const expiring = await world.addTask()
    await world.offer(expiring, 0, { leaseDays: 7 })
    await ana.api.claims.take({ params: { id: expiring }, body: { idempotencyKey: unique('take-') } })
    const reviewed = (await world.handedIn(2_000)).taskID
    const disputed = await world.open((await world.handedIn()).taskID)
    await owner.api.projects.update({ params, body: { applicationsPaused: true } })
    const late = at + 40 * DAY
    await Promise.all([runAt(late), runAt(late)])
    await runAt(late)
    const rows = await server.db.selectFrom('events').select(['kind', 'task_id']).execute()
    const count = (kind: string, taskID: string) =>
      rows.filter((row) => row.kind === kind && row.task_id === taskID).length
    expect([
      count('claim.warned', expiring),
      count('claim.expired', expiring),
      count('reward.due', reviewed),
      (await world.claimOf(expiring)).state,
      (await world.claimOf(reviewed)).pay_by?.toISOString(),
      (await world.get(disputed.id)).state,
    ]).toEqual([0, 1, 1, 'expired', new Date(late + 10 * DAY).toISOString(), 'ruling'])
  } finally {
    await server.close()
  }
}, 120_000)
