import { expect, test } from 'vitest'
import { z } from 'zod'
import { capabilityNames, type EndpointDef, messageOnly, operations } from '#shared/contract/index.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** The shapes that calls share, each of which is written once. */
const shared = new Map<string, string>()

/** What a program must know of a value to send or read it: the names of its fields, and whether one may be missing. */
const shapeOf = (schema: Schema): string => {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.anyOf) return schema.anyOf.map(shapeOf).join(' | ')
  if (schema.type === 'array') return `${shapeOf(schema.items ?? {})}[]`
  if (!schema.properties) return schema.type ?? 'any'
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const shape = shapeOf(field)
    return `${name}${schema.required?.includes(name) ? '' : '?'}${/[A-Z{]/.test(shape) ? `: ${shape}` : ''}`
  })
  return `{${fields.join(', ')}}`
}
const shapeIn = (schema: z.ZodType, io: 'input' | 'output'): string => {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  for (const [name, each] of Object.entries($defs)) shared.set(`${name}, as ${io}`, shapeOf(each))
  return shapeOf(root)
}
const taken = (schema: z.ZodObject | undefined, name: string) => (schema ? [`${name} ${shapeIn(schema, 'input')}`] : [])

const linesOf = (endpoint: EndpointDef): string => {
  const { method, path, policy, scope, since = 'the first release', params, query, body, response } = endpoint
  const answer = endpoint.transfer ? `a ${endpoint.transfer}, ` : ''
  return [
    `${method} ${path}`,
    `${policy}, scope ${scope ?? 'none'}, since ${since}`,
    ...taken(params, 'params'),
    ...taken(query, 'query'),
    ...taken(body, 'body'),
    `${endpoint.status ?? 200} ${answer}${shapeIn(response, 'output')}`,
  ].join('\n  ')
}

// After a wanted change, `npm test -- unit tests/contract/calls -u` writes the file again; its diff shows what the change does to other programs.
test('[CAP-11] the contract has the calls of calls.snap: none is lost, moved, or changed for those who make it', async () => {
  const calls = operations.map(({ operation, endpoint }) => `${operation}: ${linesOf(endpoint)}`)
  const shapes = [...shared].map(([name, shape]) => `${name}: ${shape}`)
  const text = [
    `capabilities: ${capabilityNames.toSorted().join(' ')}`,
    ...calls.toSorted(),
    ...shapes.toSorted(),
  ].join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot('calls.snap')
})

test('[CAP-11] the first release had 74 calls, and each later one names the capability it belongs to', () => {
  // One asks by this call whether there is anything more.
  const first = operations.filter(
    ({ operation, endpoint }) => endpoint.since === undefined && operation !== 'capabilities.list',
  )
  expect(first).toHaveLength(74)
})

test('[WIRE-04] success bodies are {data, message?} or {message} unless the contract names another shape', () => {
  const others = operations.filter(({ endpoint: { response, transfer } }) => {
    const hasData = response instanceof z.ZodObject && 'data' in response.shape
    return !hasData && response !== messageOnly && transfer !== 'download' && transfer !== 'stream'
  })
  const tokens = ['auth.login', 'auth.refreshToken', 'auth.secondStep', 'auth.verifyEmailToken', 'auth.verifyOtp']
  const named = ['auth.register', 'creatorApplications.checkStatus', 'people.talents', 'waitlist.subscribe']
  expect(others.map(({ operation }) => operation).sort()).toEqual([...tokens, ...named].sort())
})
