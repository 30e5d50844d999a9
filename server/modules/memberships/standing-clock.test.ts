import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createProject } from '#support/factories.ts'
import { tellAll } from '#support/inbox.ts'
import { testApp } from '#support/server.ts'
import { timedRequests, type TimedWorld } from '#support/timed-requests.ts'

const server = testApp()

const { world, somebody, pass, run, wait, daysUntil, forget } = timedRequests(() => server)
beforeEach(forget)

describe('[CLOCK-09] [CLOCK-10] [CLOCK-19] a clock that stands', () => {
  test('a paused project refuses applications with 409, for as long as owner or admin want', async () => {
    const project = await world()
    expect((await failureOf(project.set({ applicationsPaused: true }, project.member))).status).toBe(403)
    const { data } = await project.set({ applicationsPaused: true }, project.admin)
    expect(data.applicationsPaused).toBe(true)
    const refusal = await failureOf(project.apply())
    expect(refusal).toMatchObject({ status: 409, serverMessage: 'This project isn’t taking applications right now.' })
    await project.set({ applicationsPaused: false })
    expect((await project.apply()).status).toBe(0)
  })

  test('[EVT-27] [EVT-22] pausing and going on are events of their own, and neither is one where nothing changes', async () => {
    const project = await world()
    for (const applicationsPaused of [true, true, false, false]) await project.set({ applicationsPaused })
    const rows = await server.db.selectFrom('events').select(['kind', 'actor_id', 'data']).where('project_id', '=', project.id).orderBy('created_at').orderBy('id').execute() // prettier-ignore
    expect(rows).toEqual(
      ['project.paused', 'project.resumed'].map((kind) => ({ kind, actor_id: project.owner.id, data: {} })),
    )
  })

  test.each([
    ['paused', { applicationsPaused: true }, { applicationsPaused: false }],
    ['archived', { archived: true }, { archived: false }],
  ])('while a project is %s nothing is reminded of or closed, and the time left is kept', async (_, stop, go) => {
    const project = await world(10)
    await project.apply()
    await wait(2)
    await project.set(stop)
    await wait(40)
    expect(await project.kinds()).toEqual(['applied'])
    expect(await project.access()).toMatchObject({ status: 0, answerBy: null })
    await project.set(go)
    await run()
    expect(daysUntil((await project.access()).answerBy)).toBe(8)
    await wait(2.9)
    expect(await project.kinds()).toEqual(['applied'])
    await wait(0.2)
    expect(await project.kinds()).toEqual(['applied', 'reminded'])
    await wait(5)
    expect(await project.kinds()).toEqual(['applied', 'reminded', 'expired'])
  })

  test('an archived project that is paused too goes on when neither stops it; who was invited meanwhile has all their time', async () => {
    const project = await world(10)
    await project.set({ applicationsPaused: true })
    await wait(1)
    await project.invite()
    await project.set({ archived: true })
    await wait(3)
    await project.set({ applicationsPaused: false })
    await wait(30)
    expect(await project.kinds()).toEqual(['invited'])
    await project.set({ archived: false })
    expect(daysUntil((await project.access()).answerBy)).toBe(10)
  })

  test('[CLOCK-19] deleting a project closes its open requests and tells the other side, and nobody else', async () => {
    const project = await world()
    await project.apply()
    await project.owner.api.projects.remove({ params: project.params })
    await tellAll(server)
    expect(await project.kinds()).toEqual(['applied', 'expired'])
    expect(await project.notices(project.person)).toMatchObject([{ kind: 'request.closed', group: 'requests' }])
    expect(await project.notices(project.owner)).toEqual([])
    expect(await project.notices(project.admin)).toEqual([])
    const row = await server.db
      .selectFrom('project_requests')
      .selectAll()
      .where('project_id', '=', project.id)
      .executeTakeFirst()
    expect(row).toMatchObject({ status: 0, expired_at: null })
    expect(row?.withdrawn_at).not.toBeNull()
  })
})

describe('[CLOCK-12] [CLOCK-14] how an owner answers', () => {
  const answersOf = async ({ stranger, id }: TimedWorld) =>
    (await stranger.api.projects.openProjects({ query: { page: 1, limit: 50 } })).data.find(
      (project) => project.id === id,
    )?.answers

  test('approved, rejected and closed by the clock count; withdrawn, pending and invitations do not', async () => {
    const project = await world(3)
    expect(await answersOf(project)).toBeNull()
    const { owner, params } = project
    const decide = async (accept: boolean, hours: number) => {
      const person = await somebody()
      await project.apply(person)
      await pass(hours / 24)
      await owner.api.memberships.answer({ params: { ...params, userId: person.id }, body: { accept } })
    }
    await decide(true, 2)
    await decide(false, 10)
    await decide(true, 4)
    await project.apply(project.stranger)
    await wait(3.1)
    await project.invite()
    await project.answer(project.person, true)
    const leaver = await somebody()
    await project.apply(leaver)
    await leaver.api.memberships.answer({ params: { ...params, userId: leaver.id }, body: { accept: false } })
    await project.apply(await somebody())
    const answers = await answersOf(project)
    expect(answers).toMatchObject({ closed: 4, answered: 3 })
    expect(answers?.medianHours).toBeCloseTo(4, 1)
    const { data } = await project.stranger.api.projects.get({ params })
    expect(data.answers).toEqual(answers)
  })

  test('the last 50 count, of all projects of the owner, also when several are answered at once', async () => {
    const project = await world(3)
    const people = await Promise.all(Array.from({ length: 6 }, () => somebody()))
    for (const person of people) await project.apply(person)
    await Promise.all(
      people.map(({ id }) =>
        project.owner.api.memberships.answer({ params: { ...project.params, userId: id }, body: { accept: true } }),
      ),
    )
    expect(await answersOf(project)).toMatchObject({ closed: 6, answered: 6 })
    const other = await createProject(server, project.owner.id, { createdAt: server.clock.now() })
    const at = server.clock.now()
    const one = {
      project_id: other.id,
      user_id: project.stranger.id,
      created_by: project.stranger.id,
      kind: 'application',
    } as const
    const rows = Array.from({ length: 48 }, (_, n) => {
      const ended = new Date(at.getTime() + (n + 1) * 1000)
      return { ...one, id: crypto.randomUUID(), withdrawn_at: ended, expired_at: ended }
    })
    await server.db.insertInto('project_requests').values(rows).execute()
    expect(await answersOf(project)).toMatchObject({ closed: 50, answered: 2 })
  })
})
