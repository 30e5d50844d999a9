import { describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createPerson, createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { holdsWithin } from '#support/loop-time.ts'
import { type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'

const server = testApp()
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))

const administrator = async () => (await createPerson(server, { isAdministrator: true })).api.administration
const about = (id: string) => ({ params: { id }, body: {} })
const reason = 'Spam in three projects.'
const logIn = (emailID: string, password = TEST_PASSWORD) =>
  signedIn(server.client().auth.login({ body: { emailID, password } }))
const whoAmI = (accessToken: string, at: TestApp = server) => at.client(accessToken).users.username({})

describe('a person is suspended', () => {
  test('[ACCT-31] [ACCT-32] all their sessions end, they are mailed the reason, and only the right password learns it', async () => {
    const acts = await administrator()
    const { user, accessToken, refreshToken } = await createUser(server)
    const { data } = await acts.suspend({ ...about(user.id), body: { reason } })
    expect(data).toMatchObject({ id: user.id, suspensionReason: reason, suspendedAt: expect.any(String) as string })
    for (const at of [server, twin]) {
      expect((await failureOf(whoAmI(accessToken, at))).status).toBe(401)
      expect((await failureOf(at.client().auth.refreshToken({ body: { refreshToken } }))).status).toBe(401)
    }
    const [mail] = await server.mails(user.email)
    expect(mail).toMatchObject({ kind: 'suspended' })
    expect(mail?.text).toContain(reason)
    const refused = await failureOf(logIn(user.email))
    expect(refused).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(refused.message).toContain('Your account is suspended.')
    expect(await failureOf(logIn(user.email, 'not this one'))).toMatchObject({
      status: 401,
      code: 'INVALID_CREDENTIALS',
    })
    await acts.restore(about(user.id))
    await expect(logIn(user.email)).resolves.toMatchObject({ userID: user.id })
    // What ended stays ended.
    expect((await failureOf(whoAmI(accessToken))).status).toBe(401)
  })

  test('[ACCT-31] their streams are cut within 2 s at every process', async () => {
    const acts = await administrator()
    const { user, accessToken } = await createUser(server)
    const streams = [await followStream(server, accessToken), await followStream(twin, accessToken)]
    await acts.suspend({ ...about(user.id), body: { reason } })
    expect(await holdsWithin(2_000, () => streams.every((stream) => stream.isOver()))).toBe(true)
  })

  test('[ACCT-31] without a reason it is refused, and nothing changes', async () => {
    const acts = await administrator()
    const { user, accessToken } = await createUser(server)
    for (const empty of ['', '   ', 'x'.repeat(501)])
      expect((await failureOf(acts.suspend({ ...about(user.id), body: { reason: empty } }))).status).toBe(422)
    await expect(whoAmI(accessToken)).resolves.toBeDefined()
    expect(await server.mails(user.email)).toEqual([])
  })

  test('[ACCT-32] also when they sign in at the same moment', async () => {
    const acts = await administrator()
    for (let n = 0; n < 5; n++) {
      const { user } = await createUser(server)
      const [signedIn] = await Promise.allSettled([
        logIn(user.email),
        acts.suspend({ ...about(user.id), body: { reason } }),
      ])
      if (signedIn.status === 'fulfilled')
        expect((await failureOf(whoAmI(signedIn.value.accessToken))).status).toBe(401)
      expect((await failureOf(logIn(user.email))).status).toBe(403)
    }
  })

  test('twice is a conflict, and so is restoring who may sign in', async () => {
    const acts = await administrator()
    const { id } = await createPerson(server)
    expect((await failureOf(acts.restore(about(id)))).status).toBe(409)
    await acts.suspend({ ...about(id), body: { reason } })
    expect((await failureOf(acts.suspend({ ...about(id), body: { reason } }))).status).toBe(409)
  })

  test('they are in neither directory nor search', async () => {
    const acts = await administrator()
    const name = unique('Zebulon')
    const { id } = await createPerson(server, { name })
    const { api } = await createPerson(server)
    const found = async () => [
      (await api.people.talents({ query: { q: name } })).talents.length,
      (await api.people.search({ params: { query: name } })).data.length,
    ]
    expect(await found()).toEqual([1, 1])
    await acts.suspend({ ...about(id), body: { reason } })
    expect(await found()).toEqual([0, 0])
  })
})

describe('the other acts', () => {
  test('[ACCT-33] signing out ends all sessions of a person, who may sign in again', async () => {
    const acts = await administrator()
    const { user, accessToken } = await createUser(server)
    await acts.signOut(about(user.id))
    expect((await failureOf(whoAmI(accessToken))).status).toBe(401)
    await expect(logIn(user.email)).resolves.toBeDefined()
  })

  test('[ACCT-33] nobody suspends themselves, and the last administrator stays one, whoever acts at once', async () => {
    await server.db.updateTable('users').set({ is_administrator: false }).execute()
    const [one, two] = [
      await createPerson(server, { isAdministrator: true }),
      await createPerson(server, { isAdministrator: true }),
    ]
    const suspending = (by: typeof one, id: string) => by.api.administration.suspend({ ...about(id), body: { reason } })
    expect((await failureOf(suspending(one, one.id))).status).toBe(409)
    const outcomes = await Promise.allSettled([
      suspending(one, two.id),
      suspending(two, one.id),
      one.api.administration.revokeAdmin(about(two.id)),
      two.api.administration.revokeAdmin(about(one.id)),
    ])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    const left = await server.db
      .selectFrom('users')
      .select('id')
      .where('is_administrator', '=', true)
      .where('suspended_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
    const last = left[0]?.id === one.id ? one : two
    expect((await failureOf(suspending(last, last.id))).status).toBe(409)
    expect((await failureOf(last.api.administration.revokeAdmin(about(last.id)))).status).toBe(409)
  })

  test('[ACCT-34] a right that is taken back is gone with the very next call', async () => {
    const acts = await administrator()
    const other = await createPerson(server, { isAdministrator: true })
    await expect(other.api.administration.people({ query: {} })).resolves.toBeDefined()
    await acts.revokeAdmin(about(other.id))
    expect((await failureOf(other.api.administration.people({ query: {} }))).status).toBe(403)
    expect((await failureOf(acts.revokeAdmin(about(other.id)))).status).toBe(409)
  })
})

describe('[ACCT-35] the list of people', () => {
  test('is searched by name, address and ID, and filtered by state', async () => {
    const acts = await administrator()
    const word = unique('Quillfeather')
    const [active, suspended] = [
      await createPerson(server, { name: `${word} one` }),
      await createPerson(server, { email: `${word}@example.org` }),
    ]
    await acts.suspend({ ...about(suspended.id), body: { reason } })
    const ids = async (query: object) => (await acts.people({ query })).data.map(({ id }) => id)
    expect(await ids({ q: word.toUpperCase() })).toEqual([suspended.id, active.id])
    expect(await ids({ q: word, state: 'suspended' })).toEqual([suspended.id])
    expect(await ids({ q: word, state: 'active' })).toEqual([active.id])
    expect(await ids({ q: word, state: 'administrators' })).toEqual([])
    expect(await ids({ q: active.id })).toEqual([active.id])
    expect(await ids({ q: '%' })).toEqual([])
    const accented = await createPerson(server, { name: `Łukasz ${word}-Żółć` })
    expect(await ids({ q: `lukasz ${word}-zolc` })).toEqual([accented.id])
  })

  test('goes on at its cursor without gap or repeat, and refuses one of others', async () => {
    const acts = await administrator()
    const word = unique('Pageturner')
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await createPerson(server, { name: word })).id)
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const { data, nextCursor } = await acts.people({ query: { q: word, limit: 2, ...(cursor && { cursor }) } })
      seen.push(...data.map(({ id }) => id))
      if (nextCursor === null) break
      cursor = nextCursor
    }
    expect(seen).toEqual(made)
    expect((await failureOf(acts.people({ query: { cursor: 'made up' } }))).status).toBe(422)
  })

  test('and the acts are for administrators alone, and each leaves an event with them as the actor', async () => {
    const stranger = (await createPerson(server)).api.administration
    const target = await createPerson(server, { isAdministrator: true })
    for (const [acts, status] of [
      [stranger, 403],
      [server.client().administration, 401],
    ] as const)
      for (const act of [
        () => acts.people({ query: {} }),
        () => acts.suspend({ ...about(target.id), body: { reason } }),
        () => acts.restore(about(target.id)),
        () => acts.signOut(about(target.id)),
        () => acts.revokeAdmin(about(target.id)),
      ])
        expect((await failureOf(act())).status).toBe(status)
    const administrator = await createPerson(server, { isAdministrator: true })
    const { administration } = administrator.api
    await administration.signOut(about(target.id))
    await administration.revokeAdmin(about(target.id))
    await administration.suspend({ ...about(target.id), body: { reason } })
    await administration.restore(about(target.id))
    const events = await server.db
      .selectFrom('events')
      .select(['kind', 'actor_id', 'data'])
      .where('subject_id', '=', target.id)
      .orderBy('id')
      .execute()
    const kinds = ['signedOutByAdministrator', 'adminRevoked', 'suspended', 'restored']
    expect(events).toEqual(
      kinds.map((kind) => ({
        kind: `account.${kind}`,
        actor_id: administrator.id,
        data: { network: '127.0.0.0/24' },
      })),
    )
  })
})
