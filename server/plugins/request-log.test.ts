import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { failureOf } from '#support/expect-failure.ts'
import { createMembership, createPerson, createProject, createUser, TEST_PASSWORD } from '#support/factories.ts'
import { codeIn, startTestApp, testApp } from '#support/server.ts'
import { prefixOf } from '../http/network.ts'
import { createLogger } from '../process/log.ts'

type Line = Record<string, unknown> & { level: number; msg: string }
const SECURITY = 45
const ERROR = 50

const lines: Line[] = []
const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
const server = testApp({ config: { registration: 'open' }, deps: { logger } })
beforeEach(() => void lines.splice(0))

const answered = () => lines.filter(({ msg }) => msg === 'answered')
const events = () => lines.filter(({ level }) => level === SECURITY)
const login = (emailID: string, password: string) =>
  server.app.inject({ method: 'POST', url: '/api/users/login', payload: { emailID, password } })
/** Waits until a line is written, which happens after its answer has left. */
const until = async (condition: () => boolean) => {
  for (const end = Date.now() + 5000; Date.now() < end && !condition();) await new Promise((go) => setTimeout(go, 10))
  expect(condition()).toBe(true)
}

describe('the line of a request', () => {
  test('says who called, from which network, which call with which IDs, and none of a person’s words', async () => {
    const owner = await createUser(server)
    const project = await createProject(server, owner.user.id)
    await server.app.inject({
      url: `/api/user-projects/${project.id}/search/jane.doe%40example.org?secret=1`,
      headers: { authorization: `Bearer ${owner.accessToken}` },
      remoteAddress: '203.0.113.77',
    })
    await server.app.inject({ url: `/api/projects/${project.id}`, remoteAddress: '2001:db8:7:8:9::1' })
    const [first, second] = answered()
    expect(first).toMatchObject({ user: owner.user.id, network: '203.0.113.0/24', of: { id: project.id } })
    expect(JSON.stringify(first)).not.toMatch(/jane|secret|203\.0\.113\.77/)
    expect(second).toMatchObject({ network: '2001:db8:7::/48', call: 'projects.get', of: { id: project.id } })
    expect(second).not.toHaveProperty('user')
  })

  test('has debug level for successful probes and metrics; when these fail, their line is like any other', async () => {
    const polled = ['/livez', '/readyz', '/metrics']
    let isDraining = false
    let written: Line[] = []
    const ask = async (level: string, paths: readonly string[]) => {
      written = []
      const deps = {
        logger: createLogger(level, { write: (line) => void written.push(JSON.parse(line) as Line) }),
        isDraining: () => isDraining,
      }
      const polledServer = await startTestApp({ url: server.databaseUrl, deps })
      for (const url of paths) {
        const forwarded = url === '/metrics' && isDraining ? { 'x-forwarded-for': '203.0.113.9' } : {}
        await polledServer.app.inject({ url, headers: { host: '127.0.0.1', ...forwarded } })
      }
      await polledServer.close()
      return written
        .filter(({ msg }) => msg === 'answered')
        .map(({ call, status, level: at }) => `${String(call)} ${String(status)} ${at}`)
    }
    expect(await ask('info', [...polled, '/health'])).toEqual(['/health 200 30'])
    expect(await ask('debug', polled)).toEqual(['/livez 200 20', '/readyz 200 20', '/metrics 200 20'])
    isDraining = true
    expect(await ask('info', polled)).toEqual(['/readyz 503 30', '/metrics 404 30'])
  })

  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:8:9::1', '2001:db8:7::/48'],
    ['::1', '0:0:0::/48'],
    [undefined, null],
  ])('shows the address %s only as the network %s', (address, network) => {
    expect(prefixOf(address)).toBe(network)
  })
})

describe('security events', () => {
  test('failed sign-ins name the account, when there is one; a lockout is another event', async () => {
    const { user } = await createUser(server)
    await login(user.email, 'wrong-password')
    await login('nobody@example.org', 'wrong-password')
    expect(events()).toMatchObject([
      { event: 'sign-in failed', account: user.id, network: '127.0.0.0/24', status: 401 },
      { event: 'sign-in failed', status: 401 },
    ])
    expect(events()[1]).not.toHaveProperty('account')
    lines.splice(0)
    for (let tries = 0; tries < 40 && !events().some(({ status }) => status === 429); tries++)
      await login(user.email, 'wrong')
    expect(events().at(-1)).toMatchObject({ event: 'sign-in locked', account: user.id, status: 429 })
    expect(JSON.stringify(lines)).not.toContain('@')
  })

  test('a successful sign-in is in the line of its request, and is no event', async () => {
    const { user } = await createUser(server)
    await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { emailID: user.email, password: TEST_PASSWORD },
      remoteAddress: '198.51.100.3',
    })
    expect(answered()).toMatchObject([{ call: 'auth.login', account: user.id, status: 200 }])
    expect(events()).toEqual([])
  })

  test('a refused refresh says why, and whose session was ended because a token was used twice', async () => {
    const { user, refreshToken } = await createUser(server)
    const refresh = (token: string) =>
      server.app.inject({ method: 'POST', url: '/api/users/refresh-token', payload: { refreshToken: token } })
    await refresh('no such token, but long enough to be one of them')
    const next = (await refresh(refreshToken)).json<{ refreshToken: string }>().refreshToken
    await refresh(next)
    lines.splice(0)
    await refresh(refreshToken)
    await refresh(next)
    expect(events()).toMatchObject([
      { event: 'refresh refused', account: user.id, reason: 'token used twice: the session was ended' },
      { event: 'refresh refused', account: user.id, reason: 'ended session', session: expect.any(String) as string },
    ])
  })

  test('changes of role, removals, decisions of administrators, and the tries of people who are not administrators are events', async () => {
    const [owner, member, admin, applicant] = await Promise.all([
      createPerson(server),
      createPerson(server),
      createPerson(server, { isAdministrator: true }),
      createPerson(server),
    ])
    const project = await createProject(server, owner.id)
    await createMembership(server, project.id, member.id)
    const params = { id: project.id, userId: member.id }
    const application = await applicant.api.creatorApplications.apply({ body: {} })
    lines.splice(0)
    await owner.api.memberships.setRole({ params, body: { role: 'admin' } })
    await owner.api.memberships.remove({ params })
    await failureOf(member.api.waitlist.list({ query: {} }))
    await admin.api.waitlist.list({ query: {} })
    await admin.api.waitlist.createInvitation({ body: { email: 'new@example.org' } })
    await admin.api.creatorApplications.approve({ params: { id: application.data.id }, body: {} })
    await until(() => answered().length === 6)
    expect(events()).toMatchObject([
      { event: 'role changed', user: owner.id, of: { id: project.id, userId: member.id }, role: 'admin' },
      { event: 'member removed', user: owner.id, of: { userId: member.id } },
      { event: 'administrator call refused', user: member.id, call: 'waitlist.list' },
      { event: 'administrator decision', user: admin.id, call: 'waitlist.createInvitation' },
      { event: 'administrator decision', user: admin.id, of: { id: application.data.id } },
    ])
  })
})

test('a person who becomes an administrator by verifying an address is an event, too', async () => {
  const adminEmail = 'first.administrator@example.org'
  const first = await startTestApp({
    url: server.databaseUrl,
    config: { registration: 'open', adminEmail },
    deps: { logger, mailer: server.deps.mailer },
  })
  try {
    const api = first.client()
    const { userID } = await api.auth.register({
      body: { email: adminEmail, username: 'first-one', password: TEST_PASSWORD },
    })
    await first.deps.background.idle()
    const [mail] = await server.mails(adminEmail)
    await api.auth.verifyOtp({ body: { email: adminEmail, otp: codeIn(mail) } })
    expect(events()).toMatchObject([{ event: 'administrator made', account: userID, by: 'setting' }])
  } finally {
    await first.close()
  }
})

describe('a client that closes the connection', () => {
  test.each([
    [
      'in a body',
      'POST /api/users/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"a',
    ],
    ['before its answer', 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ])('%s causes no error in our log', async (_when, bytes) => {
    const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
    await new Promise((resolve) => socket.write(bytes, resolve))
    await new Promise((go) => setTimeout(go, 30))
    socket.destroy()
    await server.app.inject('/health')
    await until(() => lines.length >= 2)
    await new Promise((go) => setTimeout(go, 50))
    expect(lines.filter(({ level }) => level >= ERROR)).toEqual([])
  })
})

test('a proxy that the settings do not name is logged once, with the setting for it', async () => {
  const ask = (headers: Record<string, string>, at = server) => at.app.inject({ url: '/health', headers })
  const warnings = () => lines.filter(({ msg }) => msg.includes('GUILDHALL_TRUSTED_PROXIES'))
  await ask({})
  expect(warnings()).toEqual([])
  for (let times = 0; times < 3; times++) await ask({ 'x-forwarded-for': '203.0.113.9' })
  expect(warnings()).toMatchObject([{ level: 40, peer: '127.0.0.1' }])
  lines.splice(0)
  const behind = await startTestApp({
    url: server.databaseUrl,
    config: { trustedProxies: ['127.0.0.1'] },
    deps: { logger },
  })
  try {
    await ask({ 'x-forwarded-for': '203.0.113.9' }, behind)
    expect(warnings()).toEqual([])
    expect(answered()).toMatchObject([{ network: '203.0.113.0/24' }])
  } finally {
    await behind.close()
  }
})
