import { describe, expect, test } from 'vitest'
import { createProject, createPerson, createUser, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'
import { maskEmail } from './service.ts'

const server = testApp()

const person = (options?: UserOptions) => createPerson(server, options)
const projectOf = async (owner: { id: string }, title = unique('Project ')) =>
  createProject(server, owner.id, { title })
describe('profiles', () => {
  test('[WIRE-36] [PROF-16] [WIRE-18] a profile is looked up by username without a token, and has all its fields', async () => {
    const someone = await person({ name: 'Grace Field', skills: ['React', 'Design'], reputation: 120 })
    const project = await projectOf(someone)
    const { data } = await server.client().people.profileByUsername({
      params: { username: someone.username.toUpperCase() },
    })
    expect(data).toEqual({
      id: someone.id,
      username: someone.username,
      name: 'Grace Field',
      headline: '',
      bio: '',
      links: [],
      hoursPerWeek: null,
      tier: 'bronze',
      reputation: 120,
      creators: 1,
      payerRecord: null,
      workerRecord: null,
      isOwner: false,
      skills: ['React', 'Design'],
      projects: [expect.objectContaining({ id: project.id, title: project.title, role: 'owner', tier: 'basic' })],
    })
    expect(JSON.stringify(data)).not.toContain('@')
  })

  test('[WIRE-36] with the person’s own token the profile says that it is theirs; with another token it does not', async () => {
    const [someone, other] = [await person(), await person()]
    const params = { username: someone.username }
    expect((await someone.api.people.profileByUsername({ params })).data.isOwner).toBe(true)
    expect((await other.api.people.profileByUsername({ params })).data.isOwner).toBe(false)
    await expect(server.client('not a token').people.profileByUsername({ params })).rejects.toEqual(refused(401))
  })

  test('[WIRE-36] a profile shows other people only the projects that everybody may know', async () => {
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

  test('[WIRE-36] an unknown username and an unverified account answer 404', async () => {
    const { user } = await createUser(server, { isEmailVerified: false })
    for (const username of ['nobody-of-that-name', user.username])
      await expect(server.client().people.profileByUsername({ params: { username } })).rejects.toMatchObject({
        status: 404,
      })
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

  test('[WIRE-64] a search finds at most 20 people, first those whose username begins with the text', async () => {
    const { api } = await person()
    const mark = unique('crowd')
    for (let n = 0; n < 21; n++) await person({ username: `a${n}_${mark}` })
    const first = await person({ username: `${mark}_zz` })
    const { data } = await api.people.search({ params: { query: mark } })
    expect(data).toHaveLength(20)
    expect(data[0]?.id).toBe(first.id)
  })
})

test.each([
  ['jane@mail.example.org', 'j***@m***.org'],
  ['j@x.io', 'j***@x***.io'],
  ['émile@écoles.fr', 'é***@é***.fr'],
  ['odd@localhost', 'o***@l***'],
])('[WIRE-64] %s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
