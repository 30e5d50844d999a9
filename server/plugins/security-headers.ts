import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { isApiRequest } from './request-guard.ts'

/**
 * The web build runs no inline script; 'unsafe-inline' is for emotion's style elements. The API has our own origin, so
 * the page connects to no other, except the one that the operator has set for usage events.
 */
const contentSecurityPolicy = (analyticsUrl: string | undefined): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...(analyticsUrl === undefined ? [] : [new URL(analyticsUrl).origin])].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

export type SecurityHeaders = Readonly<Record<string, string>>

/**
 * The headers of every answer, also of one on a connection that sent no request. With a public https address, they tell browsers to use
 * only https from then on.
 */
export const securityHeaders = ({
  publicUrl,
  analyticsUrl,
}: Pick<Config, 'publicUrl' | 'analyticsUrl'>): SecurityHeaders => ({
  'content-security-policy': contentSecurityPolicy(analyticsUrl),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Sets the headers on every answer, refusals included, so it runs before anything that can refuse. */
export const setSecurityHeaders = (app: FastifyInstance, headers: SecurityHeaders) => {
  app.addHook('onRequest', async (request, reply) => {
    addSecurityHeaders(request, reply, headers)
  })
}

/** Sets the same headers on answers that no hook sees: those to malformed requests. */
export const addSecurityHeaders = (request: FastifyRequest, reply: FastifyReply, headers: SecurityHeaders) => {
  reply.headers(headers).header('x-request-id', request.id)
  // The answers of calls are personal, so no cache on the way may keep them.
  if (isApiRequest(request)) reply.header('cache-control', 'no-store')
}
