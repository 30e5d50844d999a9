import type { FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CHANGED_HEADER } from '#shared/contract/endpoint.ts'
import { health } from '#shared/contract/system.ts'
import { HttpError } from '../http/errors.ts'
import { isLoopbackName } from '../settings/local-only.ts'

/** Whether a peer's network address is this machine itself, also as IPv4 written as IPv6. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(address))

/** The name in a Host header without its port; null when the header is not valid. */
export const hostName = (host: string | undefined): string | null => {
  const match = /^(\[[0-9a-f:.]+\]|[^:/@\s]+)(?::\d{1,5})?$/i.exec(host ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

/**
 * Lets a server bound to loopback answer only to loopback names and its public name. A web page can point its own name
 * at 127.0.0.1 (DNS rebinding) and be same-origin with us, but the Host header gives it away.
 */
export const guardHosts = (app: FastifyInstance, { boundTo, publicUrl }: Bound) => {
  if (!isLoopbackName(boundTo)) return
  const publicName = publicUrl ? hostName(new URL(publicUrl).host) : null
  app.addHook('onRequest', async (request) => {
    const name = hostName(request.headers.host)
    if (name === null || !(isLoopbackName(name) || name === publicName))
      throw new HttpError(421, 'HOST_NOT_ALLOWED', 'This server does not answer to that name.')
  })
}

type Bound = { boundTo: string; publicUrl: string | undefined }

/**
 * The origins whose pages may call us: configured ones, our own, and on loopback any loopback page (such as a dev
 * server's).
 */
const originPolicy = ({ boundTo, publicUrl, allowedOrigins }: Bound & { allowedOrigins: readonly string[] }) => {
  const allowed = new Set(allowedOrigins)
  if (publicUrl) allowed.add(new URL(publicUrl).origin)
  return (origin: string): boolean => {
    if (allowed.has(origin)) return true
    if (!isLoopbackName(boundTo) || !URL.canParse(origin)) return false
    const url = new URL(origin)
    return url.protocol === 'http:' && isLoopbackName(url.hostname)
  }
}

/** Whether a request is for the API, however its address is written, since the router also reads escaped spellings. */
export const isApiRequest = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean =>
  isApiPath(routeOptions.url ?? '') || isApiPath(url) || isApiPath(decoded(url))
const isApiPath = (path: string) => /^\/api(?![^/?])/.test(path)
const decoded = (url: string): string => {
  try {
    return url.includes('%') ? decodeURIComponent(url) : url
  } catch {
    return url
  }
}

/**
 * Handles calls from pages of other origins. Allowed origins may read the answers, without credentials. A server bound
 * to loopback refuses all others before doing anything; elsewhere the browser refuses them, since a load balancer may
 * have changed the host to compare. Outside the API, other origins may read only /health, and only configured ones.
 */
export const guardOrigins = async (
  app: FastifyInstance,
  options: Bound & { allowedOrigins: readonly string[] },
): Promise<void> => {
  const isAllowed = originPolicy(options)
  const configured = new Set(options.allowedOrigins)
  if (isLoopbackName(options.boundTo))
    app.addHook('onRequest', async (request) => {
      const { origin, host } = request.headers
      if (!origin || !isApiRequest(request)) return
      const isSame = URL.canParse(origin) && new URL(origin).host === host
      if (!isSame && !isAllowed(origin))
        throw new HttpError(403, 'HOST_NOT_ALLOWED', 'Pages of that origin may not call this server.')
    })
  const { default: cors } = await import('@fastify/cors')
  const forOrigin = (mayRead: boolean): FastifyCorsOptions => ({
    origin: (origin, decide) => decide(null, origin !== undefined && mayRead),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', CHANGED_HEADER],
    exposedHeaders: ['Retry-After', 'X-Request-Id'],
    credentials: false,
    maxAge: 600,
  })
  await app.register(cors, () => (request: FastifyRequest, decide: DecideCors) => {
    const origin = request.headers.origin ?? ''
    if (isApiRequest(request)) return decide(null, forOrigin(isAllowed(origin)))
    decide(null, forOrigin(request.routeOptions.url === health.path && configured.has(origin)))
  })
}
type DecideCors = (error: Error | null, options: FastifyCorsOptions) => void
