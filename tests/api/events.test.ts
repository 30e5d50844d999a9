import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { withTx } from '../../server/db/pool.ts'
import { endOfLog, type LoggedEvent, readEvents } from '../../server/events/read.ts'
import { record } from '../../server/events/record.ts'
import { type EventKind, eventKinds } from '../../shared/contract/events.ts'
import { type OperationName, operations } from '../../shared/contract/index.ts'
import { allRows } from '../support/all-rows.ts'
import {
  createCreator,
  createMembership,
  createPerson,
  createProject,
  createUser,
  TEST_PASSWORD,
  unique,
} from '../support/factories.ts'
import { codeIn, linkIn, startTestApp, type TestApp } from '../support/server.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ config: { registration: 'open' } })
})
afterAll(() => server.close())

/** Stands in every text that these calls send: no event may have it. */
const CANARY = 'canary-in-a-text'
const text = () => unique(`${CANARY} `)
const address = () => `${unique(CANARY)}@example.org`
const auth = () => server.client().auth
const person = (options = {}) => createPerson(server, options)
const administrator = () => person({ isAdministrator: true })
const creator = async () => {
  const { user, accessToken, refreshToken } = await createCreator(server)
  return { ...user, accessToken, refreshToken, api: server.client(accessToken) }
}
const team = async (status = 1) => {
  const [owner, member, stranger] = [await creator(), await person(), await person()]
  const { id } = await createProject(server, owner.id, { status })
  await createMembership(server, id, member.id)
  return { owner, member, stranger, id, params: { id } }
}
const unverified = async () => {
  const { user } = await createUser(server, { isEmailVerified: false, email: address() })
  await auth().resendOtp({ body: { email: user.email } })
  return { ...user, mail: (await server.mails(user.email))[0] }
}
const upload = async ({ owner, id }: Awaited<ReturnType<typeof team>>) => {
  const body = new FormData()
  body.append('file', new Blob([CANARY]), `${CANARY}.txt`)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const answer = await fetch(`${server.origin}/api/projects/${id}/files`, { method: 'POST', body, headers })
  return ((await answer.json()) as { data: { id: string } }).data.id
}
const payment = (userID: string) => ({
  userID,
  amountCents: 500,
  currency: 'USD',
  method: CANARY,
  note: text(),
  idempotencyKey: unique('key'),
})

type Told = { kind: EventKind; actorID: string | null } & Partial<
  Record<'projectID' | 'taskID' | 'requestID' | 'subjectID' | 'data', unknown>
>
/** A call that is made once everything is prepared, and the events that it must leave, in their order. */
type Case = () => Promise<{ act: () => Promise<unknown>; told: readonly Told[] }>
const any = expect.anything() as unknown
const network = { network: '127.0.0.0/24' }

const cases: Record<string, Case> = {
  'auth.register': async () => {
    const body = { email: address(), username: unique('someone'), password: TEST_PASSWORD }
    // An account is nobody's until its address is verified.
    return { act: () => auth().register({ body }), told: [] }
  },
  'auth.login': async () => {
    const { user } = await createUser(server, { email: address() })
    const body = { emailID: user.email, password: TEST_PASSWORD }
    const told = { kind: 'account.signedIn', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => auth().login({ body }), told: [told] }
  },
  'auth.login with a wrong password': async () => {
    const { user } = await createUser(server)
    const body = { emailID: user.email, password: text() }
    return {
      act: () =>
        auth()
          .login({ body })
          .catch(() => undefined),
      told: [],
    }
  },
  'auth.verifyOtp': async () => {
    const { id, email, mail } = await unverified()
    const body = { email, otp: codeIn(mail) }
    return { act: () => auth().verifyOtp({ body }), told: [{ kind: 'account.signedIn', actorID: id, subjectID: id }] }
  },
  'auth.verifyEmailToken': async () => {
    const { id, email, mail } = await unverified()
    const { token } = linkIn(mail)
    const act = () => auth().verifyEmailToken({ body: { token, email } })
    return { act, told: [{ kind: 'account.signedIn', actorID: id, subjectID: id }] }
  },
  'auth.resendOtp': async () => {
    const { user } = await createUser(server, { isEmailVerified: false })
    return { act: () => auth().resendOtp({ body: { email: user.email } }), told: [] }
  },
  'auth.forgotPassword': async () => {
    const { user } = await createUser(server)
    return { act: () => auth().forgotPassword({ body: { email: user.email } }), told: [] }
  },
  'auth.verifyResetToken': async () => {
    const { user } = await createUser(server)
    await auth().forgotPassword({ body: { email: user.email } })
    const { token } = linkIn((await server.mails(user.email))[0])
    return { act: () => auth().verifyResetToken({ body: { token, email: user.email } }), told: [] }
  },
  'auth.resetPassword': async () => {
    const { user } = await createUser(server)
    await auth().forgotPassword({ body: { email: user.email } })
    const { token } = linkIn((await server.mails(user.email))[0])
    const body = { token, email: user.email, password: text() }
    const told = { kind: 'account.passwordChanged', actorID: user.id, subjectID: user.id, data: network } as const
    return { act: () => auth().resetPassword({ body }), told: [told] }
  },
  'auth.refreshToken': async () => {
    const { refreshToken } = await createUser(server)
    return { act: () => auth().refreshToken({ body: { refreshToken } }), told: [] }
  },
  'auth.logout': async () => {
    const { user, refreshToken } = await createUser(server)
    const told = { kind: 'account.signedOut', actorID: user.id, subjectID: user.id } as const
    return { act: () => auth().logout({ body: { refreshToken } }), told: [told] }
  },
  'users.updateBio': async () => {
    const { id, api } = await person()
    const told = { kind: 'account.profileChanged', actorID: id, subjectID: id, data: { fields: ['bio'] } } as const
    return { act: () => api.users.updateBio({ body: { bio: text() } }), told: [told] }
  },
  'users.updateBio to what it is': async () => {
    const { api } = await person()
    await api.users.updateBio({ body: { bio: CANARY } })
    return { act: () => api.users.updateBio({ body: { bio: CANARY } }), told: [] }
  },
  'users.updateSettings': async () => {
    const { api } = await person()
    return { act: () => api.users.updateSettings({ body: { emailOnInvitation: false } }), told: [] }
  },
  'waitlist.subscribe': async () => ({
    act: () => server.client().waitlist.subscribe({ body: { email: address() } }),
    told: [],
  }),
  'waitlist.validateInvitation': async () => {
    const body = { token: 'made up', email: address() }
    return {
      act: () =>
        server
          .client()
          .waitlist.validateInvitation({ body })
          .catch(() => undefined),
      told: [],
    }
  },
  'waitlist.createInvitation': async () => {
    const { id, api } = await administrator()
    const told = { kind: 'waitlist.invited', actorID: id, data: { entryID: any } } as const
    return { act: () => api.waitlist.createInvitation({ body: { email: address() } }), told: [told] }
  },
  'projects.create': async () => {
    const { id, api } = await creator()
    const body = { title: text(), description: text() }
    return {
      act: () => api.projects.create({ body }),
      told: [{ kind: 'project.created', actorID: id, projectID: any }],
    }
  },
  'projects.update of fields': async () => {
    const { owner, id, params } = await team()
    const told = {
      kind: 'project.changed',
      actorID: owner.id,
      projectID: id,
      data: { fields: ['title', 'client'] },
    } as const
    return { act: () => owner.api.projects.update({ params, body: { title: text(), client: CANARY } }), told: [told] }
  },
  'projects.update that publishes': async () => {
    const { owner, id, params } = await team(0)
    const told = { kind: 'project.published', actorID: owner.id, projectID: id, data: {} } as const
    return { act: () => owner.api.projects.update({ params, body: { status: 1 } }), told: [told] }
  },
  'projects.update of the status': async () => {
    const { owner, id, params } = await team()
    const told = { kind: 'project.status', actorID: owner.id, projectID: id, data: { from: 1, to: 3 } } as const
    return { act: () => owner.api.projects.update({ params, body: { status: 3 } }), told: [told] }
  },
  'projects.update that archives and restores': async () => {
    const { owner, id, params } = await team()
    const act = async () => {
      for (const archived of [true, true, false]) await owner.api.projects.update({ params, body: { archived } })
    }
    const about = { actorID: owner.id, projectID: id }
    return {
      act,
      told: [
        { kind: 'project.archived', ...about },
        { kind: 'project.restored', ...about },
      ],
    }
  },
  'projects.remove': async () => {
    const { owner, id, params } = await team()
    const told = { kind: 'project.deleted', actorID: owner.id, projectID: id } as const
    return { act: () => owner.api.projects.remove({ params }), told: [told] }
  },
  'projects.apply': async () => {
    const { stranger, id, params } = await team()
    const about = { actorID: stranger.id, subjectID: stranger.id, projectID: id, requestID: any }
    return {
      act: () => stranger.api.projects.apply({ params, body: {} }),
      told: [{ kind: 'request.applied', ...about }],
    }
  },
  'memberships.invite': async () => {
    const { owner, stranger, id } = await team()
    const input = { params: { id, userId: stranger.id }, body: { role: 'admin' as const, message: text() } }
    const about = { actorID: owner.id, subjectID: stranger.id, projectID: id, requestID: any, data: { role: 'admin' } }
    return { act: () => owner.api.memberships.invite(input), told: [{ kind: 'request.invited', ...about }] }
  },
  'memberships.answer that approves': async () => {
    const { owner, stranger, id, params } = await team()
    const { data } = await stranger.api.projects.apply({ params, body: {} })
    const about = { actorID: owner.id, subjectID: stranger.id, projectID: id, requestID: data.requestId }
    const act = () => owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: true } })
    return {
      act,
      told: [
        { kind: 'request.approved', ...about },
        { kind: 'member.joined', ...about, data: { role: 'member' } },
      ],
    }
  },
  'memberships.answer that rejects': async () => {
    const { owner, stranger, id, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const act = () => owner.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: false } })
    return { act, told: [{ kind: 'request.rejected', actorID: owner.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.answer that withdraws': async () => {
    const { stranger, id, params } = await team()
    await stranger.api.projects.apply({ params, body: {} })
    const act = () => stranger.api.memberships.answer({ params: { id, userId: stranger.id }, body: { accept: false } })
    return { act, told: [{ kind: 'request.withdrawn', actorID: stranger.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.answerById that accepts': async () => {
    const { owner, stranger, id } = await team()
    const { data } = await owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: {} })
    const input = { params: { projectId: id }, body: { requestId: data.requestId, accept: true } }
    const about = { actorID: stranger.id, subjectID: stranger.id, projectID: id, requestID: data.requestId }
    const act = () => stranger.api.memberships.answerById(input)
    return {
      act,
      told: [
        { kind: 'request.accepted', ...about },
        { kind: 'member.joined', ...about },
      ],
    }
  },
  'memberships.answerById that declines': async () => {
    const { owner, stranger, id } = await team()
    const { data } = await owner.api.memberships.invite({ params: { id, userId: stranger.id }, body: {} })
    const input = { params: { projectId: id }, body: { requestId: data.requestId, accept: false } }
    const act = () => stranger.api.memberships.answerById(input)
    return { act, told: [{ kind: 'request.declined', actorID: stranger.id, subjectID: stranger.id, projectID: id }] }
  },
  'memberships.setRole': async () => {
    const { owner, member, id } = await team()
    const act = () => owner.api.memberships.setRole({ params: { id, userId: member.id }, body: { role: 'admin' } })
    const data = { from: 'member', to: 'admin' }
    return { act, told: [{ kind: 'member.role', actorID: owner.id, subjectID: member.id, projectID: id, data }] }
  },
  'memberships.remove of somebody with a task': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id }
    const { data: task } = await owner.api.tasks.create({ body })
    const about = { actorID: owner.id, subjectID: member.id, projectID: id }
    const data = { from: member.id, to: null }
    return {
      act: () => owner.api.memberships.remove({ params: { id, userId: member.id } }),
      told: [
        { kind: 'member.removed', ...about },
        { kind: 'task.assigned', ...about, taskID: task.id, data },
      ],
    }
  },
  'memberships.remove of oneself': async () => {
    const { member, id } = await team()
    const act = () => member.api.memberships.remove({ params: { id, userId: member.id } })
    return { act, told: [{ kind: 'member.left', actorID: member.id, subjectID: member.id, projectID: id }] }
  },
  'creatorApplications.apply': async () => {
    const { id, api } = await person()
    const about = { actorID: id, subjectID: id, data: { creatorApplicationID: any } }
    return {
      act: () => api.creatorApplications.apply({ body: {} }),
      told: [{ kind: 'creatorApplication.sent', ...about }],
    }
  },
  ...Object.fromEntries(
    (['update', 'approve', 'reject'] as const).map((verb): [string, Case] => [
      `creatorApplications.${verb}`,
      async () => {
        const [applicant, admin] = [await person(), await administrator()]
        const { data } = await applicant.api.creatorApplications.apply({ body: {} })
        const params = { id: data.id }
        const { creatorApplications } = admin.api
        const calls = {
          update: () => creatorApplications.update({ params, body: { status: 2, reason: text() } }),
          approve: () => creatorApplications.approve({ params, body: {} }),
          reject: () => creatorApplications.reject({ params, body: { reason: text() } }),
        }
        const kind = verb === 'approve' ? 'creatorApplication.approved' : 'creatorApplication.rejected'
        const about = { actorID: admin.id, subjectID: applicant.id, data: { creatorApplicationID: data.id } }
        return { act: calls[verb], told: [{ kind, ...about }] }
      },
    ]),
  ),
  'tasks.create': async () => {
    const { owner, member, id } = await team()
    const body = { projectID: id, title: text(), description: text(), assignedToID: member.id, status: 2 }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: any, data: { status: 2 } }
    return { act: () => owner.api.tasks.create({ body }), told: [{ kind: 'task.created', ...about }] }
  },
  'tasks.update of everything': async () => {
    const { owner, member, id } = await team()
    const { data: task } = await owner.api.tasks.create({ body: { projectID: id, title: text(), description: text() } })
    const body = { title: text(), description: text(), status: 4, assignedToID: member.id }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, taskID: task.id }
    return {
      act: () => owner.api.tasks.update({ params: { id: task.id }, body }),
      told: [
        { kind: 'task.changed', ...about, data: { fields: ['title', 'description'] } },
        { kind: 'task.moved', ...about, data: { from: 1, to: 4 } },
        { kind: 'task.assigned', ...about, data: { from: null, to: member.id } },
      ],
    }
  },
  'payments.create': async () => {
    const { owner, member, id, params } = await team()
    const data = { paymentID: any, amountCents: 500, currency: 'USD' }
    const about = { actorID: owner.id, subjectID: member.id, projectID: id, data }
    return {
      act: () => owner.api.payments.create({ params, body: payment(member.id) }),
      told: [{ kind: 'payment.recorded', ...about }],
    }
  },
  'payments.create with the same key again': async () => {
    const { owner, member, params } = await team()
    const body = payment(member.id)
    await owner.api.payments.create({ params, body })
    return { act: () => owner.api.payments.create({ params, body }), told: [] }
  },
  'payments.bulk': async () => {
    const { owner, member, id, params } = await team()
    const { userID: _, method: __, ...terms } = payment(member.id)
    const body = { ...terms, userIDs: [owner.id, member.id], split: 'equal' as const }
    const about = { kind: 'payment.recorded', actorID: owner.id, projectID: id } as const
    return {
      act: () => owner.api.payments.bulk({ params, body }),
      told: [owner.id, member.id].map((subjectID) => ({ ...about, subjectID })),
    }
  },
  'payments.void': async () => {
    const { owner, member, id, params } = await team()
    const { data } = await owner.api.payments.create({ params, body: payment(member.id) })
    const act = () => owner.api.payments.void({ params: { ...params, paymentId: data.id }, body: { reason: text() } })
    return { act, told: [{ kind: 'payment.voided', actorID: owner.id, subjectID: member.id, projectID: id }] }
  },
  'files.upload': async () => {
    const project = await team()
    const told = {
      kind: 'file.uploaded',
      actorID: project.owner.id,
      projectID: project.id,
      data: { fileID: any },
    } as const
    return { act: () => upload(project), told: [told] }
  },
  'files.remove': async () => {
    const project = await team()
    const fileID = await upload(project)
    const { owner, params } = project
    const told = { kind: 'file.deleted', actorID: owner.id, projectID: project.id, data: { fileID } } as const
    return { act: () => owner.api.files.remove({ params: { ...params, fileId: fileID } }), told: [told] }
  },
}

/** Calls that write nothing, or only what counts them: they are asked by POST because of what they send. */
const writeNothing: readonly OperationName[] = [
  'ai.generateProject',
  'ai.generateTask',
  'ai.suggestTasks',
  'ai.enhanceDescription',
]
/** Calls that change something and leave no event: codes and links, and settings of one's own. */
const withoutEvent: readonly string[] = [
  'auth.register',
  'auth.resendOtp',
  'auth.forgotPassword',
  'auth.refreshToken',
  'users.updateSettings',
  'waitlist.subscribe',
]

/** What `act` writes into the log, and whether it changes any other row. */
const watch = async (act: () => Promise<unknown>) => {
  await server.deps.background.idle()
  const from = await endOfLog(server.db)
  const before = await allRows(server, ['events'])
  await act()
  const isChanged = (await allRows(server, ['events'])) !== before
  const end = await endOfLog(server.db)
  // What other databases of the cluster have under way holds the log back for a moment: a mark behind all shows its end.
  const mark = uuidv7()
  await withTx(server.db, (tx) =>
    record(tx, new Date(), { kind: 'account.signedOut', actorID: mark, data: { network: null } }),
  )
  let events: LoggedEvent[] = []
  await expect
    .poll(
      async () => {
        events = (await readEvents(server.db, from, 100))?.events ?? []
        return events.some(({ actorID }) => actorID === mark)
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  expect(end.epoch).toBe(from.epoch)
  return { events: events.filter(({ actorID }) => actorID !== mark), isChanged }
}

/** A change that the log does not know, or an event of a change that was not made; null when they agree. */
const disagreement = (
  { events, isChanged }: Awaited<ReturnType<typeof watch>>,
  mayBeSilent: boolean,
): string | null => {
  if (isChanged && events.length === 0 && !mayBeSilent) return 'a change without its event'
  return !isChanged && events.length > 0 ? 'an event without its change' : null
}

describe('[EVT-06] [EVT-13] [EVT-15] [EVT-18] [EVT-19] [EVT-21] [EVT-26] every call that writes leaves exactly its events', () => {
  test.each(Object.entries(cases))('%s', async (name, prepare) => {
    const { act, told } = await prepare()
    const seen = await watch(act)
    expect(disagreement(seen, withoutEvent.includes(name))).toBeNull()
    expect(seen.events.map(({ kind }) => kind)).toEqual(told.map(({ kind }) => kind))
    expect(seen.events).toMatchObject(told)
    // No text, address, password or token.
    for (const { data } of seen.events)
      expect(JSON.stringify(data)).not.toMatch(new RegExp(`${CANARY}|@|${TEST_PASSWORD}|[\\w-]{41,}`))
  })

  test('a change without its event is caught, and an event without its change', async () => {
    const { id } = await person()
    const change = () => server.db.updateTable('users').set({ bio: CANARY }).where('id', '=', id).execute()
    const tell = () =>
      withTx(server.db, (tx) =>
        record(tx, new Date(), {
          kind: 'account.profileChanged',
          actorID: id,
          subjectID: id,
          data: { fields: ['bio'] },
        }),
      )
    expect(disagreement(await watch(change), false)).toBe('a change without its event')
    expect(disagreement(await watch(tell), false)).toBe('an event without its change')
  })

  test('every call that writes is among the cases, and every kind of event', () => {
    const named = new Set(Object.keys(cases).map((name) => name.split(' ')[0]))
    const writing = operations.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ operation }) => operation)
    expect(writing.filter((operation) => !named.has(operation)).sort()).toEqual([...writeNothing].sort())
    for (const name of withoutEvent) expect(Object.keys(cases)).toContain(name)
    const source = readFileSync(import.meta.filename, 'utf8')
    // Commands on the server make administrators: server/commands/admin.test.ts.
    const byCommands = ['account.adminGranted', 'account.adminRevoked']
    expect(
      eventKinds.filter(
        (kind) =>
          !source.includes(`kind: '${kind}'`) && !source.includes(`? '${kind}'`) && !source.includes(`: '${kind}'`),
      ),
    ).toEqual(byCommands)
  })
})
