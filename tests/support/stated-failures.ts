import type { FastifyInstance } from 'fastify'
import { API_PREFIX } from '#server/http/mount.ts'
import { failuresOf } from '#server/plugins/openapi-answers.ts'
import { type ErrorCode, operations } from '#shared/contract/index.ts'

/** What any call can be answered with, before it is known which call it is. */
const ofEveryCall: ReadonlySet<string> = new Set(['HOST_NOT_ALLOWED', 'METHOD_NOT_ALLOWED', 'INTERNAL'])

const calls = new Map(operations.map((call) => [`${call.endpoint.method} ${API_PREFIX}${call.endpoint.path}`, call]))

/** Makes a 500 of each failure that the contract does not state of its call, so that the test that meets it fails. */
export const refuseUnstatedFailures = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation, endpoint } = calls.get(`${request.method} ${request.routeOptions.url ?? ''}`) ?? {}
    if (!operation || !endpoint || reply.statusCode < 400 || typeof payload !== 'string') return payload
    const { code } = JSON.parse(payload) as { code: ErrorCode }
    const stated: ReadonlyMap<number, readonly ErrorCode[]> = failuresOf(operation, endpoint)
    const isStated = stated.get(reply.statusCode)?.includes(code) || ofEveryCall.has(code) || reply.statusCode === 408
    if (isStated) return payload
    const status = reply.statusCode
    reply.code(500)
    return JSON.stringify({
      message: `${operation} does not state ${status} ${code}.`,
      code: 'INTERNAL',
      requestId: request.id,
    })
  })
}
