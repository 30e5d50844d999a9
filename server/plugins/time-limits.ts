import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_TIMEOUT_MS } from '#shared/contract/index.ts'
import { arrivedTooSlowly, tookTooLong } from '../http/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Answers for a handler that takes too long; null for streams, which have no limit. */
    limit: NodeJS.Timeout | null
  }
}

/**
 * Answers 503 when a handler exceeds its contract's time limit. Fastify's own `handlerTimeout` will not do: it stops
 * once a body is read, so writes had no limit, and makes an AbortError with a stack for each request.
 */
export const limitTime = (app: FastifyInstance) => {
  app.decorateRequest('limit', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config
    if (endpoint?.transfer !== 'stream')
      request.limit = setTimeout(giveUp, endpoint?.timeoutMs ?? DEFAULT_TIMEOUT_MS, request, reply)
    done()
  })
  const forget = ({ limit }: FastifyRequest) => clearTimeout(limit ?? undefined)
  app.addHook('onResponse', async (request) => forget(request))
  app.addHook('onRequestAbort', async (request) => forget(request))
}

const giveUp = (request: FastifyRequest, reply: FastifyReply): void => {
  if (reply.sent) return
  // Who holds a body back has made no call yet. Of an upload we cannot tell whether the client or our own disk is slow.
  const isHeldBack = !request.raw.complete && request.routeOptions.config.endpoint?.transfer !== 'upload'
  const late = isHeldBack ? arrivedTooSlowly() : tookTooLong()
  // An answer that has begun cannot become another one, so the client sees that it was cut off.
  if (reply.raw.headersSent) reply.raw.destroy(late)
  else void reply.send(late)
}
