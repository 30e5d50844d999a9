import { describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { leaveEverything } from './service.ts'

const server = testApp()

/** An admin who has invited somebody as admin. */
const world = async () => {
  const [owner, admin, invited] = [await createPerson(server), await createPerson(server), await createPerson(server)]
  const { id } = await createProject(server, owner.id, { status: 0 })
  await createMembership(server, id, admin.id, 'admin')
  const of = (who: { id: string }) => ({ params: { id, userId: who.id } })
  const { data } = await admin.api.memberships.invite({ ...of(invited), body: { role: 'admin' } })
  const accept = () => invited.api.memberships.answer({ ...of(invited), body: { accept: true } })
  const received = async () => (await invited.api.users.requests({ query: { type: 'received' } })).data
  return { owner, admin, invited, id, of, accept, received, requestID: data.requestId }
}
type World = Awaited<ReturnType<typeof world>>

const ends: ReadonlyArray<readonly [how: string, act: (world: World) => Promise<unknown>]> = [
  ['is removed', ({ owner, admin, of }) => owner.api.memberships.remove(of(admin))],
  ['leaves', ({ admin, of }) => admin.api.memberships.remove(of(admin))],
  [
    'becomes a member',
    ({ owner, admin, of }) => owner.api.memberships.setRole({ ...of(admin), body: { role: 'member' } }),
  ],
  ['deletes the account', ({ admin }) => leaveEverything(server.deps, admin.id)],
]

describe('an invitation ends with the right of who sent it', () => {
  test.each(ends)('when the admin %s', async (_, act) => {
    const made = await world()
    expect(await made.received()).toHaveLength(1)
    await act(made)
    expect(await made.received()).toEqual([])
    // The project is a draft, of which nobody else may know.
    expect((await failureOf(made.accept())).status).toBe(404)
    expect((await made.invited.api.notifications.list({ query: {} })).data).toEqual([])
    expect((await server.mails(made.invited.email)).filter(({ kind }) => kind === 'project-invitation')).toEqual([])
    const { data } = await made.owner.api.memberships.requests({ params: { id: made.id }, query: { type: 'sent' } })
    expect(data).toEqual([])
    // Anyone who may invite can do so again.
    await made.owner.api.memberships.invite({ ...made.of(made.invited), body: { role: 'member' } })
    expect((await made.accept()).data.role).toBe('member')
  })

  test('while the admin is suspended', async () => {
    const made = await world()
    const { api } = await createPerson(server, { isAdministrator: true })
    await api.administration.suspend({ params: { id: made.admin.id }, body: { reason: 'A test.' } })
    expect((await failureOf(made.accept())).status).toBe(409)
    expect((await server.mails(made.invited.email)).filter(({ kind }) => kind === 'project-invitation')).toEqual([])
    await api.administration.restore({ params: { id: made.admin.id }, body: {} })
    expect((await made.accept()).data.role).toBe('admin')
  })

  test('an owner who becomes an admin may still invite', async () => {
    const made = await world()
    await made.owner.api.memberships.setRole({ ...made.of(made.admin), body: { role: 'owner' } })
    await made.owner.api.memberships.setRole({ ...made.of(made.admin), body: { role: 'admin' } })
    expect((await made.accept()).data.role).toBe('admin')
  })
})

test('a token with the scope work takes its person out of a project, and nobody else', async () => {
  const { owner, admin, id, of } = await world()
  const member = await createPerson(server)
  await createMembership(server, id, member.id)
  const token = async (who: World['owner'], ...scopes: ('work' | 'manage')[]) => {
    const endsAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
    const { data } = await who.api.tokens.create({ body: { name: 'For a script', scopes, endsAt } })
    return server.client(data.token)
  }
  const refusal = await failureOf((await token(owner, 'work')).memberships.remove(of(member)))
  expect([refusal.status, refusal.message]).toEqual([403, 'This access token lacks the scope manage.'])
  await (await token(member, 'work')).memberships.remove(of(member))
  await (await token(owner, 'work', 'manage')).memberships.remove(of(admin))
})
