import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventKinds } from '../../../shared/contract/events.ts'
import type { Notice } from '../../../shared/contract/notifications.ts'
import { createMembership, createPerson, createProject, unique } from '../../../tests/support/factories.ts'
import { tellAll } from '../../../tests/support/inbox.ts'
import { linkIn, startTestApp, type TestApp } from '../../../tests/support/server.ts'
import { recipients } from './recipients.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

type Person = Awaited<ReturnType<typeof createPerson>>
const views = ['forYou', 'following'] as const
/** All notices of a person, newest first. */
const noticesOf = async ({ api }: Person): Promise<Notice[]> => {
  const pages = await Promise.all(views.map((view) => api.notifications.list({ query: { view, limit: 100 } })))
  return pages.flatMap(({ data }) => data)
}

const world = async () => {
  const [owner, admin, member, other, stranger, administrator] = await Promise.all(
    [false, false, false, false, false, true].map((isAdministrator) => createPerson(server, { isAdministrator })),
  )
  if (!owner || !admin || !member || !other || !stranger || !administrator) throw new Error('Six people.')
  const project = await createProject(server, owner.id, { title: unique('Tide tables ') })
  await createMembership(server, project.id, admin.id, 'admin')
  for (const { id } of [member, other]) await createMembership(server, project.id, id)
  const people = { owner, admin, member, other, stranger, administrator }
  const params = { id: project.id }
  const create = async (assignedToID?: string) =>
    (
      await owner.api.tasks.create({
        body: { projectID: project.id, title: 'Draw', description: 'Work.', ...(assignedToID && { assignedToID }) },
      })
    ).data
  const applied = async () => {
    const { data } = await stranger.api.projects.apply({ params, body: {} })
    return data.requestId ?? ''
  }
  const answer = (by: Person, accept: boolean) =>
    by.api.memberships.answer({ params: { ...params, userId: stranger.id }, body: { accept } })
  const invite = (by: Person) =>
    by.api.memberships.invite({ params: { ...params, userId: stranger.id }, body: { role: 'member' } })
  const pay = (by: Person, userID: string) =>
    by.api.payments.create({
      params,
      body: { userID, amountCents: 500, currency: 'USD', idempotencyKey: unique('payment-key-') },
    })
  const asCreator = async () => (await stranger.api.creatorApplications.apply({ body: {} })).data.id
  return { ...people, people, project, params, create, applied, answer, invite, pay, asCreator }
}
type World = Awaited<ReturnType<typeof world>>
type Name = keyof World['people']
/** Who is told by `act`, and in which group. `prepare` comes before, and what it tells is not counted. */
type Case = {
  prepare?: (world: World) => Promise<unknown>
  act: (world: World, prepared: string) => Promise<unknown>
  told: Partial<Record<Name, Notice['group']>>
}

const fieldOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Every row of the table of recipients. Whoever acts is among those who would be told, wherever that can be. */
const cases: Record<string, Case> = {
  '[INBOX-01] request.applied': {
    act: ({ applied }) => applied(),
    told: { owner: 'requests', admin: 'requests' },
  },
  '[INBOX-02] request.withdrawn': {
    prepare: ({ applied }) => applied(),
    act: ({ answer, stranger }) => answer(stranger, false),
    told: {},
  },
  '[INBOX-03] request.approved': {
    prepare: ({ applied }) => applied(),
    act: ({ answer, owner }) => answer(owner, true),
    told: { stranger: 'requests' },
  },
  '[INBOX-03] request.rejected': {
    prepare: ({ applied }) => applied(),
    act: ({ answer, owner }) => answer(owner, false),
    told: { stranger: 'requests' },
  },
  '[INBOX-05] request.invited': {
    act: ({ invite, admin }) => invite(admin),
    told: { stranger: 'requests' },
  },
  '[INBOX-05] request.accepted': {
    prepare: ({ invite, admin }) => invite(admin),
    act: ({ answer, stranger }) => answer(stranger, true),
    told: { admin: 'requests' },
  },
  '[INBOX-05] request.declined': {
    prepare: ({ invite, admin }) => invite(admin),
    act: ({ answer, stranger }) => answer(stranger, false),
    told: { admin: 'requests' },
  },
  '[INBOX-06] member.role': {
    act: ({ owner, params, member }) =>
      owner.api.memberships.setRole({ params: { ...params, userId: member.id }, body: { role: 'admin' } }),
    told: { member: 'requests' },
  },
  '[INBOX-06] member.removed': {
    prepare: ({ create, member }) => create(member.id),
    act: ({ owner, params, member }) => owner.api.memberships.remove({ params: { ...params, userId: member.id } }),
    told: { member: 'requests' },
  },
  '[INBOX-06] member.left': {
    act: ({ params, member }) => member.api.memberships.remove({ params: { ...params, userId: member.id } }),
    told: { owner: 'requests' },
  },
  '[INBOX-07] creatorApplication.sent': {
    act: ({ asCreator }) => asCreator(),
    told: { administrator: 'requests' },
  },
  '[INBOX-07] creatorApplication.approved': {
    prepare: ({ asCreator }) => asCreator(),
    act: ({ administrator }, id) => administrator.api.creatorApplications.approve({ params: { id }, body: {} }),
    told: { stranger: 'requests' },
  },
  '[INBOX-07] creatorApplication.rejected': {
    prepare: ({ asCreator }) => asCreator(),
    act: ({ administrator }, id) => administrator.api.creatorApplications.reject({ params: { id }, body: {} }),
    told: { stranger: 'requests' },
  },
  '[INBOX-08] task.created': {
    act: ({ create, member }) => create(member.id),
    told: { member: 'direct' },
  },
  '[INBOX-08] [INBOX-17] task.created for oneself': {
    act: ({ create, owner }) => create(owner.id),
    told: {},
  },
  '[INBOX-08] task.assigned, to the former assignee task.unassigned': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin, other }, id) => admin.api.tasks.update({ params: { id }, body: { assignedToID: other.id } }),
    told: { member: 'direct', other: 'direct' },
  },
  '[INBOX-11] [INBOX-17] [INBOX-21] task.moved': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ member }, id) => member.api.tasks.update({ params: { id }, body: { status: 2 } }),
    told: { owner: 'following' },
  },
  '[INBOX-11] [INBOX-21] task.moved by somebody else': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin }, id) => admin.api.tasks.update({ params: { id }, body: { status: 4 } }),
    told: { owner: 'following', member: 'following' },
  },
  '[INBOX-14] payment.recorded': {
    act: ({ pay, owner, member }) => pay(owner, member.id),
    told: { member: 'money' },
  },
  '[INBOX-14] [INBOX-17] payment.recorded to oneself': {
    act: ({ pay, owner }) => pay(owner, owner.id),
    told: {},
  },
  '[INBOX-14] payment.voided': {
    prepare: async ({ pay, owner, member }) => (await pay(owner, member.id)).data.id,
    act: ({ owner, params }, id) => owner.api.payments.void({ params: { ...params, paymentId: id }, body: {} }),
    told: { member: 'money' },
  },
  '[INBOX-15] [INBOX-17] project.status': {
    act: ({ owner, params }) => owner.api.projects.update({ params, body: { status: 3 } }),
    told: { admin: 'following', member: 'following', other: 'following' },
  },
  '[INBOX-15] project.status that is not the end': {
    act: ({ owner, params }) => owner.api.projects.update({ params, body: { status: 2 } }),
    told: {},
  },
  '[INBOX-15] [INBOX-19] project.archived': {
    act: ({ owner, params }) => owner.api.projects.update({ params, body: { archived: true } }),
    told: { admin: 'following', member: 'following', other: 'following' },
  },
  '[INBOX-15] [INBOX-19] project.deleted': {
    act: ({ owner, params }) => owner.api.projects.remove({ params }),
    told: { admin: 'following', member: 'following', other: 'following' },
  },
  '[INBOX-16] account.passwordChanged': {
    prepare: async ({ stranger }) => {
      await server.client().auth.forgotPassword({ body: { email: stranger.email } })
      return linkIn((await server.mails(stranger.email))[0]).token
    },
    act: async ({ stranger }, token) => {
      const { auth } = server.client()
      const [email, password] = [stranger.email, unique('another battery ')]
      await auth.resetPassword({ body: { token, email, password } })
      // The sessions before have ended.
      stranger.api = server.client((await auth.login({ body: { emailID: email, password } })).accessToken)
    },
    told: { stranger: 'account' },
  },
}

describe('who hears of what', () => {
  test.each(Object.entries(cases))('%s', async (name, { prepare, act, told }) => {
    const made = await world()
    const prepared = fieldOf(await prepare?.(made))
    await tellAll(server)
    await server.db.deleteFrom('notifications').execute()
    await act(made, prepared)
    const people = Object.entries(made.people) as [Name, Person][]
    const groupsNow = async () =>
      Object.fromEntries(
        (await Promise.all(people.map(async ([who, person]) => [who, await noticesOf(person)] as const))).flatMap(
          ([who, notices]) => (notices.length === 0 ? [] : [[who, notices.map(({ group }) => group).join()]]),
        ),
      )
    // [INBOX-20] What is for the person themselves is there when the call has answered.
    const direct = Object.fromEntries(Object.entries(told).filter(([, group]) => group !== 'following'))
    expect(await groupsNow()).toEqual(direct)
    await tellAll(server)
    expect(await groupsNow()).toEqual(told)
    for (const [who, person] of people) {
      const [notice] = await noticesOf(person)
      const { data: count } = await person.api.notifications.count({})
      const group = told[who]
      expect(count).toEqual({
        forYou: group !== undefined && group !== 'following' ? 1 : 0,
        following: group === 'following' ? 1 : 0,
      })
      if (!notice) continue
      expect(notice).toMatchObject({ count: 1, isUnread: true, snoozedUntil: null })
      expect(name).toContain(notice.kind)
    }
  })

  test('every kind of event that somebody hears of has its case', () => {
    const played = Object.keys(cases).join(' ')
    const told = eventKinds.filter((kind) => recipients[kind].length > 0)
    expect(told.filter((kind) => !played.includes(kind))).toEqual([])
  })
})

test('[INBOX-07] [INBOX-18] a former administrator no longer has the applications of others', async () => {
  const { administrator, asCreator } = await world()
  await asCreator()
  expect(await noticesOf(administrator)).toHaveLength(1)
  await server.db.updateTable('users').set({ is_administrator: false }).where('id', '=', administrator.id).execute()
  expect(await noticesOf(administrator)).toEqual([])
})

test('[INBOX-26] [INBOX-63] who is removed keeps one notice, which says so by the name they knew', async () => {
  const { owner, member, project, params, create, pay } = await world()
  await create(member.id)
  await pay(owner, member.id)
  await owner.api.tasks.update({ params: { id: (await create(member.id)).id }, body: { status: 2 } })
  await tellAll(server)
  expect((await noticesOf(member)).length).toBeGreaterThan(2)
  await owner.api.memberships.remove({ params: { ...params, userId: member.id } })
  await owner.api.projects.update({ params, body: { title: 'Renamed since' } })
  await tellAll(server)
  const left = await noticesOf(member)
  expect(left).toMatchObject([
    { kind: 'member.removed', project: { id: project.id, title: project.title }, address: '/my-projects' },
  ])
  expect((await member.api.notifications.count({})).data).toEqual({ forYou: 1, following: 0 })
  await member.api.notifications.mark({ body: { ids: [left[0]?.id ?? ''], as: 'done' } })
  expect(await noticesOf(member)).toEqual([])
})

test('[INBOX-19] [INBOX-26] [INBOX-63] of a deleted project everybody keeps the one notice that says so', async () => {
  const { owner, admin, member, stranger, params, create, invite, applied, answer, project } = await world()
  await create(member.id)
  await applied()
  await answer(owner, false)
  await invite(owner)
  await owner.api.projects.remove({ params })
  // Gone at once, before any reader of the log has seen it.
  for (const person of [owner, admin, member, stranger]) expect(await noticesOf(person)).toEqual([])
  await tellAll(server)
  for (const person of [admin, member])
    expect(await noticesOf(person)).toMatchObject([{ kind: 'project.deleted', project: { title: project.title } }])
  for (const person of [owner, stranger]) expect(await noticesOf(person)).toEqual([])
})

test('[INBOX-15] [INBOX-19] an archived project stays open to its members, and its notice leads there', async () => {
  const { owner, member, params, project } = await world()
  await owner.api.projects.update({ params, body: { archived: true } })
  await tellAll(server)
  expect(await noticesOf(member)).toMatchObject([{ kind: 'project.archived', address: `/project/${project.id}` }])
})
