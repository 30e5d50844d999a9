import { sql } from 'kysely'
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { brand } from '#shared/brand.ts'
import { operations, type Scope, scopes } from '#shared/contract/index.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, createUser, TEST_PASSWORD } from '#support/factories.ts'
import { followStream } from '#support/follow-stream.ts'
import { holdsWithin } from '#support/loop-time.ts'
import { linkIn, startTestApp, type TestApp, testApp } from '#support/server.ts'
import { type Statement, watchStatements } from '#support/watch-statements.ts'
import { isAccessTokenText, newAccessTokenText } from './token-text.ts'

const server = testApp()
/** A second process of the same server, on the same database. */
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString()
const body = (more: object = {}) => ({
  body: { name: 'For a script', scopes: ['read'] as Scope[], endsAt: inDays(30), ...more },
})
type Person = Awaited<ReturnType<typeof createPerson>>
const make = async ({ api }: Pick<Person, 'api'>, ...may: Scope[]) =>
  (await api.tokens.create(body({ scopes: may }))).data
const whoAmI = (token: string, at: TestApp = server) => at.client(token).users.username({})
/** Lets a token come to its end now. */
const endToken = (id: string) =>
  server.db.updateTable('access_tokens').set({ ends_at: server.clock.now() }).where('id', '=', id).execute()
const statusOf = async (call: Promise<unknown>) => (await failureOf(call)).status

describe('making, listing and revoking', () => {
  test('[TOKEN-01] a person lists and revokes their own; somebody else’s is not there, and nobody without a session has any', async () => {
    const [one, other] = [await createPerson(server), await createPerson(server)]
    const { token, ...made } = await make(one, 'read', 'work')
    expect(made).toMatchObject({ name: 'For a script', scopes: ['read', 'work'], lastUsedAt: null })
    expect((await one.api.tokens.list({})).data).toEqual([made])
    expect((await other.api.tokens.list({})).data).toEqual([])
    expect(await statusOf(other.api.tokens.revoke({ params: { id: made.id } }))).toBe(404)
    await expect(whoAmI(token)).resolves.toMatchObject({ data: { username: one.username } })
    await one.api.tokens.revoke({ params: { id: made.id } })
    expect((await one.api.tokens.list({})).data).toEqual([])
    expect(await statusOf(one.api.tokens.revoke({ params: { id: made.id } }))).toBe(404)
    const stranger = server.client()
    expect(await Promise.all([stranger.tokens.list({}), stranger.tokens.create(body())].map(statusOf))).toEqual([
      401, 401,
    ])
  })

  test.each([
    ['without a scope', { scopes: [] }, 'scopes'],
    ['with an unknown scope', { scopes: ['everything'] }, 'scopes.0'],
    ['that ended yesterday', { endsAt: new Date(0).toISOString() }, 'endsAt'],
    ['that ends after a year', { endsAt: new Date(Date.now() + 400 * DAY_MS).toISOString() }, 'endsAt'],
    ['without a name', { name: ' ' }, 'name'],
  ])('[TOKEN-02] a token %s is refused at its field', async (_, wrong, path) => {
    const { api } = await createPerson(server)
    const failure = await failureOf(api.tokens.create(body(wrong)))
    expect(failure).toMatchObject({ status: 422, details: [{ path }] })
    expect((await api.tokens.list({})).data).toEqual([])
  })

  test('[TOKEN-02] a token works until its end at every process, and is listed with its last use', async () => {
    const person = await createPerson(server)
    const { token, id } = await make(person, 'read')
    const begun = server.clock.now().getTime()
    await whoAmI(token)
    const [listed] = (await person.api.tokens.list({})).data
    expect(Date.parse(listed?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(begun)
    await endToken(id)
    for (const at of [server, twin]) expect(await statusOf(whoAmI(token, at))).toBe(401)
    // Its owner sees why a program fails.
    expect((await person.api.tokens.list({})).data.map((one) => one.id)).toEqual([id])
  })

  test('[TOKEN-06] the token is in no later answer and in no row of the database, and only its SHA-256 is stored', async () => {
    const person = await createPerson(server)
    const { token } = await make(person, 'read')
    await whoAmI(token)
    expect(
      JSON.stringify([await person.api.tokens.list({}), await person.api.notifications.list({ query: {} })]),
    ).not.toContain(token)
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db)
    expect(tables.rows.length).toBeGreaterThan(30)
    for (const { name } of tables.rows) {
      const found = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${token.slice(4)}%`}`.execute(
        server.db,
      )
      expect(found.rows, name).toEqual([])
    }
    expect(JSON.stringify(await server.mails(person.email))).not.toContain(token)
  })

  test('[TOKEN-07] a twenty-first token is refused, also of two that are made at once; one that is revoked makes room', async () => {
    const { api } = await createPerson(server)
    const made = []
    for (let n = 0; n < 19; n++) made.push((await api.tokens.create(body())).data)
    const both = await Promise.allSettled([api.tokens.create(body()), api.tokens.create(body())])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await statusOf(api.tokens.create(body()))).toBe(409)
    await api.tokens.revoke({ params: { id: made[0]?.id ?? '' } })
    await expect(api.tokens.create(body())).resolves.toBeDefined()
  })
})

describe('what a token may do', () => {
  test('[TOKEN-05] every call of the contract names the scope it needs, or that it takes no token', () => {
    // Who may call nothing without signing in needs no token there, either.
    for (const { operation, endpoint } of operations) {
      const needed = endpoint.scope
      expect([...scopes, null], operation).toContain(needed)
      if (endpoint.policy === 'public') expect(needed, operation).toBeNull()
      if (endpoint.policy === 'administrator') expect(needed, operation).toBe('admin')
      if (endpoint.method !== 'GET') expect(needed, operation).not.toBe('read')
    }
  })

  test('[TOKEN-04] [TOKEN-10] each call takes a token with its scope, names the scope to one without it, and some calls take none', async () => {
    const administrator = await createPerson(server, { isAdministrator: true })
    const tokens = new Map<Scope, string>()
    for (const scope of scopes) tokens.set(scope, (await make(administrator, scope)).token)
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    const sent = async (operation: string, token: string) => {
      const { endpoint } = operations.find((one) => one.operation === operation) ?? {}
      if (!endpoint) throw new Error(operation)
      const url = `/api${endpoint.path.replace(/:(\w+)/g, id)}`
      const headers = { authorization: `Bearer ${token}` }
      const payloadAsStream = endpoint.transfer === 'stream'
      const answer = await server.app.inject({ method: endpoint.method, url, headers, payloadAsStream })
      if (payloadAsStream && answer.statusCode === 200) {
        answer.stream().destroy()
        return { status: 200, message: '' }
      }
      const text = payloadAsStream ? await readAll(answer.stream()) : answer.payload
      const isJson = answer.headers['content-type']?.toString().includes('json')
      const { message = '' } = isJson ? (JSON.parse(text) as { message?: string }) : {}
      return { status: answer.statusCode, message }
    }
    const isRefusedForScope = ({ status, message }: { status: number; message: string }) =>
      status === 403 && /access token/.test(message)
    for (const { operation, endpoint } of operations) {
      if (endpoint.policy === 'public') continue
      const needed = endpoint.scope
      for (const [scope, token] of tokens) {
        const answer = await sent(operation, token)
        expect(isRefusedForScope(answer), `${operation} with ${scope}: ${answer.message}`).toBe(scope !== needed)
        if (scope !== needed && needed !== null) expect(answer.message).toContain(`scope ${needed}`)
      }
    }
  })

  test('[TOKEN-03] a lost role, membership or right holds from the next call on', async () => {
    const [owner, member] = [await createPerson(server), await createPerson(server, { isAdministrator: true })]
    const project = await createProject(server, owner.id)
    await createMembership(server, project.id, member.id)
    const api = server.client((await make(member, 'read', 'work', 'admin')).token)
    const board = { params: { projectId: project.id }, query: {} }
    await expect(api.tasks.byProject(board)).resolves.toBeDefined()
    await expect(api.waitlist.list({ query: {} })).resolves.toBeDefined()
    await owner.api.memberships.remove({ params: { id: project.id, userId: member.id } })
    await server.db.updateTable('users').set({ is_administrator: false }).where('id', '=', member.id).execute()
    expect(await statusOf(api.tasks.byProject(board))).toBe(403)
    expect(await statusOf(api.waitlist.list({ query: {} }))).toBe(403)
    const create = { body: { title: 'A task', description: 'Work.', projectID: project.id } }
    expect(await statusOf(api.tasks.create(create))).toBe(403)
    expect(await statusOf(member.api.tokens.create(body({ scopes: ['admin'] })))).toBe(422)
  })

  test('[TOKEN-04] the calls that ask for the session themselves refuse a token without their scope, too', async () => {
    const owner = await createPerson(server)
    const project = await createProject(server, owner.id)
    const create = { body: { title: 'A task', description: 'Work.', projectID: project.id } }
    const [reads, works] = [await make(owner, 'read'), await make(owner, 'work')]
    expect((await failureOf(server.client(reads.token).tasks.create(create))).message).toContain('work')
    const { data } = await server.client(works.token).tasks.create(create)
    expect(
      await statusOf(server.client(reads.token).tasks.update({ params: { id: data.id }, body: { status: 2 } })),
    ).toBe(403)
    await owner.api.tokens.revoke({ params: { id: works.id } })
    expect(await statusOf(server.client(works.token).tasks.create(create))).toBe(401)
  })
})

describe('the end of a token', () => {
  test('[TOKEN-08] a revoked one is refused at once at every process, and its stream is cut off within two seconds', async () => {
    const person = await createPerson(server)
    const [revoked, ended] = [await make(person, 'read'), await make(person, 'read')]
    const streams = [await followStream(twin, revoked.token), await followStream(twin, ended.token)] as const
    await person.api.tokens.revoke({ params: { id: revoked.id } })
    for (const at of [server, twin]) expect(await statusOf(whoAmI(revoked.token, at))).toBe(401)
    expect(await holdsWithin(2_000, () => streams[0].isOver())).toBe(true)
    expect(streams[1].isOver()).toBe(false)
    await endToken(ended.id)
    expect(await holdsWithin(2_000, () => streams[1].isOver())).toBe(true)
  })

  test('[TOKEN-09] a password reset revokes all tokens of the person, a changed password none', async () => {
    const { user, accessToken } = await createUser(server)
    const api = server.client(accessToken)
    const { token } = (await api.tokens.create(body())).data
    await api.account.changePassword({ body: { oldPassword: TEST_PASSWORD, newPassword: 'another battery' } })
    await api.account.endOtherSessions({})
    await expect(whoAmI(token)).resolves.toBeDefined()
    await server.client().auth.forgotPassword({ body: { email: user.email } })
    const link = linkIn((await server.mails(user.email)).find(({ kind }) => kind === 'password-reset'))
    await server
      .client()
      .auth.resetPassword({ body: { token: link.token, email: user.email, password: 'a third battery' } })
    expect(await statusOf(whoAmI(token))).toBe(401)
  })

  test.each([
    ['the account is suspended', { suspended_at: new Date(), suspension_reason: 'Spam.' }],
    ['the session ends', {}],
  ])('[TOKEN-09] a token that is asked for while %s is not made', async (_, change) => {
    const { user, accessToken } = await createUser(server)
    const pending = await server.db.transaction().execute(async (tx) => {
      const held = { updated_at: new Date(), ...change }
      await tx.updateTable('users').set(held).where('id', '=', user.id).execute()
      const ended = { revoked_at: new Date(), revoked_reason: 'password_reset' as const }
      await tx.updateTable('session_families').set(ended).where('user_id', '=', user.id).execute()
      const asked = statusOf(server.client(accessToken).tokens.create(body()))
      // The call has found its session by now, and waits for the account.
      await sleep(500)
      return { asked }
    })
    expect(await pending.asked).toBe(401)
    expect(await server.db.selectFrom('access_tokens').select('id').where('user_id', '=', user.id).execute()).toEqual(
      [],
    )
  })

  test('[TOKEN-10] a token is no session: it is not among them, and cannot end one', async () => {
    const { user, accessToken } = await createUser(server)
    const api = server.client(accessToken)
    const { token, id } = (await api.tokens.create(body({ scopes: ['read', 'work', 'manage'] }))).data
    expect((await api.account.sessions({})).data.map((session) => session.id)).not.toContain(id)
    expect(await statusOf(api.account.endSession({ params: { id } }))).toBe(404)
    const script = server.client(token)
    const refused = [script.account.sessions({}), script.account.endOtherSessions({}), script.tokens.list({})]
    expect(await Promise.all(refused.map(statusOf))).toEqual([403, 403, 403])
    await expect(server.client(accessToken).users.username({})).resolves.toMatchObject({
      data: { username: user.username },
    })
  })
})

describe('[TOKEN-11] the text of a token', () => {
  const documented = new RegExp(`^${brand.tokenPrefix}[0-9A-Za-z]{36}$`)

  test('has the documented form and checksum, which tell it from any other text', () => {
    const made = Array.from({ length: 200 }, newAccessTokenText)
    expect(new Set(made).size).toBe(200)
    for (const token of made) {
      expect(token).toMatch(documented)
      expect(isAccessTokenText(token)).toBe(true)
      const at = 4 + Math.floor(Math.random() * 36)
      const changed = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
      expect(isAccessTokenText(changed)).toBe(false)
    }
    // 30 of 62 letters and digits.
    expect(30 * Math.log2(62)).toBeGreaterThan(160)
  })

  test('a wrong checksum is refused without a look into the database', async () => {
    const { token } = await make(await createPerson(server), 'read')
    const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    const statements = watchStatements()
    const watched = await startTestApp({ url: server.databaseUrl, clock: server.clock })
    const asked = (bearer: string) => statements.during(() => whoAmI(bearer, watched).catch(() => undefined))
    const looksUp = (all: readonly Statement[]) => all.some(({ text }) => text.includes('access_tokens'))
    expect(looksUp(await asked(token))).toBe(true)
    expect(looksUp(await asked(wrong))).toBe(false)
    expect(await statusOf(whoAmI(wrong, watched))).toBe(401)
    statements.restore()
    await watched.close()
  })
})
