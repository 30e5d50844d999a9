import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiRequest } from './request-guard.ts'

/**
 * The web build runs no inline script; emotion writes style elements, hence 'unsafe-inline' for styles only. The API is
 * on our own origin, so the page connects to no other.
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

/** The headers of every answer, also of one on a connection that sent no request. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** Sets the headers on every answer, refusals included, so it runs before anything that can refuse. */
export const setSecurityHeaders = (app: FastifyInstance, options: { isHttps: boolean }) => {
  app.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(request, reply, options)
  })
}

/** For a public https address, tells browsers to use only https from then on. */
export const strictTransport = (isHttps: boolean): Record<string, string> =>
  isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}

/** Sets the same headers on answers that no hook sees: those to malformed requests. */
export const addSecurityHeaders = (request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }) => {
  reply.headers({ ...SECURITY_HEADERS, ...strictTransport(isHttps) }).header('x-request-id', request.id)
  // The answers of calls are personal, so no cache on the way may keep them.
  if (isApiRequest(request)) reply.header('cache-control', 'no-store')
}
