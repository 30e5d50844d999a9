import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { prefixOf } from '../http/network.ts'
import { logSecurityEvent } from '../process/log.ts'
import { securityEventOf } from './security-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The fields that a handler adds to its request's line in the log: IDs and words, never an e-mail address or a
     * secret.
     */
    notes: Record<string, string> | null
  }
}

/**
 * Logs one line per answer: caller, network, call and its IDs, outcome, duration; never a body, a query or a text in a
 * path. Events that matter after an attack get a second line, at their own level. Polled routes (probes, metrics) are
 * logged at debug level unless they fail.
 */
export const logRequests = (app: FastifyInstance, logger: FastifyBaseLogger) => {
  // None of these fields can hold a secret, and searching them for one would take longer than most calls do.
  const answers = logger.child({}, { redact: [] })
  app.decorateRequest('notes', null)
  app.addHook('onResponse', async (request, reply) => {
    const fields = fieldsOf(request, reply)
    const isNews = !request.routeOptions.config.isPolled || reply.statusCode >= 400
    answers[isNews ? 'info' : 'debug'](fields, 'answered')
    const event = securityEventOf(request.routeOptions.config.endpoint, fields.call, reply.statusCode)
    if (event) logSecurityEvent(answers, event, { ...fields, ...roleIn(request) })
  })
  // The client closed the connection, so no answer leaves; this is no fault of ours.
  app.addHook('onRequestAbort', async (request) => {
    answers.info({ ...whoAndWhat(request) }, 'the client hung up')
  })
}

const whoAndWhat = (request: FastifyRequest) => {
  const { operation, url } = { operation: request.routeOptions.config.operation, url: request.routeOptions.url }
  const network = prefixOf(request.ip)
  return {
    reqId: request.id,
    ...(request.claimed && { user: request.claimed.userID }),
    ...(network !== null && { network }),
    method: request.method,
    call: operation ?? url ?? 'unknown',
    ...thingsOf(request.params),
    ...request.notes,
  }
}

const fieldsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  ...whoAndWhat(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
})

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** The IDs in a path, by their names. Other parts of a path are people's own words, such as searches. */
const thingsOf = (params: unknown): { of?: Record<string, string> } => {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && ID.test(entry[1]),
  )
  return ids.length > 0 ? { of: Object.fromEntries(ids) } : {}
}

/** The role that a person was given, which is one of a few fixed words. */
const roleIn = ({ body }: FastifyRequest): { role?: string } => {
  const role = (body as { role?: unknown } | null | undefined)?.role
  return typeof role === 'string' ? { role } : {}
}
