import { beforeAll, describe, expect, test } from 'vitest'
import { createCreator, createMembership, createProject, createUser, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { Api } from '#shared/api-client/index.ts'
import { noProjectFields } from '#shared/contract/index.ts'

/** Matches any text; unlike the matcher itself, it has a type. */
const aText: unknown = expect.any(String)
const aVersion7ID: unknown = expect.stringMatching(/^[0-9a-f-]{14}7/)
const app = testApp()
let creator: Awaited<ReturnType<typeof createCreator>>
let api: Api
let stranger: Api

beforeAll(async () => {
  creator = await createCreator(app)
  api = app.client(creator.accessToken)
  stranger = app.client((await createUser(app)).accessToken)
})

/** The answer as it crosses the network, without the client's additions. */
const raw = async (path: string, token: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(`${app.origin}/api${path}`, { ...init, headers })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('creating', () => {
  const full = {
    title: 'A title',
    description: 'A description',
    organizationID: '018f0000-0000-7000-8000-000000000001',
    skills: 'React, Node.js',
    tier: 'silver',
    estimatedDeadline: '2027-03-01',
    budget: '1200',
    weeklyHours: 12.5,
    deliverables: 'One\nTwo',
    tags: 'a, b',
  } as const

  test('[WIRE2-13][WIRE2-14][WIRE2-17][WIRE-09] POST /projects accepts all fields and answers a project with status 0', async () => {
    const { status, body } = await raw('/projects', creator.accessToken, { method: 'POST', body: JSON.stringify(full) })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      ...noProjectFields,
      ...full,
      id: aVersion7ID,
      status: 0,
      organizationName: null,
      createdBy: { username: creator.user.username, name: '' },
      client: null,
      detailedDescription: null,
      isRequested: false,
      answers: null,
      role: 'owner',
      isApproved: true,
      createdAt: aText,
      updatedAt: aText,
      archivedAt: null,
      deletedAt: null,
    })
  })

  test('[WIRE2-13][WIRE2-16] title and description are enough; the tier is then basic, and the creator is the owner', async () => {
    const { data } = await api.projects.create({ body: { title: 'Short', description: 'Text' } })
    expect(data).toMatchObject({ tier: 'basic', status: 0, skills: '', weeklyHours: 0, budget: null, role: 'owner' })
    expect((await api.projects.userDetails({ params: { id: data.id } })).data.roleInProject).toBe('owner')
  })

  test.each([
    { title: '', description: 'Text' },
    { title: '  ', description: 'Text' },
    { title: 'Title', description: '' },
    { title: 'Title' },
    { description: 'Text' },
  ])('[WIRE2-15] %o is refused', async (body) => {
    const answer = await raw('/projects', creator.accessToken, { method: 'POST', body: JSON.stringify(body) })
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } })
  })

  test.each([
    { tier: 'platinum' },
    { status: 1 },
    { createdBy: '018f0000-0000-7000-8000-000000000001' },
    { weeklyHours: 200 },
    { organizationID: 'mine' },
  ])('[WIRE2-16][WIRE2-13] %o is refused: an unknown tier, or a field that cannot be sent', async (more) => {
    const body = JSON.stringify({ title: 'Title', description: 'Text', ...more })
    expect((await raw('/projects', creator.accessToken, { method: 'POST', body })).status).toBe(422)
  })

  test('[WIRE2-16][WIRE-15] each of the four tiers is accepted', async () => {
    for (const tier of ['basic', 'bronze', 'silver', 'gold'] as const)
      expect((await api.projects.create({ body: { title: 'T', description: 'D', tier } })).data.tier).toBe(tier)
  })

  test('[PERM-34][SESS-41] only an approved creator application lets a person create projects', async () => {
    const body = { title: 'Title', description: 'Text' }
    const refused = { status: 403, code: 'FORBIDDEN' }
    await expect(stranger.projects.create({ body })).rejects.toMatchObject(refused)
    const { user, accessToken } = await createUser(app, { accountType: 'creator' })
    const hopeful = app.client(accessToken)
    await expect(hopeful.projects.create({ body })).rejects.toMatchObject(refused)
    const application = { id: crypto.randomUUID(), user_id: user.id, status: 0 }
    await app.db.insertInto('creator_applications').values(application).execute()
    for (const status of [0, 2]) {
      await app.db.updateTable('creator_applications').set({ status }).where('id', '=', application.id).execute()
      await expect(hopeful.projects.create({ body })).rejects.toMatchObject(refused)
    }
    await app.db.updateTable('creator_applications').set({ status: 1 }).where('id', '=', application.id).execute()
    expect((await hopeful.projects.create({ body })).data.role).toBe('owner')
  })
})

describe('reading', () => {
  test('[WIRE2-12][WIRE-14] GET /projects/{id} has the dialog’s and the workspace’s fields', async () => {
    const { id } = await createProject(app, creator.user.id, { title: 'Read me' })
    const fields = { client: 'Acme', organization_name: 'Guild', detailed_description: 'The whole scope' }
    await app.db.updateTable('projects').set(fields).where('id', '=', id).execute()
    const { body } = await raw(`/projects/${id}`, creator.accessToken)
    expect(body.data).toMatchObject({
      id,
      title: 'Read me',
      description: 'Work worth doing.',
      client: 'Acme',
      organizationName: 'Guild',
      status: 1,
      tier: 'basic',
      createdAt: aText,
      updatedAt: aText,
      detailedDescription: 'The whole scope',
      skills: 'React, Design',
    })
    expect(body.data).not.toHaveProperty('name')
    expect(body.data).not.toHaveProperty('body')
  })

  test('[PERM-30] a draft, rejected or archived project is 404 to strangers and open to its members', async () => {
    const hidden = [
      await createProject(app, creator.user.id, { status: 0 }),
      await createProject(app, creator.user.id, { status: 4 }),
      await createProject(app, creator.user.id, { isArchived: true }),
    ]
    const { user, accessToken } = await createUser(app)
    for (const { id } of hidden) {
      const params = { id }
      const calls = [
        () => stranger.projects.get({ params }),
        () => stranger.projects.similar({ params }),
        () => stranger.projects.userDetails({ params }),
        () => stranger.projects.apply({ params, body: {} }),
        () => stranger.memberships.access({ params }),
        () => stranger.memberships.invite({ params: { id, userId: user.id }, body: {} }),
        () => stranger.memberships.answer({ params: { id, userId: user.id }, body: { accept: true } }),
      ]
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND', message: 'Project not found' })
      await createMembership(app, id, user.id, 'member')
      expect((await app.client(accessToken).projects.get({ params })).data.id).toBe(id)
    }
    const unknown = { id: '018f0000-0000-7000-8000-00000000dead' }
    await expect(stranger.projects.get({ params: unknown })).rejects.toMatchObject({ status: 404 })
  })

  test('[PERM-30] an invited person may know of a draft until they decline', async () => {
    const { id } = await createProject(app, creator.user.id, { status: 0 })
    const { user, accessToken } = await createUser(app)
    const invited = app.client(accessToken)
    await expect(invited.projects.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
    await api.memberships.invite({ params: { id, userId: user.id }, body: {} })
    expect((await invited.projects.get({ params: { id } })).data).toMatchObject({ id, role: null, isApproved: false })
    const declined = await invited.memberships.answer({ params: { id, userId: user.id }, body: { accept: false } })
    expect(declined.data.status).toBeNull()
    await expect(invited.projects.get({ params: { id } })).rejects.toMatchObject({ status: 404 })
  })

  test('[WIRE2-26][WIRE-16] user-details answers name and role to members, 403 to others who know the project', async () => {
    const { id } = await createProject(app, creator.user.id)
    for (const role of ['admin', 'member'] as const) {
      const { user, accessToken } = await createUser(app)
      await createMembership(app, id, user.id, role)
      const { body } = await raw(`/projects/${id}/user-details`, accessToken)
      const waiting = role === 'admin' ? { waitingRequests: 0 } : {}
      const details = { userID: user.id, username: user.username, projectID: id, roleInProject: role }
      expect(body.data).toEqual({ ...details, ...waiting })
    }
    await expect(stranger.projects.userDetails({ params: { id } })).rejects.toMatchObject({ status: 403 })
  })
})

describe('similar projects', () => {
  const similarTo = async (id: string) => (await stranger.projects.similar({ params: { id } })).data.map((p) => p.title)

  test('[WIRE2-23] most shared skills come first, then the same tier, then the newest; at most six are listed', async () => {
    const [one, two] = [unique('Skill'), unique('Skill')]
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const own = await createProject(app, creator.user.id, { skills: `${one}, ${two}`, tier: 'gold' })
    const add = (title: string, skills: string, tier: 'basic' | 'gold', minutes: number) =>
      createProject(app, creator.user.id, { title, skills, tier, createdAt: at(minutes) })
    await add('newer one', one, 'basic', 1)
    await add('older one', one.toUpperCase(), 'basic', 5)
    await add('one of the tier', two, 'gold', 9)
    await add('both', `${two} , ${one}`, 'basic', 20)
    await add('none', 'Otherwise', 'gold', 1)
    expect(await similarTo(own.id)).toEqual(['both', 'one of the tier', 'newer one', 'older one'])
    for (let n = 0; n < 5; n++) await add(`filler ${n}`, one, 'basic', 30 + n)
    expect(await similarTo(own.id)).toHaveLength(6)
  })

  test('[WIRE2-23] a project is never similar to itself, and closed projects are left out', async () => {
    const skill = unique('Skill')
    const own = await createProject(app, creator.user.id, { skills: skill })
    for (const status of [0, 3, 4]) await createProject(app, creator.user.id, { skills: skill, status })
    await createProject(app, creator.user.id, { skills: skill, isArchived: true })
    expect(await similarTo(own.id)).toEqual([])
    await createProject(app, creator.user.id, { title: 'open', skills: skill, status: 2 })
    expect(await similarTo(own.id)).toEqual(['open'])
  })

  test('[WIRE2-23] the projects similar to one without skills are others of its tier', async () => {
    const own = await createProject(app, creator.user.id, { skills: '', tier: 'silver' })
    const { data } = await stranger.projects.similar({ params: { id: own.id } })
    expect(data.every(({ tier }) => tier === 'silver')).toBe(true)
    await createProject(app, creator.user.id, { title: 'of the tier', skills: '', tier: 'silver' })
    expect(await similarTo(own.id)).toContain('of the tier')
  })
})
