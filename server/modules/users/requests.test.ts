import { describe, expect, test } from 'vitest'
import { createMembership, createProject, createPerson, unique, type UserOptions } from '#support/factories.ts'
import { refused } from '#support/refusal.ts'
import { testApp } from '#support/server.ts'

const server = testApp()

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

describe('requests', () => {
  test('[WIRE-45] [WIRE-17] `received` lists the invitations, `sent` the applications, each with its project', async () => {
    const { owner, someone, project, requestID } = await invited()
    const other = await projectOf(owner)
    await someone.api.projects.apply({ params: { id: other.id }, body: {} })
    const received = (await someone.api.users.requests({ query: { type: 'received' } })).data
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
        answerBy: expect.stringMatching(/Z$/) as string,
        seenAt: null,
        prolonged: null,
        hasLetter: false,
        rejection: null,
        task: null,
      },
    ])
    const sent = (await someone.api.users.requests({ query: { type: 'sent' } })).data
    expect(sent).toMatchObject([
      { projectID: other.id, kind: 'application', status: 0, fromUsername: someone.username },
    ])
    expect((await owner.api.users.requests({ query: { type: 'received' } })).data).toEqual([])
  })

  test.each([
    [true, 1],
    [false, 2],
  ])('[MYP-33] a received request answered with accept=%s has status %s and stays listed', async (accept, status) => {
    const { someone, project, requestID } = await invited()
    await someone.api.memberships.answer({ params: { id: project.id, userId: someone.id }, body: { accept } })
    const { data } = await someone.api.users.requests({ query: { type: 'received' } })
    expect(data).toMatchObject([{ id: requestID, status }])
  })

  test('[MYP-36] a withdrawn application disappears from the lists', async () => {
    const [owner, someone] = [await person(), await person()]
    const project = await projectOf(owner)
    await someone.api.projects.apply({ params: { id: project.id }, body: {} })
    const [request] = (await someone.api.users.requests({ query: { type: 'sent' } })).data
    await someone.api.memberships.answer({ params: { id: project.id, userId: someone.id }, body: { accept: false } })
    expect((await someone.api.users.requests({ query: { type: 'sent' } })).data).toEqual([])
    await expect(someone.api.users.request({ params: { id: request?.id ?? '' } })).rejects.toEqual(refused(404))
  })

  test('[WIRE-65] [WIRE2-49] the two parties of a request can read it, and anybody else gets a 404', async () => {
    const { owner, someone, project, requestID } = await invited()
    const params = { id: requestID }
    const admin = await person()
    await createMembership(server, project.id, admin.id, 'admin')
    const { data } = await someone.api.users.request({ params })
    expect(data).toMatchObject({ id: requestID, projectID: project.id, status: 0 })
    for (const { api } of [owner, admin]) expect((await api.users.request({ params })).data).toEqual(data)
    const member = await person()
    await createMembership(server, project.id, member.id, 'member')
    for (const { api } of [member, await person(), await person({ isAdministrator: true })])
      await expect(api.users.request({ params })).rejects.toEqual(refused(404))
  })

  test('[WIRE2-48] [WIRE-65] adminAccess tells whether the viewer is an administrator', async () => {
    expect((await (await person()).api.users.adminAccess({})).data).toBe(false)
    expect((await (await person({ isAdministrator: true })).api.users.adminAccess({})).data).toBe(true)
  })
})
