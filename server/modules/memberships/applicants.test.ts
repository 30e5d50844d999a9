import { expect, test } from 'vitest'
import { applications } from '#support/applications.ts'
import { createMembership, createProject } from '#support/factories.ts'
import { failureOf } from '#support/expect-failure.ts'
import { testApp } from '#support/server.ts'

const server = testApp()
const { world } = applications(() => server)

test('[LETTER-13] [LETTER-15] tier, reputation and skills in common, for owner and admin alone', async () => {
  const { owner, admin, member, person, stranger, apply } = await world({ skills: 'React, design, Fortran' })
  const params = { id: await apply() }
  await server.db
    .updateTable('users')
    .set({ reputation: 1250, reputation_creators: 2 })
    .where('id', '=', person.id)
    .execute()
  for (const by of [owner, admin]) {
    const { data } = await by.api.requests.applicant({ params })
    expect(data).toMatchObject({ username: person.username, reputation: 1250, tier: 'silver' })
    expect(data.skillsInCommon).toEqual(['Design', ' react '])
  }
  for (const by of [member, person, stranger])
    expect((await failureOf(by.api.requests.applicant({ params }))).status).toBe(404)
})

test('[LETTER-15] past work names only projects that the viewer may know of, and no other application', async () => {
  const { owner, admin, person, stranger, apply } = await world()
  const params = { id: await apply() }
  const place = async (
    title: string,
    { status = 1, isArchived = false, completed = 0, isMember = true, with: also = [] as string[] },
  ) => {
    const { id } = await createProject(server, stranger.id, { title, status, isArchived })
    if (isMember) await createMembership(server, id, person.id)
    for (const userID of also) await createMembership(server, id, userID)
    for (let number = 1; number <= completed; number++)
      await server.db
        .insertInto('tasks')
        .values({
          id: crypto.randomUUID(),
          project_id: id,
          task_number: number,
          title: 'Secret task',
          status: 4,
          assigned_to_id: person.id,
          completed_at: new Date(),
        })
        .execute()
    return id
  }
  await place('Open and left', { completed: 3, isMember: false })
  await place('Open and in it', { completed: 1 })
  await place('A draft', { status: 0, completed: 5 })
  await place('A draft of the admin’s, too', { status: 0, completed: 2, with: [admin.id] })
  await place('Archived', { isArchived: true, completed: 5 })
  const gone = await place('Deleted', { completed: 5 })
  await server.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', gone).execute()
  // Applied elsewhere, rejected elsewhere, invited elsewhere: none of the owner's business.
  for (const [title, act] of [
    ['Applied elsewhere', 'apply'],
    ['Rejected elsewhere', 'reject'],
    ['Invited elsewhere', 'invite'],
  ] as const) {
    const { id } = await createProject(server, stranger.id, { title })
    const about = { params: { id, userId: person.id } }
    if (act === 'invite') await stranger.api.memberships.invite({ ...about, body: { role: 'member' } })
    else await person.api.projects.apply({ params: { id }, body: {} })
    if (act === 'reject') await stranger.api.memberships.answer({ ...about, body: { accept: false } })
  }
  const workFor = async (by: typeof owner) =>
    (await by.api.requests.applicant({ params })).data.pastWork.map(({ title, completed, isMember }) => [
      title,
      completed,
      isMember,
    ])
  expect(await workFor(owner)).toEqual([
    ['Open and left', 3, false],
    ['Open and in it', 1, true],
  ])
  expect(await workFor(admin)).toEqual([
    ['Open and left', 3, false],
    ['A draft of the admin’s, too', 2, true],
    ['Open and in it', 1, true],
  ])
  const text = JSON.stringify((await owner.api.requests.applicant({ params })).data)
  expect(text).not.toMatch(/elsewhere|Secret/)
})
