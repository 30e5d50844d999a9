import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClient, type Call, failedReply } from '#shared/api-client/index.ts'
import { findEndpoint, operations, policies } from '#shared/contract/index.ts'
import { testApp } from '../support/server.ts'

const app = testApp()

const openApiPathOf = (path: string) => `/api${path.replace(/:(\w+)/g, '{$1}')}`

test('[WIRE2-08] every call is one entry with method, path, policy and schemas, and no two calls share an address', () => {
  const addresses = operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`)
  expect(new Set(addresses).size).toBe(operations.length)
  for (const { operation, endpoint } of operations) {
    expect(endpoint.path, operation).toMatch(/^\/[\w\-/:]+$/)
    expect(policies, operation).toContain(endpoint.policy)
    expect(endpoint.summary, operation).toMatch(/\.$/)
    expect(endpoint.response, operation).toBeInstanceOf(z.ZodType)
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(endpoint.params?.shape ?? {}).sort(), `${operation} names its parameters`).toEqual(named.sort())
    // Each part of a request refuses unknown keys, and says so beside what it says about missing ones.
    for (const part of ['params', 'query', 'body'] as const)
      if (endpoint[part]) {
        const issues = endpoint[part].safeParse({ anUnknownKey: 1 }).error?.issues ?? []
        expect(
          issues.map(({ code }) => code),
          `${operation} ${part}`,
        ).toContain('unrecognized_keys')
      }
  }
})

test('[WIRE2-09] routes, client, IPC allow-list and OpenAPI document are the contract, no more and no less', async () => {
  const document = (await (await fetch(`${app.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>
  }
  const documented = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  const declared = operations.map(({ endpoint }) => `${endpoint.method} ${openApiPathOf(endpoint.path)}`)
  expect(documented.sort()).toEqual(declared.sort())

  const sent: Call[] = []
  const client = createClient((call) => {
    sent.push(call)
    return Promise.resolve(failedReply(0, 'NETWORK'))
  }) as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>
  const offered = Object.entries(client).flatMap(([group, calls]) =>
    Object.keys(calls).map((name) => `${group}.${name}`),
  )
  const isStream = (transfer?: string) => transfer === 'stream'
  const answered = operations.filter(({ endpoint }) => !isStream(endpoint.transfer))
  expect(offered.sort()).toEqual(answered.map(({ operation }) => operation).sort())

  for (const { operation, endpoint } of operations) {
    const [group = '', name = ''] = operation.split('.')
    await client[group]?.[name]?.({}).catch(() => undefined)
    if (!isStream(endpoint.transfer)) expect(sent.at(-1)?.operation).toBe(operation)
    // The desktop's proxy looks operations up by this function.
    expect(findEndpoint(operation)).toBe(endpoint)
    // The server knows the address: whatever it answers to these made-up IDs, it does not say "no such call".
    const path = endpoint.path.replace(/:\w+/g, '01890000-0000-7000-8000-000000000000')
    const answer = await fetch(`${app.origin}/api${path}`, { method: endpoint.method })
    const text = await answer.text()
    expect(text, operation).not.toContain('There is no such call')
    expect(answer.status, operation).not.toBe(405)
  }
  for (const name of ['constructor', 'auth.constructor', '__proto__.toString', 'nothing.here'])
    expect(findEndpoint(name)).toBeUndefined()
})

/** Whether a field of a call is a time, such as `from`. */
const isTime = (field: z.ZodType) => JSON.stringify(z.toJSONSchema(field, { io: 'input' })).includes('"date-time"')

test('no call takes a time of year 0, which the database does not have, and each takes year 1', () => {
  const times = operations.flatMap(({ operation, endpoint: { query, body } }) =>
    Object.entries<z.ZodType>({ ...query?.shape, ...body?.shape })
      .filter(([, field]) => isTime(field))
      .map(([name, field]) => ({ call: `${operation} ${name}`, field })),
  )
  expect(times.map(({ call }) => call)).toContain('payments.list to')
  const taken = (time: string) => times.filter(({ field }) => field.safeParse(time).success).map(({ call }) => call)
  expect(taken('0000-02-29T10:00:00Z')).toEqual([])
  expect(taken('0001-01-01T00:00:00Z')).toEqual(times.map(({ call }) => call))
})
