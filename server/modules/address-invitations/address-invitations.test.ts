import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAddressClock } from './service.ts'
import { forgetAddresses } from '#server/modules/waitlist/service.ts'
import { failureOf } from '#support/expect-failure.ts'
import {
  createCreator,
  createMembership,
  createProject,
  createUser,
  TEST_PASSWORD,
  unique,
} from '#support/factories.ts'
import { openSession } from '#server/modules/auth/sessions.ts'
import { codeIn, linkIn, startTestApp, type TestApp, testApp } from '#support/server.ts'

const server = testApp()
let on: TestApp
let off: TestApp
let adminID: string
const admin = async () => server.client((await openSession(server.deps, server.db, adminID)).accessToken).waitlist
beforeAll(async () => {
  const { databaseUrl: url, clock } = server
  on = await startTestApp({ url, clock, config: { membersInvite: 'on' } })
  off = await startTestApp({ url, clock, config: { membersInvite: 'off' } })
  adminID = (await createUser(server, { isAdministrator: true })).user.id
})
afterAll(async () => {
  await on.close()
  await off.close()
})

const address = () => `${unique('ana')}@example.org`
const DAY = 24 * 60 * 60

/** A project with an owner who invites by address, as its server sees them. */
const team = async (at: TestApp = server) => {
  const owner = await createCreator(server, { name: 'Marta Ruiz' })
  const { id } = await createProject(server, owner.user.id, { title: unique('Harbour map ') })
  // The clock of these tests runs for days, and sessions end before.
  const calls = async () =>
    at.client((await openSession(server.deps, server.db, owner.user.id)).accessToken).addressInvitations
  const params = { id }
  return {
    id,
    resend: async (invitationID: string) => (await calls()).resend({ params: { id, invitationID }, body: {} }),
    remove: async (invitationID: string) => (await calls()).remove({ params: { id, invitationID } }),
    invite: async (email: string, more: object = {}) =>
      (await (await calls()).create({ params, body: { email, ...more } })).data,
    list: async () => (await (await calls()).list({ params })).data,
    taskIn: async (title: string) => {
      const { accessToken } = await openSession(server.deps, server.db, owner.user.id)
      return (await at.client(accessToken).tasks.create({ body: { projectID: id, title, description: 'Work.' } })).data
        .id
    },
    /** The kinds of the owner's notices. */
    notices: async () => {
      const { accessToken } = await openSession(server.deps, server.db, owner.user.id)
      const { data } = await at.client(accessToken).notifications.list({ query: {} })
      return data.map(({ kind, actor, project }) => ({ kind, actor: actor?.name ?? null, project: project?.id }))
    },
  }
}
/** Registers an address by the link of its newest mail, and proves it by the code. */
const join = async (at: TestApp, email: string) => {
  const { token } = linkIn((await at.mails(email))[0])
  const body = { email, username: unique('ana'), password: TEST_PASSWORD, invitationToken: token }
  await at.client().auth.register({ body })
  const otp = codeIn((await at.mails(email))[0])
  const session = await at.client().auth.verifyOtp({ body: { email, otp } })
  return at.client(session.accessToken)
}
const invitationsOf = async (client: Awaited<ReturnType<typeof join>>) =>
  (await client.users.requests({ query: { type: 'received' } })).data

describe('where administrators let addresses in', () => {
  test('[ENTRY-01] the invitation waits, and only owner and admin make one', async () => {
    const { id, invite, list } = await team()
    const email = address()
    expect(await invite(email, { role: 'admin', message: 'Come.' })).toMatchObject({ email, role: 'admin', state: 'asked', endsAt: null }) // prettier-ignore
    expect(await list()).toMatchObject([{ email, state: 'asked' }])
    expect(await failureOf(invite(email.toUpperCase()))).toMatchObject({ status: 409 })
    expect(await failureOf(invite(address(), { message: 'x'.repeat(201) }))).toMatchObject({ status: 422 })
    const [member, stranger] = [await createUser(server), await createUser(server)]
    await createMembership(server, id, member.user.id)
    const ask = ({ accessToken }: typeof member) =>
      server.client(accessToken).addressInvitations.create({ params: { id }, body: { email: address() } })
    expect(await failureOf(ask(member))).toMatchObject({ status: 403 })
    await server.db.updateTable('projects').set({ status: 0 }).where('id', '=', id).execute()
    expect(await failureOf(ask(stranger))).toMatchObject({ status: 404 })
  })

  test('[ENTRY-05] the waitlist says who wants the address where, and its mail leaves when an administrator lets it in', async () => {
    const { invite, list, id } = await team()
    const email = address()
    await invite(email, { message: 'We need a surveyor.' })
    expect(await server.mails(email)).toEqual([])
    const waiting = await (await admin()).list({ query: { q: email } })
    const project = await server.db
      .selectFrom('projects')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(waiting.data).toMatchObject([{ email, isInvited: false, wantedBy: [{ name: 'Marta Ruiz', project: project.title }] }]) // prettier-ignore
    await (await admin()).createInvitation({ body: { email } })
    const [mail] = await server.mails(email)
    expect(mail?.subject).toContain(`invites you to ${project.title}`)
    expect(mail?.text).toContain('We need a surveyor.')
    expect(await list()).toMatchObject([{ state: 'mailed', endsAt: expect.any(String) as string }])
    const client = await join(server, email)
    expect(await invitationsOf(client)).toMatchObject([{ projectID: id, status: 0 }])
    expect(await list()).toEqual([])
    const answered = await client.memberships.answerById({
      params: { projectId: id },
      body: { requestId: (await invitationsOf(client))[0]?.id ?? '', accept: true },
    })
    expect(answered.data.isApproved).toBe(true)
  })

  test('[ENTRY-05] administrators are asked to let the address in, and all have read it once one has answered', async () => {
    const { invite } = await team()
    const { user: colleague } = await createUser(server, { isAdministrator: true })
    const people = [adminID, colleague.id].toSorted()
    for (const act of ['invite', 'remove'] as const) {
      const email = address()
      await invite(email)
      const calls = await admin()
      const id = (await calls.list({ query: { q: email } })).data[0]?.id ?? ''
      const asked = async () =>
        server.db
          .selectFrom('notifications')
          .select(['user_id', 'read_at'])
          .where('kind', '=', 'waitlist.wanted')
          .where('thread', '=', id)
          .orderBy('user_id')
          .execute()
      expect(await asked()).toEqual(people.map((user_id) => ({ user_id, read_at: null })))
      if (act === 'invite') await calls.createInvitation({ body: { email } })
      else await calls.remove({ params: { id } })
      expect(await asked()).toEqual(people.map((user_id) => ({ user_id, read_at: expect.any(Date) as Date })))
    }
    await server.db.updateTable('users').set({ is_administrator: false }).where('id', '=', colleague.id).execute()
  })

  test('[ENTRY-04] the new account is led to the project or the task, on every device, until it has answered', async () => {
    const { invite, id, taskIn } = await team()
    const email = address()
    const taskID = await taskIn('Draw the map')
    await invite(email, { taskID })
    await (await admin()).createInvitation({ body: { email } })
    const client = await join(server, email)
    const wish = async () => (await client.users.profile({})).data.wish
    const number = expect.any(String) as string
    const task = { id: taskID, number, isOffered: false }
    expect(await wish()).toEqual({ projectID: id, task, isInvited: true })
    // Another device reads the same.
    const again = await client.users.profile({})
    expect(again.data).toMatchObject({ isNew: true, wish: { projectID: id, isInvited: true } })
    const [invitation] = await invitationsOf(client)
    const body = { requestId: invitation?.id ?? '', accept: true }
    await client.memberships.answerById({ params: { projectId: id }, body })
    expect(await wish()).toBeNull()
    expect((await client.tasks.get({ params: { id: taskID } })).data.title).toBe('Draw the map')
    const plain = address()
    await invite(plain)
    await (await admin()).createInvitation({ body: { email: plain } })
    const second = await join(server, plain)
    expect((await second.users.profile({})).data.wish).toEqual({ projectID: id, task: null, isInvited: true })
    await second.users.welcome({ body: {} })
    expect((await second.users.profile({})).data.wish).toBeNull()
  })

  test('an address that was let in before gets its mail at once', async () => {
    const { invite } = await team()
    const email = address()
    await (await admin()).createInvitation({ body: { email } })
    expect(await invite(email)).toMatchObject({ state: 'mailed' })
    expect((await server.mails(email))[0]?.subject).toContain('Marta Ruiz')
  })
})

describe('where projects invite by themselves', () => {
  test('[ENTRY-06] the mail leaves at once and its link registers; off, nothing of it is there', async () => {
    const { invite, id } = await team(on)
    const email = address()
    expect(await invite(email)).toMatchObject({ state: 'mailed' })
    expect(await invitationsOf(await join(on, email))).toMatchObject([{ projectID: id }])
    const hidden = await team(off)
    expect(await failureOf(hidden.invite(address()))).toMatchObject({ status: 404 })
    expect(await failureOf(hidden.list())).toMatchObject({ status: 404 })
    const named = async (at: TestApp) => (await at.client().capabilities.list({})).data
    expect(await named(off)).not.toContain('mailInvitations')
    expect(await named(server)).toContain('mailInvitations')
  })

  test('[ENTRY-02] an address with an account gets the ordinary invitation, and its answers', async () => {
    const { invite, list, id } = await team(on)
    const { user, accessToken } = await createUser(server)
    expect(await invite(user.email.toUpperCase())).toMatchObject({ state: 'invited' })
    expect(await list()).toEqual([])
    expect(await invitationsOf(server.client(accessToken))).toMatchObject([{ projectID: id }])
    expect(await failureOf(invite(user.email))).toMatchObject({ status: 409, message: 'This person has already been invited.' }) // prettier-ignore
  })

  test('[ENTRY-07] a project has 20 open ones at most, also of those that come at once', async () => {
    const { invite, list } = await team()
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => invite(address())))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await list()).toHaveLength(20)
    expect(await failureOf(invite(address()))).toMatchObject({ status: 409 })
  })

  test('[ENTRY-08] one ends 14 days after its mail, is sent again once, and can be withdrawn', async () => {
    const { invite, list, resend, remove } = await team(on)
    const [late, again, gone] = [address(), address(), address()]
    await invite(late)
    const { id: invitationID } = await invite(again)
    expect(await on.mails(again)).toHaveLength(1)
    server.clock.advance(13 * DAY)
    await resend(invitationID)
    expect(await on.mails(again)).toHaveLength(2)
    expect(await failureOf(resend(invitationID))).toMatchObject({ status: 409 })
    server.clock.advance(2 * DAY)
    expect((await list()).map(({ email }) => email)).toEqual([again])
    expect(await invitationsOf(await join(on, late))).toEqual([])
    const withdrawn = await invite(gone)
    await remove(withdrawn.id)
    expect(await failureOf(remove(withdrawn.id))).toMatchObject({ status: 404 })
    expect(await invitationsOf(await join(on, gone))).toEqual([])
    // An address whose invitation has ended can be invited once more.
    expect(await invite(address())).toMatchObject({ state: 'mailed' })
  })

  test('[ENTRY-08] the link says that the invitation has ended, unless another project wants the address', async () => {
    const { invite, remove } = await team(on)
    const [late, gone, twice] = [address(), address(), address()]
    const haveEnded = async (...emails: string[]) => {
      const answers: boolean[] = []
      for (const email of emails) {
        const { token } = linkIn((await on.mails(email))[0])
        answers.push((await on.client().waitlist.validateInvitation({ body: { token, email } })).data.hasEnded)
      }
      return answers
    }
    await invite(late)
    const withdrawn = [await invite(gone), await invite(twice)]
    await (await team(on)).invite(twice)
    expect(await haveEnded(late, gone, twice)).toEqual([false, false, false])
    for (const { id } of withdrawn) await remove(id)
    expect(await haveEnded(late, gone, twice)).toEqual([false, true, false])
    server.clock.advance(14 * DAY)
    expect(await haveEnded(late, gone, twice)).toEqual([true, true, true])
    const own = address()
    await (await admin()).createInvitation({ body: { email: own } })
    expect(await haveEnded(own)).toEqual([false])
  })

  test('[ENTRY-09] the address is in no event, and gone 30 days after the end', async () => {
    const { invite, remove, id } = await team(on)
    const email = address()
    const { id: invitationID } = await invite(email)
    await remove(invitationID)
    const events = await server.db.selectFrom('events').selectAll().where('project_id', '=', id).execute()
    expect(events.map(({ kind }) => kind)).toContain('invitation.byMail')
    expect(JSON.stringify(events)).not.toContain(email)
    const kept = () => server.db.selectFrom('address_invitations').select('id').where('email', '=', email).execute()
    const at = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000)
    await forgetAddresses(server.db, at(29))
    expect(await kept()).toHaveLength(1)
    await forgetAddresses(server.db, at(31))
    expect(await kept()).toEqual([])
  })

  test('who may no longer invite has invited nobody', async () => {
    const { id } = await team(on)
    const second = await createUser(server)
    await createMembership(server, id, second.user.id, 'admin')
    const email = address()
    await on.client(second.accessToken).addressInvitations.create({ params: { id }, body: { email } })
    await server.db.updateTable('memberships').set({ role: 'member' }).where('user_id', '=', second.user.id).execute()
    expect(await invitationsOf(await join(on, email))).toEqual([])
  })

  test('an address taken off the waitlist is forgotten by projects, too', async () => {
    const { invite, list } = await team()
    const email = address()
    await invite(email)
    const [entry] = (await (await admin()).list({ query: { q: email } })).data
    await (await admin()).remove({ params: { id: entry?.id ?? '' } })
    expect(await list()).toEqual([])
  })
})

describe('[ENTRY-22] who invited an address', () => {
  test('hears that its person accepts or declines', async () => {
    for (const [accept, kind] of [
      [true, 'request.accepted'],
      [false, 'request.declined'],
    ] as const) {
      const { invite, notices, id } = await team(on)
      const email = address()
      await invite(email)
      const client = await join(on, email)
      expect(await notices()).toEqual([])
      const requestId = (await invitationsOf(client))[0]?.id ?? ''
      await client.memberships.answerById({ params: { projectId: id }, body: { requestId, accept } })
      expect(await notices()).toMatchObject([{ kind, project: id }])
    }
  })

  test('hears once that nobody registered in time, however many processes look, and not before', async () => {
    const { invite, remove, list, notices, id } = await team(on)
    const [late, gone, joined] = [address(), address(), address()]
    await invite(late)
    await remove((await invite(gone)).id)
    await invite(joined)
    await join(on, joined)
    server.clock.advance(13 * DAY)
    await runAddressClock(server)
    expect(await notices()).toEqual([])
    server.clock.advance(DAY)
    await Promise.all([runAddressClock(server), runAddressClock(on), runAddressClock(server)])
    expect(await notices()).toEqual([{ kind: 'invitation.ended', actor: null, project: id }])
    expect(await list()).toEqual([])
    const events = await server.db
      .selectFrom('events')
      .selectAll()
      .where('project_id', '=', id)
      .where('kind', '=', 'invitation.ended')
      .execute()
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain('@')
    // The address can be invited once more, which starts its days over.
    expect(await invite(late)).toMatchObject({ state: 'mailed' })
  })
})
