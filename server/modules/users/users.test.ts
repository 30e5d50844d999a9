import { beforeAll, describe, expect, test } from 'vitest'
import { createCreator, createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'

/** Matches any text; unlike the matcher itself, it has a type. */
const aText: unknown = expect.any(String)
const app = testApp()
let ownerID: string

beforeAll(async () => {
  ownerID = (await createUser(app)).user.id
})

/** The answer as it crosses the network, without the client's additions. */
const raw = async (path: string, token: string) => {
  const response = await fetch(`${app.origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('the user’s own account', () => {
  test('[WIRE-33][WIRE-07][WIRE-15] GET /users/profile returns the user’s own profile, skills as a list, tier from reputation', async () => {
    const { user, accessToken } = await createUser(app, { name: 'Ada', skills: ['React', 'SQL'], reputation: 500 })
    const project = await createProject(app, user.id, { title: 'Mine', description: 'Text', tier: 'gold' })
    await createProject(app, user.id, { isArchived: true })
    expect((await raw('/users/profile', accessToken)).body).toEqual({
      data: {
        id: user.id,
        username: user.username,
        name: 'Ada',
        bio: '',
        tier: 'silver',
        reputation: 500,
        creators: 2,
        isOwner: true,
        skills: ['React', 'SQL'],
        projects: [
          {
            id: project.id,
            title: 'Mine',
            description: 'Text',
            tier: 'gold',
            role: 'owner',
            createdAt: aText,
            // Of release 2.
            joinedAt: aText,
          },
        ],
        email: user.email,
        isAdministrator: false,
        // Of release 2.
        headline: '',
        links: [],
        hoursPerWeek: null,
        isNew: true,
        wish: null,
      },
    })
  })

  test('[WIRE-34][WIRE-35] details answers data.type, username the user’s own username', async () => {
    for (const accountType of ['creator', 'contributor'] as const) {
      const { user, accessToken } = await createUser(app, { accountType })
      expect((await raw('/users/details', accessToken)).body).toEqual({ data: { type: accountType } })
      expect((await raw('/users/username', accessToken)).body).toEqual({ data: { username: user.username, name: '' } })
    }
  })

  test('[WIRE-65][WIRE2-48] adminAccess answers true for administrators and false for others', async () => {
    const admin = await createUser(app, { isAdministrator: true })
    const other = await createUser(app)
    expect((await raw('/users/adminAccess', admin.accessToken)).body).toEqual({ data: true })
    expect((await raw('/users/adminAccess', other.accessToken)).body).toEqual({ data: false })
  })
})

describe('access to pages', () => {
  test('[WIRE-40][DASH-02] owner-dashboard is for approved creators, admin for administrators', async () => {
    const people = {
      contributor: await createUser(app),
      creator: await createCreator(app),
      admin: await createUser(app, { isAdministrator: true }),
      approved: await createUser(app),
      hopeful: await createUser(app),
    }
    const application = (person: { user: { id: string } }, status: number) =>
      app.db
        .insertInto('creator_applications')
        .values({ id: crypto.randomUUID(), user_id: person.user.id, status })
        .execute()
    await application(people.approved, 1)
    await application(people.hopeful, 0)
    const allowed = async (page: string) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(people).map(async ([name, { accessToken }]) => {
            return [name, (await raw(`/users/page/${page}/allowed`, accessToken)).body.data] as const
          }),
        ),
      )
    const nobody = { contributor: false, creator: false, admin: false, approved: false, hopeful: false }
    expect(await allowed('owner-dashboard')).toEqual({ ...nobody, creator: true, approved: true })
    expect(await allowed('admin')).toEqual({ ...nobody, admin: true })
    expect((await raw('/users/page/payroll/allowed', people.admin.accessToken)).status).toBe(422)
  })
})

describe('the user’s own projects', () => {
  test('[WIRE-38] has-active-projects is true for admins and members of a project, and for nobody else', async () => {
    const { user, accessToken } = await createUser(app)
    const answer = async () => (await raw('/users/has-active-projects', accessToken)).body
    expect(await answer()).toEqual({ data: false })
    await createProject(app, user.id)
    expect(await answer()).toEqual({ data: false })
    const { id } = await createProject(app, ownerID)
    await app.client(accessToken).projects.apply({ params: { id }, body: {} })
    expect(await answer()).toEqual({ data: false })
    for (const role of ['member', 'admin'] as const) {
      await createMembership(app, id, user.id, role)
      expect(await answer(), role).toEqual({ data: true })
      await app.db.deleteFrom('memberships').where('project_id', '=', id).where('user_id', '=', user.id).execute()
      expect(await answer(), role).toEqual({ data: false })
    }
    await createMembership(app, id, user.id, 'admin')
    await app.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await answer()).toEqual({ data: false })
  })

  test('[WIRE-44][WIRE-62][WIRE-13] projects carries the viewer’s work state as status and the project’s as projectStatus', async () => {
    const { user, accessToken } = await createUser(app)
    const api = app.client(accessToken)
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const add = (title: string, minutes: number, status = 1) =>
      createProject(app, ownerID, { title, status, createdAt: at(minutes) })
    const [applied, idle, started, invited] = [
      await add('applied', 1),
      await add('idle', 2, 3),
      await add('started', 3, 2),
      await add('invited', 4, 0),
    ]
    await add('not mine', 5)
    const own = await createProject(app, user.id, { title: 'own', status: 0, createdAt: at(6) })
    await api.projects.apply({ params: { id: applied.id }, body: {} })
    await createMembership(app, idle.id, user.id, 'member')
    await createMembership(app, started.id, user.id, 'admin')
    const task = (projectID: string, status: number, number: number, assignee: string | null) =>
      app.db
        .insertInto('tasks')
        .values({
          id: crypto.randomUUID(),
          project_id: projectID,
          task_number: number,
          title: 'T',
          status,
          assigned_to_id: assignee,
        })
        .execute()
    for (const status of [0, 1, 5]) await task(idle.id, status, status + 1, user.id)
    await task(idle.id, 2, 9, ownerID)
    await task(started.id, 3, 1, user.id)
    await app.db
      .insertInto('project_requests')
      .values({
        id: crypto.randomUUID(),
        project_id: invited.id,
        user_id: user.id,
        kind: 'invitation',
        role: 'admin',
        created_by: ownerID,
      })
      .execute()

    const { data } = (await raw('/users/projects', accessToken)).body as { data: Array<Record<string, unknown>> }
    expect(
      data.map(({ title, status, projectStatus, role, isApproved }) => [
        title,
        status,
        projectStatus,
        role,
        isApproved,
      ]),
    ).toEqual([
      ['applied', 0, 1, 'member', false],
      ['idle', 1, 3, 'member', true],
      ['started', 2, 2, 'admin', true],
      ['invited', 3, 0, 'admin', false],
      ['own', 1, 0, 'owner', true],
    ])
    expect(Object.keys(data[0] ?? {}).sort()).toEqual(
      [
        ...['id', 'title', 'description', 'skills', 'tier', 'status', 'projectStatus', 'createdAt', 'updatedAt'],
        ...['archivedAt', 'deletedAt', 'organizationID', 'organizationName', 'createdBy', 'role', 'isApproved'],
        ...['answersWithinDays', 'applicationsPaused', 'answers'],
      ].sort(),
    )
    expect(data[4]).toMatchObject({ id: own.id })
  })

  test('[WIRE-44][DLG-40] withdrawn, declined and rejected projects are no longer among the user’s projects', async () => {
    const { user, accessToken } = await createUser(app)
    const api = app.client(accessToken)
    const owner = await createUser(app)
    const ownerApi = app.client(owner.accessToken)
    const [withdrawn, declined, rejected] = [
      await createProject(app, owner.user.id),
      await createProject(app, owner.user.id),
      await createProject(app, owner.user.id),
    ]
    const params = (id: string) => ({ params: { id, userId: user.id } })
    for (const { id } of [withdrawn, rejected]) await api.projects.apply({ params: { id }, body: {} })
    await ownerApi.memberships.invite({ ...params(declined.id), body: {} })
    expect((await api.users.projects({})).data).toHaveLength(3)
    await api.memberships.answer({ ...params(withdrawn.id), body: { accept: false } })
    await api.memberships.answer({ ...params(declined.id), body: { accept: false } })
    await ownerApi.memberships.answer({ ...params(rejected.id), body: { accept: false } })
    expect((await api.users.projects({})).data).toEqual([])
  })
})
