import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '#support/factories.ts'
import { codeIn, startTestApp, type TestApp } from '#support/server.ts'
import { createLogger } from '../process/log.ts'

let server: TestApp
let open: TestApp
beforeAll(async () => {
  const allowedOrigins = ['https://app.example.org']
  server = await startTestApp({ config: { allowedOrigins, publicUrl: 'https://guildhall.example.org' } })
  open = await startTestApp({ url: server.databaseUrl, config: { host: '0.0.0.0', allowedOrigins } })
})
afterAll(async () => {
  await open.close()
  await server.close()
})

const login = (headers: Record<string, string>, at = server) =>
  at.app.inject({ method: 'POST', url: '/api/users/login', payload: { emailID: 'a', password: 'b' }, headers })

test.each(['/health', '/api/nothing', '/api/users/username', '/', '/_mail', '/openapi.json'])(
  'every answer has the security headers: %s',
  async (url) => {
    const { headers } = await server.app.inject(url)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age') as string,
      'x-request-id': expect.any(String) as string,
    })
  },
)

describe('host names (DNS rebinding)', () => {
  test.each(['localhost:4310', '127.0.0.1', '[::1]:4310', 'guildhall.example.org'])(
    'a server bound to loopback answers to %s',
    async (host) => {
      expect((await server.app.inject({ url: '/health', headers: { host } })).statusCode).toBe(200)
    },
  )
  test.each(['evil.example.org', 'localhost.evil.org', '127.0.0.1.nip.io', 'localhost@evil.org', '10.0.0.1'])(
    'a server bound to loopback does not answer to "%s"',
    async (host) => {
      const answer = await server.app.inject({ url: '/health', headers: { host } })
      expect(answer.statusCode).toBe(421)
      expect(answer.json()).toMatchObject({ code: 'HOST_NOT_ALLOWED' })
    },
  )
  test('a server bound to all addresses answers to any name', async () => {
    expect((await open.app.inject({ url: '/health', headers: { host: 'any.example.org' } })).statusCode).toBe(200)
  })
})

describe('origins', () => {
  test.each([
    'https://app.example.org',
    'http://localhost:5173',
    'http://127.0.0.1:4310',
    'https://guildhall.example.org',
  ])('a page of %s may call us, without credentials', async (origin) => {
    const { statusCode, headers } = await login({ origin })
    expect(statusCode).toBe(401)
    expect(headers['access-control-allow-origin']).toBe(origin)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(String(headers['access-control-expose-headers'])).toContain('Retry-After')
  })
  test.each(['https://evil.example.org', 'http://localhost.evil.org', 'null', 'file://'])(
    'a server bound to loopback refuses a page of %s before it does anything',
    async (origin) => {
      const { statusCode, headers } = await login({ origin })
      expect(statusCode).toBe(403)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )
  test('it refuses such a page under another spelling of the address, too', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/%61pi/users/login',
      payload: { emailID: 'a', password: 'b' },
      headers: { origin: 'https://evil.example.org' },
    })
    expect(answer.statusCode).toBe(403)
  })
  test.each(['/_mail', '/_mail/messages.json', '/health', '/openapi.json', '/docs', '/', '/no/such/page'])(
    'outside of the API no page of another local port can read anything: %s',
    async (url) => {
      for (const origin of ['http://localhost:9999', 'http://127.0.0.1:4310', 'https://guildhall.example.org']) {
        const { headers } = await server.app.inject({ url, headers: { origin } })
        expect(headers['access-control-allow-origin'], origin).toBeUndefined()
        const preflight = { origin, 'access-control-request-method': 'GET' }
        const asked = await server.app.inject({ method: 'OPTIONS', url, headers: preflight })
        expect(asked.headers['access-control-allow-origin'], origin).toBeUndefined()
      }
    },
  )
  test('a page of a configured origin can read the API and /health, and nothing else', async () => {
    const read = async (url: string) =>
      (await server.app.inject({ url, headers: { origin: 'https://app.example.org' } })).headers[
        'access-control-allow-origin'
      ]
    expect(await read('/health')).toBe('https://app.example.org')
    expect(await read('/%61pi/users/username')).toBe('https://app.example.org')
    for (const url of ['/_mail', '/_mail/messages.json', '/openapi.json', '/', '/apifoo'])
      expect(await read(url)).toBeUndefined()
  })
  test('a page of another origin cannot read the answer of a server that is not bound to loopback', async () => {
    const { headers } = await login({ origin: 'http://localhost:5173' }, open)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
  test('preflights succeed only for allowed origins', async () => {
    const preflight = (origin: string) =>
      server.app.inject({
        method: 'OPTIONS',
        url: '/api/users/login',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      })
    expect((await preflight('https://app.example.org')).statusCode).toBe(204)
    expect((await preflight('https://evil.example.org')).statusCode).toBe(403)
  })
})

test('logs are structured and hold no e-mail address, password, code or token', async () => {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line) => void lines.push(line) })
  const logged = await startTestApp({ config: { registration: 'open' }, deps: { logger } })
  try {
    const secrets = { email: 'jane.doe@example.org', password: 'hunter2-hunter2', username: 'jane' }
    const api = logged.client()
    await api.auth.register({ body: secrets })
    const { accessToken, refreshToken, user } = await createUser(logged)
    await logged.client(accessToken).users.username({})
    await logged.app.inject({ url: `/api/users/waitlist?q=${encodeURIComponent(user.email)}` })
    await logged.app.inject({ method: 'POST', url: '/api/users/login', payload: { emailID: user.email, password: 1 } })
    const [mail] = await logged.mails(secrets.email)
    const code = codeIn(mail)
    logger.error({ err: new Error(`duplicate key (email)=(${user.email}) ${refreshToken}`), ...secrets, otp: code })
    const fromDatabase = { code: '23505', detail: `Key (name)=(row data)`, client: { secretKey: 424242 } }
    logger.error({ err: new Error('failed', { cause: Object.assign(new Error('duplicate'), fromDatabase) }) })
    logger.info({ req: { headers: { authorization: `Bearer ${accessToken}`, cookie: 'sid=1234' } } }, 'headers')
    logger.warn(`a message with Bearer ${accessToken}`)
    const log = lines.join('')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow()
    expect(log).toContain('auth.register')
    for (const secret of [secrets.email, user.email, encodeURIComponent(user.email), secrets.password])
      expect(log).not.toContain(secret)
    expect(code).toMatch(/^\d{6}$/)
    expect(log).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
    for (const secret of [accessToken, refreshToken, 'sid=1234', 'row data', '424242'])
      expect(log).not.toContain(secret)
  } finally {
    await logged.close()
  }
})

test('answers are compressed when they cross a network, and not on loopback', async () => {
  const ask = (at: TestApp) => at.app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  expect((await ask(open)).headers['content-encoding']).toBe('gzip')
  expect((await ask(server)).headers['content-encoding']).toBeUndefined()
})

test('headers and bodies must arrive in bounded time', () => {
  const { headersTimeout, requestTimeout } = server.app.server
  expect(headersTimeout).toBe(20_000)
  expect(requestTimeout).toBe(120_000)
})

test('a real request gets the real answer', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${server.origin}/health`, { headers: { host: 'evil.example.org' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.once('error', reject).end()
  })
  expect(status).toBe(421)
})
