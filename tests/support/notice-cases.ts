import { runCreatorClock } from '#server/modules/creator-applications/service.ts'
import type { Notice } from '#shared/contract/notifications.ts'
import { accountNoticeCases } from './account-notice-cases.ts'
import { claimNoticeCases } from './claim-notice-cases.ts'
import { commentNoticeCases } from './comment-notice-cases.ts'
import { clockNoticeCases } from './clock-notice-cases.ts'
import { deadlineNoticeCases } from './deadline-notice-cases.ts'
import { rewardNoticeCases } from './reward-notice-cases.ts'
import { createMembership, createPerson, createProject, unique } from './factories.ts'
import type { TestApp } from './server.ts'

export type Person = { id: string; username: string; email: string; api: ReturnType<TestApp['client']> }
export type Name = 'owner' | 'admin' | 'member' | 'other' | 'stranger' | 'administrator'
export type World = Record<Name, Person> & {
  server: TestApp
  people: Record<Name, Person>
  project: { id: string; title: string }
  params: { id: string }
  create: (assignedToID?: string) => Promise<{ id: string }>
  applied: () => Promise<string>
  answer: (by: Person, accept: boolean) => Promise<unknown>
  invite: (by: Person) => Promise<unknown>
  pay: (by: Person, userID: string) => Promise<{ data: { id: string } }>
  comment: (by: Person, taskID: string, body: string) => Promise<{ id: string }>
  asCreator: () => Promise<string>
  /** A task that this person has in progress; returns its ID. */
  begun: (assignedToID: string) => Promise<string>
  handIn: (by: Person, id: string) => Promise<unknown>
  /** A task that the member has handed in, as its first round; returns its ID. */
  handedIn: () => Promise<string>
}

/** A project with an owner, an admin and two members, a stranger to it and an administrator, and what they may do. */
export const createWorld = async (server: TestApp): Promise<World> => {
  const [owner, admin, member, other, stranger, administrator] = await Promise.all(
    [false, false, false, false, false, true].map((isAdministrator) => createPerson(server, { isAdministrator })),
  )
  if (!owner || !admin || !member || !other || !stranger || !administrator) throw new Error('Six people.')
  const project = await createProject(server, owner.id, { title: unique('Tide tables ') })
  await createMembership(server, project.id, admin.id, 'admin')
  for (const { id } of [member, other]) await createMembership(server, project.id, id)
  const people: World['people'] = { owner, admin, member, other, stranger, administrator }
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
  const comment = async (by: Person, taskID: string, body: string) =>
    (await by.api.comments.create({ params: { id: taskID }, body: { body, idempotencyKey: unique('comment') } })).data
  const asCreator = async () => (await stranger.api.creatorApplications.apply({ body: {} })).data.id
  const begun = async (assignedToID: string) => {
    const body = { projectID: project.id, title: 'Draw', description: 'Work.', assignedToID, status: 2 }
    return (await owner.api.tasks.create({ body })).data.id
  }
  const handIn = (by: Person, id: string) =>
    by.api.submissions.create({ params: { id }, body: { aiUse: 'none', idempotencyKey: unique('hand-in-') } })
  const handedIn = async () => {
    const id = await begun(member.id)
    await handIn(member, id)
    return id
  }
  return {
    ...people,
    server,
    people,
    project,
    params,
    create,
    applied,
    answer,
    invite,
    pay,
    comment,
    asCreator,
    begun,
    handIn,
    handedIn,
  }
}
/** Who is notified by `act`, and in which group. `prepare` comes before, and its notices are not counted. */
export type Case = {
  prepare?: (world: World) => Promise<unknown>
  act: (world: World, prepared: string) => Promise<unknown>
  /** The group of their notice, or of each where there are several. */
  told: Partial<Record<Name, Notice['group'] | ReadonlyArray<Notice['group']>>>
  /** How many events the notice of a person has; one by default. */
  counts?: Partial<Record<Name, number>>
  /** Who gets a mail of its own about it, at once, and of which kind. */
  ownMails?: Partial<Record<Name, string>>
}

/** What `prepare` returned, for `act`. */
export const preparedText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Every row of the table of recipients. The person who acts is among those who would be notified, wherever that can be. */
export const noticeCases: Record<string, Case> = {
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
    ownMails: { stranger: 'request-answered' },
  },
  '[INBOX-03] request.rejected': {
    prepare: ({ applied }) => applied(),
    act: ({ answer, owner }) => answer(owner, false),
    told: { stranger: 'requests' },
    ownMails: { stranger: 'request-answered' },
  },
  '[INBOX-03] request.reopened': {
    prepare: async ({ applied, answer, owner }) => {
      const id = await applied()
      await answer(owner, false)
      return id
    },
    act: ({ admin }, id) => admin.api.requests.reopen({ params: { id }, body: {} }),
    told: { stranger: 'requests' },
  },
  '[INBOX-05] request.invited': {
    act: ({ invite, admin }) => invite(admin),
    told: { stranger: 'requests' },
    ownMails: { stranger: 'project-invitation' },
  },
  '[INBOX-05] request.accepted': {
    prepare: ({ invite, admin }) => invite(admin),
    act: ({ answer, stranger }) => answer(stranger, true),
    told: { admin: 'requests' },
    ownMails: { admin: 'request-answered' },
  },
  '[INBOX-05] request.declined': {
    prepare: ({ invite, admin }) => invite(admin),
    act: ({ answer, stranger }) => answer(stranger, false),
    told: { admin: 'requests' },
    ownMails: { admin: 'request-answered' },
  },
  ...clockNoticeCases,
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
  '[ENTRY-11] creatorApplication.reminded': {
    prepare: ({ asCreator }) => asCreator(),
    act: async ({ server }, id) => {
      const answer_by = new Date(server.clock.now().getTime() + 1)
      await server.db.updateTable('creator_applications').set({ answer_by }).where('id', '=', id).execute()
      await runCreatorClock(server)
    },
    told: { administrator: 'requests' },
  },
  '[INBOX-07] creatorApplication.approved': {
    prepare: ({ asCreator }) => asCreator(),
    act: ({ administrator }, id) => administrator.api.creatorApplications.approve({ params: { id }, body: {} }),
    told: { stranger: 'requests' },
    ownMails: { stranger: 'application-decided' },
  },
  '[INBOX-07] creatorApplication.rejected': {
    prepare: ({ asCreator }) => asCreator(),
    act: ({ administrator }, id) => administrator.api.creatorApplications.reject({ params: { id }, body: {} }),
    told: { stranger: 'requests' },
    ownMails: { stranger: 'application-decided' },
  },
  '[INBOX-08] task.created': {
    act: ({ create, member }) => create(member.id),
    told: { member: 'direct' },
    ownMails: { member: 'task-assigned' },
  },
  '[INBOX-08] [INBOX-17] task.created for oneself': {
    act: ({ create, owner }) => create(owner.id),
    told: {},
  },
  '[INBOX-08] task.assigned, to the former assignee task.unassigned': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin, other }, id) => admin.api.tasks.update({ params: { id }, body: { assignedToID: other.id } }),
    told: { member: 'direct', other: 'direct' },
    ownMails: { other: 'task-assigned' },
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
  '[INBOX-11] [INBOX-21] task.changed: due date or priority': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin }, id) => admin.api.tasks.update({ params: { id }, body: { dueOn: '2026-12-05' } }),
    told: { owner: 'following', member: 'following' },
  },
  '[INBOX-11] task.deleted': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin }, id) => admin.api.tasks.remove({ params: { id } }),
    told: { owner: 'following', member: 'following' },
  },
  '[INBOX-11] task.changed: anything else': {
    prepare: async ({ create, member }) => (await create(member.id)).id,
    act: ({ admin }, id) => admin.api.tasks.update({ params: { id }, body: { title: 'Draw it', estimateHours: 2 } }),
    told: {},
  },
  ...deadlineNoticeCases,
  '[INBOX-12] [INBOX-17] submission.submitted': {
    prepare: ({ begun, admin }) => begun(admin.id),
    act: ({ admin, handIn }, id) => handIn(admin, id),
    told: { owner: 'review' },
  },
  '[INBOX-12] submission.submitted by a member, who has it from an owner': {
    prepare: ({ begun, member }) => begun(member.id),
    act: ({ member, handIn }, id) => handIn(member, id),
    told: { owner: 'review', admin: 'review' },
  },
  '[INBOX-12] submission.accepted, to the other follower task.moved': {
    prepare: ({ handedIn }) => handedIn(),
    act: ({ admin }, id) => admin.api.submissions.accept({ params: { id, n: 1 }, body: {} }),
    told: { member: 'review', owner: 'following' },
  },
  // For followers the task is back within two minutes, which is no news.
  '[INBOX-12] submission.changes': {
    prepare: ({ handedIn }) => handedIn(),
    act: ({ admin }, id) => admin.api.submissions.changes({ params: { id, n: 1 }, body: { text: 'No legend.' } }),
    told: { member: 'review' },
  },
  '[INBOX-12] submission.accepted by a drag, to the other follower task.moved': {
    prepare: ({ handedIn }) => handedIn(),
    act: ({ admin }, id) => admin.api.tasks.update({ params: { id }, body: { status: 4 } }),
    told: { member: 'review', owner: 'following' },
  },
  ...claimNoticeCases,
  ...commentNoticeCases,
  ...rewardNoticeCases,
  '[INBOX-14] payment.recorded': {
    act: ({ pay, owner, member }) => pay(owner, member.id),
    told: { member: 'money' },
  },
  '[INBOX-14] [INBOX-17] payment.recorded to oneself': {
    // Only who is alone in managing the project may.
    prepare: async ({ owner, admin, params }) => {
      await owner.api.memberships.setRole({ params: { ...params, userId: admin.id }, body: { role: 'member' } })
    },
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
  ...accountNoticeCases,
}
