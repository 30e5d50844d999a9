import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { alwaysText, type EndpointDef } from '../contract/index.ts'
import { openStream, type OpenStream, type StreamEvent, type StreamOptions } from './event-stream.ts'
import { memoryTokenStore } from './session-rules.ts'
import { withSession } from './session.ts'
import { streamTransport } from './stream-transport.ts'
import { axiosTransport } from './axios-transport.ts'
import { apiBase } from './wire.ts'
import type { SessionEvent } from './session-rules.ts'
import type { Transport } from './transport.ts'

type Frame = { say: string }
const endpoint: EndpointDef = {
  method: 'GET',
  path: '/events/stream',
  summary: 'A stream.',
  policy: 'user',
  scope: 'read',
  response: z.unknown(),
  failure: alwaysText('Failed to follow'),
}
const userID = '01890000-0000-7000-8000-000000000001'
const endings: Array<() => void> = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** One stream as the host has it. */
const talk = (response: ServerResponse) => ({
  ready: (cursor: string) => response.write(`event: ready\ndata: {"cursor":"${cursor}"}\n\n`),
  change: (cursor: string, say: string) =>
    response.write(`event: change\nid: ${cursor}\ndata: ${JSON.stringify({ say })}\n\n`),
  reset: (cursor: string) => response.write(`event: reset\ndata: {"cursor":"${cursor}"}\n\n`),
  write: (text: string) => response.write(text),
  cut: () => response.destroy(),
  end: () => response.end(),
})
type Talk = ReturnType<typeof talk>

/** A host whose `/api/events/stream` answers as the test says, and a client with a session that follows it. */
const stage = async (
  answer: (stream: Talk, request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<StreamOptions<Frame>> = {},
) => {
  const asked: Array<{ url: string; authorization: string | undefined }> = []
  const refreshed: string[] = []
  const server = createServer((request, response) => {
    if (request.url?.includes('refresh-token')) {
      refreshed.push(request.url)
      const pair = { accessToken: 'access-2', refreshToken: 'refresh-2', userID, isEmailVerified: true }
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pair))
    }
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
    answer(talk(response), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store = memoryTokenStore({ accessToken: 'access-1', refreshToken: 'refresh-1', userID })
  const http = axiosTransport({ baseURL: () => apiBase(origin) })
  const follow = streamTransport({ serverOrigin: () => origin, fetch: (url, init) => fetch(url, init) })
  const sessionEvents: SessionEvent[] = []
  const send: Transport = withSession(
    (call, called, how) => (call.operation === 'events.stream' ? follow : http)(call, called, how),
    { store, onEvent: (event) => sessionEvents.push(event), logoutDelayMs: 10 },
  )
  const events: Array<StreamEvent<Frame>> = []
  const stream: OpenStream = openStream<Frame>({
    open: (after, signal) =>
      send({ operation: 'events.stream', input: { query: after ? { after } : {} } }, endpoint, {
        signal,
      }),
    read: (text) => JSON.parse(text) as Frame,
    onEvent: (event) => events.push(event),
    pauseMs: 20,
    longestPauseMs: 80,
    ...options,
  })
  endings.push(() => {
    stream.stop()
    server.closeAllConnections()
    server.close()
  })
  const said = () => events.flatMap((event) => (event.type === 'frame' ? [event.frame.say] : []))
  return { asked, refreshed, events, said, stream, sessionEvents, server }
}
const streaming = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

test('[LIVE-03] the stream is asked for with the bearer header; no token is in the URL', async () => {
  const { asked, said } = await stage((stream, _request, response) => {
    streaming(response)
    stream.ready('c0')
    stream.change('c1', 'first')
  })
  await vi.waitFor(() => expect(said()).toEqual(['first']))
  expect(asked).toEqual([{ url: '/api/events/stream', authorization: 'Bearer access-1' }])
})

test('[LIVE-06][LIVE-23] a stream that breaks goes on by itself from the last cursor, heartbeats included', async () => {
  let count = 0
  const { asked, said, events } = await stage((stream, _request, response) => {
    streaming(response)
    count += 1
    if (count === 1) {
      stream.ready('c0')
      stream.change('c1', 'first')
      setTimeout(() => stream.cut(), 20)
    } else if (count === 2) {
      stream.ready('c1')
      // A heartbeat is a comment with an id line and no data.
      stream.write(': still here\nid: c7\n\n')
      setTimeout(() => stream.end(), 20)
    } else {
      stream.ready('c7')
      stream.change('c8', 'second')
    }
  })
  await vi.waitFor(() => expect(said()).toEqual(['first', 'second']))
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/events/stream',
    '/api/events/stream?after=c1',
    '/api/events/stream?after=c7',
  ])
  const states = events.flatMap((event) => (event.type === 'state' ? [event.state] : []))
  expect(states).toEqual(['live', 'down', 'live', 'down', 'live'])
})

test('[LIVE-06] a frame that arrives in pieces, or with letters cut in two, is read as one', async () => {
  const { said } = await stage((stream, _request, response) => {
    streaming(response)
    stream.ready('c0')
    const bytes = Buffer.from('event: change\nid: c1\ndata: {"say":"Grüße"}\n\n')
    const cut = bytes.indexOf(0xc3) + 1
    response.write(bytes.subarray(0, cut))
    setTimeout(() => response.write(bytes.subarray(cut)), 30)
  })
  await vi.waitFor(() => expect(said()).toEqual(['Grüße']))
})

test('[LIVE-07] a reset tells the listener that everything is out of date, and the next stream begins after it', async () => {
  let count = 0
  const { asked, events } = await stage(
    (stream, _request, response) => {
      streaming(response)
      count += 1
      stream.ready(count === 1 ? 'c5' : 'c6')
      if (count > 1) return
      stream.reset('c6')
      setTimeout(() => stream.end(), 20)
    },
    { after: 'of another log' },
  )
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(events).toContainEqual({ type: 'reset', cursor: 'c6' })
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/events/stream?after=of%20another%20log',
    '/api/events/stream?after=c6',
  ])
})

test('[LIVE-03] a 401 refreshes the session once, and the stream goes on with the new token', async () => {
  const { asked, refreshed, said } = await stage((stream, request, response) => {
    if (request.headers.authorization !== 'Bearer access-2') return void response.writeHead(401).end('{}')
    streaming(response)
    stream.ready('c0')
    stream.change('c1', 'hello')
  })
  await vi.waitFor(() => expect(said()).toEqual(['hello']))
  expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer access-1', 'Bearer access-2'])
  expect(refreshed).toHaveLength(1)
})

test('[LIVE-23] a connection without a byte for too long counts as dead, one with heartbeats does not', async () => {
  let count = 0
  let beats = 0
  const { asked } = await stage(
    (stream, _request, response) => {
      streaming(response)
      stream.ready('c0')
      count += 1
      if (count === 1) return
      const beat = setInterval(() => {
        beats += 1
        stream.write(': still here\n\n')
      }, 20)
      response.on('close', () => clearInterval(beat))
    },
    { silenceMs: 1_000 },
  )
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 10_000 })
  // Beats are counted, not seconds: on a busy machine both ends of this connection are late by the same time.
  await vi.waitFor(() => expect(beats).toBeGreaterThan(75), { timeout: 15_000 })
  expect(asked).toHaveLength(2)
})

test('[LIVE-23] pauses between attempts grow with each failure and are spread', async () => {
  const times: number[] = []
  const { asked } = await stage(
    (_stream, _request, response) => {
      times.push(performance.now())
      response.writeHead(503).end('{}')
    },
    { pauseMs: 100, longestPauseMs: 60_000, random: () => 1 },
  )
  await vi.waitFor(() => expect(asked).toHaveLength(4), { timeout: 15_000 })
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(gaps[0]).toBeGreaterThanOrEqual(95)
  expect(gaps[1]).toBeGreaterThanOrEqual(195)
  expect(gaps[2]).toBeGreaterThanOrEqual(395)
})

test('[LIVE-23] waking up ends a pause', async () => {
  const { asked, events, stream } = await stage(
    (_stream, _request, response) => void response.writeHead(503).end('{}'),
    { pauseMs: 7_200_000, longestPauseMs: 7_200_000, random: () => 0 },
  )
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'state', state: 'down', cursor: null }))
  expect(asked).toHaveLength(1)
  // The pause would take an hour.
  await vi.waitFor(() => {
    stream.wake()
    expect(asked).toHaveLength(2)
  })
})

test('[LIVE-20] a refusal with Retry-After is not asked again before that time', async () => {
  const times: number[] = []
  const { asked, events } = await stage((_stream, _request, response) => {
    times.push(performance.now())
    response.writeHead(429, { 'retry-after': '1' }).end('{}')
  })
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'state', state: 'down', cursor: null }))
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 15_000 })
  const [first = 0, second = 0] = times
  expect(second - first).toBeGreaterThanOrEqual(995)
})

test('[LIVE-03] after stop nothing is asked and nothing is told any more', async () => {
  let open: Talk | undefined
  const { asked, events, stream } = await stage((talking, _request, response) => {
    streaming(response)
    talking.ready('c0')
    open = talking
  })
  await vi.waitFor(() => expect(events).toHaveLength(1))
  stream.stop()
  open?.change('c1', 'too late')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(events).toHaveLength(1)
  expect(asked).toHaveLength(1)
})

test('[LIVE-23] a page that answers in the place of the server is no stream', async () => {
  const { events } = await stage((_stream, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome to our hotel</p>')
  })
  await vi.waitFor(() => expect(events.length).toBeGreaterThan(1))
  expect(events.every((event) => event.type === 'state' && event.state === 'down')).toBe(true)
})
