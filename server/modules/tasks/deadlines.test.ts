import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/contract/notifications.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { watchQueries } from '#support/query-plans.ts'
import { testApp } from '#support/server.ts'
import { saveSettings } from '../notifications/settings-repository.ts'
import { notifyOfDeadlines } from './deadlines.ts'

const server = testApp()
beforeEach(() => server.db.updateTable('tasks').set({ due_on: null }).execute())

const at = (now: string) => notifyOfDeadlines({ db: server.db, clock: { now: () => new Date(now) } })

/** A task of the member, created by the owner, that is due on 10 December. */
const world = async (more: object = {}) => {
  const [owner, member] = [await createPerson(server), await createPerson(server)]
  const { id: projectID } = await createProject(server, owner.id)
  await createMembership(server, projectID, member.id)
  const body = {
    projectID,
    title: 'Draw',
    description: 'Work.',
    dueOn: '2026-12-10',
    assignedToID: member.id,
    ...more,
  }
  const { id } = (await owner.api.tasks.create({ body })).data
  // A new assignee is notified.
  await server.db.deleteFrom('notifications').execute()
  const told = async () =>
    (
      await server.db
        .selectFrom('events')
        .select(['kind', 'actor_id', 'subject_id', 'project_id', 'data'])
        .where('task_id', '=', id)
        .where('kind', 'in', ['task.due', 'task.overdue'])
        .orderBy('created_at')
        .execute()
    ).map(({ kind, data }) => `${kind} ${(data as { dueOn: string }).dueOn}`)
  const deadlines = async ({ api }: typeof owner) =>
    (await api.notifications.list({ query: { view: 'forYou' } })).data.filter(({ group }) => group === 'deadlines')
  const live = (zone: string) => saveSettings(server.db, member.id, { ...defaultNotificationSettings, timeZone: zone })
  return { owner, member, projectID, id, params: { id }, told, deadlines, live }
}

describe('[EVT-16] [EVT-24] [INBOX-13] deadlines of tasks', () => {
  test('a task is due within 24 hours of the end of its day, then overdue, each told once', async () => {
    const { owner, member, id, told, deadlines } = await world()
    await at('2026-12-09T23:59:00Z')
    expect(await told()).toEqual([])
    await at('2026-12-10T00:00:00Z')
    await at('2026-12-10T12:00:00Z')
    expect(await told()).toEqual(['task.due 2026-12-10'])
    expect(await deadlines(member)).toMatchObject([{ kind: 'task.due', task: { id }, actor: null, count: 1 }])
    expect(await deadlines(owner)).toEqual([])
    await at('2026-12-10T23:59:00Z')
    expect(await told()).toEqual(['task.due 2026-12-10'])
    await at('2026-12-11T00:00:00Z')
    await at('2026-12-31T00:00:00Z')
    expect(await told()).toEqual(['task.due 2026-12-10', 'task.overdue 2026-12-10'])
    expect(await deadlines(member)).toMatchObject([{ kind: 'task.overdue', task: { id }, count: 2 }])
    expect(await deadlines(owner)).toMatchObject([{ kind: 'task.overdue', task: { id }, count: 1 }])
    const [event] = await server.db.selectFrom('events').selectAll().where('kind', '=', 'task.due').where('task_id', '=', id).execute() // prettier-ignore
    expect(event).toMatchObject({ actor_id: null, subject_id: member.id })
  })

  test.each([
    [
      'America/New_York',
      '2026-12-10T04:59:00Z',
      '2026-12-10T05:00:00Z',
      '2026-12-11T04:59:00Z',
      '2026-12-11T05:00:00Z',
    ],
    [
      'Pacific/Kiritimati',
      '2026-12-09T09:59:00Z',
      '2026-12-09T10:00:00Z',
      '2026-12-10T09:59:00Z',
      '2026-12-10T10:00:00Z',
    ],
    // A zone that no program knows any more counts as UTC.
    ['Mars/Olympus', '2026-12-09T23:59:00Z', '2026-12-10T00:00:00Z', '2026-12-10T23:59:00Z', '2026-12-11T00:00:00Z'],
  ])('the day is that of the assignee, in %s', async (zone, before, due, still, overdue) => {
    const { live, told } = await world()
    await live(zone)
    await at(before)
    expect(await told()).toEqual([])
    await at(due)
    await at(still)
    expect(await told()).toEqual(['task.due 2026-12-10'])
    await at(overdue)
    expect(await told()).toEqual(['task.due 2026-12-10', 'task.overdue 2026-12-10'])
  })

  test('24 hours are 24 hours on the days on which the clocks change', async () => {
    const longer = await world({ dueOn: '2026-10-25' })
    await longer.live('Europe/Berlin')
    // 25 October 2026 has 25 hours in Berlin, from 22:00 of the day before to 23:00, as UTC counts.
    await at('2026-10-24T22:59:00Z')
    expect(await longer.told()).toEqual([])
    await at('2026-10-24T23:00:00Z')
    expect(await longer.told()).toHaveLength(1)
    await at('2026-10-25T22:59:00Z')
    expect(await longer.told()).toHaveLength(1)
    await at('2026-10-25T23:00:00Z')
    expect(await longer.told()).toHaveLength(2)
  })

  test('a new due date lets both come anew, and the same one does not', async () => {
    const { owner, params, told } = await world()
    await at('2026-12-20T00:00:00Z')
    expect(await told()).toEqual(['task.overdue 2026-12-10'])
    await owner.api.tasks.update({ params, body: { dueOn: '2026-12-20' } })
    await at('2026-12-20T01:00:00Z')
    await at('2026-12-21T01:00:00Z')
    await owner.api.tasks.update({ params, body: { dueOn: '2026-12-10' } })
    await at('2026-12-22T01:00:00Z')
    expect(await told()).toEqual(['task.overdue 2026-12-10', 'task.due 2026-12-20', 'task.overdue 2026-12-20'])
  })

  test('of completed, rejected and deleted tasks, and in projects that are archived or deleted, nothing is told', async () => {
    const [done, rejected, gone, archived, deleted] = [
      await world(),
      await world(),
      await world(),
      await world(),
      await world(),
    ]
    await done.owner.api.tasks.update({ params: done.params, body: { status: 4 } })
    await rejected.owner.api.tasks.update({ params: rejected.params, body: { status: 5 } })
    await gone.owner.api.tasks.remove({ params: gone.params })
    await archived.owner.api.projects.update({ params: { id: archived.projectID }, body: { archived: true } })
    await deleted.owner.api.projects.remove({ params: { id: deleted.projectID } })
    for (const now of ['2026-12-10T12:00:00Z', '2026-12-12T12:00:00Z']) await at(now)
    for (const { told } of [done, rejected, gone, archived, deleted]) expect(await told()).toEqual([])
    // Anyone who works on it again hears of it.
    await done.owner.api.tasks.update({ params: done.params, body: { status: 2 } })
    await archived.owner.api.projects.update({ params: { id: archived.projectID }, body: { archived: false } })
    await at('2026-12-12T12:00:00Z')
    for (const { told } of [done, archived]) expect(await told()).toEqual(['task.overdue 2026-12-10'])
  })

  test('of a task that nobody has, its creator hears when it is overdue; a mute silences nobody', async () => {
    const free = await world({ assignedToID: undefined })
    const muted = await world()
    await muted.member.api.notifications.follow({ params: muted.params, body: { muted: true } })
    await at('2026-12-10T12:00:00Z')
    await at('2026-12-11T12:00:00Z')
    expect(await free.told()).toHaveLength(2)
    expect(await free.deadlines(free.owner)).toMatchObject([{ kind: 'task.overdue', count: 1 }])
    expect(await muted.deadlines(muted.member)).toMatchObject([{ kind: 'task.overdue', count: 2 }])
  })

  test('whoever has a task of their own hears of it once', async () => {
    const { owner, params, deadlines } = await world()
    await owner.api.tasks.update({ params, body: { assignedToID: owner.id } })
    await at('2026-12-11T12:00:00Z')
    expect(await deadlines(owner)).toMatchObject([{ kind: 'task.overdue', count: 1 }])
  })

  test('three workers at once tell of each of 60 tasks once, also when some of them fail in between', async () => {
    const { owner, projectID } = await world()
    const body = { projectID, title: 'Draw', description: 'Work.', dueOn: '2026-12-10' }
    for (let n = 1; n < 60; n++) await owner.api.tasks.create({ body: { ...body, assignedToID: owner.id } })
    await Promise.all([1, 2, 3].map(() => at('2026-12-11T12:00:00Z')))
    await at('2026-12-11T12:00:00Z')
    const counts = await server.db
      .selectFrom('events')
      .select(({ fn }) => ['task_id', fn.countAll<string>().as('count')])
      .where('kind', '=', 'task.overdue')
      .where('project_id', '=', projectID)
      .groupBy('task_id')
      .execute()
    expect(counts).toHaveLength(60)
    expect(new Set(counts.map(({ count }) => count))).toEqual(new Set(['1']))
  })
})

test('[BUILD-07] of many tasks, those that are due are read through an index', async () => {
  const { projectID, owner } = await world()
  await server.db.deleteFrom('told_deadlines').execute()
  const watched = watchQueries(server.databaseUrl)
  const rows = Array.from({ length: 5000 }, (_, n) => ({
    id: randomUUID(),
    project_id: projectID,
    task_number: 1000 + n,
    title: 'Draw',
    description: 'Work.',
    status: n % 20 === 0 ? 1 : 4,
    created_by_id: owner.id,
    due_on: n % 2 === 0 ? (n % 500 === 0 ? '2026-12-10' : '2027-12-10') : null,
  }))
  await server.db.insertInto('tasks').values(rows).execute()
  await sql`vacuum analyze`.execute(server.db)
  const clock = { now: () => new Date('2026-12-09T12:00:00Z') }
  const scanned = await watched.scannedBy(() => notifyOfDeadlines({ db: watched.db, clock }))
  await watched.close()
  expect(scanned).not.toContain('tasks')
})
