import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { axiosTransport, type Exchange, type Reply, type Transport } from '../shared/api-client/index.ts'
import { contract, type EndpointDef } from '../shared/contract/index.ts'
import { nodeTransport } from './node-transport.ts'

const servers: Array<ReturnType<typeof createServer>> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

type Heard = Pick<IncomingMessage, 'method' | 'url'> & {
  type: string | undefined
  authorization: string | undefined
  body: string
}
const listen = async (answer: RequestListener) => {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      heard.push({ method, url, type: headers['content-type'], authorization: headers.authorization, body })
      answer(request, response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, heard }
}

type CallOptions = { input?: object; endpoint?: EndpointDef; signal?: () => AbortSignal }
/** Makes the call over both transports, and answers what each of them made of it. */
const overBoth = async (base: string, { input = {}, endpoint = contract.users.username, signal }: CallOptions = {}) => {
  const call = async (send: Transport) =>
    send({ operation: 'a.call', input }, endpoint, { bearer: 'secret', ...(signal && { signal: signal() }) })
  const options = { baseURL: () => base, headers: { 'user-agent': 'test' } }
  return { ours: await call(nodeTransport(options)), axios: await call(axiosTransport(options)) }
}
const json = { 'content-type': 'application/json' }
const answering =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { ...json, ...headers }).end(body)

const text = `{"data":"${'ä'.repeat(5000)}"}`
test.each<[string, RequestListener]>([
  ['an answer', answering(200, text)],
  ['a packed answer', answering(200, gzipSync(text), { 'content-encoding': 'gzip' })],
  ['an answer without a body', answering(200, '')],
  ['a page in place of JSON', answering(502, '<html>', { 'content-type': 'text/html' })],
  ['a refusal', answering(422, '{"message":"No.","code":"INVALID_INPUT","details":[{"path":"a","message":"b"}]}')],
  ['a limit', answering(429, '{}', { 'retry-after': '90' })],
  ['a redirect', answering(302, '', { location: 'http://127.0.0.1:9/' })],
  ['a connection that is cut', (request) => request.socket.destroy()],
  [
    'an answer that breaks off',
    (request, response) => {
      response.writeHead(200, { ...json, 'content-length': '100' }).write('{"data":')
      setTimeout(() => request.socket.destroy(), 20)
    },
  ],
])('%s is read as axios reads it', async (_, answer) => {
  const { base } = await listen(answer)
  const { ours, axios } = await overBoth(base)
  // The reason of a failure is a word of the system, for the log.
  expect({ ...ours, reason: undefined }).toEqual({ ...axios, reason: undefined })
})

test('[WIRE-02] a redirect takes the token of the CLI nowhere: the other host hears nothing, and the call fails', async () => {
  const other = await listen(answering(200, '{"data":{"username":"eve"}}'))
  const { base } = await listen(answering(307, '', { location: `${other.base}/users/username` }))
  const { ours } = await overBoth(base)
  expect(ours).toMatchObject({ ok: false, status: 307, error: { code: 'HTTP_307' } })
  expect(other.heard).toEqual([])
})

test('calls are sent as axios sends them: escaped parameters, a query without blanks, a body as JSON, the token', async () => {
  const { base, heard } = await listen(answering(200, '{}'))
  const params = { projectId: 'a/b ä' }
  await overBoth(base, {
    endpoint: contract.tasks.byProject,
    input: { params, query: { status: 0, cursor: '', limit: undefined, q: 'x &y' } },
  })
  await overBoth(base, { endpoint: contract.tasks.create, input: { body: { title: 'ä', description: undefined } } })
  await overBoth(base, { endpoint: contract.auth.logout, input: {} })
  expect(heard).toHaveLength(6)
  for (let at = 0; at < heard.length; at += 2) expect(heard[at]).toEqual(heard[at + 1])
  expect(heard[0]?.authorization).toBe('Bearer secret')
})

test('a server that does not answer in time, one that is not there, and a cancelled call are told apart', async () => {
  const silent = await listen(() => undefined)
  const endpoint = { ...contract.users.username, timeoutMs: 50 }
  const codeOf = (reply: Reply) => (reply.ok ? 'ok' : reply.error.code)
  const late = await overBoth(silent.base, { endpoint })
  expect([codeOf(late.ours), codeOf(late.axios)]).toEqual(['TIMEOUT', 'TIMEOUT'])
  const dead = await overBoth('http://127.0.0.1:1/api')
  expect(dead.ours).toMatchObject({ status: 0, error: { code: 'NETWORK' }, reason: 'ECONNREFUSED' })
  expect(dead.ours).toEqual(dead.axios)
  const cancelled = await overBoth(silent.base, { signal: () => AbortSignal.timeout(30) })
  expect([codeOf(cancelled.ours), codeOf(cancelled.axios)]).toEqual(['CANCELLED', 'CANCELLED'])
})

test('the log gets each exchange as axios tells it, without the token', async () => {
  const { base } = await listen(answering(200, '{}', { 'x-request-id': 'r-1' }))
  const told: Exchange[] = []
  const options = { baseURL: () => base, headers: {}, onExchange: (exchange: Exchange) => void told.push(exchange) }
  for (const send of [nodeTransport(options), axiosTransport(options)])
    await send({ operation: 'users.username', input: {} }, contract.users.username, { bearer: 'secret' })
  const [ours, axios] = told.map((exchange) => ({ ...exchange, milliseconds: 0 }))
  expect(ours).toEqual(axios)
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('whoever sends a call hears that it has left before it is answered', async () => {
  const answer: Array<() => void> = []
  const { base } = await listen((_, response) =>
    answer.push(() => response.writeHead(200, json).end('{"data":{"username":"ada"}}')),
  )
  const send = nodeTransport({ baseURL: () => base, headers: {} })
  const heard: string[] = []
  let left = () => {}
  const hasLeft = new Promise<void>((resolve) => (left = resolve))
  const onSent = () => {
    heard.push('left')
    left()
  }
  const reply = send({ operation: 'a.call', input: {} }, contract.users.username, { onSent })
  await hasLeft
  await vi.waitFor(() => expect(answer).toHaveLength(1))
  answer[0]?.()
  heard.push((await reply).ok ? 'answered' : 'failed')
  expect(heard).toEqual(['left', 'answered'])
})
