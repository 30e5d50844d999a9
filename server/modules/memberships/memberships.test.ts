import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMembership, createProject, createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import type { Api } from '#shared/api-client/index.ts'

/** Matches any text; unlike the matcher itself, it has a type. */
const aText: unknown = expect.any(String)
type Person = { id: string; api: Api }
const app = testApp()
let owner: Person
let admin: Person
let member: Person
let stranger: Person
/** A published project with owner, admin and member, made again for each test. */
let projectID: string

const newPerson = async (): Promise<Person> => {
  const { user, accessToken } = await createUser(app)
  return { id: user.id, api: app.client(accessToken) }
}
beforeAll(async () => {
  ;[owner, admin, member, stranger] = [await newPerson(), await newPerson(), await newPerson(), await newPerson()]
})
beforeEach(async () => {
  projectID = (await createProject(app, owner.id)).id
  await createMembership(app, projectID, admin.id, 'admin')
  await createMembership(app, projectID, member.id, 'member')
})

const apply = async (person: Person) => (await person.api.projects.apply({ params: { id: projectID }, body: {} })).data
const invite = async (by: Person, person: Person, role: 'member' | 'admin' = 'member') =>
  (await by.api.memberships.invite({ params: { id: projectID, userId: person.id }, body: { role } })).data
const answer = async (by: Person, person: Person, accept: boolean) =>
  (await by.api.memberships.answer({ params: { id: projectID, userId: person.id }, body: { accept } })).data
const stateOf = async (person: Person) => (await person.api.memberships.access({ params: { id: projectID } })).data
const FORBIDDEN = { status: 403, code: 'FORBIDDEN' }
const CONFLICT = { status: 409, code: 'CONFLICT' }

describe('the access that a person sees', () => {
  test('[DLG-35] access is 0 applied, 1 member, 5 rejected, 6 invited, else null', async () => {
    const person = await newPerson()
    expect(await stateOf(person)).toMatchObject({ status: null, hasProject: false, isApproved: false, requestId: null })
    await apply(person)
    expect(await stateOf(person)).toMatchObject({ status: 0, hasProject: true, isApproved: false, role: null })
    await answer(owner, person, false)
    expect(await stateOf(person)).toMatchObject({ status: 5, isApproved: false, role: null, requestId: null })
    const { requestId } = await invite(owner, person, 'admin')
    expect(await stateOf(person)).toMatchObject({ status: 6, isApproved: false, role: 'admin', requestId })
    await answer(person, person, true)
    expect(await stateOf(person)).toMatchObject({ status: 1, isApproved: true, role: 'admin', requestId: null })
  })

  test('[WIRE2-36] is-user-project answers hasProject, project, role, status, isApproved and requestId', async () => {
    const { title, description } = await app.db
      .selectFrom('projects')
      .select(['title', 'description'])
      .where('id', '=', projectID)
      .executeTakeFirstOrThrow()
    const person = await newPerson()
    const { requestId } = await apply(person)
    expect(requestId).not.toBeNull()
    const project = { id: projectID, title, description }
    const applied = {
      hasProject: true,
      project,
      role: null,
      status: 0,
      isApproved: false,
      requestId,
      requestedAt: expect.stringMatching(/Z$/) as string,
      answerBy: expect.stringMatching(/Z$/) as string,
      invitation: null,
    }
    expect(await stateOf(person)).toEqual(applied)
    const none = { requestId: null, requestedAt: null, answerBy: null, invitation: null }
    const owning = { hasProject: true, project, role: 'owner', status: 1, isApproved: true, ...none }
    expect(await stateOf(owner)).toEqual(owning)
  })
})

test('an invited person reads who invites them and what they wrote, until it is answered', async () => {
  const person = await newPerson()
  const params = { id: projectID, userId: person.id }
  await owner.api.memberships.invite({ params, body: { role: 'member', message: 'Your maps are just right.' } })
  const from = await app.db
    .selectFrom('users')
    .select(['username', 'name'])
    .where('id', '=', owner.id)
    .executeTakeFirst()
  expect((await stateOf(person)).invitation).toEqual({
    fromUsername: from?.username,
    fromName: from?.name,
    message: 'Your maps are just right.',
  })
  const silent = await newPerson()
  await invite(owner, silent)
  expect((await stateOf(silent)).invitation?.message).toBeNull()
  await person.api.memberships.answer({ params, body: { accept: false } })
  expect((await stateOf(person)).invitation).toBeNull()
})

describe('applying', () => {
  test('[WIRE2-24] apply with an empty body makes a pending application of the caller', async () => {
    const person = await newPerson()
    expect(await apply(person)).toMatchObject({ status: 0, hasProject: true })
    const rows = await app.db.selectFrom('project_requests').selectAll().where('user_id', '=', person.id).execute()
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'application', status: 0, project_id: projectID, created_by: person.id }),
    ])
    expect((await person.api.projects.get({ params: { id: projectID } })).data.isRequested).toBe(true)
  })

  test('[WIRE2-24] a second application, or one by a member or an invited person, is refused with 409', async () => {
    const person = await newPerson()
    await apply(person)
    await expect(apply(person)).rejects.toMatchObject(CONFLICT)
    for (const one of [owner, admin, member]) await expect(apply(one)).rejects.toMatchObject(CONFLICT)
    const invited = await newPerson()
    await invite(owner, invited)
    await expect(apply(invited)).rejects.toMatchObject(CONFLICT)
  })

  test('[WIRE2-24][PERM-30] applying to a completed project gives 409; to a draft or archived one 404, or 409 for a person who knows it', async () => {
    const set = (values: { status?: number; archived_at?: Date | null }) =>
      app.db.updateTable('projects').set(values).where('id', '=', projectID).execute()
    await set({ status: 3 })
    await expect(apply(stranger)).rejects.toMatchObject(CONFLICT)
    await set({ status: 1, archived_at: new Date() })
    await expect(apply(stranger)).rejects.toMatchObject({ status: 404 })
    await expect(apply(member)).rejects.toMatchObject(CONFLICT)
    await set({ status: 0, archived_at: null })
    await expect(apply(stranger)).rejects.toMatchObject({ status: 404 })
    await set({ status: 2 })
    expect((await apply(await newPerson())).status).toBe(0)
  })

  test('[PERM-32][DLG-36][DLG-40] a withdrawn application leaves no access and no entry in any list, and the person may apply again', async () => {
    const person = await newPerson()
    await apply(person)
    expect((await person.api.users.projects({})).data.map(({ id }) => id)).toEqual([projectID])
    expect(await answer(person, person, false)).toMatchObject({ status: null, hasProject: false, requestId: null })
    expect((await person.api.users.projects({})).data).toEqual([])
    await expect(answer(owner, person, true)).rejects.toMatchObject(CONFLICT)
    expect(await apply(person)).toMatchObject({ status: 0 })
    expect(await stateOf(person)).toMatchObject({ status: 0 })
  })

  test('[PERM-31] an applicant cannot approve their own application, and it stays pending', async () => {
    const person = await newPerson()
    await apply(person)
    await expect(answer(person, person, true)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: 0, isApproved: false })
  })

  test('[DLG-38] a rejected applicant cannot apply again', async () => {
    const person = await newPerson()
    await apply(person)
    await answer(admin, person, false)
    await expect(apply(person)).rejects.toMatchObject(CONFLICT)
    expect(await stateOf(person)).toMatchObject({ status: 5 })
  })

  test('[DLG-39][DLG-37] a rejected applicant can be invited, and may apply after declining that invitation', async () => {
    const person = await newPerson()
    await apply(person)
    await answer(owner, person, false)
    await invite(owner, person)
    expect(await stateOf(person)).toMatchObject({ status: 6 })
    expect(await answer(person, person, false)).toMatchObject({ status: null })
    expect(await apply(person)).toMatchObject({ status: 0 })
  })
})

describe('answering applications', () => {
  test.each([
    ['[PERM-14]', 'owner'],
    ['[PERM-15]', 'admin'],
  ])('%s[WIRE2-25] %s: approve and reject requests are allowed', async (_, role) => {
    const by = role === 'owner' ? owner : admin
    const [approved, rejected] = [await newPerson(), await newPerson()]
    for (const person of [approved, rejected]) await apply(person)
    expect(await answer(by, approved, true)).toMatchObject({ status: 1, role: 'member', isApproved: true })
    expect(await answer(by, rejected, false)).toMatchObject({ status: 5, isApproved: false })
    expect(await stateOf(approved)).toMatchObject({ status: 1, role: 'member' })
    await expect(answer(by, approved, false)).rejects.toMatchObject(CONFLICT)
    expect(await stateOf(approved)).toMatchObject({ status: 1 })
  })

  test('[PERM-16][PERM-29] member: approve or reject a request answers 403, and it stays pending', async () => {
    const person = await newPerson()
    await apply(person)
    for (const accept of [true, false]) await expect(answer(member, person, accept)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: 0 })
  })

  test('[SESS-37] applicants, invited people and strangers cannot answer anybody else’s request', async () => {
    const [person, invited] = [await newPerson(), await newPerson()]
    await apply(person)
    await invite(owner, invited)
    for (const by of [stranger, invited])
      for (const accept of [true, false]) await expect(answer(by, person, accept)).rejects.toMatchObject(FORBIDDEN)
    for (const by of [stranger, person]) await expect(answer(by, invited, true)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: 0 })
    expect(await stateOf(invited)).toMatchObject({ status: 6 })
  })

  test('[WIRE2-25] answering without an open request gives 409, and `accept` is required', async () => {
    await expect(answer(owner, stranger, true)).rejects.toMatchObject(CONFLICT)
    await expect(answer(stranger, stranger, false)).rejects.toMatchObject(CONFLICT)
    const body = {} as { accept: boolean }
    const params = { id: projectID, userId: stranger.id }
    await expect(owner.api.memberships.answer({ params, body })).rejects.toMatchObject({ status: 422 })
  })
})

describe('inviting', () => {
  test.each([
    ['[PERM-11]', 'owner'],
    ['[PERM-12]', 'admin'],
  ])('%s[WIRE2-34] %s: invite is allowed, with role and message, and makes a pending invitation', async (_, role) => {
    const person = await newPerson()
    const by = role === 'owner' ? owner : admin
    const params = { id: projectID, userId: person.id }
    const { data } = await by.api.memberships.invite({ params, body: { role: 'admin', message: ' Come in! ' } })
    expect(data).toEqual({
      requestId: aText,
      userID: person.id,
      projectID,
      role: 'admin',
      status: 0,
    })
    const row = await app.db.selectFrom('project_requests').selectAll().where('id', '=', data.requestId).execute()
    expect(row).toEqual([expect.objectContaining({ kind: 'invitation', message: 'Come in!', created_by: by.id })])
    expect(await stateOf(person)).toMatchObject({ status: 6, role: 'admin' })
  })

  test('[PERM-13][PERM-29][SESS-37] member: invite answers 403; a stranger gets 403 too, and nobody is invited', async () => {
    const person = await newPerson()
    for (const by of [member, stranger, person]) await expect(invite(by, person)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: null })
  })

  test('[WIRE2-34][WIRE2-35][INV-04] an invitation takes only the roles member and admin, and a message of at most 200 characters', async () => {
    const params = { id: projectID, userId: (await newPerson()).id }
    const send = (body: object) => owner.api.memberships.invite({ params, body })
    await expect(send({ role: 'owner' })).rejects.toMatchObject({ status: 422 })
    await expect(send({ message: 'x'.repeat(201) })).rejects.toMatchObject({ status: 422, code: 'INVALID_INPUT' })
    expect((await send({ message: 'x'.repeat(200) })).data.role).toBe('member')
  })

  test('[WIRE2-34] members, invited people and applicants cannot be invited (409); unknown people are 404', async () => {
    const [applicant, invited] = [await newPerson(), await newPerson()]
    await apply(applicant)
    await invite(owner, invited)
    for (const person of [owner, admin, member, applicant, invited])
      await expect(invite(owner, person)).rejects.toMatchObject(CONFLICT)
    await expect(invite(owner, applicant)).rejects.toThrow(/has applied/)
    const nobody = { id: '018f0000-0000-7000-8000-00000000dead', api: stranger.api }
    await expect(invite(owner, nobody)).rejects.toMatchObject({ status: 404 })
    const unverified = (await createUser(app, { isEmailVerified: false })).user
    await expect(invite(owner, { ...nobody, id: unverified.id })).rejects.toMatchObject({ status: 404 })
  })

  test.each(['member', 'admin'] as const)('[DLG-41] accepting makes the person a member as %s', async (role) => {
    const person = await newPerson()
    await invite(owner, person, role)
    expect(await answer(person, person, true)).toMatchObject({ status: 1, role, isApproved: true })
    const { data } = await person.api.projects.userDetails({ params: { id: projectID } })
    expect(data.roleInProject).toBe(role)
  })

  test('[PERM-33] only the invited person may answer; owner, admin, member and stranger may not', async () => {
    const person = await newPerson()
    await invite(owner, person)
    for (const by of [owner, admin, member, stranger])
      for (const accept of [true, false]) await expect(answer(by, person, accept)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: 6 })
    expect(await answer(person, person, true)).toMatchObject({ status: 1 })
  })

  test('[PERM-33][DLG-37] declining leaves no access, and the person may apply', async () => {
    const person = await newPerson()
    await invite(admin, person)
    expect(await answer(person, person, false)).toMatchObject({ status: null, hasProject: false })
    expect(await apply(person)).toMatchObject({ status: 0 })
  })
})

describe('activity', () => {
  test('changes by owners and admins are recorded as their last activity in the project', async () => {
    const lastActive = async (person: Person) =>
      (
        await app.db
          .selectFrom('memberships')
          .select('last_active_at')
          .where('project_id', '=', projectID)
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).last_active_at
    expect(await lastActive(admin)).toBeNull()
    await invite(admin, await newPerson())
    expect(await lastActive(admin)).toBeInstanceOf(Date)
    expect(await lastActive(owner)).toBeNull()
    const person = await newPerson()
    await apply(person)
    await answer(owner, person, true)
    expect(await lastActive(owner)).toBeInstanceOf(Date)
  })
})

describe('answering by the request’s ID, as My Projects does', () => {
  const answerById = async (by: Person, requestId: string, accept: boolean) =>
    (await by.api.memberships.answerById({ params: { projectId: projectID }, body: { requestId, accept } })).data

  test('[WIRE2-37] takes requestId and accept, and makes the invited person a member', async () => {
    const person = await newPerson()
    const { requestId } = await invite(owner, person, 'admin')
    app.clock.advance(60)
    expect(await answerById(person, requestId, true)).toMatchObject({ status: 1, role: 'admin', isApproved: true })
    await expect(answerById(person, requestId, true)).rejects.toMatchObject(CONFLICT)
    const times = await app.db
      .selectFrom('project_requests')
      .select(['created_at', 'updated_at', 'answered_at'])
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    expect(times.updated_at).toEqual(times.answered_at)
    expect(times.updated_at.getTime() - times.created_at.getTime()).toBeGreaterThanOrEqual(60_000)
  })

  test('an answered request cannot be answered again through a newer one', async () => {
    const person = await newPerson()
    const first = await invite(owner, person)
    await answerById(person, first.requestId, false)
    await invite(owner, person)
    await expect(answerById(person, first.requestId, true)).rejects.toMatchObject(CONFLICT)
    expect(await stateOf(person)).toMatchObject({ status: 6 })
  })

  test("another project's request is not found, and a stranger may not answer", async () => {
    const person = await newPerson()
    const { requestId } = await invite(owner, person)
    const elsewhere = (await createProject(app, owner.id)).id
    await expect(
      person.api.memberships.answerById({ params: { projectId: elsewhere }, body: { requestId, accept: true } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(answerById(stranger, requestId, true)).rejects.toMatchObject(FORBIDDEN)
    expect(await stateOf(person)).toMatchObject({ status: 6 })
  })
})
