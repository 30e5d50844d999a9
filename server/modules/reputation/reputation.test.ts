import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { watchStatements } from '#support/watch-statements.ts'
import { CREDITED_A_DAY } from '#shared/rules/reputation.ts'
import { check } from '#server/commands/reputation.ts'
import { loadConfig } from '#server/settings/config.ts'
import { withTx } from '#server/db/pool.ts'
import { openSession } from '../auth/sessions.ts'
import { addLines, findDifferences } from './service.ts'

const statements = watchStatements()
const server = testApp()

afterAll(async () => {
  statements.restore()
})

type Person = Awaited<ReturnType<typeof createPerson>>
let [owner, admin, member]: Person[] = []
let projectID: string
beforeEach(async () => {
  ;[owner, admin, member] = [await createPerson(server), await createPerson(server), await createPerson(server)]
  projectID = (await createProject(server, owner.id, { title: 'Harbour atlas' })).id
  await createMembership(server, projectID, admin.id, 'admin')
  await createMembership(server, projectID, member.id)
})
const is = (person: Person | undefined): Person => person as Person
const create = async (more: { status?: number; assignedToID?: string } = {}) =>
  (await is(owner).api.tasks.create({ body: { title: 'Draw the quay', description: 'To do.', projectID, ...more } }))
    .data.id
const change = (by: Person | undefined, id: string, body: { status?: number; assignedToID?: string | null }) =>
  is(by).api.tasks.update({ params: { id }, body })
const done = async (assignee: Person | undefined, by = owner) => {
  const id = await create({ assignedToID: is(assignee).id })
  await change(by, id, { status: 4 })
  return id
}
const points = async (who: Person | undefined) => (await is(who).api.users.profile({})).data.reputation
const lines = async (who: Person | undefined, viewer: Person | undefined = who, query = {}) =>
  (await is(viewer).api.reputation.lines({ params: { username: is(who).username }, query })).data
const amounts = async (who: Person | undefined) => (await lines(who)).map(({ rule, amount }) => [rule, amount])

describe('what gives reputation', () => {
  test('[REP-01] a completed task credits its assignee, but neither an owner nor whoever completes it', async () => {
    await done(member, admin)
    expect([await points(member), await points(admin), await points(owner)]).toEqual([10, 0, 0])
    await done(admin, admin)
    await done(owner, admin)
    await done(owner, owner)
    expect([await points(admin), await points(owner)]).toEqual([0, 0])
    await done(admin, owner)
    expect(await points(admin)).toBe(10)
  })

  test('[REP-01] accepting a review is completing, so it credits whose work it is', async () => {
    const id = await create({ assignedToID: is(member).id, status: 2 })
    const submitted = { note: 'Done.', links: [], fileIDs: [], remarks: [], idempotencyKey: 'the only one' }
    await is(member).api.submissions.create({ params: { id }, body: submitted })
    await is(admin).api.submissions.accept({ params: { id, n: 1 }, body: {} })
    expect(await points(member)).toBe(10)
    expect(await amounts(member)).toEqual([['completed', 10]])
  })

  test('[REP-02] a task created as Completed never gives credit, also not when it comes back', async () => {
    const id = await create({ assignedToID: is(member).id, status: 4 })
    expect(await points(member)).toBe(0)
    await change(owner, id, { status: 2 })
    await change(owner, id, { status: 4 })
    expect([await points(member), await amounts(member)]).toEqual([0, []])
    const tasks = [{ title: 'Elsewhere', description: 'Done.', status: 4, assignedToID: is(member).id }]
    const body = { idempotencyKey: 'one', source: 'csv' as const, tasks }
    await is(owner).api.imports.create({ params: { id: projectID }, body })
    const { data } = await is(owner).api.tasks.byProject({ params: { projectId: projectID }, query: {} })
    const imported = data.find(({ title }) => title === 'Elsewhere')?.id ?? ''
    await change(owner, imported, { status: 2 })
    await change(owner, imported, { status: 4 })
    expect(await points(member)).toBe(0)
  })

  test('[REP-04] [REP-14] what is taken back is what was given, to whom it was given', async () => {
    const id = await done(member)
    await server.db.updateTable('projects').set({ tier: 'gold' }).where('id', '=', projectID).execute()
    await change(owner, id, { status: 2 })
    expect(await amounts(member)).toEqual([
      ['reopened', -10],
      ['completed', 10],
    ])
    const own = await done(admin, admin)
    await change(owner, own, { status: 2 })
    expect([await points(member), await points(admin), await amounts(admin)]).toEqual([0, 0, []])
  })

  test('[REP-05] deleting a project or removing a member changes nothing; a deleted task comes back with the same credit', async () => {
    const id = await done(member)
    await done(member)
    await is(owner).api.tasks.remove({ params: { id } })
    expect(await points(member)).toBe(10)
    await server.db.updateTable('projects').set({ tier: 'gold' }).where('id', '=', projectID).execute()
    await is(owner).api.tasks.restore({ params: { id }, body: {} })
    expect(await amounts(member)).toEqual([
      ['restored', 10],
      ['deleted', -10],
      ['completed', 10],
      ['completed', 10],
    ])
    await is(owner).api.memberships.remove({ params: { id: projectID, userId: is(member).id } })
    expect(await points(member)).toBe(20)
    await is(owner).api.projects.remove({ params: { id: projectID } })
    expect(await points(member)).toBe(20)
    expect(await findDifferences(server.db)).toEqual([])
  })

  test('[REP-13] the attacks of release 1 earn nothing', async () => {
    await server.db.updateTable('projects').set({ tier: 'gold' }).where('id', '=', projectID).execute()
    for (let turn = 0; turn < 5; turn++) {
      await create({ assignedToID: is(owner).id, status: 4 })
      await create({ assignedToID: is(member).id, status: 4 })
      await done(owner, owner)
      await done(admin, admin)
    }
    expect(await failureOf(change(member, await create({ assignedToID: is(member).id }), { status: 4 }))).toMatchObject(
      { status: 403 },
    )
    expect([await points(owner), await points(admin), await points(member)]).toEqual([0, 0, 0])
    for (let turn = 0; turn < CREDITED_A_DAY + 5; turn++) await done(member)
    expect(await points(member)).toBe(80 * CREDITED_A_DAY)
  })
})

describe('the limit of a day', () => {
  test('[REP-03] a project credits a person for 20 tasks a day, also at once; the history tells of the others', async () => {
    const ids = []
    for (let turn = 0; turn < CREDITED_A_DAY + 4; turn++) ids.push(await create({ assignedToID: is(member).id }))
    await Promise.all(ids.map((id, at) => change(at % 2 ? owner : admin, id, { status: 4 })))
    expect(await points(member)).toBe(10 * CREDITED_A_DAY)
    const tasks = await server.db
      .selectFrom('tasks')
      .select(['id', 'credited_reputation'])
      .where('project_id', '=', projectID)
      .execute()
    const without = tasks.filter(({ credited_reputation }) => credited_reputation === 0)
    expect(without).toHaveLength(4)
    const history = async (id: string) => {
      const { data } = await is(owner).api.comments.feed({ params: { id }, query: {} })
      return data.flatMap(({ event }) => event?.changes.map(({ field }) => field) ?? [])
    }
    expect(await history(without[0]?.id ?? '')).toContain('credit')
    expect(await history(tasks.find(({ credited_reputation }) => credited_reputation > 0)?.id ?? '')).not.toContain(
      'credit',
    )
    // A task that was credited today may be completed again; another project has a limit of its own.
    const again = tasks.find(({ credited_reputation }) => credited_reputation > 0)?.id ?? ''
    await change(owner, again, { status: 2 })
    await change(owner, again, { status: 4 })
    expect(await points(member)).toBe(10 * CREDITED_A_DAY)
    expect(await findDifferences(server.db)).toEqual([])
  })

  test('[REP-03] the next day (UTC) begins anew', async () => {
    for (let turn = 0; turn < CREDITED_A_DAY + 1; turn++) await done(member)
    expect(await points(member)).toBe(10 * CREDITED_A_DAY)
    const day = 24 * 60 * 60
    server.clock.advance(day)
    const { accessToken } = await openSession(server.deps, server.db, is(owner).id)
    const api = server.client(accessToken)
    const { data } = await api.tasks.create({
      body: { title: 'Tomorrow', description: 'x', projectID, assignedToID: is(member).id },
    })
    await api.tasks.update({ params: { id: data.id }, body: { status: 4 } })
    const row = server.db.selectFrom('users').select('reputation').where('id', '=', is(member).id)
    expect((await row.executeTakeFirstOrThrow()).reputation).toBe(10 * (CREDITED_A_DAY + 1))
    server.clock.advance(-day)
  })
})

describe('lines', () => {
  test('[REP-07] two managers at once and a repeated call give one credit and one line', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await create({ assignedToID: is(member).id })
      await Promise.all([change(owner, id, { status: 4 }), change(admin, id, { status: 4 })])
      await change(owner, id, { status: 4 })
    }
    expect(await points(member)).toBe(50)
    expect(await amounts(member)).toEqual(Array.from({ length: 5 }, () => ['completed', 10]))
  })

  test('[REP-06] a line names the event of its change, and is there only with it', async () => {
    const id = await done(member)
    const line = await server.db
      .selectFrom('reputation_events as r')
      .innerJoin('events as e', 'e.id', 'r.event_id')
      .select(['e.kind', 'e.task_id', 'r.delta', 'r.rule'])
      .where('r.task_id', '=', id)
      .execute()
    expect(line).toEqual([{ kind: 'task.moved', task_id: id, delta: 10, rule: 'completed' }])
  })

  test('reputation is given to people in one order, so that two changes never wait for each other in a circle', async () => {
    const ids = [is(owner).id, is(admin).id, is(member).id].sort()
    const [first = '', second = '', third = ''] = ids
    const line = { projectID, taskID: projectID, eventID: projectID, delta: 5, rule: 'completed' } as const
    const made = await statements.during(() =>
      withTx(server.db, (tx) =>
        addLines(
          tx,
          new Date(),
          [second, third, first].map((userID) => ({ ...line, userID })),
        ),
      ),
    )
    const given = made.filter(({ text }) => text.includes('update users set reputation'))
    expect(given.map(({ values }) => values.find((value) => ids.includes(value as string)))).toEqual(ids)
  })

  test('[REP-08] the lines are newest first, in pages, with task, project, amount and day', async () => {
    for (let turn = 0; turn < 3; turn++) await done(member)
    const { data, pagination } = await is(member).api.reputation.lines({
      params: { username: is(member).username.toUpperCase() },
      query: { page: 1, limit: 2 },
    })
    expect(pagination).toMatchObject({ page: 1, total: 3, totalPages: 2 })
    expect(data.map(({ task }) => task?.taskId)).toEqual(['3', '2'])
    expect(data[0]).toMatchObject({
      rule: 'completed',
      amount: 10,
      project: { id: projectID, title: 'Harbour atlas' },
      task: { title: 'Draw the quay' },
    })
    expect(await lines(member, member, { page: 2, limit: 2 })).toHaveLength(1)
    const unknown = server.client().reputation.lines({ params: { username: 'nobody-at-all' }, query: {} })
    expect((await failureOf(unknown)).status).toBe(404)
  })

  test('[REP-09] a line of a project that the viewer may not open has no title, ID or name of it', async () => {
    const id = await done(member)
    const stranger = await createPerson(server)
    const [known] = await lines(member, stranger)
    expect(known).toMatchObject({ task: null, project: { title: 'Harbour atlas' } })
    await server.db.updateTable('projects').set({ status: 0 }).where('id', '=', projectID).execute()
    const answer = await fetch(`${server.origin}/api/users/profile/${is(member).username}/reputation`)
    const text = await answer.text()
    expect((JSON.parse(text) as { data: unknown[] }).data).toMatchObject([{ amount: 10, task: null, project: null }])
    for (const secret of [id, projectID, 'Draw the quay', 'Harbour']) expect(text).not.toContain(secret)
    expect((await lines(member, stranger))[0]).toMatchObject({ task: null, project: null })
    expect((await lines(member, admin))[0]).toMatchObject({ task: { id }, project: { id: projectID } })
    await is(owner).api.projects.remove({ params: { id: projectID } })
    expect((await lines(member))[0]).toMatchObject({ task: null, project: null })
  })

  test('[REP-10] reputation check names each person whose number differs, and exits with 1 then', async () => {
    const { config } = loadConfig([], { DATABASE_URL: server.databaseUrl })
    await done(member)
    const fine = await check({ config })
    expect([fine.code ?? 0, fine.says]).toEqual([0, expect.stringMatching(/^The reputation of all \d+ people is what/)])
    const set = (reputation: number) =>
      server.db.updateTable('users').set({ reputation }).where('id', '=', is(member).id).execute()
    await set(1250)
    expect(await check({ config })).toEqual({
      says: `${is(member).username} has 1,250, but the lines add up to 10.`,
      code: 1,
    })
    await set(10)
    expect((await check({ config })).code ?? 0).toBe(0)
  })
})

/** What a task does in a history of the model: who completes it, whose it is, and how it began. */
describe('random histories', () => {
  test('[REP-06] after any history of calls the lines add up to the numbers, below zero nobody, owners nothing', async () => {
    const people = [is(owner), is(admin), is(member)]
    const step = fc.record({
      by: fc.constantFrom(0, 1),
      task: fc.nat(2),
      act: fc.oneof(
        fc.record({ status: fc.constantFrom(2, 4, 4) }),
        fc.record({ assignee: fc.constantFrom(0, 1, 2, null) }),
        fc.constant('remove' as const),
      ),
    })
    const ids = [await create(), await create({ assignedToID: is(member).id }), await create({ status: 4 })]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { by, task, act } of steps) {
          const [who, id] = [is(people[by]), ids[task] ?? '']
          if (act === 'remove') {
            await who.api.tasks.remove({ params: { id } })
            expect(await findDifferences(server.db)).toEqual([])
            await is(owner).api.tasks.restore({ params: { id }, body: {} })
          } else if ('status' in act) await change(who, id, { status: act.status })
          else await change(who, id, { assignedToID: act.assignee === null ? null : is(people[act.assignee]).id })
        }
        expect(await findDifferences(server.db)).toEqual([])
        expect(await points(owner)).toBe(0)
        for (const person of people) expect(await points(person)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: Math.ceil(Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 200) / 5) },
    )
  }, 120_000)
})
