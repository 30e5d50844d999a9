import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { type EndpointDef, FILE_PART, type OperationName, operations } from '#shared/contract/index.ts'
import { health } from '#shared/contract/system.ts'
import { API_PREFIX, routeSchema } from '../http/mount.ts'
import { failureAnswers, sharedAnswers } from './openapi-answers.ts'
import { tidyComponents } from './openapi-components.ts'
import { limitsInWords } from './openapi-limits.ts'
import { groups, introduction, whoMay } from './openapi-words.ts'
import { zodSchemas } from './zod-schemas.ts'

export type ApiInfo = { title: string; description: string; version: string; origin: string }

/**
 * Makes the OpenAPI 3.1 document of every call, on a separate server that never listens, so that the real server
 * neither loads the generator nor records its routes at each start. `origin` is the server's address.
 */
export const describeApi = async ({ title, description, version, origin }: ApiInfo): Promise<object> => {
  const scribe = fastify({ logger: false, schemaController: zodSchemas })
  await scribe.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description: `${description}\n\n${introduction}` },
      servers: [{ url: origin, description: 'This server.' }],
      tags: Object.entries(groups).map(([name, words]) => ({ name, description: words })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of `auth.login`, good for 15 minutes.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  for (const { operation, endpoint } of operations)
    scribe.route({
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      schema: {
        ...routeSchema(operation, endpoint),
        description: wordsOf(operation, endpoint),
        security: securityOf(endpoint.policy),
      },
      handler: unreachable,
    })
  scribe.route({
    method: health.method,
    url: health.path,
    schema: {
      operationId: 'system.health',
      summary: health.summary,
      description: 'Anyone. A server that cannot work answers the same with 503.',
      tags: ['system'],
      security: [],
      response: { 200: health.response, 503: health.response },
    },
    handler: unreachable,
  })
  await scribe.ready()
  const document = scribe.swagger() as unknown as Document
  await scribe.close()
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const byName = new Map(all.map((each) => [each.operationId, each]))
  const described = byName.get('system.health')
  if (described) nameAnswers(described, { 200: 'It can work.', 503: 'It cannot work now.' })
  for (const { operation, endpoint } of operations) complete(byName.get(operation), operation, endpoint)
  return tidyComponents({ ...document, components: { ...document.components, responses: sharedAnswers } })
}

type Answer = { description: string; headers?: object; content?: Record<string, { schema: object }> }
type Operation = {
  operationId: string
  parameters?: object[]
  requestBody?: object
  responses: Record<string, Answer | { $ref: string }>
}
type Document = { paths: Record<string, Record<string, Operation>>; components?: { schemas?: Record<string, unknown> } }

const wordsOf = (operation: string, { policy }: EndpointDef): string => {
  const limits = limitsInWords(operation as OperationName)
  return [`Who may: ${whoMay[policy]}`, ...(limits.length > 0 ? [`Limits: ${limits.join('; ')}.`] : [])].join('\n\n')
}

const nameAnswers = ({ responses }: Operation, words: Record<number, string>) => {
  for (const [status, description] of Object.entries(words))
    responses[status] = { ...(responses[status] as Answer), description }
}

/** Adds the parts that schemas do not hold: failures, bodies that are files, and the tag of a board. */
const complete = (described: Operation | undefined, operation: string, endpoint: EndpointDef): void => {
  if (!described) return
  const status = endpoint.status ?? 200
  const success = described.responses[status] as Answer
  success.description = status === 201 ? 'It was made.' : 'It was done.'
  described.responses = { [status]: success, ...failureAnswers(operation, endpoint) }
  if (endpoint.transfer === 'upload') {
    const form = {
      type: 'object',
      required: [FILE_PART],
      properties: { [FILE_PART]: { ...binary, description: 'The file.' } },
    }
    described.requestBody = { required: true, content: { 'multipart/form-data': { schema: form } } }
  }
  if (endpoint.transfer === 'download') {
    const name = { description: 'An attachment, with its name.', schema: { type: 'string' } }
    described.responses[status] = {
      description: 'The file.',
      headers: { 'Content-Disposition': name },
      content: { '*/*': { schema: binary } },
    }
  }
  if (endpoint.transfer === 'stream') {
    const schema = success.content?.['application/json']?.schema ?? {}
    const words = 'Events named `ready`, `reset` and `change`; the data of a change is described here.'
    described.responses[status] = { description: words, content: { 'text/event-stream': { schema } } }
  }
  if (operation === 'tasks.byProject') describeTag(described, success)
}
const binary = { type: 'string', format: 'binary' }

const describeTag = (described: Operation, success: Answer): void => {
  const schema = { type: 'string' }
  const headers = { ETag: { description: 'Which state of the board this is.', schema } }
  success.headers = headers
  described.responses['304'] = { description: 'The board is still in the state that `If-None-Match` names.', headers }
  described.parameters?.push({
    in: 'header',
    name: 'If-None-Match',
    required: false,
    description: 'The `ETag` of an earlier answer.',
    schema,
  })
}

const securityOf = (policy: string) => {
  if (policy === 'public') return []
  return policy === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

const unreachable = () => Promise.reject(new Error('This server only describes the calls.'))
