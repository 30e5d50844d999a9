import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { errorBody } from '#shared/contract/index.ts'
import { startLoopTime } from '#support/loop-time.ts'
import { startTestApp, testApp } from '#support/server.ts'

/** The same limits as the server's, only shorter. */
const timeLimits = { headers: 400, request: 1_000, every: 50 }
/**
 * Far longer than these limits, and far shorter than a client could keep a connection open otherwise. Clients and server are in this process,
 * and its own time is what counts.
 */
const SOON = 3_000
const time = startLoopTime()

const server = testApp({ deps: { timeLimits } })

/** `ms` by the clock, and `ownMs` of this process's own time. */
type Conversation = { said: string; ms: number; ownMs: number }

/** Sends `head` at once and then `drop` again and again, until the server closes the connection. */
const dribble = (head: string, drop: string, everyMs = 50): Promise<Conversation> =>
  new Promise((resolve) => {
    const { port } = new URL(server.origin)
    const started = performance.now()
    const startedAt = time.ms()
    const socket = connect(Number(port), '127.0.0.1')
    let said = ''
    socket.write(head)
    const dripping = setInterval(() => socket.write(drop), everyMs)
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    // The test writes into a connection that may be closed already.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve({ said, ms: performance.now() - started, ownMs: time.ms() - startedAt })
    })
  })
const bodyOf = ({ said }: Conversation): unknown => JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4))
const post = (length: number) =>
  `POST /api/users/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

describe('a client that sends byte by byte (slowloris)', () => {
  test('gets a 408 and loses its connection when it sends its headers so', async () => {
    const conversation = await dribble('GET /health HTTP/1.1\r\nhost: localhost\r\n', 'x-a: b\r\n')
    expect(conversation.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(errorBody.parse(bodyOf(conversation))).toMatchObject({ code: 'TIMEOUT' })
    expect(conversation.ms).toBeGreaterThan(timeLimits.headers - 50)
    expect(conversation.ownMs).toBeLessThan(SOON)
  })

  test('loses its connection when it sends its body so, too', async () => {
    const conversation = await dribble(post(10_000), ' ')
    expect(conversation.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(conversation.ms).toBeGreaterThan(timeLimits.request - 50)
    expect(conversation.ownMs).toBeLessThan(SOON)
  })

  test('loses its connection when it sends nothing at all', async () => {
    const conversation = await dribble('', '')
    expect(conversation.ownMs).toBeLessThan(SOON)
  })

  test('makes nobody else wait, even when there are a hundred of them', async () => {
    let gone = 0
    const crowd = Array.from({ length: 100 }, () => dribble(post(10_000), ' ').finally(() => (gone += 1)))
    const answer = await fetch(`${server.origin}/livez`)
    expect(answer.status).toBe(200)
    // The answer came while they were all there.
    expect(gone).toBe(0)
    for (const { ownMs } of await Promise.all(crowd)) expect(ownMs).toBeLessThan(SOON)
  })
})

test.each([
  ['no HTTP', 'HELO example.org\r\n\r\n', 400, 'INVALID_INPUT'],
  ['two lengths', `${post(5).trimEnd()}\r\ncontent-length: 6\r\n\r\n`, 400, 'INVALID_INPUT'],
  ['a length and chunks', `${post(5).trimEnd()}\r\ntransfer-encoding: chunked\r\n\r\n`, 400, 'INVALID_INPUT'],
  ['a line break in a header', 'GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: b\rc: d\r\n\r\n', 400, 'INVALID_INPUT'],
  ['a header without end', `GET /health HTTP/1.1\r\nx-a: ${'x'.repeat(20_000)}`, 431, 'BODY_TOO_LARGE'],
] as const)('bytes that are not a request are refused in the error envelope: %s', async (_, head, status, code) => {
  const conversation = await dribble(head, '')
  expect(conversation.said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(errorBody.parse(bodyOf(conversation))).toMatchObject({ code })
  expect(conversation.said).toContain('nosniff')
})

test('the server’s own limits are 20 s for headers and 120 s for a whole request, checked every 5 s', async () => {
  const { TIME_LIMITS } = await import('./client-errors.ts')
  expect(TIME_LIMITS).toEqual({ headers: 20_000, request: 120_000, every: 5_000 })
})

test('a stopping server waits for answers under way, and not for the connections that stay open after them', async () => {
  const stopping = await startTestApp({ url: server.databaseUrl })
  // There are many calls, so that some are answered while the server stops. The client keeps every connection open for
  // the next request.
  const answers = Array.from({ length: 12 }, () =>
    fetch(`${stopping.origin}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailID: 'nobody@example.org', password: 'wrong' }),
    }).then((answer) => answer.text().then(() => answer.status)),
  )
  await Promise.race(answers)
  // Connections that stay open would keep it for 72 s, and so fail this test at its time limit.
  await stopping.close()
  expect((await Promise.all(answers)).every((status) => status === 401 || status === 429)).toBe(true)
})
