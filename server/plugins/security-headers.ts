import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * The web build runs no inline script; emotion writes style elements, hence 'unsafe-inline' for styles alone. The API is
 * reached on our own origin, so connections go nowhere else.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** On every answer, refusals included: set before anything else can refuse. */
export const setSecurityHeaders = (app: FastifyInstance, options: { isHttps: boolean }) => {
  app.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(request, reply)
    if (options.isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}

/** For answers that no hook sees as well: those to requests that are not even well formed. */
export const addSecurityHeaders = (request: FastifyRequest, reply: FastifyReply) => {
  reply.headers(HEADERS).header('x-request-id', request.id)
  // Answers of calls are personal: no cache on the way may keep them.
  if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
}
