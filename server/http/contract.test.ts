import fastify from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorCodes, operations, policies, type EndpointDef } from '#shared/contract/index.ts'
import { createProject, createUser, unique } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { zodSchemas } from '../plugins/zod-schemas.ts'

const server = testApp()
let contributor: string
let admin: string
beforeAll(async () => {
  contributor = (await createUser(server)).accessToken
  admin = (await createUser(server, { isAdministrator: true, accountType: 'creator' })).accessToken
})

const SOME_ID = '01890a5d-ac96-774b-bcce-b302099a8057'
/** Labels and rounds alone are numbered. */
const urlOf = ({ path }: EndpointDef) => `/api${path.replace(/:(labelID|n)\b/, '1').replace(/:\w+/g, SOME_ID)}`
const callAs = (endpoint: EndpointDef, token?: string, payload: object = {}) =>
  server.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    ...(endpoint.method !== 'GET' && { payload }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    payloadAsStream: isEndless(endpoint, token),
  })
/** Whether the answer is a stream, which has no end that one could wait for. */
const isEndless = ({ transfer }: EndpointDef, token?: string) =>
  transfer === 'stream' && (token === contributor || token === admin)
const errorEnvelope = z.strictObject({
  message: z.string().min(1),
  code: z.enum(errorCodes),
  details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  requestId: z.uuid({ version: 'v7' }),
})

describe.each(operations.map(({ operation, endpoint }) => [operation, endpoint] as const))('%s', (_, endpoint) => {
  test('[WIRE-51][SESS-37] has a policy, and its mount enforces it', async () => {
    expect(policies).toContain(endpoint.policy)
    const anonymous = await callAs(endpoint)
    if (endpoint.policy === 'public') {
      expect([200, 201, 422]).toContain(anonymous.statusCode)
      // Such a call ignores any token, even an invalid one.
      expect((await callAs(endpoint, 'nonsense')).statusCode).not.toBe(401)
      return
    }
    if (endpoint.policy === 'optional') expect(anonymous.statusCode).not.toBe(401)
    else {
      expect(anonymous.statusCode).toBe(401)
      expect(anonymous.json()).toMatchObject({ code: 'NOT_AUTHENTICATED' })
    }
    expect((await callAs(endpoint, 'nonsense')).statusCode).toBe(401)
    const signedIn = await callAs(endpoint, contributor)
    if (endpoint.policy === 'administrator' || endpoint.policy === 'creator') expect(signedIn.statusCode).toBe(403)
    else expect(signedIn.statusCode).not.toBe(401)
  })

  test('[WIRE-05] answers errors in the envelope and successes in its schema, without secrets', async () => {
    for (const token of [undefined, contributor, admin]) {
      const answer = await callAs(endpoint, token)
      expect(answer.statusCode).toBeLessThan(500)
      if (isEndless(endpoint, token)) continue
      expect(answer.body).not.toMatch(/argon2|_hash/)
      if (answer.statusCode >= 400) errorEnvelope.parse(answer.json())
      else endpoint.response.parse(answer.json())
    }
  })
})

const withBody = operations.filter(({ endpoint }) => endpoint.body)
describe.each(withBody.map(({ operation, endpoint }) => [operation, endpoint] as const))('%s', (_, endpoint) => {
  test('[WIRE-61] refuses unknown fields with a 422 and details', async () => {
    const answer = await callAs(endpoint, admin, { is_administrator: true })
    expect(answer.statusCode).toBe(422)
    // The detail names the unknown field, so the refusal is not only about missing ones.
    const messages = errorEnvelope.parse(answer.json()).details?.map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringContaining('is_administrator'))
  })
})

test('[WIRE-01] calls are below /api only, and a trailing slash is tolerated', async () => {
  const authorization = `Bearer ${contributor}`
  const get = (url: string) => server.app.inject({ url, headers: { authorization } })
  expect((await get('/api/users/username')).statusCode).toBe(200)
  expect((await get('/api/users/username/')).statusCode).toBe(200)
  expect((await get('/users/username')).statusCode).toBe(404)
})

test('[WIRE-06] IDs are UUIDv7 and times ISO 8601 in UTC', async () => {
  const email = `${unique('ids')}@example.org`
  const { data } = await server.client(admin).waitlist.createInvitation({ body: { email } })
  expect(z.uuid({ version: 'v7' }).safeParse(data.id).success).toBe(true)
  expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('[WIRE-61] invalid input is 422, and its message is the first detail that a person can read', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/users/register',
    payload: { email: 'nobody', password: '123', username: 'x' },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Please enter a valid email address',
    details: [{ path: 'email' }, { path: 'password' }, { path: 'username' }],
  })
  const missing = await server.app.inject({ method: 'POST', url: '/api/users/login', payload: { emailID: 'a' } })
  expect(missing.json()).toMatchObject({ message: "'password' is required.", details: [{ path: 'password' }] })
})

describe('[WIRE-05] a request that is not a valid call gets an error in the envelope, too', () => {
  const send = (options: { method?: 'GET' | 'POST' | 'PUT'; url: string; payload?: string; type?: string }) =>
    server.app.inject({
      method: options.method ?? 'POST',
      url: options.url,
      ...(options.payload !== undefined && { payload: options.payload }),
      headers: { 'content-type': options.type ?? 'application/json' },
    })
  const LOGIN = '/api/users/login'
  test.each([
    ['an unknown path', { method: 'GET', url: '/api/nothing/here' }, 404, 'NOT_FOUND'],
    ['the bare prefix', { method: 'GET', url: '/api' }, 404, 'NOT_FOUND'],
    ['another method', { method: 'PUT', url: LOGIN, payload: '{}' }, 405, 'METHOD_NOT_ALLOWED'],
    ['no JSON', { url: LOGIN, payload: '{"emailID":' }, 400, 'INVALID_INPUT'],
    ['a prototype', { url: LOGIN, payload: '{"__proto__":{"a":1}}' }, 400, 'INVALID_INPUT'],
    ['an array', { url: LOGIN, payload: '[]' }, 422, 'INVALID_INPUT'],
    ['no body', { url: LOGIN, payload: '' }, 422, 'INVALID_INPUT'],
    ['too deep a body', { url: LOGIN, payload: `{"a":${'['.repeat(64)}${']'.repeat(64)}}` }, 400, 'INVALID_INPUT'],
    ['too large a body', { url: LOGIN, payload: `{"a":"${'x'.repeat(2 ** 20)}"}` }, 413, 'BODY_TOO_LARGE'],
    [
      'a form',
      { url: LOGIN, payload: 'a=b', type: 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['text', { url: LOGIN, payload: '{}', type: 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a NUL', { url: LOGIN, payload: '{"emailID":"a\\u0000","password":"b"}' }, 422, 'INVALID_INPUT'],
    ['a broken address', { method: 'GET', url: '/api/users/%E0%A4%A' }, 400, 'INVALID_INPUT'],
  ] as const)('%s', async (_, request, status, code) => {
    const answer = await send(request)
    expect({ status: answer.statusCode, code: errorEnvelope.parse(answer.json()).code }).toEqual({ status, code })
    expect(answer.headers['x-request-id']).toBe(errorEnvelope.parse(answer.json()).requestId)
  })

  test('the answer to a wrong method names the allowed ones', async () => {
    expect((await send({ method: 'PUT', url: LOGIN, payload: '{}' })).headers['allow']).toBe('POST')
  })
})

test('a fault of ours says nothing about its cause, and an unreachable database gives a 503', async () => {
  const app = fastify()
  const { answerErrors } = await import('../plugins/errors.ts')
  answerErrors(app)
  const secret = 'select password_hash from users'
  app.get('/fault', () => Promise.reject(new Error(secret)))
  app.get('/away', () => Promise.reject(Object.assign(new Error(secret), { code: 'ECONNREFUSED' })))
  const [fault, away] = [await app.inject('/fault'), await app.inject('/away')]
  expect([fault.statusCode, away.statusCode]).toEqual([500, 503])
  expect(fault.body + away.body).not.toContain('select')
  expect(fault.json()).toMatchObject({ code: 'INTERNAL' })
  // The person sees the ID of the request, and the log line with that ID says why it failed.
  expect([fault.json<unknown>(), away.json<unknown>()]).toMatchObject([{ requestId: 'req-1' }, { requestId: 'req-2' }])
})

test('an answer carries only what its schema names', async () => {
  const app = fastify({ schemaController: zodSchemas })
  const response = { 200: z.object({ data: z.object({ id: z.string() }) }) }
  app.get('/row', { schema: { response } }, async () => ({ data: { id: '1', password_hash: 'x' }, rows: [] }))
  app.get('/unfit', { schema: { response } }, async () => ({ data: { password_hash: 'x' } }))
  expect((await app.inject('/row')).json()).toEqual({ data: { id: '1' } })
  expect((await app.inject('/unfit')).statusCode).toBe(500)
})

test('[WIRE-61] an ID in capitals is the same ID: a person who accepts an invitation with it accepts for themselves', async () => {
  const { user: owner, accessToken } = await createUser(server)
  const person = await createUser(server)
  const { id } = await createProject(server, owner.id)
  await server.client(accessToken).memberships.invite({ params: { id, userId: person.user.id }, body: {} })
  const answer = await server.app.inject({
    method: 'PUT',
    url: `/api/projects/${id.toUpperCase()}/user/${person.user.id.toUpperCase()}/accept-request`,
    payload: { accept: true },
    headers: { authorization: `Bearer ${person.accessToken}` },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { data: { isApproved: true } }])
})

test('[WIRE-63] /health and /openapi.json are served, and the document lists every call', async () => {
  expect((await server.app.inject('/health')).json()).toMatchObject({ status: 'ok', database: 'ok', demo: false })
  const answer = await server.app.inject('/openapi.json')
  const { openapi, paths } = answer.json<{ openapi: string; paths: Record<string, Record<string, object>> }>()
  expect(openapi).toMatch(/^3\.1/)
  for (const { operation, endpoint } of operations) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    expect(paths[path]?.[endpoint.method.toLowerCase()]).toMatchObject({
      operationId: operation,
      summary: endpoint.summary,
      responses: { [endpoint.status ?? 200]: expect.anything() as object, '4XX': expect.anything() as object },
    })
  }
  expect(paths['/health']).toBeDefined()
})
