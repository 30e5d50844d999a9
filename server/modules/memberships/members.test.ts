import { beforeEach, describe, expect, test } from 'vitest'
import type { ProjectRole } from '#shared/contract/index.ts'
import { createMembership, createProject, createPerson, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const person = (options?: UserOptions) => createPerson(server, options)
type Person = Awaited<ReturnType<typeof person>>
const newTeam = async () => {
  const [owner, admin, member, stranger] = await Promise.all([person(), person(), person(), person()])
  const project = await createProject(server, owner.id)
  await createMembership(server, project.id, admin.id, 'admin')
  await createMembership(server, project.id, member.id, 'member')
  return { owner, admin, member, stranger, project, params: { id: project.id } }
}
let team: Awaited<ReturnType<typeof newTeam>>
beforeEach(async () => {
  team = await newTeam()
})

const rolesIn = async (projectID = team.project.id) => {
  const rows = await server.db
    .selectFrom('memberships')
    .select(['user_id', 'role'])
    .where('project_id', '=', projectID)
    .execute()
  return new Map(rows.map(({ user_id, role }) => [user_id, role]))
}
const setRole = (by: Person, who: Person, role: ProjectRole) =>
  by.api.memberships.setRole({ params: { ...team.params, userId: who.id }, body: { role } })
const remove = (by: Person, who: Person) => by.api.memberships.remove({ params: { ...team.params, userId: who.id } })

describe('the list of members', () => {
  test('[WIRE2-22] [PERM-26] owner and admin are served the full list: id, userID, username, role and the rest', async () => {
    const { owner, admin, member, params } = team
    for (const { api } of [owner, admin]) {
      const { data } = await api.memberships.members({ params })
      expect(data.map(({ userID, username, role }) => ({ userID, username, role }))).toEqual([
        { userID: owner.id, username: owner.username, role: 'owner' },
        { userID: admin.id, username: admin.username, role: 'admin' },
        { userID: member.id, username: member.username, role: 'member' },
      ])
      expect(data.every(({ id, userID }) => id === userID)).toBe(true)
      expect(data.map(({ email }) => email)).toEqual([owner.email, admin.email, member.email])
    }
  })

  test('[PERM-27] [COL-17] a member gets the list without e-mail addresses; a stranger does not get the list', async () => {
    const { member, stranger, params } = team
    const { data } = await member.api.memberships.members({ params })
    expect(data).toHaveLength(3)
    expect(JSON.stringify(data)).not.toContain('@')
    await expect(stranger.api.memberships.members({ params })).rejects.toEqual(refused(403))
    await server.db.updateTable('projects').set({ status: 0 }).where('id', '=', team.project.id).execute()
    await expect(stranger.api.memberships.members({ params })).rejects.toEqual(refused(404))
  })

  test('[COL-17] a member is Inactive after 30 days without activity, and Active again with it', async () => {
    const { owner, member, params } = team
    const now = server.clock.now().getTime()
    const DAY = 24 * 60 * 60 * 1000
    const setLast = (days: number) =>
      server.db
        .updateTable('memberships')
        .set({ last_active_at: new Date(now - days * DAY) })
        .where('user_id', '=', member.id)
        .execute()
    const status = async () =>
      (await owner.api.memberships.members({ params })).data.find(({ userID }) => userID === member.id)?.status
    await setLast(29.9)
    expect(await status()).toBe('Active')
    await setLast(30.1)
    expect(await status()).toBe('Inactive')
    await member.api.tasks.create({ body: { title: 'A', description: 'B', projectID: team.project.id } })
    expect(await status()).toBe('Active')
  })
})

describe('changing roles', () => {
  test.each([['owner'], ['admin']] as const)(
    '[PERM-07] [PERM-08] [WIRE2-32] %s: changing a role is allowed',
    async (who) => {
      const { member } = team
      expect((await setRole(team[who], member, 'admin')).data).toMatchObject({ userID: member.id, role: 'admin' })
      expect((await rolesIn()).get(member.id)).toBe('admin')
      await setRole(team[who], member, 'member')
      expect((await rolesIn()).get(member.id)).toBe('member')
    },
  )

  test('[PERM-09] member: changing a role answers 403, even the member’s own role', async () => {
    const { member, admin, owner } = team
    for (const who of [member, admin, owner]) await expect(setRole(member, who, 'admin')).rejects.toEqual(refused(403))
    expect([...(await rolesIn()).values()].sort()).toEqual(['admin', 'member', 'owner'])
  })

  test('[PERM-29] an admin can neither make anybody an owner, themselves included, nor change an owner', async () => {
    const { owner, admin, member } = team
    await expect(setRole(admin, admin, 'owner')).rejects.toEqual(refused(403))
    await expect(setRole(admin, member, 'owner')).rejects.toEqual(refused(403))
    await expect(setRole(admin, owner, 'member')).rejects.toEqual(refused(403))
    await expect(remove(admin, owner)).rejects.toEqual(refused(403))
    await setRole(owner, member, 'owner')
    expect((await rolesIn()).get(member.id)).toBe('owner')
  })

  test('[COL-12] [COL-13] the last owner can be neither demoted nor removed, not even by themselves', async () => {
    const { owner, admin } = team
    await expect(setRole(owner, owner, 'admin')).rejects.toEqual(refused(409))
    await expect(remove(owner, owner)).rejects.toEqual(refused(409))
    await setRole(owner, admin, 'owner')
    await setRole(owner, owner, 'member')
    expect((await rolesIn()).get(owner.id)).toBe('member')
    await expect(remove(admin, admin)).rejects.toEqual(refused(409))
  })

  test('[COL-12] [COL-13] when three owners demote, remove and leave at once, one owner always remains', async () => {
    for (let round = 0; round < 6; round++) {
      team = await newTeam()
      const { owner, admin, member } = team
      await setRole(owner, admin, 'owner')
      await setRole(owner, member, 'owner')
      const results = await Promise.allSettled([
        setRole(owner, admin, 'member'),
        setRole(admin, member, 'member'),
        round % 2 ? remove(member, owner) : setRole(member, member, 'admin'),
        remove(owner, owner),
        setRole(admin, admin, 'member'),
        remove(member, member),
      ])
      const owners = [...(await rolesIn()).values()].filter((role) => role === 'owner')
      expect(owners.length).toBeGreaterThanOrEqual(1)
      for (const result of results)
        if (result.status === 'rejected')
          // A person who lost the role in the meantime is refused, and so is a change to the last owner; no other error may
          // occur.
          expect([403, 404, 409]).toContain((result.reason as { status: number }).status)
    }
  })
})

describe('removing members', () => {
  test.each([['owner'], ['admin']] as const)(
    '[PERM-07] [PERM-08] [WIRE2-33] %s: removing a collaborator is allowed',
    async (who) => {
      const { member, params } = team
      await remove(team[who], member)
      expect((await rolesIn()).has(member.id)).toBe(false)
      await expect(member.api.tasks.byProject({ params: { projectId: params.id }, query: {} })).rejects.toEqual(
        refused(403),
      )
      await expect(remove(team[who], member)).rejects.toEqual(refused(404))
    },
  )

  test('[PERM-10] member: removing a collaborator answers 403; leaving is allowed', async () => {
    const { member, admin, owner, stranger } = team
    for (const who of [admin, owner]) await expect(remove(member, who)).rejects.toEqual(refused(403))
    await expect(remove(stranger, member)).rejects.toEqual(refused(403))
    await remove(member, member)
    expect([...(await rolesIn()).keys()].sort()).toEqual([owner.id, admin.id].sort())
  })

  test('a person who left may apply again; their unfinished tasks are unassigned, and their completed tasks stay theirs', async () => {
    const { owner, member, project } = team
    const create = async (status: number) =>
      (
        await owner.api.tasks.create({
          body: { title: 'A', description: 'B', projectID: project.id, status, assignedToID: member.id },
        })
      ).data.id
    const [open, done] = [await create(2), await create(3)]
    await owner.api.tasks.update({ params: { id: done }, body: { status: 4 } })
    await remove(owner, member)
    const read = async (id: string) => (await owner.api.tasks.get({ params: { id } })).data
    expect(await read(open)).toMatchObject({ assignedToID: null, status: 2, version: 2 })
    expect(await read(done)).toMatchObject({ assignedToID: member.id, version: 2 })
    expect((await member.api.users.profile({})).data.reputation).toBe(10)
    const { data } = await member.api.projects.apply({ params: { id: project.id }, body: {} })
    expect(data.status).toBe(0)
  })
})

describe('requests of a project', () => {
  const invite = (who: Person) =>
    team.owner.api.memberships.invite({
      params: { ...team.params, userId: who.id },
      body: { role: 'member', message: 'Join us' },
    })

  test('[WIRE2-28] [WIRE2-29] received are applications, sent invitations, each with person, status and type', async () => {
    const { owner, admin, stranger, params } = team
    const guest = await person({ name: 'Grace Guest' })
    await stranger.api.projects.apply({ params, body: {} })
    const { data: invitation } = await invite(guest)
    const list = async (by: Person, type: 'sent' | 'received') =>
      (await by.api.memberships.requests({ params, query: { type } })).data
    const received = await list(admin, 'received')
    expect(received).toMatchObject([
      { userID: stranger.id, username: stranger.username, email: stranger.email, status: 0, type: 'received' },
    ])
    expect(await list(owner, 'sent')).toMatchObject([
      {
        id: invitation.requestId,
        userID: guest.id,
        name: 'Grace Guest',
        status: 0,
        type: 'sent',
        role: 'member',
        message: 'Join us',
      },
    ])
    // An invitation must not reveal the invited person's address to the project.
    expect((await list(owner, 'sent'))[0]?.email).not.toBe(guest.email)
    const answer = (by: Person, userId: string, accept: boolean) =>
      by.api.memberships.answer({ params: { ...params, userId }, body: { accept } })
    await answer(guest, guest.id, true)
    await answer(admin, stranger.id, false)
    expect(await list(owner, 'sent')).toMatchObject([{ status: 1, email: guest.email }])
    expect(await list(owner, 'received')).toMatchObject([{ status: 2 }])
  })

  test.each([
    ['[COL-52]', true, 1],
    ['[COL-53]', false, 2],
  ] as const)(
    '%s answering an application with accept=%s sets the request to %s, and the membership fits',
    async (_, accept, status) => {
      const { owner, stranger, params } = team
      await stranger.api.projects.apply({ params, body: {} })
      await owner.api.memberships.answer({ params: { ...params, userId: stranger.id }, body: { accept } })
      const { data } = await owner.api.memberships.requests({ params, query: { type: 'received' } })
      expect(data).toMatchObject([{ userID: stranger.id, status }])
      expect((await rolesIn()).get(stranger.id)).toBe(accept ? 'member' : undefined)
    },
  )

  test('[MYP-36] a withdrawn application leaves the project’s list', async () => {
    const { owner, stranger, params } = team
    await stranger.api.projects.apply({ params, body: {} })
    await stranger.api.memberships.answer({ params: { ...params, userId: stranger.id }, body: { accept: false } })
    expect((await owner.api.memberships.requests({ params, query: { type: 'received' } })).data).toEqual([])
  })

  test('[PERM-29] [PERM-30] the lists and searches are for owner and admin only', async () => {
    const { member, stranger, params } = team
    for (const { api } of [member, stranger]) {
      await expect(api.memberships.requests({ params, query: { type: 'sent' } })).rejects.toEqual(refused(403))
      await expect(api.memberships.search({ params: { ...params, query: 'ab' }, query: {} })).rejects.toEqual(
        refused(403),
      )
      await expect(api.memberships.suggestions({ params, query: { global: 'true' } })).rejects.toEqual(refused(403))
    }
  })
})

describe('searching people for a project', () => {
  const search = async (query: string, global: 'true' | 'false' = 'true', by = team.owner) =>
    (await by.api.memberships.search({ params: { ...team.params, query }, query: { global } })).data

  test('[WIRE2-30] [WIRE-64] people are found by name, members first, with addresses masked except an exact match', async () => {
    const name = unique('Ximena')
    const outside = await person({ username: `${name}_a`, email: `${name}@far.example.org` })
    const inside = await person({ username: `${name}_b` })
    await createMembership(server, team.project.id, inside.id)
    expect(await search(name)).toEqual([
      { id: inside.id, username: inside.username, name: '', email: expect.stringContaining('***') as string },
      { id: outside.id, username: outside.username, name: '', email: 'X***@f***.org' },
    ])
    expect((await search(name, 'false')).map(({ id }) => id)).toEqual([inside.id])
    expect(await search(`${name}@FAR.example.org`, 'true', team.admin)).toEqual([
      { id: outside.id, username: outside.username, name: '', email: outside.email },
    ])
    expect(await search('%')).toEqual([])
    expect((await search('X')).map(({ id }) => id)).toContain(outside.id)
  })

  test('[WIRE2-31] without a query members come first, then other people, at most 20 in all', async () => {
    const { owner, admin, member, params } = team
    for (let n = 0; n < 18; n++) await person()
    const hidden = await person({ reputation: 1_000_000 })
    await hidden.api.users.updateSettings({ body: { showInTalentDirectory: false } })
    const { data } = await owner.api.memberships.suggestions({ params, query: { global: 'true' } })
    expect(data).toHaveLength(20)
    const members = [owner, admin, member].map(({ id }) => id).sort()
    expect(
      data
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(members)
    expect(new Set(data.map(({ id }) => id)).size).toBe(20)
    expect(data.map(({ id }) => id)).not.toContain(hidden.id)
    expect((await owner.api.memberships.suggestions({ params, query: {} })).data).toHaveLength(3)
  })
})
