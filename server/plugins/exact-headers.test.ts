import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, createUser } from '#support/factories.ts'
import { startTestApp, type TestApp } from '#support/server.ts'

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** The headers of every answer. */
const SAFETY = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const JSON_ANSWER = { ...SAFETY, 'content-type': 'application/json; charset=utf-8', vary: 'Origin' }
/** The answer of a call is personal, so nobody may cache it. */
const CALL = { ...JSON_ANSWER, 'cache-control': 'no-store' }
const FILE = { ...SAFETY, 'accept-ranges': 'bytes', vary: 'Origin, accept-encoding' }
const APP = { ...FILE, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
const PAGE = { ...SAFETY, 'content-type': 'text/html; charset=utf-8', vary: 'Origin' }
/** Headers that change from answer to answer, or belong to the connection. */
const VOLATILE = ['date', 'content-length', 'connection', 'keep-alive', 'x-request-id', 'etag', 'last-modified', 'transfer-encoding'] // prettier-ignore

let server: TestApp
let broken: TestApp
let folder: string
let bearer: Record<string, string>
let projectID: string
let fileURL: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-headers-'))
  await mkdir(join(folder, 'web', 'assets'), { recursive: true })
  await writeFile(join(folder, 'web', 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'web', 'assets', 'index-a1b2.js'), 'void 0')
  server = await startTestApp({
    config: { dataDir: folder, webDir: join(folder, 'web'), publicUrl: 'https://guildhall.example.org' },
  })
  broken = await startTestApp({ url: server.databaseUrl, config: { publicUrl: 'https://guildhall.example.org' } })
  const { user, accessToken } = await createUser(server)
  bearer = { authorization: `Bearer ${accessToken}` }
  projectID = (await createProject(server, user.id)).id
  const body = new FormData()
  body.append('file', new Blob(['text']), 'a.txt')
  const url = `${server.origin}/api/projects/${projectID}/files`
  const answer = await fetch(url, { method: 'POST', body, headers: bearer })
  fileURL = `/api/projects/${projectID}/files/${((await answer.json()) as { data: { id: string } }).data.id}`
})
afterAll(async () => {
  await broken.app.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

type Answer = { status: number | undefined; head: Record<string, unknown>; requestID: unknown; body: unknown }
type RawRequest = { method?: string; url: string; headers?: Record<string, string> }
/**
 * The whole head of an answer as it crossed the network, without the changing headers. `fetch` would normalise the
 * address first.
 */
const ask = ({ method = 'GET', url, headers = {} }: RawRequest, at = server) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = at.app.server.address() as AddressInfo
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      const head: Record<string, unknown> = { ...answer.headers }
      const requestID = head['x-request-id']
      for (const name of VOLATILE) delete head[name]
      answer.on('end', () => {
        const isJson = String(head['content-type']).startsWith('application/json')
        const body: unknown = isJson ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
        resolve({ status: answer.statusCode, head, requestID, body })
      })
    })
    sent.once('error', reject).end()
  })
const HTML = { accept: 'text/html' }
const auth = () => bearer
const none = () => ({})

describe('the headers of an answer are exactly these', () => {
  test.each<[what: string, asked: () => RawRequest, status: number, head: Record<string, string>]>([
    ['a call', () => ({ url: '/api/users/username', headers: auth() }), 200, CALL],
    ['a call by another spelling', () => ({ url: '/%61pi/users/username', headers: auth() }), 200, CALL],
    ['a call by a third spelling', () => ({ url: '/a%70%69/users/username', headers: auth() }), 200, CALL],
    ['a refused call', () => ({ url: '/api/users/username', headers: none() }), 401, CALL],
    ['no call', () => ({ url: '/api/nothing' }), 404, CALL],
    ['no call, spelt otherwise', () => ({ url: '/%61pi/nothing' }), 404, CALL],
    ['another method', () => ({ url: '/api/users/username', method: 'DELETE' }), 405, { ...CALL, allow: 'GET' }],
    ['a method that nothing has', () => ({ url: '/', method: 'TRACE' }), 405, { ...JSON_ANSWER, allow: 'GET, HEAD' }],
    ['an address that is none', () => ({ url: '/api/%zz' }), 400, { ...CALL, vary: undefined as never }],
    [
      'another host',
      () => ({ url: '/api/x', headers: { host: 'evil.example.org' } }),
      421,
      { ...CALL, vary: undefined as never },
    ],
    [
      'a page of another origin',
      () => ({ url: '/api/x', headers: { origin: 'https://evil.example.org' } }),
      403,
      { ...CALL, vary: undefined as never },
    ],
    [
      'a page of an allowed origin',
      () => ({ url: '/api/users/username', headers: { ...auth(), origin: 'http://localhost:5173' } }),
      200,
      {
        ...CALL,
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-expose-headers': 'Retry-After, X-Request-Id',
      },
    ],
    [
      'a download',
      () => ({ url: fileURL, headers: auth() }),
      200,
      {
        ...CALL,
        'cache-control': 'private, no-store',
        'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
        'content-security-policy': "default-src 'none'; sandbox",
        'content-type': 'text/plain; charset=utf-8',
      },
    ],
    ['/health', () => ({ url: '/health' }), 200, JSON_ANSWER],
    ['the app', () => ({ url: '/', headers: HTML }), 200, APP],
    ['a screen', () => ({ url: '/market', headers: HTML }), 200, APP],
    [
      'a hashed file',
      () => ({ url: '/assets/index-a1b2.js' }),
      200,
      {
        ...FILE,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    ],
    ['no file', () => ({ url: '/assets/none.js' }), 404, JSON_ANSWER],
    ['the reference', () => ({ url: '/docs', headers: HTML }), 200, { ...PAGE, 'cache-control': 'no-cache' }],
    [
      "the reference's script",
      () => ({ url: '/docs/start.js' }),
      200,
      {
        ...SAFETY,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Origin, accept-encoding',
      },
    ],
  ])('%s', async (_what, asked, status, head) => {
    const answer = await ask(asked())
    const expected = Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined))
    expect(answer.head).toEqual(expected)
    expect(answer.status).toBe(status)
    expect(answer.requestID).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
  })

  test('a failure of ours, whose body holds the request ID that the log has as well', async () => {
    // This call opens the connections, since only open ones can be closed.
    await ask({ url: '/api/users/username', headers: auth() }, broken)
    await broken.db.destroy()
    const failed = await ask({ url: '/api/users/username', headers: auth() }, broken)
    expect(failed.head).toEqual(CALL)
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect(failed.body).toMatchObject({ requestId: failed.requestID })
  })

  test.each([
    ['no request at all', 'nonsense\r\n\r\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('a refused connection: %s', async (_what, bytes, status) => {
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    const [first, ...lines] = said.split('\r\n\r\n')[0]?.split('\r\n') ?? []
    const head = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2))) as Record<string, string>
    for (const name of VOLATILE) delete head[name]
    expect(first).toContain(` ${status} `)
    expect(head).toEqual({ ...SAFETY, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  })
})

test('pages may send usage events to the host that is named for them, and to no other one', async () => {
  const config = { analyticsUrl: 'https://events.example.org/some/path' }
  const counting = await startTestApp({ url: server.databaseUrl, config })
  try {
    const { head } = await ask({ url: '/health' }, counting)
    const policy = POLICY.replace("connect-src 'self'", "connect-src 'self' https://events.example.org")
    expect(head).toMatchObject({ 'content-security-policy': policy })
  } finally {
    await counting.app.close()
  }
})
