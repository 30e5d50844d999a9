import { expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, TEST_PASSWORD, unique } from '#support/factories.ts'
import { startTestApp, testApp } from '#support/server.ts'
import { openSession } from '../auth/sessions.ts'
import { deleteDueAccounts } from './erasure.ts'

const DAY = 24 * 60 * 60
const body = { password: TEST_PASSWORD }
const server = testApp()

type Person = Awaited<ReturnType<typeof createPerson>>
const rowOf = (id: string) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kindsOf = async (id: string) => {
  const rows = await server.db.selectFrom('events').select('kind').where('subject_id', '=', id).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}
const again = async ({ id }: Person) => server.client((await openSession(server.deps, server.db, id)).accessToken)

test('[ACCT-27] it is due 14 days later and mailed; taking it back leaves everything as it was', async () => {
  const ada = await createPerson(server)
  const before = await rowOf(ada.id)
  expect((await ada.api.ownData.deletion({})).data).toEqual({ dueAt: null, projects: [], owedToMe: [], owedByMe: [] })
  const { data } = await ada.api.ownData.askDeletion({ body })
  const days = (Date.parse(data.dueAt ?? '') - server.clock.now().getTime()) / 1000 / DAY
  expect(days).toBeGreaterThan(13.99)
  expect(days).toBeLessThanOrEqual(14)
  expect((await ada.api.ownData.deletion({})).data).toEqual(data)
  const [mail] = await server.mails(ada.email)
  expect(mail?.subject).toContain('will be deleted')
  expect(mail?.text).toContain(new Date(data.dueAt ?? '').getUTCFullYear().toString())
  // Asked for again, the day stays, and no second mail leaves.
  expect((await ada.api.ownData.askDeletion({ body })).data).toEqual(data)
  expect(await server.mails(ada.email)).toHaveLength(1)
  // One may sign in and take it back.
  await server.client().auth.login({ body: { emailID: ada.email, password: TEST_PASSWORD } })
  await ada.api.ownData.takeBackDeletion({})
  const { last_active_at: _, ...after } = await rowOf(ada.id)
  const { last_active_at: __, ...was } = before
  expect(after).toEqual(was)
  expect((await server.mails(ada.email)).map(({ kind }) => kind)).toContain('deletion-taken-back')
  expect(await kindsOf(ada.id)).toEqual(['account.deletionAsked', 'account.signedIn', 'account.deletionTakenBack'])
  expect(await failureOf(ada.api.ownData.takeBackDeletion({}))).toMatchObject({ status: 409 })
  server.clock.advance(20 * DAY)
  await deleteDueAccounts(server.deps)
  expect((await rowOf(ada.id)).email).toBe(ada.email)
})

test('[ACCT-27] a wrong password is refused at its field and changes nothing; anonymous gets 401', async () => {
  const ada = await createPerson(server)
  const refused = await failureOf(ada.api.ownData.askDeletion({ body: { password: 'not this one' } }))
  expect(refused).toMatchObject({ status: 422, details: [{ path: 'password' }] })
  expect((await rowOf(ada.id)).deletion_due_at).toBeNull()
  expect(await kindsOf(ada.id)).toEqual([])
  expect(await failureOf(server.client().ownData.askDeletion({ body }))).toMatchObject({ status: 401 })
})

test('[ACCT-27] meanwhile nobody finds the person in directory and search; afterwards everybody does', async () => {
  const word = unique('vanish')
  const [ada, ben] = [await createPerson(server, { name: `${word} Lee`, username: word }), await createPerson(server)]
  const { id: projectID } = await createProject(server, ben.id)
  const found = async () => [
    (await ben.api.people.talents({ query: { page: 1, limit: 50, q: word } })).talents.length,
    (await ben.api.search.find({ query: { q: word, limit: 8 } })).data.people.length,
    (await ben.api.people.search({ params: { query: word } })).data.length,
    (await ben.api.memberships.search({ params: { id: projectID, query: word }, query: { global: true } as never }))
      .data.length,
  ]
  expect(await found()).toEqual([1, 1, 1, 1])
  await ada.api.ownData.askDeletion({ body })
  expect(await found()).toEqual([0, 0, 0, 0])
  await ada.api.ownData.takeBackDeletion({})
  expect(await found()).toEqual([1, 1, 1, 1])
})

test('[ACCT-28] the only owner of projects that go on is refused, and told which; archived ones and those with another owner do not count', async () => {
  const [ada, ben] = [await createPerson(server), await createPerson(server)]
  const [one, two, shared] = [
    await createProject(server, ada.id, { title: 'Bridge' }),
    await createProject(server, ada.id, { title: 'Tides', status: 0 }),
    await createProject(server, ada.id, { title: 'Shared' }),
  ]
  await createProject(server, ada.id, { title: 'Old', isArchived: true })
  await createMembership(server, shared.id, ben.id, 'owner')
  const refused = await failureOf(ada.api.ownData.askDeletion({ body }))
  expect(refused.status).toBe(409)
  expect(refused.message).toContain('“Bridge”, “Tides”')
  expect(refused.message).not.toMatch(/Shared|Old/)
  expect(refused.details).toEqual([
    { path: one.id, message: 'Bridge' },
    { path: two.id, message: 'Tides' },
  ])
  const named = [one, two].map(({ id, title }) => ({ id, title }))
  expect((await ada.api.ownData.deletion({})).data).toMatchObject({ dueAt: null, projects: named })
  await ada.api.projects.remove({ params: { id: one.id } })
  await createMembership(server, two.id, ben.id, 'owner')
  expect((await ada.api.ownData.askDeletion({ body })).data.dueAt).not.toBeNull()
})

test('[ACCT-28] at the end of the 14 days it is asked again: the deletion is put off by a week, and the person told', async () => {
  const [ada, ben] = [await createPerson(server), await createPerson(server)]
  const project = await createProject(server, ben.id, { title: 'Lighthouse' })
  await createMembership(server, project.id, ada.id, 'owner')
  await ada.api.ownData.askDeletion({ body })
  await ben.api.memberships.remove({ params: { id: project.id, userId: ben.id } })
  server.clock.advance(14 * DAY + 60)
  await Promise.all([1, 2, 3].map(() => deleteDueAccounts(server.deps)))
  const api = await again(ada)
  const { data } = await api.ownData.deletion({})
  expect(data.projects).toEqual([{ id: project.id, title: 'Lighthouse' }])
  expect((Date.parse(data.dueAt ?? '') - server.clock.now().getTime()) / 1000 / DAY).toBeCloseTo(7, 2)
  const mails = (await server.mails(ada.email)).filter(({ kind }) => kind === 'deletion-put-off')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('“Lighthouse”')
  const roles = await server.db.selectFrom('memberships').select('role').where('user_id', '=', ada.id).execute()
  expect(roles).toEqual([{ role: 'owner' }])
  expect(await kindsOf(ada.id)).not.toContain('account.deleted')
  await api.projects.remove({ params: { id: project.id } })
  server.clock.advance(7 * DAY + 60)
  await deleteDueAccounts(server.deps)
  expect((await rowOf(ada.id)).username).toBe('former member')
})

test('[ACCT-28] the last administrator is refused', async () => {
  const other = await startTestApp()
  const ada = await createPerson(other, { isAdministrator: true })
  expect(await failureOf(ada.api.ownData.askDeletion({ body }))).toMatchObject({ status: 409 })
  await createPerson(other, { isAdministrator: true })
  expect((await ada.api.ownData.askDeletion({ body })).data.dueAt).not.toBeNull()
  await other.close()
})
