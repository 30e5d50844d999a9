import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DEFAULT_TIMEOUT_MS, operations } from '../contract/index.ts'
import {
  ApiError,
  apiBase,
  axiosTransport,
  createClient,
  failedReply,
  isApiError,
  isUnreachable,
  type Reply,
  type Transport,
} from './index.ts'
import { isRefusal } from './api-error.ts'

const id = '01890000-0000-7000-8000-000000000001'
const createdAt = '2026-01-05T10:00:00.000Z'
const token = { token: 't', email: 'ada@example.org' }
const answering = (reply: Reply) => createClient(() => Promise.resolve(reply))
const failing = (status: number, message = '') => answering(failedReply(status, 'SOME_CODE', message))
const textOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.then(
    () => new Error('the call did not fail'),
    (reason: unknown) => reason,
  )
  return isApiError(error) ? error.message : `not an ApiError: ${String(error)}`
}

// These calls show the same text whatever the server said.
test.each([
  ['[ERR-08]', 'Subscription failed', () => failing(500, 'boom').waitlist.subscribe({ body: { email: 'a@b.cd' } })],
  ['[ERR-10]', 'Verify reset password token failed', () => failing(422, 'no').auth.verifyResetToken({ body: token })],
  [
    '[ERR-11]',
    'Create invitation failed',
    () => failing(403, 'no').waitlist.createInvitation({ body: { email: 'a@b.cd' } }),
  ],
  ['[ERR-12]', 'Validate invitation failed', () => failing(422, 'no').waitlist.validateInvitation({ body: token })],
  ['[ERR-13]', 'Failed to load profile', () => failing(500, 'boom').users.profile({})],
  ['[ERR-14]', 'Failed to load username', () => failing(500, 'boom').users.username({})],
  ['[ERR-15]', 'Failed to update bio', () => failing(500, 'boom').users.updateBio({ body: { bio: 'x' } })],
  ['[ERR-16]', 'Failed to fetch user details', () => failing(500, 'boom').users.details({})],
])('%s the call fails with %j', async (_, text, call) => {
  expect(await textOf(call())).toBe(text)
})

// The server's own message wins; a call without one shows its own text.
test.each([
  [
    '[ERR-17]',
    'Failed to fetch user projects',
    (status: number, said: string) => failing(status, said).users.projects({}),
  ],
  [
    '[ERR-18]',
    'Failed to fetch market projects',
    (status: number, said: string) => failing(status, said).projects.openProjects({ query: {} }),
  ],
  [
    '[ERR-19]',
    'Failed to fetch owner projects',
    (status: number, said: string) => failing(status, said).projects.owned({ query: {} }),
  ],
  [
    '[ERR-07]',
    'Failed to resend OTP',
    (status: number, said: string) => failing(status, said).auth.resendOtp({ body: { email: 'a@b.cd' } }),
  ],
  [
    '[ERR2-07]',
    'Failed to fetch project details',
    (status: number, said: string) => failing(status, said).projects.get({ params: { id } }),
  ],
  [
    '[ERR2-08]',
    'Failed to apply to project',
    (status: number, said: string) => failing(status, said).projects.apply({ params: { id }, body: {} }),
  ],
  [
    '[ERR2-09]',
    'Failed to fetch owner projects',
    (status: number, said: string) => failing(status, said).projects.owned({ query: {} }),
  ],
  [
    '[ERR2-10]',
    'Failed to create project',
    (status: number, said: string) => failing(status, said).projects.create({ body: { title: 't', description: 'd' } }),
  ],
  [
    '[ERR2-12]',
    'Failed to update project',
    (status: number, said: string) => failing(status, said).projects.update({ params: { id }, body: { title: 't' } }),
  ],
  [
    '[ERR2-16]',
    'Failed to get suggested projects',
    (status: number, said: string) => failing(status, said).projects.similar({ params: { id } }),
  ],
])('%s the call shows the text %j when the server sends no message', async (_, text, call) => {
  expect(await textOf(call(500, ''))).toBe(text)
  expect(await textOf(call(0, ''))).toBe(text)
  expect(await textOf(call(500, 'The disk is full'))).toBe('The disk is full')
})

test.each([400, 401, 404])(
  "[ERR-01][ERR-02][ERR-03] a %s on credentials reads 'Invalid credentials'",
  async (status) => {
    const api = failing(status, 'something else')
    const texts = await Promise.all([
      textOf(api.auth.login({ body: { emailID: 'a@b.cd', password: 'x' } })),
      textOf(api.auth.register({ body: { email: 'a@b.cd', password: 'secret', username: 'ada' } })),
      textOf(api.auth.verifyOtp({ body: { email: 'a@b.cd', otp: '123456' } })),
    ])
    expect(texts).toEqual(['Invalid credentials', 'Invalid credentials', 'Invalid credentials'])
  },
)

const listed = async (raw: object) => {
  const pagination = { page: 1, limit: 10, total: 1, totalPages: 1 }
  const { data } = await answering({
    ok: true,
    status: 200,
    data: { data: [{ id, createdAt, ...raw }], pagination },
  }).projects.openProjects({ query: {} })
  return data[0]
}

test('[WIRE-08] the second spellings of fields are read, and the first one wins where both are sent', async () => {
  expect(await listed({ name: 'By name', body: 'By body' })).toMatchObject({ title: 'By name', description: 'By body' })
  expect(await listed({ title: 'Title', name: 'Name', description: 'D', body: 'B' })).toMatchObject({
    title: 'Title',
    description: 'D',
  })
})

test('[WIRE-08] the other spelling of an ID is read, in a project, a task and a request', async () => {
  const other = '01890000-0000-7000-8000-0000000000aa'
  const person = '01890000-0000-7000-8000-0000000000bb'
  expect(await listed({ organizationId: other })).toMatchObject({ organizationID: other })
  expect(await listed({ organizationID: id, organizationId: other })).toMatchObject({ organizationID: id })

  const request = { id, projectId: other, status: 0 }
  const host = answering({ ok: true, status: 200, data: [request] })
  expect((await host.users.requests({ query: { type: 'sent' } })).data).toMatchObject([{ projectID: other }])

  const task = { id, name: 'By name', body: 'By body', projectId: other, userId: person, createdAt, version: 1 }
  const tasks = answering({ ok: true, status: 200, data: [task] }).tasks.byProject({
    params: { projectId: other },
    query: {},
  })
  expect((await tasks).data).toMatchObject([
    { title: 'By name', description: 'By body', projectID: other, assignedToID: person },
  ])
})

test('[WIRE-08] a body with an envelope and one without are read alike', async () => {
  const flat = { accessToken: 'a', refreshToken: 'r', userID: id, isEmailVerified: true }
  const bodies = [flat, { data: flat }]
  const answers = await Promise.all(
    bodies.map((data) =>
      answering({ ok: true, status: 200, data }).auth.login({ body: { emailID: 'a', password: 'b' } }),
    ),
  )
  expect(answers).toEqual([flat, flat])
  const names = await Promise.all(
    [{ username: 'ada' }, { data: { username: 'ada' } }].map((data) =>
      answering({ ok: true, status: 200, data }).users.username({}),
    ),
  )
  expect(names).toEqual(Array.from({ length: 2 }, () => ({ data: { username: 'ada', name: '' } })))
})

test("[WIRE-10] a project without title and name gets the title 'Untitled Project'", async () => {
  expect(await listed({})).toMatchObject({ title: 'Untitled Project' })
  expect(await listed({ title: '', name: null })).toMatchObject({ title: 'Untitled Project' })
})

test("[WIRE-11] a project without description and body reads 'No description available'", async () => {
  expect(await listed({})).toMatchObject({ description: 'No description available' })
})

test('[WIRE-12][WIRE-08] a project without tier is basic, without status 0, without isApproved not approved', async () => {
  expect(await listed({})).toMatchObject({ tier: 'basic', status: 0, isApproved: false })
  expect(await listed({ tier: 'gold', status: 2, isApproved: true })).toMatchObject({
    tier: 'gold',
    status: 2,
    isApproved: true,
  })
})

test('[SESS-40] an account type is read regardless of its case', async () => {
  const api = answering({ ok: true, status: 200, data: { data: { type: 'CREATOR' } } })
  expect((await api.users.details({})).data.type).toBe('creator')
})

test('an answer that does not fit the contract fails the call at once', async () => {
  const api = answering({ ok: true, status: 200, data: { data: { username: 7 } } })
  await expect(api.users.username({})).rejects.toMatchObject({ status: 0, code: 'BAD_ANSWER' })
})

test('[WIRE-52] the client has exactly the calls of the contract', () => {
  const api = createClient((() => Promise.resolve(failedReply(0, 'NETWORK'))) satisfies Transport)
  const made = Object.entries(api).flatMap(([group, calls]) => Object.keys(calls).map((name) => `${group}.${name}`))
  // A stream has no one answer, so it is followed in another way.
  const answered = operations.filter(({ endpoint }) => endpoint.transfer !== 'stream')
  expect(made).toEqual(answered.map(({ operation }) => operation))
})

// These tests use real HTTP: they look at what the client sends, and which statuses count as success.
const seen: Array<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }> = []
let next: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '{}' }
const host = createServer((request, answer) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer.writeHead(next.status, { 'content-type': 'application/json', ...next.headers })
    answer.end(next.body)
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => host.close(resolve)))
const overHttp = () => createClient(axiosTransport({ baseURL: () => apiBase(origin) }))

test('[WIRE-03] calls send JSON bodies below /api', async () => {
  next = { status: 200, body: '{"message":"sent"}' }
  await overHttp().auth.resendOtp({ body: { email: 'ada@example.org' } })
  expect(seen.at(-1)).toMatchObject({
    method: 'POST',
    url: '/api/users/resend-otp',
    body: '{"email":"ada@example.org"}',
  })
  expect(seen.at(-1)?.headers['content-type']).toContain('application/json')
})

test('[WIRE-03] 200 to 299 are success, 300 is not', async () => {
  for (const status of [200, 201, 299]) {
    next = { status, body: '{"message":"sent"}' }
    await expect(overHttp().auth.resendOtp({ body: { email: 'a@b.cd' } })).resolves.toEqual({ message: 'sent' })
  }
  next = { status: 300, body: '{"message":"sent"}' }
  await expect(overHttp().auth.resendOtp({ body: { email: 'a@b.cd' } })).rejects.toMatchObject({ status: 300 })
})

test('[WIRE-03] a call times out after 30 seconds, an AI call after its own 120', async () => {
  expect(DEFAULT_TIMEOUT_MS).toBe(30_000)
  const request = vi
    .fn()
    .mockRejectedValue(Object.assign(new Error('late'), { isAxiosError: true, code: 'ECONNABORTED' }))
  const send = axiosTransport({ baseURL: () => origin, instance: { request } as never })
  const endpoint = contract.users.username
  expect(await send({ operation: 'users.username', input: {} }, endpoint)).toMatchObject({
    ok: false,
    status: 0,
    error: { code: 'TIMEOUT' },
  })
  await send({ operation: 'users.username', input: {} }, { ...endpoint, timeoutMs: 120_000 })
  expect(request.mock.calls.map(([config]) => (config as { timeout: number }).timeout)).toEqual([30_000, 120_000])
})

test('a limit tells how long to wait, and a host that is down is told apart from a refusal', async () => {
  next = { status: 429, body: '{"message":"Slow down","code":"RATE_LIMITED"}', headers: { 'retry-after': '42' } }
  await expect(overHttp().users.username({})).rejects.toMatchObject({ status: 429, retryAfter: 42 })
  const dead = createClient(axiosTransport({ baseURL: () => 'http://127.0.0.1:1' }))
  await expect(dead.users.username({})).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
})

test('each answer reports anew the rows that a list lost, and only when there are any', async () => {
  const said: string[] = []
  const good = { id, title: 'A map', status: '1', createdAt, updatedAt: createdAt }
  const answers = [[good, null], [good, null, null], [good]]
  const onLeftOut = (text: string) => said.push(text)
  const api = createClient(
    async () => ({ ok: true, status: 200, data: { data: answers.shift() } }),
    undefined,
    onLeftOut,
  )
  for (let call = 0; call < 3; call += 1) expect((await api.users.projects({})).data).toHaveLength(1)
  expect(said.map((text) => text.slice(0, 39))).toEqual([
    'users.projects: 1 unreadable row left o',
    'users.projects: 2 unreadable rows left ',
  ])
})

test.each([
  [0, 'unreachable'],
  [400, 'refusal'],
  [404, 'refusal'],
  [408, 'neither'],
  [409, 'refusal'],
  [429, 'neither'],
  [499, 'refusal'],
  [500, 'neither'],
  [501, 'neither'],
  [502, 'unreachable'],
  [503, 'unreachable'],
  [504, 'unreachable'],
  [505, 'neither'],
])('an answer of status %d is a %s', async (status, kind) => {
  const error: unknown = await failing(status)
    .users.username({})
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect([isRefusal(error), isUnreachable(error)]).toEqual([kind === 'refusal', kind === 'unreachable'])
})
