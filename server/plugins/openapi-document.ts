import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { FILE_PART, operations } from '../../shared/contract/index.ts'
import { health } from '../../shared/contract/system.ts'
import { API_PREFIX, routeSchema } from '../http/mount.ts'
import { useZodSchemas } from './zod-schemas.ts'

/**
 * The OpenAPI 3.1 document of every call. Written by a server of its own that never listens and has the same schemas, so
 * that the real one neither loads the generator nor records its routes at each start.
 */
export const describeApi = async (info: { title: string; description: string; version: string }): Promise<object> => {
  const scribe = fastify({ logger: false })
  useZodSchemas(scribe)
  await scribe.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  for (const { operation, endpoint } of operations)
    scribe.route({
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      schema: { ...routeSchema(operation, endpoint), security: securityOf(endpoint.policy) },
      handler: unreachable,
    })
  scribe.route({
    method: health.method,
    url: health.path,
    schema: {
      operationId: 'system.health',
      summary: health.summary,
      tags: ['system'],
      response: { 200: health.response },
    },
    handler: unreachable,
  })
  await scribe.ready()
  const document = scribe.swagger()
  await scribe.close()
  describeTransfers(document)
  return document
}

type Operation = { operationId?: string; requestBody?: unknown; responses?: Record<string, unknown> }
const binary = { type: 'string', format: 'binary' }

/** Bodies that are files have no schema of ours. */
const describeTransfers = (document: { paths?: object }): void => {
  const described = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path as object) as Operation[])
  for (const { operation, endpoint } of operations) {
    const found = endpoint.transfer && described.find(({ operationId }) => operationId === operation)
    if (!found) continue
    const form = { type: 'object', required: [FILE_PART], properties: { [FILE_PART]: binary } }
    if (endpoint.transfer === 'upload')
      found.requestBody = { required: true, content: { 'multipart/form-data': { schema: form } } }
    else
      found.responses = {
        ...found.responses,
        200: { description: 'The file.', content: { '*/*': { schema: binary } } },
      }
  }
}

const securityOf = (policy: string) => {
  if (policy === 'public') return []
  return policy === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

const unreachable = () => Promise.reject(new Error('This server only describes the calls.'))
