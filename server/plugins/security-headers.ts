import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRequest } from './request-guard.ts'

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

/** What every answer says, also one to a connection that brought no request. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** On every answer, refusals included: set before anything else can refuse. */
export const setSecurityHeaders = (app: FastifyInstance, options: { isHttps: boolean }) => {
  app.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(request, reply, options)
  })
}

/** With an address of https browsers ask for no other from then on. */
export const strictTransport = (isHttps: boolean): Record<string, string> =>
  isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}

/** For answers that no hook sees as well: those to requests that are not even well formed. */
export const addSecurityHeaders = (request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }) => {
  reply.headers({ ...SECURITY_HEADERS, ...strictTransport(isHttps) }).header('x-request-id', request.id)
  // Answers of calls are personal: no cache on the way may keep them.
  if (isApiRequest(request)) reply.header('cache-control', 'no-store')
}
