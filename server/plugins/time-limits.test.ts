import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract, type EndpointDef } from '#shared/contract/index.ts'
import { answerErrors } from './errors.ts'
import { limitTime } from './time-limits.ts'

const LIMIT_MS = 100
const LATE_MS = 400

let app: FastifyInstance
let origin: string
/** Ends the handler of /slow, which does not end by itself. */
let release = () => {}
/** Lines of the server's log at the level of errors. */
const errors: string[] = []
beforeAll(async () => {
  app = fastify({ logger: { level: 'error', stream: { write: (line: string) => void errors.push(line) } } })
  answerErrors(app)
  limitTime(app)
  const endpoint: EndpointDef = { ...contract.tasks.create, timeoutMs: LIMIT_MS }
  const config = { endpoint }
  const held = async () => {
    await new Promise<void>((resolve) => (release = resolve))
    return { is: 'late' }
  }
  const slow = async () => {
    await sleep(LATE_MS)
    return { is: 'late' }
  }
  app.route({ method: ['GET', 'POST'], url: '/slow', config, handler: held })
  app.post('/quick', { config }, async () => ({ is: 'quick' }))
  app.post('/upload', { config: { endpoint: { ...endpoint, transfer: 'upload' as const } } }, async () => ({
    is: 'quick',
  }))
  app.get('/stream', { config: { endpoint: { ...endpoint, transfer: 'stream' as const } } }, slow)
  app.get('/begun', { config }, (_request, reply) => {
    const answer = Readable.from(
      (async function* () {
        yield 'begun'
        await sleep(LATE_MS)
        yield 'ended'
      })(),
    )
    return reply.header('content-length', 10).send(answer)
  })
  origin = await app.listen({ port: 0 })
})
afterAll(() => app.close())

const call = (path: string, method = 'GET') =>
  fetch(`${origin}${path}`, {
    method,
    ...(method === 'POST' && { body: '{"title":"Draw"}', headers: { 'content-type': 'application/json' } }),
  })

test.each(['GET', 'POST'])(
  '[WIRE-05] a %s whose handler takes too long is answered with a 503 that says so',
  async (method) => {
    const answer = await call('/slow', method)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: 'TIMEOUT',
      message: 'That took too long. Please try again.',
    })
    // The handler ends afterwards, and the server goes on.
    release()
    await sleep(50)
    expect((await call('/quick', 'POST')).status).toBe(200)
  },
)

test('[WIRE-05] an answer in time is not followed by another one, and a stream has no limit', async () => {
  expect(await (await call('/quick', 'POST')).json()).toEqual({ is: 'quick' })
  await sleep(LIMIT_MS + 50)
  expect(await (await call('/stream')).json()).toEqual({ is: 'late' })
})

test('[WIRE-05] an answer that has begun is cut off at the limit', async () => {
  const answer = await call('/begun')
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test.each([
  ['/slow', 408, 'is the client’s fault, and no error of ours'],
  ['/upload', 503, 'may be ours: a slow disk keeps the client from sending'],
])('a body for %s that is held back is answered with %s: that %s', async (path, status) => {
  errors.length = 0
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{"a"`)
  try {
    const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('"code":"TIMEOUT"')
    expect(errors.length).toBe(status === 503 ? 1 : 0)
  } finally {
    socket.destroy()
  }
})
