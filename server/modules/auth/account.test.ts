import { describe, expect, test } from 'vitest'
import { apiBase, axiosTransport, createClient } from '#shared/api-client/index.ts'
import { agentOf } from '#shared/rules/program-name.ts'
import { failureOf } from '#support/expect-failure.ts'
import { createUser, TEST_PASSWORD, unique } from '#support/factories.ts'
import { linkIn, type TestApp, testApp } from '#support/server.ts'
import { signedIn } from '#support/signed-in.ts'

const server = testApp({ config: { trustedProxies: ['127.0.0.1'] } })
const twin = testApp(() => ({ url: server.databaseUrl, clock: server.clock }))

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const newerFirefox = firefox.replaceAll('141.0', '155.0')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'

/** A client that says which program it is, and that a proxy calls for. */
const clientOf = (agent: string, { accessToken = '', from = '203.0.113.77' } = {}) =>
  createClient(
    axiosTransport({
      baseURL: () => apiBase(server.origin),
      headers: {
        'user-agent': agent,
        'x-forwarded-for': from,
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
      },
    }),
  )
const PASSWORD = 'another battery'
const logIn = (email: string, password = TEST_PASSWORD, agent = firefox, from = '203.0.113.77') =>
  signedIn(clientOf(agent, { from }).auth.login({ body: { emailID: email, password } }))
const refresh = (refreshToken: string, at: TestApp = server) =>
  at.client().auth.refreshToken({ body: { refreshToken } })
const whoAmI = (accessToken: string, at: TestApp = server) => at.client(accessToken).users.username({})
const change = (accessToken: string, oldPassword: string, newPassword = PASSWORD) =>
  server.client(accessToken).account.changePassword({ body: { oldPassword, newPassword } })

describe('a password is changed', () => {
  test('[ACCT-01] with the old one; this session stays, all others end, and the new one signs in', async () => {
    const { user } = await createUser(server)
    const [here, there] = [await logIn(user.email), await logIn(user.email)]
    await change(here.accessToken, TEST_PASSWORD)
    await expect(whoAmI(here.accessToken)).resolves.toBeDefined()
    await expect(refresh(here.refreshToken)).resolves.toBeDefined()
    expect((await failureOf(whoAmI(there.accessToken))).status).toBe(401)
    expect((await failureOf(refresh(there.refreshToken))).status).toBe(401)
    expect((await failureOf(logIn(user.email))).status).toBe(401)
    await expect(logIn(user.email, PASSWORD)).resolves.toMatchObject({ userID: user.id })
    expect((await server.mails(user.email))[0]).toMatchObject({ kind: 'password-changed' })
  })

  test('[ACCT-01] a wrong old one is refused at its field, changes nothing and counts as a failed login', async () => {
    const { user, accessToken } = await createUser(server)
    for (let n = 1; n <= 10; n++) {
      const failure = await failureOf(change(accessToken, 'not this one'))
      expect(failure).toMatchObject({ status: 422, details: [{ path: 'oldPassword' }] })
    }
    // Anyone who has a session guesses no faster than anyone who has none.
    expect((await failureOf(change(accessToken, TEST_PASSWORD))).status).toBe(429)
    const login = server.client().auth.login({ body: { emailID: user.email, password: TEST_PASSWORD } })
    expect((await failureOf(login)).status).toBe(429)
    await expect(whoAmI(accessToken)).resolves.toBeDefined()
    expect(await server.mails(user.email)).toEqual([])
  })

  test('[ACCT-01] a trivial new one is refused at its field, and a link that was mailed before resets nothing any more', async () => {
    const { user, accessToken } = await createUser(server)
    for (const trivial of ['123456', user.username.toUpperCase()])
      expect(await failureOf(change(accessToken, TEST_PASSWORD, trivial))).toMatchObject({
        status: 422,
        details: [{ path: 'newPassword' }],
      })
    await server.client().auth.forgotPassword({ body: { email: user.email } })
    const { token } = linkIn((await server.mails(user.email))[0])
    await change(accessToken, TEST_PASSWORD)
    const reset = server.client().auth.resetPassword({ body: { token, email: user.email, password: 'a third one' } })
    expect((await failureOf(reset)).status).toBe(422)
  })

  test('of two changes at once with the same old password, one is made', async () => {
    const { user, accessToken } = await createUser(server)
    const passwords = [`${PASSWORD} one`, `${PASSWORD} two`]
    const outcomes = await Promise.allSettled(passwords.map((password) => change(accessToken, TEST_PASSWORD, password)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const made = passwords[outcomes.findIndex(({ status }) => status === 'fulfilled')]
    await expect(logIn(user.email, made)).resolves.toBeDefined()
  })
})

describe('the own sessions', () => {
  const listed = async (accessToken: string) => (await server.client(accessToken).account.sessions({})).data

  test('[ACCT-05] are listed with device, network prefix, first and last seen and which one is this, and no token', async () => {
    const { user } = await createUser(server, {})
    await server.db.deleteFrom('session_families').where('user_id', '=', user.id).execute()
    const phone = await logIn(user.email, TEST_PASSWORD, safari, '2001:db8:1:2::7')
    server.clock.advance(600)
    const here = await logIn(user.email)
    server.clock.advance(600)
    const answer = await listed(here.accessToken)
    expect(answer).toMatchObject([
      { device: 'Firefox on Linux', network: '203.0.113.0/24', isCurrent: true },
      { device: 'Safari on iOS', network: '2001:db8:1::/48', isCurrent: false },
    ])
    const text = JSON.stringify(answer)
    for (const secret of [here.refreshToken, phone.refreshToken, here.accessToken, '203.0.113.77', 'db8:1:2'])
      expect(text).not.toContain(secret)
    // Anyone who renews a session is seen, from where they are now.
    await clientOf(safari, { from: '198.51.100.9' }).auth.refreshToken({ body: { refreshToken: phone.refreshToken } })
    const [first] = await listed(here.accessToken)
    expect(first).toMatchObject({ device: 'Safari on iOS', network: '198.51.100.0/24' })
    expect(Date.parse(first?.lastSeenAt ?? '') - Date.parse(first?.createdAt ?? '')).toBeGreaterThan(1_100_000)
  })

  test('[ACCT-05] our own programs name themselves, and a header that says anything else is no more than a few words', async () => {
    const { user, accessToken } = await createUser(server)
    for (const agent of [
      agentOf('cli', 'darwin'),
      agentOf('desktop', 'win32'),
      'curl/8.9',
      `<b>${'x'.repeat(300)}</b>/1.0 <script> (Linux)`,
    ])
      await logIn(user.email, TEST_PASSWORD, agent)
    const devices = (await listed(accessToken)).map(({ device }) => device)
    expect(devices).toContain('Guildhall command line on macOS')
    expect(devices).toContain('Guildhall for desktop on Windows')
    for (const device of devices) expect(device).toMatch(/^[\p{L}\p{N} ._-]{0,90}$/u)
  })

  test('[ACCT-06] one is ended, or all others; somebody else’s answers 404 and goes on', async () => {
    const { user } = await createUser(server)
    const stranger = await createUser(server)
    const [one, two, three] = [await logIn(user.email), await logIn(user.email), await logIn(user.email)]
    const own = server.client(one.accessToken).account
    const [theirs] = await listed(stranger.accessToken)
    for (const id of [theirs?.id ?? '', '01890a5d-ac96-774b-bcce-b302099a8057'])
      expect((await failureOf(own.endSession({ params: { id } }))).status).toBe(404)
    await expect(whoAmI(stranger.accessToken)).resolves.toBeDefined()
    const before = await listed(one.accessToken)
    const second = (await listed(two.accessToken)).find(({ isCurrent }) => isCurrent)
    await own.endSession({ params: { id: second?.id ?? '' } })
    expect((await failureOf(own.endSession({ params: { id: second?.id ?? '' } }))).status).toBe(404)
    expect((await failureOf(whoAmI(two.accessToken))).status).toBe(401)
    await expect(whoAmI(three.accessToken)).resolves.toBeDefined()
    expect((await listed(one.accessToken)).length).toBe(before.length - 1)
    await own.endOtherSessions({})
    expect((await failureOf(whoAmI(three.accessToken))).status).toBe(401)
    expect(await listed(one.accessToken)).toMatchObject([{ isCurrent: true }])
  })

  test('[ACCT-07] an ended one is refused at every process, its refresh token too', async () => {
    const { user } = await createUser(server)
    const [here, there] = [await logIn(user.email), await logIn(user.email)]
    await expect(whoAmI(there.accessToken, twin)).resolves.toBeDefined()
    await server.client(here.accessToken).account.endOtherSessions({})
    for (const at of [server, twin]) {
      expect((await failureOf(whoAmI(there.accessToken, at))).status).toBe(401)
      expect((await failureOf(refresh(there.refreshToken, at))).status).toBe(401)
    }
  })

  test('[ACCT-07] also when it is renewed at the same moment', async () => {
    for (let n = 0; n < 10; n++) {
      const { user } = await createUser(server)
      const [here, there] = [await logIn(user.email), await logIn(user.email)]
      const [renewed] = await Promise.allSettled([
        refresh(there.refreshToken, twin),
        server.client(here.accessToken).account.endOtherSessions({}),
      ])
      if (renewed.status === 'rejected') continue
      expect((await failureOf(whoAmI(renewed.value.accessToken, twin))).status).toBe(401)
      expect((await failureOf(refresh(renewed.value.refreshToken))).status).toBe(401)
    }
  })

  test('[ACCT-09] end 90 days after the sign-in, however often they are renewed', async () => {
    const { user } = await createUser(server)
    let { refreshToken } = await logIn(user.email)
    for (let day = 20; day < 90; day += 20) {
      server.clock.advance(20 * 24 * 3600)
      ;({ refreshToken } = await refresh(refreshToken))
    }
    server.clock.advance(10 * 24 * 3600 - 60)
    const { accessToken, refreshToken: last } = await refresh(refreshToken)
    await expect(whoAmI(accessToken)).resolves.toBeDefined()
    server.clock.advance(120)
    expect((await failureOf(whoAmI(accessToken))).status).toBe(401)
    expect((await failureOf(refresh(last))).status).toBe(401)
  })
})

describe('[ACCT-08] [INBOX-16] a sign-in from a device that was not seen before', () => {
  test('is mailed at once with device, network prefix and time, and is in the inbox', async () => {
    const { user } = await createUser(server)
    const kinds = async () => (await server.mails(user.email)).map(({ kind }) => kind)
    await logIn(user.email)
    // The account's first sign-in is nobody else's.
    expect(await kinds()).toEqual([])
    await logIn(user.email, TEST_PASSWORD, newerFirefox, '203.0.113.4')
    expect(await kinds()).toEqual([])
    const at = server.clock.now()
    const { accessToken } = await logIn(user.email, TEST_PASSWORD, safari, '192.0.2.55')
    const [mail] = await server.mails(user.email)
    expect(mail?.kind).toBe('new-device')
    for (const part of ['Safari on iOS', '192.0.2.0/24', `${at.getUTCFullYear()}`, '/settings/account'])
      expect(mail?.text).toContain(part)
    expect(mail?.text).not.toContain('192.0.2.55')
    const { data } = await server.client(accessToken).notifications.list({ query: {} })
    expect(data).toMatchObject([{ group: 'account', kind: 'account.signedIn', address: '/settings/account' }])
    await logIn(user.email, TEST_PASSWORD, safari)
    expect(await kinds()).toEqual(['new-device'])
  })

  test('is mailed for the same browser in a network that was not seen in the last 90 days, wherever a session was renewed', async () => {
    const { user } = await createUser(server)
    const count = async () => (await server.mails(user.email)).length
    await logIn(user.email)
    await logIn(user.email, TEST_PASSWORD, newerFirefox, '198.51.100.4')
    expect(await count()).toBe(1)
    expect((await server.mails(user.email))[0]?.text).toContain('198.51.100.0/24')
    // Both are known now, and so is where a session was renewed.
    for (const from of ['198.51.100.9', '203.0.113.9']) await logIn(user.email, TEST_PASSWORD, firefox, from)
    const { refreshToken } = await logIn(user.email)
    await clientOf(firefox, { from: '192.0.2.9' }).auth.refreshToken({ body: { refreshToken } })
    await logIn(user.email, TEST_PASSWORD, firefox, '192.0.2.77')
    expect(await count()).toBe(1)
    server.clock.advance(89 * 24 * 3600)
    await logIn(user.email)
    expect(await count()).toBe(1)
    server.clock.advance(2 * 24 * 3600)
    await logIn(user.email)
    expect(await count()).toBe(1)
    await logIn(user.email, TEST_PASSWORD, firefox, '198.51.100.4')
    expect(await count()).toBe(2)
  })

  test('is mailed for no network to somebody whose networks were not noted before the upgrade', async () => {
    const { user } = await createUser(server)
    const at = server.clock.now()
    const before = { user_id: user.id, device: 'Firefox on Linux', first_seen_at: at, last_seen_at: at }
    await server.db.insertInto('known_devices').values(before).execute()
    await logIn(user.email)
    expect(await server.mails(user.email)).toEqual([])
    await logIn(user.email, TEST_PASSWORD, firefox, '198.51.100.4')
    expect(await server.mails(user.email)).toHaveLength(1)
  })

  test('is mailed once, when two sign in from it at the same moment', async () => {
    const { user } = await createUser(server)
    await logIn(user.email)
    await Promise.all([logIn(user.email, TEST_PASSWORD, safari), logIn(user.email, TEST_PASSWORD, safari)])
    expect((await server.mails(user.email)).map(({ kind }) => kind)).toEqual(['new-device'])
  })

  test('with a wrong password is mailed to nobody, and the device stays unknown', async () => {
    const { user } = await createUser(server)
    await logIn(user.email)
    await failureOf(logIn(user.email, unique('wrong'), safari))
    expect(await server.mails(user.email)).toEqual([])
    await logIn(user.email, TEST_PASSWORD, safari)
    expect(await server.mails(user.email)).toHaveLength(1)
  })
})

test('[ACCT-46] the events of an account carry the prefix of the network and never an address', async () => {
  const { user } = await createUser(server)
  const here = await logIn(user.email)
  await change(here.accessToken, TEST_PASSWORD)
  await logIn(user.email, PASSWORD)
  await server.client(here.accessToken).account.endOtherSessions({})
  const events = await server.db
    .selectFrom('events')
    .selectAll()
    .where('subject_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ kind }) => kind)).toEqual([
    'account.signedIn',
    'account.passwordChanged',
    'account.signedIn',
    'account.signedOut',
  ])
  for (const { data } of events)
    expect((data as { network: string }).network).toMatch(/^(203\.0\.113|127\.0\.0)\.0\/24$/)
})
