import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { inCurrency } from '#support/currency.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { startTestApp, type TestApp, testApp } from '#support/server.ts'
import { type PlayedTask, taskHistory } from '#support/task-history.ts'
import { recordPayment } from '../payments/service.ts'
import { getAnalytics } from './service.ts'

const server = testApp()
let play: ReturnType<typeof taskHistory>
type Person = Awaited<ReturnType<typeof createPerson>>
let owner: Person
beforeAll(async () => {
  play = taskHistory(server)
  owner = await createPerson(server, { name: 'Grace Hopper' })
  // The log begins before all projects of this file but those that say otherwise.
  const { id } = await createProject(server, owner.id)
  await play.create(id, '2025-01-01T00:00:00Z')
})

// A Wednesday.
const NOW = '2026-03-18T12:00:00Z'
const newProject = async (createdAt = '2026-02-16T09:00:00Z') =>
  (await createProject(server, owner.id, { createdAt: new Date(createdAt) })).id
type Query = { from?: string; to?: string; timeZone?: string; now?: string }
const viewerOf = (who: Person) => ({
  ...who,
  userID: who.id,
  sessionID: '',
  isAdministrator: false,
  accountType: 'creator' as const,
})
const ask = (
  projectID: string,
  { now = NOW, timeZone = 'UTC', ...query }: Query = {},
  { db, who }: { db: TestApp['db']; who: Person } = { db: server.db, who: owner },
) =>
  getAnalytics({ db, clock: { now: () => new Date(now) } }, viewerOf(who), {
    params: { id: projectID },
    query: { timeZone, ...query },
  })
/** The days on which the periods begin. */
const begins = (answer: Awaited<ReturnType<typeof ask>>) => answer.periods.map(({ from }) => from)
const statuses = async (projectID: string, query?: Query) =>
  (await ask(projectID, query)).periods.map((one) => one.statuses?.join(' ') ?? null)

describe('who may ask, and for what time', () => {
  test('owners and admins may; members get 403, strangers of a hidden project 404', async () => {
    const id = (await createProject(server, owner.id, { status: 0 })).id
    const [admin, member, stranger] = [
      await createPerson(server),
      await createPerson(server),
      await createPerson(server),
    ]
    await createMembership(server, id, admin.id, 'admin')
    await createMembership(server, id, member.id)
    const of = (who: Person) => who.api.projects.analytics({ params: { id }, query: {} })
    expect((await of(owner)).data.step).toBe('week')
    expect((await of(admin)).data.load.people).toHaveLength(3)
    await expect(of(member)).rejects.toEqual(refused(403))
    await expect(of(stranger)).rejects.toEqual(refused(404))
  })

  test('a time zone that nobody knows, a day that is none and an end before the begin are refused', async () => {
    const id = await newProject()
    const of = (query: object) => owner.api.projects.analytics({ params: { id }, query })
    for (const query of [
      { timeZone: 'Mars/Olympus' },
      { from: '2026-02-30' },
      { from: '2026-03-02', to: '2026-03-01' },
    ])
      await expect(of(query)).rejects.toEqual(refused(422))
  })

  test('periods are whole weeks from Monday, no earlier than the project and no later than today', async () => {
    const id = await newProject()
    expect(begins(await ask(id))).toEqual(['2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09', '2026-03-16'])
    expect(begins(await ask(id, { from: '2020-01-01', to: '2030-01-01' }))).toHaveLength(5)
    expect(begins(await ask(id, { from: '2026-02-25', to: '2026-03-02' }))).toEqual(['2026-02-23', '2026-03-02'])
    expect(begins(await ask(id, { to: '2020-01-01' }))).toEqual(['2026-02-16'])
    expect(begins(await ask(id, { from: '2030-01-01' }))).toEqual(['2026-03-16'])
  })

  test('what would be more than 54 weeks is told by months', async () => {
    const id = await newProject('2025-01-31T23:30:00Z')
    const year = await ask(id, { from: '2025-03-10' })
    expect([year.step, year.periods.length]).toEqual(['week', 54])
    const whole = await ask(id)
    expect([whole.step, begins(whole)[0], whole.periods[0]?.to, whole.periods.length]).toEqual([
      'month',
      '2025-01-01',
      '2025-01-31',
      15,
    ])
    // In Vienna the project began in February.
    expect(begins(await ask(id, { timeZone: 'Europe/Vienna' }))[0]).toBe('2025-02-01')
  })
})

describe('done, and the time that it took', () => {
  test('a task counts once, in the week in which it was completed last, and not while it is open again or deleted', async () => {
    const id = await newProject()
    const [again, open, gone] = [
      await play.create(id, '2026-02-17T00:00:00Z'),
      await play.create(id, '2026-02-17T00:00:00Z'),
      await play.create(id, '2026-02-17T00:00:00Z'),
    ]
    for (const task of [again, open, gone]) await play.move(task, '2026-02-18T00:00:00Z', 4)
    await play.move(again, '2026-02-24T00:00:00Z', 2)
    await play.move(again, '2026-03-04T00:00:00Z', 4)
    await play.move(open, '2026-02-24T00:00:00Z', 2)
    await play.trash(gone, '2026-02-24T00:00:00Z')
    expect((await ask(id)).periods.map(({ done }) => done)).toEqual([0, 0, 1, 0, 0])
  })

  test('the time goes from the first begin to the last completion; median and 85th of 100, by week and overall', async () => {
    const id = await newProject()
    const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T00:00:00Z`
    for (const hours of [24, 48, 72, 96]) {
      const task = await play.create(id, day(2))
      await play.move(task, day(2), 2)
      await play.move(task, day(2 + hours / 24), 4)
    }
    const reopened = await play.create(id, day(2))
    await play.move(reopened, day(3), 2)
    await play.move(reopened, day(4), 4)
    await play.move(reopened, day(5), 1)
    await play.move(reopened, day(12), 4)
    const { periods, time } = await ask(id)
    expect(periods[2]).toMatchObject({ measured: 4, medianHours: 60, p85Hours: expect.closeTo(85.2) as number })
    expect(periods[3]).toMatchObject({ measured: 1, medianHours: 9 * 24, p85Hours: 9 * 24 })
    expect(periods[4]).toMatchObject({ measured: 0, medianHours: null, p85Hours: null })
    expect(time).toMatchObject({ measured: 5, unmeasured: 0, medianHours: 72 })
  })

  test('a task created in progress begins then; one that was created done, or went straight to done, has no time', async () => {
    const id = await newProject()
    const begun = await play.create(id, '2026-03-09T00:00:00Z', { status: 2 })
    await play.move(begun, '2026-03-09T06:00:00Z', 4)
    await play.create(id, '2026-03-09T00:00:00Z', { status: 4 })
    await play.move(await play.create(id, '2026-03-09T00:00:00Z'), '2026-03-10T00:00:00Z', 4)
    const { periods, time } = await ask(id)
    expect(periods[3]).toMatchObject({ done: 3, measured: 1, medianHours: 6 })
    expect(time).toEqual({ measured: 1, unmeasured: 2, medianHours: 6, p85Hours: 6 })
  })

  test('weeks begin at midnight of the time zone, also at the ends of summer time', async () => {
    const id = await newProject('2026-03-23T00:00:00Z')
    // In Vienna Monday, 30 March begins at 22:00 in UTC, the week before at 23:00.
    for (const at of ['2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z', '2026-03-29T22:59:59Z'])
      await play.create(id, at, { status: 4 })
    const done = async (timeZone: string) =>
      (await ask(id, { timeZone, now: '2026-03-31T00:00:00Z' })).periods.map((one) => one.done)
    expect(await done('Europe/Vienna')).toEqual([1, 2])
    expect(await done('UTC')).toEqual([3, 0])
    expect(await done('America/New_York')).toEqual([0, 3, 0])
  })
})

describe('statuses over time', () => {
  test('moves to and fro, also several in a week, are there as they stood when each week ended', async () => {
    const id = await newProject()
    const task = await play.create(id, '2026-02-17T00:00:00Z', { status: 0 })
    await play.move(task, '2026-02-18T00:00:00Z', 2)
    await play.move(task, '2026-02-19T00:00:00Z', 1)
    await play.move(task, '2026-02-24T00:00:00Z', 4)
    await play.move(task, '2026-03-03T00:00:00Z', 2)
    await play.move(task, '2026-03-10T00:00:00Z', 5)
    expect(await statuses(id)).toEqual(['0 1 0 0 0 0', '0 0 0 0 1 0', '0 0 1 0 0 0', '0 0 0 0 0 1', '0 0 0 0 0 1'])
    // Also for a time that ends before the last of them.
    expect(await statuses(id, { from: '2026-02-24', to: '2026-03-02' })).toEqual(['0 0 0 0 1 0', '0 0 1 0 0 0'])
  })

  test('a task is not there while it is in Trash, nor once it is gone for good', async () => {
    const id = await newProject()
    const [back, gone] = [await play.create(id, '2026-02-17T00:00:00Z'), await play.create(id, '2026-02-17T00:00:00Z')]
    for (const task of [back, gone]) {
      await play.move(task, '2026-02-18T00:00:00Z', 3)
      await play.trash(task, '2026-02-24T00:00:00Z')
    }
    await play.restore(back, '2026-03-03T00:00:00Z')
    await play.move(back, '2026-03-10T00:00:00Z', 4)
    await play.forget(gone)
    expect(await statuses(id)).toEqual(['0 0 0 2 0 0', '0 0 0 0 0 0', '0 0 0 1 0 0', '0 0 0 0 1 0', '0 0 0 0 1 0'])
  })

  test('a task of a server without a log counts from its creation, as its first move says it was', async () => {
    const id = await newProject()
    const [moved] = [
      await play.create(id, '2026-02-17T00:00:00Z', { isUnannounced: true }),
      await play.create(id, '2026-02-25T00:00:00Z', { isUnannounced: true, status: 3 }),
    ]
    await play.move(moved, '2026-03-04T00:00:00Z', 2)
    expect(await statuses(id)).toEqual(['0 1 0 0 0 0', '0 1 0 1 0 0', '0 0 1 1 0 0', '0 0 1 1 0 0', '0 0 1 1 0 0'])
    expect((await ask(id)).statusesSince).toBeNull()
  })

  test('before the log began nothing is told, and what is older counts from then on', async () => {
    const app = await startTestApp()
    const old = taskHistory(app)
    const who = await createPerson(app)
    const { id } = await createProject(app, who.id, { createdAt: new Date('2026-02-16T09:00:00Z') })
    const of = async () =>
      (await ask(id, {}, { db: app.db, who })).periods.map((one) => one.statuses?.join(' ') ?? null)
    const [moved, trashed] = [
      await old.create(id, '2026-02-17T00:00:00Z', { isUnannounced: true }),
      await old.create(id, '2026-02-17T00:00:00Z', { isUnannounced: true, status: 3 }),
    ]
    await old.create(id, '2026-02-17T00:00:00Z', { isUnannounced: true, status: 4 })
    // An empty log has yet to begin.
    expect(await of()).toEqual([null, null, null, null, '0 1 0 1 1 0'])
    await old.create(id, '2026-03-04T00:00:00Z', { status: 0 })
    await old.move(moved, '2026-03-11T00:00:00Z', 2)
    await old.trash(trashed, '2026-03-17T00:00:00Z')
    expect(await of()).toEqual([null, null, '1 1 0 1 1 0', '1 0 1 1 1 0', '1 0 1 0 1 0'])
    const answer = await ask(id, {}, { db: app.db, who })
    expect(answer.statusesSince).toBe('2026-03-04T00:00:00.000Z')
    // What was done is known from the tasks themselves.
    expect(answer.periods[0]?.done).toBe(1)
    await app.close()
  })

  test('whatever happens, the statuses of each week add up to the tasks that were there, and are where they were', async () => {
    const weeks = 6
    const step = fc.record({
      day: fc.integer({ min: 0, max: weeks * 7 - 1 }),
      hour: fc.integer({ min: 0, max: 23 }),
      task: fc.nat(5),
      act: fc.constantFrom('move', 'move', 'move', 'trash', 'restore', 'forget'),
      to: fc.integer({ min: 0, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom('UTC', 'Asia/Kolkata'),
        async (steps, timeZone) => {
          const begin = Date.parse('2026-02-02T00:00:00Z')
          const id = await newProject('2026-02-02T12:00:00Z')
          const tasks: Array<{ played: PlayedTask; state: 'there' | 'trashed' | 'gone' }> = []
          const expected: string[] = []
          const offset = timeZone === 'UTC' ? 0 : 5.5 * 3_600_000
          let nextEnd = begin + 7 * 86_400_000 - offset
          const passTo = (moment: number) => {
            for (; moment >= nextEnd; nextEnd += 7 * 86_400_000) {
              const there = tasks.filter(({ state }) => state === 'there').map(({ played }) => played.status)
              expected.push([0, 1, 2, 3, 4, 5].map((status) => there.filter((one) => one === status).length).join(' '))
            }
          }
          const sorted = steps
            .map((one) => ({ ...one, at: begin + 13 * 3_600_000 + one.day * 86_400_000 + one.hour * 3_600_000 }))
            .toSorted((a, b) => a.at - b.at)
          for (const { at, task: which, act, to } of sorted) {
            passTo(at)
            const time = new Date(at).toISOString()
            const task = tasks[which]
            if (!task) tasks.push({ played: await play.create(id, time, { status: to }), state: 'there' })
            else if (act === 'move' && task.state === 'there' && task.played.status !== to)
              await play.move(task.played, time, to)
            else if (act === 'trash' && task.state === 'there') {
              await play.trash(task.played, time)
              task.state = 'trashed'
            } else if (act === 'restore' && task.state === 'trashed') {
              await play.restore(task.played, time)
              task.state = 'there'
            } else if (act === 'forget' && task.state === 'trashed') {
              await play.forget(task.played)
              task.state = 'gone'
            }
          }
          passTo(begin + (weeks + 2) * 7 * 86_400_000)
          const told = await statuses(id, { timeZone, now: '2026-03-26T00:00:00Z' })
          expect(told).toEqual(expected)
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)

  test('what the calls of the server do is told: created, moved, deleted and restored', async () => {
    const id = (await createProject(server, owner.id)).id
    const create = async () =>
      (await owner.api.tasks.create({ body: { projectID: id, title: 'Draw', description: 'Work.' } })).data
    const [moved, trashed, restored] = [await create(), await create(), await create()]
    await owner.api.tasks.update({ params: { id: moved.id }, body: { status: 2, version: moved.version } })
    for (const task of [trashed, restored]) await owner.api.tasks.remove({ params: { id: task.id } })
    await owner.api.tasks.restore({ params: { id: restored.id }, body: {} })
    const { data } = await owner.api.projects.analytics({ params: { id }, query: {} })
    expect(data.periods.at(-1)?.statuses).toEqual([0, 1, 1, 0, 0, 0])
  })
})

describe('load', () => {
  test('open tasks and hours by person, members without any too, and what nobody is to do', async () => {
    const id = await newProject()
    const [ada, ben] = [await createPerson(server, { name: 'Ada Byron' }), await createPerson(server)]
    for (const { id: userID } of [ada, ben]) await createMembership(server, id, userID)
    const at = '2026-02-17T00:00:00Z'
    await play.create(id, at, { by: ada.id, hours: 2.5 })
    await play.create(id, at, { by: ada.id, hours: 4, status: 3 })
    await play.create(id, at, { by: ada.id, status: 0 })
    await play.create(id, at, { by: ada.id, hours: 8, status: 4 })
    await play.create(id, at, { by: ada.id, hours: 8, status: 5 })
    await play.trash(await play.create(id, at, { by: ada.id, hours: 8 }), at)
    await play.create(id, at, { hours: 1 })
    const { load } = await ask(id)
    expect(load.people.map(({ userID: _, ...one }) => one)).toEqual([
      { username: ada.username, name: 'Ada Byron', tasks: 3, hours: 6.5, unestimated: 1 },
      ...[owner, ben]
        .map((who) => ({
          username: who.username,
          name: who === owner ? 'Grace Hopper' : '',
          tasks: 0,
          hours: 0,
          unestimated: 0,
        }))
        .toSorted((a, b) => (a.username < b.username ? -1 : 1)),
    ])
    expect([load.others, load.unassigned]).toEqual([null, { tasks: 1, hours: 1, unestimated: 0 }])
  })

  test('of 50 people the 20 with most to do are named, and the others are one line', async () => {
    const id = await newProject()
    for (let n = 1; n <= 49; n++) {
      const { id: userID } = await createPerson(server)
      await createMembership(server, id, userID)
      for (let task = 0; task < (n <= 21 ? 2 : 1); task++)
        await play.create(id, '2026-02-17T00:00:00Z', { by: userID, hours: 1 })
    }
    const { load } = await ask(id)
    expect(load.people.map(({ tasks }) => tasks)).toEqual(Array<number>(20).fill(2))
    expect(load.others).toEqual({ people: 30, tasks: 30, hours: 30, unestimated: 0 })
  }, 60_000)
})

describe('money', () => {
  test('payments by month of the time zone, other currencies apart, voided ones left out, months whole', async () => {
    const id = await newProject('2026-01-20T00:00:00Z')
    const pay = async (at: string, amountCents: number, currency = 'USD') => {
      const body = { userID: owner.id, amountCents, currency, idempotencyKey: uuidv7() }
      const deps = { db: server.db, clock: { now: () => new Date(at) } }
      return (await recordPayment(deps, viewerOf(owner), { params: { id }, body })).id
    }
    await pay('2026-01-21T00:00:00Z', 10_000)
    await pay('2026-01-31T23:30:00Z', 500)
    await pay('2026-02-01T00:00:00Z', 2_000)
    await inCurrency(server.db, id, 'EUR', () => pay('2026-02-01T00:00:00Z', 300, 'EUR'))
    const voided = await pay('2026-02-02T00:00:00Z', 70_000)
    await owner.api.payments.void({ params: { id, paymentId: voided }, body: {} })
    const months = async (query: Query) => (await ask(id, query)).money
    const euros = [{ currency: 'EUR', paidCents: 300 }]
    expect(await months({})).toEqual({
      currency: 'USD',
      months: [
        { from: '2026-01-01', paidCents: 10_500, otherCurrencies: [] },
        { from: '2026-02-01', paidCents: 2_000, otherCurrencies: euros },
        { from: '2026-03-01', paidCents: 0, otherCurrencies: [] },
      ],
    })
    const vienna = await months({ timeZone: 'Europe/Vienna', from: '2026-01-29', to: '2026-02-02' })
    expect(vienna.months).toEqual([
      { from: '2026-01-01', paidCents: 10_000, otherCurrencies: [] },
      { from: '2026-02-01', paidCents: 2_500, otherCurrencies: euros },
    ])
  })
})

test('an archived project is told of, a deleted one is not there', async () => {
  const id = await newProject()
  await play.create(id, '2026-02-17T00:00:00Z', { status: 4 })
  await server.db.updateTable('projects').set({ archived_at: NOW }).where('id', '=', id).execute()
  expect((await ask(id)).periods[0]).toMatchObject({ done: 1, statuses: [0, 0, 0, 0, 1, 0] })
  await server.db.updateTable('projects').set({ deleted_at: NOW }).where('id', '=', id).execute()
  await expect(owner.api.projects.analytics({ params: { id }, query: {} })).rejects.toEqual(refused(404))
})
