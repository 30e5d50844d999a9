import { beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const person = async () => {
  const { user, accessToken } = await createUser(server)
  return { ...user, api: server.client(accessToken) }
}
type Person = Awaited<ReturnType<typeof person>>
const newTeam = async () => {
  const [owner, admin, member, stranger] = await Promise.all([person(), person(), person(), person()])
  const project = await createProject(server, owner.id, { title: 'Before' })
  await createMembership(server, project.id, admin.id, 'admin')
  await createMembership(server, project.id, member.id, 'member')
  return { owner, admin, member, stranger, project, params: { id: project.id } }
}
let team: Awaited<ReturnType<typeof newTeam>>
beforeEach(async () => {
  team = await newTeam()
})
type Change = Parameters<Person['api']['projects']['update']>[0]['body']
const update = async (by: Person, body: Change) => (await by.api.projects.update({ params: team.params, body })).data
const read = async (by = team.owner) => (await by.api.projects.get({ params: team.params })).data

describe('changing a project', () => {
  test('[WIRE2-20] a change takes fields or only the status, and leaves the others as they are', async () => {
    const { owner } = team
    const before = await read()
    const changed = await update(owner, { title: 'After', budget: '500', weeklyHours: 12, tier: 'gold', tags: 'a, b' })
    expect(changed).toMatchObject({ title: 'After', budget: '500', weeklyHours: 12, tier: 'gold', tags: 'a, b' })
    expect(changed).toMatchObject({ description: before.description, skills: before.skills, status: before.status })
    expect(await update(owner, { status: 2 })).toMatchObject({
      ...changed,
      status: 2,
      updatedAt: expect.anything() as string,
    })
    expect((await update(owner, { budget: '' })).budget).toBeNull()
    await expect(update(owner, { title: ' ' })).rejects.toEqual(refused(422))
    await expect(update(owner, { status: 5 })).rejects.toEqual(refused(422))
    // @ts-expect-error: no field changes the creator of a project
    await expect(update(owner, { created_by: owner.id })).rejects.toEqual(refused(422))
  })

  test('[PERM-01] owner: changing the status is allowed, to each of 0 to 4', async () => {
    for (const status of [0, 1, 2, 3, 4]) expect((await update(team.owner, { status })).status).toBe(status)
  })

  test.each([
    ['[PERM-02]', 'admin'],
    ['[PERM-03]', 'member'],
  ] as const)(
    '%s %s: changing the status answers 403, archiving too, and the project keeps its status',
    async (_, who) => {
      await expect(update(team[who], { status: 3 })).rejects.toEqual(refused(403))
      await expect(update(team[who], { title: 'With', status: 3 })).rejects.toEqual(refused(403))
      await expect(update(team[who], { archived: true })).rejects.toEqual(refused(403))
      expect(await read()).toMatchObject({ status: 1, archivedAt: null, title: 'Before' })
    },
  )

  test('[PERM-29] [PERM-30] owner and admin may change fields; a member or a person who knows the project gets 403, a stranger to a draft 404', async () => {
    const { admin, member, stranger, owner } = team
    expect((await update(admin, { title: 'By the admin' })).title).toBe('By the admin')
    for (const someone of [member, stranger])
      await expect(update(someone, { title: 'Mine' })).rejects.toEqual(refused(403))
    await update(owner, { status: 0 })
    await expect(update(stranger, { title: 'Mine' })).rejects.toEqual(refused(404))
    await expect(stranger.api.projects.remove({ params: team.params })).rejects.toEqual(refused(404))
  })

  test('[SET-08] an archived project leaves the market and comes back with the status it had', async () => {
    const { owner, stranger } = team
    await update(owner, { status: 2 })
    const archived = await update(owner, { archived: true })
    expect(archived).toMatchObject({ status: 2, archivedAt: expect.stringMatching(/Z$/) as string })
    const listed = async () =>
      (await stranger.api.projects.openProjects({ query: { limit: 100 } })).data.some(
        ({ id }) => id === team.project.id,
      )
    expect(await listed()).toBe(false)
    expect((await update(owner, { archived: true })).archivedAt).toBe(archived.archivedAt)
    expect(await update(owner, { archived: false })).toMatchObject({ status: 2, archivedAt: null })
    expect(await listed()).toBe(true)
  })
})

describe('deleting a project', () => {
  test('[PERM-04] [WIRE2-21] [SET-20] owner: deleting is allowed; the row stays', async () => {
    const { owner, params, project } = team
    await owner.api.projects.remove({ params })
    const row = await server.db
      .selectFrom('projects')
      .select(['deleted_at', 'title'])
      .where('id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(row.deleted_at).toBeInstanceOf(Date)
    expect(row.title).toBe('Before')
  })

  test.each([
    ['[PERM-05]', 'admin'],
    ['[PERM-06]', 'member'],
  ] as const)('%s %s: deleting answers 403', async (_, who) => {
    await expect(team[who].api.projects.remove({ params: team.params })).rejects.toEqual(refused(403))
    expect((await read()).title).toBe('Before')
  })

  test('[SET-21] a deleted project disappears from every list at once', async () => {
    const { owner, member, stranger, params, project } = team
    const guest = await person()
    await stranger.api.projects.apply({ params, body: {} })
    await owner.api.memberships.invite({ params: { ...params, userId: guest.id }, body: {} })
    const task = { title: 'A', description: 'B', projectID: project.id, assignedToID: member.id }
    await owner.api.tasks.create({ body: task })
    const lists = async () => {
      const found = await Promise.all([
        stranger.api.projects.openProjects({ query: { limit: 100 } }),
        owner.api.projects.owned({ query: {} }),
        owner.api.users.projects({}),
        member.api.users.projects({}),
        stranger.api.users.projects({}),
        guest.api.users.requests({ query: { type: 'received' } }),
        stranger.api.users.requests({ query: { type: 'sent' } }),
        member.api.tasks.list({ query: {} }),
        member.api.tasks.active({ query: {} }),
        server.client().people.profileByUsername({ params: { username: owner.username } }),
        owner.api.users.profile({}),
      ])
      return found.map((answer) => JSON.stringify(answer).includes(project.id))
    }
    expect(await lists()).not.toContain(false)
    await owner.api.projects.remove({ params })
    expect(await lists()).not.toContain(true)
  })

  test('[SET-22] every call answers as if a deleted project did not exist, at once and for its owner too', async () => {
    const { owner, member, params } = team
    await owner.api.projects.remove({ params })
    const personParams = { ...params, userId: member.id }
    const { projects, memberships, tasks } = owner.api
    const calls = [
      projects.get({ params }),
      projects.similar({ params }),
      projects.userDetails({ params }),
      projects.apply({ params, body: {} }),
      projects.update({ params, body: { title: 'Back' } }),
      projects.update({ params, body: { archived: true } }),
      projects.remove({ params }),
      memberships.access({ params }),
      memberships.members({ params }),
      memberships.requests({ params, query: { type: 'sent' } }),
      memberships.search({ params: { ...params, query: 'ab' }, query: {} }),
      memberships.suggestions({ params, query: {} }),
      memberships.invite({ params: personParams, body: {} }),
      memberships.answer({ params: personParams, body: { accept: true } }),
      memberships.setRole({ params: personParams, body: { role: 'admin' } }),
      memberships.remove({ params: personParams }),
      tasks.byProject({ params: { projectId: params.id }, query: {} }),
      tasks.create({ body: { title: 'A', description: 'B', projectID: params.id } }),
    ]
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  })
})
