import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorCodes, type OperationName, operations } from '#shared/contract/index.ts'
import { createUser } from '#support/factories.ts'
import { testApp } from '#support/server.ts'
import { limitTable } from '../limits/limit-table.ts'
import { limitsInWords, limitsOf } from './openapi-limits.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  examples?: unknown[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Content = { $ref?: string; description?: string; headers?: object; content?: Record<string, Media> }
type Media = { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Parameter = { in: string; name: string; description?: string; example?: unknown; schema: Schema }
type Operation = {
  operationId: string
  description: string
  tags: string[]
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
type Document = {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}

const server = testApp()
let document: Document
let described: Map<string, Operation>
beforeAll(async () => {
  document = (await server.app.inject('/openapi.json')).json()
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  described = new Map(all.map((each) => [each.operationId, each]))
})

const found = (operation: string): Operation => {
  const each = described.get(operation)
  if (!each) throw new Error(`${operation} is not in the document.`)
  return each
}
const schemaOf = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
const answerOf = (answer: Content): Content =>
  answer.$ref ? (document.components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? {}) : answer
const jsonOf = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema
/** The example that the document shows of a whole body; undefined where its parts have theirs. */
const shownExample = ({ content }: Content): unknown => {
  const json = content?.['application/json']
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value
}

test('the document is valid OpenAPI 3.1; every reference has its target, and every shared part is referred to', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)).toMatchObject({
    valid: true,
  })
  const text = JSON.stringify(document)
  const referred = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  )
  const there = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, things]) => Object.keys(things).map((name) => `${kind}/${name}`))
  expect([...referred].sort()).toEqual(there.sort())
  expect(text.match(/"\$ref":"(?!#\/components\/)/)).toBeNull()
  for (const shared of ['Project', 'Task', 'Profile', 'Member', 'Payment', 'Error', 'Pagination', 'TokenPair'])
    expect(there).toContain(`schemas/${shared}`)
  expect(document.servers.map(({ url }) => url)).toEqual([server.origin])
})

test('every call says its purpose, who may make it and how it fails', () => {
  const tags = new Map(document.tags.map(({ name, description }) => [name, description]))
  for (const { operation, endpoint } of operations) {
    const { tags: [tag = ''] = [], description, security, responses } = found(operation)
    expect(tags.get(tag), operation).toMatch(/\.$/)
    expect(description, operation).toMatch(/^Who may: \S/)
    const needsToken = endpoint.policy !== 'public'
    expect(
      (security ?? []).some((way) => 'bearer' in way),
      operation,
    ).toBe(needsToken)
    const success = responses[endpoint.status ?? 200]
    expect(success?.description, operation).toMatch(/\.$/)
    for (const [status, answer] of Object.entries(responses).filter(([each]) => /^[45]/.test(each))) {
      const failure = answerOf(answer)
      expect(failure.description, `${operation} ${status}`).toMatch(/`[A-Z_]+`|\.$/)
      expect(JSON.stringify(jsonOf(failure)), `${operation} ${status}`).toContain('#/components/schemas/Error')
      for (const [, code = ''] of (failure.description ?? '').matchAll(/`([A-Z_]{4,})`/g))
        expect(errorCodes, `${operation} ${status}`).toContain(code)
    }
  }
})

test('every parameter and every field is described', () => {
  const missing: string[] = []
  const look = (schema: Schema | undefined, path: string) => {
    if (!schema) return
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      // The call describes the data in an envelope.
      if (!field.description && !field.$ref && name !== 'data') missing.push(`${path}.${name}`)
      look(field, `${path}.${name}`)
    }
    for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])])
      look(part, path)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
  for (const { operationId, parameters = [], requestBody, responses } of described.values()) {
    for (const { name, description } of parameters) if (!description) missing.push(`${operationId} ${name}`)
    for (const { schema } of Object.values(requestBody?.content ?? {})) look(schema, `${operationId} body`)
    look(jsonOf(responses['200'] ?? responses['201'] ?? {}), operationId)
  }
  expect(missing).toEqual([])
})

/**
 * An example value made from the document's own examples, the first one when there are several; without any, a value of
 * the type.
 */
const exampleOf = (given: Schema): unknown => {
  const schema = schemaOf(given)
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {})
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]))
  if (type === 'array') return [exampleOf(schema.items ?? {})]
  if (type === 'boolean') return true
  return type === 'string' ? 'text' : (schema.minimum ?? 1)
}

test.each(operations.map(({ operation, endpoint }) => [operation, endpoint] as const))(
  'the contract accepts the document’s examples of %s',
  (operation, endpoint) => {
    const { parameters = [], requestBody, responses } = found(operation)
    const examplesIn = (place: string) =>
      Object.fromEntries(
        // A URL carries parameters as text.
        parameters
          .filter((each) => each.in === place)
          .map(({ name, schema, example = exampleOf(schema) }) => [name, String(example)]),
      )
    endpoint.params?.parse(examplesIn('path'))
    endpoint.query?.parse(examplesIn('query'))
    const body = jsonOf(requestBody ?? {})
    expect(body !== undefined, 'a body is described').toBe(endpoint.body !== undefined)
    if (body) endpoint.body?.parse(shownExample(requestBody ?? {}) ?? exampleOf(body))
    const answer = jsonOf(responses[endpoint.status ?? 200] ?? {})
    // No example can show the bytes of a file, or a stream.
    expect(answer === undefined).toBe(endpoint.transfer === 'download' || endpoint.transfer === 'stream')
    if (answer) endpoint.response.parse(exampleOf(answer))
  },
)

test('files are sent as a form and answered as bytes', () => {
  const form = found('files.upload').requestBody?.content?.['multipart/form-data']?.schema
  expect(form?.properties?.['file']).toMatchObject({ type: 'string', format: 'binary' })
  expect(found('files.download').responses['200']).toMatchObject({
    headers: { 'Content-Disposition': {} },
    content: { '*/*': { schema: { format: 'binary' } } },
  })
})

test('a limited call names its limits, 429 and Retry-After; every limit is named at a call', () => {
  const told = operations.flatMap(({ operation }) => limitsOf(operation))
  expect([...new Set(told)].sort()).toEqual(Object.keys(limitTable).sort())
  for (const { operation } of operations) {
    const { description, responses } = found(operation)
    const isLimited = limitsInWords(operation as OperationName).length > 0
    expect(description.includes('Limits: '), operation).toBe(isLimited)
    expect(responses['429'] !== undefined, operation).toBe(isLimited)
    if (responses['429']) expect(answerOf(responses['429']).headers).toMatchObject({ 'Retry-After': {} })
  }
  expect(found('auth.login').description).toContain('failed sign-ins from one network: 50 in 15 minutes')
})

describe('the document describes the server’s real answers to', () => {
  const ID = '01890000-0000-7000-8000-000000000000'
  test.each<[what: string, isSignedIn: boolean, payload?: string | object, type?: string]>([
    ['nobody', false, {}],
    ['a stranger with nothing', true, {}],
    ['a body that is no JSON', true, '{'],
    ['a body of another type', true, 'text', 'text/plain'],
  ])('%s', async (_, isSignedIn, payload, type = 'application/json') => {
    const { accessToken } = await createUser(server)
    for (const { operation, endpoint } of operations) {
      const answer = await server.app.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/:\w+/g, ID)}`,
        headers: {
          ...(isSignedIn && { authorization: `Bearer ${accessToken}` }),
          ...(endpoint.body && { 'content-type': type }),
        },
        ...(endpoint.body && payload !== undefined && { payload }),
        // A stream's answer has no end that one could wait for.
        payloadAsStream: isSignedIn && endpoint.transfer === 'stream',
      })
      if (answer.statusCode < 400) continue
      const { code } = answer.json<{ code: string }>()
      const failure = found(operation).responses[answer.statusCode]
      expect(failure, `${operation} answers ${answer.statusCode} ${code}`).toBeDefined()
      expect(answerOf(failure ?? {}).description, `${operation} ${answer.statusCode}`).toContain(`\`${code}\``)
    }
  })
})
