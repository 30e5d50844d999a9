import { beforeAll, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { ApiError, type Api } from '#shared/api-client/index.ts'

type Person = { id: string; api: Api }
const ROUNDS = 12
const app = testApp()
let owner: Person
let admin: Person

const newPerson = async (): Promise<Person> => {
  const { user, accessToken } = await createUser(app)
  return { id: user.id, api: app.client(accessToken) }
}
const newProject = async (): Promise<string> => {
  const { id } = await createProject(app, owner.id)
  await createMembership(app, id, admin.id, 'admin')
  return id
}
beforeAll(async () => {
  ;[owner, admin] = [await newPerson(), await newPerson()]
})

/** The results of several calls made at once: for each its answer, or the status with which it was refused. */
const allAtOnce = <T>(calls: ReadonlyArray<() => Promise<T>>): Promise<Array<T | number>> =>
  Promise.all(
    calls.map((call) =>
      call().catch((error: unknown) => {
        if (error instanceof ApiError) return error.status
        throw error
      }),
    ),
  )
const winners = <T>(results: ReadonlyArray<T | number>): T[] =>
  results.flatMap((result) => (typeof result === 'number' ? [] : [result]))
const requestsOf = (projectID: string, person: Person) =>
  app.db
    .selectFrom('project_requests')
    .selectAll()
    .where('project_id', '=', projectID)
    .where('user_id', '=', person.id)
    .execute()
const isMember = async (projectID: string, person: Person) =>
  (
    await app.db
      .selectFrom('memberships')
      .select('role')
      .where('project_id', '=', projectID)
      .where('user_id', '=', person.id)
      .execute()
  ).length === 1

describe('several people at once', () => {
  test('[PERM-14][PERM-15][PERM-32] applicant withdraws, owner approves, admin rejects: exactly one of them does', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const [projectID, person] = [await newProject(), await newPerson()]
      const params = { id: projectID, userId: person.id }
      await person.api.projects.apply({ params: { id: projectID }, body: {} })
      const calls = [
        () => person.api.memberships.answer({ params, body: { accept: false } }),
        () => owner.api.memberships.answer({ params, body: { accept: true } }),
        () => admin.api.memberships.answer({ params, body: { accept: false } }),
      ]
      const turn = round % 3
      const results = await allAtOnce([...calls.slice(turn), ...calls.slice(0, turn)])
      expect(winners(results)).toHaveLength(1)
      expect(results.filter((result) => result === 409)).toHaveLength(2)
      const [request, second] = await requestsOf(projectID, person)
      expect(second).toBeUndefined()
      expect(await isMember(projectID, person)).toBe(request?.status === 1)
      const { status } = (await person.api.memberships.access({ params: { id: projectID } })).data
      expect(winners(results)[0]?.data.status).toBe(status)
      outcomes.add(String(status))
    }
    expect(outcomes.size).toBeGreaterThan(1)
  })

  test('[PERM-33] when the invited person accepts and declines at once, one answer counts', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [projectID, person] = [await newProject(), await newPerson()]
      const params = { id: projectID, userId: person.id }
      await owner.api.memberships.invite({ params, body: {} })
      const results = await allAtOnce(
        [true, false, true].map((accept) => () => person.api.memberships.answer({ params, body: { accept } })),
      )
      expect(winners(results)).toHaveLength(1)
      expect(results.filter((result) => result === 409)).toHaveLength(2)
      expect(await isMember(projectID, person)).toBe(winners(results)[0]?.data.status === 1)
    }
  })

  test('[WIRE2-24] ten applications of one person at once make one request', async () => {
    const [projectID, person] = [await newProject(), await newPerson()]
    const one = () => person.api.projects.apply({ params: { id: projectID }, body: {} })
    const results = await allAtOnce(Array.from({ length: 10 }, () => one))
    expect(winners(results)).toHaveLength(1)
    expect(results.filter((result) => result === 409)).toHaveLength(9)
    expect(await requestsOf(projectID, person)).toHaveLength(1)
  })

  test('[WIRE2-34] a person applies while owner and admin invite them: one request is open', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [projectID, person] = [await newProject(), await newPerson()]
      const params = { id: projectID, userId: person.id }
      const results = await allAtOnce<unknown>([
        () => owner.api.memberships.invite({ params, body: {} }),
        () => person.api.projects.apply({ params: { id: projectID }, body: {} }),
        () => admin.api.memberships.invite({ params, body: { role: 'admin' } }),
      ])
      expect(winners(results)).toHaveLength(1)
      expect(await requestsOf(projectID, person)).toHaveLength(1)
    }
  })

  test('[DLG-38] a person who applies again and again while being rejected ends up rejected, not applied', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [projectID, person] = [await newProject(), await newPerson()]
      const apply = () => person.api.projects.apply({ params: { id: projectID }, body: {} })
      await apply()
      const reject = () =>
        owner.api.memberships.answer({ params: { id: projectID, userId: person.id }, body: { accept: false } })
      await allAtOnce<unknown>([apply, reject, apply, apply, apply])
      const { status } = (await person.api.memberships.access({ params: { id: projectID } })).data
      expect(status).toBe(5)
    }
  })

  test('[MKT-12][WIRE2-24] nobody is told that they applied to a project that was deleted at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [projectID, person] = [await newProject(), await newPerson()]
      const remove = app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', projectID)
      const [applied] = await Promise.all([
        allAtOnce([() => person.api.projects.apply({ params: { id: projectID }, body: {} })]),
        remove.execute(),
      ])
      const [result] = applied
      if (result === 404) expect(await requestsOf(projectID, person)).toHaveLength(0)
      else expect(await requestsOf(projectID, person)).toHaveLength(1)
      expect((await person.api.users.projects({})).data).toEqual([])
    }
  })
})
