import { describe, expect, test } from 'vitest'
import { createMembership, createProject, createPerson, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

const person = (options?: UserOptions) => createPerson(server, options)
const projectOf = async (owner: { id: string }, title = unique('Project ')) =>
  createProject(server, owner.id, { title })
describe('the user’s own bio', () => {
  test('[WIRE-37] [PROF-05] the bio is changed, trimmed, and has up to 400 characters', async () => {
    const { api, username } = await person()
    expect((await api.users.updateBio({ body: { bio: `  ${'é'.repeat(400)} ` } })).data.bio).toBe('é'.repeat(400))
    await expect(api.users.updateBio({ body: { bio: 'x'.repeat(401) } })).rejects.toMatchObject({ status: 422 })
    const { data } = await server.client().people.profileByUsername({ params: { username } })
    expect(data.bio).toBe('é'.repeat(400))
    await api.users.updateBio({ body: { bio: '' } })
    expect((await api.users.profile({})).data.bio).toBe('')
    await expect(server.client().users.updateBio({ body: { bio: 'x' } })).rejects.toMatchObject({ status: 401 })
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
    expect((await api.users.settings({})).data).toEqual(all)
    for (const name of Object.keys(all) as Array<keyof typeof all>) {
      const { data } = await api.users.updateSettings({ body: { [name]: false } })
      expect(data).toEqual({ ...all, [name]: false })
      expect((await api.users.settings({})).data).toEqual({ ...all, [name]: false })
      await api.users.updateSettings({ body: { [name]: true } })
    }
    // @ts-expect-error: there is no such setting
    await expect(api.users.updateSettings({ body: { isAdministrator: true } })).rejects.toEqual(refused(422))
  })

  test('[WIRE2-27] owned-projects lists only the projects that the viewer owns, with drafts and archived ones', async () => {
    const [owner, other] = [await person(), await person()]
    const open = await projectOf(owner)
    const draft = await createProject(server, owner.id, { status: 0 })
    const archived = await projectOf(owner)
    const deleted = await projectOf(owner)
    const foreign = await projectOf(other)
    await createMembership(server, foreign.id, owner.id, 'admin')
    await server.db.updateTable('projects').set({ archived_at: new Date() }).where('id', '=', archived.id).execute()
    await server.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
    const { data } = await owner.api.projects.owned({ query: {} })
    expect(data.map(({ id }) => id)).toEqual([archived.id, draft.id, open.id])
    expect(data.every(({ role, isApproved }) => role === 'owner' && isApproved)).toBe(true)
    expect(data[0]?.archivedAt).not.toBeNull()
  })
})
