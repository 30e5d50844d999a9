import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createMembership,
  createProject,
  createPerson,
  createUser,
  unique,
  type UserOptions,
} from '../../../tests/support/factories.ts'
import { refused } from '../../../tests/support/refusal.ts'
import { startTestApp, type TestApp } from '../../../tests/support/server.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const person = (options?: UserOptions) => createPerson(server, options)
const projectOf = async (owner: { id: string }, title = unique('Project ')) =>
  createProject(server, owner.id, { title })
const invited = async () => {
  const [owner, someone] = [await person(), await person()]
  const project = await projectOf(owner)
  const { data } = await owner.api.memberships.invite({
    params: { id: project.id, userId: someone.id },
    body: { role: 'admin', message: 'Please come.' },
  })
  return { owner, someone, project, requestID: data.requestId }
}

describe('profiles', () => {
  test('[WIRE-36] [PROF-16] [WIRE-18] a profile is looked up by name without a token, with what a profile carries', async () => {
    const someone = await person({ name: 'Grace Field', skills: ['React', 'Design'], reputation: 120 })
    const project = await projectOf(someone)
    const { data } = await server.client().people.profileByUsername({
      params: { username: someone.username.toUpperCase() },
    })
    expect(data).toEqual({
      id: someone.id,
      username: someone.username,
      name: 'Grace Field',
      bio: '',
      tier: 'bronze',
      reputation: 120,
      isOwner: false,
      skills: ['React', 'Design'],
      projects: [expect.objectContaining({ id: project.id, title: project.title, role: 'owner', tier: 'basic' })],
    })
    expect(JSON.stringify(data)).not.toContain('@')
  })

  test('[WIRE-36] with the own token the profile says that it is the viewer’s; with another it does not', async () => {
    const [someone, other] = [await person(), await person()]
    const params = { username: someone.username }
    expect((await someone.api.people.profileByUsername({ params })).data.isOwner).toBe(true)
    expect((await other.api.people.profileByUsername({ params })).data.isOwner).toBe(false)
    await expect(server.client('not a token').people.profileByUsername({ params })).rejects.toEqual(refused(401))
  })

  test('[WIRE-36] a profile shows others only the projects that everybody may know', async () => {
    const someone = await person()
    const params = { username: someone.username }
    const open = await projectOf(someone, 'Open')
    const draft = await createProject(server, someone.id, { title: 'Draft', status: 0 })
    const archived = await projectOf(someone, 'Archived')
    const deleted = await projectOf(someone, 'Deleted')
    const set = (values: { archived_at?: Date; deleted_at?: Date }, id: string) =>
      server.db.updateTable('projects').set(values).where('id', '=', id).execute()
    await set({ archived_at: new Date() }, archived.id)
    await set({ deleted_at: new Date() }, deleted.id)
    const seenBy = async (api: typeof someone.api) =>
      (await api.people.profileByUsername({ params })).data.projects.map(({ id }) => id).sort()
    expect(await seenBy(server.client())).toEqual([open.id])
    expect(await seenBy(someone.api)).toEqual([open.id, draft.id].sort())
  })

  test('[WIRE-36] an unknown name, and an account that is not verified, answer 404', async () => {
    const { user } = await createUser(server, { isEmailVerified: false })
    for (const username of ['nobody-of-that-name', user.username])
      await expect(server.client().people.profileByUsername({ params: { username } })).rejects.toMatchObject({
        status: 404,
      })
  })

  test('[WIRE-37] [PROF-05] the bio is changed, trimmed, up to 400 characters', async () => {
    const { api, username } = await person()
    expect((await api.people.updateBio({ body: { bio: `  ${'é'.repeat(400)} ` } })).data.bio).toBe('é'.repeat(400))
    await expect(api.people.updateBio({ body: { bio: 'x'.repeat(401) } })).rejects.toMatchObject({ status: 422 })
    const { data } = await server.client().people.profileByUsername({ params: { username } })
    expect(data.bio).toBe('é'.repeat(400))
    await api.people.updateBio({ body: { bio: '' } })
    expect((await api.users.profile({})).data.bio).toBe('')
    await expect(server.client().people.updateBio({ body: { bio: 'x' } })).rejects.toMatchObject({ status: 401 })
  })
})

describe('search', () => {
  test('[WIRE2-50] [WIRE-64] a search finds people by name with the e-mail masked, and unmasked by that exact address', async () => {
    const { api } = await person()
    const name = unique('Quentin')
    const someone = await person({
      username: name,
      name: 'Quentin Blake',
      email: `${name}@Somewhere.example.org`,
    })
    const find = async (query: string) => (await api.people.search({ params: { query } })).data
    expect(await find(name.slice(0, -1).toUpperCase())).toEqual([
      { id: someone.id, username: name, name: 'Quentin Blake', email: 'Q***@S***.org' },
    ])
    expect(await find(`${name}@somewhere.EXAMPLE.org`)).toEqual([
      { id: someone.id, username: name, name: 'Quentin Blake', email: someone.email },
    ])
    expect(await find(`${name}@somewhere`)).toEqual([])
    expect(await find('%%')).toEqual([])
    await expect(find('x')).rejects.toEqual(refused(422))
  })

  test('[WIRE-64] a search finds at most 20 people, those first whose username begins so', async () => {
    const { api } = await person()
    const mark = unique('crowd')
    for (let n = 0; n < 21; n++) await person({ username: `a${n}_${mark}` })
    const first = await person({ username: `${mark}_zz` })
    const { data } = await api.people.search({ params: { query: mark } })
    expect(data).toHaveLength(20)
    expect(data[0]?.id).toBe(first.id)
  })
})

describe('requests', () => {
  test('[WIRE-45] [WIRE-17] received are the invitations, sent the applications, each with its project', async () => {
    const { owner, someone, project, requestID } = await invited()
    const other = await projectOf(owner)
    await someone.api.projects.apply({ params: { id: other.id }, body: {} })
    const received = (await someone.api.people.requests({ query: { type: 'received' } })).data
    expect(received).toEqual([
      {
        id: requestID,
        projectID: project.id,
        title: project.title,
        description: project.description,
        skills: project.skills,
        kind: 'invitation',
        role: 'admin',
        message: 'Please come.',
        fromUsername: owner.username,
        fromName: '',
        createdAt: expect.stringMatching(/Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
        status: 0,
      },
    ])
    const sent = (await someone.api.people.requests({ query: { type: 'sent' } })).data
    expect(sent).toMatchObject([
      { projectID: other.id, kind: 'application', status: 0, fromUsername: someone.username },
    ])
    expect((await owner.api.people.requests({ query: { type: 'received' } })).data).toEqual([])
  })

  test.each([
    [true, 1],
    [false, 2],
  ])('[MYP-33] a received request answered with accept=%s has status %s and stays listed', async (accept, status) => {
    const { someone, project, requestID } = await invited()
    await someone.api.memberships.answer({ params: { id: project.id, userId: someone.id }, body: { accept } })
    const { data } = await someone.api.people.requests({ query: { type: 'received' } })
    expect(data).toMatchObject([{ id: requestID, status }])
  })

  test('[MYP-36] a withdrawn application leaves the lists', async () => {
    const [owner, someone] = [await person(), await person()]
    const project = await projectOf(owner)
    await someone.api.projects.apply({ params: { id: project.id }, body: {} })
    const [request] = (await someone.api.people.requests({ query: { type: 'sent' } })).data
    await someone.api.memberships.answer({ params: { id: project.id, userId: someone.id }, body: { accept: false } })
    expect((await someone.api.people.requests({ query: { type: 'sent' } })).data).toEqual([])
    await expect(someone.api.people.request({ params: { id: request?.id ?? '' } })).rejects.toEqual(refused(404))
  })

  test('[WIRE-65] [WIRE2-49] one request is served to its two parties and 404 to anyone else', async () => {
    const { owner, someone, project, requestID } = await invited()
    const params = { id: requestID }
    const admin = await person()
    await createMembership(server, project.id, admin.id, 'admin')
    const { data } = await someone.api.people.request({ params })
    expect(data).toMatchObject({ id: requestID, projectID: project.id, status: 0 })
    for (const { api } of [owner, admin]) expect((await api.people.request({ params })).data).toEqual(data)
    const member = await person()
    await createMembership(server, project.id, member.id, 'member')
    for (const { api } of [member, await person(), await person({ isAdministrator: true })])
      await expect(api.people.request({ params })).rejects.toEqual(refused(404))
  })

  test('[WIRE2-48] [WIRE-65] adminAccess tells whether the viewer is an administrator', async () => {
    expect((await (await person()).api.users.adminAccess({})).data).toBe(false)
    expect((await (await person({ isAdministrator: true })).api.users.adminAccess({})).data).toBe(true)
  })
})

describe('settings and own projects', () => {
  test('[SET-25] settings are read and changed one by one', async () => {
    const { api } = await person()
    const all = {
      emailOnInvitation: true,
      emailOnRequestAnswered: true,
      emailOnTaskAssigned: true,
      showInTalentDirectory: true,
    }
    expect((await api.people.settings({})).data).toEqual(all)
    for (const name of Object.keys(all) as Array<keyof typeof all>) {
      const { data } = await api.people.updateSettings({ body: { [name]: false } })
      expect(data).toEqual({ ...all, [name]: false })
      expect((await api.people.settings({})).data).toEqual({ ...all, [name]: false })
      await api.people.updateSettings({ body: { [name]: true } })
    }
    // @ts-expect-error: there is no such setting
    await expect(api.people.updateSettings({ body: { isAdministrator: true } })).rejects.toEqual(refused(422))
  })

  test('[WIRE2-27] owned-projects lists what the viewer owns, drafts and archived ones too, and nothing else', async () => {
    const [owner, other] = [await person(), await person()]
    const open = await projectOf(owner)
    const draft = await createProject(server, owner.id, { status: 0 })
    const archived = await projectOf(owner)
    const deleted = await projectOf(owner)
    const foreign = await projectOf(other)
    await createMembership(server, foreign.id, owner.id, 'admin')
    await server.db.updateTable('projects').set({ archived_at: new Date() }).where('id', '=', archived.id).execute()
    await server.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
    const { data } = await owner.api.projects.owned({})
    expect(data.map(({ id }) => id)).toEqual([archived.id, draft.id, open.id])
    expect(data.every(({ role, isApproved }) => role === 'owner' && isApproved)).toBe(true)
    expect(data[0]?.archivedAt).not.toBeNull()
  })
})
