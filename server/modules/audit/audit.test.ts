import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { namedIn } from '#shared/rules/audit.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, TEST_PASSWORD, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { wholeLog } from '#support/whole-log.ts'
import { withTx } from '#server/db/pool.ts'
import { record } from '#server/events/record.ts'

// The log may have to be waited for.
vi.setConfig({ testTimeout: 90_000 })
const server = testApp()

const administrator = () => createPerson(server, { isAdministrator: true })
type Person = Awaited<ReturnType<typeof createPerson>>
type Query = Parameters<Person['api']['audit']['list']>[0]['query']
const read = async (who: Person, query: Partial<Query> = {}) => {
  await wholeLog(server)
  return who.api.audit.list({ query })
}
const team = async () => {
  const [owner, admin, member, stranger] = [
    await createPerson(server),
    await createPerson(server),
    await createPerson(server),
    await createPerson(server),
  ]
  const { id } = await createProject(server, owner.id)
  await createMembership(server, id, admin.id, 'admin')
  await createMembership(server, id, member.id)
  return { owner, admin, member, stranger, id, params: { id } }
}
const task = (projectID: string) => ({ projectID, title: 'Draw', description: 'Work.' })
/** Makes events of one kind at given times, and returns their IDs, oldest first. */
const happen = (who: Person, projectID: string, times: readonly Date[]) =>
  withTx(server.db, async (tx) => {
    const ids = []
    for (const time of times)
      ids.push(...(await record(tx, time, { kind: 'project.paused', actorID: who.id, projectID, data: {} })))
    return ids
  })

test('[ACCT-39] it answers who did what to whom, when and from where, newest first', async () => {
  const [root, ada] = [await administrator(), await createPerson(server)]
  await root.api.administration.suspend({ params: { id: ada.id }, body: { reason: 'SECRET REASON' } })
  await root.api.administration.restore({ params: { id: ada.id }, body: {} })
  const { data } = await read(root, { person: ada.username })
  expect(data.map(({ kind }) => kind)).toEqual(['account.restored', 'account.suspended'])
  const person = ({ id, username }: Person) => ({ id, username })
  expect(data[0]).toMatchObject({ actor: person(root), subject: person(ada), network: '127.0.0.0/24', details: {} })
  expect(Date.parse(data[0]?.createdAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('[ACCT-39] pages go on without gap or repeat, also while events come, and end', async () => {
  const [root, { owner, id }] = [await administrator(), await team()]
  const times = Array.from({ length: 23 }, () => new Date())
  const ids = await happen(owner, id, times)
  const seen: string[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await read(root, { projectID: id, limit: 5, ...(cursor && { cursor }) })
    seen.push(...page.data.map((entry) => entry.id))
    await happen(owner, id, [new Date()])
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids.toReversed())
})

test('[ACCT-39] project, person, kind and time narrow it down, each and together', async () => {
  const [root, { owner, admin, id }] = [await administrator(), await team()]
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const [first, second] = await happen(owner, id, [day(1), day(2)])
  const [third] = await happen(admin, id, [day(3)])
  await owner.api.tasks.create({ body: task(id) })
  const idsOf = async (query: Partial<Query>) =>
    (await read(root, { projectID: id, ...query })).data.map((entry) => entry.id)
  expect(await idsOf({ kind: 'project.paused' })).toEqual([third, second, first])
  expect(await idsOf({ kind: 'project' })).toEqual([third, second, first])
  expect(await idsOf({ kind: 'proj' })).toEqual([])
  expect(await idsOf({ person: admin.username.toUpperCase() })).toEqual([third])
  expect(await idsOf({ person: owner.id, kind: 'project.paused' })).toEqual([second, first])
  expect(await idsOf({ person: unique('nobody') })).toEqual([])
  expect(await idsOf({ from: day(2).toISOString(), to: day(3).toISOString() })).toEqual([second])
  expect(await failureOf(read(root, { cursor: 'none of ours' }))).toMatchObject({ status: 422 })
  expect(await failureOf(read(root, { kind: "x' or 1" }))).toMatchObject({ status: 422 })
})

test('[ACCT-39] what is newer is asked for by `after`, oldest first, each once and none left out', async () => {
  const [root, { owner, id }] = [await administrator(), await team()]
  const begin = await read(root, { projectID: id })
  const ids = await happen(owner, id, [new Date(), new Date(), new Date()])
  const one = await read(root, { projectID: id, after: begin.newest, limit: 2 })
  const two = await read(root, { projectID: id, after: one.newest, limit: 2 })
  expect([...one.data, ...two.data].map((entry) => entry.id)).toEqual(ids)
  expect((await read(root, { projectID: id, after: two.newest })).data).toEqual([])
  // A transaction that began before and ends after a look is not left out by the next look.
  const [late, early, look] = await withTx(server.db, async (slow) => {
    const [first] = await record(slow, new Date(), {
      kind: 'project.paused',
      actorID: owner.id,
      projectID: id,
      data: {},
    })
    // `record` does not wait until its transaction has a number; this does.
    await sql`select pg_current_xact_id()`.execute(slow)
    const [second] = await happen(owner, id, [new Date()])
    return [first, second, await root.api.audit.list({ query: { projectID: id, after: two.newest } })] as const
  })
  expect(look.data).toEqual([])
  const rest = await read(root, { projectID: id, after: look.newest })
  expect(rest.data.map((entry) => entry.id)).toEqual([late, early])
})

test('[ACCT-40] [TOKEN-04] a token reads the whole audit with the scope admin alone', async () => {
  const root = await administrator()
  const endsAt = new Date(Date.now() + 86_400_000).toISOString()
  const tokenWith = async (scopes: Array<'manage' | 'admin'>) => {
    const { data } = await root.api.tokens.create({ body: { name: 'CI', scopes, endsAt } })
    return server.client(data.token)
  }
  const [manager, both] = [await tokenWith(['manage']), await tokenWith(['manage', 'admin'])]
  expect((await failureOf(manager.audit.list({ query: {} }))).status).toBe(403)
  await expect(both.audit.list({ query: {} })).resolves.toBeDefined()
})

test('[ACCT-40] administrators read all, owners their project; its admins and members get 403, strangers 404, anonymous 401', async () => {
  const [root, { owner, admin, member, stranger, id }] = [await administrator(), await team()]
  await owner.api.tasks.create({ body: task(id) })
  const query = { projectID: id }
  expect((await read(root)).data.length).toBeGreaterThan(0)
  expect((await read(root, query)).data).toHaveLength(1)
  expect((await read(owner, query)).data).toHaveLength(1)
  for (const who of [admin, member]) expect(await failureOf(read(who, query))).toMatchObject({ status: 403 })
  expect(await failureOf(read(stranger, query))).toMatchObject({ status: 404 })
  expect(await failureOf(read(owner))).toMatchObject({ status: 403 })
  expect(await failureOf(server.client().audit.list({ query }))).toMatchObject({ status: 401 })
})

test('administrators look up by their IDs whom an audit speaks of, and nobody else may', async () => {
  const [root, ada, other] = [await administrator(), await createPerson(server), await createPerson(server)]
  const email = `${unique('invited')}@example.org`
  await root.api.waitlist.createInvitation({ body: { email } })
  const { data } = await read(root, { kind: 'waitlist.invited', limit: 1 })
  const { addresses } = namedIn(data)
  expect((await root.api.waitlist.list({ query: { ids: addresses } })).data).toMatchObject([{ email }])
  const { data: people } = await root.api.administration.people({ query: { ids: `${ada.id},${randomUUID()}` } })
  expect(people.map(({ id }) => id)).toEqual([ada.id])
  expect(await failureOf(root.api.administration.people({ query: { ids: 'ada' } }))).toMatchObject({ status: 422 })
  const refused = { status: 403 }
  expect(await failureOf(other.api.administration.people({ query: { ids: ada.id } }))).toMatchObject(refused)
  expect(await failureOf(other.api.waitlist.list({ query: { ids: addresses } }))).toMatchObject(refused)
})

test("[ACCT-41] an owner's audit has nothing of other projects and accounts, and no network", async () => {
  const { owner, member, id } = await team()
  const other = await createProject(server, owner.id)
  await owner.api.tasks.create({ body: task(other.id) })
  await owner.api.tasks.create({ body: task(id) })
  await server.client().auth.login({ body: { emailID: member.email, password: TEST_PASSWORD } })
  const { data } = await read(owner, { projectID: id })
  expect(data.map(({ kind, projectID }) => [kind, projectID])).toEqual([['task.created', id]])
  expect(data.every(({ network }) => network === null)).toBe(true)
  expect((await read(owner, { projectID: id, kind: 'account' })).data).toEqual([])
  expect((await read(owner, { projectID: id, person: member.id })).data).toEqual([])
})

test('[ACCT-41] no row holds a text, an address, a code, a token or a full network address', async () => {
  const canary = `canary${randomUUID()}`
  const [root, { owner, member, id, params }] = [await administrator(), await team()]
  const { data: made } = await owner.api.tasks.create({ body: { projectID: id, title: canary, description: canary } })
  await owner.api.comments.create({ params: { id: made.id }, body: { body: canary, idempotencyKey: randomUUID() } })
  await owner.api.projects.update({ params, body: { title: canary } })
  await member.api.users.updateProfile({ body: { bio: canary, name: canary } })
  await root.api.administration.suspend({ params: { id: member.id }, body: { reason: canary } })
  const { data: token } = await owner.api.tokens.create({
    body: { name: canary, scopes: ['read'], endsAt: new Date(Date.now() + 86_400_000).toISOString() },
  })
  await server.client().auth.login({ body: { emailID: owner.email, password: TEST_PASSWORD } })
  for (const answer of [await read(root, { limit: 100 }), await read(owner, { projectID: id, limit: 100 })]) {
    const text = JSON.stringify(answer.data)
    expect(answer.data.length).toBeGreaterThan(2)
    expect(text).not.toContain(canary)
    expect(text).not.toContain('@')
    expect(text).not.toContain(token.token)
    expect(text).not.toContain('127.0.0.1')
  }
})
