import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { contract } from '../contract/index.ts'
import { axiosTransport } from './axios-transport.ts'
import { apiBase, type Exchange } from './wire.ts'

const servers: Array<ReturnType<typeof createServer>> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = async (answer: RequestListener) => {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

test.each([301, 302, 303, 307, 308])(
  '[WIRE-02] a redirect (%d) does not take the token anywhere: the other host hears nothing, and the call fails',
  async (status) => {
    const other = await listen((_request, response) => response.end('{"data":{"username":"eve"}}'))
    const host = await listen((_request, response) =>
      response.writeHead(status, { location: `${other.origin}/api/users/username` }).end(),
    )
    const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
    const reply = await send({ operation: 'users.username', input: {} }, contract.users.username, { bearer: 'secret' })
    expect(reply).toMatchObject({ ok: false, status, error: { code: `HTTP_${status}` } })
    expect(host.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret'])
    expect(other.heard).toEqual([])
  },
)

const json = { 'content-type': 'application/json; charset=utf-8' }
const username = { operation: 'users.username', input: {} }

test('the log gets each exchange with its method, address, status, type and the ID that the server gave it', async () => {
  const host = await listen((_request, response) =>
    response.writeHead(200, { ...json, 'x-request-id': 'r-1' }).end('{"data":{"username":"eve"}}'),
  )
  const told: Exchange[] = []
  const send = axiosTransport({ baseURL: () => apiBase(host.origin), onExchange: (exchange) => told.push(exchange) })
  await send(username, contract.users.username, { bearer: 'secret' })
  expect(told).toEqual([
    {
      method: 'GET',
      url: `${host.origin}/api/users/username`,
      milliseconds: expect.any(Number) as number,
      status: 200,
      requestId: 'r-1',
      contentType: json['content-type'],
    },
  ])
  expect(told[0]?.milliseconds).toBeLessThan(60_000)
})

test('a call that is cancelled while it waits ends at once, as cancelled', async () => {
  const controller = new AbortController()
  const host = await listen(() => controller.abort())
  const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
  expect(await send(username, contract.users.username, { signal: controller.signal })).toMatchObject({
    ok: false,
    status: 0,
    error: { code: 'CANCELLED' },
  })
})

test.each([
  [200, 'the plan', { ok: true, status: 200, data: { bytes: new TextEncoder().encode('the plan') } }],
  [
    404,
    '{"code":"NOT_FOUND","message":"Gone."}',
    { ok: false, status: 404, error: { code: 'NOT_FOUND', message: 'Gone.' } },
  ],
  [300, '{"code":"ELSEWHERE","message":"Not here."}', { ok: false, status: 300, error: { code: 'ELSEWHERE' } }],
  [500, 'no JSON at all', { ok: false, status: 500 }],
])('a download that answers %d with %j is read as a file or as an error', async (status, body, reply) => {
  const host = await listen((_request, response) => response.writeHead(status, json).end(body))
  const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
  const call = { operation: 'files.download', input: { params: { id: 'p', fileId: 'f' } } }
  expect(await send(call, contract.files.download)).toMatchObject(reply)
})

test('a query leaves out values that are undefined or empty', async () => {
  const host = await listen((_request, response) => response.writeHead(200, json).end('{}'))
  const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
  const query = { q: '', page: 2, limit: undefined }
  await send({ operation: 'people.talents', input: { query } }, contract.people.talents)
  expect(host.heard.map(({ url }) => url)).toEqual(['/api/talents?page=2'])
})

test.each([
  ['1', { retryAfter: 1 }],
  ['90', { retryAfter: 90 }],
  ['0', {}],
  ['soon', {}],
])('Retry-After %j with a refusal is read as %j', async (header, read) => {
  const host = await listen((_request, response) => response.writeHead(429, { 'retry-after': header }).end())
  const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
  const { retryAfter } = (await send(username, contract.users.username)) as { retryAfter?: number }
  expect({ ...(retryAfter !== undefined && { retryAfter }) }).toEqual(read)
})

test('an upload reports how many bytes have gone, up to all of them', async () => {
  const host = await listen((request, response) => {
    request.resume().on('end', () => response.writeHead(201, json).end('{"data":{}}'))
  })
  const send = axiosTransport({ baseURL: () => apiBase(host.origin) })
  const heard: Array<{ loaded: number; total: number }> = []
  const file = new File([new Uint8Array(300_000)], 'plan.bin')
  const call = { operation: 'files.upload', input: { params: { id: 'p' } } }
  await send(call, contract.files.upload, { file, onProgress: (progress) => heard.push(progress) })
  const last = heard.at(-1)
  expect(last?.loaded).toBeGreaterThanOrEqual(300_000)
  expect(last?.total).toBe(last?.loaded)
})
